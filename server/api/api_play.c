/* api_play.c: changes games by moves and actions of those who hold a seat. Layer: server. */
#include "server/api/change.h"

#include "server/match/match_json.h"
#include "server/match/match_players.h"

#include <stdio.h>
#include <string.h>

void change_refuse(const change *g, int status, const char *detail)
{
    g->c->a->metrics.refused++;
    call_problem(g->c, g->c->dialect && status == 403 ? 400 : status, detail, NULL);
}

/* Answers a repeated request with the version and ply of its first answer. The game is not changed
 * again. */
static bool repeats(const change *g)
{
    const match_request *before = g->request[0] != '\0' ? match_recall(g->m, g->request) : NULL;
    if (before == NULL)
        return false;
    arb_game *view = before->version != g->m->version ? match_game_at(g->m, before->ply) : NULL;
    match then = *g->m;
    then.version = view != NULL ? before->version : g->m->version;
    text_builder body = {0};
    state_put(&body, &then, view, http_now(), call_language(g->c));
    arb_game_free(view);
    app_json(g->c->a, g->c->conn, 200, &body);
    return true;
}

/* Reads what every change contains. Returns false if the request has been answered or there is
 * nothing to do. */
bool change_begin(change *g, call *c)
{
    *g = (change){.c = c, .m = call_match(c)};
    if (g->m == NULL)
        return false;
    g->json = call_json(c);
    if (g->json == NULL ||
        !call_text(c, g->json, "request_id", MATCH_REQUEST_LIMIT - 1, "", &g->request))
        return false;
    g->seats = call_seats(c, g->m);
    g->turn = arb_position_turn(arb_game_position(g->m->game));
    if (g->seats == 0) {
        change_refuse(g, 403, "you hold no seat in this game");
        return false;
    }
    if (repeats(g))
        return false;
    g->m->asker = http_peer_number(http_conn_peer(c->conn));
    app_watch_clock(c->a, g->m); /* the flag may have fallen just now */
    int64_t ply, now = (int64_t)arb_game_ply(g->m->game);
    if (!call_number(c, g->json, "ply", 0, INT64_MAX, -1, &ply))
        return false;
    json_t *action = json_object_get(g->json, "action");
    if (action == NULL && ply >= 0 && ply != now) {
        change_refuse(g, 409, "the game has moved on: another ply is on the board");
        return false;
    }
    if (g->m->challenger != NOBODY && !match_over(g->m) &&
        (action == NULL ||
         strcmp(json_string_value(action) != NULL ? json_string_value(action) : "", "abort") !=
             0)) {
        change_refuse(g, 409, "the challenge has not been accepted yet");
        return false;
    }
    return true;
}

void change_finish(change *g, const char *step)
{
    if (g->c->a->reserve_is_full) {
        change_refuse(
            g, 503, "the games take all the room that they may (see --disk): this does not count");
    } else if (app_step(g->c->a, g->m, step, g->request)) {
        app_begin_work(
            g->c->a); /* a step that was played must be answered: it gets a new budget of work */
        if (g->c->dialect)
            call_ok(g->c);
        else
            call_state(g->c, g->m, 200);
    } else if (g->m->damaged) {
        change_refuse(g, 409, "the game is damaged on disk: it can be looked at, and not played");
    } else if (g->c->a->work.left == 0 || g->m->cost > APP_WORK / 2) {
        change_refuse(g, 422, "this game takes more work than the server does for one request");
    } else if (g->m->record->stale || !g->c->a->batch_open) {
        change_refuse(g, 503,
                      "the step could not be taken for want of memory or disk, and does not count");
    } else {
        change_refuse(g, 409, "the game does not allow that now");
    }
}

static void finish_side(change *g, const char *word, arb_colour side)
{
    char step[STEP_LIMIT];
    snprintf(step, sizeof step, "%s %s", word, colour_name((int)side));
    change_finish(g, step);
}

/* ---- moves ---- */

static void refuse_move(const change *g, const judgement *j)
{
    text_builder verdict = {0};
    judge_put(&verdict, j, g->m->game);
    call_problem(g->c, match_over(g->m) ? 409 : 422, j->text, &verdict);
    text_free(&verdict);
}

/* Reads the move. Returns false if the request has been answered. */
static bool read_move(change *g, judgement *j)
{
    bool read = call_judge(g->c, g->json, g->m->game, j);
    if (read && j->legal)
        return true;
    g->c->a->metrics.refused++;
    if (!read)
        return false;
    refuse_move(g, j);
    return false;
}

/* Writes an illegal move as an event for the arbiter. Returns false if it moves no piece. */
static bool attempt_words(const change *g, const arb_verdict *v, char *words, size_t cap)
{
    const arb_position *position = arb_game_position(g->m->game);
    char from[8], to[8];
    if (v->from == ARB_NO_SQUARE || v->to == ARB_NO_SQUARE || v->from == v->to ||
        arb_position_piece(position, v->from) == ARB_NO_PIECE)
        return false;
    arb_square_write(arb_position_size(position), v->from, from, sizeof from);
    arb_square_write(arb_position_size(position), v->to, to, sizeof to);
    char letter = arb_position_rules(position)->kinds[v->promotion % ARB_KIND_LIMIT].letter;
    snprintf(words, cap, letter != '\0' && v->promotion != ARB_NO_KIND ? "%s %s %c" : "%s %s", from,
             to, letter);
    return true;
}

/* Reads a move that was made: under an arbiter it counts whether it is legal or not. Returns false
 * if the request has been answered. */
static bool read_made(change *g, char *words, size_t cap)
{
    judgement j;
    if (!match_regulated(g->m) || match_over(g->m)) {
        if (!read_move(g, &j))
            return false;
    } else if (!call_judge(g->c, g->json, g->m->game, &j)) {
        g->c->a->metrics.refused++;
        return false;
    }
    if (j.legal) {
        arb_uci_write(arb_game_position(g->m->game), j.move, ARB_UCI_RULES, words, cap);
        return true;
    }
    return (j.typed.status == ARB_ILLEGAL && attempt_words(g, &j.typed.verdict, words, cap)) ||
           (refuse_move(g, &j), false);
}

void change_move(change *g)
{
    char step[STEP_LIMIT] = "move ";
    size_t verb = strlen(step);
    if (!match_over(g->m) && (g->seats & (1u << g->turn)) == 0) {
        change_refuse(g, 403, "it is not the turn of your seat");
        return;
    }
    if (read_made(g, step + verb, sizeof step - verb))
        change_finish(g, step);
}

void api_move(call *c)
{
    change g;
    if (change_begin(&g, c))
        change_move(&g);
    json_decref(g.json);
}

/* ---- actions ---- */

/* Returns the side that acts: the one whose seat is held or, if both are, the side to move. */
arb_colour change_actor(const change *g)
{
    if (g->seats == BOTH)
        return g->turn;
    return g->seats == 1u << ARB_WHITE ? ARB_WHITE : ARB_BLACK;
}

/* Does one person hold both seats? Then that person may undo and redo freely. */
static bool is_alone(const change *g)
{
    return g->seats == BOTH || g->m->engine_side != NOBODY;
}

static bool persons_turn(const change *g, size_t ply)
{
    arb_colour first = arb_position_turn(arb_game_start(g->m->game));
    arb_colour turn = ply % 2 == 0 ? first : arb_other(first);
    return g->m->engine_side == NOBODY || (int)turn != g->m->engine_side;
}

/* Goes to the nearest ply where a person has the move, because an engine would play the same move
 * again. */
static void step_back(change *g, int direction)
{
    size_t ply = arb_game_ply(g->m->game), length = arb_game_length(g->m->game);
    char step[STEP_LIMIT];
    if (g->m->engine_side == NOBODY) {
        change_finish(g, direction < 0 ? "undo" : "redo");
        return;
    }
    if (direction < 0 && match_over(g->m) && persons_turn(g, ply)) {
        change_finish(g, "undo");
        return;
    }
    do {
        if (direction < 0 ? ply == 0 : ply == length) {
            change_refuse(g, 409, "there is no move to go to");
            return;
        }
        ply = direction < 0 ? ply - 1 : ply + 1;
    } while (!persons_turn(g, ply) && ply != length);
    snprintf(step, sizeof step, "goto %zu", ply);
    change_finish(g, step);
}

static void do_undo(change *g)
{
    step_back(g, -1);
}

static void do_redo(change *g)
{
    step_back(g, 1);
}

static void do_goto(change *g)
{
    int64_t ply;
    char step[STEP_LIMIT];
    if (!call_number(g->c, g->json, "ply", 0, MATCH_PLY_LIMIT, -1, &ply))
        return;
    if (ply < 0 || ply > (int64_t)arb_game_length(g->m->game)) {
        change_refuse(g, 409, "the game has no such ply");
        return;
    }
    snprintf(step, sizeof step, "goto %lld", (long long)ply);
    change_finish(g, step);
}

static void do_resign(change *g)
{
    finish_side(g, "resign", change_actor(g));
}

static void refuse_over(change *g)
{
    char text[128];
    arb_outcome_sentence(g->m->outcome, text, sizeof text);
    change_refuse(g, 409, arb_log_cancelled(&g->m->log) ? "the game is cancelled" : text);
}

static void do_offer(change *g)
{
    if (g->m->engine_side != NOBODY)
        change_refuse(g, 409, "the engine takes no draws");
    else if (match_over(g->m))
        refuse_over(g);
    else
        finish_side(g, "offer", change_actor(g));
}

/* An offer is answered by the other seat. */
static bool may_answer(change *g, int offer)
{
    if (offer == NOBODY)
        change_refuse(g, 409, "nothing has been offered");
    else if ((g->seats & (1u << arb_other((arb_colour)offer))) == 0)
        change_refuse(g, 403, "the offer is not yours to answer");
    else
        return true;
    return false;
}

static void do_accept_draw(change *g)
{
    if (!may_answer(g, g->m->draw_offer))
        return;
    if (arb_game_may_agree(g->m->game))
        change_finish(g, "draw");
    else
        change_refuse(g, 409, "a draw can be agreed only after both have moved (5.2.3)");
}

static void do_decline_draw(change *g)
{
    if (may_answer(g, g->m->draw_offer))
        change_finish(g, "decline");
}

static void do_takeback(change *g)
{
    if (g->m->engine_side != NOBODY)
        change_refuse(g, 409, "against an engine moves are undone without asking");
    else if (arb_game_ply(g->m->game) == 0)
        change_refuse(g, 409, "there is no move to take back");
    else
        finish_side(g, "takeback", change_actor(g));
}

/* Goes back to the ply where the player who asked had the move. */
static void do_accept_takeback(change *g)
{
    char step[STEP_LIMIT];
    size_t ply = arb_game_ply(g->m->game);
    if (!may_answer(g, g->m->takeback))
        return;
    size_t back = (int)g->turn == g->m->takeback ? 2 : 1;
    snprintf(step, sizeof step, "goto %zu", ply > back ? ply - back : 0);
    change_finish(g, step);
}

static void do_decline_takeback(change *g)
{
    if (may_answer(g, g->m->takeback))
        change_finish(g, "keep");
}

void change_claim(change *g)
{
    judgement j;
    char uci[16], words[32], step[STEP_LIMIT] = "claim";
    if ((g->seats & (1u << g->turn)) == 0) {
        change_refuse(g, 403, "only the side to move may claim");
        return;
    }
    if (match_over(g->m)) {
        refuse_over(g);
        return;
    }
    bool intended =
        json_object_get(g->json, "move") != NULL || json_object_get(g->json, "from") != NULL;
    if (match_regulated(g->m)) { /* under an arbiter a wrong claim is penalised */
        if (intended && !read_made(g, words, sizeof words))
            return;
        if (intended)
            snprintf(step, sizeof step, "claim %s", words);
    } else if (intended) {
        if (!read_move(g, &j))
            return;
        arb_uci_write(arb_game_position(g->m->game), j.move, ARB_UCI_RULES, uci, sizeof uci);
        snprintf(step, sizeof step, "claim %s", uci);
        if (arb_game_claims_with(g->m->game, j.move) == 0 && arb_game_claims(g->m->game) == 0) {
            change_refuse(g, 409, "with that move no draw can be claimed (9.2.1, 9.3.1)");
            return;
        }
    } else if (arb_game_claims(g->m->game) == 0) {
        change_refuse(g, 409, "no draw can be claimed now (9.2.2, 9.3.2)");
        return;
    }
    change_finish(g, step);
}

static void do_rematch(change *g)
{
    char step[STEP_LIMIT];
    if (!match_over(g->m)) {
        change_refuse(g, 409, "the game is not over yet");
    } else if (g->m->next != 0) {
        call_state(g->c, g->m, 200);
    } else if (!is_alone(g) && g->m->rematch != (int)arb_other(change_actor(g))) {
        finish_side(g, "rematch", change_actor(g));
    } else if (call_may_make(g->c)) {
        int64_t id = call_rematch(g->c, g->m);
        snprintf(step, sizeof step, "next %lld", (long long)id);
        if (id != 0)
            change_finish(g, step);
        else
            change_refuse(g, 503, "the game cannot be made now");
    }
}

static void do_abort(change *g)
{
    if (match_may_abort(g->m))
        change_finish(g, g->m->challenger != NOBODY ? "abort canceled" : "abort aborted");
    else
        change_refuse(g, 409, "a game can be aborted only before both sides have moved");
}

/* Sets the name that a player gives when joining. */
static void do_name(change *g)
{
    const char *name;
    char step[MATCH_NAME_LIMIT + 16];
    if (!call_text(g->c, g->json, "name", MATCH_NAME_LIMIT - 1, "", &name))
        return;
    for (const char *at = name; *at != '\0'; at++)
        if ((unsigned char)*at < ' ' || *at == 127) {
            change_refuse(g, 400, "a name holds no control characters");
            return;
        }
    snprintf(step, sizeof step, "name %s %s", colour_name((int)change_actor(g)), name);
    change_finish(g, step);
}

static const struct {
    const char *name;
    void (*act)(change *g);
    bool alone; /* allowed only if one person plays both sides */
} actions[] = {
    {"undo", do_undo, true},
    {"redo", do_redo, true},
    {"goto", do_goto, true},
    {"abort", do_abort, false},
    {"resign", do_resign, false},
    {"offer-draw", do_offer, false},
    {"accept-draw", do_accept_draw, false},
    {"decline-draw", do_decline_draw, false},
    {"takeback", do_takeback, false},
    {"accept-takeback", do_accept_takeback, false},
    {"decline-takeback", do_decline_takeback, false},
    {"claim", change_claim, false},
    {"rematch", do_rematch, false},
    {"name", do_name, false},
};

void change_act(change *g, const char *name)
{
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        if (strcmp(name, actions[i].name) != 0)
            continue;
        if (actions[i].alone && !is_alone(g))
            change_refuse(g, 403, "this needs both seats; ask for a takeback");
        else
            actions[i].act(g);
        return;
    }
    change_refuse(g, 400, "there is no such action");
}

void api_action(call *c)
{
    change g;
    const char *name;
    if (change_begin(&g, c) && call_text(c, g.json, "action", 32, "", &name))
        change_act(&g, name);
    json_decref(g.json);
}
