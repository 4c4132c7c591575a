/* cache.c: the matches in memory: as many as a limit allows; the others come from the store when
 * they are asked for. Layer: server. */
#include "server/app.h"
#include "server/fleet/fleet.h"

#include <stdlib.h>

static match **slot_of(app *a, int64_t id)
{
    return &a->table[(uint64_t)id % CACHE_TABLE];
}

static void unlink_used(app *a, match *m)
{
    *(m->record->lru_prev != NULL ? &m->record->lru_prev->record->lru_next : &a->newest) =
        m->record->lru_next;
    *(m->record->lru_next != NULL ? &m->record->lru_next->record->lru_prev : &a->oldest) =
        m->record->lru_prev;
}

static void link_newest(app *a, match *m)
{
    m->record->lru_prev = NULL;
    m->record->lru_next = a->newest;
    *(a->newest != NULL ? &a->newest->record->lru_prev : &a->oldest) = m;
    a->newest = m;
}

bool app_may_forget(const match *m)
{
    return !m->record->in_batch && !m->record->in_flight && m->record->first_head == 0;
}

/* Drops the matches that were used longest ago until the others fit; the newest stays. A match that
 * may not leave moves to the front of the list, so that it is not tried again soon. */
static void make_room(app *a)
{
    for (int looked = 0; a->match_bytes > CACHE_BYTES && looked < 64; looked++) {
        match *m = a->oldest;
        if (m == a->newest)
            return;
        if (app_may_forget(m)) {
            app_forget(a, m);
        } else {
            match *newest = a->newest;
            unlink_used(a, m);
            link_newest(a, m);
            unlink_used(a, newest);
            link_newest(a, newest);
        }
    }
}

void app_forget(app *a, match *m)
{
    match **link = slot_of(a, m->id);
    stream_keep_flag(a, m);
    bots_keep_flag(a, m);
    while (*link != m)
        link = &(*link)->record->hash_next;
    *link = m->record->hash_next;
    unlink_used(a, m);
    a->match_count--;
    a->match_bytes -= m->record->bytes;
    if (m->record->flag_timer != NULL)
        event_free(m->record->flag_timer);
    match_free(m);
}

match *app_find(const app *a, int64_t id)
{
    match *m = a->table[(uint64_t)id % CACHE_TABLE];
    while (m != NULL && m->id != id)
        m = m->record->hash_next;
    return m;
}

void app_forget_id(app *a, int64_t id)
{
    match *m = app_find(a, id);
    stream_end_all(a, id);
    if (m != NULL && app_may_forget(m))
        app_forget(a, m);
}

void app_resized(app *a, match *m)
{
    a->match_bytes -= m->record->bytes;
    m->record->bytes = match_bytes(m);
    a->match_bytes += m->record->bytes;
}

void app_keep(app *a, match *m)
{
    match **slot = slot_of(a, m->id);
    m->record->owner = a;
    m->record->hash_next = *slot;
    *slot = m;
    link_newest(a, m);
    a->match_count++;
    app_resized(a, m);
    make_room(a);
    bots_seen(a, m);
}

/* ---- clocks ---- */

static void on_flag(evutil_socket_t fd, short what, void *context)
{
    match *m = context;
    (void)fd;
    (void)what;
    app_begin_work(m->record->owner);
    app_watch_clock(m->record->owner, m);
}

void app_watch_clock(app *a, match *m)
{
    int64_t flag = game_clock_deadline(&m->clock), now = http_now();
    if (flag >= 0 && now >= flag) {
        char line[STEP_LIMIT];
        game_step step = {.kind = STEP_FLAG, .side = m->clock.running};
        step_write(&step, m->game, line, sizeof line);
        app_step(a, m, line, "");
        return;
    }
    if (m->record->flag_timer == NULL && flag >= 0)
        m->record->flag_timer = evtimer_new(a->base, on_flag, m);
    if (m->record->flag_timer == NULL)
        return;
    if (flag < 0) {
        evtimer_del(m->record->flag_timer);
        return;
    }
    int64_t ms = flag - now;
    struct timeval wait = {ms / 1000, (ms % 1000) * 1000};
    evtimer_add(m->record->flag_timer, &wait);
}

match *app_match(app *a, int64_t id)
{
    match *m = app_find(a, id);
    a->saw = id;
    if (m != NULL) {
        unlink_used(a, m);
        link_newest(a, m);
        return !m->record->stale || app_restore(a, m) ? m : NULL;
    }
    if (a->fleet != NULL) { /* requests come here after the game was read; the server's own needs
                               wait for that */
        fleet_want(a, id);
        return NULL;
    }
    m = store_load(a->store, id, 0, a->boot, http_now(), &a->work);
    if (m == NULL)
        return NULL;
    a->metrics.loads++;
    app_keep(a, m);
    app_watch_clock(a, m);
    opponents_wake(a, m);
    return m;
}

void app_cache_free(app *a)
{
    while (a->newest != NULL)
        app_forget(a, a->newest);
}
