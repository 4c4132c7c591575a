/* verdict_names.c: the name of each verdict, the article of the Laws behind it, and its rank.
 * Layer: position.
 *
 * Articles are those of the FIDE Laws of Chess in force from 1 January 2023. Where a rule set has
 * other rules the article is the one that speaks of the same matter, and "" where none does. */
#include "arbiter.h"

#include <stddef.h>

/* An article of NULL depends on the piece or the squares.
 *
 * The rank says how near to legal a refused move came; it chooses between verdicts if the move
 * could mean several pieces. Below 10 the question itself is wrong; from 10 on the piece cannot
 * move that way; from 20 on the path is blocked; from 30 on the move lacks a right or a promotion
 * letter; from 40 on king safety or a forced move forbids it. */
static const struct {
    const char *name;
    const char *article;
    unsigned rank;
} verdicts[ARB_V_COUNT] = {
    [ARB_V_OK] = {"ok", "", 0},
    [ARB_V_GAME_OVER] = {"game-over", "", 1},
    [ARB_V_OFF_BOARD] = {"off-board", "2.1", 2},
    [ARB_V_NO_PIECE] = {"no-piece", "1.1", 3},
    [ARB_V_NOT_YOUR_TURN] = {"not-your-turn", "1.2", 4},
    [ARB_V_SAME_SQUARE] = {"same-square", "3.1", 6},
    [ARB_V_OWN_PIECE] = {"own-piece", "3.1", 7},
    [ARB_V_WRONG_SHAPE] = {"wrong-shape", NULL, 10},
    [ARB_V_BLOCKED] = {"blocked", "3.5", 21},
    [ARB_V_PAWN_BLOCKED] = {"pawn-blocked", NULL, 22},
    [ARB_V_PAWN_NO_CAPTURE] = {"pawn-no-capture", "3.7.3", 14},
    [ARB_V_PAWN_DOUBLE_STEP] = {"pawn-double-step", "3.7.2", 15},
    [ARB_V_PROMOTION_MISSING] = {"promotion-missing", "3.7.3.3", 30},
    [ARB_V_PROMOTION_NOT_ALLOWED] = {"promotion-not-allowed", "3.7.3.3", 31},
    [ARB_V_CASTLE_KING_MOVED] = {"castle-king-moved", "3.8.2.1", 32},
    [ARB_V_CASTLE_ROOK_MOVED] = {"castle-rook-moved", "3.8.2.1", 33},
    [ARB_V_CASTLE_NO_ROOK] = {"castle-no-rook", "3.8.2", 34},
    [ARB_V_CASTLE_BLOCKED] = {"castle-blocked", "3.8.2.2", 35},
    [ARB_V_CASTLE_IN_CHECK] = {"castle-in-check", "3.8.2.2", 40},
    [ARB_V_CASTLE_THROUGH_CHECK] = {"castle-through-check", "3.8.2.2", 41},
    [ARB_V_CASTLE_INTO_CHECK] = {"castle-into-check", "3.8.2.2", 42},
    [ARB_V_KING_INTO_CHECK] = {"king-into-check", "3.9.2", 43},
    [ARB_V_EXPOSES_KING] = {"exposes-king", "3.9.2", 44},
    [ARB_V_STILL_IN_CHECK] = {"still-in-check", "3.9.2", 45},
    [ARB_V_NOTHING_TO_CAPTURE] = {"nothing-to-capture", "3", 12},
    [ARB_V_NO_HURDLE] = {"no-hurdle", "3", 13},
    [ARB_V_MUST_CAPTURE] = {"must-capture", "", 48},
    [ARB_V_GIVES_CHECK] = {"gives-check", "", 47},
    [ARB_V_EXPLODES_KING] = {"explodes-king", "", 46},
    [ARB_V_NOT_IN_HAND] = {"not-in-hand", "", 5},
    [ARB_V_DROP_OCCUPIED] = {"drop-occupied", "", 20},
    [ARB_V_DROP_ROW] = {"drop-row", "", 11},
};

/* The article on how a piece moves; for a piece that the Laws do not know, the whole article. */
static const char *article_of_shape(arb_kind kind)
{
    static const char *const articles[ARB_FIRST_CUSTOM_KIND] = {
        [ARB_NO_KIND] = "3", [ARB_PAWN] = "3.7",  [ARB_KNIGHT] = "3.6", [ARB_BISHOP] = "3.2",
        [ARB_ROOK] = "3.3",  [ARB_QUEEN] = "3.4", [ARB_KING] = "3.8"};
    return kind < ARB_FIRST_CUSTOM_KIND ? articles[kind] : articles[ARB_NO_KIND];
}

const char *arb_verdict_name(arb_verdict_code code)
{
    return (unsigned)code < ARB_V_COUNT ? verdicts[code].name : "";
}

unsigned arb_verdict_rank(arb_verdict_code code)
{
    return (unsigned)code < ARB_V_COUNT ? verdicts[code].rank : 0;
}

const char *arb_verdict_article(const arb_verdict *verdict)
{
    if ((unsigned)verdict->code >= ARB_V_COUNT)
        return "";
    if (verdict->code == ARB_V_GAME_OVER)
        return arb_outcome_article(verdict->over);
    if (verdict->code == ARB_V_WRONG_SHAPE)
        return article_of_shape(arb_piece_kind(verdict->piece));
    if (verdict->code == ARB_V_PAWN_BLOCKED)
        return verdict->two_squares ? "3.7.2" : "3.7.1";
    if (verdict->code == ARB_V_PAWN_NO_CAPTURE && verdict->too_late)
        return "3.7.3.2";
    /* Guidelines II are about Chess960: II.3.2.7 says which squares must be vacant, II.3 is
     * castling as a whole. */
    if (verdict->any_home && verdict->code >= ARB_V_CASTLE_KING_MOVED &&
        verdict->code <= ARB_V_CASTLE_INTO_CHECK)
        return verdict->code == ARB_V_CASTLE_BLOCKED ? "II.3.2.7" : "II.3";
    return verdicts[verdict->code].article;
}
