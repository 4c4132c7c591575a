/* repair.c: drops impossible castling rights and an impossible en-passant square from a setup.
 * Layer: position. from_setup.c decides what is possible. */
#include "arbiter.h"

static const uint32_t dropped_right[2][2] = {
    {ARB_DROPPED_WHITE_KING_SIDE, ARB_DROPPED_WHITE_QUEEN_SIDE},
    {ARB_DROPPED_BLACK_KING_SIDE, ARB_DROPPED_BLACK_QUEEN_SIDE},
};

static bool has_fault(const arb_setup *setup, const arb_rules *rules, arb_faults fault)
{
    arb_position position;
    return (arb_position_set(&position, rules, setup, ARB_KERNEL_AUTO, 0) & fault) != 0;
}

/* Would this right be a fault even without the other rights? */
static bool is_bad_right(const arb_setup *setup, const arb_rules *rules, int colour, int side)
{
    arb_setup alone = *setup;
    for (int c = 0; c < 2; c++)
        for (int s = 0; s < 2; s++)
            if (c != colour || s != side)
                alone.castle_rook[c][s] = ARB_NO_SQUARE;
    return has_fault(&alone, rules, ARB_FAULT_BAD_CASTLING_RIGHTS);
}

uint32_t arb_setup_repair(arb_setup *setup, const arb_rules *rules)
{
    uint32_t dropped = 0;
    if (setup->en_passant != ARB_NO_SQUARE && has_fault(setup, rules, ARB_FAULT_BAD_EN_PASSANT)) {
        setup->en_passant = setup->en_passant_pawn = ARB_NO_SQUARE;
        dropped |= ARB_DROPPED_EN_PASSANT;
    }
    /* The first pass drops rights that are wrong by themselves; the second drops both rights of a
     * side if they exclude each other. */
    for (int pass = 0; pass < 2; pass++)
        for (int colour = 0; colour < 2; colour++)
            for (int side = 0; side < 2; side++) {
                if (setup->castle_rook[colour][side] == ARB_NO_SQUARE ||
                    !(pass == 0 ? is_bad_right(setup, rules, colour, side)
                                : has_fault(setup, rules, ARB_FAULT_BAD_CASTLING_RIGHTS)))
                    continue;
                setup->castle_rook[colour][side] = ARB_NO_SQUARE;
                dropped |= dropped_right[colour][side];
            }
    return dropped;
}

const char *arb_dropped_text(uint32_t bit)
{
    switch (bit) {
    case ARB_DROPPED_WHITE_KING_SIDE:
        return "White cannot have the right to castle on the king's side: it is dropped";
    case ARB_DROPPED_WHITE_QUEEN_SIDE:
        return "White cannot have the right to castle on the queen's side: it is dropped";
    case ARB_DROPPED_BLACK_KING_SIDE:
        return "Black cannot have the right to castle on the king's side: it is dropped";
    case ARB_DROPPED_BLACK_QUEEN_SIDE:
        return "Black cannot have the right to castle on the queen's side: it is dropped";
    case ARB_DROPPED_EN_PASSANT:
        return "no pawn can have passed over the en-passant square: it is dropped";
    default:
        return NULL;
    }
}
