/* match_json.c: a match as JSON. Layer: server. Asks the library, decides nothing. */
#include "server/match_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_square(srv_text *out, arb_size size, arb_square square)
{
    char name[8];
    if (square == ARB_NO_SQUARE) {
        srv_puts(out, "null");
        return;
    }
    size_t len = arb_square_write(size, square, name, sizeof name);
    srv_puts(out, "\"");
    srv_put(out, name, len);
    srv_puts(out, "\"");
}

static char letter_of(const arb_rules *rules, arb_piece piece)
{
    char letter = rules->kinds[arb_piece_kind(piece)].letter;
    return arb_piece_colour(piece) == ARB_WHITE ? (char)(letter - 'a' + 'A') : letter;
}

static void put_pieces(srv_text *out, const arb_position *position)
{
    arb_size size = arb_position_size(position);
    char entry[24] = ",\"";
    size_t skip = 1; /* no comma before the first */
    srv_puts(out, ",\"pieces\":{");
    for (int rank = 0; rank < size.ranks; rank++)
        for (int file = 0; file < size.files; file++) {
            arb_square square = arb_square_at(size, file, rank);
            arb_piece piece = arb_position_piece(position, square);
            if (piece == ARB_NO_PIECE)
                continue;
            size_t len = 2 + arb_square_write(size, square, entry + 2, 8);
            memcpy(entry + len, "\":\"?\"", 5);
            entry[len + 3] = letter_of(arb_position_rules(position), piece);
            srv_put(out, entry + skip, len + 5 - skip);
            skip = 0;
        }
    srv_puts(out, "}");
}

static void put_area(srv_text *out, const char *key, arb_size size, const arb_area *area)
{
    const char *comma = "";
    srv_puts(out, key);
    for (int rank = 0; rank < size.ranks; rank++)
        for (int file = 0; file < size.files; file++)
            if (arb_area_has(area, file, rank)) {
                srv_puts(out, comma);
                put_square(out, size, arb_square_at(size, file, rank));
                comma = ",";
            }
    srv_puts(out, "]");
}

static void put_hand(srv_text *out, const arb_position *position, arb_colour colour)
{
    const char *comma = "";
    for (arb_kind kind = 1; kind < ARB_KIND_LIMIT; kind++) {
        unsigned count = arb_position_hand(position, colour, kind);
        if (count == 0)
            continue;
        srv_putf(out, "%s\"%c\":%u", comma,
                 letter_of(arb_position_rules(position), arb_piece_of(colour, kind)), count);
        comma = ",";
    }
}

/* What only some rule sets have: holes, goals, hands, checks that count. */
static void put_specials(srv_text *out, const arb_position *position)
{
    arb_size size = arb_position_size(position);
    const arb_rules *rules = arb_position_rules(position);
    if (rules->board.holes.count != 0)
        put_area(out, ",\"holes\":[", size, &rules->board.holes);
    if (rules->ending.goal.count != 0)
        put_area(out, ",\"goal\":[", size, &rules->ending.goal);
    if (rules->capture.to_hand) {
        srv_puts(out, ",\"hands\":{\"white\":{");
        put_hand(out, position, ARB_WHITE);
        srv_puts(out, "},\"black\":{");
        put_hand(out, position, ARB_BLACK);
        srv_puts(out, "}}");
    }
    if (rules->ending.checks != 0)
        srv_putf(out, ",\"checks\":{\"white\":%u,\"black\":%u}",
                 arb_rules_checks_left(rules, arb_position_checks(position, ARB_WHITE)),
                 arb_rules_checks_left(rules, arb_position_checks(position, ARB_BLACK)));
}

static void put_board(srv_text *out, const arb_position *position)
{
    char fen[ARB_START_LIMIT + 64];
    arb_size size = arb_position_size(position);
    const arb_rules *rules = arb_position_rules(position);
    arb_fen_style style = rules->castling.any_home ? ARB_SHREDDER_FEN : ARB_X_FEN;
    size_t len = arb_position_fen(position, style, ARB_EP_LEGAL, fen, sizeof fen);
    srv_puts(out, ",\"size\":{\"files\":");
    srv_put_number(out, size.files);
    srv_puts(out, ",\"ranks\":");
    srv_put_number(out, size.ranks);
    srv_puts(out, "},\"fen\":\"");
    srv_put(out, fen, len < sizeof fen ? len : sizeof fen - 1);
    srv_puts(out, "\"");
    put_pieces(out, position);
    put_specials(out, position);
    srv_puts(out, arb_position_turn(position) == ARB_WHITE ? ",\"turn\":\"white\""
                                                           : ",\"turn\":\"black\"");
    srv_puts(out, ",\"fullmove\":");
    srv_put_number(out, arb_position_fullmove(position));
}

static void put_history(srv_text *out, const match *m)
{
    size_t length = arb_game_length(m->game);
    size_t end = length > 0 ? m->plies[length - 1].end : 0;
    arb_result result = m->outcome.result;
    bool won = (result == ARB_WHITE_WINS || result == ARB_BLACK_WINS) && end > 0 &&
               arb_game_ply(m->game) == length;
    srv_puts(out, ",\"history\":[");
    srv_put(out, m->history.at, won ? end - 2 : end);
    if (won) /* COMP 250: the win is the history's last entry */
        srv_puts(out, result == ARB_WHITE_WINS ? ",\"WHITE has won\"]}" : ",\"BLACK has won\"]}");
    srv_puts(out, "]");
}

/* The royal pieces that are attacked: one, but where a rule set has other royal kinds. */
static const char *put_checked(srv_text *out, const arb_position *position, arb_colour colour,
                               const char *comma)
{
    arb_size size = arb_position_size(position);
    arb_square royal = arb_position_royal(position, colour);
    uint32_t also = arb_position_rules(position)->royal.also;
    for (int rank = 0; rank < size.ranks; rank++)
        for (int file = 0; file < size.files; file++) {
            arb_square square = arb_square_at(size, file, rank);
            arb_piece piece = arb_position_piece(position, square);
            bool other = piece != ARB_NO_PIECE && arb_piece_colour(piece) == colour &&
                         (also >> arb_piece_kind(piece) & 1u) != 0;
            if ((square == royal || other) &&
                arb_position_attackers(position, square, arb_other(colour), NULL, 0) > 0) {
                srv_puts(out, comma);
                put_square(out, size, square);
                comma = ",";
            }
        }
    return comma;
}

static void put_royals(srv_text *out, const arb_position *position)
{
    arb_size size = arb_position_size(position);
    arb_square royal[2] = {arb_position_royal(position, ARB_WHITE),
                           arb_position_royal(position, ARB_BLACK)};
    const char *comma = "";
    srv_puts(out, ",\"check\":[");
    for (int colour = ARB_WHITE; colour <= ARB_BLACK; colour++)
        if (arb_position_in_check(position, (arb_colour)colour))
            comma = put_checked(out, position, (arb_colour)colour, comma);
    srv_puts(out, "],\"royal\":{\"white\":");
    put_square(out, size, royal[ARB_WHITE]);
    srv_puts(out, ",\"black\":");
    put_square(out, size, royal[ARB_BLACK]);
    srv_puts(out, "}");
}

static void put_last(srv_text *out, const match *m, size_t ply)
{
    arb_size size = arb_position_size(arb_game_position(m->game));
    srv_puts(out, ",\"last\":");
    if (ply == 0) {
        srv_puts(out, "null");
        return;
    }
    srv_puts(out, "{\"from\":");
    put_square(out, size, m->plies[ply - 1].from);
    srv_puts(out, ",\"to\":");
    put_square(out, size, m->plies[ply - 1].to);
    srv_puts(out, "}");
}

static void put_outcome(srv_text *out, const match *m, const arb_game *game)
{
    arb_outcome outcome = game == m->game ? m->outcome : arb_game_outcome(game);
    char text[128];
    srv_puts(out, ",\"outcome\":");
    if (outcome.result == ARB_ONGOING) {
        srv_puts(out, "null");
        return;
    }
    arb_outcome_text(outcome, text, sizeof text);
    bool forfeit = game == m->game && m->forfeit[0] != '\0';
    srv_putf(out, "{\"result\":\"%s\",\"reason\":\"%s\",\"text\":", arb_result_text(outcome.result),
             forfeit ? "forfeit" : arb_reason_name(outcome.reason));
    if (forfeit) {
        char why[256];
        snprintf(why, sizeof why, "%s wins: the engine failed (%s)",
                 outcome.result == ARB_WHITE_WINS ? "White" : "Black", m->forfeit);
        srv_put_json(out, why);
    } else {
        srv_put_json(out, text);
    }
    srv_puts(out, "}");
}

static void put_opening(srv_text *out, const arb_game *game)
{
    char eco[4], name[ARB_OPENING_NAME];
    arb_opening opening = arb_game_opening(game);
    srv_puts(out, ",\"opening\":");
    if (arb_opening_eco(opening, eco, sizeof eco) == 0) {
        srv_puts(out, "null");
        return;
    }
    arb_opening_name(opening, name, sizeof name);
    srv_putf(out, "{\"eco\":\"%s\",\"name\":", eco);
    srv_put_json(out, name);
    srv_puts(out, "}");
}

static void put_claims(srv_text *out, const char *key, uint32_t claims)
{
    srv_puts(out, key);
    srv_puts(out, "[");
    if (claims & ARB_CLAIM_REPETITION)
        srv_puts(out, "\"repetition\"");
    if (claims & ARB_CLAIM_MOVES)
        srv_puts(out, claims & ARB_CLAIM_REPETITION ? ",\"moves\"" : "\"moves\"");
    srv_puts(out, "]");
}

/* What may be claimed now or with the move that is intended. Few positions are worth the look at
 * every move: nothing repeats, and no count is full, soon after a capture or pawn move. */
static uint32_t claimable(const arb_game *game, uint32_t claims)
{
    const arb_position *position = arb_game_position(game);
    const arb_rules *rules = arb_position_rules(position);
    uint32_t next = arb_position_halfmove(position) + 1;
    bool repeats =
        rules->ending.claim_repetitions != 0 && next >= 4u * (rules->ending.claim_repetitions - 1u);
    bool full = rules->ending.claim_moves != 0 && next >= 2u * rules->ending.claim_moves;
    return repeats || full ? arb_game_claimable(game) : claims;
}

static void put_tenths(srv_text *out, int32_t tenths)
{
    srv_puts(out, tenths < 0 ? "-" : "");
    srv_put_number(out, abs(tenths / 10));
    srv_puts(out, ".");
    srv_put_number(out, abs(tenths % 10));
}

static void put_captured(srv_text *out, const match *m, size_t ply)
{
    for (int colour = ARB_WHITE; colour <= ARB_BLACK; colour++) {
        const char *comma = "";
        srv_puts(out, colour == ARB_WHITE ? ",\"captured\":{\"white\":[" : "],\"black\":[");
        for (size_t i = 0; i < ply; i++) {
            arb_piece piece = m->plies[i].captured;
            if (piece == ARB_NO_PIECE || arb_piece_colour(piece) == (arb_colour)colour)
                continue;
            char entry[] = "\"?\"";
            entry[1] = letter_of(m->rules, piece);
            srv_puts(out, comma);
            srv_put(out, entry, 3);
            comma = ",";
        }
    }
    srv_puts(out, "]}");
}

static void put_player(srv_text *out, const match *m, int colour)
{
    srv_puts(out, "{\"name\":");
    srv_put_json(out, m->name[colour]);
    srv_puts(out, m->engine_side == colour ? ",\"kind\":\"engine\"}" : ",\"kind\":\"person\"}");
}

static void put_side(srv_text *out, int side)
{
    srv_puts(out, side == ARB_WHITE ? "\"white\"" : side == ARB_BLACK ? "\"black\"" : "null");
}

static void put_table(srv_text *out, const match *m, int64_t now)
{
    srv_puts(out, ",\"players\":{\"white\":");
    put_player(out, m, ARB_WHITE);
    srv_puts(out, ",\"black\":");
    put_player(out, m, ARB_BLACK);
    srv_puts(out, "},\"clock\":");
    if (m->clock.used) {
        srv_puts(out, "{\"white_ms\":");
        srv_put_number(out, game_clock_left(&m->clock, ARB_WHITE, now));
        srv_puts(out, ",\"black_ms\":");
        srv_put_number(out, game_clock_left(&m->clock, ARB_BLACK, now));
        srv_puts(out, ",\"running\":");
        put_side(out, m->clock.running);
        srv_puts(out, ",\"increment_ms\":");
        srv_put_number(out, m->clock.increment);
        srv_puts(out, "}");
    } else {
        srv_puts(out, "null");
    }
    srv_puts(out, ",\"offers\":{\"draw\":");
    put_side(out, m->draw_offer);
    srv_puts(out, ",\"takeback\":");
    put_side(out, m->takeback);
    srv_puts(out, m->damaged ? "},\"damaged\":true,\"updated\":" : "},\"updated\":");
    srv_put_number(out, m->updated);
}

/* Of a game that has an arbiter. */
static void put_rulings(srv_text *out, const match *m)
{
    if (!match_regulated(m))
        return;
    srv_putf(out,
             ",\"regulations\":\"%s\",\"cancelled\":%s,\"pressed\":{\"white\":%s,\"black\":%s}",
             arb_regulations_name((arb_regulations)m->log.regulations),
             arb_log_cancelled(&m->log) ? "true" : "false",
             arb_log_has_pressed(&m->log, ARB_WHITE) ? "true" : "false",
             arb_log_has_pressed(&m->log, ARB_BLACK) ? "true" : "false");
    srv_puts(out, ",\"ruling\":");
    srv_put(out, m->ruling.len > 0 ? m->ruling.at : "null", m->ruling.len > 0 ? m->ruling.len : 4);
    srv_puts(out, ",\"rulings\":[");
    srv_put(out, m->rulings.at, m->rulings.len);
    srv_puts(out, "]");
}

void state_put(srv_text *out, const match *m, const arb_game *view, int64_t now)
{
    const arb_game *game = view != NULL ? view : m->game;
    const arb_position *position = arb_game_position(game);
    size_t ply = arb_game_ply(game);
    if (view != NULL && ply == arb_game_ply(m->game))
        game = m->game; /* with the end that the players declared */
    srv_room(out, m->history.len + 2048);
    srv_puts(out, "{\"id\":\"");
    srv_put_number(out, m->id);
    srv_puts(out, "\",\"version\":");
    srv_put_number(out, m->version);
    srv_puts(out, ",\"rules\":{\"name\":");
    srv_put_json(out, m->rules->name);
    srv_puts(out, ",\"title\":");
    srv_put_json(out, m->rules->title);
    srv_puts(out, m->own_rules != NULL ? ",\"own\":true}" : ",\"own\":false}");
    put_rulings(out, m);
    put_board(out, position);
    srv_puts(out, ",\"ply\":");
    srv_put_number(out, (int64_t)ply);
    srv_puts(out, ",\"length\":");
    srv_put_number(out, (int64_t)arb_game_length(m->game));
    srv_puts(out, view != NULL ? ",\"view\":true" : ",\"view\":false");
    put_history(out, m);
    put_last(out, m, ply);
    put_royals(out, position);
    put_outcome(out, m, game);
    put_opening(out, game);
    uint32_t claims = arb_game_claims(game);
    put_claims(out, ",\"claims\":", claims);
    put_claims(out, ",\"claimable\":", claimable(game, claims));
    srv_puts(out, ",\"score\":{\"white\":");
    put_tenths(out, arb_position_score(position, ARB_WHITE, ARB_MOBILITY_VALID));
    srv_puts(out, "}");
    put_captured(out, m, ply);
    put_table(out, m, now);
    srv_puts(out, "}");
}

/* ---- legal moves of a square ---- */

enum { TARGET_LIMIT = 4096 };

/* Where the player lets go of the piece: castling by the king's arrival, where the rules write it
 * so. */
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
    srv_text *out;
    const arb_game *game;
    arb_kind kind;
    const char *comma;
} drop_list;

static bool put_drop(void *context, arb_move move)
{
    drop_list *list = context;
    if (arb_move_type_of(move) != ARB_DROP || arb_move_promotion(move) != list->kind)
        return true;
    srv_puts(list->out, list->comma);
    srv_puts(list->out, "{\"to\":");
    put_square(list->out, arb_position_size(arb_game_position(list->game)), arb_move_to(move));
    srv_puts(list->out, ",\"capture\":false,\"promotions\":[],\"castling\":false");
    put_claims(list->out, ",\"claims\":", arb_game_claims_with(list->game, move));
    srv_puts(list->out, "}");
    list->comma = ",";
    return true;
}

void state_put_drops(srv_text *out, const arb_game *game, arb_kind kind)
{
    const arb_position *position = arb_game_position(game);
    char letter = letter_of(arb_position_rules(position), arb_piece_of(ARB_WHITE, kind));
    drop_list list = {out, game, kind, ""};
    srv_putf(out, "{\"from\":\"%c@\",\"targets\":[", letter);
    if (arb_game_outcome(game).result == ARB_ONGOING)
        arb_position_each_move(position, put_drop, &list);
    srv_puts(out, "]}");
}

void state_put_targets(srv_text *out, const arb_game *game, arb_square from)
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
    srv_puts(out, "{\"from\":");
    put_square(out, size, from);
    srv_puts(out, ",\"targets\":[");
    for (size_t i = 0; i < count && i < TARGET_LIMIT;) {
        arb_move move = moves[i];
        arb_square to = target_of(position, move);
        bool castling = arb_move_type_of(move) == ARB_CASTLING;
        srv_puts(out, i > 0 ? ",{\"to\":" : "{\"to\":");
        put_square(out, size, to);
        srv_puts(out, is_capture(position, move) ? ",\"capture\":true" : ",\"capture\":false");
        srv_puts(out, ",\"promotions\":[");
        const char *comma = "";
        do { /* promotions of one target stand together */
            arb_kind kind = arb_move_promotion(moves[i]);
            if (kind != ARB_NO_KIND) {
                srv_putf(out, "%s\"%c\"", comma, rules->kinds[kind].letter);
                comma = ",";
            }
            i++;
        } while (i < count && i < TARGET_LIMIT && !castling &&
                 arb_move_promotion(moves[i]) != ARB_NO_KIND &&
                 arb_move_to(moves[i]) == arb_move_to(move));
        srv_puts(out, castling ? "],\"castling\":true" : "],\"castling\":false");
        put_claims(out, ",\"claims\":", arb_game_claims_with(game, move));
        srv_puts(out, "}");
    }
    srv_puts(out, "]}");
    free(moves);
}
