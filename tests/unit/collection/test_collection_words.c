/* test_collection_words.c: words of movetext that are copied and not written anew: which are, and
 * into which lines. Where copying is given up the words are written one by one, with the same
 * result, so only this test notices. */
#include "check.h"
#include "collection/convert/convert.h"
#include "collection/wide_bytes.h"

#include <stdlib.h>

enum { LINE = 79 };

typedef struct {
    out out;
    char text[9000], written[20000];
    size_t len;
} desk;

static desk d;

static void pour(void *context)
{
    (void)context;
    CHECK(d.out.len <= d.out.cap);
    memcpy(d.written + d.len, d.text, d.out.len);
    d.len += d.out.len;
    d.out.len = 0;
}

static record *r;
static const query nothing;
static const convert_options options = {.form = TO_PGN, .query = &nothing};

static void begin(bool need_number, size_t cap)
{
    record_begin(r);
    d.len = 0;
    d.out = (out){d.text, 0, cap, pour, &d};
    r->movetext = &d.out;
    r->need_number = need_number;
}

static const char *end(void)
{
    movetext_flush(r);
    pour(NULL);
    d.written[d.len] = '\0';
    return d.written;
}

/* The words of a text, one blank between two, in lines of at most 79 bytes. */
static const char *laid_out(const char *text, size_t len)
{
    static char lines[20000];
    size_t n = 0, column = 0;
    for (size_t at = 0; at < len;) {
        size_t size = 0;
        while (at < len && strchr(" \t\r\n\v\f", text[at]) != NULL)
            at++;
        while (at + size < len && strchr(" \t\r\n\v\f", text[at + size]) == NULL)
            size++;
        if (size == 0)
            break;
        if (column > 0) {
            bool fits = column + 1 + size <= LINE;
            lines[n++] = fits ? ' ' : '\n';
            column = fits ? column + 1 : 0;
        }
        memcpy(lines + n, text + at, size);
        n += size;
        column += size;
        at += size;
    }
    lines[n] = '\0';
    return lines;
}

/* A game of so many plies, from this one on, with a separator between its words. */
static size_t game(char *to, size_t first, size_t plies, const char *between)
{
    static const char *const moves[] = {"e4",  "Nbxd7+", "O-O-O", "exd8=Q#",
                                        "Kf1", "a3",     "R1xa1", "Nc6"};
    size_t len = 0;
    for (size_t ply = first; ply < first + plies; ply++) {
        if (len > 0)
            len += (size_t)sprintf(to + len, "%s", between);
        if (ply % 2 == 0)
            len += (size_t)sprintf(to + len, "%zu.%s", ply / 2 + 1, between);
        len += (size_t)sprintf(to + len, "%s", moves[(ply * 5 + ply / 7) % 8]);
    }
    return len;
}

static bool whole(const char *text, size_t len, bool white, bool need_number)
{
    stretch s = {.text = text, .len = len, .fullmove = 1, .white = white};
    begin(need_number, sizeof d.text);
    return write_whole(r, &s);
}

TEST(a_stretch_that_is_laid_out_is_copied_whole)
{
#if HAS_WIDE
    static char text[4000];
    static const char *const between[] = {" ", "\n", "\r\n"};
    if (!machine_is_wide())
        return;
    for (size_t way = 0; way < 3; way++)
        for (size_t plies = 6; plies < 90; plies++) {
            check_case("%zu plies, way %zu", plies, way);
            size_t len = game(text, 0, plies, between[way]);
            CHECK_EQ_INT(whole(text, len, true, true), len >= 32);
            if (len < 32)
                continue;
            CHECK(!r->need_number && r->held.len > 0);
            CHECK_EQ_TEXT(end(), laid_out(text, len));
            CHECK(!whole(text, len, false, false)); /* a number comes first */
            len = game(text, 1, plies, between[way]);
            CHECK_EQ_INT(whole(text, len, false, false), len >= 32);
            if (len >= 32)
                CHECK_EQ_TEXT(end(), laid_out(text, len));
            CHECK(!whole(text, len, false, true)); /* the number is missing */
            CHECK(!whole(text, len, true, false));
        }
    check_case("%s", "blanks before it");
    size_t len = 3 + game(text + 3, 0, 20, " ");
    memcpy(text, " \n ", 3);
    CHECK(whole(text, len, true, true));
    CHECK_EQ_TEXT(end(), laid_out(text, len));
    check_case("%s", "nothing but blanks");
    static char blanks[100];
    memset(blanks, ' ', sizeof blanks);
    CHECK(!whole(blanks, 50, true, true));
    check_case("%s", "a parenthesis before it");
    begin(true, sizeof d.text);
    r->pending = 1;
    CHECK(!write_whole(r, &(stretch){.text = text, .len = len, .fullmove = 1, .white = true}));
    check_case("%s", "");
#endif
}

TEST(a_stretch_with_anything_else_is_not)
{
#if HAS_WIDE
    static char text[4000], changed[4100];
    if (!machine_is_wide())
        return;
    size_t len = game(text, 0, 50, " ");
    for (size_t at = 3; at < len; at++) {
        static const char *const instead[] = {"  ",  "\t",  "\v",    "\f",     "\r", "\n ",
                                              " \n", "\r ", " \r\n", "\r\r\n", "",   NULL};
        check_case("at %zu", at);
        for (size_t i = 0; text[at] == ' ' && strchr(text + at + 1, ' ') && instead[i] != NULL;
             i++) {
            size_t n =
                (size_t)sprintf(changed, "%.*s%s%s", (int)at, text, instead[i], text + at + 1);
            /* Two moves that stand together look like one: then Black's is missing. */
            CHECK(!whole(changed, n, true, true));
        }
        if (text[at] == '.') {
            size_t n = (size_t)sprintf(changed, "%.*s%s", (int)at, text, text + at + 1);
            CHECK(!whole(changed, n, true, true)); /* a number without its dot */
            n = (size_t)sprintf(changed, "%.*s..%s", (int)at, text, text + at + 1);
            CHECK(!whole(changed, n, true, true));
        }
        if (text[at] == ' ' && text[at - 1] != '.') {
            size_t n = (size_t)sprintf(changed, "%.*s 7.%s", (int)at, text, text + at);
            CHECK(!whole(changed, n, true, true)); /* a number too many */
            n = (size_t)sprintf(changed, "%.*s e4%s", (int)at, text, text + at);
            CHECK(!whole(changed, n, true, true)); /* a move too many */
        }
    }
    check_case("%s", "at the end");
    static const char *const ends[] = {" ", "\n", "\r", "\r\n", " 26.", " 26. e4 e5 e6"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t n = (size_t)sprintf(changed, "%s%s", text, ends[i]);
        CHECK(!whole(changed, n, true, true));
    }
    check_case("%s", "");
#endif
}

/* Copies word by word; returns how many bytes were copied. */
static size_t copied(const char *text, size_t len, bool bare, bool white, bool need_number,
                     size_t cap, uint32_t *fullmove, bool *turn)
{
    stretch s = {.text = text, .len = len, .fullmove = *fullmove, .white = white};
    begin(need_number, cap);
    *turn = white;
    return write_words(r, &s, 0, bare, fullmove, turn);
}

TEST(words_are_copied_one_by_one)
{
    static char text[4000];
    static const char *const between[] = {" ", "\n", "\r\n", "  ", "\t", " \f\v "};
    for (size_t way = 0; way < 6; way++)
        for (size_t plies = 1; plies < 60; plies++)
            for (int bare = 0; bare < 2; bare++) {
                uint32_t fullmove = 1;
                bool turn;
                check_case("%zu plies, way %zu, %d", plies, way, bare);
                size_t len = game(text, 0, plies, between[way]);
                memset(text + len, 'z', 32); /* that must not be copied */
                size_t done = copied(text, len, bare, true, true, 200, &fullmove, &turn);
                CHECK(done <= len && len - done < 40);
                CHECK_EQ_TEXT(end(), laid_out(text, done));
                size_t given = 0;
                for (size_t i = 0; i < done; i++)
                    given += (i == 0 || strchr(" \t\r\n\v\f", text[i - 1]) != NULL) &&
                             strchr(" \t\r\n\v\f0123456789", text[i]) == NULL;
                CHECK_EQ_INT(turn, given % 2 == 0);
                CHECK_EQ_INT(fullmove, 1 + given / 2);
                CHECK_EQ_INT(r->need_number, given == 0);
            }
    check_case("%s", "Black's move first");
    uint32_t fullmove = 7;
    bool turn;
    size_t len = game(text, 1, 20, " ");
    size_t done = copied(text, len, true, false, false, 9000, &fullmove, &turn);
    CHECK(len - done < 30);
    CHECK_EQ_TEXT(end(), laid_out(text, done));
    CHECK(fullmove > 14 && fullmove < 18);
    fullmove = 7;
    CHECK_EQ_INT(copied(text, len, true, false, true, 9000, &fullmove, &turn), 0);
    CHECK(fullmove == 7 && !turn && r->need_number);
    CHECK_EQ_INT(copied(text, len, true, true, true, 9000, &fullmove, &turn), 0);
    check_case("%s", "");
}

TEST(copying_stops_at_anything_else)
{
    static const struct {
        const char *text;
        size_t done;
    } rows[] = {
        {"1. e4 {why} e5 2. Nf3 Nc6 3. Bb5 a6", 5},
        {"1. e4! e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4", 0},
        {"1. e4 e5 $1 2. Nf3 Nc6 3. Bb5 a6 4. Ba4", 8},
        {"1. e4 1... e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4", 24},
        {"1... e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4", 0},
        {"1 e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6", 0},
        {"1. e4 e5 Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5.", 8},
        {"1. e4 e5 2. Nf3 abcdefghabcdefgh 3. Bb5 a6 4. Ba4", 15},
        {"1. e4 e5 2. Nf3 abcdefghabcdefg 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7", 48},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t fullmove = 1;
        bool turn;
        check_case("row %zu: %s", i, rows[i].text);
        size_t done =
            copied(rows[i].text, strlen(rows[i].text), false, true, true, 9000, &fullmove, &turn);
        CHECK_EQ_INT(done, rows[i].done);
    }
    check_case("%s", "a parenthesis before it");
    static const char text[] = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6";
    begin(true, 9000);
    r->pending = 1;
    uint32_t fullmove = 1;
    bool turn = true;
    CHECK_EQ_INT(write_words(r, &(stretch){.text = text, .len = sizeof text - 1, .white = true}, 3,
                             true, &fullmove, &turn),
                 3);
    check_case("%s", "");
    static const char *const bare[] = {"1. e4 e5", "", "(x)", "1. e4-e5"}, *const not_bare[] = {
                                                                               "a{", "a$b", "!",
                                                                               "e4?"};
    for (size_t i = 0; i < 4; i++)
        CHECK(is_bare(bare[i], strlen(bare[i])) && !is_bare(not_bare[i], strlen(not_bare[i])));
    CHECK(is_bare("e4!", 2));
}

int main(void)
{
    r = record_new(&options);
    if (r == NULL)
        return 1;
    RUN(a_stretch_that_is_laid_out_is_copied_whole);
    RUN(a_stretch_with_anything_else_is_not);
    RUN(words_are_copied_one_by_one);
    RUN(copying_stops_at_anything_else);
    record_free(r);
    return check_result();
}
