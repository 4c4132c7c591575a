/* test_collection_sinks.c: where written games go: chosen by number or by chance, told apart from
 * games seen before. */
#include "check.h"
#include "collection/convert/game_sink.h"

#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/arbiter-sinks.XXXXXX";

/* Compares a file of the folder, which goes. */
static void check_file(const char *name, const char *expected)
{
    char path[100], found[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *from = fopen(path, "r");
    CHECK(from != NULL);
    if (from == NULL)
        return;
    found[fread(found, 1, sizeof found - 1, from)] = '\0';
    fclose(from);
    unlink(path);
    CHECK_EQ_TEXT(found, expected);
}

/* ---- Games seen before ---- */

TEST(a_table_takes_its_first_places_at_once)
{
    enum { FIRST = DEDUPE_PARTS * 16 * sizeof(uint64_t) };
    dedupe d;
    CHECK(!dedupe_init(&d, FIRST - 1) && d.parts == NULL);
    CHECK(dedupe_init(&d, FIRST));
    CHECK(d.bytes == FIRST && d.duplicates == 0 && d.forgotten == 0);
    /* Twelve games fit into the sixteen places of a part, which cannot grow. */
    for (uint64_t i = 1; i <= 14; i++)
        CHECK(!dedupe_seen(&d, i << 36, 5));
    CHECK_EQ_INT(d.forgotten, 2);
    for (uint64_t i = 1; i <= 12; i++)
        CHECK(dedupe_seen(&d, i << 36, 5 + DEDUPE_PARTS));
    CHECK(!dedupe_seen(&d, (uint64_t)13 << 36, 5) && !dedupe_seen(&d, (uint64_t)12 << 36, 6));
    CHECK(d.duplicates == 12 && d.forgotten == 3);
    /* 0 is remembered, too; as 1 is. */
    CHECK(!dedupe_seen(&d, 0, 7) && dedupe_seen(&d, 0, 7) && dedupe_seen(&d, 1, 7));
    for (uint64_t i = 1; i < 16; i++) { /* the highest bits choose the place */
        CHECK(!dedupe_seen(&d, i << 60 | 9, 8 + i));
        CHECK(d.parts[8 + i].places[i] == (i << 60 | 9));
    }
    /* Of games that look for the same place the last ones go on at the first place. */
    for (int times = 0; times < 2; times++)
        for (uint64_t i = 0; i < 12; i++)
            CHECK_EQ_INT(dedupe_seen(&d, UINT64_MAX - i, 28), times == 1);
    dedupe_free(&d);
    CHECK(d.parts == NULL);
    /* A part grows by half, if there is room for both. */
    CHECK(dedupe_init(&d, FIRST + 24 * sizeof(uint64_t)));
    for (uint64_t i = 1; i <= 13; i++)
        CHECK(!dedupe_seen(&d, i << 59, 5));
    CHECK(d.forgotten == 0 && d.bytes == FIRST + 8 * sizeof(uint64_t));
    for (uint64_t i = 1; i <= 13; i++)
        CHECK(dedupe_seen(&d, i << 59, 5));
    CHECK(d.parts[5].size == 24 && d.parts[5].count == 13);
    dedupe_free(&d);
    CHECK(dedupe_init(&d, FIRST + 24 * sizeof(uint64_t) - 1));
    for (uint64_t i = 1; i <= 13; i++)
        CHECK(!dedupe_seen(&d, i << 59, 5));
    CHECK(d.forgotten == 1 && d.bytes == FIRST && d.parts[5].size == 16);
    dedupe_free(&d);
}

/* ---- Chosen by chance ---- */

static uint64_t draw_of(uint64_t seed, uint64_t game)
{
    return dedupe_mix(dedupe_mix(seed, game), ~game);
}

/* Game n has n letters; every seventh game has many more. */
static size_t length_of(uint64_t game)
{
    return (size_t)(game % 7 == 0 ? 9000 + game : game);
}

static char letters[60000], wanted[60000], got[60000];

TEST(the_games_with_the_smallest_numbers_are_chosen)
{
    for (uint64_t seed = 1; seed <= 8; seed++)
        for (size_t limit = 1; limit <= 40; limit += limit < 6 ? 1 : 9)
            for (uint64_t games = 0; games <= 30; games += 6) {
                check_case("%zu of %d games, seed %d", limit, (int)games, (int)seed);
                random_games *r = random_new(limit, seed);
                size_t len = 0;
                uint64_t written = 99, chosen = 0;
                for (uint64_t game = 1; game <= games; game++) {
                    if (!random_takes(r, game))
                        continue;
                    size_t all = length_of(game);
                    memset(letters, (int)('A' + game), all);
                    random_text(r, letters, all / 3);
                    random_text(r, letters, all - all / 3);
                }
                for (uint64_t game = 1; game <= games; game++) {
                    size_t smaller = 0;
                    for (uint64_t other = 1; other <= games; other++)
                        smaller += draw_of(seed, other) < draw_of(seed, game);
                    if (smaller >= limit)
                        continue;
                    memset(wanted + len, (int)('A' + game), length_of(game));
                    len += length_of(game);
                    chosen++;
                }
                FILE *to = fmemopen(got, sizeof got, "w");
                CHECK(random_write(r, to, &written) && written == chosen);
                CHECK_EQ_INT(ftell(to), len);
                fclose(to);
                CHECK(memcmp(got, wanted, len) == 0);
                random_free(r);
            }
    check_case("%s", "");
    random_free(NULL);
}

/* ---- The sink ---- */

static FILE *file, *doubles;
static char text[2000], double_text[2000];

static game_sink sink(void)
{
    memset(text, 0, sizeof text);
    memset(double_text, 0, sizeof double_text);
    file = fmemopen(text, sizeof text, "w");
    doubles = fmemopen(double_text, sizeof double_text, "w");
    return (game_sink){.file = file};
}

/* Gives it so many games, whose texts are letters; every third one is the same game. */
static void give(game_sink *s, int games)
{
    out_target to = sink_target(s);
    to.text(to.context, "<", 1);
    for (int i = 0; i < games; i++) {
        char letter[2] = {(char)('a' + i), '.'};
        to.game(to.context, i % 3 == 2 ? 1 : 100 + (uint64_t)i, 2, "k\tl", 3);
        to.text(to.context, letter, 1);
        to.text(to.context, letter + 1, 1);
    }
}

static void close_both(void)
{
    fclose(file);
    fclose(doubles);
}

TEST(some_games_are_chosen)
{
    static const struct {
        uint64_t every, first;
        const char *text;
        uint64_t written;
        bool full;
    } rows[] = {
        {0, 0, "<a.b.c.d.e.f.g.", 7, false},
        {1, 0, "<a.b.c.d.e.f.g.", 7, false},
        {2, 0, "<b.d.f.", 3, false},
        {7, 0, "<g.", 1, false},
        {8, 0, "<", 0, false},
        {0, 1, "<a.", 1, true},
        {0, 6, "<a.b.c.d.e.f.", 6, true},
        {0, 7, "<a.b.c.d.e.f.g.", 7, true},
        {0, 8, "<a.b.c.d.e.f.g.", 7, false},
        {3, 1, "<c.", 1, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("every %d, the first %d", (int)rows[i].every, (int)rows[i].first);
        game_sink s = sink();
        s.every = rows[i].every;
        s.first = rows[i].first;
        CHECK(!sink_is_full(&s));
        give(&s, 7);
        CHECK(sink_end(&s) && s.games == 7 && s.written == rows[i].written);
        CHECK_EQ_INT(sink_is_full(&s), rows[i].full);
        s.duplicates = doubles;
        CHECK(!sink_is_full(&s)); /* there may be more duplicates */
        close_both();
        CHECK_EQ_TEXT(text, rows[i].text);
    }
    check_case("%s", "");
}

TEST(duplicates_go_their_own_way)
{
    enum { SMALL = 1 << 20 };
    dedupe d;
    for (int way = 0; way < 4; way++) {
        check_case("way %d", way);
        game_sink s = sink();
        CHECK(dedupe_init(&d, SMALL));
        s.dedupe = &d;
        if (way == 1)
            s.duplicates = doubles;
        if (way == 2) { /* what the others are compared with is not written */
            s.reference = true;
            give(&s, 3);
            CHECK(s.games == 0 && s.written == 0);
            s.reference = false;
        }
        if (way == 3) {
            s.split = split_new(folder, ".pgn", SPLIT_SIZE, 2);
            s.duplicates = doubles;
        }
        give(&s, 9);
        CHECK(sink_end(&s));
        close_both();
        CHECK_EQ_INT(d.duplicates, way == 2 ? 5 : 2);
        CHECK_EQ_TEXT(double_text, way == 1 || way == 3 ? "f.i." : "");
        if (way == 3) {
            CHECK_EQ_TEXT(text, "<");
            CHECK_EQ_INT(split_count(s.split), 7); /* duplicates take no place */
            split_free(s.split);
            for (int i = 0; i < 7; i++) {
                char name[20];
                snprintf(name, sizeof name, "%06d.pgn", i + 1);
                check_file(name,
                           (const char *const[]){"a.", "b.", "c.", "d.", "e.", "g.", "h."}[i]);
            }
        } else
            CHECK_EQ_TEXT(text, way == 2 ? "<<d.e.g.h." : "<a.b.c.d.e.g.h.");
        dedupe_free(&d);
    }
    check_case("%s", "by chance, and into two files at once");
    game_sink s = sink();
    s.random = random_new(4, 1);
    s.first = 5;
    give(&s, 9);
    CHECK(!sink_is_full(&s));
    CHECK(sink_end(&s) && s.games == 9 && s.written == 4);
    random_free(s.random);
    close_both();
    CHECK(strlen(text) == 9 && text[0] == '<' && strchr(text, 'f') == NULL);
    s = sink();
    s.split = split_new(folder, "", SPLIT_KEY, 0);
    give(&s, 2);
    split_free(s.split);
    close_both();
    CHECK_EQ_TEXT(text, "<");
    check_file("k", "a.b.");
    check_file("l", "a.b.");
    check_case("%s", "");
}

int main(void)
{
    if (mkdtemp(folder) == NULL)
        return 1;
    RUN(a_table_takes_its_first_places_at_once);
    RUN(the_games_with_the_smallest_numbers_are_chosen);
    RUN(some_games_are_chosen);
    RUN(duplicates_go_their_own_way);
    if (rmdir(folder) != 0) /* all files are gone */
        return 1;
    return check_result();
}
