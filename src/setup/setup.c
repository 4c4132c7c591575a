/* setup.c: putting pieces on a board. Layer: setup. Asks no rule: anything can be set up. */
#include "setup/setup.h"

#include <string.h>

void arb_setup_clear(arb_setup *setup, arb_size size)
{
    memset(setup, 0, sizeof *setup);
    setup->size = size;
    setup->turn = ARB_WHITE;
    setup->en_passant = ARB_NO_SQUARE;
    setup->en_passant_pawn = ARB_NO_SQUARE;
    setup->fullmove = 1;
    memset(setup->royal, 0xFF, sizeof setup->royal); /* ARB_NO_SQUARE everywhere */
    memset(setup->castle_rook, 0xFF, sizeof setup->castle_rook);
}

void arb_setup_start(arb_setup *setup, const arb_rules *rules)
{
    if (arb_fen_read(setup, rules, rules->board.start, strlen(rules->board.start), NULL) != ARB_OK)
        arb_setup_clear(setup, rules->board.size);
}

arb_square arb__last_in_fen(const arb_setup *setup, arb_piece piece)
{
    for (int rank = 0; rank < setup->size.ranks; rank++) {
        for (int file = setup->size.files - 1; file >= 0; file--) {
            arb_square square = arb_square_at(setup->size, file, rank);
            if (setup->board[square] == piece)
                return square;
        }
    }
    return ARB_NO_SQUARE;
}

void arb_setup_put(arb_setup *setup, const arb_rules *rules, arb_square square, arb_piece piece)
{
    if (!arb_square_on(setup->size, square) ||
        arb_area_has(&rules->board.holes, arb_square_file(setup->size, square),
                     arb_square_rank(setup->size, square)))
        return;
    setup->board[square] = piece;
    for (int colour = ARB_WHITE; colour <= ARB_BLACK; colour++) {
        if (setup->royal[colour] == square)
            setup->royal[colour] =
                arb__last_in_fen(setup, arb_piece_of((arb_colour)colour, rules->royal.kind));
    }
    if (piece != ARB_NO_PIECE && arb_piece_kind(piece) == rules->royal.kind)
        setup->royal[arb_piece_colour(piece)] = square;
}

bool arb__castling_on(const arb_rules *rules, arb_size size)
{
    return rules->castling.allowed && size.files == rules->board.size.files &&
           size.ranks == rules->board.size.ranks;
}

arb_square arb__castle_home(const arb_setup *setup, const arb_rules *rules, arb_colour colour,
                            int side)
{
    int rank = arb__home_rank(setup->size, rules, colour);
    if (!rules->castling.any_home)
        return arb_square_at(setup->size, rules->castling.rook_file[side], rank);

    int corner = side == ARB_KING_SIDE ? setup->size.files - 1 : 0;
    int inwards = side == ARB_KING_SIDE ? -1 : 1;
    arb_square king = setup->royal[colour];
    if (king != ARB_NO_SQUARE && arb_square_rank(setup->size, king) == rank) {
        int king_file = arb_square_file(setup->size, king);
        for (int file = corner; file != king_file; file += inwards) {
            arb_square square = arb_square_at(setup->size, file, rank);
            if (setup->board[square] == arb_piece_of(colour, ARB_ROOK))
                return square;
        }
    }
    return arb_square_at(setup->size, corner, rank);
}

void arb_setup_home_rights(arb_setup *setup, const arb_rules *rules)
{
    for (int c = ARB_WHITE; c <= ARB_BLACK; c++) {
        arb_colour colour = (arb_colour)c;
        bool home = arb__castling_on(rules, setup->size) &&
                    arb__castles_from(rules, setup->size, colour, setup->royal[colour]);
        for (int side = ARB_KING_SIDE; side <= ARB_QUEEN_SIDE; side++) {
            arb_square rook = home ? arb__castle_home(setup, rules, colour, side) : ARB_NO_SQUARE;
            if (rook != ARB_NO_SQUARE && setup->board[rook] != arb_piece_of(colour, ARB_ROOK))
                rook = ARB_NO_SQUARE;
            setup->castle_rook[colour][side] = rook;
        }
    }
}
