/* fuzz_openings.c: a file of openings; its first byte says whether it is EPD, PGN or a book.
 * Whatever the file holds, a game can go on after each opening that is found. Layer: tests. */
#include "tests/fuzz/fuzz.h"
#include "tournament/openings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    arb_error error;
    if (size == 0)
        return 0;
    openings o = {.form = (openings_form)(OPENINGS_EPD + data[0] % 3),
                  .rules = arb_rules_at(0),
                  .text = (const char *)data + 1,
                  .len = size - 1,
                  .plies = 8,
                  .seed = data[0]};
    if (openings_read(&o, data[0] % 2 == 1, &error)) {
        for (size_t i = 0; i < 4; i++) {
            arb_game *game = openings_game(&o, i);
            FUZZ_CHECK(game != NULL && arb_game_ply(game) <= 8);
            FUZZ_CHECK(arb_game_outcome(game).result == ARB_ONGOING);
            arb_game_free(game);
        }
    } else {
        FUZZ_CHECK(error.offset <= o.len);
        fuzz_check_sentence(error.text);
    }
    openings_free(&o);
    return 0;
}
