/* test_collection_text.c: where games begin in a text, whether a stretch is certainly one game, and
 * text that is written with marks. Where it is not certain, the text is read token by token, with
 * the same result. */
#include "check.h"
#include "collection/checker/checker.h"

#include <stdlib.h>

/* ---- [Event lines ---- */

static size_t plain_event(const char *text, size_t len, size_t from, int64_t *found_lines)
{
    for (size_t at = from; at < len; at++) {
        if ((at == 0 || text[at - 1] == '\n') && len - at >= 7 &&
            memcmp(text + at, "[Event ", 7) == 0)
            return at;
        *found_lines += text[at] == '\n';
    }
    return len;
}

TEST(event_lines_are_found_wherever_they_stand)
{
    static char text[400];
    static const char *const pieces[] = {"[Event \"x\"]\n", "[Even \"x\"]\n", "x[Event \"\"]\n",
                                         "[EvenT ]\n",      "\n[E",           "\nabE\n"};
    for (size_t piece = 0; piece < sizeof pieces / sizeof *pieces; piece++)
        for (size_t at = 0; at < 200; at++) {
            size_t len = at + (size_t)sprintf(text + at, "%s%s", pieces[piece],
                                              "e4 e5\n[Event \"y\"]\n\n1. e4\n");
            for (size_t i = 0; i < at; i++)
                text[i] = i % 9 == 8 ? '\n' : i % 9 == 3 ? 'E' : 'a';
            if (at > 0)
                text[at - 1] = '\n';
            for (size_t from = 0; from <= len; from += from < 3 ? 1 : 17)
                for (size_t cut = 0; cut < 40; cut += 13) {
                    int64_t lines = 5, expected = 5;
                    check_case("piece %zu at %zu from %zu, %zu cut", piece, at, from, cut);
                    size_t end = len < from + cut ? from : len - cut;
                    size_t wanted = plain_event(text, end, from, &expected);
                    CHECK_EQ_INT(next_event(text, end, from, &lines), wanted);
                    if (wanted < end)
                        CHECK_EQ_INT(lines, expected);
                    CHECK_EQ_INT(find_event(text, end, from), wanted);
                }
        }
    check_case("%s", "");
    CHECK(is_event("[Event ", 7, 0) && !is_event("[Event ", 6, 0) && !is_event("x[Event ", 8, 1));
    CHECK(is_event("\n[Event ", 8, 1) && !is_event("[event ", 7, 0));
    CHECK(only_line_ends("a\r\n\nb", 1, 4) && !only_line_ends("a\r\n\nb", 1, 5));
    CHECK(only_line_ends("a", 1, 1) && !only_line_ends(" \n", 0, 2) && only_line_ends("a\n", 2, 2));
}

/* ---- One game ---- */

TEST(a_stretch_is_one_game_if_that_is_certain)
{
    static const struct {
        const char *text;
        bool one;
    } rows[] = {
        {"[Event \"a\"]\n[Site \"b\"]\n\n1. e4 e5 2. Nf3 *\n", true},
        {"[Event \"a\"]\r\n\r\n1. e4 e5\r\n*\r\n", true},
        {"\n\n [Event \"a\"]\n1. e4 *", true},
        {"1. e4 e5 *\n", true},
        {"", true},
        {"\n\n", true},
        {"[Event \"a\"]", true},
        {"[Event \"a\"] \t\n1. e4 *\n", true},
        {"[Event \"a\"] x\n1. e4 *\n", false},
        {"[Event \"a\"\n]\n1. e4 *\n", false},
        {"[Event \"a\"\n", false},
        {"[Event \"a\"][Site \"b\"]\n1. e4 *\n", false},
        {"[Event \"a\"]\n1. e4 *\n[Event \"b\"]\n1. e4 *\n", false},
        {"[Event \"a\"]\n1. e4 *\n\n  [Site \"b\"]\n", false},
        {"[Event \"a\"]\n1. e4 *\n\n1. d4 *\n", false},
        {"[Event \"a\"]\n1. e4 *\n\n 1. d4 *\n", false},
        {"[Event \"a\"]\n1. e4 *\n1\n", false},
        {"[Event \"a\"]\n1. e4 *\n1", false},
        {"[Event \"a\"]\n1. e4\n1-0\n", true},
        {"[Event \"a\"]\n1. e4\n1/2-1/2\n", true},
        {"[Event \"a\"]\n1. e4\n10. e5 *\n", true},
        {"[Event \"a\"]\n1. e4\n01. e5 *\n", true},
        {"[Event \"a\"]\n1. e4 *[Site \"b\"]\n", false},
        {"[Event \"a\"]\n1. e4 1-0 [Site \"b\"]\n", false},
        {"[Event \"a\"]\n1. e4 1-0\t \v[Site \"b\"]\n", false},
        {"[Event \"a\"]\n1. e4 1/2-1/2[Site \"b\"]\n", false},
        {"[Event \"a\"]\n1. e4 { [%clk 1] } e5 *\n", true},
        {"[Event \"a\"]\n1. e4 {[%clk 1]} e5 *\n", true},
        {"[Event \"a\"]\n1. e4 {2 [%clk 1]} e5 *\n", false},
        {"[Event \"a\"]\n1. e4 {3 [%clk 1]} e5 *\n", true},
        {"[Event \"a\"]\n\x1A\n", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t len = strlen(rows[i].text);
        char *copy = malloc(len + 1); /* so that a read behind the end is seen */
        memcpy(copy, rows[i].text, len);
        check_case("row %zu: %s", i, rows[i].text);
        CHECK_EQ_INT(is_one_game(copy, len), rows[i].one);
        free(copy);
    }
    check_case("%s", "");
}

/* ---- Places ---- */

/* Lines and columns as they are asked for: mostly further on, sometimes a few lines back. */
TEST(a_place_has_its_line_and_column)
{
    enum { LEN = 20000 };
    static char text[LEN];
    static checker c;
    static const size_t steps[] = {1, 13, 15, 16, 17, 300, 4079, 4080, 4096, 5000};
    for (size_t way = 0; way < 4; way++) {
        for (size_t i = 0; i < LEN; i++) /* lines of a few bytes, of many, of none; and only one */
            text[i] = way == 3                                                          ? 'x'
                      : (i * 7 % (way == 0 ? 61 : 997) == 3 || (way == 2 && i % 5 > 1)) ? '\n'
                                                                                        : 'x';
        for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
            memset(&c, 0, sizeof c);
            c.text = text;
            c.len = LEN;
            c.line = 1;
            c.column_base = 40;
            for (size_t at = 0; at <= LEN; at += steps[k] < 13 && at > 700 ? 500 : steps[k])
                for (size_t back = 0; back <= at && back < 40; back += 13) {
                    int64_t line = 1;
                    size_t begin = 0;
                    for (size_t i = 0; i < at - back; i++)
                        if (text[i] == '\n') {
                            line++;
                            begin = i + 1;
                        }
                    place p = checker_place(&c, at - back);
                    check_case("way %zu, byte %zu, after %zu", way, at - back, at);
                    CHECK_EQ_INT(p.line, line);
                    CHECK_EQ_INT(p.column, at - back - begin + 1 + (begin == 0 ? 40 : 0));
                }
        }
    }
    check_case("%s", "");
    place spot = checker_spot(&c, 5);
    CHECK(spot.line == UNPLACED && checker_resolve(&c, spot).line == 1);
    CHECK(checker_resolve(&c, (place){7, 9}).line == 7);
}

/* ---- Text with marks ---- */

typedef struct {
    out to;
    char text[400], kept[4000];
    size_t len;
    unsigned times;
} desk;

static desk d;

static char games_seen[400];

static void take(void *context, const char *text, size_t len)
{
    (void)context;
    memcpy(d.kept + d.len, text, len);
    d.len += len;
}

static void take_game(void *context, uint64_t low, uint64_t high, const char *key, size_t len)
{
    (void)context;
    snprintf(games_seen + strlen(games_seen), sizeof games_seen - strlen(games_seen),
             "%llu %llu %.*s|", (unsigned long long)low, (unsigned long long)high, (int)len, key);
}

static out_target target;

static void pour(void *context)
{
    (void)context;
    d.times++;
    out_resolve(&d.to, &target);
    d.to.len = 0;
}

static out *begin(size_t cap)
{
    d.to = (out){d.text, 0, cap, pour, NULL};
    d.len = d.times = 0;
    games_seen[0] = '\0';
    target =
        (out_target){.text = take, .game = take_game, .games = 10, .lines = 200, .bytes = 3000};
    return &d.to;
}

static const char *end(void)
{
    pour(NULL);
    d.kept[d.len] = '\0';
    return d.kept;
}

TEST(numbers_are_filled_in_where_they_are_known)
{
    for (size_t cap = 10; cap < 60; cap++) {
        check_case("room for %zu", cap);
        out *to = begin(cap);
        out_text(to, "game ");
        out_relative(to, OUT_GAME, 1);
        out_text(to, ", line ");
        out_relative(to, OUT_LINE, -3);
        out_text(to, ", byte ");
        out_relative(to, OUT_BYTE, 0);
        out_text(to, ": ");
        out_number(to, 18446744073709551615u);
        out_number(to, 0);
        CHECK_EQ_TEXT(end(), "game 11, line 197, byte 3000: 184467440737095516150");
    }
    out *to = begin(400);
    out_head(to, 5, 6, "a\tb", 3);
    out_text(to, "body");
    out_head(to, 7, UINT64_MAX, "", 0);
    CHECK_EQ_TEXT(end(), "body");
    CHECK_EQ_TEXT(games_seen, "5 6 a\tb|7 18446744073709551615 |");
    to = begin(40); /* text that fills its room to the last byte is not yet poured out */
    out_text(to, "0123456789012345678901234567890123456789");
    CHECK_EQ_INT(d.times, 0);
    out_text(to, "x");
    CHECK_EQ_INT(d.times, 1);
    check_case("%s", "");
}

TEST(old_bytes_and_control_characters)
{
    static const char text[] = "a\xC3\xA9\xE9z\x01"
                               "b\x1B\xC2\x85"
                               "c";
    out *to = begin(400);
    out_utf8(to, text, sizeof text - 1);
    CHECK_EQ_TEXT(end(), "a\xC3\xA9\xC3\xA9z b  c");
    out_kept(begin(400), text, sizeof text - 1);
    CHECK(strncmp(end(), "a\xC3\xA9\xC3\xA9z", 6) == 0);
    out_json(begin(400), "q\"\xE9\\\n", 5);
    CHECK_EQ_TEXT(end(), "\"q\\\"\xC3\xA9\\\\\\n\"");
    out_safe(begin(400),
             "a\x1B"
             "b",
             3);
    CHECK(strchr(end(), '\x1B') == NULL && d.kept[0] == 'a' && d.kept[d.len - 1] == 'b');
    out_field(begin(400), "a\0b\x01\0", 5);
    end();
    CHECK(d.len == 5 && memcmp(d.kept, "a\0b \0", 5) == 0);
    char marked[4] = {'a', OUT_MARK, 'b', OUT_MARK};
    out_kept(begin(400), marked, 4);
    CHECK_EQ_TEXT(end(), "a b ");
    out_utf8(begin(400), "plain", 5);
    CHECK_EQ_TEXT(end(), "plain");
}

int main(void)
{
    RUN(event_lines_are_found_wherever_they_stand);
    RUN(a_stretch_is_one_game_if_that_is_certain);
    RUN(a_place_has_its_line_and_column);
    RUN(numbers_are_filled_in_where_they_are_known);
    RUN(old_bytes_and_control_characters);
    return check_result();
}
