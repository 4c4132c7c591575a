/* castling.c: castling by two squares. Layer: formats. */
#include "formats/castling.h"

arb_square fmt_castling_square(const arb_position *position, arb_square from, arb_square to)
{
    const arb_rules *rules = arb_position_rules(position);
    arb_size size = arb_position_size(position);
    if (!rules->castling.allowed || rules->castling.any_home || from == ARB_NO_SQUARE ||
        to == ARB_NO_SQUARE || size.files != rules->board.size.files ||
        size.ranks != rules->board.size.ranks)
        return to;
    arb_colour colour = arb_piece_colour(arb_position_piece(position, from));
    int row = rules->castling.row;
    int rank = colour == ARB_WHITE ? row : size.ranks - 1 - row;
    if (from != arb_position_royal(position, colour) ||
        from != arb_square_at(size, rules->castling.king_file, rank) ||
        arb_position_piece(position, to) != arb_piece_of(colour, ARB_ROOK))
        return to;
    for (int side = ARB_KING_SIDE; side <= ARB_QUEEN_SIDE; side++) {
        arb_square arrival = arb_square_at(size, rules->castling.king_to[side], rank);
        if (to == arb_square_at(size, rules->castling.rook_file[side], rank) &&
            arb_position_piece(position, arrival) == ARB_NO_PIECE)
            return arrival;
    }
    return to;
}
