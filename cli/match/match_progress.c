/* match_progress.c: shows one line on the terminal while the games of a match are played. Layer:
 * cli. */
#include "cli/match/match_call.h"

#include "common/steady_clock.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

enum { FIRST_MS = 1000, EVERY_MS = 250, WIDTH = 79, LISTED_TABLES = 4 };

void match_progress_open(match_call *call)
{
    call->progress.on = isatty(STDERR_FILENO) == 1;
    call->progress.began = steady_ms();
    call->progress.due = call->progress.began + FIRST_MS;
    call->progress.before = call->t.standings.played;
}

/* Adds to the line; what does not fit is cut off. */
__attribute__((format(printf, 3, 4))) static void add(char line[WIDTH + 1], size_t *len,
                                                      const char *form, ...)
{
    va_list values;
    va_start(values, form);
    int n = vsnprintf(line + *len, WIDTH + 1 - *len, form, values);
    va_end(values);
    *len = n < 0 ? *len : *len + (size_t)n < WIDTH ? *len + (size_t)n : WIDTH;
}

static void add_tables(char line[WIDTH + 1], size_t *len, const tour_table *tables, size_t count)
{
    size_t busy = 0;
    for (size_t i = 0; i < count; i++)
        busy += tables[i].game != NULL;
    add(line, len, ", %zu being played", busy);
    if (busy > LISTED_TABLES)
        return;
    const char *before = " (move ";
    for (size_t i = 0; i < count; i++)
        if (tables[i].game != NULL) {
            add(line, len, "%s%u", before,
                (unsigned)arb_position_fullmove(arb_game_position(tables[i].game)));
            before = ", ";
        }
    add(line, len, "%s", busy > 0 ? ")" : "");
}

/* Adds the remaining time, except for a test, whose length is unknown. */
static void add_time_left(const match_call *call, char line[WIDTH + 1], size_t *len, int64_t now)
{
    const standings *s = &call->t.standings;
    size_t played = s->played - call->progress.before;
    if (played == 0 || call->t.test != NULL)
        return;
    unsigned long long left = (unsigned long long)(now - call->progress.began) / 1000 *
                              (unsigned long long)(s->total - s->played) / played;
    add(line, len, ", %llu:%02llu:%02llu left", left / 3600, left / 60 % 60, left % 60);
}

void match_progress(match_call *call, const tour_table *tables, size_t count, int64_t now)
{
    const tournament *t = &call->t;
    char line[WIDTH + 1];
    size_t len = 0;
    if (!call->progress.on || now < call->progress.due)
        return;
    call->progress.due = now + EVERY_MS;
    add(line, &len, "%zu of %zu games", t->standings.played, t->standings.total);
    add_tables(line, &len, tables, count);
    elo_estimate e = standings_elo(&t->standings, 0);
    if (t->schedule.players == 2 && t->standings.played > 0 && isfinite(e.elo) && isfinite(e.error))
        add(line, &len, ", Elo %+.1f +/- %.1f", e.elo, e.error);
    if (t->test != NULL)
        add(line, &len, ", LLR %.2f", standings_llr(&t->standings, 0, t->test));
    add_time_left(call, line, &len, now);
    fprintf(stderr, "\r%-*s", WIDTH, line);
    call->progress.shown = true;
}

void match_progress_clear(match_call *call)
{
    if (call->progress.shown)
        fprintf(stderr, "\r%*s\r", WIDTH, "");
    call->progress.shown = false;
}
