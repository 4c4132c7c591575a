/* lan.c: long algebraic notation: "e2-e4", "Ng1-f3", "e5xd6", "e7-e8=Q+", "O-O". Layer: notation.
 *
 * The lenient reader of SAN accepts such texts too, but reports their form as tolerated; this file
 * accepts it as correct. */
#include "base/squares.h"
#include "kernel/kernel.h"
#include "notation/notation.h"

#include <string.h>

static void put_kind(arb__writer *out, const arb_position *pos, arb_kind kind)
{
    arb__put_char(out, arb__to_upper(arb_position_rules(pos)->kinds[kind].letter));
}

size_t arb_lan_write(const arb_position *pos, arb_move move, char *buf, size_t cap)
{
    arb__writer out = arb__writer_on(buf, cap);
    arb_size size = arb_position_size(pos);
    arb_move_type type = arb_move_type_of(move);
    if (type == ARB_CASTLING || type == ARB_DROP)
        return arb_san_write(pos, move, buf, cap);
    if (!arb_position_is_legal(pos, move))
        return 0;
    arb_kind kind = arb_piece_kind(arb_position_piece(pos, arb_move_from(move)));
    if (kind != ARB_PAWN || arb__own_pawn_steps(pos->rules))
        put_kind(&out, pos, kind);
    arb__put_square(&out, size, arb_move_from(move));
    arb__put_char(&out, arb__takes(pos, move) ? 'x' : '-');
    arb__put_square(&out, size, arb_move_to(move));
    if (arb_move_promotion(move) != ARB_NO_KIND) {
        arb__put_char(&out, '=');
        put_kind(&out, pos, arb_move_promotion(move));
    }
    char mark = arb__san_mark(pos, move);
    if (mark)
        arb__put_char(&out, mark);
    return out.len;
}

arb_status arb_lan_read(const arb_position *pos, const char *text, size_t len, arb_san *san)
{
    enum { LAN_LIMIT = 32 };
    char written[LAN_LIMIT];
    arb__san_parts parts = {0};
    size_t offset;
    arb_status status = arb_san_read(pos, text, len, san);
    if (status != ARB_OK)
        return status;
    size_t n = arb_lan_write(pos, san->move, written, sizeof written);
    if (n == len && n < sizeof written && memcmp(written, text, n) == 0) {
        san->tolerated = 0;
        return ARB_OK;
    }
    san->tolerated &= ~(uint32_t)ARB_SAN_EXCESS_ORIGIN;
    if (arb__san_parse(pos, text, len, &parts, &offset) == NULL && !parts.castling && !parts.drop &&
        (parts.from_file < 0 || parts.from_rank < 0))
        san->tolerated |= ARB_SAN_SHORT_FORM;
    else if (parts.capture || memchr(text, '-', len) != NULL)
        san->tolerated &= ~(uint32_t)ARB_SAN_LONG_FORM;
    return ARB_OK;
}
