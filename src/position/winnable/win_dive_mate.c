/* win_dive_mate.c: a dive's moves that mate, and those that prepare a mate. Layer: position.
 *
 * A move is tried only if sets of attacked squares suggest that it leaves the king no square. The
 * sets are a guess; whether a move is legal and whether it mates, the kernel decides. */
#include "position/winnable/win_dive.h"

/* Finds the squares from which each kind of the winner's pieces gives check, and the pieces whose
 * moves may uncover a check. */
static void aim(arb__dive *d)
{
    const arb_position *pos = &d->pos;
    unsigned king = pos->royal[d->side ^ 1u];
    uint64_t own = pos->board.bits.colour[d->side];
    uint64_t occupied = own | pos->board.bits.colour[d->side ^ 1u] | ~pos->board.bits.area;
    uint64_t straight = arb__straight_attacks(king, occupied);
    uint64_t diagonal = arb__diagonal_attacks(king, occupied);
    d->aims[ARB_NO_KIND] = d->aims[ARB_KING] = 0;
    d->aims[ARB_PAWN] = arb__pawn_attacks(arb__bit(king), arb_other(d->side));
    d->aims[ARB_KNIGHT] = arb__knight_steps[king];
    d->aims[ARB_BISHOP] = diagonal;
    d->aims[ARB_ROOK] = straight;
    d->aims[ARB_QUEEN] = straight | diagonal;
    /* A piece uncovers a check only if a slider stands behind it. */
    uint64_t behind_straight = arb__straight_attacks(king, occupied & ~(straight & own)) &
                               pos->board.bits.straights & own & ~straight;
    uint64_t behind_diagonal = arb__diagonal_attacks(king, occupied & ~(diagonal & own)) &
                               pos->board.bits.diagonals & own & ~diagonal;
    d->screens =
        (behind_straight != 0 ? straight & own : 0) | (behind_diagonal != 0 ? diagonal & own : 0);
}

/* Makes a move that may mate; takes it back if it does not. */
static bool try_mate(arb__dive *d, arb_move move)
{
    arb_undo undo;
    arb_position *pos = &d->pos;
    arb__play(pos, move, &undo);
    d->line[d->length++] = move;
    if (arb__is_attacked(pos, pos->turn, pos->royal[pos->turn],
                         pos->board.bits.colour[0] | pos->board.bits.colour[1],
                         pos->board.bits.colour[d->side], false) &&
        !arb_position_has_move(pos))
        return true;
    arb_position_undo(pos, &undo);
    d->length--;
    return false;
}

/* Does a move to one of `targets` mate? `open` is the set of squares beside the king that the
 * winner does not attack. */
static bool mates(arb__dive *d, unsigned from, uint64_t targets, arb_kind promotion, arb_kind kind,
                  uint64_t open)
{
    if (targets == 0)
        return false;
    uint64_t occupied = d->pos.board.bits.colour[0] | d->pos.board.bits.colour[1];
    occupied &= ~(arb__bit(from) | arb__bit(d->pos.royal[d->side ^ 1u]));
    for (; targets != 0; targets &= targets - 1) {
        unsigned to = arb__first(targets);
        arb_move move = arb_move_of((arb_square)from, (arb_square)to, promotion, ARB_NORMAL);
        if ((open & ~arb__dive_attacks(kind, d->side, to, occupied)) == 0 &&
            arb__normal_legal(&d->pos, d->side, move) && try_mate(d, move))
            return true;
    }
    return false;
}

static bool more_than_four(uint64_t set)
{
    for (unsigned i = 0; i < 4; i++)
        set &= set - 1;
    return set != 0;
}

/* Squares beside the loser's king that its own side does not occupy and `pieces` do not attack. */
static uint64_t open_squares(const arb__dive *d, uint64_t pieces)
{
    const arb_position *pos = &d->pos;
    return arb__king_steps[pos->royal[d->side ^ 1u]] & pos->board.bits.area &
           ~pos->board.bits.colour[d->side ^ 1u] & ~arb__win_attacked_by(pos, d->side, pieces);
}

/* The pieces whose moves may mate: not the king, and pawns only if one can promote or give check by
 * its own step or capture. */
static uint64_t mating_pieces(const arb__dive *d)
{
    const arb_position *pos = &d->pos;
    uint64_t own = pos->board.bits.colour[d->side], enemy = pos->board.bits.colour[d->side ^ 1u];
    uint64_t pawns = own & pos->board.bits.pawns;
    uint64_t targets =
        (arb__ahead(pawns, d->side) & ~own & ~enemy) | (arb__pawn_attacks(pawns, d->side) & enemy);
    if ((targets & (d->aims[ARB_PAWN] | pos->board.bits.promotion[d->side])) != 0)
        pawns = 0;
    return own & ~pos->board.bits.kings & ~(pawns & ~d->screens);
}

/* Mates by the king, by castling, by a double step and en passant are not looked for. */
bool arb__dive_mate(arb__dive *d)
{
    const arb_position *pos = &d->pos;
    uint64_t own = pos->board.bits.colour[d->side], enemy = pos->board.bits.colour[d->side ^ 1u];
    uint64_t occupied = own | enemy | ~pos->board.bits.area;
    uint64_t open = open_squares(d, own);
    d->cornered = !more_than_four(open);
    if (!d->cornered)
        return false;
    aim(d);
    for (uint64_t left = mating_pieces(d); left != 0; left &= left - 1) {
        unsigned from = arb__first(left);
        arb_kind kind = arb_piece_kind(arb__bits_piece_at(pos, (arb_square)from));
        uint64_t screened = (d->screens >> from & 1) != 0 ? pos->board.bits.area : 0, last = 0;
        uint64_t targets = arb__dive_attacks(kind, d->side, from, occupied) & ~own;
        if (kind == ARB_PAWN) {
            targets = (targets & enemy) | (arb__ahead(arb__bit(from), d->side) & ~occupied);
            last = targets & pos->board.bits.promotion[d->side];
            if (mates(d, from, last & (d->aims[ARB_QUEEN] | screened), ARB_QUEEN, ARB_QUEEN,
                      open) ||
                mates(d, from, last & d->aims[ARB_KNIGHT], ARB_KNIGHT, ARB_KNIGHT, open))
                return true;
        }
        targets &= ~last & pos->board.bits.area & (d->aims[kind] | screened);
        if (mates(d, from, targets, ARB_NO_KIND, kind, open))
            return true;
    }
    return false;
}

/* Squares on which the piece from `from` would mate, judged by the squares beside the king. */
static uint64_t mating_squares(const arb__dive *d, unsigned from, arb_kind kind)
{
    const arb_position *pos = &d->pos;
    uint64_t own = pos->board.bits.colour[d->side];
    unsigned prey = pos->royal[d->side ^ 1u];
    uint64_t occupied = (own | pos->board.bits.colour[d->side ^ 1u] | ~pos->board.bits.area) &
                        ~arb__bit(prey) & ~arb__bit(from);
    uint64_t open = open_squares(d, own & ~arb__bit(from)), squares = 0;
    if (more_than_four(open))
        return 0;
    for (uint64_t at = d->aims[kind] & ~own & ~open; at != 0; at &= at - 1)
        if ((open & ~arb__dive_attacks(kind, d->side, arb__first(at), occupied)) == 0)
            squares |= at & -at;
    return squares;
}

bool arb__dive_prepare(arb__dive *d)
{
    const arb_position *pos = &d->pos;
    uint64_t own = pos->board.bits.colour[d->side], enemy = pos->board.bits.colour[d->side ^ 1u];
    for (uint64_t left = own & pos->board.bits.straights; left != 0; left &= left - 1) {
        unsigned from = arb__first(left);
        arb_kind kind = (pos->board.bits.diagonals >> from & 1) != 0 ? ARB_QUEEN : ARB_ROOK;
        uint64_t goals = mating_squares(d, from, kind);
        if (goals == 0)
            continue;
        uint64_t occupied = (own | enemy | ~pos->board.bits.area) & ~arb__bit(from);
        uint64_t targets = arb__dive_attacks(kind, d->side, from, occupied) & ~own &
                           ~d->aims[kind] & pos->board.bits.area;
        for (; targets != 0; targets &= targets - 1)
            if ((arb__dive_attacks(kind, d->side, arb__first(targets), occupied) & goals) != 0 &&
                arb__dive_go_to(d, from, targets & -targets, ARB_NO_KIND))
                return true;
    }
    return false;
}
