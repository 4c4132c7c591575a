/* test_pgn_token.c: the tokens into which the text of a game score is cut. */
#include "arbiter.h"
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes one letter for each token: T tag (t if not closed), N number, W word, R result, G NAG, C
 * comment (c if not closed), L line comment, E escape, ( ), S stray; and ' before a token that
 * follows a blank line. */
static const char *kinds(const char *text, size_t len)
{
    static char out[256];
    static const char letters[] = ".TNWRGCLE()S";
    arb_pgn_reader in = arb_pgn_reader_on(text, len);
    size_t n = 0;
    for (;;) {
        arb_pgn_token token = arb_pgn_next(&in);
        char letter = letters[token.kind];
        if ((token.kind == ARB_PGN_TAG || token.kind == ARB_PGN_COMMENT) && !token.closed)
            letter = (char)(letter - 'A' + 'a');
        if (token.blank_before)
            out[n++] = '\'';
        if (token.kind == ARB_PGN_END)
            break;
        out[n++] = letter;
        if (n > sizeof out - 4)
            break;
    }
    out[n] = '\0';
    return out;
}

static const char *of(const char *text)
{
    return kinds(text, strlen(text));
}

TEST(each_kind_of_token)
{
    CHECK_EQ_TEXT(of("[A \"b\"]\n\n1. e4 e5 1-0"), "T'NWWR");
    CHECK_EQ_TEXT(of("1... 12 12.e4 ... ...Kf3"), "NNNWNW");
    CHECK_EQ_TEXT(of("1-0 0-1 1/2-1/2 * 1/2 0-0"), "RRRRWW");
    CHECK_EQ_TEXT(of("e4!? $14 Nf3?"), "WGGWG");
    CHECK_EQ_TEXT(of("e4 {a (b) [c]} e5 {open"), "WCWc");
    CHECK_EQ_TEXT(of("e4 ; rest } (\ne5"), "WLW");
    CHECK_EQ_TEXT(of("% escape\ne4 % no\n %e"), "EWWWW");
    CHECK_EQ_TEXT(of("(e4 (d4) }"), "(W(W)S");
    CHECK_EQ_TEXT(of("e8(Q)+ e8(x) a1(n)"), "WW(W)W");
}

TEST(results_are_whole_words)
{
    CHECK_EQ_TEXT(of("(e4 1-0) (0-1(1/2-1/2("), "(WR)(R(R(");
    CHECK_EQ_TEXT(of("1-0{c} 0-1;c"), "RCRL");
    CHECK_EQ_TEXT(of("1-0+ 0-1x 0-1(Q) 1/2-1/2- 1-00"), "WWWWW");
    CHECK_EQ_TEXT(of("1/2-1/ 1/2-1/3 1- 0-2"), "WWWW");
    CHECK_EQ_TEXT(of("1/2-1/2"), "R");
    CHECK_EQ_TEXT(of("1-"), "W");
    CHECK_EQ_TEXT(kinds("0-1", 2), "W");
    CHECK_EQ_TEXT(kinds("1/2-1/2", 6), "W");
}

TEST(tags_only_where_a_line_starts)
{
    CHECK_EQ_TEXT(of("[A \"x\"] [B \"y\"] e4 [C \"z\"]"), "TTWWW");
    CHECK_EQ_TEXT(of("   [A \"x\"]"), "T");
    CHECK_EQ_TEXT(of("[A \"x\n[B \"y\"]"), "tT");
    CHECK_EQ_TEXT(of("[A \"a \\\"b\\\" ]\"]\n[B \"C:\\\"]\n[C \"in \"it\" is\"]"), "TTT");
    CHECK_EQ_TEXT(of("[%clk]\n[ ]\n[A]"), "WWWW");
    CHECK_EQ_TEXT(of("[ \"x\"]"), "WW"); /* a tag needs a name */
    CHECK_EQ_TEXT(of("[White_2 \"x\"]\n[_ \"x\"]\n[3 \"x\"]\n[a-b \"x\"]"), "TTTWW");
    CHECK_EQ_TEXT(of("[\"x\"]"), "W");
    CHECK_EQ_TEXT(of("[ \tA\t\"x\"\t ]"), "T");
    CHECK_EQ_TEXT(of("[A \"x\" \n[B \"y"), "tt");
    CHECK_EQ_TEXT(of("[A \"]\n[B \"\"]\n[C \""), "tTt"); /* a quote opens or closes, not both */
}

TEST(an_open_tag_ends_with_its_line_without_the_blanks_behind_it)
{
    const char *text = "[White \"Ann \t \n";
    arb_pgn_reader in = arb_pgn_reader_on(text, strlen(text));
    arb_pgn_token token = arb_pgn_next(&in);
    CHECK(token.kind == ARB_PGN_TAG && !token.closed);
    CHECK_EQ_INT(token.value_end - token.value_begin, 3);
}

TEST(values_of_tags)
{
    const char *text = "[White  \"A \\\"B\\\" C\" ]";
    arb_pgn_reader in = arb_pgn_reader_on(text, strlen(text));
    arb_pgn_token token = arb_pgn_next(&in);
    CHECK_EQ_INT(token.name_end - token.name_begin, 5);
    CHECK_EQ_INT(token.value_end - token.value_begin, 9);
    CHECK_EQ_INT(token.end, strlen(text));
    const char *path = "[A \"C:\\\"]\n";
    in = arb_pgn_reader_on(path, strlen(path));
    token = arb_pgn_next(&in);
    CHECK(token.kind == ARB_PGN_TAG && token.closed);
    CHECK_EQ_INT(token.value_begin, 4);
    CHECK_EQ_INT(token.value_end, 7);
    CHECK_EQ_INT(token.end, 9);
}

TEST(blank_lines)
{
    CHECK_EQ_TEXT(of("e4\n\ne5\r\n \r\nNf3\n\n"), "W'W'W'");
    CHECK_EQ_TEXT(of("e4\ne5\n"), "WW");
    CHECK_EQ_TEXT(of("\ne4"), "'W");
    CHECK_EQ_TEXT(kinds("e4\n\n", 3), "W"); /* the last line end is behind the text */
}

TEST(a_comment_goes_on_in_the_next_piece)
{
    arb_pgn_reader in = arb_pgn_reader_on("b} e4", 5);
    in.comment = true;
    arb_pgn_token token = arb_pgn_next(&in);
    CHECK(token.kind == ARB_PGN_COMMENT && token.closed && token.end == 2);
    token = arb_pgn_next(&in);
    CHECK(token.kind == ARB_PGN_WORD && token.begin == 3);
}

TEST(every_byte_string_is_taken_apart)
{
    char text[3];
    for (int a = 0; a < 256; a++)
        for (int b = 0; b < 256; b++) {
            text[0] = (char)a;
            text[1] = (char)b;
            text[2] = '[';
            arb_pgn_reader in = arb_pgn_reader_on(text, sizeof text);
            size_t at = 0, tokens = 0;
            for (;;) {
                arb_pgn_token token = arb_pgn_next(&in);
                if (token.kind == ARB_PGN_END)
                    break;
                CHECK(token.begin >= at && token.end > token.begin && token.end <= sizeof text);
                at = token.end;
                CHECK(++tokens <= sizeof text);
            }
        }
}

static arb_pgn_token first_of(const char *text)
{
    arb_pgn_reader in = arb_pgn_reader_on(text, strlen(text));
    return arb_pgn_next(&in);
}

TEST(numbers_and_results_have_their_values)
{
    static const struct {
        const char *text;
        uint32_t number;
        size_t end;
    } numbers[] = {{"1.", 1, 2},
                   {"12...", 12, 5},
                   {"...", 0, 3},
                   {"007. e4", 7, 4},
                   {"99999999.", 99999999, 9},
                   {"999999999.", 999999999, 10},
                   {"40 e4", 40, 2},
                   {"3.e4", 3, 2}};
    static const struct {
        const char *text;
        arb_result result;
    } results[] = {{"1-0", ARB_WHITE_WINS},
                   {"0-1 ", ARB_BLACK_WINS},
                   {"1/2-1/2", ARB_DRAW},
                   {"*", ARB_ONGOING}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        arb_pgn_token token = first_of(numbers[i].text);
        check_case("%s", numbers[i].text);
        CHECK_EQ_INT(token.kind, ARB_PGN_NUMBER);
        CHECK_EQ_INT(token.number, numbers[i].number);
        CHECK_EQ_INT(token.end, numbers[i].end);
    }
    CHECK(first_of("12345678901234567890.").number <= 999999999);
    CHECK(first_of("1000000009.").number <= 999999999);
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        arb_pgn_token token = first_of(results[i].text);
        check_case("%s", results[i].text);
        CHECK_EQ_INT(token.kind, ARB_PGN_RESULT);
        CHECK_EQ_INT(token.result, results[i].result);
    }
}

TEST(what_a_pawn_becomes_may_stand_in_parentheses)
{
    CHECK_EQ_INT(first_of("e8(Q)+ x").end, 6);
    CHECK_EQ_INT(first_of("a1(n) x").end, 5);
    CHECK_EQ_INT(first_of("e7(Q)").end, 2);
    CHECK_EQ_INT(first_of("e8(K)").end, 2);
    CHECK_EQ_INT(first_of("e8(Q").end, 2);
    CHECK_EQ_INT(first_of("e8(").end, 2);
    CHECK_EQ_INT(first_of("e8(QQ)").end, 2);
}

/* The text's memory ends where the text does, so that a sanitizer sees a read past its end. */
TEST(a_text_may_end_anywhere)
{
    static const char whole[] =
        "[A \"b \\\" c\"] [B \"C:\\\"]\n%x\n\n12... e8(Q)+!? $14 {a} (;b\n) } "
        "1/2-1/2\n[C \"d";
    for (size_t len = 0; len < sizeof whole; len++) {
        char *text = malloc(len + 1);
        if (!CHECK(text != NULL))
            return;
        memcpy(text + 1, whole, len);
        arb_pgn_reader in = arb_pgn_reader_on(text + 1, len);
        size_t at = 0;
        arb_pgn_token token;
        check_case("%.*s", (int)len, whole);
        while ((token = arb_pgn_next(&in)).kind != ARB_PGN_END) {
            CHECK(token.begin >= at && token.end > token.begin && token.end <= len);
            CHECK(token.kind != ARB_PGN_TAG ||
                  (token.name_begin <= token.name_end && token.value_begin <= token.value_end &&
                   token.value_end <= token.end));
            at = token.end;
        }
        CHECK_EQ_INT(token.end, len);
        free(text);
    }
}

int main(void)
{
    RUN(each_kind_of_token);
    RUN(results_are_whole_words);
    RUN(tags_only_where_a_line_starts);
    RUN(an_open_tag_ends_with_its_line_without_the_blanks_behind_it);
    RUN(values_of_tags);
    RUN(blank_lines);
    RUN(a_comment_goes_on_in_the_next_piece);
    RUN(numbers_and_results_have_their_values);
    RUN(what_a_pawn_becomes_may_stand_in_parentheses);
    RUN(a_text_may_end_anywhere);
    RUN(every_byte_string_is_taken_apart);
    return check_result();
}
