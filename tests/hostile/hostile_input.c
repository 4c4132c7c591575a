/* hostile_input.c: writes malicious inputs. Layer: tests.
 *
 *     hostile_input KIND N    writes to standard output; N is the amount
 *
 * The kinds are the rows of `kinds` below; hostile_cases.tsv says which command gets which. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void repeat(const char *text, long n)
{
    while (n-- > 0)
        fputs(text, stdout);
}

static void fill(int byte, long n)
{
    while (n-- > 0)
        putchar(byte);
}

static void head(const char *white)
{
    printf("[Event \"A\"]\n[White \"%s\"]\n[Black \"B\"]\n[Result \"*\"]\n\n", white);
}

/* ---- collections ---- */

static void variations(long n)
{
    head("A");
    fputs("1. e4 ", stdout);
    repeat("(1. d4 ", n);
    repeat(") ", n);
    fputs("*\n", stdout);
}

static void parens(long n)
{
    head("A");
    repeat("(", n);
    fputs("\n", stdout);
}

static void tags(long n)
{
    head("A");
    for (long i = 0; i < n; i++)
        printf("[Tag%ld \"value %ld\"]\n", i, i);
    fputs("\n1. e4 *\n", stdout);
}

static void token(long n)
{
    head("A");
    fill('N', n);
    fputs(" *\n", stdout);
}

static void words(long n)
{
    head("A");
    repeat("Qz9 ", n);
    fputs("*\n", stdout);
}

static void comment(long n)
{
    head("A");
    fputs("1. e4 {", stdout);
    fill('x', n);
    fputs("} e5 *\n", stdout);
}

static void open_comment(long n)
{
    head("A");
    fputs("1. e4 {", stdout);
    repeat("words\n", n);
}

static void tag_value(long n)
{
    fputs("[Event \"", stdout);
    fill('x', n);
    fputs("\"]\n\n1. e4 *\n", stdout);
}

static void empty_games(long n)
{
    repeat("[Event \"A\"]\n[Result \"*\"]\n\n*\n\n", n);
}

/* Writes games without tags, separated by blank lines only. */
static void bare_games(long n)
{
    repeat("1. e4 e5 2. Nf3 Nc6\n\n", n);
}

static void results(long n)
{
    repeat("*\n", n);
}

/* Writes moves of knights out and home again. The game ends at the fifth repetition, yet the text
 * goes on. */
static void plies(long n)
{
    static const char *const moves[4] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    head("A");
    for (long i = 0; i < n; i++) {
        if (i % 2 == 0)
            printf("%ld. ", i / 2 + 1);
        printf("%s%s", moves[i % 4], i % 12 == 11 ? "\n" : " ");
    }
    fputs("*\n", stdout);
}

static void numbers(long n)
{
    head("A");
    repeat("99999999999999999999999. e4 $99999999999999999999 -1. 0... ", n);
    fputs("*\n", stdout);
}

static void names(long n)
{
    for (long i = 0; i < n; i++) {
        head("\033[2J\033]0;title\007<script>alert(1)</script>\302\2331m\xff\xc3(\342\200\256x");
        fputs("1. e4 \033[31mKe2 \x9b\x31m \177 e5 Ke3 *\n\n", stdout);
    }
}

static void nuls(long n)
{
    head("A");
    fill(0, n);
    fputs(" 1. e4 *\n", stdout);
}

static void event_lines(long n)
{
    repeat("[Event \"", n);
}

static void quotes(long n)
{
    repeat("[E \"\\\"\\\\", n);
}

/* ---- the other formats ---- */

static void narration(long n)
{
    fputs("new\n", stdout);
    for (long i = 0; i < n; i++)
        fputs(i % 4 == 0   ? "G1 F3\n"
              : i % 4 == 1 ? "G8 F6\n"
              : i % 4 == 2 ? "F3 G1\n"
                           : "F6 G8\n",
              stdout);
}

static void session(long n)
{
    for (long i = 0; i < n; i++)
        fputs(i % 4 == 0   ? "move 6 7 5 5\n"
              : i % 4 == 1 ? "move 6 0 5 2\n"
              : i % 4 == 2 ? "move 5 5 6 7\n"
                           : "move 5 2 6 0\n",
              stdout);
    fputs("turn\nundo\nredo\ngoto 0\n", stdout);
}

static void history(long n)
{
    session(n);
    printf("goto %ld\nhistory\n", n);
}

static void line(long n)
{
    fill('x', n);
    fputs("\n", stdout);
}

static void escapes(long n)
{
    repeat("\033[2J\033]0;x\007 \302\2331m \xff\xfe \177\n", n);
}

static void zeros(long n)
{
    fill(0, n);
}

static void lab_actions(long n)
{
    fputs("1\n8 8\nw k 7 4\nb k 0 4\nw r 7 0\n~\n", stdout);
    repeat("isValidMove 7 0 0 0\n", n);
}

static void lab_pieces(long n)
{
    fputs("1\n32 32\n", stdout);
    for (long i = 0; i < n; i++)
        printf("w q %ld %ld\n", i / 32 % 32, i % 32);
    fputs("~\nunderThreatScan\n", stdout);
}

static void lab_size(long n)
{
    printf("1\n%ld %ld\nw k 0 0\n~\nisValidScan\n", n, n);
}

static void lab_numbers(long n)
{
    fputs("1\n8 8\nw k 7 4\n~\nmovePiece 7 4 ", stdout);
    fill('9', n);
    fputs(" 1\n", stdout);
}

static void moves_line(long n)
{
    fputs("k 1 1 K 8 8 r 2 2 R 7 7: ", stdout);
    for (long i = 0; i < n; i++)
        fputs(i % 4 == 0   ? "2 2 2 3 "
              : i % 4 == 1 ? "7 7 7 6 "
              : i % 4 == 2 ? "2 3 2 2 "
                           : "7 6 7 7 ",
              stdout);
    fputs("\n", stdout);
}

static void moves_lines(long n)
{
    repeat("k 4 4 r 8 2 B 1 1 K 4 7: 8 2 2 2 1 1 3 3\n", n);
}

static void moves_pieces(long n)
{
    repeat("q 3 3 ", n);
    fputs(": 3 3 3 4\n", stdout);
}

static void fen_digits(long n)
{
    fill('1', n);
    fputs(" w - - 0 1\n", stdout);
}

static void fen_rows(long n)
{
    repeat("65536/", n);
    fputs(" w - - 0 1\n", stdout);
}

static void fen_lines(long n)
{
    repeat("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", n);
}

static void rules_lines(long n)
{
    fputs("name = a\nparent = chess\n", stdout);
    repeat("# a comment\n", n);
}

static void rules_mistakes(long n)
{
    fputs("name = a\n", stdout);
    repeat("bord = 8x8\n", n);
}

/* Writes a rule set that names itself as its parent, and a key that does not exist. */
static void rules_loop(long n)
{
    fputs("name = a\n", stdout);
    repeat("parent = a\ninclude = a.rules\n", n);
}

static void rules_size(long n)
{
    printf("name = a\nparent = lab\nboard = %ldx%ld\n", n, n);
}

static void rules_line(long n)
{
    fputs("name = a\ntitle = ", stdout);
    fill('t', n);
    fputs("\n", stdout);
}

static void suite_line(long n)
{
    fputs("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ", stdout);
    repeat(";D1 20 ", n);
    fputs("\n", stdout);
}

static const struct {
    const char *name;
    void (*make)(long n);
} kinds[] = {
    {"variations", variations},
    {"parens", parens},
    {"tags", tags},
    {"token", token},
    {"words", words},
    {"comment", comment},
    {"open-comment", open_comment},
    {"tag-value", tag_value},
    {"empty-games", empty_games},
    {"bare-games", bare_games},
    {"results", results},
    {"plies", plies},
    {"numbers", numbers},
    {"names", names},
    {"nuls", nuls},
    {"event-lines", event_lines},
    {"quotes", quotes},
    {"narration", narration},
    {"session", session},
    {"history", history},
    {"line", line},
    {"escapes", escapes},
    {"zeros", zeros},
    {"lab-actions", lab_actions},
    {"lab-pieces", lab_pieces},
    {"lab-size", lab_size},
    {"lab-numbers", lab_numbers},
    {"moves-line", moves_line},
    {"moves-lines", moves_lines},
    {"moves-pieces", moves_pieces},
    {"fen-digits", fen_digits},
    {"fen-rows", fen_rows},
    {"fen-lines", fen_lines},
    {"rules-lines", rules_lines},
    {"rules-mistakes", rules_mistakes},
    {"rules-loop", rules_loop},
    {"rules-size", rules_size},
    {"rules-line", rules_line},
    {"suite-line", suite_line},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 3 && i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(argv[1], kinds[i].name) == 0) {
            kinds[i].make(strtol(argv[2], NULL, 10));
            return fflush(stdout) != 0;
        }
    fprintf(stderr, "usage: hostile_input KIND N\n");
    return 2;
}
