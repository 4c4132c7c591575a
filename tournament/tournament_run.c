/* tournament_run.c: serves all tables in one loop. Layer: tournament. */
#include "tournament/tournament.h"

#include "common/steady_clock.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    tournament *t;
    tour_table *tables;
    size_t next; /* every game before it has begun */
    bool started[PLAYER_LIMIT];
} floor_plan;

/* The next game without a result; the total if there is none. */
static size_t next_game(floor_plan *f)
{
    const standings *s = &f->t->standings;
    while (f->next < s->total && s->result[f->next] != ARB_ONGOING)
        f->next++;
    return f->next;
}

static bool fill(floor_plan *f)
{
    for (size_t i = 0; i < f->t->tables; i++) {
        tour_table *table = &f->tables[i];
        size_t number;
        if (table->state != TABLE_FREE || (number = next_game(f)) == f->t->standings.total)
            continue;
        tour_pairing p = schedule_at(&f->t->schedule, number);
        f->next++;
        if (!table_start(table, number, p, openings_game(&f->t->openings, p.opening)))
            return false;
    }
    return true;
}

/* Sleeps until something can be done. Returns the number of tables with a running game. */
static size_t wait(floor_plan *f)
{
    struct pollfd polls[2 * TABLE_LIMIT];
    size_t count = 0, busy = 0;
    int64_t deadline = -1, now = steady_ms();
    for (size_t i = 0; i < f->t->tables; i++) {
        busy += f->tables[i].state != TABLE_FREE;
        count += table_poll(&f->tables[i], polls + count, &deadline);
    }
    int timeout = deadline < 0            ? -1
                  : deadline <= now       ? 0
                  : deadline - now < 1000 ? (int)(deadline - now)
                                          : 1000;
    if (f->t->look != NULL) {
        f->t->look(f->t->context, f->tables, f->t->tables, now);
        timeout = timeout < 0 || timeout > 250 ? 250 : timeout;
    }
    if (busy > 0)
        poll(polls, (nfds_t)count, timeout);
    return busy;
}

static tour_end take_done(floor_plan *f, tour_table *table)
{
    tournament *t = f->t;
    if (table->not_started < PLAYER_LIMIT && !f->started[table->not_started]) {
        snprintf(t->fault, sizeof t->fault, "the engine %s cannot play: %s",
                 t->players[table->not_started].name, table->fault);
        return TOUR_NO_ENGINE;
    }
    f->started[table->pairing.white] = f->started[table->pairing.black] = true;
    standings_add(&t->standings, table->number, table->result);
    bool kept = t->done(t->context, t, table);
    table_clear(table);
    if (!kept)
        return TOUR_NOT_KEPT;
    if (t->test != NULL &&
        sprt_judge(t->test, standings_llr(&t->standings, 0, t->test)) != SPRT_GOES_ON)
        return TOUR_DECIDED;
    return TOUR_DONE;
}

static tour_end serve_tables(floor_plan *f)
{
    for (;;) {
        if (*f->t->stop)
            return TOUR_STOPPED;
        if (!fill(f))
            return TOUR_NO_MEMORY;
        if (wait(f) == 0)
            return TOUR_DONE;
        for (size_t i = 0; i < f->t->tables; i++) {
            table_step(&f->tables[i]);
            if (f->tables[i].state != TABLE_DONE)
                continue;
            tour_end end = take_done(f, &f->tables[i]);
            if (end != TOUR_DONE)
                return end;
        }
    }
}

tour_end tournament_run(tournament *t)
{
    floor_plan f = {.t = t, .tables = malloc(t->tables * sizeof *f.tables)};
    if (f.tables == NULL)
        return TOUR_NO_MEMORY;
    for (size_t i = 0; i < t->tables; i++)
        table_set_up(&f.tables[i], t->players, t->rules, &t->adjudication);
    tour_end end = serve_tables(&f);
    for (size_t i = 0; i < t->tables; i++)
        table_close(&f.tables[i]);
    free(f.tables);
    return end;
}
