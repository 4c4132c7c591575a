/* tour_table.c: conducts a game between two engines, move by move. Layer: tournament. Knows no
 * files. */
#include "tournament/tour_table.h"

#include "common/steady_clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_MS = 3600000 }; /* limit for a move without a clock */

void table_set_up(tour_table *table, const tour_player *players, const arb_rules *rules,
                  const tour_adjudication *adjudication)
{
    *table = (tour_table){.players = players, .rules = rules, .adjudication = adjudication};
    for (size_t i = 0; i < 2; i++) {
        table->seated[i] = PLAYER_LIMIT;
        table->engine[i].pid = -1;
        table->engine[i].in = table->engine[i].out = -1;
    }
}

static const tour_player *player_of(const tour_table *table, arb_colour colour)
{
    return &table->players[colour == ARB_WHITE ? table->pairing.white : table->pairing.black];
}

static engine_process *engine_of(tour_table *table, arb_colour colour)
{
    return &table->engine[table->seat[colour]];
}

static arb_colour on_move(const tour_table *table)
{
    return arb_position_turn(arb_game_position(table->game));
}

/* ---- the end of a game ---- */

static void finish(tour_table *table, arb_result result, const char *termination)
{
    table->state = TABLE_DONE;
    table->result = result;
    table->termination = termination;
}

static void finish_by_rule(tour_table *table, const char *termination)
{
    arb_outcome outcome = arb_game_outcome(table->game);
    arb_outcome_text(outcome, table->text, sizeof table->text);
    finish(table, outcome.result, termination);
}

/* Ends the game: the player has lost by something that no rule of the board covers. It is drawn if
 * the other one could not mate by any series of moves (FIDE 7.5.5). */
static void lose(tour_table *table, arb_colour loser, const char *termination, const char *why)
{
    arb_game_resign(table->game, loser);
    arb_result result = arb_game_outcome(table->game).result;
    snprintf(table->text, sizeof table->text, "%s (%s) %s%s", player_of(table, loser)->name,
             loser == ARB_WHITE ? "White" : "Black", why,
             result == ARB_DRAW ? "; drawn, since the opponent cannot win" : "");
    finish(table, result, termination);
}

/* Ends an engine that has broken down, so that it is restarted for the next game. */
static void unseat(tour_table *table, arb_colour colour)
{
    engine_kill(engine_of(table, colour));
    table->seated[table->seat[colour]] = PLAYER_LIMIT;
}

static void lose_broken(tour_table *table, arb_colour colour)
{
    char why[200];
    unseat(table, colour); /* also finds out how the engine ended */
    snprintf(why, sizeof why, "loses: %s", engine_of(table, colour)->fault);
    lose(table, colour, "abandoned", why);
}

static void lose_on_time(tour_table *table, arb_colour colour, bool still_thinking)
{
    if (still_thinking)
        unseat(table, colour);
    arb_game_flag(table->game, colour);
    finish_by_rule(table, "time forfeit");
}

static void lose_illegally(tour_table *table, arb_colour colour, const arb_verdict *verdict)
{
    char sentence[200] = "it is no move", why[300];
    const char *article = "";
    if (verdict != NULL) {
        arb_verdict_text(verdict, arb_game_position(table->game), sentence, sizeof sentence);
        article = arb_verdict_article(verdict);
    }
    snprintf(why, sizeof why, "made an illegal move, \"%.20s\": %s%s%s%s",
             engine_of(table, colour)->move, sentence, article[0] != '\0' ? " (" : "", article,
             article[0] != '\0' ? ")" : "");
    lose(table, colour, "rules infraction", why);
}

/* ---- adjudication ---- */

static bool small_enough(const engine_opinion *opinion, int32_t score)
{
    return opinion->known && !opinion->mate && abs(opinion->score) <= score;
}

static bool at_most(const engine_opinion *opinion, int32_t score)
{
    return opinion->known && (opinion->mate ? opinion->score <= 0 : opinion->score <= score);
}

static bool at_least(const engine_opinion *opinion, int32_t score)
{
    return opinion->known && (opinion->mate ? opinion->score > 0 : opinion->score >= score);
}

static void draw_by(tour_table *table, const char *text)
{
    snprintf(table->text, sizeof table->text, "%s", text);
    finish(table, ARB_DRAW, "adjudication");
}

static void adjudicate(tour_table *table, arb_colour moved)
{
    const tour_adjudication *a = table->adjudication;
    const engine_opinion *opinion = &table->opinion[moved];
    uint32_t fullmove = arb_position_fullmove(arb_game_position(table->game));
    table->drawish = small_enough(opinion, a->draw_score) ? table->drawish + 1 : 0;
    bool lost =
        at_most(opinion, -a->resign_score) &&
        (!a->resign_two_sided || at_least(&table->opinion[arb_other(moved)], a->resign_score));
    table->losing[moved] = lost ? table->losing[moved] + 1 : 0;
    if (a->resign_count > 0 && table->losing[moved] >= a->resign_count)
        lose(table, moved, "adjudication", "loses by its own score");
    else if (a->draw_count > 0 && table->drawish >= 2 * a->draw_count && fullmove > a->draw_number)
        draw_by(table, "drawn by the scores of both engines");
    else if (a->max_moves > 0 && fullmove > a->max_moves)
        draw_by(table, "drawn: the limit of moves is reached");
}

/* ---- moves ---- */

static void ask(tour_table *table)
{
    char go[200];
    if (!arb_position_has_move(arb_game_position(table->game))) {
        draw_by(table, "drawn: no move is left, and the rule set says nothing of it");
        return;
    }
    arb_colour turn = on_move(table);
    const time_control tc[2] = {player_of(table, ARB_WHITE)->tc, player_of(table, ARB_BLACK)->tc};
    int64_t limit = player_clock_limit(&table->clocks[turn], &tc[turn]);
    time_control_go(tc, table->clocks, turn, go, sizeof go);
    int64_t ms = limit < 0 ? LONGEST_MS : (limit + table->adjudication->margin_us) / 1000;
    table->state = TABLE_PLAYING;
    table->since_us = steady_us();
    if (!engine_go_at_once(engine_of(table, turn), table->told.text, go, ms))
        lose_broken(table, turn);
}

static void note_move(tour_table *table, arb_colour moved, arb_move move, int64_t used_us)
{
    char comment[200];
    arb_note_id note;
    table->opinion[moved] = engine_of(table, moved)->opinion;
    size_t len = table_comment(&table->opinion[moved], moved, &player_of(table, moved)->tc,
                               &table->clocks[moved], used_us, comment, sizeof comment);
    if (arb_tree_add(table->tree, table->node, move, &table->node) == ARB_OK)
        arb_tree_add_comment(table->tree, table->node, ARB_NOTE_AFTER, comment, len, &note);
}

static void take_move(tour_table *table)
{
    arb_colour turn = on_move(table);
    engine_process *engine = engine_of(table, turn);
    int64_t used = steady_us() - table->since_us;
    char uci[32];
    arb_verdict verdict;
    arb_error error;
    engine_taken(engine);
    if (!player_clock_spend(&table->clocks[turn], &player_of(table, turn)->tc, used,
                            table->adjudication->margin_us)) {
        lose_on_time(table, turn, false);
        return;
    }
    const arb_position *position = arb_game_position(table->game);
    arb_status status =
        arb_uci_read(position, engine->move, strlen(engine->move), &verdict, &error);
    if (status == ARB_OK)
        arb_uci_write(position, verdict.move, ARB_UCI_RULES, uci, sizeof uci);
    if (status != ARB_OK || arb_game_play(table->game, verdict.move) != ARB_OK) {
        lose_illegally(table, turn, status == ARB_ILLEGAL ? &verdict : NULL);
        return;
    }
    note_move(table, turn, verdict.move, used);
    engine_tell_move(&table->told, uci, arb_game_position(table->game));
    arb_game_claim(table->game, ARB_NO_MOVE); /* the arbiter claims whatever can be claimed */
    if (arb_game_outcome(table->game).result != ARB_ONGOING)
        finish_by_rule(table, "normal");
    else
        adjudicate(table, turn);
    if (table->state == TABLE_PLAYING)
        ask(table);
}

static void step_playing(tour_table *table)
{
    arb_colour turn = on_move(table);
    engine_state state = engine_step(engine_of(table, turn));
    int64_t limit = player_clock_limit(&table->clocks[turn], &player_of(table, turn)->tc);
    if (state == ENGINE_MOVED)
        take_move(table);
    else if (limit >= 0 && steady_us() - table->since_us > limit + table->adjudication->margin_us)
        lose_on_time(table, turn, true);
    else if (state == ENGINE_FAILED)
        lose_broken(table, turn);
}

/* ---- the beginning ---- */

/* Seats the players: engines that are seated already stay, the others are started. */
static void seat_players(tour_table *table)
{
    const size_t wanted[2] = {table->pairing.white, table->pairing.black};
    table->seat[ARB_WHITE] =
        table->seated[1] == wanted[ARB_WHITE] || table->seated[0] == wanted[ARB_BLACK];
    table->seat[ARB_BLACK] = 1 - table->seat[ARB_WHITE];
    for (int colour = 0; colour < 2; colour++) {
        size_t seat = table->seat[colour];
        engine_process *engine = &table->engine[seat];
        if (table->seated[seat] == wanted[colour]) {
            engine_new_game(engine);
            continue;
        }
        engine_stop(engine);
        const tour_player *player = &table->players[wanted[colour]];
        engine_start(engine, &(engine_setup){.program = player->program,
                                             .arguments = player->arguments,
                                             .options = player->options,
                                             .rules = table->rules});
        table->seated[seat] = wanted[colour];
    }
}

static void step_starting(tour_table *table)
{
    bool ready = true;
    for (arb_colour colour = ARB_WHITE; colour <= ARB_BLACK; colour++) {
        engine_state state = engine_step(engine_of(table, colour));
        if (state == ENGINE_FAILED) {
            table->not_started = table->seated[table->seat[colour]];
            lose_broken(table, colour);
            snprintf(table->fault, sizeof table->fault, "%s", engine_of(table, colour)->fault);
            return;
        }
        ready = ready && state == ENGINE_IDLE;
    }
    if (ready)
        ask(table);
}

/* Begins the record with the game so far and tells it to the engines; moves of the opening have no
 * comments. */
static bool begin_record(tour_table *table)
{
    table->tree = arb_tree_new(NULL);
    if (table->tree == NULL)
        return false;
    arb_tree_set_start(table->tree, arb_game_start(table->game));
    engine_tell_position(&table->told, table->game);
    table->node = ARB_ROOT;
    for (size_t ply = 0; ply < arb_game_ply(table->game); ply++)
        if (arb_tree_add(table->tree, table->node, arb_game_move(table->game, ply), &table->node) !=
            ARB_OK)
            return false;
    return true;
}

bool table_start(tour_table *table, size_t number, tour_pairing pairing, arb_game *game)
{
    table->number = number;
    table->pairing = pairing;
    table->game = game;
    table->drawish = table->losing[0] = table->losing[1] = 0;
    table->opinion[0] = table->opinion[1] = (engine_opinion){.known = false};
    table->text[0] = '\0';
    table->not_started = PLAYER_LIMIT;
    if (game == NULL || !begin_record(table)) {
        table_clear(table);
        return false;
    }
    for (arb_colour colour = ARB_WHITE; colour <= ARB_BLACK; colour++)
        player_clock_start(&table->clocks[colour], &player_of(table, colour)->tc);
    table->state = TABLE_STARTING;
    seat_players(table);
    return true;
}

/* ---- what the caller does ---- */

static void earlier(int64_t *deadline, int64_t other)
{
    if (other >= 0 && (*deadline < 0 || other < *deadline))
        *deadline = other;
}

size_t table_poll(const tour_table *table, struct pollfd *polls, int64_t *deadline)
{
    size_t count = 0;
    if (table->state == TABLE_STARTING) {
        for (size_t i = 0; i < 2; i++) {
            const engine_process *engine = &table->engine[i];
            if (engine->state != ENGINE_STARTING && engine->state != ENGINE_READYING)
                continue;
            polls[count++] = (struct pollfd){.fd = engine_fd(engine), .events = POLLIN};
            earlier(deadline, engine->deadline);
        }
        if (count == 0) /* one has failed, or both are ready: there is nothing to wait for */
            earlier(deadline, 0);
    } else if (table->state == TABLE_PLAYING) {
        arb_colour turn = on_move(table);
        const engine_process *engine = &table->engine[table->seat[turn]];
        int64_t limit = player_clock_limit(&table->clocks[turn], &player_of(table, turn)->tc);
        polls[count++] = (struct pollfd){.fd = engine_fd(engine), .events = POLLIN};
        earlier(deadline, engine->deadline);
        if (limit >= 0)
            earlier(deadline,
                    (table->since_us + limit + table->adjudication->margin_us) / 1000 + 1);
    }
    return count;
}

void table_step(tour_table *table)
{
    if (table->state == TABLE_STARTING)
        step_starting(table);
    else if (table->state == TABLE_PLAYING)
        step_playing(table);
}

void table_clear(tour_table *table)
{
    arb_game_free(table->game);
    arb_tree_free(table->tree);
    table->game = NULL;
    table->tree = NULL;
    table->state = TABLE_FREE;
}

void table_close(tour_table *table)
{
    for (size_t i = 0; i < 2; i++)
        engine_stop(&table->engine[i]);
    table_clear(table);
}
