/* test_tree.c: game trees: PGN in and out without loss, changes, boards, limits. */
#include "arbiter.h"
#include "check.h"

#include <stdlib.h>

static const arb_rules *chess(void)
{
    return arb_rules_at(0);
}

static char written[1 << 16];

static const char *write_in(const arb_tree *tree, arb_pgn_style style, unsigned width)
{
    arb_pgn_options options = {.style = style, .width = width};
    size_t len = arb_tree_write(tree, &options, written, sizeof written);
    CHECK(len < sizeof written);
    return written;
}

/* Writes the movetext alone, without its line end. */
static const char *moves_of(const arb_tree *tree, arb_pgn_style style)
{
    char *text = (char *)write_in(tree, style, 1000);
    char *blank = strstr(text, "]\n\n");
    size_t len = strlen(text);
    while (len > 0 && text[len - 1] == '\n')
        text[--len] = '\0';
    return blank ? blank + 3 : text + (text[0] == '\n');
}

static arb_tree *read_text(const char *text)
{
    arb_tree *tree = arb_tree_new(NULL);
    CHECK_EQ_INT(arb_tree_read(tree, chess(), text, strlen(text), NULL), ARB_OK);
    return tree;
}

/* Texts, what they are in export format, and the faults that were found. */
static const struct {
    const char *text, *moves, *faults;
} cases[] = {
    {"1. e4 e5 1-0", "1. e4 e5 1-0", ""},
    {"1.e4 {a}e5{b}2.Nf3!? $14 *", "1. e4 {a} 1... e5 {b} 2. Nf3 $5 $14 *", ""},
    {"{i} 1. e4 *", "{i} 1. e4 *", ""},
    {"1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) e5 *",
     "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 *", ""},
    {"1. e4 (1. d4) {c} e5 *", "1. e4 (1. d4) {c} 1... e5 *", ""},
    {"1. e4 ({b} 1. d4 {a}) *", "1. e4 ({b} 1. d4 {a}) *", ""},
    {"1. e4 (1. d4)(1. c4) *", "1. e4 (1. d4) (1. c4) *", ""},
    {"1. e4 ; to the end\ne5 *", "1. e4 {to the end} 1... e5 *", ""},
    {"1. e4 e5 (1... -- 2. d4) *", "1. e4 e5 (1... -- 2. d4) *", ""},
    {"1. e4 -- 2. d4 *", "1. e4 -- 2. d4 *", "null-move"},
    {"1. e4 1-0 {resigns}", "1. e4 1-0 {resigns}", ""},
    {"[Result \"0-0\"]\n\n1. e4 e5 0-0", "1. e4 e5 0-0", ""}, /* both lose */
    {"[Result \"0-0\"]\n\n1. e4 Ke2 0-0", "1. e4 Ke2 0-0", "illegal"},
    {"[Result \"*\"]\n\n1. e4 e5 0-0", "1. e4 e5 0-0 *", "illegal no-termination-marker"},
    {"1. e4 e5 2. Ke3 {x} Nf6 (2... d5) 3. a3 0-1", "1. e4 e5 Ke3 {x} Nf6 (2... d5) 3. a3 0-1",
     "illegal"},
    {"1. e4 (1. Ke2 e5) e5 *", "1. e4 (Ke2 e5) 1... e5 *", "illegal"},
    {"1. Nf3 Nf6 2. Nd4 Nd5 3. Nb3 Nb6 4. N3d2 *", "1. Nf3 Nf6 2. Nd4 Nd5 3. Nb3 Nb6 N3d2 *",
     "illegal"},
    {"1. e4 Diagram e5 *", "1. e4 Diagram 1... e5 *", "bad-token"},
    {"1. e4 ({empty}) e5 *", "1. e4 ({empty}) 1... e5 *", ""},
    {"1. e4 () e5 *", "1. e4 () 1... e5 *", ""},
    {"1. e4 e5 ) 2. d4 *", "1. e4 e5 2. d4 *", "stray-close-paren"},
    {"1. e4 } e5 *", "1. e4 e5 *", "stray-char"},
    {"1. e4 (1. d4 d5", "1. e4 (1. d4 d5) *", "unclosed-paren no-termination-marker"},
    {"1. e4 (1. d4 1-0", "1. e4 (1. d4) 1-0", "unclosed-paren"},
    {"1. e4 {open", "1. e4 {open} *", "unclosed-comment no-termination-marker"},
    {"1. e4 e5", "1. e4 e5 *", "no-termination-marker"},
    {"[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 5\"]\n5. O-O Kd7 *", "5. O-O Kd7 *", ""},
    {"[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 5\"]\n5... Kd7 *", "5... Kd7 *", ""},
    {"[FEN \"nonsense\"]\n\n1. e4 *", "1. e4 *", "bad-fen"},
    {"[Variant \"Fischerrandom\"]\n1. e4 *", "1. e4 *", ""},
    {"[Variant \"frc\"]\n1. e4 *\x1A", "1. e4 *", ""},
    {"[Variant \"nonsense\"]\n1. e4 *", "1. e4 *", "unknown-variant"},
    {"1. e4 $99999 e5 *", "1. e4 $99999 1... e5 *", ""},
    {"1. e8(Q) *", "1. e8(Q) *", "illegal"},
    /* This is long enough for a run to read it. */
    {"1. e4! e5 2. Nf3 Nc6?? 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 !? *",
     "1. e4 $1 e5 2. Nf3 Nc6 $4 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 $5 *", ""},
    {"1. e4!?e5 2. Nf3\tNc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3?O-O",
     "1. e4 $5 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 $2 O-O *",
     "no-termination-marker"},
};

static void faults_of(const arb_tree *tree, char *to, size_t cap)
{
    to[0] = '\0';
    for (size_t i = 0; arb_tree_fault_at(tree, i) != NULL; i++) {
        char text[1024];
        size_t len = strlen(to);
        snprintf(to + len, cap - len, "%s%s", i > 0 ? " " : "",
                 arb_tree_fault_name(arb_tree_fault_at(tree, i)->code));
        CHECK(arb_tree_fault_text(tree, i, text, sizeof text) > 0);
    }
}

TEST(what_is_read_is_written)
{
    char faults[256];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%s", cases[i].text);
        arb_tree *tree = read_text(cases[i].text);
        CHECK_EQ_TEXT(moves_of(tree, ARB_PGN_EXPORT), cases[i].moves);
        faults_of(tree, faults, sizeof faults);
        CHECK_EQ_TEXT(faults, cases[i].faults);
        for (int style = ARB_PGN_EXPORT; style <= ARB_PGN_KEEP; style++) {
            for (unsigned width = 0; width < 40; width += 13) {
                arb_tree *back = read_text(write_in(tree, (arb_pgn_style)style, width));
                CHECK(arb_tree_same(tree, back));
                arb_tree_free(back);
            }
        }
        arb_tree_free(tree);
    }
    check_case("%s", "");
}

TEST(comments_are_kept_byte_for_byte)
{
    const char *text =
        "[White \"A \\\"B\\\" C\\\\\"]\n[Odd \"x\"]\n\n"
        "{ two  blanks\nand a line } 1. e4 { \ttab } 1... e5 ; here } too\n% esc\n*\n\n";
    arb_tree *tree = read_text(text);
    CHECK_EQ_TEXT(write_in(tree, ARB_PGN_KEEP, 0), text);
    char value[32];
    CHECK_EQ_INT(arb_tree_tag_text(tree, "White", value, sizeof value), 8);
    CHECK_EQ_TEXT(value, "A \"B\" C\\");
    CHECK(!arb_tree_has_tag(tree, "Date"));
    CHECK(strstr(write_in(tree, ARB_PGN_EXPORT, 0), "[Date \"????.??.??\"]") != NULL);
    arb_tree_free(tree);
}

TEST(games_follow_one_another)
{
    const char *text = "\xEF\xBB\xBF[Event \"a\"]\n\n1. e4 1-0[Event \"b\"]\n\n1. d4 *\n\n"
                       "[Event \"only tags\"]\n[Site \"x\"]\n\n[Event \"c\"]\n\n*\n\n1. c4 1-0\n"
                       "1. f4 0-1\n\x1A";
    static const char *const moves[] = {"1. e4 1-0", "1. d4 *", "*", "*", "1. c4 1-0", "1. f4 0-1"};
    size_t len = strlen(text), at = 0, count = 0, taken;
    arb_tree *tree = arb_tree_new(NULL);
    for (; arb_tree_read(tree, chess(), text + at, len - at, &taken) == ARB_OK; at += taken) {
        if (count < 6)
            CHECK_EQ_TEXT(moves_of(tree, ARB_PGN_EXPORT), moves[count]);
        CHECK_EQ_INT(arb_tree_fault_count(tree), count == 0 || count == 2);
        count++;
    }
    CHECK_EQ_INT(count, 6);
    CHECK_EQ_INT(arb_tree_read(tree, chess(), " \n", 2, NULL), ARB_BAD_TEXT);
    arb_tree_free(tree);
}

TEST(places_are_bytes_of_the_text)
{
    const char *text = "[Event \"a\"]\n\n1. e4 {note}\ne5 2. Ke3 *\n";
    arb_tree *tree = read_text(text);
    arb_node e4 = arb_tree_child(tree, ARB_ROOT), e5 = arb_tree_child(tree, e4);
    size_t line, column;
    CHECK_EQ_INT(arb_tree_place(tree, e4), strstr(text, "e4") - text);
    CHECK_EQ_INT(arb_tree_place(tree, e5), strstr(text, "e5") - text);
    CHECK_EQ_INT(arb_tree_note(tree, arb_tree_note_first(tree, e4)).place,
                 strstr(text, "note") - text);
    CHECK_EQ_INT(arb_tree_tag_at(tree, 0).place, 0);
    arb_text_place(text, strlen(text), arb_tree_fault_at(tree, 0)->place, &line, &column);
    CHECK_EQ_INT(line, 4);
    CHECK_EQ_INT(column, 7);
    arb_tree_free(tree);
}

static arb_node add(arb_tree *tree, arb_node parent, const char *san)
{
    arb_position position;
    arb_san read;
    arb_node node = ARB_NO_NODE;
    arb_tree_board(tree, parent, &position);
    CHECK_EQ_INT(arb_san_read(&position, san, strlen(san), &read), ARB_OK);
    CHECK_EQ_INT(arb_tree_add(tree, parent, read.move, &node), ARB_OK);
    return node;
}

TEST(lines_are_added_moved_and_cut)
{
    arb_tree *tree = arb_tree_new(NULL);
    arb_node e4 = add(tree, ARB_ROOT, "e4"), d4 = add(tree, ARB_ROOT, "d4");
    arb_node c4 = add(tree, ARB_ROOT, "c4");
    arb_node c5 = add(tree, c4, "c5");
    add(tree, e4, "e5");
    CHECK_EQ_TEXT(moves_of(tree, ARB_PGN_EXPORT), "1. e4 (1. d4) (1. c4 c5) 1... e5 *");
    CHECK(arb_tree_promote(tree, d4));
    CHECK_EQ_TEXT(moves_of(tree, ARB_PGN_EXPORT), "1. d4 (1. e4 e5) (1. c4 c5) *");
    CHECK(!arb_tree_promote(tree, d4));
    CHECK(arb_tree_demote(tree, d4) && arb_tree_demote(tree, d4) && !arb_tree_demote(tree, d4));
    CHECK_EQ_TEXT(moves_of(tree, ARB_PGN_EXPORT), "1. e4 (1. c4 c5) (1. d4) 1... e5 *");
    arb_tree_promote_line(tree, c5);
    CHECK_EQ_TEXT(moves_of(tree, ARB_PGN_EXPORT), "1. c4 (1. e4 e5) (1. d4) 1... c5 *");
    CHECK(arb_tree_delete(tree, e4) && !arb_tree_delete(tree, e4) && !arb_tree_delete(tree, 0));
    CHECK(arb_tree_cut(tree, c4));
    CHECK_EQ_TEXT(moves_of(tree, ARB_PGN_EXPORT), "1. c4 (1. d4) *");
    CHECK_EQ_INT(arb_tree_count(tree), 3);
    CHECK_EQ_INT(arb_tree_add(tree, c4, arb_tree_move(tree, c4), NULL), ARB_ILLEGAL);
    CHECK(arb_tree_find(tree, ARB_ROOT, arb_tree_move(tree, d4)) == d4);
    arb_note_id note;
    CHECK_EQ_INT(arb_tree_add_comment(tree, d4, ARB_NOTE_BEFORE, "b", 1, &note), ARB_OK);
    CHECK_EQ_INT(arb_tree_add_nag(tree, d4, 3, NULL), ARB_OK);
    CHECK_EQ_INT(arb_tree_add_comment(tree, d4, ARB_NOTE_AFTER, "}\n", 2, NULL), ARB_BAD_TEXT);
    CHECK_EQ_INT(arb_tree_set_result(tree, ARB_DRAW), ARB_OK);
    CHECK_EQ_TEXT(moves_of(tree, ARB_PGN_EXPORT), "1. c4 ({b} 1. d4 $3) 1/2-1/2");
    CHECK(arb_tree_delete_note(tree, d4, note) && !arb_tree_delete_note(tree, d4, note));
    CHECK_EQ_TEXT(moves_of(tree, ARB_PGN_EXPORT), "1. c4 (1. d4 $3) 1/2-1/2");
    arb_tree_free(tree);
}

TEST(null_moves_alternatives_and_tags_are_found_and_go)
{
    arb_tree *tree = arb_tree_new(NULL);
    arb_node null, e4 = add(tree, ARB_ROOT, "e4"), d4 = add(tree, ARB_ROOT, "d4");
    CHECK(arb_tree_next(tree, e4) == d4 && arb_tree_prev(tree, d4) == e4);
    CHECK(arb_tree_prev(tree, e4) == ARB_NO_NODE && arb_tree_prev(tree, ARB_ROOT) == ARB_NO_NODE);
    CHECK_EQ_INT(arb_tree_add_null(tree, d4, &null), ARB_OK);
    CHECK(arb_tree_kind(tree, null) == ARB_NODE_NULL && arb_tree_parent(tree, null) == d4);
    add(tree, null, "c4");
    CHECK_EQ_TEXT(moves_of(tree, ARB_PGN_EXPORT), "1. e4 (1. d4 -- 2. c4) *");
    CHECK_EQ_INT(arb_tree_set_tag(tree, "Round", "3", 1), ARB_OK);
    CHECK(arb_tree_has_tag(tree, "Round") && arb_tree_delete_tag(tree, "Round"));
    CHECK(!arb_tree_has_tag(tree, "Round") && !arb_tree_delete_tag(tree, "Round"));
    arb_tree_free(tree);
}

TEST(words_of_null_moves)
{
    static const char *const words[] = {"--", "Z0", "@@@@", "0000", "null", "pass"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        CHECK(arb_pgn_is_null_move(words[i], strlen(words[i])));
    CHECK(!arb_pgn_is_null_move("---", 3) && !arb_pgn_is_null_move("-", 1));
    CHECK(!arb_pgn_is_null_move("", 0) && !arb_pgn_is_null_move("Nf3", 3));
}

TEST(two_games_merge_into_one_tree)
{
    arb_tree *a = read_text("[White \"A\"]\n1. e4 {x} e5 2. Nf3 *");
    arb_tree *b = read_text("[White \"B\"]\n[ECO \"C20\"]\n1. e4 {y} e5 2. f4 exf4 (2... d5) *");
    CHECK_EQ_INT(arb_tree_merge(a, b), ARB_OK);
    CHECK_EQ_TEXT(moves_of(a, ARB_PGN_EXPORT),
                  "1. e4 {x} {y} 1... e5 2. Nf3 (2. f4 exf4 (2... d5)) *");
    CHECK(arb_tree_has_tag(a, "ECO"));
    size_t count = arb_tree_count(a);
    CHECK_EQ_INT(arb_tree_merge(a, b), ARB_OK);
    CHECK_EQ_INT(arb_tree_count(a), count);
    arb_tree *other = read_text("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 5\"]\n5. O-O *");
    CHECK_EQ_INT(arb_tree_merge(a, other), ARB_BAD_POSITION);
    arb_tree_free(a);
    arb_tree_free(b);
    arb_tree_free(other);
}

TEST(commands_in_comments)
{
    arb_tree *tree = read_text("1. e4 {good [%clk 1:05:23.4] [%odd x] [%eval #-3,18]} *");
    arb_node e4 = arb_tree_child(tree, ARB_ROOT);
    const char *text;
    size_t len, at = 0;
    int64_t ms = 0;
    arb_eval eval;
    char buf[64];
    CHECK(arb_tree_command(tree, e4, "clk", &text, &len) && arb_clock_read(text, len, &ms));
    CHECK_EQ_INT(ms, 3923400);
    arb_clock_write(ms, buf, sizeof buf);
    CHECK_EQ_TEXT(buf, "1:05:23.4");
    CHECK(arb_tree_command(tree, e4, "eval", &text, &len) && arb_eval_read(text, len, &eval));
    CHECK(eval.mate && eval.value == -3 && eval.depth == 18);
    arb_eval_write(&eval, buf, sizeof buf);
    CHECK_EQ_TEXT(buf, "#-3,18");
    CHECK(arb_eval_read("-0.05", 5, &eval) && eval.value == -5);
    arb_eval_write(&eval, buf, sizeof buf);
    CHECK_EQ_TEXT(buf, "-0.05");
    CHECK(!arb_eval_read("x", 1, &eval) && !arb_clock_read("1:2:3:4", 7, &ms));
    CHECK_EQ_INT(arb_tree_set_command(tree, e4, "clk", "0:01:00", 7), ARB_OK);
    CHECK_EQ_INT(arb_tree_set_command(tree, e4, "eval", NULL, 0), ARB_OK);
    CHECK_EQ_INT(arb_tree_set_command(tree, e4, "cal", "Ge2e4,Rd1d5", 11), ARB_OK);
    CHECK_EQ_TEXT(moves_of(tree, ARB_PGN_EXPORT),
                  "1. e4 {[%cal Ge2e4,Rd1d5] good [%clk 0:01:00] [%odd x]} *");
    arb_mark mark;
    arb_size size = arb_position_size(arb_tree_start(tree));
    CHECK(arb_tree_command(tree, e4, "cal", &text, &len));
    CHECK(arb_mark_next(size, text, len, &at, &mark) && mark.colour == 'G' && mark.from == 12);
    CHECK(arb_mark_next(size, text, len, &at, &mark));
    arb_mark_write(size, &mark, buf, sizeof buf);
    CHECK_EQ_TEXT(buf, "Rd1d5");
    CHECK(!arb_mark_next(size, text, len, &at, &mark));
    arb_tree_free(tree);
}

TEST(a_line_becomes_a_game)
{
    arb_tree *tree = read_text("1. f3 e5 2. g4 Qh4# 0-1");
    arb_node stop;
    arb_game *game = arb_tree_game(tree, arb_tree_line_end(tree, ARB_ROOT), NULL, &stop);
    CHECK(game != NULL && arb_game_ply(game) == 4);
    arb_game_free(game);
    arb_tree_free(tree);
    tree = read_text("1. e4 -- 2. d4 *");
    CHECK(arb_tree_game(tree, arb_tree_line_end(tree, ARB_ROOT), NULL, &stop) == NULL);
    CHECK_EQ_INT(arb_tree_kind(tree, stop), ARB_NODE_NULL);
    arb_tree_free(tree);
}

/* ---- limits ---- */

static size_t live_bytes;

/* Every block stores its size. */
static void *counted(void *context, void *block, size_t size)
{
    (void)context;
    size_t *head = block ? (size_t *)block - 2 : NULL;
    live_bytes -= head ? *head : 0;
    if (size == 0) {
        free(head);
        return NULL;
    }
    head = realloc(head, size + 2 * sizeof *head);
    *head = size;
    live_bytes += size;
    return head + 2;
}

/* Writes a random game as text. Stretches of every length have nothing between the moves. */
static size_t random_score(char *text, size_t cap, uint64_t seed)
{
    static const char *const between[] = {" ", " ", " ", " ", "\n", "  ", " {so} ", " $1 ", " () "};
    arb_position position;
    arb_undo undo;
    size_t len = 0;
    arb_position_start(&position, arb_rules_at(0));
    for (int ply = 0; ply < 300; ply++) {
        arb_move list[ARB_MOVES_8X8];
        size_t count = arb_position_moves(&position, list, ARB_MOVES_8X8);
        if (count == 0 || len + 64 > cap)
            break;
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        arb_move move = list[(seed >> 33) % count];
        if (ply % 2 == 0)
            len += (size_t)snprintf(text + len, cap - len, seed >> 20 & 1 ? "%d. " : "%d.",
                                    ply / 2 + 1);
        len += arb_san_write(&position, move, text + len, cap - len);
        /* In some games comments and the like are rare, in others common. */
        size_t kinds = seed >> 40 & 7 ? 4 : sizeof between / sizeof *between;
        len += (size_t)snprintf(text + len, cap - len, "%s", between[(seed >> 50) % kinds]);
        arb_position_make(&position, move, &undo);
    }
    return len;
}

/* The move of every node must be the one that arb_san_read reads from its word on the board before
 * it. */
TEST(moves_are_those_of_the_words_at_their_places)
{
    static char text[8192];
    for (uint64_t seed = 1; seed <= 60; seed++) {
        size_t len = random_score(text, sizeof text, seed), moves = 0;
        arb_tree *tree = arb_tree_new(NULL);
        check_case("seed %d", (int)seed);
        CHECK_EQ_INT(arb_tree_read(tree, arb_rules_at(0), text, len, NULL), ARB_OK);
        CHECK_EQ_INT(arb_tree_fault_count(tree), 1); /* no result */
        for (arb_node node = 1; node < arb_tree_count(tree); node++) {
            arb_position before;
            arb_san san;
            size_t place = arb_tree_place(tree, node), end = place;
            if (arb_tree_kind(tree, node) != ARB_NODE_MOVE)
                continue;
            while (end < len && (unsigned char)text[end] > ' ')
                end++;
            arb_tree_board(tree, arb_tree_parent(tree, node), &before);
            CHECK(place < end && arb_san_read(&before, text + place, end - place, &san) == ARB_OK &&
                  san.tolerated == 0 && san.move == arb_tree_move(tree, node));
            moves++;
        }
        CHECK(moves > 20);
        arb_tree_free(tree);
    }
}

TEST(a_hundred_thousand_nested_variations)
{
    enum { DEPTH = 100000 };
    size_t cap = 32 * DEPTH + 100, len = 0;
    char *text = malloc(cap);
    /* Each variation replaces the last move of the variation around it and adds one. */
    static const char *const variations[] = {" (Nc3 Nf6", " (Nc6 Nf3", " (Nb1 Nf6", " (Nb8 Nf3"};
    len += (size_t)snprintf(text + len, cap - len, "1. Nf3");
    for (int i = 0; i < DEPTH; i++)
        len += (size_t)snprintf(text + len, cap - len, "%s", variations[i % 4]);
    for (int i = 0; i < DEPTH; i++)
        text[len++] = ')';
    len += (size_t)snprintf(text + len, cap - len, " *");
    arb_tree *tree = arb_tree_new(NULL), *back = arb_tree_new(NULL);
    CHECK_EQ_INT(arb_tree_read(tree, chess(), text, len, NULL), ARB_OK);
    CHECK_EQ_INT(arb_tree_fault_count(tree), 0);
    CHECK_EQ_INT(arb_tree_count(tree), 2 * DEPTH + 2);
    size_t need = arb_tree_write(tree, NULL, NULL, 0);
    char *out = malloc(need + 1);
    arb_tree_write(tree, NULL, out, need + 1);
    CHECK_EQ_INT(arb_tree_read(back, chess(), out, need, NULL), ARB_OK);
    CHECK(arb_tree_same(tree, back));
    arb_tree_free(tree);
    arb_tree_free(back);
    free(text);
    free(out);
}

TEST(a_million_nodes_of_at_most_48_bytes)
{
    enum { NODES = 1000000 };
    static const char *const shuffle[] = {"Nf3 ", "Nf6 ", "Ng1 ", "Ng8 "};
    char *text = malloc(4 * NODES + 1);
    for (int i = 0; i < NODES; i++)
        memcpy(text + 4 * i, shuffle[i % 4], 4);
    text[4 * NODES] = '*';
    const arb_allocator allocator = {counted, NULL};
    arb_tree *tree = arb_tree_new(&allocator);
    CHECK_EQ_INT(arb_tree_read(tree, chess(), text, 4 * NODES + 1, NULL), ARB_OK);
    CHECK_EQ_INT(arb_tree_count(tree), NODES + 1);
    CHECK(live_bytes <= 48 * (size_t)NODES + 5 * (size_t)NODES); /* nodes and text */
    arb_position position;
    arb_tree_board(tree, arb_tree_line_end(tree, ARB_ROOT), &position);
    CHECK_EQ_INT(arb_position_fullmove(&position), NODES / 2 + 1);
    CHECK(arb_tree_delete(tree, arb_tree_child(tree, ARB_ROOT)));
    CHECK_EQ_INT(arb_tree_count(tree), 1);
    arb_tree_free(tree);
    CHECK_EQ_INT(live_bytes, 0);
    free(text);
}

/* Alternatives to one move, each followed by as many moves as lie between two stored boards: few
 * boards are stored. */
TEST(edits_do_not_grow_without_bound)
{
    const arb_allocator allocator = {counted, NULL};
    arb_tree *tree = arb_tree_new(&allocator);
    arb_node e4 = add(tree, ARB_ROOT, "e4");
    arb_note_id note;
    arb_tree_add_comment(tree, e4, ARB_NOTE_AFTER, "first", 5, &note);
    for (int i = 0; i < 100000; i++) {
        CHECK_EQ_INT(arb_tree_set_comment(tree, note, "another comment", 15), ARB_OK);
        if (i % 100 == 0)
            arb_tree_delete(tree, add(tree, e4, "e5"));
    }
    CHECK(live_bytes < 100000);
    arb_tree_free(tree);
}

int main(void)
{
    RUN(what_is_read_is_written);
    RUN(comments_are_kept_byte_for_byte);
    RUN(games_follow_one_another);
    RUN(places_are_bytes_of_the_text);
    RUN(lines_are_added_moved_and_cut);
    RUN(null_moves_alternatives_and_tags_are_found_and_go);
    RUN(words_of_null_moves);
    RUN(two_games_merge_into_one_tree);
    RUN(commands_in_comments);
    RUN(a_line_becomes_a_game);
    RUN(moves_are_those_of_the_words_at_their_places);
    RUN(a_hundred_thousand_nested_variations);
    RUN(a_million_nodes_of_at_most_48_bytes);
    RUN(edits_do_not_grow_without_bound);
    return check_result();
}
