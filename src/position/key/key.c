/* key.c: the Zobrist key of a position, which finds repetitions (FIDE 9.2.3). Layer: position.
 *
 * A mixing function replaces a table of random numbers: boards of up to 1024 squares and 31 kinds
 * would need half a megabyte, and the library sets up nothing at run time. */
#include "position/key/key.h"

#include <string.h>

#include "kernel/bits/home_castling.h"

uint64_t arb__key_rights(const arb_position *pos)
{
    uint64_t said = 0;
    if (pos->chess)
        return arb__key_home_rights[arb__rights_left(arb__castle_rooks(pos))];
    for (int colour = 0; colour < 2; colour++)
        for (int side = 0; side < 2; side++) {
            arb_square rook = pos->castle_rook[colour][side];
            bool has = rook != ARB_NO_SQUARE;
            said = arb__say_right(said, has, has ? (unsigned)arb_square_file(pos->size, rook) : 0);
        }
    return arb__key_of_rights(said);
}

/* The key of counted checks and of pieces in hand, if the rules have them. */
static uint64_t key_of_special(const arb_position *pos)
{
    uint64_t key = 0;
    for (int c = 0; c < 2; c++) {
        arb_colour colour = (arb_colour)c;
        key ^= arb__key_checks(colour, pos->checks[colour]);
        for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++)
            key ^= arb__key_hand(colour, kind, pos->hand[colour][kind]);
    }
    return key;
}

uint64_t arb__key_state(const arb_position *pos)
{
    uint64_t key = arb__key_rights(pos);
    if (pos->special != 0)
        key ^= key_of_special(pos);
    if (pos->turn == ARB_BLACK)
        key ^= arb__key_turn();
    if (pos->en_passant_legal)
        key ^= arb__key_en_passant(pos->en_passant);
    return key;
}

uint64_t arb_position_key(const arb_position *pos)
{
    return pos->key;
}

uint64_t arb__key_board(const arb_position *pos, const arb_piece *board)
{
    uint64_t key = 0;
    if (pos->kernel == ARB_KERNEL_BITS) {
        uint64_t set = pos->board.bits.colour[ARB_WHITE] | pos->board.bits.colour[ARB_BLACK];
        for (; set != 0; set &= set - 1) {
            arb_square square = (arb_square)__builtin_ctzll(set);
            key ^= arb__key_chess[arb_piece_colour(board[square])][board[square] & 7u][square];
        }
        return key;
    }
    for (arb_square at = 0; at != ARB_NO_SQUARE; at = arb__next_square(pos->size, at))
        if (board[at] != ARB_NO_PIECE)
            key ^= arb__key_piece(at, board[at]);
    return key;
}

uint64_t arb_position_key_afresh(const arb_position *pos)
{
    uint64_t key = arb__key_state(pos);
    for (arb_square at = 0; at != ARB_NO_SQUARE; at = arb__next_square(pos->size, at)) {
        arb_piece piece = arb__marked_piece_at(pos, at);
        if (piece != ARB_NO_PIECE)
            key ^= arb__key_piece(at, piece);
    }
    return key;
}

bool arb_position_same(const arb_position *a, const arb_position *b)
{
    if (a->key != b->key || a->turn != b->turn || a->over != b->over ||
        a->size.files != b->size.files || a->size.ranks != b->size.ranks ||
        memcmp(a->royal, b->royal, sizeof a->royal) != 0 ||
        memcmp(a->castle_rook, b->castle_rook, sizeof a->castle_rook) != 0 ||
        a->en_passant_legal != b->en_passant_legal ||
        (a->en_passant_legal && a->en_passant != b->en_passant))
        return false;
    for (arb_square at = 0; at != ARB_NO_SQUARE; at = arb__next_square(a->size, at))
        if (arb__marked_piece_at(a, at) != arb__marked_piece_at(b, at))
            return false;
    return a->special == 0 || b->special == 0 ||
           (memcmp(a->checks, b->checks, sizeof a->checks) == 0 &&
            memcmp(a->hand, b->hand, sizeof a->hand) == 0);
}
