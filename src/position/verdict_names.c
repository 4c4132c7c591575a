/* verdict_names.c: the name of each verdict and the article of the Laws behind it. Layer: position.
 *
 * Articles are those of the FIDE Laws of Chess in force from 1 January 2023. Where a rule set has
 * other rules the article is the one that speaks of the same matter, and "" where none does. */
#include "arbiter.h"

#include <stddef.h>

/* An article of NULL depends on the piece or the squares. */
static const struct {
    const char *name;
    const char *article;
} verdicts[ARB_V_COUNT] = {
    [ARB_V_OK] = {"ok", ""},
    [ARB_V_GAME_OVER] = {"game-over", "5"},
    [ARB_V_OFF_BOARD] = {"off-board", "2.1"},
    [ARB_V_NO_PIECE] = {"no-piece", "1.1"},
    [ARB_V_NOT_YOUR_TURN] = {"not-your-turn", "1.2"},
    [ARB_V_SAME_SQUARE] = {"same-square", "3.1"},
    [ARB_V_OWN_PIECE] = {"own-piece", "3.1"},
    [ARB_V_WRONG_SHAPE] = {"wrong-shape", NULL},
    [ARB_V_BLOCKED] = {"blocked", "3.5"},
    [ARB_V_PAWN_BLOCKED] = {"pawn-blocked", NULL},
    [ARB_V_PAWN_NO_CAPTURE] = {"pawn-no-capture", "3.7.3"},
    [ARB_V_PAWN_DOUBLE_STEP] = {"pawn-double-step", "3.7.2"},
    [ARB_V_PROMOTION_MISSING] = {"promotion-missing", "3.7.3.3"},
    [ARB_V_PROMOTION_NOT_ALLOWED] = {"promotion-not-allowed", "3.7.3.3"},
    [ARB_V_CASTLE_KING_MOVED] = {"castle-king-moved", "3.8.2.1"},
    [ARB_V_CASTLE_ROOK_MOVED] = {"castle-rook-moved", "3.8.2.1"},
    [ARB_V_CASTLE_NO_ROOK] = {"castle-no-rook", "3.8.2"},
    [ARB_V_CASTLE_BLOCKED] = {"castle-blocked", "3.8.2.2"},
    [ARB_V_CASTLE_IN_CHECK] = {"castle-in-check", "3.8.2.2"},
    [ARB_V_CASTLE_THROUGH_CHECK] = {"castle-through-check", "3.8.2.2"},
    [ARB_V_CASTLE_INTO_CHECK] = {"castle-into-check", "3.8.2.2"},
    [ARB_V_KING_INTO_CHECK] = {"king-into-check", "3.9.2"},
    [ARB_V_EXPOSES_KING] = {"exposes-king", "3.9.2"},
    [ARB_V_STILL_IN_CHECK] = {"still-in-check", "3.9.2"},
    [ARB_V_NOTHING_TO_CAPTURE] = {"nothing-to-capture", "3"},
    [ARB_V_NO_HURDLE] = {"no-hurdle", "3"},
    [ARB_V_MUST_CAPTURE] = {"must-capture", ""},
    [ARB_V_GIVES_CHECK] = {"gives-check", ""},
    [ARB_V_EXPLODES_KING] = {"explodes-king", ""},
    [ARB_V_NOT_IN_HAND] = {"not-in-hand", ""},
    [ARB_V_DROP_OCCUPIED] = {"drop-occupied", ""},
    [ARB_V_DROP_ROW] = {"drop-row", ""},
};

/* How each piece moves. A piece that the Laws do not know falls under the whole article. */
static const char *article_of_shape(arb_kind kind)
{
    switch (kind) {
    case ARB_BISHOP:
        return "3.2";
    case ARB_ROOK:
        return "3.3";
    case ARB_QUEEN:
        return "3.4";
    case ARB_KNIGHT:
        return "3.6";
    case ARB_PAWN:
        return "3.7";
    case ARB_KING:
        return "3.8";
    default:
        return "3";
    }
}

const char *arb_verdict_name(arb_verdict_code code)
{
    return (unsigned)code < ARB_V_COUNT ? verdicts[code].name : "";
}

const char *arb_verdict_article(const arb_verdict *verdict)
{
    if ((unsigned)verdict->code >= ARB_V_COUNT)
        return "";
    if (verdict->code == ARB_V_WRONG_SHAPE)
        return article_of_shape(arb_piece_kind(verdict->piece));
    if (verdict->code == ARB_V_PAWN_BLOCKED)
        return verdict->two_squares ? "3.7.2" : "3.7.1";
    return verdicts[verdict->code].article;
}
