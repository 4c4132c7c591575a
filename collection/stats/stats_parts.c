/* stats_parts.c: writes the counts of a shard as text, and adds them up again. Layer: collection.
 * There is a line for each count that is not 0: its name, its index among the counts of this name,
 * the number. An opening has five numbers, a player three and a name. */
#include "collection/stats/stats.h"
#include "common/number.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name;
    uint64_t *numbers;
    size_t count;
} count_row;

enum { ROWS = 15, LINE_CAP = 512, WORDS = 7 };

static void rows_of(stats *s, count_row rows[ROWS])
{
    const count_row all[ROWS] = {{"games", &s->games, 1},
                                 {"plies", &s->plies, 1},
                                 {"faulty", &s->faulty, 1},
                                 {"white", &s->results.white, 1},
                                 {"draw", &s->results.draw, 1},
                                 {"black", &s->results.black, 1},
                                 {"none", &s->results.none, 1},
                                 {"both-lose", &s->results.both_lose, 1},
                                 {"end", s->ends, ARB_R_COUNT},
                                 {"length", s->lengths, STATS_LENGTHS},
                                 {"year", s->years, STATS_YEARS},
                                 {"no-year", &s->no_year, 1},
                                 {"rating", s->ratings, STATS_RATINGS},
                                 {"no-rating", &s->no_rating, 1},
                                 {"more-players", &s->more_players, 1}};
    memcpy(rows, all, sizeof all);
}

/* In the order in which they came, so that the first ones get their places in the sum as well. */
static void put_players(const stats *s, FILE *to)
{
    size_t *places = malloc((s->player_count + 1) * sizeof *places);
    for (size_t i = 0; places && i < STATS_PLACES; i++)
        if (s->players[i].games > 0)
            places[s->players[i].number] = i;
    for (size_t i = 0; places && i < s->player_count; i++) {
        const stats_player *p = &s->players[places[i]];
        fprintf(to, "player\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%s\n", p->games, p->finished,
                p->half_points, p->name);
    }
    free(places);
}

void stats_part_write(stats *s, const char *title, FILE *to)
{
    count_row rows[ROWS];
    rows_of(s, rows);
    fprintf(to, "stats\t%s\ntitle\t", ARB_VERSION);
    for (; *title != '\0'; title++)
        putc((unsigned char)*title < ' ' ? ' ' : *title,
             to); /* the title stays one line, whatever the file is named */
    putc('\n', to);
    for (size_t i = 0; i < ROWS; i++)
        for (size_t k = 0; k < rows[i].count; k++)
            if (rows[i].numbers[k] > 0)
                fprintf(to, "%s\t%zu\t%" PRIu64 "\n", rows[i].name, k, rows[i].numbers[k]);
    for (size_t i = 0; i < STATS_OPENINGS; i++) {
        const stats_results *o = &s->openings[i];
        if (stats_sum(o) > 0)
            fprintf(to,
                    "opening\t%zu\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64
                    "\n",
                    i, o->white, o->draw, o->black, o->none, o->both_lose);
    }
    put_players(s, to);
}

/* ---- read ---- */

/* Cuts a line at its tabs; returns how many words there are, WORDS at most. */
static size_t words_of(char *line, char *words[WORDS])
{
    size_t count = 0;
    line[strcspn(line, "\n")] = '\0';
    while (line && count < WORDS) {
        words[count++] = line;
        line = strchr(line, '\t');
        if (line)
            *line++ = '\0';
    }
    return count;
}

/* Counts are far below this, so that no sum can overflow. */
static bool read_numbers(char *const *words, size_t count, uint64_t *numbers)
{
    for (size_t i = 0; i < count; i++)
        if (!number_whole(words[i], UINT64_C(1) << 48, &numbers[i]))
            return false;
    return true;
}

static bool add_opening(stats *s, char *const *words)
{
    uint64_t n[6];
    if (!read_numbers(words + 1, 6, n) || n[0] >= STATS_OPENINGS)
        return false;
    stats_results *to = &s->openings[n[0]];
    to->white += n[1];
    to->draw += n[2];
    to->black += n[3];
    to->none += n[4];
    to->both_lose += n[5];
    return true;
}

static bool add_player(stats *s, char *const *words)
{
    uint64_t n[3];
    if (!read_numbers(words + 1, 3, n) || n[0] == 0 || strlen(words[4]) >= STATS_NAME)
        return false;
    stats_player *p = stats_player_of(s, words[4]);
    if (!p) {
        s->more_players += n[0];
        return true;
    }
    p->games += n[0];
    p->finished += n[1];
    p->half_points += n[2];
    return true;
}

static bool add_count(stats *s, char *const *words)
{
    count_row rows[ROWS];
    uint64_t n[2];
    rows_of(s, rows);
    for (size_t i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].name, words[0]) != 0)
            continue;
        if (!read_numbers(words + 1, 2, n) || n[0] >= rows[i].count)
            return false;
        rows[i].numbers[n[0]] += n[1];
        return true;
    }
    return false;
}

static bool add_line(stats *s, char *line, char title[STATS_TITLE])
{
    char *words[WORDS];
    size_t count = words_of(line, words);
    if (count == 2 && strcmp(words[0], "stats") == 0)
        return strcmp(words[1], ARB_VERSION) ==
               0; /* each version numbers its openings in its own way */
    if (count == 2 && strcmp(words[0], "title") == 0) {
        snprintf(title, STATS_TITLE, "%s", words[1]);
        return true;
    }
    if (count == 7 && strcmp(words[0], "opening") == 0)
        return add_opening(s, words);
    if (count == 5 && strcmp(words[0], "player") == 0)
        return add_player(s, words);
    return count == 3 && add_count(s, words);
}

bool stats_parts_read(stats *s, FILE *from, char title[STATS_TITLE])
{
    char line[LINE_CAP];
    title[0] = '\0';
    while (fgets(line, sizeof line, from))
        if (!strchr(line, '\n') || !add_line(s, line, title))
            return false;
    return !ferror(from);
}
