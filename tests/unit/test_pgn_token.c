/* Tokens of game scores: a text, and what it is taken apart into. */
#include "arbiter.h"
#include "check.h"

#include <stdio.h>
#include <string.h>

/* One letter a token: T tag (t if not closed), N number, W word, R result, G nag, C comment (c if
 * not closed), L line comment, E escape, ( ), S stray; ' in front of one behind a blank line. */
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

TEST(tags_only_where_a_line_starts)
{
    CHECK_EQ_TEXT(of("[A \"x\"] [B \"y\"] e4 [C \"z\"]"), "TTWWW");
    CHECK_EQ_TEXT(of("   [A \"x\"]"), "T");
    CHECK_EQ_TEXT(of("[A \"x\n[B \"y\"]"), "tT");
    CHECK_EQ_TEXT(of("[A \"a \\\"b\\\" ]\"]\n[B \"C:\\\"]\n[C \"in \"it\" is\"]"), "TTT");
    CHECK_EQ_TEXT(of("[%clk]\n[ ]\n[A]"), "WWWW");
    CHECK_EQ_TEXT(of("[ \"x\"]"), "WW"); /* a tag has a name */
    CHECK_EQ_TEXT(of("[\"x\"]"), "W");
    CHECK_EQ_TEXT(of("[ \tA\t\"x\"\t ]"), "T");
    CHECK_EQ_TEXT(of("[A \"x\" \n[B \"y"), "tt");
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

int main(void)
{
    RUN(each_kind_of_token);
    RUN(tags_only_where_a_line_starts);
    RUN(an_open_tag_ends_with_its_line_without_the_blanks_behind_it);
    RUN(values_of_tags);
    RUN(blank_lines);
    RUN(a_comment_goes_on_in_the_next_piece);
    RUN(every_byte_string_is_taken_apart);
    return check_result();
}
