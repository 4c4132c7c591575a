/* position_access.c: read access to a position. Layer: position. */
#include "kernel/bits/bits.h"
#include "position/position.h"

#include <string.h>

/* A position on bitboards uses a tenth of arb_position, which has room for the largest board. The
 * rest is not copied. */
void arb_position_copy(arb_position *to, const arb_position *from)
{
    if (from->kernel != ARB_KERNEL_BITS)
        *to = *from;
    else
        memcpy(to, from, offsetof(arb_position, board) + sizeof from->board.bits);
}

void arb_position_set_budget(arb_position *pos, arb_budget *budget)
{
    pos->budget = budget;
}

arb_colour arb_position_turn(const arb_position *pos)
{
    return (arb_colour)pos->turn;
}

arb_size arb_position_size(const arb_position *pos)
{
    return pos->size;
}

const arb_rules *arb_position_rules(const arb_position *pos)
{
    return pos->rules;
}

arb_kernel arb_position_kernel(const arb_position *pos)
{
    return (arb_kernel)pos->kernel;
}

arb_piece arb_position_piece(const arb_position *pos, arb_square square)
{
    return arb_square_on(pos->size, square) ? arb__piece_at(pos, square) : ARB_NO_PIECE;
}

static void put_kind(arb_piece *board, uint64_t set, arb_piece piece)
{
    for (; set != 0; set &= set - 1)
        board[arb__first(set)] = piece;
}

void arb_position_board(const arb_position *pos, arb_piece board[ARB_SQUARE_LIMIT])
{
    size_t end = (size_t)pos->size.ranks << arb_size_shift(pos->size);
    if (pos->kernel != ARB_KERNEL_BITS) {
        for (size_t at = 0; at < end; at++)
            board[at] = pos->board.grid[at] & (ARB_PROMOTED - 1u);
        return;
    }
    arb__kinds kinds = arb__bits_kinds(pos);
    uint64_t white = pos->board.bits.colour[ARB_WHITE], black = pos->board.bits.colour[ARB_BLACK];
    memset(board, ARB_NO_PIECE, end);
    for (arb_kind kind = ARB_PAWN; kind <= ARB_KING; kind++) {
        put_kind(board, kinds.of[kind] & white, arb_piece_of(ARB_WHITE, kind));
        put_kind(board, kinds.of[kind] & black, arb_piece_of(ARB_BLACK, kind));
    }
}

arb_square arb_position_royal(const arb_position *pos, arb_colour colour)
{
    return pos->royal[colour];
}

unsigned arb_position_hand(const arb_position *pos, arb_colour colour, arb_kind kind)
{
    return pos->special != 0 && kind < ARB_KIND_LIMIT ? pos->hand[colour][kind] : 0;
}

unsigned arb_position_checks(const arb_position *pos, arb_colour colour)
{
    return pos->checks[colour];
}

uint32_t arb_position_halfmove(const arb_position *pos)
{
    return pos->halfmove;
}

uint32_t arb_position_fullmove(const arb_position *pos)
{
    return pos->fullmove;
}
