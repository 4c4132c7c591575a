/* win_lean.c: a guess how far a position is from a mate. Layer: position. Only the order of a
 * search depends on it, never an answer.
 *
 * The picture is that of every beginner's mate: the king that is to be mated stands in a corner,
 * the other king two squares away, and a queen or rook gives check. A plan names the corner. */
#include "position/winnable/winnable.h"

static unsigned distance(arb_size size, arb_square a, arb_square b)
{
    int files = arb_square_file(size, a) - arb_square_file(size, b);
    int ranks = arb_square_rank(size, a) - arb_square_rank(size, b);
    unsigned f = (unsigned)(files < 0 ? -files : files), r = (unsigned)(ranks < 0 ? -ranks : ranks);
    return f > r ? f : r;
}

static arb_square corner_of(const arb_position *pos, arb_colour side, unsigned plan)
{
    int last_file = pos->size.files - 1, last_rank = pos->size.ranks - 1;
    int rank = side == ARB_WHITE ? last_rank : 0;
    bool dark = plan == 0;
    bool right_is_dark = (rank + last_file) % 2 == 0;
    return arb_square_at(pos->size, dark == right_is_dark ? last_file : 0, rank);
}

static unsigned pawn_steps(uint64_t pawns, arb_colour side)
{
    unsigned row = side == ARB_WHITE ? 7 - (63 - (unsigned)__builtin_clzll(pawns)) / 8
                                     : (unsigned)__builtin_ctzll(pawns) / 8;
    return row;
}

/* What the winner has to mate with. */
static unsigned force_missing(const arb_position *pos, arb_colour side)
{
    uint64_t own = pos->board.bits.colour[side], enemy = pos->board.bits.colour[side ^ 1u];
    unsigned missing = arb__count(enemy) - 1;
    if (own & pos->board.bits.straights)
        return missing;
    uint64_t pawns = own & pos->board.bits.pawns;
    if (pawns != 0)
        return missing + 4 + 3 * pawn_steps(pawns, side);
    uint64_t theirs = enemy & pos->board.bits.pawns;
    return 10 + (theirs ? 3 * pawn_steps(theirs, arb_other(side)) : 0);
}

unsigned arb__lean(const arb_position *pos, arb_colour side, unsigned plan)
{
    arb_square prey = pos->royal[arb_other(side)], hunter = pos->royal[side];
    if (prey == ARB_NO_SQUARE || hunter == ARB_NO_SQUARE)
        return 0;
    arb_square corner = corner_of(pos, side, plan);
    unsigned far = distance(pos->size, hunter, corner);
    unsigned h = 4 * distance(pos->size, prey, corner) + 3 * (far > 2 ? far - 2 : 2 - far);
    if (pos->kernel == ARB_KERNEL_BITS)
        h += force_missing(pos, side);
    return h;
}
