/* engine_shelf.c: which rule sets the engines of this server play. Layer: server. Each engine is
 * started once, says in the handshake which variants it knows, and ends. */
#include "server/app.h"

#include "common/steady_clock.h"
#include "engine/engine.h"

#include <stdlib.h>

_Static_assert((int)SERVER_ENGINE_NAME_LIMIT == (int)MATCH_NAME_LIMIT,
               "an engine that is offered can be named in a game");

typedef struct {
    engine_process process;
    struct event *readable, *deadline;
    uint64_t plays; /* bits of rule sets; until the engine has answered, and if it fails: chess,
                       which every engine plays */
    char title[80]; /* the same size as the name in the process */
} shelved;

struct engine_shelf {
    app *a;
    shelved engines[SERVER_ENGINE_LIMIT];
};

static void let_go(shelved *e)
{
    if (e->readable != NULL)
        event_free(e->readable);
    if (e->deadline != NULL)
        event_free(e->deadline);
    e->readable = e->deadline = NULL;
    engine_kill(&e->process);
}

static void on_words(evutil_socket_t fd, short what, void *context)
{
    shelved *e = context;
    (void)fd;
    (void)what;
    if (engine_step(&e->process) == ENGINE_STARTING)
        return;
    e->plays = 0;
    if (e->process.state == ENGINE_IDLE) {
        e->plays = e->process.plays;
        memcpy(e->title, e->process.name, sizeof e->title);
    }
    let_go(e);
}

static void ask(app *a, shelved *e, const char *program)
{
    static const struct timeval limit = {ENGINE_HANDSHAKE / 1000 + 1, 0};
    const engine_setup setup = {.program = program};
    e->plays = 1; /* arb_rules_at(0) */
    if (!engine_start(&e->process, &setup)) {
        let_go(e);
        return;
    }
    e->readable = event_new(a->base, engine_fd(&e->process), EV_READ | EV_PERSIST, on_words, e);
    e->deadline = evtimer_new(a->base, on_words, e);
    if (e->readable == NULL || e->deadline == NULL || event_add(e->readable, NULL) != 0 ||
        evtimer_add(e->deadline, &limit) != 0)
        let_go(e);
}

engine_shelf *shelf_new(app *a)
{
    engine_shelf *shelf = calloc(1, sizeof *shelf);
    for (size_t i = 0; shelf != NULL && i < a->options->engine_count; i++)
        ask(a, &shelf->engines[i], a->options->engines[i]);
    return shelf;
}

void shelf_free(engine_shelf *shelf)
{
    for (size_t i = 0; i < SERVER_ENGINE_LIMIT; i++)
        let_go(&shelf->engines[i]);
    free(shelf);
}

bool shelf_plays(const app *a, const char *name, const arb_rules *rules)
{
    for (size_t i = 0; i < a->options->engine_count; i++)
        for (size_t rule = 0; strcmp(a->options->engines[i], name) == 0 && rule < arb_rules_count();
             rule++)
            if (arb_rules_at(rule) == rules && rule < 64)
                return a->shelf->engines[i].plays >> rule & 1;
    return false;
}

const char *shelf_title(const app *a, size_t index)
{
    const char *title = a->shelf->engines[index].title;
    return title[0] != '\0' ? title : a->options->engines[index];
}
