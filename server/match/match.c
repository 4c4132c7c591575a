/* match.c: a game with its players, seats, clocks and offers. Layer: server. */
#include "server/match/match.h"

#include "common/number.h"
#include "server/answers/position_json.h"
#include "server/match/match_events.h"
#include "server/match/match_json.h"
#include "server/match/match_players.h"
#include "server/match/match_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLY_WORK = 400, STEP_WORK = 200 };

bool match_over(const match *m)
{
    return m->outcome.result != ARB_ONGOING || arb_log_cancelled(&m->log) || m->aborted[0] != '\0';
}

/* ---- the history as the page sees it ---- */

/* The piece that the move captures, en passant included. */
static arb_piece captured_by(const arb_position *position, arb_move move)
{
    arb_square to = arb_move_to(move);
    if (arb_move_type_of(move) == ARB_CASTLING)
        return ARB_NO_PIECE;
    if (arb_move_type_of(move) == ARB_EN_PASSANT)
        return arb_piece_of(arb_other(arb_position_turn(position)), ARB_PAWN);
    return arb_position_piece(position, to);
}

static bool room_for_ply(match *m, size_t ply)
{
    if (ply < m->ply_cap)
        return true;
    size_t cap = m->ply_cap == 0 ? 64 : 2 * m->ply_cap;
    match_ply *plies = realloc(m->plies, cap * sizeof *plies);
    if (plies == NULL)
        return false;
    m->plies = plies;
    m->ply_cap = cap;
    return true;
}

/* Writes the history entries of the last ply: its move, and a check to either side. Who has won is
 * part of the outcome, which is written elsewhere. */
static void put_texts(text_builder *out, const match *m, size_t first)
{
    const arb_game *game = m->game;
    const arb_position *position = arb_game_position(game);
    size_t count = 1u + arb_position_in_check(position, ARB_WHITE) +
                   arb_position_in_check(position, ARB_BLACK);
    for (size_t i = first; i < first + count; i++) {
        char entry[96];
        size_t len = arb_game_history_entry(game, i, ARB_COORDS_XY, entry, sizeof entry);
        text_puts(out, i > first ? ",\"" : "\"");
        text_put(out, entry, len < sizeof entry ? len : sizeof entry - 1);
        text_puts(out, "\"");
    }
}

static void put_square(text_builder *out, arb_size size, const char *key, arb_square square)
{
    char name[8];
    arb_square_write(size, square, name, sizeof name);
    text_puts(out, key);
    text_puts(out, name);
}

/* Has the budget run out? Then the last answers of the library cannot be trusted. */
static bool is_spent(const match *m)
{
    return m->budget != NULL && m->budget->left == 0;
}

/* Charges work of the server itself, in the library's units (docs/serve.md). */
static void pay(const match *m, uint64_t work)
{
    if (m->budget != NULL)
        m->budget->left -= m->budget->left > work ? work : m->budget->left;
}

/* The cost of taking back or playing again one known ply. */
static uint64_t a_ply_back(const match *m)
{
    arb_size size = arb_position_size(arb_game_position(m->game));
    return 4 + (uint64_t)(size.files * size.ranks) / 16;
}

bool match_room(match *m)
{
    size_t ply = arb_game_ply(m->game);
    if (ply >= MATCH_PLY_LIMIT)
        return false;
    m->starved = !room_for_ply(m, ply);
    return !m->starved;
}

/* Adds the entry of a ply to the history:
 * {"ply":1,"san":"e4","uci":"e2e4","from":"e2","to":"e4","put":{…},"check":[],"text":[…]} */
bool match_note_ply(match *m, const arb_position *before, arb_move move, size_t entries)
{
    const arb_position *after = arb_game_position(m->game);
    arb_size size = arb_position_size(before);
    size_t ply = arb_game_ply(m->game) - 1;
    char san[32], uci[16];
    arb_san_write(before, move, san, sizeof san);
    arb_uci_write(before, move, ARB_UCI_RULES, uci, sizeof uci);
    arb_piece captured = captured_by(before, move);
    text_builder *out = &m->history;
    out->len = ply > 0 ? m->plies[ply - 1].end : 0;
    text_puts(out, ply > 0 ? ",{\"ply\":" : "{\"ply\":");
    text_put_number(out, (int64_t)ply + 1);
    text_puts(out, ",\"san\":\"");
    text_puts(out, san);
    text_puts(out, "\",\"uci\":\"");
    text_puts(out, uci);
    put_square(out, size, "\",\"from\":\"", arb_move_from(move));
    arb_square to = arb_move_to(move);
    if (arb_move_type_of(move) == ARB_CASTLING) /* the square where the king arrives */
        to = arb_position_royal(after, arb_position_turn(before));
    put_square(out, size, "\",\"to\":\"", to);
    text_puts(out, "\"");
    state_put_changes(out, before, after);
    state_put_check(out, after);
    state_put_counts(out, after);
    if (captured != ARB_NO_PIECE)
        text_putf(out, ",\"captured\":\"%c\"", state_letter(m->rules, captured));
    arb_opening opening = ply < ARB_OPENING_PLIES ? arb_opening_find(after) : ARB_NO_OPENING;
    if (opening != ARB_NO_OPENING)
        state_put_opening(out, opening);
    text_puts(out, ",\"text\":["); /* last: put_history goes on there */
    put_texts(out, m, entries);
    text_puts(out, "]}");
    pay(m, PLY_WORK + (uint64_t)(size.files * size.ranks) / 8);
    m->plies[ply] = (match_ply){out->len, arb_move_from(move), to, captured,
                                opening != ARB_NO_OPENING ? opening : match_opening(m, ply)};
    m->starved = out->failed || is_spent(m);
    return !m->starved;
}

/* After a step it is not yet known whether the game goes on; `settle` asks. */
static void unsettle(match *m)
{
    m->outcome = (arb_outcome){.result = ARB_ONGOING};
    m->end_unasked = true;
}

static bool play(match *m, arb_move move)
{
    arb_position before;
    if (!match_room(m))
        return false;
    arb_position_copy(&before, arb_game_position(m->game));
    size_t entries = arb_game_history_count(m->game);
    arb_status status = arb_game_replay(m->game, move);
    m->starved = status == ARB_NO_MEMORY;
    if (status != ARB_OK)
        return false;
    unsettle(m);
    return match_note_ply(m, &before, move, entries);
}

/* ---- clocks ---- */

/* The clock of the side to move runs from the first move of the game until its end. Under an
 * arbiter the clock runs of the side that has not pressed it yet. */
static void start_clock(match *m, int64_t now)
{
    if (arb_game_ply(m->game) >= match_untimed_plies(m) && !match_over(m))
        game_clock_run(&m->clock, arb_log_clock(&m->log, m->game), now);
}

/* ---- steps ---- */

static bool step_move(match *m, arb_move move)
{
    arb_colour mover = arb_position_turn(arb_game_position(m->game));
    if (!play(m, move))
        return false;
    if (m->draw_offer == (int)arb_other(mover))
        m->draw_offer = NOBODY; /* FIDE 9.1.2.1: a move refuses the offer */
    m->takeback = NOBODY;
    return true;
}

/* Plays any other step. Steps that go back or forth leave no offer open. */
static bool step_other(match *m, game_step *s)
{
    bool moves_on = s->kind == STEP_UNDO || s->kind == STEP_REDO || s->kind == STEP_GOTO;
    if (s->kind == STEP_FORFEIT && s->side == NOBODY)
        s->side = m->engine_side; /* lines of older stores do not name the side */
    if (s->kind == STEP_CLAIM)
        m->claimed = arb_game_claims(m->game) == 0 ? s->move : ARB_NO_MOVE;
    bool done = step_play(m->game, s);
    if (moves_on)
        m->draw_offer = m->takeback = NOBODY;
    if (done && moves_on)
        m->forfeit[0] = '\0';
    if (done && s->kind == STEP_FORFEIT)
        snprintf(m->forfeit, sizeof m->forfeit, "%.150s", s->rest);
    return done;
}

/* Offers are steps of the server, because the game does not know them. */
static bool step_offer(match *m, const char *what)
{
    const struct {
        const char *ask, *answer;
        int *offer;
    } kinds[] = {{"offer ", "decline", &m->draw_offer}, {"takeback ", "keep", &m->takeback}};
    for (int i = 0; i < 2; i++) {
        size_t len = strlen(kinds[i].ask);
        bool asks = strncmp(what, kinds[i].ask, len) == 0;
        if (!asks && strcmp(what, kinds[i].answer) != 0)
            continue;
        if (asks == (*kinds[i].offer != NOBODY))
            return false; /* already asked for, or nothing to answer */
        *kinds[i].offer = asks ? colour_read(what + len) : NOBODY;
        return !asks || *kinds[i].offer != NOBODY;
    }
    return false;
}

/* "name white Anna": a player gives a name. */
static bool step_name(match *m, const char *what)
{
    int side = strncmp(what, "white ", 6) == 0   ? ARB_WHITE
               : strncmp(what, "black ", 6) == 0 ? ARB_BLACK
                                                 : NOBODY;
    if (side == NOBODY || side == m->engine_side || strlen(what + 6) >= MATCH_NAME_LIMIT)
        return false;
    snprintf(m->name[side], MATCH_NAME_LIMIT, "%s", what + 6);
    return true;
}

/* "rematch white" asks for another game; "next 12" gives the id of that game. */
static bool step_next(match *m, const char *what)
{
    uint64_t id;
    if (!match_over(m) || m->next != 0)
        return false;
    if (strncmp(what, "rematch ", 8) == 0) {
        int side = colour_read(what + 8);
        bool news = side != NOBODY && side != m->rematch;
        m->rematch = news ? side : m->rematch;
        return news;
    }
    if (!number_whole(what + 5, INT64_MAX, &id) || id == 0)
        return false;
    m->next = (int64_t)id;
    return true;
}

static bool apply_step(match *m, const char *what)
{
    game_step s;
    step_fault fault;
    if (strncmp(what, "name ", 5) == 0)
        return step_name(m, what + 5);
    if (strncmp(what, "rematch ", 8) == 0 || strncmp(what, "next ", 5) == 0)
        return step_next(m, what);
    if (strncmp(what, "regulations ", 12) == 0)
        return match_regulate(m, what + 12);
    if (match_is_player_step(what))
        return match_apply_player(m, what);
    if (match_regulated(m))
        return match_apply_event(m, what);
    if (!step_read(&s, m->game, what, &fault))
        return s.kind == STEP_NONE && step_offer(m, what);
    if (s.kind == STEP_MOVE)
        return s.rest[0] == '\0' && step_move(m, s.move);
    if (!step_other(m, &s))
        return false;
    unsettle(m);
    return true;
}

/* Plays a step and adds up its cost, because reading the game from disk costs the same again.
 * Whether the game goes on is not part of the cost: when a game is read again, that is asked only
 * once, after its last step. */
static bool apply(match *m, const char *what)
{
    uint64_t before = m->budget != NULL ? m->budget->left : 0;
    size_t ply = arb_game_ply(m->game);
    bool done = apply_step(m, what);
    size_t now = arb_game_ply(m->game);
    pay(m, STEP_WORK + (now > ply ? now - ply : ply - now) * a_ply_back(m));
    if (m->budget != NULL)
        m->cost += before - m->budget->left;
    if (is_spent(m))
        m->starved = true;
    return done && !is_spent(m);
}

/* Asks whether the game goes on, if that is not known. */
static bool settle(match *m)
{
    if (m->end_unasked)
        m->outcome = arb_game_outcome(m->game);
    m->end_unasked = false;
    m->starved = m->starved || is_spent(m);
    return !m->starved;
}

/* Closes offers if the game is over, and counts the step. */
static void after_step(match *m, int64_t at)
{
    if (match_over(m))
        m->draw_offer = m->takeback = NOBODY;
    m->version++;
    m->updated = at;
}

bool match_step(match *m, const char *what, int64_t now)
{
    bool is_move = strncmp(what, "move ", 5) == 0;
    m->bonus_ms = 0;
    if (m->version >= MATCH_VERSION_LIMIT || !apply(m, what) || !settle(m))
        return false;
    if (match_regulated(m)) /* under an arbiter a move is completed when the clock is pressed */
        is_move = m->clock.running != (int)arb_log_clock(&m->log, m->game);
    (is_move ? game_clock_press : game_clock_halt)(&m->clock, now);
    m->clock.left[m->bonus_side] += m->bonus_ms;
    start_clock(m, now);
    after_step(m, now);
    return true;
}

bool match_replay(match *m, const char *what, int64_t at, const int64_t left[2], int64_t boot,
                  int64_t now)
{
    bool is_move = strncmp(what, "move ", 5) == 0; /* nothing ended before a move */
    if ((!is_move && !settle(m)) || !apply(m, what))
        return false;
    m->clock.running = NOBODY;
    m->clock.left[ARB_WHITE] = left[ARB_WHITE];
    m->clock.left[ARB_BLACK] = left[ARB_BLACK];
    /* The time of a step may lie in the future if somebody has set the machine's clock back
     * since. */
    start_clock(m, at > boot && at <= now ? at : boot);
    after_step(m, at);
    return true;
}

bool match_replayed(match *m)
{
    if (!settle(m))
        return false;
    if (match_over(m)) {
        m->draw_offer = m->takeback = NOBODY;
        m->clock.running = NOBODY;
    }
    return true;
}

bool match_engine_has_turn(const match *m)
{
    return m->engine_side != NOBODY && !match_over(m) &&
           (int)arb_position_turn(arb_game_position(m->game)) == m->engine_side &&
           arb_game_ply(m->game) == arb_game_length(m->game);
}

/* ---- request ids ---- */

static uint64_t hash_of(const char *text)
{
    uint64_t hash = 14695981039346656037u;
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return hash;
}

void match_remember(match *m, const char *request)
{
    m->recent[m->recent_count++ % MATCH_RECENT] =
        (match_request){hash_of(request), m->version, arb_game_ply(m->game)};
}

const match_request *match_recall(const match *m, const char *request)
{
    size_t count = m->recent_count < MATCH_RECENT ? m->recent_count : MATCH_RECENT;
    uint64_t hash = hash_of(request);
    for (size_t i = 0; i < count; i++)
        if (m->recent[i].hash == hash)
            return &m->recent[i];
    return NULL;
}

/* ---- beginning and end ---- */

static bool read_rules(match *m, const match_start *start)
{
    if (start->rules_text == NULL || start->rules_text[0] == '\0') {
        m->rules = arb_rules_find(start->rules, strlen(start->rules));
        return m->rules != NULL;
    }
    m->own_rules = calloc(1, sizeof *m->own_rules);
    m->rules = m->own_rules;
    return m->own_rules != NULL &&
           arb_rules_read(m->own_rules, start->rules_text, strlen(start->rules_text), NULL, NULL);
}

static bool play_moves(match *m, const char *moves)
{
    while (*moves != '\0') {
        char uci[16];
        arb_verdict verdict;
        arb_error error;
        size_t len = strcspn(moves, " ");
        if (len >= sizeof uci ||
            arb_uci_read(arb_game_position(m->game), moves, len, &verdict, &error) != ARB_OK ||
            !play(m, verdict.move))
            return false;
        moves += len + (moves[len] == ' ');
    }
    return true;
}

match *match_new(int64_t id, const match_start *start)
{
    arb_position position;
    arb_error error;
    struct {
        match match;
        match_record record;
    } *both = calloc(1, sizeof *both);
    if (both == NULL)
        return NULL;
    match *m = &both->match;
    m->record = &both->record;
    m->id = id;
    m->draw_offer = m->takeback = m->rematch = m->challenger = NOBODY;
    m->engine_side = start->engine[0] != '\0' ? start->engine_side : NOBODY;
    m->engine_ms = start->engine_ms;
    m->engine_elo = start->engine_elo;
    snprintf(m->engine, sizeof m->engine, "%s", start->engine);
    snprintf(m->name[ARB_WHITE], MATCH_NAME_LIMIT, "%s", start->white);
    snprintf(m->name[ARB_BLACK], MATCH_NAME_LIMIT, "%s", start->black);
    m->clock.used = start->clock;
    m->clock.start = start->initial_ms;
    m->clock.increment = start->increment_ms;
    game_clock_reset(&m->clock);
    if (read_rules(m, start) && arb_position_read(&position, m->rules, start->fen,
                                                  strlen(start->fen), NULL, &error) == ARB_OK)
        m->game = arb_game_new(&position, NULL);
    m->budget = start->budget;
    uint64_t before = m->budget != NULL ? m->budget->left : 0;
    if (m->game != NULL) {
        arb_log_start(&m->log, ARB_CASUAL, m->rules);
        arb_game_set_budget(m->game, start->budget);
        state_put_fixed(&m->fixed, m);
        if (m->fixed.failed || is_spent(m))
            text_free(&m->fixed);
    }
    if (m->game == NULL || !play_moves(m, start->moves)) {
        match_free(m);
        return NULL;
    }
    m->cost = m->budget != NULL ? before - m->budget->left : 0;
    unsettle(m);
    settle(m);
    return m;
}

void match_free(match *m)
{
    arb_game_free(m->game);
    free(m->own_rules);
    free(m->plies);
    text_free(&m->fixed);
    text_free(&m->history);
    for (int i = 0; i < ARB_LANGUAGE_COUNT; i++) {
        text_free(&m->ruling[i]);
        text_free(&m->rulings[i]);
    }
    free(m->record->rules_text);
    free(m->record->pgn);
    free(m);
}

size_t match_bytes(const match *m)
{
    enum { GAME = 3000, PLY = 80 }; /* roughly what the library allocates */
    return sizeof *m + sizeof *m->record + GAME + m->fixed.cap + m->history.cap +
           ARB_LANGUAGE_COUNT * m->rulings[0].cap + m->ply_cap * (sizeof(match_ply) + PLY) +
           (m->own_rules != NULL ? sizeof *m->own_rules : 0);
}

arb_game *match_game_at(const match *m, size_t ply)
{
    arb_game *game = ply <= arb_game_length(m->game) ? arb_game_copy(m->game, NULL) : NULL;
    if (game != NULL)
        arb_game_goto(game, ply);
    return game;
}
