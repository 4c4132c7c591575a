/* test_engine_texts.c: the texts between referee and engine: "info" lines that are read, and games
 * that are written as "position" commands. Layer: tests. */
#include "check.h"
#include "engine/engine.h"
#include "games.h"

static engine_opinion opinion;
static engine_line lines[ENGINE_LINES];

/* Reads a line into an opinion that nothing is known of before. */
static const engine_opinion *read_info(const char *rest)
{
    opinion = (engine_opinion){.known = false};
    memset(lines, 0, sizeof lines);
    engine_info_read(&opinion, lines, rest);
    return &opinion;
}

TEST(numbers_are_read_after_whole_words)
{
    const engine_opinion *o = read_info("depth 12 seldepth 20 score cp 31 nodes 77");
    CHECK(o->known && !o->mate && o->score == 31 && o->depth == 12 && o->nodes == 77);
    o = read_info("seldepth 20 score mate 4 knodes 7 nodes -3");
    CHECK(o->known && o->mate && o->score == 4 && o->depth == 0 && o->nodes == 0);
    o = read_info("score cp 0 depth 1 nodes 1");
    CHECK(o->known && o->score == 0 && o->depth == 1 && o->nodes == 1);
    o = read_info("score cp -1 depth -1 nodes 0");
    CHECK(o->known && o->score == -1 && o->depth == 0 && o->nodes == 0);
    CHECK(!read_info("score cp ")->known);
    CHECK(!read_info("score cp x")->known);
    CHECK(!read_info("score cp 5x")->known);
    CHECK(!read_info("score 5")->known);
    CHECK(!read_info("depth 5")->known);
    CHECK(!read_info("score cp 5 lowerbound")->known);
    CHECK(!read_info("score cp 5 upperbound")->known);
    CHECK(!read_info("string score cp 5")->known);
    CHECK(read_info("score cp 5 strin")->known);
}

TEST(numbers_past_their_range_are_not_taken)
{
    CHECK_EQ_INT(read_info("score cp 2147483647 depth 2147483646")->score, INT32_MAX);
    CHECK_EQ_INT(opinion.depth, 2147483646);
    CHECK_EQ_INT(read_info("score cp -2147483647 depth 2147483647")->score, -INT32_MAX);
    CHECK_EQ_INT(opinion.depth, 0);
    CHECK(!read_info("score cp 2147483648")->known);
    CHECK(!read_info("score cp -2147483648")->known);
}

TEST(a_line_past_the_limit_says_nothing)
{
    static char line[ENGINE_LINE_LIMIT + 1];
    memset(line, ' ', ENGINE_LINE_LIMIT - 1);
    memcpy(line, "score cp 5", 10);
    CHECK(read_info(line)->known);
    line[ENGINE_LINE_LIMIT - 1] = ' ';
    CHECK(!read_info(line)->known);
}

TEST(each_variation_has_its_line)
{
    CHECK(read_info("multipv 1 score cp 5 depth 3 pv e2e4 e7e5 depth 9")->known);
    CHECK_EQ_INT(opinion.depth, 3);
    CHECK_EQ_TEXT(lines[0].moves, "e2e4 e7e5 depth 9");
    CHECK(lines[0].opinion.known && lines[0].opinion.score == 5);
    CHECK(!read_info("multipv 5 score cp 6 pv d2d4")->known);
    CHECK_EQ_TEXT(lines[4].moves, "d2d4");
    CHECK_EQ_INT(lines[4].opinion.score, 6);
    for (unsigned i = 0; i < 2; i++) { /* no such places */
        CHECK(!read_info(i == 0 ? "multipv 6 score cp 7 pv c2c4" : "multipv 0 score cp 7 pv c2c4")
                   ->known);
        for (unsigned at = 0; at < ENGINE_LINES; at++)
            CHECK_EQ_TEXT(lines[at].moves, "");
    }
    CHECK(read_info("score cp 8 depth 2")->known);
    CHECK(!lines[0].opinion.known);
}

TEST(moves_are_cut_after_a_whole_one)
{
    char line[400] = "score cp 1 pv", *at = line + strlen(line);
    for (unsigned i = 0; i < 51; i++)
        at += snprintf(at, 8, " e2e%u", i % 9 + 1); /* 254 bytes of moves */
    memcpy(at, "q", 2);                             /* 255: all fit */
    read_info(line);
    CHECK_EQ_TEXT(lines[0].moves, line + 14);
    memcpy(at, "qq", 3); /* 256: the last one does not */
    read_info(line);
    CHECK_EQ_INT(strlen(lines[0].moves), 249);
    CHECK(strncmp(lines[0].moves, line + 14, 249) == 0);
    memcpy(at, " e2e4", 6); /* a blank where the room ends */
    read_info(line);
    CHECK_EQ_INT(strlen(lines[0].moves), 254);
    memset(line + 14, 'x', 300);
    line[314] = '\0';
    read_info(line);
    CHECK_EQ_TEXT(lines[0].moves, "");
}

/* ---- games ---- */

static const char *told_game(const char *rules, const char *fen, const char *moves)
{
    static engine_told told;
    arb_game *game = game_from(rules, fen, NULL);
    play(game, moves);
    engine_tell_position(&told, game);
    CHECK_EQ_INT(told.len, strlen(told.text));
    arb_game_free(game);
    return told.text;
}

TEST(a_game_is_told_from_its_last_capture_or_pawn_move)
{
    CHECK_EQ_TEXT(told_game("chess", NULL, ""),
                  "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    CHECK_EQ_TEXT(told_game("chess", NULL, "g1f3 g8f6"),
                  "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
                  " moves g1f3 g8f6");
    CHECK_EQ_TEXT(told_game("chess", NULL, "g1f3 e7e5 b1c3"),
                  "position fen rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2"
                  " moves b1c3");
    CHECK_EQ_TEXT(told_game("chess", NULL, "e2e4"),
                  "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /* Rights are written by files where rooks may start anywhere, and castling is king takes rook.
     */
    CHECK_EQ_TEXT(told_game("chess960", "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1h1"),
                  "position fen 4k3/8/8/8/8/8/8/R3K2R w HA - 0 1 moves e1h1");
}

/* The text begins anew when the next move, its blank and the word "moves" would not fit. */
TEST(a_told_game_always_fits)
{
    static const char *const shuffle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    static const char *const starts[] = {"0 1", "0 10", "0 100", "0 1000", "10 1"};
    unsigned exact = 0;
    for (size_t i = 0; i < 5; i++) { /* with five lengths the room ends after each byte of a move */
        static engine_told told;
        char fen[100];
        arb_position position;
        arb_verdict verdict;
        arb_undo undo;
        int n = snprintf(fen, sizeof fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - %s",
                         starts[i]);
        CHECK_EQ_INT(arb_position_read(&position, arb_rules_at(0), fen, (size_t)n, NULL, NULL),
                     ARB_OK);
        engine_tell_begin(&told, &position);
        for (unsigned ply = 0; ply < 900; ply++) {
            size_t before = told.len;
            CHECK_EQ_INT(arb_uci_read(&position, shuffle[ply % 4], 4, &verdict, NULL), ARB_OK);
            CHECK(arb_position_play(&position, verdict.move, &undo));
            engine_tell_move(&told, shuffle[ply % 4], &position);
            CHECK_EQ_INT(told.len, strlen(told.text));
            CHECK_EQ_INT(told.len < before, before + 4 + 8 >= sizeof told.text);
            exact += before + 4 + 8 == sizeof told.text;
        }
    }
    CHECK(exact > 0);
}

int main(void)
{
    RUN(numbers_are_read_after_whole_words);
    RUN(numbers_past_their_range_are_not_taken);
    RUN(a_line_past_the_limit_says_nothing);
    RUN(each_variation_has_its_line);
    RUN(moves_are_cut_after_a_whole_one);
    RUN(a_game_is_told_from_its_last_capture_or_pawn_move);
    RUN(a_told_game_always_fits);
    return check_result();
}
