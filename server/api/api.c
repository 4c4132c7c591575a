/* api.c: what the routes share: reading requests, seats, common answers. Layer: server. */
#include "server/api/api.h"

#include "common/number.h"
#include "server/match/match_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The JSON library reports a lack of memory as bad text, or drops a letter of a text and says
 * nothing, so the allocator notes it here. */
static bool starved;

static void *json_room(size_t size)
{
    void *room = malloc(size);
    starved |= room == NULL;
    return room;
}

json_t *call_json(call *c)
{
    json_error_t error;
    json_set_alloc_funcs(json_room, free);
    starved = false;
    json_t *object =
        json_loadb(c->body, c->request->body_len, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
    if (starved) { /* even an object may lack letters then */
        json_decref(object);
        app_problem(c->a, c->conn, 503, "there is no memory for the request", NULL);
        return NULL;
    }
    if (json_is_object(object))
        return object;
    char detail[256];
    snprintf(detail, sizeof detail, "the body is no JSON object: %.160s",
             object == NULL ? error.text : "it is another value");
    json_decref(object);
    app_problem(c->a, c->conn, 400, detail, NULL);
    return NULL;
}

bool call_text(call *c, json_t *object, const char *key, size_t limit, const char *fallback,
               const char **text)
{
    char detail[128];
    json_t *value = json_object_get(object, key);
    *text = fallback;
    if (value == NULL || json_is_null(value))
        return true;
    if (json_is_string(value) && json_string_length(value) <= limit &&
        strlen(json_string_value(value)) == json_string_length(value)) {
        *text = json_string_value(value);
        return true;
    }
    snprintf(detail, sizeof detail, "'%s' is a text of at most %zu bytes, none of them NUL", key,
             limit);
    app_problem(c->a, c->conn, 400, detail, NULL);
    return false;
}

bool call_pgn(call *c, json_t *object, const char **text, size_t *len)
{
    json_t *value = json_object_get(object, "pgn");
    bool is_text = json_is_string(value) && json_string_length(value) <= CALL_STUDY_LIMIT;
    *text = is_text ? json_string_value(value) : "";
    *len = is_text ? json_string_length(value) : 0;
    if (is_text || value == NULL || json_is_null(value))
        return true;
    app_problem(c->a, c->conn, 400, "'pgn' is a text of at most 768 KB", NULL);
    return false;
}

bool call_number(call *c, json_t *object, const char *key, int64_t min, int64_t max,
                 int64_t fallback, int64_t *number)
{
    char detail[128];
    json_t *value = json_object_get(object, key);
    *number = fallback;
    if (value == NULL || json_is_null(value))
        return true;
    if (json_is_integer(value) && json_integer_value(value) >= min &&
        json_integer_value(value) <= max) {
        *number = json_integer_value(value);
        return true;
    }
    snprintf(detail, sizeof detail, "'%s' is a whole number from %lld to %lld", key, (long long)min,
             (long long)max);
    app_problem(c->a, c->conn, 400, detail, NULL);
    return false;
}

void call_ok(call *c)
{
    text_builder body = {0};
    text_puts(&body, "{\"ok\":true}");
    app_json(c->a, c->conn, 200, &body);
}

/* lichess answers 400 to whatever its rules refuse, so its dialect does, too. */
void call_problem(call *c, int status, const char *detail, const text_builder *verdict)
{
    text_builder body = {0};
    if (!c->dialect) {
        app_problem(c->a, c->conn, status, detail, verdict);
        return;
    }
    text_puts(&body, "{\"error\":");
    text_put_json(&body, detail);
    if (verdict != NULL) {
        text_puts(&body, ",\"verdict\":");
        text_put(&body, verdict->at, verdict->len);
        body.failed |= verdict->failed;
    }
    text_puts(&body, "}");
    app_json(c->a, c->conn, status == 409 || status == 422 ? 400 : status, &body);
}

match *call_match(call *c)
{
    match *m = c->id > 0 ? app_match(c->a, c->id) : NULL;
    if (m == NULL && c->id > 0 && store_unreadable(c->a->store))
        call_problem(c, 503, "the game cannot be read now", NULL);
    else if (m == NULL)
        call_problem(c, 404, "there is no such game", NULL);
    return m;
}

/* Compares in a time that does not depend on how many characters are right. */
static bool same_secret(const char *a, const char *b, size_t len)
{
    unsigned char difference = 0;
    if (strlen(b) != len || len == 0)
        return false;
    for (size_t i = 0; i < len; i++)
        difference |= (unsigned char)(a[i] ^ b[i]);
    return difference == 0;
}

static unsigned seats_of(const match *m, const char *at)
{
    unsigned seats = 0;
    while (*at != '\0') {
        at += strspn(at, ", ");
        size_t len = strcspn(at, ", ");
        for (int colour = ARB_WHITE; colour <= ARB_BLACK; colour++)
            if (same_secret(at, m->token[colour], len))
                seats |= 1u << colour;
        at += len;
    }
    return seats;
}

unsigned call_seats(const call *c, const match *m)
{
    const char *tokens = c->request->authorization;
    return tokens != NULL && strncmp(tokens, "Bearer ", 7) == 0 ? seats_of(m, tokens + 7) : 0;
}

unsigned call_stream_seats(const call *c, const match *m)
{
    char tokens[2 * MATCH_TOKEN_LIMIT + 8];
    return http_query(c->request->query, "seats", tokens, sizeof tokens) ? seats_of(m, tokens) : 0;
}

const arb_game *call_game(call *c, const match *m, arb_game **view)
{
    char text[16];
    *view = NULL;
    if (!http_query(c->request->query, "ply", text, sizeof text))
        return m->game;
    uint64_t ply;
    if (!number_whole(text, arb_game_length(m->game), &ply)) {
        app_problem(c->a, c->conn, 404, "the game has no such ply", NULL);
        return NULL;
    }
    *view = match_game_at(m, ply);
    if (*view == NULL)
        app_problem(c->a, c->conn, 503, "there is no memory for the position", NULL);
    return *view;
}

/* Browsers send their preferences in order of weight, so the weights are not compared. */
static arb_language first_spoken(const char *list)
{
    arb_language language;
    while (*list != '\0') {
        size_t len = strcspn(list, ",; ");
        if (arb_language_find(list, len, &language))
            return language;
        list += strcspn(list, ",");
        list += strspn(list, ", ");
    }
    return ARB_ENGLISH;
}

arb_language call_language(const call *c)
{
    char tag[16];
    arb_language language;
    if (http_query(c->request->query, "lang", tag, sizeof tag))
        return arb_language_find(tag, strlen(tag), &language) ? language : ARB_ENGLISH;
    return c->request->accept_language != NULL ? first_spoken(c->request->accept_language)
                                               : ARB_ENGLISH;
}

bool call_coords(call *c, arb_coords *coords)
{
    static const char *const names[] = {"alg", "xy", "rc"}; /* in the order of arb_coords */
    char name[8];
    *coords = arb_coords_in(ARB_COORDS_ALGEBRAIC, call_language(c));
    if (!http_query(c->request->query, "coordinates", name, sizeof name))
        return true;
    for (int i = 0; i < 3; i++)
        if (strcmp(name, names[i]) == 0) {
            *coords = arb_coords_in((arb_coords)i, call_language(c));
            return true;
        }
    app_problem(c->a, c->conn, 400, "coordinates are alg, rc or xy", NULL);
    return false;
}

bool call_judge(call *c, json_t *object, const arb_game *game, judgement *j)
{
    const char *move, *from, *to, *promotion;
    arb_coords coords;
    if (!call_coords(c, &coords) || !call_text(c, object, "move", 64, "", &move) ||
        !call_text(c, object, "from", 8, "", &from) || !call_text(c, object, "to", 8, "", &to) ||
        !call_text(c, object, "promotion", 8, "", &promotion))
        return false;
    if (move[0] != '\0')
        judge_text(j, game, coords, move);
    else
        judge_squares(j, game, coords, from, to, promotion);
    if (j->readable)
        return true;
    text_builder verdict = {0};
    if (j->typed.status != ARB_OK) /* "from" and "to" were squares, so that the library was asked */
        judge_put(&verdict, j, game);
    call_problem(c, 422, j->text, verdict.len > 0 ? &verdict : NULL);
    text_free(&verdict);
    return false;
}

void call_state(call *c, const match *m, int status)
{
    text_builder body = {0};
    state_put(&body, m, NULL, http_now(), call_language(c));
    app_json(c->a, c->conn, status, &body);
}

bool call_may_make(call *c)
{
    app *a = c->a;
    if (a->disk_is_full)
        app_problem(a, c->conn, 503, "the server keeps as many games as it may (see --disk)", NULL);
    else if (!http_peer_may_make(http_conn_peer(c->conn), a->options->games_per_hour, http_now()))
        app_problem(a, c->conn, 429, "this address has made its games for this hour", NULL);
    else
        return true;
    return false;
}

/* ---- rules ---- */

static void keep_first(void *context, const arb_rules_mistake *mistake)
{
    char *detail = context;
    if (detail[0] == '\0')
        snprintf(detail, 256, "the rule set has a mistake in line %u, column %u: %.180s",
                 mistake->line, mistake->column, mistake->text);
}

const arb_rules *call_rules(call *c, json_t *object, arb_rules *storage, const char **text)
{
    enum { RULES_LIMIT = 64 << 10 };
    const char *name;
    char detail[256] = "";
    if (!call_text(c, object, "rules", ARB_NAME_LIMIT, "chess", &name) ||
        !call_text(c, object, "rules_text", RULES_LIMIT, "", text))
        return NULL;
    if ((*text)[0] == '\0') {
        const arb_rules *rules = arb_rules_find(name, strlen(name));
        if (rules == NULL)
            app_problem(c->a, c->conn, 422, "there is no rule set of that name", NULL);
        return rules;
    }
    if (arb_rules_read(storage, *text, strlen(*text), keep_first, detail))
        return storage;
    app_problem(c->a, c->conn, 422, detail, NULL);
    return NULL;
}

/* A text is short if reading it costs the loop at most a few milliseconds: 16 KB on a
 * chessboard. */
static bool is_short(const arb_rules *rules, size_t len)
{
    enum { SHORT = 1 << 20 }; /* bytes times squares */
    arb_size size = rules->board.size;
    size_t squares = rules->board.any_size ? ARB_SQUARE_LIMIT : (size_t)size.files * size.ranks;
    return len * squares <= SHORT;
}

void call_do(call *c, task *t, arb_budget *work, const arb_rules *rules, size_t len)
{
    app *a = c->a;
    if (!is_short(rules, len)) {
        work->left = APP_LONG_WORK;
        t->bytes = c->request->body_len;
        worker_do(a, t);
        return;
    }
    *work = a->work;
    t->work(t);
    a->work = *work;
    t->finish(a, t, true);
}
