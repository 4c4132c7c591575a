/* store_copy.c: writes all rows of one store to another of any kind, then reads both and compares
 * them. Layer: server. */
#include "server/store/store_copy.h"

#include "server/server.h"
#include "server/store/store_kind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_A_COMMIT = 200 };

/* ---- what is copied ---- */

bool copied_step_add(copied_game *g, int64_t at, const int64_t left[2], const char *what,
                     const char *request)
{
    if (g->count == g->cap) {
        size_t cap = g->cap == 0 ? 64 : 2 * g->cap;
        copied_step *steps = realloc(g->steps, cap * sizeof *steps);
        if (steps == NULL)
            return false;
        g->steps = steps;
        g->cap = cap;
    }
    copied_step *step = &g->steps[g->count++];
    *step = (copied_step){at, left[0], left[1], strdup(what), strdup(request)};
    return step->what != NULL && step->request != NULL;
}

void copied_game_free(copied_game *g)
{
    for (int i = 0; i < COPY_TEXTS; i++)
        free(g->texts[i]);
    for (size_t i = 0; i < g->count; i++) {
        free(g->steps[i].what);
        free(g->steps[i].request);
    }
    free(g->steps);
    free(g->result);
    free(g->pgn);
    *g = (copied_game){0};
}

bool copied_record_make(copied_record *r, const row_ids *ids, const char *room, const char *key,
                        const char *value, int64_t sum)
{
    size_t rooms = strlen(room) + 1, keys = strlen(key) + 1, values = strlen(value) + 1;
    *r = (copied_record){.room = malloc(rooms + keys + values)};
    if (r->room == NULL)
        return false;
    r->key = memcpy(r->room + rooms, key, keys);
    r->value = memcpy(r->key + keys, value, values);
    memcpy(r->room, room, rooms);
    r->damaged = sum != (int64_t)record_sum(room, key, value);
    if (strcmp(room, "playing") == 0)
        r->row = row_of_id(ids, strtoll(key, NULL, 10));
    return true;
}

/* ---- comparing ---- */

static bool same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static bool same_game(const copied_game *a, const copied_game *b)
{
    bool same = a->row == b->row && a->version == b->version && a->plies == b->plies &&
                a->updated == b->updated && a->count == b->count && !b->damaged &&
                same_text(a->result, b->result) && same_text(a->pgn, b->pgn);
    for (int i = 0; i < COPY_TEXTS; i++)
        same = same && same_text(a->texts[i], b->texts[i]);
    for (int i = 0; i < COPY_NUMBERS; i++)
        same = same && a->numbers[i] == b->numbers[i];
    for (size_t i = 0; same && i < a->count; i++) {
        const copied_step *x = &a->steps[i], *y = &b->steps[i];
        same = x->at == y->at && x->white_ms == y->white_ms && x->black_ms == y->black_ms &&
               same_text(x->what, y->what) && same_text(x->request, y->request);
    }
    return same;
}

/* ---- going through ---- */

typedef struct {
    copy_side *from, *to;
    store_copied *done;
    char *why;
    size_t cap;
} copying;

static bool fail(copying *c, const copy_side *side, const char *what)
{
    snprintf(c->why, c->cap, "%s: %s", what, side->why[0] != '\0' ? side->why : "it failed");
    return false;
}

static bool copy_games(copying *c, int64_t *last)
{
    copied_game game = {0};
    int got;
    size_t open = 0;
    *last = 0;
    if (!c->to->begin(c->to))
        return fail(c, c->to, "the copy cannot be written");
    while ((got = c->from->next_game(c->from, *last, &game)) == 1) {
        *last = game.row;
        bool put = game.damaged || c->to->put_game(c->to, &game);
        c->done->games += !game.damaged;
        c->done->damaged += game.damaged;
        c->done->steps += game.damaged ? 0 : game.count;
        copied_game_free(&game);
        if (!put ||
            (++open % GAMES_A_COMMIT == 0 && (!c->to->commit(c->to) || !c->to->begin(c->to))))
            return fail(c, c->to, "the copy cannot be written");
    }
    copied_game_free(&game);
    return got == 0 ? c->to->commit(c->to) || fail(c, c->to, "the copy cannot be written")
                    : fail(c, c->from, "the games cannot be read");
}

static bool copy_requests(copying *c, int64_t last)
{
    copied_request request = {0};
    int got;
    bool good = c->to->begin(c->to);
    for (bool again = true; good && (got = c->from->next_request(c->from, again, &request)) != 0;
         again = false) {
        if (got < 0)
            return fail(c, c->from, "the requests cannot be read");
        good = request.damaged || c->to->put_request(c->to, &request);
        c->done->requests += !request.damaged;
        free(request.key);
        request.key = NULL;
    }
    good = good && c->to->put_ids(c->to, &c->from->ids, last) && c->to->commit(c->to);
    return good || fail(c, c->to, "the copy cannot be written");
}

/* Reads the next record that is whole, after the one in `r`; damaged ones are counted. */
static int next_whole(copy_side *side, copied_record *r, size_t *damaged)
{
    int got;
    do {
        copied_record last = *r;
        got = side->next_record(side, &last, r);
        free(last.room);
        if (got != 1)
            *r = (copied_record){0};
        *damaged += got == 1 && r->damaged;
    } while (got == 1 && r->damaged);
    return got;
}

/* Copies the records, after the games because some records are about games. */
static bool copy_records(copying *c)
{
    copied_record r = {0};
    int got;
    bool good = c->to->begin(c->to);
    while (good && (got = next_whole(c->from, &r, &c->done->damaged_records)) != 0) {
        if (got < 0)
            return fail(c, c->from, "the accounts cannot be read");
        good = c->to->put_record(c->to, &r);
        c->done->records++;
    }
    free(r.room);
    return (good && c->to->commit(c->to)) || fail(c, c->to, "the copy cannot be written");
}

static bool compare_records(copying *c)
{
    copied_record a = {0}, b = {0};
    size_t count = 0, damaged = 0, left_out = 0;
    bool same = true;
    while (same && next_whole(c->to, &b, &damaged) == 1) {
        same = next_whole(c->from, &a, &left_out) == 1 && strcmp(a.room, b.room) == 0 &&
               strcmp(a.key, b.key) == 0 && strcmp(a.value, b.value) == 0 && a.row == b.row;
        count++;
    }
    free(a.room);
    free(b.room);
    same = same && damaged == 0 && count == c->done->records;
    if (!same)
        snprintf(c->why, c->cap, "the accounts of the copy differ: it must not be used");
    return same;
}

/* Reads both sides again, game by game and request by request. */
static bool compare(copying *c)
{
    copied_game a = {0}, b = {0};
    int64_t last = 0;
    size_t games = 0, requests = 0;
    bool same = true;
    while (same && c->from->next_game(c->from, last, &a) == 1) {
        last = a.row;
        if (!a.damaged) {
            same = c->to->next_game(c->to, a.row - 1, &b) == 1 && same_game(&a, &b);
            games++;
        }
        copied_game_free(&a);
        copied_game_free(&b);
    }
    copied_request x = {0}, y = {0};
    for (bool again = true; same && c->to->next_request(c->to, again, &y) == 1; again = false) {
        int got;
        do { /* both sides are in the order of their keys */
            free(x.key);
            x.key = NULL;
            got = c->from->next_request(c->from, again && requests == 0 && x.len == 0, &x);
        } while (got == 1 && x.damaged);
        same = got == 1 && !y.damaged && x.len == y.len && x.row == y.row &&
               memcmp(x.key, y.key, x.len) == 0;
        requests++;
        free(y.key);
        y.key = NULL;
    }
    free(x.key);
    same = same && games == c->done->games && requests == c->done->requests &&
           c->to->count(c->to) == (int64_t)c->done->games;
    if (!same)
        snprintf(c->why, c->cap, "the copy differs near game %lld: it must not be used",
                 (long long)last);
    return same;
}

bool server_copy(const char *from, const char *to, store_copied *done, char *why, size_t cap)
{
    *done = (store_copied){0};
    why[0] = '\0';
    copying c = {.done = done, .why = why, .cap = cap};
    if (!store_is_there(from, why, cap))
        return false;
    c.from =
        store_is_url(from) ? postgres_side(from, false, why, cap) : sqlite_side(from, why, cap);
    if (c.from == NULL)
        return false;
    c.to = store_is_url(to) ? postgres_side(to, true, why, cap) : sqlite_side(to, why, cap);
    bool good = c.to != NULL;
    if (good && c.to->count(c.to) != 0) {
        snprintf(why, cap, "%s holds games already: copy to a new store", to);
        good = false;
    }
    int64_t last;
    good = good && copy_games(&c, &last) && copy_requests(&c, last) && copy_records(&c) &&
           compare(&c) && compare_records(&c);
    c.from->close(c.from);
    if (c.to != NULL)
        c.to->close(c.to);
    return good;
}

#ifndef ARB_POSTGRES
copy_side *postgres_side(const char *url, bool writes, char *why, size_t cap)
{
    (void)writes;
    postgres_open(url, why, cap);
    return NULL;
}
#endif
