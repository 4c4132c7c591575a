/* fault_squares.c: the squares on which a fault of a setup shows. Layer: position. */
#include "position/position.h"

typedef struct {
    arb_square *list;
    size_t cap, count;
} squares;

static void add(squares *s, arb_square square)
{
    if (square == ARB_NO_SQUARE)
        return;
    if (s->count < s->cap)
        s->list[s->count] = square;
    s->count++;
}

/* Adds the squares of the pieces of one kind, of one colour or both. */
static void add_kind(squares *s, const arb_setup *setup, arb_kind kind, bool white, bool black,
                     bool end_rows)
{
    for (int rank = 0; rank < setup->size.ranks; rank++)
        for (int file = 0; file < setup->size.files; file++) {
            arb_square square = arb_square_at(setup->size, file, rank);
            arb_piece piece = setup->board[square];
            if (piece == ARB_NO_PIECE || (kind != ARB_NO_KIND && arb_piece_kind(piece) != kind))
                continue;
            bool at_end = rank == 0 || rank == setup->size.ranks - 1;
            if ((arb_piece_colour(piece) == ARB_WHITE ? white : black) && (!end_rows || at_end))
                add(s, square);
        }
}

/* Adds the king that is wrongly in check, and its attackers, whatever else is wrong. */
static void add_checks(squares *s, const arb_setup *setup, const arb_rules *rules, arb_colour whose)
{
    enum { MOST = 16 };
    arb_position position;
    arb_square by[MOST];
    arb_rules lenient = *rules; /* by these it is a position all the same */
    lenient.board.faults = 0;
    arb_setup bare = *setup; /* without fields whose faults do not matter here */
    bare.en_passant = bare.en_passant_pawn = ARB_NO_SQUARE;
    for (int i = 0; i < 4; i++)
        bare.castle_rook[i / 2][i % 2] = ARB_NO_SQUARE;
    if (arb_position_set(&position, &lenient, &bare, ARB_KERNEL_GRID, 0) != 0)
        return;
    size_t count = arb_position_checkers(&position, whose, by, MOST);
    if (count == 0)
        return;
    add(s, position.royal[whose]);
    for (size_t i = 0; i < count && i < MOST; i++)
        add(s, by[i]);
}

size_t arb_setup_fault_squares(const arb_setup *setup, const arb_rules *rules, arb_faults fault,
                               arb_square *list, size_t cap)
{
    squares s = {list, cap, 0};
    arb_colour turn = (arb_colour)setup->turn;
    switch (fault) {
    case ARB_FAULT_TOO_MANY_KINGS:
        add_kind(&s, setup, rules->royal.kind, true, true, false);
        break;
    case ARB_FAULT_TOO_MANY_WHITE_PAWNS:
    case ARB_FAULT_TOO_MANY_BLACK_PAWNS:
        add_kind(&s, setup, ARB_PAWN, fault == ARB_FAULT_TOO_MANY_WHITE_PAWNS,
                 fault == ARB_FAULT_TOO_MANY_BLACK_PAWNS, false);
        break;
    case ARB_FAULT_TOO_MANY_WHITE_PIECES:
    case ARB_FAULT_TOO_MANY_BLACK_PIECES:
        add_kind(&s, setup, ARB_NO_KIND, fault == ARB_FAULT_TOO_MANY_WHITE_PIECES,
                 fault == ARB_FAULT_TOO_MANY_BLACK_PIECES, false);
        break;
    case ARB_FAULT_PAWNS_ON_END_ROWS:
        add_kind(&s, setup, ARB_PAWN, true, true, true);
        break;
    case ARB_FAULT_OPPOSITE_CHECK:
        add_checks(&s, setup, rules, arb_other(turn));
        break;
    case ARB_FAULT_TOO_MANY_CHECKERS:
    case ARB_FAULT_IMPOSSIBLE_CHECK:
        add_checks(&s, setup, rules, turn);
        break;
    case ARB_FAULT_BAD_EN_PASSANT:
        add(&s, setup->en_passant);
        break;
    case ARB_FAULT_BAD_CASTLING_RIGHTS:
        for (int i = 0; i < 4; i++)
            add(&s, setup->castle_rook[i / 2][i % 2]);
        break;
    default:
        break;
    }
    return s.count;
}
