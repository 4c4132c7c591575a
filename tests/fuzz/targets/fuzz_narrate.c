/* fuzz_narrate.c: commands of the game manager, one on each line. Layer: tests. */
#include "formats/narrate.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fmt_narrator narrator;
    fuzz_text left = {(const char *)data, size};
    fuzz_screen screen = {0};
    fmt_out out = {fuzz_screen_put, &screen};
    memset(&narrator, 0, sizeof narrator);
    narrator.explain = size % 2 == 0;
    narrator.board = size % 3 == 0;
    for (int lines = 0; left.len > 0 && lines < 100; lines++) {
        fuzz_text line = fuzz_line(&left);
        char *text = fuzz_copy(line);
        fmt_error error;
        if (!fmt_narrate(&narrator, text, line.len, &out, &error)) {
            FUZZ_CHECK(error.column <= line.len + 1);
            fuzz_check_sentence(error.text);
        }
        free(text);
    }
    return 0;
}
