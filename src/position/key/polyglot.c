/* polyglot.c: the keys by which Polyglot's opening books and many other programs name a position.
 * Layer: position. They are defined for the six kinds of chess on 8x8. */
#include "position/key/polyglot.h"

enum { CASTLING = 768, EN_PASSANT = 772, WHITE_TO_MOVE = 780 };

uint64_t arb_position_polyglot_key(const arb_position *position)
{
    arb_setup setup;
    uint64_t key = 0;
    arb_size size = arb_position_size(position);
    if (size.files != 8 || size.ranks != 8)
        return 0;
    /* Polyglot counts the en-passant file if a pawn stands where it could capture, even if that
     * capture is illegal. */
    arb_position_setup(position, ARB_EP_PSEUDO, &setup);
    for (arb_square square = 0; square < 64; square++) {
        arb_piece piece = setup.board[square];
        arb_kind kind = arb_piece_kind(piece);
        if (kind == ARB_NO_KIND)
            continue;
        if (kind > ARB_KING)
            return 0;
        bool white = arb_piece_colour(piece) == ARB_WHITE;
        key ^= arb__polyglot[64u * (2u * (kind - ARB_PAWN) + white) + square];
    }
    for (unsigned right = 0; right < 4; right++)
        if (setup.castle_rook[right / 2][right % 2] != ARB_NO_SQUARE)
            key ^= arb__polyglot[CASTLING + right];
    if (setup.en_passant != ARB_NO_SQUARE)
        key ^= arb__polyglot[EN_PASSANT + setup.en_passant % 8u];
    if (setup.turn == ARB_WHITE)
        key ^= arb__polyglot[WHITE_TO_MOVE];
    return key;
}
