/* fuzz_player.c: the players of a match and their time controls, as a person types them. Layer:
 * tests. */
#include "tests/fuzz/fuzz.h"
#include "tournament/player.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    FUZZ_CHECK(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    arb_error error;
    time_control tc = {0}, again = {0};
    if (time_control_read(&tc, text, &error)) {
        char written[128];
        size_t len = time_control_write(&tc, written, sizeof written);
        FUZZ_CHECK(len < sizeof written);
        FUZZ_CHECK(tc.infinite || tc.move_us != 0 || time_control_read(&again, written, &error));
    } else {
        FUZZ_CHECK(error.offset <= size);
        fuzz_check_sentence(error.text);
    }
    static tour_player player;
    tour_player common = {0};
    if (tour_player_read(&player, text, &common, &error))
        FUZZ_CHECK(player.program != NULL && player.program[0] != '\0');
    else
        fuzz_check_sentence(error.text);
    free(text);
    return 0;
}
