/* targets_json.c: the legal moves of a piece as JSON. Layer: server. */
#include "server/answers/position_json.h"

#include <stdlib.h>

enum { TARGET_LIMIT = 4096 };

/* The square where the player drops the piece: in castling the square where the king arrives, if
 * the rule set writes castling so. */
static arb_square target_of(const arb_position *position, arb_move move)
{
    char uci[16];
    arb_square from = ARB_NO_SQUARE, to = arb_move_to(move);
    arb_size size = arb_position_size(position);
    if (arb_move_type_of(move) != ARB_CASTLING)
        return to;
    size_t len = arb_uci_write(position, move, ARB_UCI_RULES, uci, sizeof uci);
    size_t first = arb_square_read(size, uci, len, &from);
    arb_square_read(size, uci + first, len - first, &to);
    return to;
}

static bool is_capture(const arb_position *position, arb_move move)
{
    arb_move_type type = arb_move_type_of(move);
    return type == ARB_EN_PASSANT ||
           (type == ARB_NORMAL && arb_position_piece(position, arb_move_to(move)) != ARB_NO_PIECE);
}

typedef struct {
    text_builder *out;
    const arb_game *game;
    arb_kind kind;
    const char *comma;
} drop_list;

static bool put_drop(void *context, arb_move move)
{
    drop_list *list = context;
    if (arb_move_type_of(move) != ARB_DROP || arb_move_promotion(move) != list->kind)
        return true;
    text_puts(list->out, list->comma);
    text_puts(list->out, "{\"to\":");
    state_put_square(list->out, arb_position_size(arb_game_position(list->game)),
                     arb_move_to(move));
    text_puts(list->out, ",\"capture\":false,\"promotions\":[],\"castling\":false");
    state_put_claims(list->out, ",\"claims\":", arb_game_claims_with(list->game, move));
    text_puts(list->out, "}");
    list->comma = ",";
    return true;
}

void state_put_drops(text_builder *out, const arb_game *game, arb_kind kind)
{
    const arb_position *position = arb_game_position(game);
    char letter = state_letter(arb_position_rules(position), arb_piece_of(ARB_WHITE, kind));
    drop_list list = {out, game, kind, ""};
    text_putf(out, "{\"from\":\"%c@\",\"targets\":[", letter);
    if (arb_game_outcome(game).result == ARB_ONGOING)
        arb_position_each_move(position, put_drop, &list);
    text_puts(out, "]}");
}

void state_put_targets(text_builder *out, const arb_game *game, arb_square from)
{
    const arb_position *position = arb_game_position(game);
    const arb_rules *rules = arb_position_rules(position);
    arb_size size = arb_position_size(position);
    arb_move *moves = malloc(TARGET_LIMIT * sizeof *moves);
    size_t count = 0;
    if (moves == NULL)
        out->failed = true;
    else if (arb_game_outcome(game).result == ARB_ONGOING)
        count = arb_position_moves_from(position, from, moves, TARGET_LIMIT);
    text_puts(out, "{\"from\":");
    state_put_square(out, size, from);
    text_puts(out, ",\"targets\":[");
    for (size_t i = 0; i < count && i < TARGET_LIMIT;) {
        arb_move move = moves[i];
        arb_square to = target_of(position, move);
        bool castling = arb_move_type_of(move) == ARB_CASTLING;
        text_puts(out, i > 0 ? ",{\"to\":" : "{\"to\":");
        state_put_square(out, size, to);
        text_puts(out, is_capture(position, move) ? ",\"capture\":true" : ",\"capture\":false");
        text_puts(out, ",\"promotions\":[");
        const char *comma = "";
        do { /* promotions to one square stand together */
            arb_kind kind = arb_move_promotion(moves[i]);
            if (kind != ARB_NO_KIND) {
                text_putf(out, "%s\"%c\"", comma, rules->kinds[kind].letter);
                comma = ",";
            }
            i++;
        } while (i < count && i < TARGET_LIMIT && !castling &&
                 arb_move_promotion(moves[i]) != ARB_NO_KIND &&
                 arb_move_to(moves[i]) == arb_move_to(move));
        text_puts(out, castling ? "],\"castling\":true" : "],\"castling\":false");
        state_put_claims(out, ",\"claims\":", arb_game_claims_with(game, move));
        text_puts(out, "}");
    }
    text_puts(out, "]}");
    free(moves);
}

void state_put_all_targets(text_builder *out, const arb_game *game)
{
    const arb_position *position = arb_game_position(game);
    arb_size size = arb_position_size(position);
    arb_colour turn = arb_position_turn(position);
    const char *comma = "";
    text_puts(out, "{\"moves\":[");
    for (int rank = 0; rank < size.ranks; rank++)
        for (int file = 0; file < size.files; file++) {
            arb_square square = arb_square_at(size, file, rank);
            arb_piece piece = arb_position_piece(position, square);
            if (piece == ARB_NO_PIECE || arb_piece_colour(piece) != turn)
                continue;
            text_puts(out, comma);
            state_put_targets(out, game, square);
            comma = ",";
        }
    for (arb_kind kind = 1; kind < ARB_KIND_LIMIT; kind++)
        if (arb_position_hand(position, turn, kind) > 0) {
            text_puts(out, comma);
            state_put_drops(out, game, kind);
            comma = ",";
        }
    text_puts(out, "]}");
}
