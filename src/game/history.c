/* history.c: the history of a game as text, entry by entry, in the words of COMP 250. Layer: game.
 *
 * Each ply has an entry for its move and one for each side whose royal piece it left attacked. The
 * last entry of a game that was won says who won. */
#include "base/squares.h"
#include "game/game.h"

static size_t entries_before(const arb_game *game, size_t ply)
{
    return ply == 0 ? 0 : game->plies[ply - 1].history_end;
}

/* Has somebody won? Whether the position is dead need not be asked: then nobody has. */
static bool is_won(const arb_game *game, arb_result *result)
{
    *result = arb__game_outcome_knowing(game, ARB__KNOWN_ALIVE).result;
    return *result == ARB_WHITE_WINS || *result == ARB_BLACK_WINS;
}

size_t arb_game_history_count(const arb_game *game)
{
    arb_result result;
    return entries_before(game, game->ply) + is_won(game, &result);
}

static void put_colour(arb__writer *out, arb_colour colour)
{
    arb__put_text(out, colour == ARB_WHITE ? "WHITE" : "BLACK");
}

/* Writes the Unicode symbol of a piece of chess; other pieces have their letter, a capital for
 * White. */
static void put_symbol(arb__writer *out, const arb_rules *rules, arb_piece piece)
{
    static const char *const symbols[2][ARB_FIRST_CUSTOM_KIND] = {
        {"", "♙", "♘", "♗", "♖", "♕", "♔"}, {"", "♟", "♞", "♝", "♜", "♛", "♚"}};
    arb_kind kind = arb_piece_kind(piece);
    arb_colour colour = arb_piece_colour(piece);
    if (kind < ARB_FIRST_CUSTOM_KIND)
        arb__put_text(out, symbols[colour][kind]);
    else
        arb__put_char(out, colour == ARB_WHITE ? arb__to_upper(rules->kinds[kind].letter)
                                               : rules->kinds[kind].letter);
}

/* Castling is written as the king's move to its target square. A pawn captured en passant is named
 * with the square where the capturing pawn arrives, as in every notation. */
static void put_move(arb__writer *out, const arb_game *game, const arb_undo *undo,
                     arb_coords coords)
{
    const arb_position *pos = &game->position;
    arb_square from = arb_move_from(undo->move);
    arb_square to = arb_move_to(undo->move);
    if (arb_move_type_of(undo->move) == ARB_CASTLING)
        to = arb__castle_king_to(pos, (arb_colour)undo->turn,
                                 to > from ? ARB_KING_SIDE : ARB_QUEEN_SIDE);
    put_colour(out, (arb_colour)undo->turn);
    if (arb_move_type_of(undo->move) == ARB_DROP) {
        put_symbol(out, pos->rules,
                   arb_piece_of((arb_colour)undo->turn, arb_move_promotion(undo->move)));
        arb__put_text(out, " dropped at ");
        arb__put_place(out, pos->size, to, coords);
        return;
    }
    put_symbol(out, pos->rules, undo->moved);
    arb__put_text(out, " at ");
    arb__put_place(out, pos->size, from, coords);
    if (undo->captured != ARB_NO_PIECE) {
        arb__put_text(out, " captures ");
        put_symbol(out, pos->rules, undo->captured);
        arb__put_text(out, " at ");
    } else {
        arb__put_text(out, " to ");
    }
    arb__put_place(out, pos->size, to, coords);
}

/* The ply that the entry belongs to. */
static size_t ply_of(const arb_game *game, size_t index)
{
    size_t low = 0;
    size_t high = game->ply;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (game->plies[middle].history_end > index)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void put_win(arb__writer *out, arb_result result)
{
    put_colour(out, result == ARB_WHITE_WINS ? ARB_WHITE : ARB_BLACK);
    arb__put_text(out, " has won");
}

static void put_check(arb__writer *out, const arb__game_ply *ply, size_t nth)
{
    put_colour(out, nth == 1 && ply->check[ARB_WHITE] ? ARB_WHITE : ARB_BLACK);
    arb__put_text(out, " is in check");
}

size_t arb_game_history_entry(const arb_game *game, size_t index, arb_coords coords, char *buf,
                              size_t cap)
{
    arb__writer out = arb__writer_on(buf, cap);
    size_t played = entries_before(game, game->ply);
    if (index >= played) {
        arb_result result;
        if (is_won(game, &result) && index == played)
            put_win(&out, result);
        return out.len;
    }
    size_t ply = ply_of(game, index);
    size_t nth = index - entries_before(game, ply);
    if (nth == 0)
        put_move(&out, game, &game->plies[ply].undo, coords);
    else
        put_check(&out, &game->plies[ply], nth);
    return out.len;
}
