/* test_collection_stats.c: games as they are counted; and the counts of a shard as text: what is
 * written is read again, and added up; nothing else is. */
#include "arbiter.h"
#include "check.h"
#include "collection/stats/stats.h"

#include <stdlib.h>

static char title[STATS_TITLE];

/* Adds up a text behind the head of this version. */
static bool reads(stats *s, const char *lines)
{
    char text[2000];
    int len = snprintf(text, sizeof text, "stats\t%s\n%s", arb_version(), lines);
    FILE *from = fmemopen(text, (size_t)len, "r");
    bool ok = stats_parts_read(s, from, title);
    fclose(from);
    return ok;
}

static const char *written(stats *s, const char *named)
{
    static char text[4000];
    FILE *to = fmemopen(text, sizeof text, "w");
    stats_part_write(s, named, to);
    fclose(to);
    return text;
}

TEST(what_is_written_is_read_and_added_up)
{
    static const char lines[] =
        "title\ta "
        "b\ngames\t0\t3\nplies\t0\t200\nfaulty\t0\t1\nwhite\t0\t1\ndraw\t0\t4\nblack\t0\t5\nnone\t0"
        "\t6\n"
        "both-lose\t0\t7\nend\t1\t8\nlength\t20\t9\nyear\t0\t10\nyear\t700\t11\nno-"
        "year\t0\t12\nrating\t39\t13\n"
        "no-rating\t0\t14\nmore-"
        "players\t0\t15\nopening\t0\t1\t2\t3\t4\t5\nopening\t65535\t0\t0\t0\t0\t1\n"
        "player\t3\t2\t1\tZoe\nplayer\t1\t0\t0\tAda B.\n";
    char expected[2000];
    stats *s = stats_new();
    CHECK(reads(s, lines));
    CHECK_EQ_TEXT(title, "a b");
    CHECK(s->games == 3 && s->plies == 200 && s->faulty == 1 && s->lengths[20] == 9 &&
          s->years[700] == 11);
    CHECK(s->openings[65535].both_lose == 1 && s->player_count == 2);
    snprintf(expected, sizeof expected, "stats\t%s\n%s", arb_version(), lines);
    CHECK_EQ_TEXT(written(s, "a\nb"), expected);
    CHECK(reads(s, lines));
    CHECK(s->games == 6 && s->openings[0].white == 2 && s->openings[0].draw == 4 &&
          s->openings[0].black == 6 && s->openings[0].none == 8 && s->openings[0].both_lose == 10);
    const stats_player *zoe = stats_player_of(s, "Zoe");
    CHECK(s->player_count == 2 && zoe->games == 6 && zoe->finished == 4 && zoe->half_points == 2);
    stats_free(s);
}

TEST(other_lines_are_refused)
{
    static const struct {
        const char *line;
        bool fits;
    } rows[] = {
        {"games\t0\t1\n", true},
        {"games\t1\t1\n", false},
        {"games\t0\t\n", false},
        {"games\t0\tx\n", false},
        {"games\t0\n", false},
        {"games\t0\t1\t2\n", false},
        {"game\t0\t1\n", false},
        {"\n", false},
        {"games\t0\t1", false},
        {"games\t0\t281474976710656\n", true},
        {"games\t0\t281474976710657\n", false},
        {"length\t20\t1\n", true},
        {"length\t21\t1\n", false},
        {"year\t700\t1\n", true},
        {"year\t701\t1\n", false},
        {"rating\t39\t1\n", true},
        {"rating\t40\t1\n", false},
        {"opening\t65535\t1\t0\t0\t0\t0\n", true},
        {"opening\t65536\t1\t0\t0\t0\t0\n", false},
        {"opening\t1\t1\t0\t0\t0\n", false},
        {"opening\t1\t1\t0\t0\t0\tx\n", false},
        {"player\t1\t0\t0\tA\n", true},
        {"player\t0\t0\t0\tA\n", false},
        {"player\t1\t0\tA\n", false},
        {"player\t1\t0\tx\tA\n", false},
        {"player\t1\t0\t0\t\n", true},
        {"title\tx\n", true},
        {"title\n", false},
        {"title\tx\ty\n", false},
        {"tytle\tx\n", false},
        {"stats\t0\n", false},
        {"title x\n", false},
        {"player\t1\t0\t0\t123456789012345678901234567890123456789012345678901234567890123\n",
         true},
        {"player\t1\t0\t0\t1234567890123456789012345678901234567890123456789012345678901234\n",
         false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        stats *s = stats_new();
        check_case("%s", rows[i].line);
        CHECK_EQ_INT(reads(s, rows[i].line), rows[i].fits);
        stats_free(s);
    }
    check_case("%s", "a line that is too long");
    char line[700] = "title\t";
    for (size_t len = 509; len < 513; len++) {
        stats *s = stats_new();
        memset(line + 6, 'x', len - 7);
        strcpy(line + len - 1, "\n");
        CHECK_EQ_INT(reads(s, line), len <= 511);
        CHECK(len > 511 || strlen(title) == STATS_TITLE - 1);
        stats_free(s);
    }
    check_case("%s", "another version");
    stats *s = stats_new();
    char other[] = "stats\t0.0.0-other\ngames\t0\t1\n";
    FILE *from = fmemopen(other, sizeof other - 1, "r");
    CHECK(!stats_parts_read(s, from, title));
    fclose(from);
    stats_free(s);
    check_case("%s", "");
}

/* ---- Games as they are counted ---- */

static void add(stats *s, const char *fields)
{
    stats_add(s, fields, strlen(fields));
}

TEST(a_game_is_counted_by_its_fields)
{
    char fields[300];
    stats *s = stats_new();
    CHECK(s != NULL);
    snprintf(fields, sizeof fields, "%d\t%d\t39\t7\t2099\t3999\t1400.01.01\tAda\tBo",
             (int)ARB_WHITE_WINS, (int)ARB_R_CHECKMATE);
    add(s, fields);
    CHECK(s->games == 1 && s->plies == 39 && s->results.white == 1 && s->openings[7].white == 1);
    CHECK(s->ends[ARB_R_CHECKMATE] == 1 && s->lengths[2] == 1 && s->years[0] == 1);
    CHECK(s->ratings[20] == 1 && s->ratings[39] == 1 && s->no_rating == 0 && s->no_year == 0);
    const stats_player *ada = stats_player_of(s, "Ada"), *bo = stats_player_of(s, "Bo");
    CHECK(ada->games == 1 && ada->finished == 1 && ada->half_points == 2 && ada->number == 0);
    CHECK(bo->games == 1 && bo->finished == 1 && bo->half_points == 0 && bo->number == 1);
    snprintf(fields, sizeof fields, "%d\t%d\t38\t7\t99\t4000\t2100.01.01\tBo\tAda", (int)ARB_DRAW,
             (int)ARB_R_COUNT);
    add(s, fields); /* no rule of this number: it counts as none */
    CHECK(s->ends[0] == 1 && s->lengths[1] == 1 && s->years[700] == 1 && s->ratings[0] == 1);
    CHECK(s->no_rating == 1 && s->openings[7].draw == 1 && s->results.draw == 1);
    CHECK(ada->half_points == 3 && bo->half_points == 1 && ada->finished == 2);
    snprintf(fields, sizeof fields, "%d\t%d\t399\t8\t0\tx\t2101\t?\tAda", (int)ARB_BLACK_WINS,
             (int)ARB_R_COUNT - 1);
    add(s, fields);
    CHECK(s->ends[ARB_R_COUNT - 1] == 1 && s->lengths[20] == 1 && s->no_year == 1);
    CHECK(s->no_rating == 3 && s->results.black == 1 && s->openings[8].black == 1);
    CHECK(ada->games == 3 && ada->half_points == 5 && s->player_count == 2);
    snprintf(fields, sizeof fields, "%d\t0\t1000\t8\t\t\t1399\tAda\t", (int)ARB_ONGOING);
    add(s, fields);
    CHECK(s->lengths[20] == 2 && s->no_year == 2 && s->results.none == 1);
    CHECK(ada->games == 4 && ada->finished == 3 && ada->half_points == 5 && s->player_count == 2);
    snprintf(fields, sizeof fields, "%d\t0\t0\t9\t1\t1\t????.??.??\tAda\tAda", (int)ARB_BOTH_LOSE);
    add(s, fields);
    CHECK(s->lengths[0] == 1 && s->no_year == 3 && s->results.both_lose == 1);
    CHECK(ada->games == 6 && ada->finished == 5 && ada->half_points == 5);
    add(s, "");
    CHECK(s->games == 6 && s->plies == 39 + 38 + 399 + 1000);
    CHECK(stats_sum(&s->results) == 6 && stats_share(1, 8) == 12.5 && stats_share(1, 0) == 0);
    stats_free(s);
}

TEST(the_first_in_a_table_have_most_games)
{
    stats *s = stats_new();
    size_t list[STATS_SHOWN + 1];
    char name[STATS_NAME + 10];
    CHECK(stats_top_openings(s, list) == 0 && stats_top_players(s, list) == 0);
    for (int i = 1; i <= 30; i++) { /* 30 names of 1, 2, 3, 1, 2, 3… games */
        snprintf(name, sizeof name, "n%02d", 31 - i);
        stats_player *p = stats_player_of(s, name);
        p->games = (uint64_t)(i % 3 + 1);
        s->openings[i * 2000].draw = (uint64_t)(i % 3);
        s->openings[i * 2000].none = 1;
    }
    s->openings[ARB_NO_OPENING].white = 1000;
    list[STATS_SHOWN] = 99;
    CHECK_EQ_INT(stats_top_players(s, list), STATS_SHOWN);
    for (int i = 0; i < STATS_SHOWN; i++) {
        const stats_player *p = &s->players[list[i]];
        CHECK_EQ_INT(p->games, i < 10 ? 3 : 2);
        int number = i < 10 ? 2 + 3 * i : 3 + 3 * (i - 10); /* by name among equals */
        snprintf(name, sizeof name, "n%02d", number);
        CHECK_EQ_TEXT(p->name, name);
    }
    CHECK_EQ_INT(stats_top_openings(s, list), STATS_SHOWN);
    for (int i = 0; i < STATS_SHOWN; i++)
        CHECK_EQ_INT(list[i], i < 10 ? 2000 * (2 + 3 * i) : 2000 * (1 + 3 * (i - 10)));
    CHECK_EQ_INT(list[STATS_SHOWN], 99);
    stats_free(s);
}

TEST(players_without_a_place_are_counted_together)
{
    stats *s = stats_new();
    char name[STATS_NAME + 10];
    for (int i = 0; i < STATS_PLAYERS; i++) {
        snprintf(name, sizeof name, "player %d", i);
        stats_player *p = stats_player_of(s, name);
        if (p == NULL)
            break;
        p->games = 1;
    }
    CHECK_EQ_INT(s->player_count, STATS_PLAYERS);
    CHECK(stats_player_of(s, "one more") == NULL);
    add(s, "1\t0\t1\t0\t\t\t\tone more\tplayer 77");
    CHECK(s->more_players == 1 && stats_player_of(s, "player 77")->games == 2);
    CHECK(reads(s, "player\t5\t0\t0\tand more\nplayer\t2\t0\t0\tplayer 78\n"));
    CHECK(s->more_players == 6 && stats_player_of(s, "player 78")->games == 3);
    int lost = 0;
    for (int i = 0; i < STATS_PLAYERS; i++) {
        snprintf(name, sizeof name, "player %d", i);
        const stats_player *p = stats_player_of(s, name);
        lost += p == NULL || strcmp(p->name, name) != 0 || p->number != (size_t)i;
    }
    CHECK_EQ_INT(lost, 0);
    stats_free(s);
    stats_free(NULL);
}

int main(void)
{
    RUN(a_game_is_counted_by_its_fields);
    RUN(the_first_in_a_table_have_most_games);
    RUN(players_without_a_place_are_counted_together);
    RUN(what_is_written_is_read_and_added_up);
    RUN(other_lines_are_refused);
    return check_result();
}
