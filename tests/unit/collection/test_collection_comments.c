/* test_collection_comments.c: comments in another form: clocks and evaluations in them, folded to
 * lines word by word, or kept byte for byte. */
#include "check.h"
#include "collection/convert/convert.h"

#include <stdlib.h>

enum { LINE = 79 };

static const query nothing;
static convert_options options = {.query = &nothing};
static record *r;
static char room[60000];
static out text;

static void begin(convert_form form, bool fold)
{
    options.form = form;
    options.fold = fold;
    record_begin(r);
    text = (out){room, 0, sizeof room - 1, NULL, NULL};
    r->movetext = &text;
}

static const char *end(void)
{
    movetext_flush(r);
    room[text.len] = '\0';
    return room;
}

static const char *spooled(const spool *s)
{
    static char copy[SPOOL_SIZE + 1];
    memcpy(copy, s->out.text, s->out.len);
    copy[s->out.len] = '\0';
    return copy;
}

static void say(const char *comment, bool closed)
{
    write_comment(r, comment, strlen(comment), closed, 0);
}

/* ---- Clocks and evaluations ---- */

TEST(clocks_and_evaluations_are_read)
{
    static const struct {
        const char *comment, *clock, *eval;
    } rows[] = {
        {"[%clk 0:00:01]", "1", ""},
        {"[%clk 1:02:03.5]", "3723.5", ""},
        {"[%clk 9]", "9", ""},
        {"[%clk 0]", "0", ""},
        {"[%clk ]", "", ""},
        {"[%clk x]", "", ""},
        {"[%clk 1:]", "", ""},
        {"[%clk 1:x]", "", ""},
        {"[%clk :1]", "", ""},
        {"[%clk 1:2x]", "", ""},
        {"[%clk 1;2]", "", ""},
        {"[%clk 999999999]", "999999999", ""},
        {"[%clk 1000000000]", "", ""},
        {"words [%clk 5] and more", "5", ""},
        {"words[%clk 5]and more", "5", ""},
        {"[%clk\n5]", "5", ""},
        {"[%clk   5]", "5", ""},
        {"[%CLK 5]", "", ""},
        {"[%clk5]", "", ""},
        {"[%clk 5", "", ""},
        {"%clk 5]", "", ""},
        {"[%clk 5][%clk 6]", "5", ""},
        {"{[%clk 5]", "5", ""},
        {"[%eval 0.3]", "", "0.3"},
        {"[%eval -1.25,20]", "", "-1.25"},
        {"[%eval #3]", "", "\"#3\""},
        {"[%eval #-12,9]", "", "\"#-12\""},
        {"[%eval 999999]", "", "999999"},
        {"[%eval 1000000]", "", ""},
        {"[%eval -999999]", "", "-999999"},
        {"[%eval -1000000]", "", ""},
        {"[%eval ]", "", ""},
        {"[%eval #]", "", ""},
        {"[%eval #,3]", "", ""},
        {"[%eval 1x]", "", ""},
        {"[%eval 1,]", "", "1"},
        {"[%eval 1.5] [%clk 0:09:58] good", "598", "1.5"},
        {"[%evil 1]", "", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int parts = 0; parts < 2; parts++) {
            check_case("%s in %d parts", rows[i].comment, parts + 1);
            begin(TO_NDJSON, false);
            r->shown = 1;
            size_t half = parts > 0 ? strlen(rows[i].comment) / 2 : 0;
            if (parts > 0)
                write_comment(r, rows[i].comment, half, false, 0);
            say(rows[i].comment + half, true);
            CHECK_EQ_TEXT(spooled(&r->clocks), rows[i].clock);
            CHECK_EQ_TEXT(spooled(&r->evals), rows[i].eval);
            CHECK_EQ_INT(r->clock_count, rows[i].clock[0] != '\0');
        }
    check_case("%s", "moves without a value have null");
    begin(TO_NDJSON, false);
    say("[%clk 7]", true); /* before the first move: it is of none */
    CHECK_EQ_TEXT(spooled(&r->clocks), "");
    r->shown = 3;
    say("[%clk 7]", true);
    say("[%clk 8]", true); /* the first value of a move counts */
    r->shown = 4;
    say("[%clk 9]", true);
    write_comment(r, "[%clk 1]", 8, true, 1); /* in a variation */
    r->shown = 6;
    say("[%clk 10] [%eval 2]", true);
    CHECK_EQ_TEXT(spooled(&r->clocks), "null,null,7,9,null,10");
    CHECK_EQ_TEXT(spooled(&r->evals), "null,null,null,null,null,2");
    CHECK(r->clock_count == 6 && r->eval_count == 6);
    check_case("%s", "");
}

/* ---- Folded ---- */

static uint64_t state = 1;

static unsigned below(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((state >> 33) % n);
}

/* The words of a comment in lines: blanks and line ends are one blank or line end, a command is one
 * word, and a very long word is cut. */
TEST(comments_are_folded_word_by_word)
{
    static const char *const words[] = {
        "a",   "word", "sentences", "[%clk 0:01:02]", "[%csl Ra1,Gb2]", "caf\xC3\xA9", "1-0",
        "(x)", "[a]",  "%",         "semi;colon"};
    static const char *const blanks[] = {" ", "\n", "  ", "\r\n", "\t", " \n "};
    for (int i = 0; i < 400; i++) {
        char comment[3000] = "", plain[3000] = "";
        unsigned count = below(60);
        check_case("comment %d", i);
        for (unsigned k = 0; k < count; k++) {
            const char *word = words[below(11)];
            if (k > 0) {
                strcat(comment, blanks[below(6)]);
                strcat(plain, " ");
            }
            strcat(comment, word);
            strcat(plain, word);
        }
        if (below(2) == 0)
            strcat(comment, " ");
        begin(TO_PGN, true);
        movetext_word(r, "12.", 3);
        movetext_word(r, "Nf3", 3);
        size_t cut = below((unsigned)strlen(comment) + 1);
        write_comment(r, comment, cut, false, 0);
        say(comment + cut, true);
        movetext_word(r, "Nf6", 3);
        char *got = strdup(end()), expected[3100];
        size_t column = 0;
        for (char *c = got; *c != '\0'; c++) {
            column = *c == '\n' ? 0 : column + 1;
            CHECK(column <= LINE);
            if (*c == '\n')
                *c = ' ';
        }
        snprintf(expected, sizeof expected, count > 0 ? "12. Nf3 {%s} Nf6" : "12. Nf3 Nf6", plain);
        /* A command may be broken at its blank, where its line ends; it is one word otherwise. */
        CHECK_EQ_TEXT(got, expected);
        CHECK(count == 0 || r->need_number);
        free(got);
    }
    check_case("%s", "");
}

TEST(lines_break_where_a_word_does_not_fit)
{
    for (size_t before = 60; before < 79; before++)
        for (size_t len = 1; len < 25; len++) {
            char first[100], second[100], expected[300];
            check_case("%zu bytes, then %zu", before, len);
            memset(first, 'x', before);
            first[before] = '\0';
            memset(second, 'y', len);
            second[len] = '\0';
            begin(TO_PGN, true);
            movetext_word(r, first, before);
            movetext_word(r, second, len);
            snprintf(expected, sizeof expected, "%s%c%s", first,
                     before + 1 + len <= LINE ? ' ' : '\n', second);
            CHECK_EQ_TEXT(end(), expected);
        }
    check_case("%s", "a word that is longer than a line is not broken");
    for (size_t len = 68; len < 1500; len += len < 160 ? 7 : 83) {
        char word[1600], expected[1700];
        check_case("a word of %zu bytes", len);
        memset(word, 'w', len);
        word[len] = '\0';
        begin(TO_PGN, true);
        say(word, true);
        snprintf(expected, sizeof expected, "{%s}", word);
        CHECK_EQ_TEXT(end(), expected);
        begin(TO_PGN, true);
        movetext_word(r, "e4", 2);
        say("", true);
        say(" \n", true);
        CHECK_EQ_TEXT(end(), "e4"); /* an empty comment is none */
    }
    check_case("%s", "a command right behind a word, and in a word");
    static const char *const rows[][2] = {
        {"why[%clk 1]so", "{why [%clk 1] so}"},
        {"[%clk 1]so", "{[%clk 1] so}"},
        {"a[b]c", "{a[b]c}"},
        {"[%a b c] d", "{[%a b c] d}"},
        {"[%a  b\nc]d", "{[%a b c] d}"},
        {"x}y", "{xy}"},
        {"a\x7F"
         "b",
         "{a b}"},
        {"[%open ", "{[%open}"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        begin(TO_PGN, true);
        say(rows[i][0], true);
        CHECK_EQ_TEXT(end(), rows[i][1]);
    }
    check_case("%s", "");
}

/* ---- Kept ---- */

TEST(comments_are_kept_byte_for_byte)
{
    static const struct {
        const char *before, *comment, *after;
        bool closed;
    } rows[] = {
        {"1. e4", " two\n lines ", "1. e4 { two\n lines } e5", true},
        {"1. e4", "a}b", "1. e4 ;a}b\ne5", true},
        {"1. e4", "", "1. e4 {} e5", true},
        {"1. e4", "\xE9", "1. e4 {\xC3\xA9} e5", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("row %zu", i);
        begin(TO_PGN, false);
        movetext_word(r, rows[i].before, strlen(rows[i].before));
        say(rows[i].comment, rows[i].closed);
        CHECK(r->need_number && !r->in_comment);
        movetext_word(r, "e5", 2);
        CHECK_EQ_TEXT(end(), rows[i].after);
    }
    /* It begins on a new line if its first line does not fit. */
    for (size_t before = 70; before < 79; before++)
        for (size_t len = 0; len < 9; len++) {
            char word[100], comment[100], expected[300];
            check_case("%zu bytes, then a comment of %zu", before, len);
            memset(word, 'x', before);
            word[before] = '\0';
            memset(comment, 'y', len);
            snprintf(comment + len, sizeof comment - len, "\nmore");
            begin(TO_PGN, false);
            movetext_word(r, word, before);
            say(comment, true);
            CHECK_EQ_INT(r->column, 4); /* the brace is held back */
            snprintf(expected, sizeof expected, "%s%c{%s}", word,
                     before + 3 + len > LINE || before + 2 > LINE ? '\n' : ' ', comment);
            CHECK_EQ_TEXT(end(), expected);
        }
    check_case("%s", "in parts");
    begin(TO_PGN, false);
    say("one ", false);
    CHECK(r->in_comment);
    say("two}", false);
    say("three", true);
    CHECK_EQ_TEXT(end(), "{one two}three}");
    check_case("%s", "");
}

int main(void)
{
    r = record_new(&options);
    if (r == NULL)
        return 1;
    RUN(clocks_and_evaluations_are_read);
    RUN(comments_are_folded_word_by_word);
    RUN(lines_break_where_a_word_does_not_fit);
    RUN(comments_are_kept_byte_for_byte);
    record_free(r);
    return check_result();
}
