/* test_collection_stats.c: the counts of a shard as text: what is written is read again, and added
 * up; nothing else is. */
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

int main(void)
{
    RUN(what_is_written_is_read_and_added_up);
    RUN(other_lines_are_refused);
    return check_result();
}
