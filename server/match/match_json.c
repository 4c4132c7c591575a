/* match_json.c: a match as JSON. Layer: server. It asks the library and decides nothing. */
#include "server/match/match_json.h"

#include "common/number.h"
#include "server/answers/position_json.h"
#include "server/match/match_players.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_history(text_builder *out, const match *m)
{
    size_t length = arb_game_length(m->game);
    size_t end = length > 0 ? m->plies[length - 1].end : 0;
    arb_result result = m->outcome.result;
    bool won = (result == ARB_WHITE_WINS || result == ARB_BLACK_WINS) && end > 0 &&
               arb_game_ply(m->game) == length;
    text_puts(out, ",\"history\":[");
    text_put(out, m->history.at, won ? end - 2 : end);
    if (won) /* in COMP 250's history the win is the last entry */
        text_puts(out, result == ARB_WHITE_WINS ? ",\"WHITE has won\"]}" : ",\"BLACK has won\"]}");
    text_puts(out, "]");
}

static void put_last(text_builder *out, const match *m, size_t ply)
{
    arb_size size = arb_position_size(arb_game_position(m->game));
    text_puts(out, ",\"last\":");
    if (ply == 0) {
        text_puts(out, "null");
        return;
    }
    text_puts(out, "{\"from\":");
    state_put_square(out, size, m->plies[ply - 1].from);
    text_puts(out, ",\"to\":");
    state_put_square(out, size, m->plies[ply - 1].to);
    text_puts(out, "}");
}

static void put_outcome(text_builder *out, const match *m, const arb_game *game,
                        arb_language language)
{
    arb_outcome outcome = game == m->game ? m->outcome : arb_game_outcome(game);
    char text[256];
    text_puts(out, ",\"outcome\":");
    if (m->aborted[0] != '\0' && game == m->game) {
        text_puts(out, "{\"result\":\"*\",\"reason\":\"aborted\",\"text\":");
        match_put_abortion(out, m);
        text_puts(out, ",\"article\":\"\"}");
        return;
    }
    if (outcome.result == ARB_ONGOING) {
        text_puts(out, "null");
        return;
    }
    arb_outcome_text_in(outcome, language, text, sizeof text);
    bool forfeit = game == m->game && m->forfeit[0] != '\0';
    text_putf(out,
              "{\"result\":\"%s\",\"reason\":\"%s\",\"text\":", arb_result_text(outcome.result),
              forfeit ? "forfeit" : arb_reason_name(outcome.reason));
    if (forfeit) {
        char why[256];
        snprintf(why, sizeof why,
                 m->engine_side != NOBODY ? "%s wins: the engine failed (%s)" : "%s wins: %s",
                 outcome.result == ARB_WHITE_WINS ? "White" : "Black", m->forfeit);
        text_put_json(out, why);
    } else {
        text_put_json(out, text);
    }
    text_putf(out, ",\"article\":\"%s\"", forfeit ? "" : arb_outcome_article(outcome));
    if (game == m->game && m->claimed != ARB_NO_MOVE &&
        (outcome.reason == ARB_R_REPETITION_CLAIM || outcome.reason == ARB_R_MOVE_LIMIT_CLAIM)) {
        char uci[16];
        arb_uci_write(arb_game_position(game), m->claimed, ARB_UCI_RULES, uci, sizeof uci);
        text_putf(out, ",\"with\":\"%s\"", uci);
    }
    text_puts(out, "}");
}

/* What may be claimed now, or with an intended move. Soon after a capture or a pawn move no claim
 * is possible, so the costly look at every move is skipped then. */
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

static void put_captured(text_builder *out, const match *m, size_t ply)
{
    for (int colour = ARB_WHITE; colour <= ARB_BLACK; colour++) {
        const char *comma = "";
        text_puts(out, colour == ARB_WHITE ? ",\"captured\":{\"white\":[" : "],\"black\":[");
        for (size_t i = 0; i < ply; i++) {
            arb_piece piece = m->plies[i].captured;
            if (piece == ARB_NO_PIECE || arb_piece_colour(piece) == (arb_colour)colour)
                continue;
            char entry[] = "\"?\"";
            entry[1] = state_letter(m->rules, piece);
            text_puts(out, comma);
            text_put(out, entry, 3);
            comma = ",";
        }
    }
    text_puts(out, "]}");
}

static void put_player(text_builder *out, const match *m, int colour)
{
    text_puts(out, "{\"name\":");
    text_put_json(out, m->name[colour]);
    text_puts(out, m->engine_side == colour ? ",\"kind\":\"engine\"}"
                   : m->bot[colour]         ? ",\"kind\":\"bot\"}"
                                            : ",\"kind\":\"person\"}");
}

static void put_side(text_builder *out, int side)
{
    text_puts(out, side == ARB_WHITE ? "\"white\"" : side == ARB_BLACK ? "\"black\"" : "null");
}

static void put_table(text_builder *out, const match *m, int64_t now)
{
    text_puts(out, ",\"players\":{\"white\":");
    put_player(out, m, ARB_WHITE);
    text_puts(out, ",\"black\":");
    put_player(out, m, ARB_BLACK);
    text_puts(out, "},\"clock\":");
    if (m->clock.used) {
        text_puts(out, "{\"white_ms\":");
        text_put_number(out, game_clock_left(&m->clock, ARB_WHITE, now));
        text_puts(out, ",\"black_ms\":");
        text_put_number(out, game_clock_left(&m->clock, ARB_BLACK, now));
        text_puts(out, ",\"running\":");
        put_side(out, m->clock.running);
        text_puts(out, ",\"increment_ms\":");
        text_put_number(out, m->clock.increment);
        text_puts(out, "}");
    } else {
        text_puts(out, "null");
    }
    text_puts(out, ",\"offers\":{\"draw\":");
    put_side(out, m->draw_offer);
    text_puts(out, ",\"takeback\":");
    put_side(out, m->takeback);
    text_puts(out, "},\"challenger\":");
    put_side(out, m->challenger);
    text_puts(out, ",\"rematch\":");
    put_side(out, m->rematch);
    text_puts(out, ",\"next\":");
    if (m->next != 0)
        text_putf(out, "\"%lld\"", (long long)m->next);
    else
        text_puts(out, "null");
    text_puts(out, m->damaged ? ",\"damaged\":true,\"updated\":" : ",\"updated\":");
    text_put_number(out, m->updated);
}

/* Writes the rulings of a game that has an arbiter. */
static void put_rulings(text_builder *out, const match *m, arb_language language)
{
    if (!match_regulated(m))
        return;
    text_putf(out,
              ",\"regulations\":\"%s\",\"cancelled\":%s,\"pressed\":{\"white\":%s,\"black\":%s}",
              arb_regulations_name((arb_regulations)m->log.regulations),
              arb_log_cancelled(&m->log) ? "true" : "false",
              arb_log_has_pressed(&m->log, ARB_WHITE) ? "true" : "false",
              arb_log_has_pressed(&m->log, ARB_BLACK) ? "true" : "false");
    text_puts(out, ",\"ruling\":");
    const text_builder *last = &m->ruling[language], *all = &m->rulings[language];
    text_put(out, last->len > 0 ? last->at : "null", last->len > 0 ? last->len : 4);
    text_puts(out, ",\"rulings\":[");
    text_put(out, all->at, all->len);
    text_puts(out, "]");
}

void state_put_fixed(text_builder *out, const match *m)
{
    char fen[STATE_FEN_LIMIT];
    arb_fen_style style = m->rules->castling.any_home ? ARB_SHREDDER_FEN : ARB_X_FEN;
    arb_position_fen(arb_game_start(m->game), style, ARB_EP_LEGAL, fen, sizeof fen);
    text_puts(out, ",\"rules\":{\"name\":");
    text_put_json(out, m->rules->name);
    text_puts(out, ",\"title\":");
    text_put_json(out, m->rules->title);
    state_put_kinds(out, m->rules);
    text_puts(out, m->own_rules != NULL ? ",\"own\":true}" : ",\"own\":false}");
    text_puts(out, ",\"start\":{\"fen\":");
    text_put_json(out, fen);
    state_put_check(out, arb_game_start(m->game));
    text_puts(out, "}");
}

void state_put(text_builder *out, const match *m, const arb_game *view, int64_t now,
               arb_language language)
{
    const arb_game *game = view != NULL ? view : m->game;
    const arb_position *position = arb_game_position(game);
    size_t ply = arb_game_ply(game);
    char score[NUMBER_TENTHS];
    if (view != NULL && ply == arb_game_ply(m->game))
        game = m->game; /* the match's own game knows the end that the players declared */
    text_room(out, m->history.len + 2048);
    text_puts(out, "{\"id\":\"");
    text_put_number(out, m->id);
    text_puts(out, "\",\"version\":");
    text_put_number(out, m->version);
    if (m->fixed.len > 0)
        text_put(out, m->fixed.at, m->fixed.len);
    else
        state_put_fixed(out, m);
    put_rulings(out, m, language);
    state_put_board(out, position);
    text_puts(out, ",\"ply\":");
    text_put_number(out, (int64_t)ply);
    text_puts(out, ",\"length\":");
    text_put_number(out, (int64_t)arb_game_length(m->game));
    text_puts(out, view != NULL ? ",\"view\":true" : ",\"view\":false");
    put_history(out, m);
    put_last(out, m, ply);
    state_put_royals(out, position);
    put_outcome(out, m, game, language);
    state_put_opening(out, match_opening(m, ply));
    uint32_t claims = arb_game_claims(game);
    state_put_claims(out, ",\"claims\":", claims);
    state_put_claims(out, ",\"claimable\":", claimable(game, claims));
    text_puts(out, ",\"score\":{\"white\":");
    text_puts(out,
              number_tenths(score, arb_position_score(position, ARB_WHITE, ARB_MOBILITY_VALID)));
    text_puts(out, "}");
    put_captured(out, m, ply);
    put_table(out, m, now);
    text_puts(out, "}");
}
