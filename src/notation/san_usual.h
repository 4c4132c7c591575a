/* san_usual.h: the moves that make up most of every game, with the fewest steps. Layer: notation.
 *
 * A side that is not in check, one piece that can be meant, no promotion, no castling, no origin in
 * the text. Everything else goes through san_plain.h, which gives the same answers. Inlined into
 * its one user, with the side as a constant. */
#ifndef ARB_NOTATION_SAN_USUAL_H
#define ARB_NOTATION_SAN_USUAL_H

#include "notation/san_plain.h"
#include "position/key.h"

typedef struct {
    uint64_t from;  /* one bit, or not a usual move */
    uint64_t check; /* the target, if the piece attacks the enemy king from there */
} arb__usual;

/* A slider of a kind that goes to `to`: where from, and does it look at the enemy king? */
ARB__INLINE arb__usual arb__usual_slider(uint64_t set, uint64_t rays, unsigned to, unsigned enemy,
                                         uint64_t occupied)
{
    arb__usual u;
    uint64_t at = arb__bit(to);
    u.from = arb__several(set) ? arb__seeing(set, to, occupied) : set;
    if (u.from == set && (arb__between[to][arb__first(set | (uint64_t)1 << 63)] & occupied) != 0)
        u.from = 0;
    uint64_t sees = rays & arb__bit(enemy);
    bool clear = (arb__between[to][enemy] & occupied & ~u.from) == 0;
    u.check = sees != 0 && clear ? at : 0;
    return u;
}

/* Makes the move on `n`, whose key is left without the parts of turn, rights and en passant. The
 * number of bytes taken, without the mark; 0 if this is not a usual move. */
ARB__INLINE bool arb__usual_move(const arb__runner *r, const char *text, size_t len, arb__runner *n,
                                 arb_colour us)
{
    const arb__board *b = &r->b;
    const unsigned them = us ^ 1u;
    unsigned file = (unsigned)(text[len - 2] - 'a'), rank = (unsigned)(text[len - 1] - '1');
    unsigned first = (unsigned char)text[0];
    if (r->checkers != 0 || (file | rank) > 7 || first > 127)
        return false;
    const unsigned to = rank * 8 + file;
    const uint64_t at = arb__bit(to), own = b->colour[us], foe = b->colour[them];
    const uint64_t occupied = own | foe;
    const unsigned kind = arb__plain_kinds[first];
    const unsigned enemy = arb__first(b->kings & foe);
    const unsigned king = arb__first(b->kings & own);
    const bool takes = (foe & at) != 0;
    const bool pawn = kind == ARB_PAWN;
    /* "Nf3", "Nxf3"; "e4", "exd5". */
    if (len != (pawn ? 2u : 3u) + (takes ? (pawn ? 2u : 1u) : 0u) || (own & at) != 0 ||
        (takes && text[1] != 'x'))
        return false;

    arb__usual u = {0, 0};
    uint64_t passed = 0;
    n->b = *b;
    if (takes) {
        n->b.pawns &= ~at;
        n->b.knights &= ~at;
        n->b.diagonals &= ~at;
        n->b.straights &= ~at;
        n->b.colour[them] = foe & ~at;
    }
    switch (kind) {
    case ARB_PAWN: {
        if (rank == (us == ARB_WHITE ? 7 : 0))
            return false;
        if (takes) {
            u.from = arb__pawn_attacks(at, arb_other(us)) & b->pawns & own &
                     ARB__FILE_A << (first - 'a');
        } else {
            uint64_t one = us == ARB_WHITE ? at >> 8 : at << 8;
            uint64_t two = us == ARB_WHITE ? one >> 8 : one << 8;
            uint64_t row = us == ARB_WHITE ? ARB__ROW_1 << 8 : ARB__ROW_1 << 48;
            bool step = (occupied & one) != 0;
            u.from = (step ? one : two & row) & b->pawns & own;
            passed = step ? 0 : one;
        }
        u.check = (arb__pawn_attacks(at, us) >> enemy & 1) != 0 ? at : 0;
        n->b.pawns ^= u.from | at;
        break;
    }
    case ARB_KNIGHT:
        u.from = arb__knight_steps[to] & b->knights & own;
        u.check = (arb__knight_steps[to] >> enemy & 1) != 0 ? at : 0;
        n->b.knights ^= u.from | at;
        break;
    case ARB_BISHOP:
        u = arb__usual_slider(arb__diagonal_rays(to) & b->diagonals & ~b->straights & own,
                              arb__diagonal_rays(to), to, enemy, occupied);
        n->b.diagonals ^= u.from | at;
        break;
    case ARB_ROOK:
        u = arb__usual_slider(arb__straight_rays(to) & b->straights & ~b->diagonals & own,
                              arb__straight_rays(to), to, enemy, occupied);
        n->b.straights ^= u.from | at;
        break;
    case ARB_QUEEN: {
        uint64_t rays = arb__straight_rays(to) | arb__diagonal_rays(to);
        u = arb__usual_slider(rays & b->diagonals & b->straights & own, rays, to, enemy, occupied);
        n->b.diagonals ^= u.from | at;
        n->b.straights ^= u.from | at;
        break;
    }
    case ARB_KING:
        u.from = arb__king_steps[to] & b->kings & own;
        if (u.from == 0 || !arb__king_may_go(b, u.from, to, us))
            return false;
        n->b.kings ^= u.from | at;
        n->b.marks &= us == ARB_WHITE ? ~ARB__ROW_1 : ~(ARB__ROW_1 << 56);
        break;
    default:
        return false;
    }
    if (u.from == 0 || arb__several(u.from))
        return false;
    if (kind != ARB_KING && ((arb__straight_rays(king) | arb__diagonal_rays(king)) & u.from) != 0 &&
        !arb__may_go(r, u.from, at, us))
        return false;

    const unsigned from = arb__first(u.from);
    n->b.colour[us] = own ^ (u.from | at);
    n->b.marks &= ~(u.from | at);
    n->checkers = u.check;
    if (((arb__straight_rays(enemy) | arb__diagonal_rays(enemy)) & u.from) != 0)
        n->checkers |= arb__seeing(arb__aiming(&n->b, enemy, us), enemy, arb__occupied(&n->b));
    n->passed = passed;
    n->halfmove = pawn || takes ? 0 : r->halfmove + 1;
    n->fullmove = r->fullmove + (us == ARB_BLACK);
    n->us = arb_other(us);
    n->key = r->key ^ arb__key_chess[us][kind][from] ^ arb__key_chess[us][kind][to];
    n->ply = (arb__ply){.from = from, .to = to, .kind = (arb_kind)kind};
    if (takes) {
        n->ply.captured = arb__kind_on(b, at);
        n->key ^= arb__key_chess[them][n->ply.captured][to];
    }
    return true;
}

#endif
