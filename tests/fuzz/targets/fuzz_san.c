/* fuzz_san.c: a line with a position ("0 FEN"), then moves in SAN, one on each line, played one
 * after another if they are legal. An accepted move is legal and reads back from strict SAN; a
 * refused one gets a sentence. Layer: tests. */
#include "tests/fuzz/fuzz.h"

static void check_accepted(const arb_position *position, arb_move move)
{
    arb_san back;
    char text[64];
    FUZZ_CHECK(arb_position_is_legal(position, move));
    size_t len = arb_san_write(position, move, text, sizeof text);
    FUZZ_CHECK(len > 0 && len < sizeof text);
    FUZZ_CHECK(arb_san_read(position, text, len, &back) == ARB_OK);
    FUZZ_CHECK(back.move == move && back.tolerated == 0);
}

static void check_refused(const arb_position *position, const arb_san *san, size_t len)
{
    char text[4096];
    FUZZ_CHECK(san->status == ARB_BAD_TEXT || san->status == ARB_ILLEGAL ||
               san->status == ARB_AMBIGUOUS);
    if (san->status == ARB_BAD_TEXT)
        FUZZ_CHECK(san->offset <= len && san->text[0] != '\0');
    size_t needed = arb_san_text(san, position, text, sizeof text);
    FUZZ_CHECK(needed > 0 && needed < sizeof text);
    fuzz_check_sentence(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static arb_position position;
    fuzz_text left = {(const char *)data, size};
    if (!fuzz_position(fuzz_line(&left), &position, ARB_KERNEL_AUTO))
        return 0;
    for (int moves = 0; left.len > 0 && moves < 64; moves++) {
        fuzz_text line = fuzz_line(&left);
        char *text = fuzz_copy(line);
        arb_san san;
        arb_undo undo;
        if (arb_san_read(&position, text, line.len, &san) == ARB_OK) {
            check_accepted(&position, san.move);
            FUZZ_CHECK(arb_position_play(&position, san.move, &undo));
        } else {
            check_refused(&position, &san, line.len);
        }
        free(text);
    }
    return 0;
}
