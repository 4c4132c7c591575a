/* test_run_mate.c: a checkmate that is written as a check ends a run in front of it, and leaves no
 * trace of having been tried. */
#include "positions.h"

/* Stretches of moves that end rights, repeat positions or cannot be reversed; after each the
 * fool's mate can follow. */
static const char *const stretches[] = {
    "Nf3 Nf6 Rg1 Rg8 Rh1 Rh8 Ng1 Ng8 ", "a3 a6 ",
    "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 ", "b3 b6 Nh3 Nh6 Ng1 Ng8 ",
    "Nf3 Nf6 Ng1 Ng8 Nh3 Nh6 Ng1 Ng8 ", "c3 c6 Nf3 Nf6 Ng1 Ng8 ",
    "a4 g6 Na3 Nf6 Nb1 Ng8 ",           "Nf3 Nf6 Ng1 Ng8 Nh3 Nh6 Ng1 Ng8 ",
    "c4 h6 Nh3 Nf6 Ng1 Ng8 ",           "b4 b5 ",
    "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 ",
};

typedef struct {
    arb_position position;
    arb_run run;
    arb_run_keys keys;
    uint64_t plies;
    size_t taken;
} played;

/* Reads in two runs; the second continues with the history that the first has noted. */
static void play(played *p, const char *first, const char *text, bool history)
{
    memset(p, 0, sizeof *p);
    arb_position_start(&p->position, arb_rules_find("chess", 5));
    arb_run_start(&p->run, &p->position, history ? &p->keys : NULL);
    arb_run_score(&p->run, &p->position, first, strlen(first), &p->plies);
    p->taken = arb_run_score(&p->run, &p->position, text, strlen(text), &p->plies);
}

static void compare(const char *first, const char *without, const char *with, bool history)
{
    static played expected, got;
    play(&expected, first, without, history);
    play(&got, first, with, history);
    check_case("%s", with);
    CHECK(expected.plies > 0);
    CHECK_EQ_INT(got.plies, expected.plies);
    CHECK_EQ_INT(got.taken, expected.taken);
    CHECK_EQ_INT(got.run.end, expected.run.end);
    CHECK_EQ_INT(got.keys.count, expected.keys.count);
    CHECK(memcmp(got.keys.keys, expected.keys.keys,
                 expected.keys.count * sizeof expected.keys.keys[0]) == 0);
    CHECK(arb_position_same(&got.position, &expected.position));
    CHECK(arb_position_key(&got.position) == arb_position_key_afresh(&got.position));
    arb_position_undo(&got.position, &got.run.last);
    arb_position_undo(&expected.position, &expected.run.last);
    CHECK(arb_position_same(&got.position, &expected.position));
}

TEST(a_mate_written_as_check_leaves_no_trace)
{
    static const char *const behind[] = {"", " ", " 0-1\n", " Ke2 "};
    static played right;
    char text[1024] = "", without[1100], with[1200];
    for (size_t i = 0; i < sizeof stretches / sizeof *stretches; i++) {
        for (size_t k = 0; k < 8; k++) {
            snprintf(without, sizeof without, "%sf3 e5 g4", text);
            snprintf(with, sizeof with, "%s Qh4+%s", without, behind[k % 4]);
            compare("", without, with, k < 4);
        }
        snprintf(with, sizeof with, "%s Qh4#", without);
        play(&right, "", with, true);
        CHECK_EQ_INT(right.taken, strlen(with));
        strcat(text, stretches[i]);
    }
}

TEST(nor_of_what_an_earlier_run_has_noted)
{
    compare("f3 e5 g4 Nc6 Nc3 Nb8 Nb1", "Nc6 Nc3 Nb8 Nb1", "Nc6 Nc3 Nb8 Nb1 Qh4+", true);
}

/* The count of moves would end the game, but a mate takes precedence (FIDE 9.6.2). */
TEST(nor_of_an_end_by_the_count_of_moves)
{
    arb_position position;
    arb_run run;
    arb_run_keys keys;
    uint64_t plies;
    if (!test_position(&position, "chess", "7k/8/6K1/8/8/8/8/R7 w - - 149 100", ARB_KERNEL_AUTO))
        return;
    arb_run_start(&run, &position, &keys);
    CHECK_EQ_INT(arb_run_score(&run, &position, "Ra8+", 4, &plies), 0);
    CHECK_EQ_INT(plies, 0);
    CHECK_EQ_INT(run.end, ARB_R_NONE);
    CHECK_EQ_INT(keys.count, 1);
}

int main(void)
{
    RUN(a_mate_written_as_check_leaves_no_trace);
    RUN(nor_of_what_an_earlier_run_has_noted);
    RUN(nor_of_an_end_by_the_count_of_moves);
    return check_result();
}
