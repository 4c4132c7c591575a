/* win_lean.c: estimates how far a position is from a mate. Layer: position. Only the order of a
 * search depends on the estimate, never an answer.
 *
 * There are two plans, and each has its own queue in the search. The first is the beginner's mate:
 * the loser's king stands in a corner, the winner's king two squares away, and a queen or rook,
 * perhaps a promoted pawn, gives check. The second is for a winner with only knights and bishops,
 * who needs a piece of the loser beside the loser's king; with stronger pieces it counts the
 * squares that are left to the king. */
#include "position/winnable/winnable.h"

static unsigned distance(arb_size size, arb_square a, arb_square b)
{
    int files = arb_square_file(size, a) - arb_square_file(size, b);
    int ranks = arb_square_rank(size, a) - arb_square_rank(size, b);
    unsigned f = (unsigned)(files < 0 ? -files : files), r = (unsigned)(ranks < 0 ? -ranks : ranks);
    return f > r ? f : r;
}

static unsigned off_by(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

/* Steps that the most advanced pawn is away from promotion. */
static unsigned pawn_steps(uint64_t pawns, arb_colour side)
{
    return side == ARB_WHITE ? 7 - (63 - (unsigned)__builtin_clzll(pawns)) / 8
                             : (unsigned)__builtin_ctzll(pawns) / 8;
}

uint64_t arb__win_attacked_by(const arb_position *pos, arb_colour side, uint64_t pieces)
{
    uint64_t occupied = (pos->board.bits.colour[side] | pos->board.bits.colour[side ^ 1u]) &
                        ~arb__bit(pos->royal[side ^ 1u]);
    uint64_t set = arb__pawn_attacks(pieces & pos->board.bits.pawns, side) |
                   arb__knights_see(pieces & pos->board.bits.knights) |
                   arb__king_steps[pos->royal[side]];
    for (uint64_t s = pieces & pos->board.bits.diagonals; s != 0; s &= s - 1)
        set |= arb__diagonal_attacks(arb__first(s), occupied);
    for (uint64_t s = pieces & pos->board.bits.straights; s != 0; s &= s - 1)
        set |= arb__straight_attacks(arb__first(s), occupied);
    return set;
}

uint64_t arb__win_attacked(const arb_position *pos, arb_colour side)
{
    return arb__win_attacked_by(pos, side, pos->board.bits.colour[side]);
}

uint64_t arb__king_roams(const arb_position *pos, arb_colour us, bool still)
{
    arb_colour them = arb_other(us);
    uint64_t enemy = pos->board.bits.colour[them], guarded = arb__win_attacked(pos, them);
    uint64_t way = pos->board.bits.area & ~pos->board.bits.colour[us] & ~pos->board.bits.kings &
                   ~arb__pawn_attacks(enemy & pos->board.bits.pawns, them) &
                   ~(still ? guarded : guarded & enemy);
    uint64_t near = arb__bit(pos->royal[us]), before = 0;
    while (near != before) {
        uint64_t row = near | (near << 1 & ~ARB__FILE_A) | (near >> 1 & ~ARB__FILE_H);
        before = near;
        near |= (row | row << 8 | row >> 8) & way;
    }
    return near;
}

/* How far the kings are from where the mate is planned. */
static unsigned kings_off(const arb_position *pos, arb_colour side, arb_square corner)
{
    return 3 * distance(pos->size, pos->royal[side ^ 1u], corner) +
           3 * off_by(distance(pos->size, pos->royal[side], corner), 2);
}

/* The corner of the far side of the board that is nearest to the loser's king. */
static arb_square far_corner(const arb_position *pos, arb_colour side)
{
    int files = pos->size.files - 1;
    int file = arb_square_file(pos->size, pos->royal[side ^ 1u]) * 2 > files ? files : 0;
    return arb_square_at(pos->size, file, side == ARB_WHITE ? pos->size.ranks - 1 : 0);
}

static unsigned lean_by_force(const arb_position *pos, arb_colour side)
{
    unsigned h = kings_off(pos, side, far_corner(pos, side));
    if (pos->kernel != ARB_KERNEL_BITS)
        return h;
    uint64_t own = pos->board.bits.colour[side], enemy = pos->board.bits.colour[side ^ 1u];
    uint64_t pawns = own & pos->board.bits.pawns;
    h += 4 * (arb__count(enemy) - 1);
    if (own & pos->board.bits.straights)
        return h;
    return h + (pawns != 0 ? 4 + 3 * pawn_steps(pawns, side) : 40);
}

#define DARK UINT64_C(0xAA55AA55AA55AA55)

/* The corner of this square colour that is nearest to a square. */
static unsigned near_corner(arb_size size, arb_square square, uint64_t colour)
{
    static const uint8_t corners[4] = {0, 7, 56, 63};
    unsigned best = 0, least = 99;
    for (unsigned i = 0; i < 4; i++)
        if (colour >> corners[i] & 1) {
            unsigned far = distance(size, square, corners[i]);
            if (far < least) {
                least = far;
                best = corners[i];
            }
        }
    return best;
}

/* A bishop mates in a corner of its colour, a knight in any, if a piece that cannot answer the
 * check takes the square beside the corner that the other king leaves free. */
static unsigned lean_by_minors(const arb_position *pos, arb_colour side)
{
    uint64_t own = pos->board.bits.colour[side], enemy = pos->board.bits.colour[side ^ 1u];
    uint64_t bishops = own & pos->board.bits.diagonals, knights = own & pos->board.bits.knights;
    uint64_t colour = knights != 0 || ((bishops & DARK) && (bishops & ~DARK)) ? ~UINT64_C(0)
                      : (bishops & DARK)                                      ? DARK
                                                                              : ~DARK;
    uint64_t straights = enemy & pos->board.bits.straights;
    uint64_t helpers = enemy & (pos->board.bits.knights | (pos->board.bits.diagonals & ~straights));
    if (bishops == 0 && (helpers & ~DARK) == 0 && (helpers & pos->board.bits.knights) == 0)
        colour = ~DARK;
    if (bishops == 0 && (helpers & DARK) == 0 && (helpers & pos->board.bits.knights) == 0)
        colour = DARK;
    uint64_t theirs = enemy & pos->board.bits.pawns;
    unsigned corner = near_corner(pos->size, pos->royal[side ^ 1u], colour);
    unsigned h = kings_off(pos, side, (arb_square)corner);
    if (bishops != 0 && colour != ~UINT64_C(0))
        helpers &= ~(pos->board.bits.diagonals & colour);
    if (knights != 0)
        helpers |= straights & ~pos->board.bits.diagonals;
    h += 3 * arb__count(straights & ~helpers);
    for (uint64_t k = knights; k != 0; k &= k - 1)
        h += distance(pos->size, (arb_square)arb__first(k), (arb_square)corner) / 2;
    if (arb__count(bishops | knights) > 1 && colour == ~UINT64_C(0))
        return h;
    if (helpers == 0)
        return h + 20 + (theirs ? 4 * pawn_steps(theirs, arb_other(side)) : 0);
    unsigned least = 9;
    for (; helpers != 0; helpers &= helpers - 1) {
        arb_square at = (arb_square)arb__first(helpers);
        unsigned off = off_by(distance(pos->size, at, (arb_square)corner), 1) +
                       (((at ^ corner) & 7) != 0 && ((at ^ corner) >> 3) != 0);
        least = off < least ? off : least;
    }
    return h + least;
}

static unsigned lean_by_flights(const arb_position *pos, arb_colour side)
{
    arb_square prey = pos->royal[side ^ 1u];
    uint64_t enemy = pos->board.bits.colour[side ^ 1u];
    uint64_t seen = arb__win_attacked(pos, side);
    unsigned flights = arb__count(arb__king_steps[prey] & ~enemy & ~seen);
    return 6 * flights + distance(pos->size, prey, pos->royal[side]) +
           3 * arb__count(enemy & ~pos->board.bits.pawns);
}

void arb__lean(const arb_position *pos, arb_colour side, unsigned far[2])
{
    far[0] = far[1] = 0;
    if (pos->royal[ARB_WHITE] == ARB_NO_SQUARE || pos->royal[ARB_BLACK] == ARB_NO_SQUARE)
        return;
    if (pos->kernel != ARB_KERNEL_BITS) {
        far[0] = far[1] = lean_by_force(pos, side);
        return;
    }
    uint64_t own = pos->board.bits.colour[side];
    uint64_t minors = own & (pos->board.bits.knights | pos->board.bits.diagonals);
    bool pawns = (own & pos->board.bits.pawns) != 0;
    bool force = (own & pos->board.bits.straights) != 0;
    bool flights = force || (!pawns && arb__several(minors));
    unsigned alone = force ? 0 : lean_by_minors(pos, side);
    /* Pieces that do not help the mate only add ways to wait. */
    far[0] = pawns || force ? lean_by_force(pos, side)
                            : alone + 7 * arb__count(pos->board.bits.colour[side ^ 1u]);
    far[1] = flights ? lean_by_flights(pos, side) : alone;
}

/* Three times the number of moves, roughly, that the nearest piece of this kind needs to a
 * square. */
static unsigned way_of(const arb_position *pos, arb_colour colour, arb_kind kind, unsigned square)
{
    uint64_t own = pos->board.bits.colour[colour], at = arb__bit(square), pieces;
    uint64_t straights = pos->board.bits.straights, diagonals = pos->board.bits.diagonals;
    switch (kind) {
    case ARB_PAWN:
        pieces = own & pos->board.bits.pawns;
        for (unsigned steps = 0; steps < 7; steps++, pieces = arb__ahead(pieces, colour))
            if ((pieces & at) != 0)
                return 3 * steps;
        return 40;
    case ARB_KNIGHT:
        pieces = own & pos->board.bits.knights;
        for (unsigned moves = 0; pieces != 0 && moves < 7;
             moves++, pieces |= arb__knights_see(pieces))
            if ((pieces & at) != 0)
                return 3 * moves;
        break;
    case ARB_BISHOP:
        pieces = own & diagonals & ~straights & ((DARK & at) != 0 ? DARK : ~DARK);
        if (pieces != 0)
            return (pieces & at) != 0                                 ? 0
                   : (arb__diagonal_attacks(square, 0) & pieces) != 0 ? 3
                                                                      : 6;
        break;
    default:
        pieces = own & straights & (kind == ARB_QUEEN ? diagonals : ~diagonals);
        if (pieces != 0)
            return (pieces & at) != 0                                 ? 0
                   : (arb__straight_attacks(square, 0) & pieces) != 0 ? 3
                                                                      : 6;
    }
    pieces = own & pos->board.bits.pawns;
    return pieces != 0 ? 6 + 3 * pawn_steps(pieces, colour) : 40;
}

/* The winner's pieces on lines to a square. The other king cannot step there before they are gone.
 */
static unsigned in_the_way(const arb_position *pos, arb_colour side, unsigned square)
{
    uint64_t lines = (arb__diagonal_rays(square) & pos->board.bits.diagonals) |
                     (arb__straight_rays(square) & pos->board.bits.straights);
    return arb__count(lines & pos->board.bits.colour[side]);
}

unsigned arb__lean_to(const arb_position *pos, arb_colour side, const arb__win_goal *goal)
{
    unsigned h = 3 * distance(pos->size, pos->royal[side ^ 1u], (arb_square)goal->prey);
    if (pos->royal[side ^ 1u] != goal->prey)
        h += 3 * in_the_way(pos, side, goal->prey);
    if (goal->king < 64)
        h += 3 * distance(pos->size, pos->royal[side], (arb_square)goal->king);
    for (unsigned i = 0; i < goal->count; i++)
        h += way_of(pos, goal->piece[i].colour, goal->piece[i].kind, goal->piece[i].square);
    return h;
}
