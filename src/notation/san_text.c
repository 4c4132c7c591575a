/* san_text.c: why the text of a move was refused, in sentences. Layer: notation. */
#include "base/squares.h"
#include "notation/notation.h"

static void put_verdict(arb__writer *out, const arb_verdict *verdict, const arb_position *pos)
{
    size_t room = out->len < out->cap ? out->cap - out->len : 0;
    out->len += arb_verdict_text(verdict, pos, room > 0 ? out->buf + out->len : NULL, room);
}

static size_t listed(const arb_san *san)
{
    return san->count < ARB_CANDIDATE_LIMIT ? san->count : ARB_CANDIDATE_LIMIT;
}

static void put_malformed(arb__writer *out, const arb_san *san)
{
    arb__put_text(out, "This is no move: ");
    arb__put_text(out, san->text);
    arb__put_text(out, " (byte ");
    arb__put_number(out, san->offset + 1);
    arb__put_text(out, ").");
}

static void put_none(arb__writer *out, const arb_san *san, const arb_position *pos)
{
    arb__put_text(out, arb_position_turn(pos) == ARB_WHITE ? "White has no " : "Black has no ");
    if (san->to == ARB_NO_SQUARE) {
        arb__put_text(out, "king to castle with.");
        return;
    }
    arb__put_text(out, "such ");
    arb__put_text(out, arb_position_rules(pos)->kinds[san->kind].name);
    arb__put_text(out, " to move to ");
    arb__put_square(out, arb_position_size(pos), san->to);
    arb__put_char(out, '.');
}

static void put_illegal(arb__writer *out, const arb_san *san, const arb_position *pos)
{
    if (san->count == 0) {
        put_none(out, san, pos);
        return;
    }
    if (san->why[0].code == ARB_V_GAME_OVER) {
        put_verdict(out, &san->why[0], pos);
        return;
    }
    if (san->to == ARB_NO_SQUARE && san->why[0].code == ARB_V_WRONG_SHAPE) {
        arb__put_text(out, "There is no castling by these rules on this board.");
        return;
    }
    if (san->count > 1) {
        arb__put_text(out, "No ");
        arb__put_text(out, arb_position_rules(pos)->kinds[san->kind].name);
        arb__put_text(out, " can move to ");
        arb__put_square(out, arb_position_size(pos), san->to);
        arb__put_text(out, ". ");
    }
    for (size_t i = 0; i < listed(san); i++) {
        if (i > 0)
            arb__put_char(out, ' ');
        put_verdict(out, &san->why[i], pos);
    }
    if (san->count > listed(san)) {
        arb__put_text(out, " Nor can ");
        arb__put_number(out, san->count - listed(san));
        arb__put_text(out, " more.");
    }
}

static void put_ambiguous(arb__writer *out, const arb_san *san, const arb_position *pos)
{
    arb__put_text(out, "More than one ");
    arb__put_text(out, arb_position_rules(pos)->kinds[san->kind].name);
    arb__put_text(out, " can move to ");
    arb__put_square(out, arb_position_size(pos), san->to);
    arb__put_text(out, ": those on ");
    for (size_t i = 0; i < listed(san); i++) {
        if (i > 0)
            arb__put_text(out, i + 1 == san->count ? " and " : ", ");
        arb__put_square(out, arb_position_size(pos), san->why[i].from);
    }
    if (san->count > listed(san)) {
        arb__put_text(out, " and ");
        arb__put_number(out, san->count - listed(san));
        arb__put_text(out, " more");
    }
    arb__put_char(out, '.');
}

arb_verdict arb_san_nearest(const arb_san *san)
{
    arb_verdict nearest = {.code = ARB_V_NO_PIECE,
                           .from = ARB_NO_SQUARE,
                           .to = san->to,
                           .at = ARB_NO_SQUARE,
                           .by = ARB_NO_SQUARE};
    for (size_t i = 0; i < san->count && i < ARB_CANDIDATE_LIMIT; i++)
        if (i == 0 || arb_verdict_rank(san->why[i].code) > arb_verdict_rank(nearest.code))
            nearest = san->why[i];
    return nearest;
}

size_t arb_san_text(const arb_san *san, const arb_position *position, char *buf, size_t cap)
{
    arb__writer out = arb__writer_on(buf, cap);
    switch (san->status) {
    case ARB_BAD_TEXT:
        put_malformed(&out, san);
        break;
    case ARB_ILLEGAL:
        put_illegal(&out, san, position);
        break;
    case ARB_AMBIGUOUS:
        put_ambiguous(&out, san, position);
        break;
    default:
        break;
    }
    return out.len;
}
