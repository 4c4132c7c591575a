/* moves.c: legal moves as lists, one by one, or as a yes or no. Layer: position. */
#include "kernel/bits/normal_move.h"
#include "kernel/fast.h"
#include "position/position.h"

size_t arb_position_moves_of(const arb_position *pos, arb_colour colour, arb_move *list, size_t cap)
{
    if (pos->kernel == ARB_KERNEL_BITS && cap >= ARB_MOVES_8X8)
        return arb__bits_moves(pos, colour, list);
    if (pos->kernel == ARB_KERNEL_BITS && cap == 0)
        return arb__bits_count(pos, colour);
    arb__sink sink = {.list = list, .cap = cap};
    arb__moves(pos, colour, &sink);
    return sink.count;
}

size_t arb_position_moves(const arb_position *pos, arb_move *list, size_t cap)
{
    return arb_position_moves_of(pos, (arb_colour)pos->turn, list, cap);
}

bool arb_position_each_move_of(const arb_position *pos, arb_colour colour,
                               arb_move_listener *listener, void *context)
{
    arb__sink sink = {.listener = listener, .context = context};
    return arb__moves(pos, colour, &sink);
}

bool arb_position_each_move(const arb_position *pos, arb_move_listener *listener, void *context)
{
    return arb_position_each_move_of(pos, (arb_colour)pos->turn, listener, context);
}

/* A filter of moves: those from one square or, with ARB_NO_SQUARE, captures. */
typedef struct {
    const arb_position *pos;
    arb_square from;
    arb__sink sink;
} chosen;

static bool add_if_chosen(void *context, arb_move move)
{
    chosen *moves = (chosen *)context;
    bool wanted = moves->from == ARB_NO_SQUARE ? arb__takes(moves->pos, move)
                                               : arb_move_from(move) == moves->from;
    return !wanted || arb__sink_add(&moves->sink, move);
}

size_t arb_position_moves_from(const arb_position *pos, arb_square from, arb_move *list, size_t cap)
{
    chosen moves = {.pos = pos, .from = from, .sink = {.list = list, .cap = cap}};
    if (!arb_square_on(pos->size, from))
        return 0;
    if (pos->kernel == ARB_KERNEL_GRID)
        arb__grid_moves_from(pos, (arb_colour)pos->turn, from, &moves.sink);
    else
        arb_position_each_move(pos, add_if_chosen, &moves);
    return moves.sink.count;
}

size_t arb_position_captures(const arb_position *pos, arb_move *list, size_t cap)
{
    chosen moves = {.pos = pos, .from = ARB_NO_SQUARE, .sink = {.list = list, .cap = cap}};
    arb_position_each_move(pos, add_if_chosen, &moves);
    return moves.sink.count;
}

bool arb_position_has_move(const arb_position *pos)
{
    return arb__has_move(pos, (arb_colour)pos->turn);
}

bool arb_position_is_legal(const arb_position *pos, arb_move move)
{
    if (pos->fast != 0 && (move & ARB__MORE_THAN_SQUARES) == 0)
        return arb__fast.moves[pos->fast].is_legal(pos, (arb_colour)pos->turn, move);
    return arb__is_legal(pos, (arb_colour)pos->turn, move);
}
