/* stats_table.c: the counts of a collection as a table for people. Layer: cli.
 *
 * Names come last in a row, so that their width does not matter. */
#include "cli/batch/stats_output.h"
#include "cli/io/io.h"

#include <inttypes.h>
#include <string.h>

void stats_label(char label[STATS_LABEL], int first, int span, bool open)
{
    if (open)
        snprintf(label, STATS_LABEL, "%d+", first);
    else if (span == 1)
        snprintf(label, STATS_LABEL, "%d", first);
    else
        snprintf(label, STATS_LABEL, "%d-%d", first, first + span - 1);
}

void stats_score(char label[STATS_LABEL], const stats_player *p)
{
    if (p->finished == 0)
        snprintf(label, STATS_LABEL, "-");
    else
        snprintf(label, STATS_LABEL, "%.1f %%", stats_share(p->half_points, 2 * p->finished));
}

double stats_moves(const stats *s)
{
    return s->games > 0 ? (double)s->plies / 2 / (double)s->games : 0;
}

static void row(FILE *to, uint64_t count, uint64_t whole, const char *name)
{
    fprintf(to, "%10" PRIu64 "  %5.1f %%  %s\n", count, stats_share(count, whole), name);
}

/* Writes a row for each count that is not 0. */
static void rows(FILE *to, const uint64_t *counts, int count, int first, int span, bool open,
                 uint64_t whole)
{
    for (int i = 0; i < count; i++)
        if (counts[i] > 0) {
            char label[STATS_LABEL];
            stats_label(label, first + i * span, span, open && i + 1 == count);
            row(to, counts[i], whole, label);
        }
}

static void openings(const stats *s, FILE *to)
{
    size_t list[STATS_SHOWN], count = stats_top_openings(s, list);
    fputs("\nOpenings      1-0     draw      0-1\n", to);
    for (size_t i = 0; i < count; i++) {
        char eco[8], name[ARB_OPENING_NAME];
        const stats_results *r = &s->openings[list[i]];
        uint64_t games = stats_sum(r);
        arb_opening_eco((arb_opening)list[i], eco, sizeof eco);
        arb_opening_name((arb_opening)list[i], name, sizeof name);
        fprintf(to, "%10" PRIu64 "  %5.1f %%  %5.1f %%  %5.1f %%  %s %s\n", games,
                stats_share(r->white, games), stats_share(r->draw, games),
                stats_share(r->black, games), eco, name);
    }
    uint64_t unnamed = stats_sum(&s->openings[ARB_NO_OPENING]);
    if (unnamed > 0)
        row(to, unnamed, s->games, "of all games have none with a name");
}

static void players(const stats *s, FILE *to)
{
    size_t list[STATS_SHOWN], count = stats_top_players(s, list);
    fprintf(to, "\nPlayers     score (%zu in all)\n", s->player_count);
    for (size_t i = 0; i < count; i++) {
        const stats_player *p = &s->players[list[i]];
        char score[STATS_LABEL];
        stats_score(score, p);
        fprintf(to, "%10" PRIu64 "  %7s  ", p->games, score);
        cli_safe_text(to, p->name, strlen(p->name));
        fputs("\n", to);
    }
    if (s->more_players > 0)
        fprintf(to, "%10" PRIu64 "  more, by players past the first %d\n", s->more_players,
                STATS_PLAYERS);
}

void stats_table(const stats *s, uint64_t faulty, FILE *to)
{
    fprintf(to, "%" PRIu64 " game%s, %" PRIu64 " pl%s, %.1f moves a game, %" PRIu64 " faulty\n",
            s->games, s->games == 1 ? "" : "s", s->plies, s->plies == 1 ? "y" : "ies",
            stats_moves(s), faulty);
    fputs("\nResults\n", to);
    row(to, s->results.white, s->games, "1-0");
    row(to, s->results.draw, s->games, "1/2-1/2");
    row(to, s->results.black, s->games, "0-1");
    row(to, s->results.none, s->games, "*");
    if (s->results.both_lose > 0)
        row(to, s->results.both_lose, s->games, "0-0");
    fputs("\nEnds on the board\n", to);
    for (int i = 0; i < ARB_R_COUNT; i++)
        if (s->ends[i] > 0)
            row(to, s->ends[i], s->games,
                i == ARB_R_NONE ? "none" : arb_reason_name((arb_reason)i));
    fputs("\nLengths in moves\n", to);
    rows(to, s->lengths, STATS_LENGTHS, 0, 10, true, s->games);
    fputs("\nYears\n", to);
    rows(to, s->years, STATS_YEARS, STATS_FIRST_YEAR, 1, false, s->games);
    if (s->no_year > 0)
        row(to, s->no_year, s->games, "unknown");
    fputs("\nRatings of players\n", to);
    rows(to, s->ratings, STATS_RATINGS, 0, 100, false, 2 * s->games);
    if (s->no_rating > 0)
        row(to, s->no_rating, 2 * s->games, "unknown");
    openings(s, to);
    players(s, to);
}
