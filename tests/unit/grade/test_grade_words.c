/* test_grade_words.c: what a driver says last, of a crash and of what was not freed; a script takes
 * the place of the program that turns addresses into source lines. */
#include "check.h"
#include "grade/last_words.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/arbiter-words.XXXXXX";

/* Writes down what it is asked, and answers with the file `lines`. */
static const char *const locate[] = {"/bin/sh",
                                     "-c",
                                     "echo \"$@\" >>asked; echo $(ulimit -t) $(ulimit -f) $(ulimit "
                                     "-v) >limits; cat lines 2>/dev/null",
                                     "sh",
                                     "-e",
                                     NULL};

static void put_lines(const char *text)
{
    char path[100];
    snprintf(path, sizeof path, "%s/lines", folder);
    FILE *out = fopen(path, "w");
    CHECK(out != NULL && fputs(text, out) >= 0 && fclose(out) == 0);
}

/* What the program was asked since the last call. */
static const char *asked(void)
{
    static char text[2000];
    char path[100];
    snprintf(path, sizeof path, "%s/asked", folder);
    FILE *in = fopen(path, "r");
    text[in != NULL ? fread(text, 1, sizeof text - 1, in) : 0] = '\0';
    if (in != NULL)
        fclose(in);
    unlink(path);
    return text;
}

static grade_sandbox sandbox = {.isolation = GRADE_OPEN};

static grade_run words_of(grade_ending ending, grade_speaker speaker, const char *const *finder,
                          const char *tail)
{
    static grade_pipe pipe;
    grade_run run = {.ending = ending};
    const grade_actor actor = {
        .speaker = speaker, .job = {.folder = "/lab3", .open_folder = folder}, .locate = finder};
    pipe.tail_len = (size_t)snprintf(pipe.tail, sizeof pipe.tail, "%s", tail);
    grade_last_words(&sandbox, &actor, &pipe, &run);
    return run;
}

#define CRASH                                                                                      \
    "oops\narbiter-call: movePiece 1 2\narbiter-stack: 0x1a x 0x2b\n 0x3c\n"                       \
    "arbiter-leak: 3 40\narbiter-leak-at: 0x9 0x8\n"

TEST(a_driver_tells_of_a_crash_and_of_leaks)
{
    put_lines("??:0\n/lab3/submission/Pawn.cc:12\n/lab3/submission/Rook.cc:13\n");
    grade_run run = words_of(GRADE_CRASH, GRADE_DRIVER, locate, CRASH);
    CHECK_EQ_TEXT(run.message, "oops");
    CHECK_EQ_TEXT(run.call, "movePiece 1 2");
    CHECK_EQ_TEXT(run.place, "Pawn.cc:12");
    CHECK_EQ_TEXT(run.leak_place, "Pawn.cc:12");
    CHECK(run.leak_blocks == 3 && run.leak_bytes == 40);
    CHECK_EQ_TEXT(asked(), "-e 0x9 0x8\n-e 0x1a 0x2b\n");
    char limits[100] = "", path[100];
    snprintf(path, sizeof path, "%s/limits", folder);
    FILE *in = fopen(path, "r");
    CHECK(in != NULL && fgets(limits, sizeof limits, in) != NULL && fclose(in) == 0);
    CHECK_EQ_TEXT(limits, "11 2048 1048576\n"); /* seconds, half kilobytes, kilobytes */
    run = words_of(GRADE_PASSED, GRADE_DRIVER, locate, CRASH); /* it did not crash */
    CHECK(run.call[0] == '\0' && run.place[0] == '\0' && run.leak_blocks == 3);
    CHECK_EQ_TEXT(run.leak_place, "Pawn.cc:12");
    CHECK_EQ_TEXT(asked(), "-e 0x9 0x8\n");
    run = words_of(GRADE_CRASH, GRADE_PROGRAM, locate, CRASH); /* programs have no driver */
    CHECK(run.call[0] == '\0' && run.place[0] == '\0' && run.leak_blocks == 0);
    CHECK_EQ_TEXT(run.message, "oops");
    CHECK_EQ_TEXT(asked(), "");
    run = words_of(GRADE_CRASH, GRADE_DRIVER, NULL, CRASH);
    CHECK_EQ_TEXT(run.call, "movePiece 1 2");
    CHECK(run.place[0] == '\0' && run.leak_place[0] == '\0' && run.leak_blocks == 3);
    run = words_of(GRADE_CRASH, GRADE_DRIVER, locate, "arbiter-leak: 0 0\narbiter-leak-at: 0x1\n");
    CHECK(run.leak_blocks == 0 && run.leak_place[0] == '\0' && run.call[0] == '\0');
    CHECK_EQ_TEXT(asked(), "");
    run = words_of(GRADE_PASSED, GRADE_DRIVER, locate, "arbiter-leak: 1 8\narbiter-leak-at: 0x1\n");
    CHECK(run.leak_blocks == 1 && run.leak_bytes == 8);
    CHECK_EQ_TEXT(run.leak_place, "Pawn.cc:12");
    CHECK_EQ_TEXT(asked(), "-e 0x1\n");
}

TEST(the_last_mark_at_the_start_of_a_line_counts)
{
    static const struct {
        const char *tail, *call;
    } rows[] = {
        {"arbiter-call: one\narbiter-call: two\n", "two"},
        {"arbiter-call: one\nan arbiter-call: two\n", "one"},
        {"an arbiter-call: two\n", ""},
        {"arbiter-call: arbiter-call: two\n", "arbiter-call: two"},
        {"arbiter-call: ~\x7f\x1f \xc3\n", "~?? ?"},
        {"arbiter-call: no end", "no end"},
        {"arbiter-cal", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("row %zu", i);
        grade_run run = words_of(GRADE_CRASH, GRADE_DRIVER, NULL, rows[i].tail);
        CHECK_EQ_TEXT(run.call, rows[i].call);
    }
    check_case("%s", "");
    char tail[400];
    snprintf(tail, sizeof tail, "arbiter-call: %0300d", 7);
    grade_run run = words_of(GRADE_CRASH, GRADE_DRIVER, NULL, tail);
    CHECK_EQ_INT(strlen(run.call), GRADE_PLACE_LIMIT - 1);
    CHECK_EQ_INT(strspn(run.call, "0"), GRADE_PLACE_LIMIT - 1);
}

TEST(the_place_is_the_first_one_of_the_submission)
{
    static const struct {
        const char *lines, *place;
    } rows[] = {
        {"", ""},
        {"Pawn.cc:1\n", "Pawn.cc:1"},
        {"Pawn.cc:9 (discriminator 2)\n", "Pawn.cc:9 (discriminator 2)"},
        {"Pawn.cc:0\nPawn.cc:?\nPawn.cc\nPawn.cc:\n", ""},
        {"/usr/include/c++/vector:12\n/x/Rook.cc:3\n", "Rook.cc:3"},
        {"/build/class_driver.cc:5\n/build/driver.h:6\n/x/Rook.cc:4", "Rook.cc:4"},
        {"/x/my_class_driver.cc:5\n", "my_class_driver.cc:5"},
        {"/x/my_driver.h:7\n", "my_driver.h:7"},
        {"\n\n/x/K.cc:7\n", "K.cc:7"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("row %zu", i);
        put_lines(rows[i].lines);
        grade_run run = words_of(GRADE_CRASH, GRADE_DRIVER, locate, "arbiter-stack: 0x1\n");
        CHECK_EQ_TEXT(run.place, rows[i].place);
        CHECK_EQ_TEXT(asked(), "-e 0x1\n");
    }
    check_case("%s", "");
}

TEST(so_many_addresses_are_asked)
{
    char tail[1000] = "arbiter-stack:", wanted[1000] = "-e";
    for (int i = 0; i < 70; i++) {
        snprintf(tail + strlen(tail), sizeof tail - strlen(tail), " 0x%d", i);
        if (i < 64 - 5)
            snprintf(wanted + strlen(wanted), sizeof wanted - strlen(wanted), " 0x%d", i);
    }
    put_lines("");
    words_of(GRADE_CRASH, GRADE_DRIVER, locate, tail);
    strcat(wanted, "\n");
    CHECK_EQ_TEXT(asked(), wanted);
    /* a stack of more bytes than are read is cut */
    static char longer[3000];
    size_t len = (size_t)snprintf(longer, sizeof longer, "arbiter-stack: 0x1");
    memset(longer + len, ' ', 1399 - strlen(" 0x1") - 3);
    snprintf(longer + len + 1399 - strlen(" 0x1") - 3, 20, "0x2345");
    words_of(GRADE_CRASH, GRADE_DRIVER, locate, longer);
    CHECK_EQ_TEXT(asked(), "-e 0x1 0x2\n");
}

/* In place of bubblewrap stands a script that writes down what it is told. */
TEST(the_program_has_a_sandbox_of_its_own)
{
    char path[4200], told[2000] = "";
    const char *before = getenv("PATH");
    snprintf(path, sizeof path, "%s/bwrap", folder);
    FILE *out = fopen(path, "w");
    CHECK(out != NULL && fprintf(out, "#!/bin/sh\necho \"$@\" >>%s/told\n", folder) > 0 &&
          fclose(out) == 0 && chmod(path, 0755) == 0);
    snprintf(path, sizeof path, "%s:%s", folder, before != NULL ? before : "/usr/bin:/bin");
    setenv("PATH", path, 1);
    sandbox.isolation = GRADE_ISOLATED;
    words_of(GRADE_CRASH, GRADE_DRIVER, locate, "arbiter-stack: 0x1\n");
    sandbox.isolation = GRADE_OPEN;
    snprintf(path, sizeof path, "%s/told", folder);
    FILE *in = fopen(path, "r");
    CHECK(in != NULL && fgets(told, sizeof told, in) != NULL && fclose(in) == 0);
    CHECK(strstr(told, " --size 1048576 --tmpfs /tmp ") != NULL);
    CHECK(strstr(told, " --nproc=8 --as=1073741824 -- /bin/sh -c ") != NULL);
    CHECK_EQ_TEXT(told + strlen(told) - 11, " sh -e 0x1\n");
}

int main(void)
{
    CHECK(mkdtemp(folder) != NULL && chmod(folder, 0755) == 0);
    RUN(a_driver_tells_of_a_crash_and_of_leaks);
    RUN(the_last_mark_at_the_start_of_a_line_counts);
    RUN(the_place_is_the_first_one_of_the_submission);
    RUN(so_many_addresses_are_asked);
    RUN(the_program_has_a_sandbox_of_its_own);
    char command[100];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    CHECK_EQ_INT(system(command), 0);
    return check_result();
}
