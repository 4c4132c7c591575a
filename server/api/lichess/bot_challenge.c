/* bot_challenge.c: challenges, by players with a token in lichess's dialect and by people at the
 * page. Layer: server.
 *
 * A challenge is a game that waits until the other side accepts it. It is a game from the start, so
 * it has an id and is on disk. */
#include "server/api/lichess/bot_call.h"

#include "common/number.h"
#include "server/answers/position_json.h"
#include "server/match/match_json.h"
#include "server/match/match_players.h"
#include "server/secret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

/* A challenge that is being made. */
typedef struct {
    call *c;
    bot_account *from; /* NULL: a person at the page */
    bot_account *to;
    const arb_rules *rules;
    const char *name; /* the name of a person at the page */
    char fen[STATE_FEN_LIMIT];
    bool clock;
    int64_t initial_ms, increment_ms;
    int side; /* the challenger's side */
} challenge;

static bool refuse(const challenge *k, int status, const char *detail)
{
    call_problem(k->c, status, detail, NULL);
    return false;
}

static bool random_below(unsigned count, unsigned *number)
{
    uint32_t bits;
    if (getrandom(&bits, sizeof bits, 0) != (ssize_t)sizeof bits)
        return false;
    *number = (unsigned)((uint64_t)bits * count >> 32);
    return true;
}

/* ---- where it starts ---- */

static bool start_by_lot(challenge *k)
{
    unsigned number;
    arb_setup setup;
    arb_position position;
    if (!random_below(960, &number) || !arb_setup_chess960(&setup, number) ||
        arb_position_set(&position, k->rules, &setup, ARB_KERNEL_AUTO, 0) != 0)
        return refuse(k, 503, "A start position cannot be drawn now");
    arb_position_fen(&position, ARB_SHREDDER_FEN, ARB_EP_ALWAYS, k->fen, sizeof k->fen);
    return true;
}

/* Reads the FEN. If its castling rights are for other squares than those of chess, the game needs
 * the rules of Chess960. */
static bool start_from(challenge *k, const char *fen)
{
    arb_position position;
    arb_error error;
    const arb_rules *wider = arb_rules_find("chess960", 8);
    if (arb_position_read(&position, k->rules, fen, strlen(fen), NULL, &error) != ARB_OK) {
        if (strcmp(k->rules->name, "chess") != 0 ||
            arb_position_read(&position, wider, fen, strlen(fen), NULL, &error) != ARB_OK)
            return refuse(k, 400, "The FEN is no position that can be played");
        k->rules = wider;
    }
    arb_position_fen(&position, k->rules->castling.any_home ? ARB_SHREDDER_FEN : ARB_X_FEN,
                     ARB_EP_ALWAYS, k->fen, sizeof k->fen);
    return true;
}

static bool find_start(challenge *k, const char *fen)
{
    if (fen[0] != '\0' && strcmp(fen, "startpos") != 0)
        return start_from(k, fen);
    return strcmp(k->rules->name, "chess960") == 0 ? start_by_lot(k)
                                                   : start_from(k, k->rules->board.start);
}

static bool find_side(challenge *k, const char *colour)
{
    unsigned number = 0;
    k->side = colour_read(colour);
    if (k->side == NOBODY && !random_below(2, &number))
        return refuse(k, 503, "Colours cannot be drawn now");
    if (k->side == NOBODY)
        k->side = (int)number;
    return true;
}

/* ---- the game ---- */

static bool may_challenge(const challenge *k)
{
    if (k->to == NULL)
        return refuse(k, 404, "No such user");
    if (k->to == k->from)
        return refuse(k, 400, "You cannot challenge yourself");
    if (k->to->open >= BOT_OPEN_LIMIT || (k->from != NULL && k->from->open >= BOT_OPEN_LIMIT))
        return refuse(k, 400, "There are too many games and challenges already");
    if (k->c->a->disk_is_full)
        return refuse(k, 503, "The server keeps as many games as it may (see --disk)");
    return true;
}

static bool seat(challenge *k, match *m, int side, const bot_account *account)
{
    char step[STEP_LIMIT];
    if (account == NULL)
        return true;
    snprintf(step, sizeof step, "player %s %s %s", colour_name(side),
             account->bot ? "bot" : "person", account->name);
    return app_step(k->c->a, m, step, "");
}

/* Creates the game that waits. Returns NULL if the request has been answered. */
static match *make(challenge *k)
{
    app *a = k->c->a;
    char step[STEP_LIMIT];
    const char *name = k->from != NULL ? k->from->name : k->name;
    match_start start = {.rules = k->rules->name,
                         .rules_text = "",
                         .fen = k->fen,
                         .moves = "",
                         .white = k->side == ARB_WHITE ? name : k->to->name,
                         .black = k->side == ARB_BLACK ? name : k->to->name,
                         .clock = k->clock,
                         .initial_ms = k->initial_ms,
                         .increment_ms = k->increment_ms,
                         .engine = "",
                         .budget = &a->work};
    match *m = match_new(store_next_id(a->store), &start);
    bool made = m != NULL && (k->from != NULL || secret_make(m->token[k->side]));
    if (!made || !app_create(a, m, &start, "")) {
        if (m != NULL)
            match_free(m);
        refuse(k, 503, "The game cannot be made now");
        return NULL;
    }
    snprintf(step, sizeof step, "challenge %s", colour_name(k->side));
    if (!seat(k, m, k->side, k->from) || !seat(k, m, 1 - k->side, k->to) ||
        !app_step(a, m, step, "") ||
        bots_add_game(a->bots, m,
                      http_now() + (k->from != NULL ? BOT_EXPIRE_MS : BOT_EXPIRE_GUEST_MS)) ==
            NULL) {
        refuse(k, 503, "The game cannot be made now");
        return NULL;
    }
    return m;
}

/* ---- lichess's dialect ---- */

static bool read_clock(bot_call *b, challenge *k)
{
    char limit[16], increment[16];
    uint64_t seconds, more = 0;
    if (!bot_field(b, "clock.limit", limit, sizeof limit) ||
        !bot_field(b, "clock.increment", increment, sizeof increment))
        return false;
    k->clock = limit[0] != '\0';
    if (!k->clock)
        return true;
    if (!number_whole(limit, 10800, &seconds) ||
        (increment[0] != '\0' && !number_whole(increment, 180, &more)) || seconds + more == 0)
        return refuse(k, 400, "The clock is up to 10800 seconds, and up to 180 for each move");
    k->initial_ms = (int64_t)(seconds > 0 ? seconds : more) * 1000;
    k->increment_ms = (int64_t)more * 1000;
    return true;
}

void bot_challenge_create(bot_call *b)
{
    char key[32], colour[8], fen[BOT_FEN];
    challenge k = {.c = b->c, .from = b->account};
    if (!bot_named(b, b->words[0], &k.to) || !may_challenge(&k) ||
        !bot_field(b, "variant", key, sizeof key) ||
        !bot_field(b, "color", colour, sizeof colour) || !bot_field(b, "fen", fen, sizeof fen) ||
        !read_clock(b, &k))
        return;
    const bot_variant *variant = bot_variant_by_key(key[0] != '\0' ? key : "standard");
    if (variant == NULL) {
        refuse(&k, 400, "There is no such variant");
        return;
    }
    k.rules = arb_rules_find(variant->rules, strlen(variant->rules));
    match *m = find_start(&k, fen) && find_side(&k, colour) ? make(&k) : NULL;
    if (m == NULL)
        return;
    text_builder body = {0};
    bot_put_challenge(&body, m, "out");
    app_json(b->c->a, b->c->conn, 200, &body);
}

/* Finds the challenge that the first word names, if it still waits. Returns NULL if the request has
 * been answered. */
static match *waiting(bot_call *b, int *side)
{
    bot_game *game;
    match *m = bot_match(b, &game, side);
    if (m == NULL || (m->challenger != NOBODY && !match_over(m)))
        return m;
    call_problem(b->c, 404, "No such challenge", NULL);
    return NULL;
}

static void answer_step(bot_call *b, match *m, const char *step)
{
    if (app_step(b->c->a, m, step, ""))
        call_ok(b->c);
    else
        call_problem(b->c, 503, "The answer could not be written", NULL);
}

void bot_challenge_accept(bot_call *b)
{
    int side;
    match *m = waiting(b, &side);
    if (m != NULL && side == m->challenger)
        call_problem(b->c, 404, "The challenge is not for you", NULL);
    else if (m != NULL)
        answer_step(b, m, "accept");
}

void bot_challenge_decline(bot_call *b)
{
    static const char *const reasons[] = {"generic",     "later", "toofast", "tooslow",
                                          "timecontrol", "rated", "casual",  "standard",
                                          "variant",     "nobot", "onlybot"};
    int side;
    char reason[32], step[STEP_LIMIT] = "abort declined generic";
    match *m = waiting(b, &side);
    if (m == NULL || !bot_field(b, "reason", reason, sizeof reason))
        return;
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (strcasecmp(reason, reasons[i]) == 0)
            snprintf(step, sizeof step, "abort declined %s", reasons[i]);
    if (side == m->challenger)
        call_problem(b->c, 404, "The challenge is not for you", NULL);
    else
        answer_step(b, m, step);
}

/* Withdraws a challenge; the same call aborts a game that has just begun. */
void bot_challenge_cancel(bot_call *b)
{
    bot_game *game;
    int side;
    match *m = bot_match(b, &game, &side);
    if (m == NULL)
        return;
    if (m->challenger == side && !match_over(m))
        answer_step(b, m, "abort canceled");
    else if (m->challenger == NOBODY && match_may_abort(m))
        answer_step(b, m, "abort aborted");
    else
        call_problem(b->c, 404, "No such challenge", NULL);
}

void bot_challenge_show(bot_call *b)
{
    bot_game *game;
    int side;
    text_builder body = {0};
    const match *m = bot_match(b, &game, &side);
    if (m == NULL)
        return;
    bot_put_challenge(&body, m, m->challenger == side ? "out" : "in");
    app_json(b->c->a, b->c->conn, 200, &body);
}

void bot_challenge_list(bot_call *b)
{
    bots *all = b->c->a->bots;
    text_builder lists[2] = {{0}, {0}}, body = {0};
    for (size_t i = 0; i < BOT_GAME_TABLE; i++)
        for (bot_game *game = all->games[i]; game != NULL; game = game->next) {
            int side = bots_side(game, b->account);
            if (side == NOBODY || game->stage >= BOT_STARTED)
                continue;
            if (!bot_admit(b, game->id)) {
                text_free(&lists[0]);
                text_free(&lists[1]);
                return;
            }
            const match *m = app_match(b->c->a, game->id);
            if (m == NULL || m->challenger == NOBODY || match_over(m))
                continue;
            text_builder *list = &lists[m->challenger == side];
            text_puts(list, list->len > 0 ? "," : "");
            bot_put_challenge(list, m, m->challenger == side ? "out" : "in");
        }
    text_puts(&body, "{\"in\":[");
    text_put(&body, lists[0].at, lists[0].len);
    text_puts(&body, "],\"out\":[");
    text_put(&body, lists[1].at, lists[1].len);
    text_puts(&body, "]}");
    text_free(&lists[0]);
    text_free(&lists[1]);
    app_json(b->c->a, b->c->conn, 200, &body);
}

/* ---- the page ---- */

static bool read_page_clock(call *c, json_t *json, challenge *k)
{
    json_t *clock = json_object_get(json, "clock");
    k->clock = json_is_object(clock);
    return !k->clock ||
           (call_number(c, clock, "initial_ms", 1000, 10800000, 300000, &k->initial_ms) &&
            call_number(c, clock, "increment_ms", 0, 180000, 0, &k->increment_ms));
}

/* POST /api/bots/NAME/challenge: a game against a bot that is here; it waits for the bot. */
void bot_page_challenge(bot_call *b)
{
    const char *colour, *fen, *text;
    call *c = b->c;
    challenge k = {.c = c};
    if (!bot_named(b, b->words[0], &k.to))
        return;
    c->dialect = false;
    if (b->json == NULL) {
        refuse(&k, 415, "the body has to be application/json");
        return;
    }
    if (!call_may_make(c) || !may_challenge(&k) ||
        !call_text(c, b->json, "name", MATCH_NAME_LIMIT - 1, "", &k.name) ||
        !call_text(c, b->json, "color", 8, "", &colour) ||
        !call_text(c, b->json, "fen", BOT_FEN, "", &fen) || !read_page_clock(c, b->json, &k) ||
        (!bots_is_online(k.to) && !refuse(&k, 409, "this bot is not here now")) ||
        !call_text(c, b->json, "rules", ARB_NAME_LIMIT, "chess", &text))
        return;
    k.rules = arb_rules_find(text, strlen(text));
    if (k.rules == NULL) {
        refuse(&k, 422, "there is no rule set of that name");
        return;
    }
    match *m = find_start(&k, fen) && find_side(&k, colour) ? make(&k) : NULL;
    if (m == NULL)
        return;
    text_builder body = {0};
    http_conn_peer(c->conn)->games++;
    text_putf(&body, "{\"id\":\"%lld\",\"seats\":{\"%s\":\"%s\"},\"state\":", (long long)m->id,
              colour_name(k.side), m->token[k.side]);
    state_put(&body, m, NULL, http_now(), call_language(c));
    text_puts(&body, "}");
    app_json(c->a, c->conn, 201, &body);
}
