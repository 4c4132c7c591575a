/* fuzz_uci.c: a line with a position ("0 FEN"), then moves in UCI, one on each line. Layer: tests.
 */
#include "tests/fuzz/fuzz.h"

static void check_accepted(const arb_position *position, const arb_verdict *verdict)
{
    arb_verdict back;
    arb_error error;
    char text[32];
    FUZZ_CHECK(verdict->code == ARB_V_OK && arb_position_is_legal(position, verdict->move));
    size_t len = arb_uci_write(position, verdict->move, ARB_UCI_RULES, text, sizeof text);
    FUZZ_CHECK(len > 0 && len < sizeof text);
    FUZZ_CHECK(arb_uci_read(position, text, len, &back, &error) == ARB_OK);
    FUZZ_CHECK(back.move == verdict->move);
}

static void check_typed(const arb_position *position, const char *text, size_t len)
{
    char json[8192];
    arb_typed typed;
    arb_game *game = arb_game_new(position, NULL);
    FUZZ_CHECK(game != NULL);
    arb_status status = arb_move_read(game, ARB_COORDS_RC, text, len, &typed);
    FUZZ_CHECK((status == ARB_OK) == (typed.verdict.code == ARB_V_OK && typed.verdict.move != 0));
    FUZZ_CHECK(typed.error.offset <= len);
    FUZZ_CHECK(arb_typed_json(&typed, position, json, sizeof json) < sizeof json);
    arb_game_free(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static arb_position position;
    fuzz_text left = {(const char *)data, size};
    if (!fuzz_position(fuzz_line(&left), &position, ARB_KERNEL_AUTO))
        return 0;
    for (int moves = 0; left.len > 0 && moves < 64; moves++) {
        fuzz_text line = fuzz_line(&left);
        char *text = fuzz_copy(line), sentence[1024];
        arb_verdict verdict;
        arb_error error;
        arb_undo undo;
        arb_square square;
        FUZZ_CHECK(arb_square_read(arb_position_size(&position), text, line.len, &square) <=
                   line.len);
        check_typed(&position, text, line.len);
        arb_status status = arb_uci_read(&position, text, line.len, &verdict, &error);
        if (status == ARB_OK) {
            check_accepted(&position, &verdict);
            FUZZ_CHECK(arb_position_play(&position, verdict.move, &undo));
        } else if (status == ARB_BAD_TEXT) {
            FUZZ_CHECK(error.offset <= line.len && error.text[0] != '\0');
        } else {
            FUZZ_CHECK(status == ARB_ILLEGAL && verdict.code != ARB_V_OK);
            FUZZ_CHECK(arb_verdict_text(&verdict, &position, sentence, sizeof sentence) <
                       sizeof sentence);
            fuzz_check_sentence(sentence);
        }
        free(text);
    }
    return 0;
}
