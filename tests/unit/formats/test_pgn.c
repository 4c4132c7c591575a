/* test_pgn.c: one game as PGN, out and in. */
#include "check.h"
#include "formats/pgn.h"

#include <stdlib.h>

typedef struct {
    char text[1 << 16];
    size_t len;
} buffer;

static void put(void *context, const char *text, size_t len)
{
    buffer *b = context;
    if (b->len + len < sizeof b->text) {
        memcpy(b->text + b->len, text, len);
        b->len += len;
        b->text[b->len] = '\0';
    }
}

static const arb_rules *rules_of(const char *name)
{
    return arb_rules_find(name, strlen(name));
}

static arb_game *read_game(const char *text, fmt_pgn_tags *tags, fmt_error *error)
{
    arb_tree *tree;
    arb_game *game = fmt_pgn_open(rules_of("chess"), text, strlen(text), &tree, tags, error);
    arb_tree_free(tree);
    return game;
}

static void write_game(buffer *out, const arb_game *game, const fmt_pgn_tags *tags)
{
    out->len = 0;
    out->text[0] = '\0';
    fmt_pgn_write(&(fmt_out){put, out}, game, tags);
}

TEST(a_game_is_written_with_the_seven_tags_and_strict_san)
{
    static const char expected[] = "[Event \"A \\\"friendly\\\" \\\\ game\"]\n[Site \"?\"]\n"
                                   "[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Anna\"]\n"
                                   "[Black \"?\"]\n[Result \"0-1\"]\n\n"
                                   "1. f3 e5 2. g4 Qh4# 0-1\n\n";
    fmt_pgn_tags tags, again;
    fmt_error error;
    arb_game *game = read_game("1.f2f3 e5 2 g4 Qh4", &tags, &error);
    static buffer out;
    if (!CHECK(game != NULL))
        return;
    snprintf(tags.event, sizeof tags.event, "%s", "A \"friendly\" \\ game");
    snprintf(tags.white, sizeof tags.white, "%s", "Anna");
    write_game(&out, game, &tags);
    CHECK_EQ_TEXT(out.text, expected);
    arb_game_free(game);

    game = read_game(out.text, &again, &error);
    CHECK(game != NULL);
    CHECK_EQ_TEXT(again.event, tags.event);
    CHECK_EQ_TEXT(again.white, "Anna");
    arb_game_free(game);
}

/* They are written as blanks, so they must be read as blanks for the game to read back the same. */
TEST(control_characters_in_tags_are_blanks)
{
    fmt_pgn_tags tags;
    fmt_error error;
    arb_game *game =
        read_game("[Event \"A\x13 b\x7f\"]\n[White \"\x1b[2J\"]\n\n1. Nf3 *", &tags, &error);
    if (!CHECK(game != NULL))
        return;
    CHECK_EQ_TEXT(tags.event, "A  b ");
    CHECK_EQ_TEXT(tags.white, " [2J");
    arb_game_free(game);
}

TEST(a_long_tag_is_cut_to_the_room_there_is)
{
    char text[400], value[300];
    memset(value, 'x', sizeof value);
    for (size_t len = FMT_PGN_VALUE_LIMIT - 2; len < FMT_PGN_VALUE_LIMIT + 2; len++) {
        fmt_pgn_tags tags;
        fmt_error error;
        snprintf(text, sizeof text, "[Event \"%.*s\"]\n\n1. e4 *", (int)len, value);
        arb_game *game = read_game(text, &tags, &error);
        if (!CHECK(game != NULL))
            return;
        CHECK_EQ_INT(strlen(tags.event), len < sizeof tags.event ? len : sizeof tags.event - 1);
        arb_game_free(game);
    }
}

TEST(comments_variations_nags_and_numbers_are_passed_over)
{
    fmt_pgn_tags tags;
    fmt_error error;
    static buffer out;
    arb_game *game = read_game("\xEF\xBB\xBF% escaped [\n; a comment ( {\n[White \"A\"]\n\n"
                               "{before (all} 1. e4 $12 !? (1. d4 {) } (1. c4) d5) 1... e5 ; rest\n"
                               "2.Nf3! 2... Nc6?! *\n\n[White \"B\"]\n\n1. a4 *\n",
                               &tags, &error);
    if (!CHECK(game != NULL))
        return;
    write_game(&out, game, &tags);
    CHECK(strstr(out.text, "\n1. e4 e5 2. Nf3 Nc6 *\n") != NULL);
    CHECK_EQ_TEXT(tags.white, "A");
    arb_game_free(game);
}

TEST(a_result_without_mate_is_taken_as_declared)
{
    static const struct {
        const char *text;
        arb_result result;
        arb_reason reason;
    } cases[] = {
        {"1. e4 *", ARB_ONGOING, ARB_R_NONE},
        {"1. e4", ARB_ONGOING, ARB_R_NONE},
        {"1. e4 1-0", ARB_WHITE_WINS, ARB_R_NONE},
        {"1. e4 0-1", ARB_BLACK_WINS, ARB_R_NONE},
        {"1. e4 1/2-1/2", ARB_DRAW, ARB_R_NONE},
        {"[Termination \"Time forfeit\"]\n\n1. e4 1-0", ARB_WHITE_WINS, ARB_R_FLAG},
        {"[Termination \"Time forfeit\"]\n\n1. e4 1/2-1/2", ARB_DRAW, ARB_R_NONE},
        {"[Termination \"Ann won on time\"]\n\n1. e4 0-1", ARB_BLACK_WINS, ARB_R_FLAG},
        {"[Termination \"Abandoned\"]\n\n1. e4 0-1", ARB_BLACK_WINS, ARB_R_NONE},
        {"1. f3 e5 2. g4 Qh4# 0-1", ARB_BLACK_WINS, ARB_R_CHECKMATE},
        {"", ARB_ONGOING, ARB_R_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fmt_pgn_tags tags;
        fmt_error error;
        check_case("%s", cases[i].text);
        arb_game *game = read_game(cases[i].text, &tags, &error);
        if (!CHECK(game != NULL))
            continue;
        CHECK_EQ_INT(arb_game_outcome(game).result, cases[i].result);
        CHECK_EQ_INT(arb_game_outcome(game).reason, cases[i].reason);
        arb_game_free(game);
    }
}

TEST(a_variant_tag_names_the_rules_in_hand_as_programs_write_them)
{
    static const char text[] =
        "name = 3check\ntitle = Three-check chess\naliases = Three-check\nchecks-win = 3\n";
    static const struct {
        const char *tag;
        const char *rules; /* "" if the tag names no known rule set */
    } cases[] = {
        {"3check", "3check"},  {"3Check", "3check"}, {"Three-check", "3check"},
        {"Three-check c", ""}, {"Chess", "chess"},   {"Chess960", "chess960"},
        {"-", "chess"},        {"check", ""},        {"Three-check chess game", ""},
    };
    static arb_rules rules;
    CHECK(arb_rules_read(&rules, text, sizeof text - 1, NULL, NULL));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char pgn[64];
        fmt_pgn_tags tags;
        fmt_error error;
        check_case("%s", cases[i].tag);
        int len = snprintf(pgn, sizeof pgn, "[Variant \"%s\"]\n\n1. e4 *", cases[i].tag);
        arb_tree *tree;
        arb_game *game = fmt_pgn_open(&rules, pgn, (size_t)len, &tree, &tags, &error);
        arb_tree_free(tree);
        const arb_rules *found = game != NULL ? arb_position_rules(arb_game_start(game)) : NULL;
        CHECK_EQ_TEXT(found != NULL ? found->name : "", cases[i].rules);
        arb_game_free(game);
    }
}

TEST(a_game_is_opened_up_to_its_first_fault_which_has_a_place)
{
    enum { REFUSED = -1 };
    static const struct {
        const char *text;
        size_t line, column;
        int plies;
    } cases[] = {
        {"1. e4 {never closed", 1, 7, 1},
        {"1. e4 (1. d4 (1. c4) e5", 1, 7, 1},
        {"[White \"A\n1. e4", 1, 1, 1},
        {"[White A]", 1, 1, REFUSED},
        {"[\"A\"]", 1, 1, REFUSED},
        {"[White \"A\" x]", 1, 1, 0},
        {"[Variant \"bughouse\"]", 1, 11, REFUSED},
        {"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n", 1, 7, REFUSED},
        {"[FEN \"rnbqkbnr/ppp\"]\n", 1, 19, REFUSED},
        {"1. e4 e5\n2. Ke3 *", 2, 4, 2},
        {"1. e4 e5\r\n2. Nh9 *", 2, 4, 2},
        {"1. f3 e5 2. g4 Qh4# 3. a3", 1, 24, 4},
        {"1. e4 )", 1, 7, 1},
        {"1. e4 --", 1, 7, 1},
        {"1. e4 \x01", 1, 7, 1},
        {"1. e5", 1, 4, REFUSED},
        {"[White \"A\"]\n\n1. e5 1-0", 3, 4, 0},
        {"1. e4 e5 (1... Ke3) 2. Nf3 *", 0, 0, 3},
        {"1. e4 hello e5 *", 1, 7, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fmt_pgn_tags tags;
        fmt_error error = {9, 9, "nine"};
        check_case("%s", cases[i].text);
        arb_game *game = read_game(cases[i].text, &tags, &error);
        CHECK_EQ_INT(game != NULL ? (int)arb_game_ply(game) : REFUSED, cases[i].plies);
        CHECK_EQ_INT(error.line, cases[i].line);
        CHECK_EQ_INT(error.column, cases[i].column);
        CHECK_EQ_INT(error.text[0] != '\0', cases[i].line != 0);
        arb_game_free(game);
    }
}

/* The game that is saved again has everything that was read, and playing a move makes the rest of
 * the line a variation. */
TEST(what_follows_a_fault_is_kept)
{
    static const char text[] = "[White \"A\"]\n\n1. e4 e5 {good} 2. Ke3 Nf6 {bad} 3. d4 1-0\n\n";
    static buffer out;
    fmt_pgn_tags tags;
    fmt_error error;
    arb_tree *tree;
    arb_verdict verdict;
    arb_game *game = fmt_pgn_open(rules_of("chess"), text, sizeof text - 1, &tree, &tags, &error);
    if (!CHECK(game != NULL))
        return;
    CHECK_EQ_INT(arb_game_outcome(game).result, ARB_ONGOING);
    CHECK(fmt_pgn_update(tree, game));
    out.len = 0;
    fmt_pgn_write_tree(&(fmt_out){put, &out}, tree);
    CHECK(strstr(out.text, "Ke3 Nf6 {bad} 3. d4 1-0") != NULL);
    CHECK(strstr(out.text, "e5 {good}") != NULL);
    CHECK_EQ_INT(arb_uci_read(arb_game_position(game), "e1e2", 4, &verdict, NULL), ARB_OK);
    CHECK_EQ_INT(arb_game_play(game, verdict.move), ARB_OK);
    CHECK(fmt_pgn_update(tree, game));
    out.len = 0;
    fmt_pgn_write_tree(&(fmt_out){put, &out}, tree);
    CHECK(strstr(out.text, "2. Ke2 (Ke3 Nf6 {bad} 3. d4) *") != NULL);
    arb_game_free(game);
    arb_tree_free(tree);
}

/* Tests the way in which `play` and the server open and save a game. */
TEST(an_opened_game_is_saved_whole)
{
    static const char text[] =
        "[White \"A\"]\n[Annotator \"B\"]\n\n"
        "{intro  } 1. e4 $1 (1. d4 {a\nb} Ke3) 1... e5 { [%clk 0:01:00] } 2. "
        "Nf3 1-0\n\n";
    static buffer out;
    fmt_pgn_tags tags;
    fmt_error error;
    arb_tree *tree;
    arb_game *game = fmt_pgn_open(rules_of("chess"), text, sizeof text - 1, &tree, &tags, &error);
    if (!CHECK(game != NULL))
        return;
    out.len = 0;
    CHECK(fmt_pgn_update(tree, game));
    fmt_pgn_write_tree(&(fmt_out){put, &out}, tree);
    CHECK_EQ_TEXT(out.text, text);
    /* Another second move is played, and the file's own becomes a variation. */
    CHECK(arb_game_undo(game) && arb_game_undo(game));
    arb_san san;
    CHECK_EQ_INT(arb_san_read(arb_game_position(game), "d4", 2, &san), ARB_OK);
    CHECK_EQ_INT(arb_game_play(game, san.move), ARB_OK);
    out.len = 0;
    CHECK(fmt_pgn_update(tree, game));
    fmt_pgn_write_tree(&(fmt_out){put, &out}, tree);
    CHECK(strstr(out.text, "{ [%clk 0:01:00] } 2. d4 (2. Nf3) *") != NULL);
    arb_game_free(game);
    arb_tree_free(tree);
}

TEST(deep_nesting_and_long_tokens_do_no_harm)
{
    enum { DEPTH = 1000000 };
    fmt_pgn_tags tags;
    fmt_error error;
    char *text = malloc(2 * DEPTH + 16);
    if (!CHECK(text != NULL))
        return;
    memcpy(text, "1. e4 ", 6);
    memset(text + 6, '(', DEPTH);
    memset(text + 6 + DEPTH, ')', DEPTH);
    memcpy(text + 6 + 2 * DEPTH, " e5", 4);
    arb_game *game = read_game(text, &tags, &error);
    CHECK(game != NULL && arb_game_ply(game) == 2);
    arb_game_free(game);

    memset(text, 'N', DEPTH);
    text[DEPTH] = '\0';
    CHECK(read_game(text, &tags, &error) == NULL);
    memcpy(text, "[White \"", 8);
    game = read_game(text, &tags, &error);
    CHECK(game != NULL && arb_game_ply(game) == 0 && error.text[0] != '\0');
    arb_game_free(game);
    memcpy(text, "[", 1);
    memset(text + 1, 'W', DEPTH - 1);
    CHECK(read_game(text, &tags, &error) == NULL);
    free(text);
}

/* Lines must stay below 80 columns, and the text must read back as the same game. */
static void check_round_trip(const arb_game *game)
{
    static buffer out, again;
    fmt_pgn_tags tags = {.white = "A", .black = "B"};
    fmt_error error;
    write_game(&out, game, &tags);
    for (const char *line = strstr(out.text, "\n\n"); line != NULL && *line != '\0';) {
        size_t len = strcspn(line, "\n");
        CHECK(len < 80);
        line += len + (line[len] == '\n');
    }
    arb_game *back = read_game(out.text, &tags, &error);
    if (!CHECK(back != NULL)) {
        printf("%zu:%zu: %s\n%s", error.line, error.column, error.text, out.text);
        return;
    }
    CHECK(arb_position_rules(arb_game_start(back)) == arb_position_rules(arb_game_start(game)));
    CHECK_EQ_INT(arb_game_ply(back), arb_game_ply(game));
    CHECK(arb_position_same(arb_game_position(back), arb_game_position(game)));
    write_game(&again, back, &tags);
    CHECK_EQ_TEXT(again.text, out.text);
    arb_game_free(back);
}

/* A game of random moves; seeded, so that it is the same each time. */
static void play_random(const arb_position *start, unsigned *seed, size_t plies)
{
    arb_game *game = arb_game_new(start, NULL);
    arb_move list[ARB_MOVES_8X8];
    for (size_t i = 0; i < plies; i++) {
        size_t count = arb_position_moves(arb_game_position(game), list, ARB_MOVES_8X8);
        *seed = *seed * 1103515245u + 12345u;
        if (count == 0 || arb_game_play(game, list[(*seed >> 8) % count]) != ARB_OK)
            break;
    }
    check_round_trip(game);
    arb_game_free(game);
}

TEST(random_games_of_every_rule_set_come_back_the_same)
{
    unsigned seed = 1;
    for (size_t i = 0; i < arb_rules_count(); i++) {
        const arb_rules *rules = arb_rules_at(i);
        arb_position start;
        arb_position_start(&start, rules);
        check_case("%s", rules->name);
        for (int n = 0; n < 20; n++)
            play_random(&start, &seed, 120);
    }
    for (unsigned number = 0; number < 960; number += 37) {
        arb_setup setup;
        arb_position start;
        arb_setup_chess960(&setup, number);
        check_case("chess960 %u", number);
        if (CHECK(arb_position_set(&start, rules_of("chess960"), &setup, ARB_KERNEL_AUTO, 0) == 0))
            play_random(&start, &seed, 60);
    }
}

int main(void)
{
    RUN(a_game_is_written_with_the_seven_tags_and_strict_san);
    RUN(control_characters_in_tags_are_blanks);
    RUN(a_long_tag_is_cut_to_the_room_there_is);
    RUN(comments_variations_nags_and_numbers_are_passed_over);
    RUN(a_result_without_mate_is_taken_as_declared);
    RUN(a_variant_tag_names_the_rules_in_hand_as_programs_write_them);
    RUN(a_game_is_opened_up_to_its_first_fault_which_has_a_place);
    RUN(what_follows_a_fault_is_kept);
    RUN(an_opened_game_is_saved_whole);
    RUN(deep_nesting_and_long_tokens_do_no_harm);
    RUN(random_games_of_every_rule_set_come_back_the_same);
    return check_result();
}
