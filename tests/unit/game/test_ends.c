/* test_ends.c: a game and a run through its moves end at the same ply, for the same reason, in the
 * same words, in every rule set that comes with the library. */
#include "games.h"

#include "tests/property/random.h"

#include <string.h>

enum { GAMES = 12, PLIES = 300, MOVES = 4096 };

static arb_run_keys history;
static arb_move list[MOVES];

static void compare(const arb_game *game, const arb_run *run, const arb_position *pos)
{
    char a[160], b[160];
    arb_outcome of_game = arb_game_outcome(game), of_run = arb_run_outcome(run, pos);
    CHECK_EQ_INT(of_game.result, of_run.result);
    CHECK_EQ_INT(of_game.reason, of_run.reason);
    CHECK_EQ_INT(run->end, of_game.reason);
    arb_outcome_sentence(of_game, a, sizeof a);
    arb_outcome_sentence(of_run, b, sizeof b);
    CHECK_EQ_TEXT(a, b);
}

/* After the end the verdict on any attempt says by which rule the game is over. */
static void ask_verdict(const arb_game *game)
{
    char text[160], over[160];
    arb_verdict verdict = arb_game_verdict(game, 0, 1, ARB_NO_KIND);
    CHECK_EQ_INT(verdict.code, ARB_V_GAME_OVER);
    arb_verdict_text(&verdict, arb_game_position(game), text, sizeof text);
    arb_outcome_sentence(arb_game_outcome(game), over, sizeof over);
    CHECK_EQ_TEXT(text, over);
    CHECK_EQ_TEXT(arb_verdict_article(&verdict), arb_outcome_article(arb_game_outcome(game)));
}

static bool play_out(const arb_rules *rules, random_source *source)
{
    arb_position pos;
    arb_run run;
    arb_undo undo;
    if (arb_position_start(&pos, rules) != 0)
        return false;
    arb_game *game = arb_game_new(&pos, NULL);
    arb_run_start(&run, &pos, &history);
    for (int ply = 0; ply < PLIES && arb_game_outcome(game).result == ARB_ONGOING; ply++) {
        size_t count = arb_position_moves(&pos, list, MOVES);
        if (count == 0 || count > MOVES)
            break;
        /* Random moves often go back, so that positions repeat. */
        arb_move move = list[random_below(source, (unsigned)count)];
        CHECK_EQ_INT(arb_game_play(game, move), ARB_OK);
        CHECK(arb_position_play(&pos, move, &undo));
        arb_run_note(&run, &pos);
        check_case("%s, ply %d", rules->name, ply);
        compare(game, &run, &pos);
    }
    bool over = arb_game_outcome(game).result != ARB_ONGOING;
    if (over) {
        ask_verdict(game);
        CHECK_EQ_INT(arb_game_play(game, list[0]), ARB_ILLEGAL);
    }
    arb_game_free(game);
    return over;
}

TEST(game_and_run_end_alike_in_every_rule_set)
{
    random_source source = {11};
    unsigned ended = 0;
    for (size_t i = 0; i < arb_rules_count(); i++)
        for (int n = 0; n < GAMES; n++)
            ended += play_out(arb_rules_at(i), &source);
    check_case("all");
    CHECK(ended > 50);
}

static arb_game *chess_from(const char *fen)
{
    static arb_position pos;
    arb_error error;
    CHECK_EQ_INT(
        arb_position_read(&pos, arb_rules_find("chess", 5), fen, strlen(fen), NULL, &error),
        ARB_OK);
    return arb_game_new(&pos, NULL);
}

static void expect(arb_game *game, const char *sentence)
{
    char text[160];
    arb_outcome_sentence(arb_game_outcome(game), text, sizeof text);
    CHECK_EQ_TEXT(text, sentence);
    arb_game_free(game);
}

TEST(article_5_1_2_a_resignation_to_who_cannot_mate_is_a_draw)
{
    arb_game *game = chess_from("4k3/8/8/8/8/8/4q3/6K1 b - - 0 30");
    CHECK(arb_game_resign(game, ARB_BLACK));
    expect(game, "The game is over: drawn by resignation, since the opponent cannot win (5.1.2).");
    game = chess_from("4k3/8/8/8/8/8/4q3/6K1 b - - 0 30");
    CHECK(arb_game_resign(game, ARB_WHITE));
    expect(game, "The game is over: Black wins by resignation (5.1.2).");
}

TEST(article_5_2_2_locked_pawns_are_a_dead_position)
{
    expect(chess_from("2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1"),
           "The game is over: drawn, since neither side can win (5.2.2).");
}

TEST(article_5_2_3_a_draw_is_agreed_only_after_both_have_moved)
{
    arb_game *game = chess_from("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    CHECK(!arb_game_agree_draw(game));
    arb_game_free(game);
    game = chess_from("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    CHECK(arb_game_agree_draw(game));
    expect(game, "The game is over: drawn by agreement (5.2.3).");
}

TEST(article_6_9_a_flag_against_who_cannot_mate_is_a_draw)
{
    arb_game *game = chess_from("4k3/8/8/8/8/8/4q3/6K1 b - - 0 30");
    CHECK(arb_game_flag(game, ARB_BLACK));
    expect(game, "The game is over: drawn on time, since the opponent cannot win (6.9).");
}

/* The articles are about mate. A rule set that is won otherwise, or that does not follow the Laws
 * in what players declare, ends its games by its own rules; crazyhouse is won by mate alone. */
TEST(an_article_is_cited_only_where_the_rule_set_follows_it)
{
    static const struct {
        const char *rules, *fen;
        const char *flag, *resign, *agree;
    } cases[] = {
        {"chess", "4k3/p7/8/8/8/8/6P1/6K1 b - - 0 30", "6.9", "5.1.2", "5.2.3"},
        {"crazyhouse", "4k3/8/8/8/8/8/4q3/6K1[] b - - 0 30", "6.9", "5.1.2", "5.2.3"},
        {"3check", "4k3/8/8/8/8/8/4q3/6K1 b - - 3+3 0 30", "", "", "5.2.3"},
        {"antichess", "4k3/8/8/8/8/8/p7/6K1 b - - 0 30", "", "", "5.2.3"},
        {"basic", "4k3/p7/8/8/8/8/6P1/6K1 b - - 0 30", "", "", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *articles[] = {cases[i].flag, cases[i].resign, cases[i].agree};
        for (int n = 0; n < 3; n++) {
            arb_game *game = game_from(cases[i].rules, cases[i].fen, NULL);
            check_case("%s %d", cases[i].rules, n);
            if (!game)
                continue;
            CHECK(n == 0   ? arb_game_flag(game, ARB_BLACK)
                  : n == 1 ? arb_game_resign(game, ARB_BLACK)
                           : arb_game_agree_draw(game));
            CHECK_EQ_TEXT(arb_outcome_article(arb_game_outcome(game)), articles[n]);
            arb_game_free(game);
        }
    }
    expect(game_from("antichess", "8/8/3b4/8/5p2/5P2/4B3/8 w - - 0 1", NULL),
           "The game is over: drawn, since neither side can win.");
    expect(game_from("antichess", "8/8/8/8/8/8/8/k7 w - - 0 1", NULL),
           "The game is over: White wins since nothing is left.");
}

/* As on lichess, a lone king cannot win in three-check and atomic chess; elsewhere it may. */
TEST(a_flag_in_variants_draws_where_the_other_side_cannot_win)
{
    static const struct {
        const char *rules, *fen;
        arb_result result;
    } cases[] = {
        {"3check", "4k3/8/8/8/8/8/4q3/6K1 b - - 3+3 0 30", ARB_DRAW},
        {"3check", "4k3/8/8/8/8/8/4q3/5NK1 b - - 3+3 0 30", ARB_WHITE_WINS},
        {"atomic", "4k3/8/8/8/8/8/q7/6K1 b - - 0 30", ARB_DRAW},
        {"atomic", "4k3/p7/8/8/8/8/6P1/6K1 b - - 0 30", ARB_WHITE_WINS},
        {"kingofthehill", "4k3/8/8/8/8/8/4q3/6K1 b - - 0 30", ARB_WHITE_WINS},
        {"racingkings", "8/8/8/8/8/8/q7/k6K b - - 0 30", ARB_WHITE_WINS},
        {"crazyhouse", "4k3/8/8/8/8/8/4q3/6K1[] b - - 0 30", ARB_WHITE_WINS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arb_game *game = game_from(cases[i].rules, cases[i].fen, NULL);
        check_case("%s %s", cases[i].rules, cases[i].fen);
        if (!game)
            continue;
        CHECK(arb_game_flag(game, ARB_BLACK));
        CHECK_EQ_INT(arb_game_outcome(game).result, cases[i].result);
        arb_game_free(game);
    }
    check_case("%s", "");
}

TEST(article_9_6_2_mate_comes_before_the_count_of_moves)
{
    expect(chess_from("R3k3/8/4K3/8/8/8/8/8 b - - 150 120"),
           "The game is over: White wins by checkmate (5.1.1).");
    expect(chess_from("R7/8/4K1k1/8/8/8/8/8 b - - 150 120"),
           "The game is over: drawn by the 75-move rule (9.6.2).");
}

TEST(article_8_7_a_written_result_stands)
{
    arb_game *game = chess_from("4k3/8/8/8/8/8/4q3/6K1 b - - 0 30");
    CHECK(arb_game_declare(game, (arb_outcome){ARB_WHITE_WINS, ARB_R_RESIGNATION, false}));
    expect(game, "The game is over: White wins by resignation (5.1.2).");
}

int main(void)
{
    RUN(game_and_run_end_alike_in_every_rule_set);
    RUN(article_5_1_2_a_resignation_to_who_cannot_mate_is_a_draw);
    RUN(article_5_2_2_locked_pawns_are_a_dead_position);
    RUN(article_5_2_3_a_draw_is_agreed_only_after_both_have_moved);
    RUN(article_6_9_a_flag_against_who_cannot_mate_is_a_draw);
    RUN(an_article_is_cited_only_where_the_rule_set_follows_it);
    RUN(a_flag_in_variants_draws_where_the_other_side_cannot_win);
    RUN(article_9_6_2_mate_comes_before_the_count_of_moves);
    RUN(article_8_7_a_written_result_stands);
    return check_result();
}
