/* fleet.c: which of several servers answers for a game. Layer: server. */
#include "server/fleet/fleet.h"

#include "server/fleet/own_name.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { OWNERS = 8192, PARKED_LIMIT = 20000, LEAVE_MS = 3500 };

/* A game that the store has been asked for. */
typedef struct wanted {
    struct wanted *next;
    int64_t game;
} wanted;

struct fleet {
    app *a;
    wanted *wanted;
    hops *hops;
    parked *first, *last;
    size_t count;
    int64_t settled; /* the game that the store has just answered about */
    struct {
        int64_t game, owner;
    } owners[OWNERS];  /* of games that were asked for here and belong to other servers */
    int64_t leaves_at; /* the latest time to leave; 0: the server stays */
    bool stopping;
};

/* ---- requests that wait ---- */

static size_t length_of(const char *text)
{
    return text != NULL ? strlen(text) + 1 : 0;
}

static const char *copy_text(char **at, const char *text)
{
    char *copy = *at;
    if (text == NULL)
        return NULL;
    size_t len = strlen(text) + 1;
    memcpy(copy, text, len);
    *at += len;
    return copy;
}

static parked *park(fleet *f, http_conn *conn, const http_request *r, const char *body)
{
    const char *const texts[] = {
        r->path,          r->query,        r->host,          r->origin,          r->fetch_site,
        r->authorization, r->content_type, r->if_none_match, r->accept_language, r->last_event_id};
    enum { TEXTS = sizeof texts / sizeof texts[0] };
    _Static_assert(offsetof(http_request, last_event_id) - offsetof(http_request, path) ==
                       (TEXTS - 1) * sizeof(char *),
                   "every text of a request is copied: the connection's own go with its bytes");
    size_t bytes = r->body_len + 1;
    for (size_t i = 0; i < TEXTS; i++)
        bytes += length_of(texts[i]);
    parked *p = f->count < PARKED_LIMIT ? malloc(sizeof *p + bytes) : NULL;
    if (p == NULL)
        return NULL;
    *p = (parked){.conn = conn, .request = *r};
    char *at = p->texts;
    memcpy(at, body, r->body_len);
    at[r->body_len] = '\0';
    p->body = at;
    at += r->body_len + 1;
    const char **const copies[] = {
        &p->request.path,         &p->request.query,         &p->request.host,
        &p->request.origin,       &p->request.fetch_site,    &p->request.authorization,
        &p->request.content_type, &p->request.if_none_match, &p->request.accept_language,
        &p->request.last_event_id};
    for (size_t i = 0; i < TEXTS; i++)
        *copies[i] = copy_text(&at, texts[i]);
    return p;
}

static void enqueue(fleet *f, parked *p)
{
    p->next = NULL;
    *(f->last != NULL ? &f->last->next : &f->first) = p;
    f->last = p;
    f->count++;
}

/* Takes the requests that wait for this game or question out of the queue. */
static parked *dequeue(fleet *f, int64_t game, uint64_t question)
{
    parked *taken = NULL, **end = &taken, **link = &f->first;
    f->last = NULL;
    while (*link != NULL) {
        parked *p = *link;
        if (p->game == game && p->question == question) {
            *link = p->next;
            *end = p;
            end = &p->next;
            f->count--;
        } else {
            f->last = p;
            link = &p->next;
        }
    }
    *end = NULL;
    return taken;
}

/* Asks the store for a game once, however many requests wait for it: a second question would take
 * the game from this server itself. */
static bool want(fleet *f, int64_t game)
{
    for (const wanted *w = f->wanted; w != NULL; w = w->next)
        if (w->game == game)
            return true;
    wanted *w = malloc(sizeof *w);
    if (w == NULL || store_want(f->a->store, game) != STORE_LATER) {
        free(w);
        return false;
    }
    *w = (wanted){f->wanted, game};
    f->wanted = w;
    return true;
}

static void want_no_more(fleet *f, int64_t game)
{
    for (wanted **link = &f->wanted; *link != NULL; link = &(*link)->next)
        if ((*link)->game == game) {
            wanted *w = *link;
            *link = w->next;
            free(w);
            return;
        }
}

void fleet_refuse(app *a, parked *p, const char *detail)
{
    a->saw = 0;
    app_problem(a, p->conn, 503, detail, NULL);
    free(p);
}

static void handle_again(fleet *f, parked *p)
{
    app_handle(f->a, p->conn, &p->request, 0, p->body);
    free(p);
}

/* ---- owners ---- */

static int64_t known_owner(const fleet *f, int64_t game)
{
    size_t at = (uint64_t)game % OWNERS;
    return f->owners[at].game == game ? f->owners[at].owner : 0;
}

static void remember_owner(fleet *f, int64_t game, int64_t owner)
{
    size_t at = (uint64_t)game % OWNERS;
    f->owners[at].game = game;
    f->owners[at].owner = owner;
}

static void pass(fleet *f, parked *p, int64_t owner)
{
    const char *address = store_address_of(f->a->store, owner);
    if (p->request.hop) { /* a request may be passed on only once */
        f->a->saw = 0;
        app_problem(f->a, p->conn, 421, "another server owns the game", NULL);
        free(p);
    } else if (address[0] == '\0') {
        fleet_refuse(f->a, p, "the game is changing hands");
    } else {
        hops_pass(f->hops, p, owner, address);
    }
}

/* ---- what the store says ---- */

static void on_loaded(void *context, int64_t id, store_word word, match *m, int64_t owner)
{
    app *a = context;
    fleet *f = a->fleet;
    if (f == NULL || f->stopping) {
        if (m != NULL)
            match_free(m);
        return;
    }
    want_no_more(f, id);
    if (id == STORE_HOME && word == STORE_YES && !bots_are_here(a))
        bots_begin(a);
    if (word == STORE_NO)
        bots_lost(a, id, true);
    if (word == STORE_HOMELESS)
        want(f, STORE_HOME);
    if (m != NULL && !store_is_joined(a->store)) {
        match_free(m);
        m = NULL;
        word = STORE_FAILED;
    }
    if (m != NULL) {
        a->metrics.loads++;
        app_keep(a, m);
        app_begin_work(a);
        app_watch_clock(a, m);
        opponents_wake(a, m);
    }
    if (word == STORE_ELSEWHERE)
        remember_owner(f, id, owner);
    for (parked *p = dequeue(f, id, 0), *next; p != NULL; p = next) {
        next = p->next;
        f->settled = id;
        if (word == STORE_ELSEWHERE)
            pass(f, p, owner);
        else if (word == STORE_FAILED || word == STORE_HOMELESS)
            fleet_refuse(a, p, "the game cannot be read now");
        else
            handle_again(f, p);
        f->settled = 0;
    }
}

static void on_answered(void *context, uint64_t question, bool good)
{
    fleet *f = ((app *)context)->fleet;
    if (f == NULL || f->stopping)
        return;
    for (parked *p = dequeue(f, 0, question), *next; p != NULL; p = next) {
        next = p->next;
        if (good)
            handle_again(f, p);
        else
            fleet_refuse(f->a, p, "the database does not answer");
    }
}

static void on_dropped(void *context, int64_t id)
{
    app_forget_id(context, id);
}

static void on_committed(void *context, bool good, const int64_t *refused, size_t count)
{
    const app *a = context;
    if (a->fleet != NULL && !a->fleet->stopping)
        app_committed(context, good, refused, count);
}

static void on_lapsed(void *context)
{
    const app *a = context;
    if (a->fleet != NULL && !a->fleet->stopping)
        app_lapsed(context);
}

/* ---- what the routes ask ---- */

static bool refuse_now(app *a, http_conn *conn, const char *detail)
{
    a->saw = 0;
    app_problem(a, conn, 503, detail, NULL);
    return false;
}

bool fleet_admit(app *a, http_conn *conn, const http_request *request, const char *body,
                 int64_t game)
{
    fleet *f = a->fleet;
    if (f == NULL || f->settled == game)
        return true;
    if (!store_is_joined(a->store))
        return refuse_now(
            a, conn, a->draining ? "this server is going away" : "this server has no database now");
    if (game == STORE_HOME && bots_are_here(a))
        return true;
    match *m = app_find(a, game);
    if (m != NULL && m->record->stale && app_may_forget(m)) {
        app_forget(a, m); /* it is read again */
        m = NULL;
    }
    if (m != NULL)
        return true;
    parked *p = park(f, conn, request, body);
    if (p == NULL)
        return refuse_now(a, conn, "too many requests wait for games");
    p->game = game;
    int64_t owner = request->hop ? 0 : known_owner(f, game);
    if (owner != 0 && store_address_of(a->store, owner)[0] != '\0') {
        pass(f, p, owner);
        return false;
    }
    if (want(f, game))
        enqueue(f, p);
    else
        fleet_refuse(a, p, "the game cannot be read now");
    return false;
}

void fleet_misdirected(app *a, parked *p)
{
    fleet *f = a->fleet;
    remember_owner(f, p->game, 0);
    bool again = !p->misdirected && store_is_joined(a->store);
    p->misdirected = true;
    if (again && want(f, p->game))
        enqueue(f, p);
    else
        fleet_refuse(a, p, "the game is changing hands");
}

void fleet_wait(app *a, http_conn *conn, const http_request *request, const char *body,
                store_word word)
{
    parked *p = word == STORE_LATER ? park(a->fleet, conn, request, body) : NULL;
    if (p == NULL) {
        refuse_now(a, conn, "the database does not answer");
        return;
    }
    p->question = store_question(a->store);
    enqueue(a->fleet, p);
}

void fleet_offer(const app *a, match *m)
{
    m->record->unclaimed = a->fleet != NULL && m->engine_side == NOBODY;
}

void fleet_want(app *a, int64_t game)
{
    fleet *f = a->fleet;
    if (f->settled != game && !a->draining)
        want(f, game);
}

/* ---- coming and going ---- */

bool fleet_join(app *a, char *why, size_t cap)
{
    char address[OWN_NAME_LIMIT];
    if (!store_is_shared(a->store))
        return true;
    if (!own_name(a->options->advertise, a->options->listen, http_server_port(a->http), address,
                  why, cap))
        return false;
    a->fleet = calloc(1, sizeof *a->fleet);
    if (a->fleet != NULL) {
        a->fleet->a = a;
        a->fleet->hops = hops_new(a);
    }
    if (a->fleet == NULL || a->fleet->hops == NULL)
        return false;
    const store_host host = {.base = a->base,
                             .budget = &a->work,
                             .work = APP_WORK,
                             .context = a,
                             .committed = on_committed,
                             .loaded = on_loaded,
                             .answered = on_answered,
                             .dropped = on_dropped,
                             .lapsed = on_lapsed};
    return store_join(a->store, &host, address, why, cap);
}

void fleet_tick(app *a)
{
    if (a->fleet == NULL)
        return;
    hops_tick(a->fleet->hops);
    if (!a->draining || app_is_saving(a))
        return;
    if (a->fleet->leaves_at == 0)
        a->fleet->leaves_at = http_now() + LEAVE_MS;
    if (http_server_connections(a->http) > 0 && http_now() < a->fleet->leaves_at)
        return;    /* requests that have begun are answered */
    app_lapsed(a); /* nothing is being written: the games are as the store has them */
    store_leave(a->store);
}

bool fleet_has_left(const app *a)
{
    return a->fleet == NULL || store_has_left(a->store);
}

void fleet_free(fleet *f)
{
    f->stopping = true;
    if (f->hops != NULL)
        hops_free(f->hops);
    for (parked *p = f->first, *next; p != NULL; p = next) {
        next = p->next;
        free(p);
    }
    f->first = f->last = NULL;
    while (f->wanted != NULL)
        want_no_more(f, f->wanted->game);
}
