/* test_run_edges.c: runs through a game score under any rule set, at the end of a game or of the
 * clocks, and in texts that break off. */
#include "positions.h"
#include "run_machines.h"
#if ARB__FAST
#include "fast/score/score_word.h"
#endif

/* Moves in strict SAN are played whatever the rules are, by an accelerator or by the core. */
TEST(a_run_plays_in_every_rule_set)
{
    static const struct {
        const char *rules, *fen;
        arb_kernel kernel;
    } cases[] = {
        {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", ARB_KERNEL_AUTO},
        {"chess960", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", ARB_KERNEL_AUTO},
        {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", ARB_KERNEL_GRID},
        {"basic", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", ARB_KERNEL_GRID},
        {"lab", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", ARB_KERNEL_AUTO},
        {"king-capture", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", ARB_KERNEL_AUTO},
        {"examples/rules/3check.rules", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", ARB_KERNEL_AUTO},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arb_position position, before;
        arb_run run;
        uint64_t plies = 99;
        check_case("%s: %s", cases[i].rules, cases[i].fen);
        if (!test_position(&position, cases[i].rules, cases[i].fen, cases[i].kernel))
            continue;
        before = position;
        arb_run_start(&run, &position, NULL);
        CHECK_EQ_INT(arb_run_score(&run, &position, "Ke2 Kxe2 ", 9, &plies), 3);
        CHECK_EQ_INT(plies, 1);
        CHECK(run.has_last);
        arb_position after = position;
        arb_position_undo(&after, &run.last);
        CHECK(arb_position_same(&before, &after));
        arb_run_note(&run, &position); /* without a history it does nothing */
        CHECK_EQ_INT(run.end, ARB_R_NONE);
    }
}

/* The counters stop at 999999. */
TEST(a_run_counts_the_clocks_as_play_does)
{
    static const char *const fens[] = {
        "4k3/8/8/8/8/8/8/4K2R w - - 0 8",           "4k3/8/8/8/8/8/8/4K2R w - - 0 98",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 99998",       "4k3/8/8/8/8/8/8/4K2R w - - 499998 499999",
        "4k3/8/8/8/8/8/8/4K2R w - - 500000 500000", "4k3/8/8/8/8/8/8/4K2R w - - 999998 999998",
    };
    static const char *const moves[] = {"Kd2", "Kd7", "Rh2", "Kd6", "Kd1", "Kd7"};
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        arb_position position, expected;
        arb_run run;
        uint64_t plies;
        char text[64] = "", fen[2][128];
        check_case("%s", fens[i]);
        if (!test_position(&position, "chess", fens[i], ARB_KERNEL_AUTO))
            continue;
        expected = position;
        for (size_t k = 0; k < sizeof moves / sizeof *moves; k++)
            strcat(strcat(text, moves[k]), " ");
        arb_run_start(&run, &position, NULL);
        arb_run_score(&run, &position, text, strlen(text), &plies);
        for (size_t k = 0; k < plies; k++) {
            arb_san san;
            arb_undo undo;
            CHECK_EQ_INT(arb_san_read(&expected, moves[k], 3, &san), ARB_OK);
            CHECK(arb_position_play(&expected, san.move, &undo));
        }
        arb_position_fen(&position, ARB_X_FEN, ARB_EP_ALWAYS, fen[0], sizeof fen[0]);
        arb_position_fen(&expected, ARB_X_FEN, ARB_EP_ALWAYS, fen[1], sizeof fen[1]);
        CHECK_EQ_TEXT(fen[0], fen[1]);
        CHECK_EQ_INT(arb_position_halfmove(&position), arb_position_halfmove(&expected));
        CHECK(i > 2 || plies == 6);
    }
}

TEST(a_run_that_has_ended_takes_no_more)
{
    static arb_run_keys history;
    arb_position position;
    arb_run run;
    uint64_t plies;
    if (!test_position(&position, "chess", "4k3/8/8/8/8/8/8/R3K3 w - - 149 100", ARB_KERNEL_AUTO))
        return;
    arb_run_start(&run, &position, &history);
    CHECK_EQ_INT(arb_run_score(&run, &position, "Ra2 Kd8", 7, &plies), 3);
    CHECK_EQ_INT(run.end, ARB_R_MOVE_LIMIT);
    CHECK_EQ_INT(arb_run_score(&run, &position, "Kd8", 3, &plies), 0);
    CHECK_EQ_INT(plies, 0);
}

/* Plays the words of a text with single blanks, except numbers; returns the place after the last
 * move. */
static size_t play_words(arb_position *pos, const char *text, size_t len, uint64_t *played)
{
    size_t end = 0;
    for (size_t at = 0; at < len;) {
        arb_san san;
        arb_undo undo;
        size_t word = strcspn(text + at, " ");
        if (word > len - at)
            word = len - at;
        bool number = text[at] >= '1' && text[at] <= '9' && text[at + word - 1] == '.';
        if (!number) {
            if (arb_san_read(pos, text + at, word, &san) != ARB_OK || san.tolerated != 0 ||
                !arb_position_play(pos, san.move, &undo))
                break;
            end = at + word;
            ++*played;
        }
        at += word + 1;
    }
    return end;
}

/* The text's memory ends where the text is cut. A cut word is read only if it is itself a legal
 * move; a number at the end may or may not be read with the move before it. */
static void check_cut(const char *whole, size_t len, bool black, int machine)
{
    arb_position position, expected;
    uint64_t plies = 0, played = 0, ahead = 0;
    arb_run run;
    char *text = malloc(len + 1);
    if (!CHECK(text != NULL))
        return;
    memcpy(text + 1, whole, len);
    check_case("%.*s", (int)len, whole);
    arb_position_start(&position, arb_rules_find("chess", 5));
    if (black)
        play_words(&position, "e4", 2, &ahead);
    expected = position;
    size_t end = play_words(&expected, whole, len, &played);
    arb_run_start(&run, &position, NULL);
    size_t taken = arb__run_score_by(run_machines[machine], &run, &position, text + 1, len, &plies);
    CHECK_EQ_INT(plies, played);
    CHECK(taken >= end && taken <= end + strlen(" 19."));
    CHECK(arb_position_same(&position, &expected));
    free(text);
}

TEST(a_score_may_end_anywhere)
{
    static const char *const wholes[] = {
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4 d4 b5 Bb3 d5 dxe5 Be6 c3 Be7 Nbd2 O-O Qe2 Nxd2 "
        "Bxd2 Qd7 Bg5 Bxg5 Nxg5 Qe7 Nxe6 fxe6 Bc2 d4 Qd3 dxc3 Qxh7+ Kf7 Bg6# ",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Nxe4 6. d4 b5 7. Bb3 d5 8. dxe5 Be6 9. c3 "
        "Be7 10. Nbd2 O-O 11. Qe2 Nxd2 12. Bxd2 Qd7 13. Bg5 Bxg5 14. Nxg5 ",
        "e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Nxe4 6. d4 b5 7. Bb3 d5 8. dxe5 Be6 9. c3 Be7 ",
    };
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++)
        for (size_t len = 0; len <= strlen(wholes[i]); len++)
            for (int machine = 0; machine < RUN_MACHINES; machine++)
                check_cut(wholes[i], len, i == 2, machine);
}

/* A move that stops the run was played and taken back. That must not lose the state of two plies
 * before, such as a pawn that could be taken en passant. */
TEST(a_wrong_mark_leaves_no_trace)
{
    static const char *const cases[] = {"e4 Nf6 e5 d5 Nf3 Nc6+", "e4 Nf6 e5 d5 Nf3 Bf5#",
                                        "e4 a6 e5 d5 Nf3 O+", "e4 a6 e5 f5 d4 N+",
                                        "e4 a6 e5 d5 f4 Nc+"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int machine = 0; machine < RUN_MACHINES; machine++) {
            arb_position position, expected;
            arb_run run;
            uint64_t plies = 0, played = 0;
            check_case("%s", cases[i]);
            arb_position_start(&position, arb_rules_find("chess", 5));
            expected = position;
            play_words(&expected, cases[i], strlen(cases[i]), &played);
            arb_run_start(&run, &position, NULL);
            arb__run_score_by(run_machines[machine], &run, &position, cases[i], strlen(cases[i]),
                              &plies);
            CHECK_EQ_INT(plies, 5);
            CHECK_EQ_INT(plies, played);
            CHECK(arb_position_same(&position, &expected));
            CHECK(arb_position_key(&position) == arb_position_key(&expected));
        }
}

/* Room that the caller promises behind one text does not hold for the next. Behind that there may
 * be no memory or, as here, bytes that would change its last move. */
TEST(room_is_for_one_text)
{
    static const char first[] = "e4 e5 ................................................";
    static const char second[] = "Nf3+ ................................................";
    arb_position position;
    arb_run run;
    uint64_t plies = 0;
    arb_position_start(&position, arb_rules_find("chess", 5));
    arb_run_start(&run, &position, NULL);
    run.room = ARB_RUN_ROOM;
    CHECK_EQ_INT(arb_run_score(&run, &position, first, 5, &plies), 5);
    CHECK_EQ_INT(plies, 2);
    CHECK_EQ_INT(arb_run_score(&run, &position, second, 3, &plies), 3);
    CHECK_EQ_INT(plies, 1);
}

/* The text ends between "\r" and "\n", and the room behind it has a comment that is never closed.
 * Nothing past the room may be read; the sanitizer would see it. */
TEST(a_comment_behind_the_text_is_not_looked_for)
{
    static const char text[] = "1. e4\r";
    size_t len = sizeof text - 1;
    for (int machine = 0; machine < RUN_MACHINES; machine++) {
        arb_position position;
        arb_run run;
        uint64_t plies = 0;
        char *all = malloc(len + ARB_RUN_ROOM);
        CHECK(all != NULL);
        if (!all)
            return;
        memcpy(all, text, len);
        memset(all + len, 'x', ARB_RUN_ROOM);
        memcpy(all + len, "\n{", 2);
        arb_position_start(&position, arb_rules_find("chess", 5));
        arb_run_start(&run, &position, NULL);
        run.room = ARB_RUN_ROOM;
        CHECK_EQ_INT(arb__run_score_by(run_machines[machine], &run, &position, all, len, &plies),
                     5);
        CHECK_EQ_INT(plies, 1);
        free(all);
    }
}

/* A run expects a clock to be written as long as the one before; if it is not, the moves behind it
 * are the same all the same. */
TEST(clocks_may_be_of_any_length)
{
    static const char text[] =
        "1. e4 {[%clk 0:10:00]} 1... e5 {[%clk 0:10:00]} 2. Nf3 {[%clk 0:9:59]} 2... "
        "Nc6 {[%clk 0:09:58.7] a long thought, and then a move at last} 3. Bb5 { "
        "[%clk 0:09:5] } 3... a6 { [%clk 0:09:5] } 4. Ba4 {[%cl} 4... Nf6 {[%cl} 5. "
        "O-O { [%clk} Be7 } 5... Be7 { [%clk";
    for (int machine = 0; machine < RUN_MACHINES; machine++) {
        arb_position position;
        arb_run run;
        uint64_t plies = 0;
        arb_position_start(&position, arb_rules_find("chess", 5));
        arb_run_start(&run, &position, NULL);
        arb__run_score_by(run_machines[machine], &run, &position, text, sizeof text - 1, &plies);
        check_case("machine %d", machine);
        CHECK_EQ_INT(plies, 10);
    }
}

#if ARB__FAST
/* The table of bytes that may follow a move and the lenient reader agree where a word ends. */
TEST(words_end_where_the_lenient_reader_ends_them)
{
    for (int c = 0; c < 256; c++) {
        char byte = (char)c;
        unsigned what = arb__follows(&byte);
        check_case("byte %d", c);
        CHECK_EQ_INT(what == ARB__BLANK || what == ARB__BEHIND_WORD, arb__ends_word(byte));
    }
}
#endif

int main(void)
{
    RUN(a_run_plays_in_every_rule_set);
    RUN(a_run_counts_the_clocks_as_play_does);
    RUN(a_run_that_has_ended_takes_no_more);
    RUN(a_score_may_end_anywhere);
    RUN(a_wrong_mark_leaves_no_trace);
    RUN(room_is_for_one_text);
    RUN(a_comment_behind_the_text_is_not_looked_for);
    RUN(clocks_may_be_of_any_length);
#if ARB__FAST
    RUN(words_end_where_the_lenient_reader_ends_them);
#endif
    return check_result();
}
