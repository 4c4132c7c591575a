/* stats_json.c: the counts of a collection as one JSON object. Layer: cli. */
#include "cli/batch/stats_output.h"
#include "cli/io/io.h"

#include <inttypes.h>
#include <string.h>

static void put_results(const stats_results *r, FILE *to)
{
    fprintf(to, "\"1-0\":%" PRIu64 ",\"1/2-1/2\":%" PRIu64 ",\"0-1\":%" PRIu64 ",\"*\":%" PRIu64,
            r->white, r->draw, r->black, r->none);
    if (r->both_lose > 0)
        fprintf(to, ",\"0-0\":%" PRIu64, r->both_lose);
}

/* Writes the counts that are not 0, each under the first number of its class. */
static void put_counts(const char *name, const uint64_t *counts, int count, int first, int span,
                       uint64_t unknown, FILE *to)
{
    const char *comma = "";
    fprintf(to, ",\"%s\":{", name);
    for (int i = 0; i < count; i++)
        if (counts[i] > 0) {
            fprintf(to, "%s\"%d\":%" PRIu64, comma, first + i * span, counts[i]);
            comma = ",";
        }
    if (unknown > 0)
        fprintf(to, "%s\"unknown\":%" PRIu64, comma, unknown);
    fputs("}", to);
}

static void put_ends(const stats *s, FILE *to)
{
    const char *comma = "";
    fputs(",\"ends\":{", to);
    for (int i = 0; i < ARB_R_COUNT; i++)
        if (s->ends[i] > 0) {
            fprintf(to, "%s\"%s\":%" PRIu64, comma,
                    i == ARB_R_NONE ? "none" : arb_reason_name((arb_reason)i), s->ends[i]);
            comma = ",";
        }
    fputs("}", to);
}

/* Writes all openings that occur, in the order of the library's numbers. */
static void put_openings(const stats *s, FILE *to)
{
    const char *comma = "";
    fputs(",\"openings\":[", to);
    for (size_t i = 0; i < STATS_OPENINGS; i++) {
        char eco[8], name[ARB_OPENING_NAME];
        if (i == ARB_NO_OPENING || stats_sum(&s->openings[i]) == 0)
            continue;
        arb_opening_eco((arb_opening)i, eco, sizeof eco);
        arb_opening_name((arb_opening)i, name, sizeof name);
        fprintf(to, "%s{\"eco\":\"%s\",\"name\":", comma, eco);
        cli_json_text(to, name, strlen(name));
        fputs(",", to);
        put_results(&s->openings[i], to);
        fputs("}", to);
        comma = ",";
    }
    fprintf(to, "],\"no_opening\":%" PRIu64, stats_sum(&s->openings[ARB_NO_OPENING]));
}

static void put_players(const stats *s, FILE *to)
{
    size_t list[STATS_SHOWN], count = stats_top_players(s, list);
    fprintf(to, ",\"players\":%zu,\"not_counted\":%" PRIu64 ",\"most_games\":[", s->player_count,
            s->more_players);
    for (size_t i = 0; i < count; i++) {
        const stats_player *p = &s->players[list[i]];
        fputs(i > 0 ? ",{\"name\":" : "{\"name\":", to);
        cli_json_text(to, p->name, strlen(p->name));
        fprintf(to, ",\"games\":%" PRIu64 ",\"finished\":%" PRIu64 ",\"points\":%.1f}", p->games,
                p->finished, (double)p->half_points / 2);
    }
    fputs("]", to);
}

void stats_json(const stats *s, uint64_t faulty, FILE *to)
{
    fprintf(to, "{\"games\":%" PRIu64 ",\"plies\":%" PRIu64 ",\"faulty\":%" PRIu64 ",\"results\":{",
            s->games, s->plies, faulty);
    put_results(&s->results, to);
    fputs("}", to);
    put_ends(s, to);
    put_counts("lengths", s->lengths, STATS_LENGTHS, 0, 10, 0, to);
    put_counts("years", s->years, STATS_YEARS, STATS_FIRST_YEAR, 1, s->no_year, to);
    put_counts("ratings", s->ratings, STATS_RATINGS, 0, 100, s->no_rating, to);
    put_openings(s, to);
    put_players(s, to);
    fputs("}\n", to);
}
