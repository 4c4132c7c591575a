/* test_tour_scores.c: games that are ended by the scores of the engines. Layer: tests. */
#include "staged_table.h"

/* Both engines shuffle their knights and give these scores in turn, separated by blanks; "-" is
 * none. Returns the number of plies after which the game has ended, 0 if it has not. */
static int ends_after(const char *scores, const char *fen)
{
    static const char *const round[] = {"b1c3", "b8c6", "g1f3", "g8f6", "c3b1", "c6b8",
                                        "a2a3", "a7a6", "h2h3", "h7h6", "b2b3", "b7b6"};
    int ended = 0, ply = 0;
    begin(fen, 0);
    for (const char *at = scores; *at != '\0' && ended == 0; ply++) {
        char score[20];
        size_t len = strcspn(at, " ");
        bool mate = at[0] == '#', none = at[0] == '-' && len == 1;
        snprintf(score, sizeof score, "%s%.*s",
                 none   ? ""
                 : mate ? "mate "
                        : "cp ",
                 none ? 0 : (int)len - mate, at + mate);
        moves(ply % 2, round[ply], score);
        if (table.state == TABLE_DONE)
            ended = ply + 1;
        at += len + (at[len] == ' ');
    }
    return ended;
}

TEST(games_are_drawn_by_the_scores_of_both_engines)
{
    static const struct {
        unsigned number, count;
        int32_t score;
        const char *scores;
        int ended;
    } cases[] = {
        {0, 2, 10, "0 0 0 0 0", 4},         {0, 2, 10, "10 -10 10 -10", 4},
        {0, 2, 10, "11 0 0 0 0 0", 5},      {0, 2, 10, "0 -11 0 0 0 0", 6},
        {0, 2, 10, "0 0 0 - 0 0 0 0", 8},   {0, 2, 10, "0 0 0 #1 0 0 0 0", 8},
        {3, 1, 10, "0 0 0 0 0 0 0 0", 6},   {4, 1, 10, "0 0 0 0 0 0 0 0", 8},
        {0, 0, 10, "0 0 0 0 0 0 0 0", 0},   {0, 1, 10, "0 0", 2},
        {0, 2, 10, "0 0 0 #-1 0 0 0 0", 8},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%u %u %s", cases[i].number, cases[i].count, cases[i].scores);
        set_up();
        adjudication = (tour_adjudication){.draw_number = cases[i].number,
                                           .draw_count = cases[i].count,
                                           .draw_score = cases[i].score};
        CHECK_EQ_INT(ends_after(cases[i].scores, start), cases[i].ended);
        if (cases[i].ended > 0)
            check_end(ARB_DRAW, "adjudication", "drawn by the scores of both engines");
        leave();
    }
}

TEST(games_are_lost_by_the_own_score)
{
    static const struct {
        unsigned count;
        bool both;
        const char *scores;
        int ended;
    } cases[] = {
        {2, false, "-400 0 -400 0", 3},
        {2, false, "-399 0 -400 0 -400", 5},
        {2, false, "-400 0 0 0 -400 0 -400", 7},
        {2, false, "-400 0 - 0 -400 0 -400", 7},
        {2, false, "0 -400 0 -400", 4},
        {1, false, "#-3 0", 1},
        {1, false, "#0 0", 1},
        {1, false, "#3 #-2", 2},
        {0, false, "-400 0 -400 0", 0},
        {1, true, "-400 400 -400", 3},
        {1, true, "-400 399 -400", 0},
        {1, true, "-400 - -400", 0},
        {1, true, "-400 #2 -400", 3},
        {1, true, "-400 #0 -400", 0},
        {1, true, "400 -400", 2},
        {1, true, "-400", 0}, /* the other one has not said anything yet */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%u %d %s", cases[i].count, cases[i].both, cases[i].scores);
        set_up();
        adjudication = (tour_adjudication){
            .resign_count = cases[i].count, .resign_score = 400, .resign_two_sided = cases[i].both};
        CHECK_EQ_INT(ends_after(cases[i].scores, start), cases[i].ended);
        if (cases[i].ended > 0)
            check_end(cases[i].ended % 2 == 1 ? ARB_BLACK_WINS : ARB_WHITE_WINS, "adjudication",
                      cases[i].ended % 2 == 1 ? "P0 (White) loses by its own score"
                                              : "P1 (Black) loses by its own score");
        leave();
    }
}

TEST(games_end_at_the_limit_of_moves)
{
    for (unsigned most = 0; most <= 3; most++) {
        check_case("at most %u", most);
        set_up();
        adjudication = (tour_adjudication){.max_moves = most};
        CHECK_EQ_INT(ends_after("0 0 0 0 0 0 0 0", start), 2 * most);
        if (most > 0)
            check_end(ARB_DRAW, "adjudication", "drawn: the limit of moves is reached");
        leave();
    }
}

/* Scores of an earlier game do not count. */
TEST(every_game_counts_its_scores_anew)
{
    set_up();
    adjudication = (tour_adjudication){.resign_count = 2, .resign_score = 400, .draw_count = 2};
    CHECK_EQ_INT(ends_after("-400 0 0", start), 0);
    CHECK_EQ_INT(ends_after("-400 -400 -400", start), 3);
    CHECK_EQ_INT(ends_after("0 -400 0 -400", start), 4);
    CHECK_EQ_INT(ends_after("0 0 0", start), 0);
    CHECK_EQ_INT(ends_after("0 0 0", start), 0);
    adjudication =
        (tour_adjudication){.resign_count = 1, .resign_score = 400, .resign_two_sided = true};
    CHECK_EQ_INT(ends_after("0 400", start), 0);
    CHECK_EQ_INT(ends_after("-400 0", start), 0);
    leave();
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    RUN(games_are_drawn_by_the_scores_of_both_engines);
    RUN(games_are_lost_by_the_own_score);
    RUN(games_end_at_the_limit_of_moves);
    RUN(every_game_counts_its_scores_anew);
    return check_result();
}
