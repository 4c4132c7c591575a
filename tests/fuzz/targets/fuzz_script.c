/* fuzz_script.c: a line with the number of a rule set and a digit for the coordinates, then calls
 * of a referee session, one on each line. A malformed call changes nothing and gets no answer.
 * Layer: tests. */
#include "formats/script/script.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fmt_script script;
    fuzz_text left = {(const char *)data, size};
    fuzz_screen screen = {0};
    fmt_out out = {fuzz_screen_put, &screen};
    if (size < 3)
        return 0;
    FUZZ_CHECK(fmt_script_start(&script, fuzz_rules(data[0]), (arb_coords)(data[1] % 3)));
    fuzz_line(&left);
    for (int lines = 0; left.len > 0 && lines < 60; lines++) {
        fuzz_text line = fuzz_line(&left);
        char *text = fuzz_copy(line);
        size_t total = screen.total, ply = arb_game_ply(script.game);
        fmt_error error;
        if (!fmt_script_call(&script, text, line.len, &out, &error)) {
            FUZZ_CHECK(screen.total == total && arb_game_ply(script.game) == ply);
            FUZZ_CHECK(error.column <= line.len + 1);
            fuzz_check_sentence(error.text);
        }
        free(text);
    }
    fmt_script_end(&script);
    return 0;
}
