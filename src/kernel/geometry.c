/* geometry.c: what a move would change on the board. Layer: kernel. Shared by both kernels; knows
 * no legality. */
#include "kernel/kernel.h"

static void edit_add(arb__edit *edit, arb_square at, arb_piece piece)
{
    edit->at[edit->count] = at;
    edit->piece[edit->count] = piece;
    edit->count++;
}

static void edit_castling(arb__edit *edit, const arb_position *pos, arb_square king_from,
                          arb_square rook_from)
{
    arb_piece king = arb__piece_at(pos, king_from);
    arb_piece rook = arb__piece_at(pos, rook_from);
    arb_colour colour = arb_piece_colour(king);
    int side = rook_from > king_from ? ARB_KING_SIDE : ARB_QUEEN_SIDE;

    /* Both leave before either arrives: in Chess960 one may arrive where the other stood. */
    edit_add(edit, king_from, ARB_NO_PIECE);
    edit_add(edit, rook_from, ARB_NO_PIECE);
    edit_add(edit, arb__castle_king_to(pos, colour, side), king);
    edit_add(edit, arb__castle_rook_to(pos, colour, side), rook);
}

arb__edit arb__move_edit(const arb_position *pos, arb_move move)
{
    arb__edit edit = {.count = 0};
    arb_square from = arb_move_from(move);
    arb_square to = arb_move_to(move);

    if (arb_move_type_of(move) == ARB_CASTLING) {
        edit_castling(&edit, pos, from, to);
        return edit;
    }

    arb_piece piece = arb__piece_at(pos, from);
    arb_colour colour = arb_piece_colour(piece);
    if (arb_move_promotion(move) != ARB_NO_KIND)
        piece = arb_piece_of(colour, arb_move_promotion(move));
    edit_add(&edit, from, ARB_NO_PIECE);
    edit_add(&edit, to, piece);
    if (arb_move_type_of(move) == ARB_EN_PASSANT)
        edit_add(&edit, arb__step(pos->size, to, 0, -arb__forward(colour)), ARB_NO_PIECE);
    return edit;
}
