/* bits_board.c: putting pieces on the bitboards, and which pieces attack a square. Layer:
 * kernel. */
#include "kernel/bits/bits.h"
#include "kernel/bits/normal_move.h"

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

/* The lowest bits of eight bytes, gathered into one byte. */
static uint64_t gather(uint64_t row)
{
    return (row & ARB__FILE_A) * UINT64_C(0x0102040810204080) >> 56;
}

/* The kinds of chess are numbers of three bits. For each of the three bits the set of pieces that
 * have it is gathered a row at a time; the sets of the kinds follow from these three by logic. */
bool arb__bits_fill(arb_position *pos, const arb_piece *board)
{
    const uint64_t unknown_bits = (uint8_t)~arb_piece_of(ARB_BLACK, 7) * ARB__FILE_A;
    uint64_t on_board = UINT64_MAX >> 8 * (8 - pos->size.files);
    uint64_t ones = 0, twos = 0, fours = 0, black = 0, all = 0;

    for (unsigned at = 0; at < 8u * pos->size.ranks; at += 8) {
        uint64_t row = arb__load_eight(board + at) & on_board;
        if (row == 0)
            continue;
        all |= row;
        ones |= gather(row) << at;
        twos |= gather(row >> 1) << at;
        fours |= gather(row >> 2) << at;
        black |= gather(row >> 5) << at;
    }
    uint64_t occupied = ones | twos | fours;
    uint64_t kinds[8] = {
        [0] = black & ~occupied,
        [ARB_PAWN] = ones & ~twos & ~fours,
        [ARB_KNIGHT] = ~ones & twos & ~fours,
        [ARB_BISHOP] = ones & twos & ~fours,
        [ARB_ROOK] = ~ones & ~twos & fours,
        [ARB_QUEEN] = ones & ~twos & fours,
        [ARB_KING] = ~ones & twos & fours,
        [7] = ones & twos & fours,
    };
    pos->board.bits.pawns = kinds[ARB_PAWN];
    pos->board.bits.knights = kinds[ARB_KNIGHT];
    pos->board.bits.diagonals = kinds[ARB_BISHOP] | kinds[ARB_QUEEN];
    pos->board.bits.straights = kinds[ARB_ROOK] | kinds[ARB_QUEEN];
    pos->board.bits.kings = kinds[ARB_KING];
    pos->board.bits.colour[ARB_WHITE] = occupied & ~black;
    pos->board.bits.colour[ARB_BLACK] = occupied & black;
    if ((all & unknown_bits) != 0)
        return false;
    for (arb_kind kind = 0; kind < 8; kind++)
        if (kinds[kind] != 0 && (kind == ARB_NO_KIND || pos->rules->kinds[kind].letter == 0))
            return false;
    return true;
}

/* The set of one square, empty for ARB_NO_SQUARE. */
static uint64_t bit_if_any(arb_square square)
{
    return (uint64_t)(square < 64) << square % 64;
}

arb__board arb__bits_board(const arb_position *pos, arb_colour colour)
{
    arb__board b = arb__bits_pieces(pos);
    b.marks = bit_if_any(pos->castle_rook[ARB_WHITE][ARB_KING_SIDE]) |
              bit_if_any(pos->castle_rook[ARB_WHITE][ARB_QUEEN_SIDE]) |
              bit_if_any(pos->castle_rook[ARB_BLACK][ARB_KING_SIDE]) |
              bit_if_any(pos->castle_rook[ARB_BLACK][ARB_QUEEN_SIDE]) |
              bit_if_any(pos->royal[ARB_WHITE]) | bit_if_any(pos->royal[ARB_BLACK]);
    if ((arb_colour)pos->turn == colour)
        b.marks |= bit_if_any(pos->en_passant);
    return b;
}

/* Not inlined, so that the common case without an edit does not have to save registers. */
static __attribute__((noinline)) uint64_t
attackers_after(const arb_position *pos, const arb__edit *edit, arb_square square, arb_colour by)
{
    arb__board b = arb__bits_pieces(pos);
    for (unsigned i = 0; i < edit->count; i++)
        board_put(&b, arb__bit(edit->at[i]), edit->piece[i]);
    uint64_t blockers = b.colour[ARB_WHITE] | b.colour[ARB_BLACK] | ~pos->board.bits.area;
    return arb__attackers_to(&b, square, blockers) & b.colour[by];
}

ARB__INLINE uint64_t attackers_of(const arb_position *pos, const arb__edit *edit, arb_square square,
                                  arb_colour by)
{
    if (edit)
        return attackers_after(pos, edit, square, by);
    /* Squares off the board need no mask: none of them is between two squares of the board. */
    uint64_t enemy = pos->board.bits.colour[by], all = enemy | pos->board.bits.colour[by ^ 1u];
    return (arb__leaper_attackers(pos, by ^ 1u, square) & enemy) |
           arb__seeing_sliders(square, arb__aiming_sliders(pos, square) & enemy, all);
}

uint64_t arb__bits_attackers(const arb_position *pos, const arb__edit *edit, arb_square square,
                             arb_colour by)
{
    return attackers_of(pos, edit, square, by);
}

size_t arb__bits_list_attackers(const arb_position *pos, const arb__edit *edit, arb_square square,
                                arb_colour by, arb_square *list, size_t cap)
{
    size_t count = 0;
    for (uint64_t set = attackers_of(pos, edit, square, by); set != 0; set &= set - 1, count++)
        if (count < cap)
            list[count] = (arb_square)arb__first(set);
    return count;
}
