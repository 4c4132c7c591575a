/* score_board.c: the slow paths of the board of a game score: castling, en passant, promotion, and
 * the question whether there is a legal move. Layer: fast. */
#include "fast/score/score_board.h"
#include "kernel/bits/move_count.h"

/* Puts a piece on a square, or takes it off. */
static void toggle(arb__score_board *r, size_t kind, size_t at, arb_colour colour)
{
    r->pieces[colour][kind] ^= arb__square_bit(at);
    r->colour[colour] ^= arb__square_bit(at);
}

void arb__score_board_play(arb__score_board *r, const arb__ply *ply, arb_colour us)
{
    bool passing = ply->type == ARB_EN_PASSANT;
    arb__score_board_step(r, ply->kind, passing ? ARB_NO_KIND : ply->captured, ply->from, ply->to,
                          us);
    if (passing) {
        size_t at = arb__first(arb__en_passant_taken(arb__square_bit(ply->to), us));
        toggle(r, ARB_PAWN, at, arb_other(us));
        r->on[at] = ARB_NO_KIND;
    }
    if (ply->promotion != ARB_NO_KIND) {
        r->pieces[us][ARB_PAWN] ^= arb__square_bit(ply->to);
        r->pieces[us][ply->promotion] ^= arb__square_bit(ply->to);
        r->on[ply->to] = (uint8_t)ply->promotion;
    }
}

/* Takes a normal move back. What was captured cannot be predicted, so there is no branch on it: the
 * set of ARB_NO_KIND is scratch. */
static void step_back(arb__score_board *r, const arb__ply *ply, arb_colour us)
{
    uint64_t to = arb__square_bit(ply->to), both = arb__square_bit(ply->from) | to;
    uint64_t taken = to & (0 - (uint64_t)(ply->captured != ARB_NO_KIND));
    r->pieces[us][ply->kind] ^= both;
    r->pieces[us ^ 1u][ply->captured] |= taken;
    r->colour[us] ^= both;
    r->colour[us ^ 1u] |= taken;
    r->on[ply->from] = (uint8_t)ply->kind;
    r->on[ply->to] = (uint8_t)ply->captured;
    r->king[us] = ply->kind == ARB_KING ? ply->from : r->king[us];
}

void arb__score_board_take_back(arb__score_board *r, const arb__ply *ply, arb_colour us)
{
    if (ARB__LIKELY((ply->type | ply->promotion) == 0)) {
        step_back(r, ply, us);
        return;
    }
    if (ply->type == ARB_CASTLING) {
        unsigned side = arb__side_of_castling(ply);
        arb__score_board_step(r, ARB_ROOK, ARB_NO_KIND, arb__chess.rook_to[us][side],
                              arb__castle_rook_home(us, side), us);
    }
    if (ply->promotion != ARB_NO_KIND) {
        r->pieces[us][ARB_PAWN] ^= arb__square_bit(ply->to);
        r->pieces[us][ply->promotion] ^= arb__square_bit(ply->to);
    }
    arb__score_board_step(r, ply->kind, ARB_NO_KIND, ply->to, ply->from, us);
    if (ply->captured != ARB_NO_KIND) {
        size_t at = ply->type == ARB_EN_PASSANT
                        ? arb__first(arb__en_passant_taken(arb__square_bit(ply->to), us))
                        : ply->to;
        toggle(r, ply->captured, at, arb_other(us));
        r->on[at] = (uint8_t)ply->captured;
    }
    if (ply->kind == ARB_KING)
        r->king[us] = ply->from;
}

arb__board arb__score_board_sets(const arb__score_board *r, uint64_t passed)
{
    uint64_t queens = arb__of_kind(r, ARB_QUEEN);
    return (arb__board){.pawns = arb__of_kind(r, ARB_PAWN),
                        .knights = arb__of_kind(r, ARB_KNIGHT),
                        .diagonals = arb__of_kind(r, ARB_BISHOP) | queens,
                        .straights = arb__of_kind(r, ARB_ROOK) | queens,
                        .kings = arb__of_kind(r, ARB_KING),
                        .colour = {r->colour[0], r->colour[1]},
                        .marks = passed};
}

ARB__INLINE bool has_move(const arb__score_board *r, uint64_t passed, arb_colour us)
{
    size_t king = r->king[us];
    /* The king is asked first: most checks leave it a square to go to. */
    for (uint64_t to = arb__king_steps[king] & ~r->colour[us]; to != 0; to &= to - 1)
        if (arb__king_may_go(r, arb__first(to), us))
            return true;
    arb__board b = arb__score_board_sets(r, passed);
    return arb__any_move(&b, &arb__chess, &arb__portable_sliders, us);
}

bool arb__score_board_has_move(const arb__score_board *r, uint64_t passed, arb_colour us)
{
    return us == ARB_WHITE ? has_move(r, passed, ARB_WHITE) : has_move(r, passed, ARB_BLACK);
}

bool arb__passing_safe(const arb__score_board *r, uint64_t passed, uint64_t from, arb_colour us)
{
    arb__board b = arb__score_board_sets(r, passed);
    arb__view v = {
        .enemy = b.colour[us ^ 1u], .blockers = arb__occupied(r), .royal = b.kings & b.colour[us]};
    return arb__en_passant_safe(&b, &arb__chess, &v, from, passed, us);
}

bool arb__score_board_en_passant(const arb__score_board *r, uint64_t passed, arb_colour us)
{
    uint64_t takers = arb__pawn_attacks(passed, arb_other(us)) & r->pieces[us][ARB_PAWN];
    for (; takers != 0; takers &= takers - 1)
        if (arb__passing_safe(r, passed, takers & -takers, us))
            return true;
    return false;
}
