/* stats.c: the counts of a collection. Layer: collection. */
#include "collection/stats/stats.h"
#include "collection/convert/dedupe.h"
#include "common/smaller_of.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 9, FIELD_CAP = STATS_NAME /* a field has no more bytes than a name may have */ };

stats *stats_new(void)
{
    stats *s = calloc(1, sizeof *s);
    stats_player *players = calloc(STATS_PLACES, sizeof *players);
    if (!s || !players) {
        free(s);
        free(players);
        return NULL;
    }
    s->players = players;
    return s;
}

void stats_free(stats *s)
{
    if (s)
        free(s->players);
    free(s);
}

static void add_result(stats_results *r, arb_result result)
{
    r->white += result == ARB_WHITE_WINS;
    r->black += result == ARB_BLACK_WINS;
    r->draw += result == ARB_DRAW;
    r->none += result == ARB_ONGOING;
    r->both_lose += result == ARB_BOTH_LOSE;
}

static void add_rating(stats *s, const char *text)
{
    unsigned long rating = strtoul(text, NULL, 10);
    if (rating == 0 || rating >= 100 * STATS_RATINGS)
        s->no_rating++;
    else
        s->ratings[rating / 100]++;
}

stats_player *stats_player_of(stats *s, const char *name)
{
    uint64_t hash = 1;
    for (const char *c = name; *c != '\0'; c++)
        hash = dedupe_mix(hash, (unsigned char)*c);
    size_t at = (size_t)hash % STATS_PLACES;
    while (s->players[at].games > 0 && strcmp(s->players[at].name, name) != 0)
        at = (at + 1) % STATS_PLACES;
    stats_player *p = &s->players[at];
    if (p->games > 0)
        return p;
    if (s->player_count == STATS_PLAYERS)
        return NULL;
    snprintf(p->name, sizeof p->name, "%s", name);
    p->number = s->player_count++;
    return p;
}

static void add_player(stats *s, const char *name, arb_result result, arb_result win)
{
    if (name[0] == '\0' || strcmp(name, "?") == 0)
        return;
    stats_player *p = stats_player_of(s, name);
    if (!p) {
        s->more_players++;
        return;
    }
    p->games++;
    p->finished += result != ARB_ONGOING;
    p->half_points += result == win ? 2 : result == ARB_DRAW;
}

void stats_add(stats *s, const char *fields, size_t len)
{
    char field[FIELDS][FIELD_CAP];
    for (int i = 0; i < FIELDS; i++) {
        const char *tab = len > 0 ? memchr(fields, '\t', len) : NULL;
        size_t part = tab ? (size_t)(tab - fields) : len;
        snprintf(field[i], FIELD_CAP, "%.*s", (int)smaller_of(part, FIELD_CAP - 1),
                 len > 0 ? fields : "");
        part += tab != NULL;
        fields += part;
        len -= part;
    }
    arb_result result = (arb_result)strtoul(field[0], NULL, 10);
    unsigned long reason = strtoul(field[1], NULL, 10), plies = strtoul(field[2], NULL, 10);
    unsigned long year = strtoul(field[6], NULL, 10), bin = (plies + 1) / 2 / 10;
    s->games++;
    s->plies += plies;
    add_result(&s->results, result);
    s->ends[reason < ARB_R_COUNT ? reason : 0]++;
    s->lengths[smaller_of(bin, STATS_LENGTHS - 1)]++;
    add_result(&s->openings[(arb_opening)strtoul(field[3], NULL, 10)], result);
    add_rating(s, field[4]);
    add_rating(s, field[5]);
    if (year >= STATS_FIRST_YEAR && year < STATS_FIRST_YEAR + STATS_YEARS)
        s->years[year - STATS_FIRST_YEAR]++;
    else
        s->no_year++;
    add_player(s, field[7], result, ARB_WHITE_WINS);
    add_player(s, field[8], result, ARB_BLACK_WINS);
}

/* Does `a` stand before `b` in a table? */
typedef bool order(const stats *s, size_t a, size_t b);

static bool opening_order(const stats *s, size_t a, size_t b)
{
    return stats_sum(&s->openings[a]) > stats_sum(&s->openings[b]);
}

/* The order by number of games, then by name, so that it does not depend on places in the hash
 * table. */
static bool player_order(const stats *s, size_t a, size_t b)
{
    const stats_player *p = &s->players[a], *q = &s->players[b];
    return p->games != q->games ? p->games > q->games : strcmp(p->name, q->name) < 0;
}

/* Inserts `own` into the sorted list, which has `count` entries; returns its new length. */
static size_t insert(const stats *s, size_t list[STATS_SHOWN], size_t count, size_t own,
                     order *before)
{
    size_t at = count;
    while (at > 0 && before(s, own, list[at - 1]))
        at--;
    if (at == STATS_SHOWN)
        return count;
    size_t moved = (size_t)smaller_of(count, STATS_SHOWN - 1) - at;
    memmove(list + at + 1, list + at, moved * sizeof *list);
    list[at] = own;
    return (size_t)smaller_of(count + 1, STATS_SHOWN);
}

size_t stats_top_openings(const stats *s, size_t list[STATS_SHOWN])
{
    size_t count = 0;
    for (size_t i = 0; i < STATS_OPENINGS; i++)
        if (i != ARB_NO_OPENING && stats_sum(&s->openings[i]) > 0)
            count = insert(s, list, count, i, opening_order);
    return count;
}

size_t stats_top_players(const stats *s, size_t list[STATS_SHOWN])
{
    size_t count = 0;
    for (size_t i = 0; i < STATS_PLACES; i++)
        if (s->players[i].games > 0)
            count = insert(s, list, count, i, player_order);
    return count;
}
