/* test_fmt_narrate.c: through the library the MSc exercise's session gives the program's bytes. */
#include "check.h"
#include "fmt_buffer.h"
#include "formats/narrate.h"

TEST(the_session_and_the_program_on_the_library_say_the_same)
{
    static buffer got, expected;
    fmt_narrator narrator = {.explain = false};
    fmt_error error;
    char line[256];
    fmt_out to = buffer_out(&got);

    FILE *session = fopen("examples/alekhine-vasic.txt", "r");
    FILE *output = fopen("examples/expected/chess_main.txt", "r");
    if (CHECK(session != NULL) && CHECK(output != NULL)) {
        for (int len; (len = next_line(session, line, sizeof line)) >= 0;)
            CHECK(fmt_narrate(&narrator, line, (size_t)len, &to, &error));
        expected.len = fread(expected.text, 1, sizeof expected.text - 1, output);
        CHECK(expected.len > 1000);
        CHECK_EQ_TEXT(got.text, expected.text);
    }
    if (session)
        fclose(session);
    if (output)
        fclose(output);
}

int main(void)
{
    RUN(the_session_and_the_program_on_the_library_say_the_same);
    return check_result();
}
