/* attacks.c: attackers, checks, pins and threats. Layer: position. */
#include "kernel/bits/normal_move.h"
#include "position/position.h"

size_t arb_position_attackers(const arb_position *pos, arb_square square, arb_colour by,
                              arb_square *list, size_t cap)
{
    if (pos->kernel == ARB_KERNEL_BITS)
        return square < 64 && (pos->board.bits.area >> square & 1) != 0
                   ? arb__bits_list_attackers(pos, NULL, square, by, list, cap)
                   : 0;
    return arb_square_on(pos->size, square) ? arb__attackers(pos, NULL, square, by, list, cap) : 0;
}

size_t arb_position_checkers(const arb_position *pos, arb_colour colour, arb_square *list,
                             size_t cap)
{
    arb_square royal = pos->royal[colour];
    if (pos->special != 0)
        royal = arb__exposed(pos, NULL, royal, colour);
    return arb_position_attackers(pos, royal, arb_other(colour), list, cap);
}

bool arb_position_in_check(const arb_position *pos, arb_colour colour)
{
    if (pos->chess) {
        uint64_t own = pos->board.bits.colour[colour], enemy = pos->board.bits.colour[colour ^ 1u];
        return arb__is_attacked(pos, colour, pos->royal[colour], own | enemy, enemy, true);
    }
    if (pos->special != 0)
        return arb__in_check(pos, colour);
    /* Kinds that are royal besides count only where kings must be safe, which is special. */
    return pos->royal[colour] != ARB_NO_SQUARE &&
           arb__attacked(pos, NULL, pos->royal[colour], arb_other(colour));
}

/* The enemy piece that would attack the royal piece if `shield` were not there. */
static arb_square uncovered(const arb_position *pos, arb_colour colour, arb_square shield)
{
    arb_square before[ARB_SQUARE_LIMIT], after[ARB_SQUARE_LIMIT];
    arb_square royal = pos->royal[colour];
    arb__edit lifted = {.count = 1, .at = {shield}, .piece = {ARB_NO_PIECE}};
    size_t n = arb__attackers(pos, NULL, royal, arb_other(colour), before, ARB_SQUARE_LIMIT);
    size_t m = arb__attackers(pos, &lifted, royal, arb_other(colour), after, ARB_SQUARE_LIMIT);
    for (size_t i = 0; i < m; i++)
        if (i >= n || after[i] != before[i])
            return after[i];
    return ARB_NO_SQUARE;
}

size_t arb_position_pins(const arb_position *pos, arb_colour colour, arb_pin *list, size_t cap)
{
    size_t count = 0;
    if (pos->royal[colour] == ARB_NO_SQUARE)
        return 0;
    for (arb_square at = 0; at != ARB_NO_SQUARE; at = arb__next_square(pos->size, at)) {
        arb_piece piece = arb__piece_at(pos, at);
        if (piece == ARB_NO_PIECE || arb_piece_colour(piece) != colour || at == pos->royal[colour])
            continue;
        arb_square by = uncovered(pos, colour, at);
        if (by == ARB_NO_SQUARE)
            continue;
        if (count < cap)
            list[count] = (arb_pin){at, by};
        count++;
    }
    return count;
}

bool arb_position_threatened(const arb_position *pos, arb_square square)
{
    arb_piece piece = arb_position_piece(pos, square);
    return piece != ARB_NO_PIECE &&
           arb__attacked(pos, NULL, square, arb_other(arb_piece_colour(piece)));
}
