/* play_sets.h: puts pieces on the bitboards of a position; their keys. Layer: position. */
#ifndef ARB_POSITION_PLAY_SETS_H
#define ARB_POSITION_PLAY_SETS_H

#include "kernel/bits/home_castling.h"
#include "kernel/bits/normal_move.h"
#include "position/key.h"
#include "position/play.h"

#include <string.h>

/* Puts pieces of one kind on empty squares, or removes them: each square is toggled. */
ARB__INLINE void arb__toggle(arb_position *pos, unsigned colour, arb_kind kind, uint64_t squares)
{
    pos->board.bits.colour[colour] ^= squares;
    switch (kind) {
    case ARB_PAWN:
        pos->board.bits.pawns ^= squares;
        break;
    case ARB_KNIGHT:
        pos->board.bits.knights ^= squares;
        break;
    case ARB_BISHOP:
        pos->board.bits.diagonals ^= squares;
        break;
    case ARB_ROOK:
        pos->board.bits.straights ^= squares;
        break;
    case ARB_QUEEN:
        pos->board.bits.diagonals ^= squares;
        pos->board.bits.straights ^= squares;
        break;
    default:
        pos->board.bits.kings ^= squares;
    }
}

ARB__INLINE uint64_t arb__key_of(unsigned colour, arb_kind kind, unsigned square)
{
    return arb__key_chess[colour][kind][square];
}

#endif
