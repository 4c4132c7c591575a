/* geometry.c: what a move would change on the board, and what a piece may become. Layer: kernel.
 * Shared by both kernels; knows no legality. */
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
    arb_piece king = arb__marked_piece_at(pos, king_from);
    arb_piece rook = arb__marked_piece_at(pos, rook_from);
    arb_colour colour = arb_piece_colour(king);
    int side = rook_from > king_from ? ARB_KING_SIDE : ARB_QUEEN_SIDE;

    /* Both leave before either arrives: in Chess960 one may arrive where the other stood. */
    edit_add(edit, king_from, ARB_NO_PIECE);
    edit_add(edit, rook_from, ARB_NO_PIECE);
    edit_add(edit, arb__castle_king_to(pos, colour, side), king);
    edit_add(edit, arb__castle_rook_to(pos, colour, side), rook);
}

/* Removes the piece that arrived on `to` and every piece on the eight squares around it. Pawns
 * survive unless they capture or are captured. */
static void edit_explosion(arb__edit *edit, const arb_position *pos, arb_square to)
{
    edit_add(edit, to, ARB_NO_PIECE);
    for (int files = -1; files <= 1; files++)
        for (int ranks = -1; ranks <= 1; ranks++) {
            arb_square at = arb__step(pos->size, to, files, ranks);
            if (at == ARB_NO_SQUARE || at == to || at == edit->at[0])
                continue;
            arb_piece piece = arb__piece_at(pos, at);
            if (piece != ARB_NO_PIECE && arb_piece_kind(piece) != ARB_PAWN)
                edit_add(edit, at, ARB_NO_PIECE);
        }
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
    if (arb_move_type_of(move) == ARB_DROP) {
        edit_add(&edit, to, arb_piece_of((arb_colour)pos->turn, arb_move_promotion(move)));
        return edit;
    }

    arb_piece piece = arb__marked_piece_at(pos, from);
    arb_colour colour = arb_piece_colour(piece);
    if (arb_move_promotion(move) != ARB_NO_KIND)
        piece = (arb_piece)(arb_piece_of(colour, arb_move_promotion(move)) |
                            (pos->rules->capture.to_hand ? ARB_PROMOTED : 0));
    edit_add(&edit, from, ARB_NO_PIECE);
    edit_add(&edit, to, piece);
    if (arb_move_type_of(move) == ARB_EN_PASSANT)
        edit_add(&edit, arb__passing_pawn(pos, colour), ARB_NO_PIECE);
    if (pos->rules->capture.explodes && arb__takes(pos, move))
        edit_explosion(&edit, pos, to);
    return edit;
}

bool arb__may_be_passed(const arb_position *pos, arb_colour colour, arb_square from, int files)
{
    const arb_kind_rule *pawn = &pos->rules->kinds[ARB_PAWN];
    uint32_t rows = pos->rules->pawn.en_passant_rows; /* 0: every row */
    if (!arb__double_row(pos->rules, pos->size, colour, from) ||
        (rows != 0 && !(rows >> arb__own_row(pos->size, colour, from) & 1u)))
        return false;
    bool found = files == 0 && !arb__own_pawn_steps(pos->rules);
    for (unsigned i = 0; i < pawn->leap_count; i++)
        found |= (pawn->leaps[i].how & ARB_STEP_DOUBLES) &&
                 arb__step_files(pawn->leaps[i], colour) == files;
    return found;
}

/* Counts the side's pieces on the board, by kind. */
static void count_kinds(const arb_position *pos, arb_colour colour, unsigned count[ARB_KIND_LIMIT])
{
    arb__spend_board(pos);
    for (arb_square at = 0; at != ARB_NO_SQUARE; at = arb__next_square(pos->size, at)) {
        arb_piece piece = arb__piece_at(pos, at);
        if (piece != ARB_NO_PIECE && arb_piece_colour(piece) == colour)
            count[arb_piece_kind(piece)]++;
    }
}

/* Those of the kinds that the side has in the start position. If pawns promote only to what is
 * missing: those of which the start position has more pieces than the board. */
static uint32_t kinds_of_start(const arb_position *pos, arb_colour colour, uint32_t kinds)
{
    bool missing = pos->rules->pawn.promotion_of == ARB_OF_MISSING;
    const uint16_t *start = pos->rules->board.start_count[colour];
    unsigned here[ARB_KIND_LIMIT] = {0};
    if (missing && kinds != 0)
        count_kinds(pos, colour, here);
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++)
        if (start[kind] <= (missing ? here[kind] : 0))
            kinds &= ~(1u << kind);
    return kinds;
}

uint32_t arb__promotion_choice(const arb_position *pos, arb_piece piece, arb_square to)
{
    enum { STAYS = 1u << ARB_NO_KIND };
    const arb_rules *rules = pos->rules;
    arb_colour colour = arb_piece_colour(piece);
    arb_kind own = arb_piece_kind(piece);
    uint32_t kinds = own == ARB_PAWN ? rules->pawn.promotion_kinds : rules->kinds[own].becomes;
    if (rules->pawn.promotion_of != ARB_OF_ANY)
        kinds = kinds_of_start(pos, colour, kinds);
    int before_edge = pos->size.ranks - 1 - arb__own_row(pos->size, colour, to);
    return (rules->pawn.optional_rows >> before_edge & 1u) ? kinds | STAYS : kinds;
}
