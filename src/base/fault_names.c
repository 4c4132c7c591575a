/* fault_names.c: names and sentences of the faults of a set-up. Layer: base. */
#include "arbiter.h"

typedef struct {
    arb_faults fault;
    const char *name;
    const char *text;
} entry;

static const entry entries[] = {
    {ARB_FAULT_EMPTY, "empty", "there is no piece on the board"},
    {ARB_FAULT_NO_WHITE_KING, "no-white-king", "White has no king"},
    {ARB_FAULT_NO_BLACK_KING, "no-black-king", "Black has no king"},
    {ARB_FAULT_TOO_MANY_KINGS, "too-many-kings", "a side has too many kings"},
    {ARB_FAULT_TOO_MANY_WHITE_PAWNS, "too-many-white-pawns", "White has too many pawns"},
    {ARB_FAULT_TOO_MANY_BLACK_PAWNS, "too-many-black-pawns", "Black has too many pawns"},
    {ARB_FAULT_TOO_MANY_WHITE_PIECES, "too-many-white-pieces", "White has too many pieces"},
    {ARB_FAULT_TOO_MANY_BLACK_PIECES, "too-many-black-pieces", "Black has too many pieces"},
    {ARB_FAULT_PAWNS_ON_END_ROWS, "pawns-on-end-rows", "a pawn stands on the first or last row"},
    {ARB_FAULT_BAD_CASTLING_RIGHTS, "bad-castling-rights",
     "a castling right without king and rook at home"},
    {ARB_FAULT_BAD_EN_PASSANT, "bad-en-passant",
     "no double step can just have passed the en-passant square"},
    {ARB_FAULT_OPPOSITE_CHECK, "opposite-check", "the side that is not to move is in check"},
    {ARB_FAULT_TOO_MANY_CHECKERS, "too-many-checkers", "more than two pieces give check"},
    {ARB_FAULT_IMPOSSIBLE_CHECK, "impossible-check", "no last move can have given this check"},
    {ARB_FAULT_UNKNOWN_PIECE, "unknown-piece", "a piece that the rule set does not have"},
    {ARB_FAULT_BAD_SIZE, "bad-size", "the board does not have the rule set's size"},
};

static const entry *find_fault(arb_faults fault)
{
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++)
        if (entries[i].fault == fault)
            return &entries[i];
    return NULL;
}

const char *arb_fault_name(arb_faults fault)
{
    const entry *e = find_fault(fault);
    return e ? e->name : NULL;
}

const char *arb_fault_text(arb_faults fault)
{
    const entry *e = find_fault(fault);
    return e ? e->text : NULL;
}
