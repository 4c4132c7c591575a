/* bits_legality.c: is this one move legal? Layer: kernel. Accepts any 32 bits as a move. Normal
 * moves (normal_move.h) and castling in chess are tested without generating any; en passant, and
 * castling by other rules, are legal if the list has them. */
#include "kernel/bits/home_castling.h"
#include "kernel/bits/normal_move.h"
#include "kernel/fast.h"

/* Neither this nor core_legal is inlined, so that normal moves and the accelerated path do not have
 * to save registers. */
static __attribute__((noinline)) bool is_listed(const arb_position *pos, arb_colour colour,
                                                arb_move move)
{
    arb_move list[ARB_MOVES_8X8];
    /* An accelerator lists en passant by pos->en_passant_legal, which is found here. */
    size_t count = arb__core_moves(pos, colour, list);
    while (count > 0 && list[count - 1] != move)
        count--;
    return count > 0;
}

/* The king must not be in check, nor cross or arrive at an attacked square (FIDE 3.8.2.2). */
static bool home_castling_legal(const arb_position *pos, unsigned us, arb_move move)
{
    unsigned king = arb_move_from(move), rook = arb_move_to(move);
    unsigned side = rook > king ? ARB_KING_SIDE : ARB_QUEEN_SIDE;
    uint64_t enemy = pos->board.bits.colour[us ^ 1u], blockers = pos->board.bits.colour[us] | enemy;
    if (arb_move_promotion(move) != ARB_NO_KIND || king != pos->royal[us] ||
        rook != pos->castle_rook[us][side] ||
        arb__castle_unblocked(arb__bit(rook), blockers, us) == 0)
        return false;
    uint64_t path = arb__bit(king) | arb__castle_king_path(side) << arb__home_row(us);
    for (; path != 0; path &= path - 1)
        if (arb__is_attacked(pos, us, arb__first(path), blockers ^ arb__bit(king), enemy, true))
            return false;
    return true;
}

static __attribute__((noinline)) bool core_legal(const arb_position *pos, arb_colour colour,
                                                 arb_move move)
{
    if (pos->over || (move & ARB__NO_MOVE_OF_64) != 0)
        return false;
    if ((move & ARB__NOT_NORMAL) == 0)
        return arb__normal_legal(pos, colour, move);
    return pos->chess && arb_move_type_of(move) == ARB_CASTLING
               ? home_castling_legal(pos, colour, move)
               : is_listed(pos, colour, move);
}

bool arb__bits_is_legal(const arb_position *pos, arb_colour colour, arb_move move)
{
    if (pos->fast != 0 && (move & ARB__MORE_THAN_SQUARES) == 0)
        return arb__fast.moves[pos->fast].is_legal(pos, colour, move);
    return core_legal(pos, colour, move);
}
