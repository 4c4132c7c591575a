/* bits_board.c: pieces on the bitboards, and who attacks a square. Layer: kernel. */
#include "kernel/bits.h"

arb_piece arb__bits_piece_at(const arb_position *pos, arb_square square)
{
    uint64_t at = arb__bit(square);
    arb_colour colour = (pos->board.bits.colour[ARB_BLACK] & at) != 0 ? ARB_BLACK : ARB_WHITE;
    bool diagonal = (pos->board.bits.diagonals & at) != 0;
    bool straight = (pos->board.bits.straights & at) != 0;
    if ((pos->board.bits.colour[colour] & at) == 0)
        return ARB_NO_PIECE;
    if ((pos->board.bits.pawns & at) != 0)
        return arb_piece_of(colour, ARB_PAWN);
    if ((pos->board.bits.knights & at) != 0)
        return arb_piece_of(colour, ARB_KNIGHT);
    if ((pos->board.bits.kings & at) != 0)
        return arb_piece_of(colour, ARB_KING);
    return arb_piece_of(colour, !diagonal ? ARB_ROOK : !straight ? ARB_BISHOP : ARB_QUEEN);
}

static void board_put(arb__board *b, uint64_t at, arb_piece piece)
{
    arb_kind kind = arb_piece_kind(piece);
    b->pawns &= ~at;
    b->knights &= ~at;
    b->diagonals &= ~at;
    b->straights &= ~at;
    b->kings &= ~at;
    b->colour[ARB_WHITE] &= ~at;
    b->colour[ARB_BLACK] &= ~at;
    if (piece == ARB_NO_PIECE)
        return;
    b->colour[arb_piece_colour(piece)] |= at;
    b->pawns |= kind == ARB_PAWN ? at : 0;
    b->knights |= kind == ARB_KNIGHT ? at : 0;
    b->diagonals |= kind == ARB_BISHOP || kind == ARB_QUEEN ? at : 0;
    b->straights |= kind == ARB_ROOK || kind == ARB_QUEEN ? at : 0;
    b->kings |= kind == ARB_KING ? at : 0;
}

static arb__board without_marks(const arb_position *pos)
{
    return (arb__board){
        .pawns = pos->board.bits.pawns,
        .knights = pos->board.bits.knights,
        .diagonals = pos->board.bits.diagonals,
        .straights = pos->board.bits.straights,
        .kings = pos->board.bits.kings,
        .colour = {pos->board.bits.colour[ARB_WHITE], pos->board.bits.colour[ARB_BLACK]},
    };
}

void arb__bits_put_piece(arb_position *pos, arb_square square, arb_piece piece)
{
    arb__board b = without_marks(pos);
    board_put(&b, arb__bit(square), piece);
    pos->board.bits.pawns = b.pawns;
    pos->board.bits.knights = b.knights;
    pos->board.bits.diagonals = b.diagonals;
    pos->board.bits.straights = b.straights;
    pos->board.bits.kings = b.kings;
    pos->board.bits.colour[ARB_WHITE] = b.colour[ARB_WHITE];
    pos->board.bits.colour[ARB_BLACK] = b.colour[ARB_BLACK];
}

/* Puts a piece on a square without one, or takes it away. */
static void toggle(arb_position *pos, uint64_t squares, arb_piece piece)
{
    arb_kind kind = arb_piece_kind(piece);
    pos->board.bits.colour[arb_piece_colour(piece)] ^= squares;
    if (kind == ARB_PAWN)
        pos->board.bits.pawns ^= squares;
    else if (kind == ARB_KNIGHT)
        pos->board.bits.knights ^= squares;
    else if (kind == ARB_KING)
        pos->board.bits.kings ^= squares;
    if (kind == ARB_BISHOP || kind == ARB_QUEEN)
        pos->board.bits.diagonals ^= squares;
    if (kind == ARB_ROOK || kind == ARB_QUEEN)
        pos->board.bits.straights ^= squares;
}

void arb__bits_move(arb_position *pos, arb_square from, arb_square to, arb_piece moved,
                    arb_piece placed, arb_piece captured)
{
    if (captured != ARB_NO_PIECE)
        toggle(pos, arb__bit(to), captured);
    if (placed == moved) {
        toggle(pos, arb__bit(from) | arb__bit(to), moved);
        return;
    }
    toggle(pos, arb__bit(from), moved);
    toggle(pos, arb__bit(to), placed);
}

/* A bit for each byte of eight that is not 0, in the order of memory. */
static uint64_t occupied_of(const arb_piece *row)
{
    uint64_t set = 0;
    for (unsigned file = 0; file < 8; file++)
        set |= (uint64_t)(row[file] != ARB_NO_PIECE) << file;
    return set;
}

bool arb__bits_fill(arb_position *pos, const arb_piece *board)
{
    uint64_t kinds[ARB_KIND_LIMIT] = {0};
    uint64_t colours[2] = {0, 0};
    uint64_t occupied = 0, known = 0;
    unsigned bits = 0;

    for (unsigned row = 0; row < 8; row++)
        occupied |= occupied_of(board + 8 * row) << 8 * row;
    occupied &= pos->board.bits.area;
    for (uint64_t set = occupied; set != 0; set &= set - 1) {
        arb_piece piece = board[arb__first(set)];
        kinds[arb_piece_kind(piece)] |= set & (0 - set);
        colours[arb_piece_colour(piece)] |= set & (0 - set);
        bits |= piece;
    }
    for (arb_kind kind = ARB_PAWN; kind <= ARB_KING; kind++)
        if (pos->rules->kinds[kind].letter != 0)
            known |= kinds[kind];
    pos->board.bits.pawns = kinds[ARB_PAWN];
    pos->board.bits.knights = kinds[ARB_KNIGHT];
    pos->board.bits.diagonals = kinds[ARB_BISHOP] | kinds[ARB_QUEEN];
    pos->board.bits.straights = kinds[ARB_ROOK] | kinds[ARB_QUEEN];
    pos->board.bits.kings = kinds[ARB_KING];
    pos->board.bits.colour[ARB_WHITE] = colours[ARB_WHITE];
    pos->board.bits.colour[ARB_BLACK] = colours[ARB_BLACK];
    return known == occupied && bits <= arb_piece_of(ARB_BLACK, ARB_KIND_LIMIT - 1);
}

uint64_t arb__bits_of(const arb_position *pos, arb_kind kind)
{
    uint64_t diagonals = pos->board.bits.diagonals, straights = pos->board.bits.straights;
    switch (kind) {
    case ARB_PAWN:
        return pos->board.bits.pawns;
    case ARB_KNIGHT:
        return pos->board.bits.knights;
    case ARB_BISHOP:
        return diagonals & ~straights;
    case ARB_ROOK:
        return straights & ~diagonals;
    case ARB_QUEEN:
        return diagonals & straights;
    case ARB_KING:
        return pos->board.bits.kings;
    default:
        return 0;
    }
}

arb__board arb__bits_board(const arb_position *pos, arb_colour colour)
{
    arb__board b = without_marks(pos);
    for (unsigned c = 0; c < 2; c++) {
        if (pos->royal[c] != ARB_NO_SQUARE)
            b.marks |= arb__bit(pos->royal[c]);
        for (unsigned side = 0; side < 2; side++)
            if (pos->castle_rook[c][side] != ARB_NO_SQUARE)
                b.marks |= arb__bit(pos->castle_rook[c][side]);
    }
    if (pos->en_passant != ARB_NO_SQUARE && (arb_colour)pos->turn == colour)
        b.marks |= arb__bit(pos->en_passant);
    return b;
}

uint64_t arb__bits_attackers(const arb_position *pos, const arb__edit *edit, arb_square square,
                             arb_colour by)
{
    arb__board b = without_marks(pos);
    for (unsigned i = 0; edit && i < edit->count; i++)
        board_put(&b, arb__bit(edit->at[i]), edit->piece[i]);
    uint64_t blockers = b.colour[ARB_WHITE] | b.colour[ARB_BLACK] | ~pos->board.bits.area;
    return arb__attackers_to(&b, square, blockers) & b.colour[by];
}
