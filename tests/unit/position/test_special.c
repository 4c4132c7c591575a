/* test_special.c: what only special rule sets have: hands, counted checks, several royal pieces,
 * pawns that move in any way. */
#include "positions.h"

static const char three_check[] = "examples/rules/3check.rules";
static const char crazyhouse[] = "examples/rules/crazyhouse.rules";
static const char berolina[] = "examples/rules/berolina.rules";

static bool play(arb_position *position, const char *uci)
{
    arb_verdict verdict;
    arb_undo undo;
    return CHECK_EQ_INT(arb_uci_read(position, uci, strlen(uci), &verdict, NULL), ARB_OK) &&
           CHECK(arb_position_play(position, verdict.move, &undo));
}

static const char *fen_of(const arb_position *position, arb_ep_style ep)
{
    static char fen[256];
    arb_position_fen(position, ARB_X_FEN, ep, fen, sizeof fen);
    return fen;
}

TEST(a_hand_is_counted_by_colour_and_kind)
{
    arb_position position;
    if (!test_position(&position, crazyhouse, "4k3/8/8/3p4/4P3/8/8/4K3[NNq] w - - 0 1",
                       ARB_KERNEL_AUTO))
        return;
    CHECK_EQ_INT(arb_position_hand(&position, ARB_WHITE, ARB_KNIGHT), 2);
    CHECK_EQ_INT(arb_position_hand(&position, ARB_BLACK, ARB_KNIGHT), 0);
    CHECK_EQ_INT(arb_position_hand(&position, ARB_BLACK, ARB_QUEEN), 1);
    CHECK_EQ_INT(arb_position_hand(&position, ARB_BLACK, ARB_KIND_LIMIT), 0);
    CHECK(play(&position, "e4d5") && play(&position, "q@h4") && play(&position, "n@g3"));
    CHECK_EQ_INT(arb_position_hand(&position, ARB_WHITE, ARB_PAWN), 1);
    CHECK_EQ_INT(arb_position_hand(&position, ARB_WHITE, ARB_KNIGHT), 1);
    CHECK_EQ_INT(arb_position_hand(&position, ARB_BLACK, ARB_QUEEN), 0);
}

TEST(by_rules_without_hands_all_are_empty)
{
    arb_position position;
    if (test_position(&position, "chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", ARB_KERNEL_AUTO) &&
        play(&position, "e4d5"))
        CHECK_EQ_INT(arb_position_hand(&position, ARB_WHITE, ARB_PAWN), 0);
}

/* A hand holds at most 255 pieces of a kind; pieces captured after that are lost. */
TEST(a_hand_that_is_full_stays_so)
{
    arb_position position;
    char fen[400] = "4k3/8/8/3p4/4P3/8/8/4K3[";
    memset(fen + strlen(fen), 'P', 255);
    strcat(fen, "] w - - 0 1");
    if (!test_position(&position, crazyhouse, fen, ARB_KERNEL_AUTO))
        return;
    CHECK_EQ_INT(arb_position_hand(&position, ARB_WHITE, ARB_PAWN), 255);
    CHECK(play(&position, "e4d5"));
    CHECK_EQ_INT(arb_position_hand(&position, ARB_WHITE, ARB_PAWN), 255);
}

TEST(a_hand_of_pieces_that_the_rules_do_not_have_is_refused)
{
    arb_rules storage;
    arb_setup setup;
    arb_position position;
    const arb_rules *rules = test_rules(&storage, crazyhouse);
    if (!rules)
        return;
    arb_setup_start(&setup, rules);
    setup.hand[ARB_BLACK][ARB_FIRST_CUSTOM_KIND] = 1;
    CHECK_EQ_INT(arb_position_set(&position, rules, &setup, ARB_KERNEL_AUTO, 0),
                 ARB_FAULT_UNKNOWN_PIECE);
}

TEST(nothing_stands_where_there_is_no_square)
{
    arb_rules storage;
    arb_setup setup;
    arb_position position;
    const arb_rules *rules = test_rules(&storage, "tests/data/rules/omicron.rules");
    if (!rules)
        return;
    arb_setup_start(&setup, rules);
    setup.board[test_square(setup.size, "b1")] = arb_piece_of(ARB_WHITE, ARB_KNIGHT);
    CHECK_EQ_INT(arb_position_set(&position, rules, &setup, ARB_KERNEL_AUTO, 0),
                 ARB_FAULT_UNKNOWN_PIECE);
}

TEST(checks_are_counted_for_the_side_that_gives_them)
{
    arb_position position;
    if (!test_position(&position, three_check, "4k3/8/8/8/8/8/8/R3K3 w - - 3+2 0 1",
                       ARB_KERNEL_AUTO))
        return;
    CHECK_EQ_INT(arb_position_checks(&position, ARB_WHITE), 0);
    CHECK_EQ_INT(arb_position_checks(&position, ARB_BLACK), 1);
    CHECK(play(&position, "a1a8"));
    CHECK_EQ_INT(arb_position_checks(&position, ARB_WHITE), 1);
    CHECK_EQ_TEXT(fen_of(&position, ARB_EP_LEGAL), "R3k3/8/8/8/8/8/8/4K3 b - - 2+2 1 1");
}

TEST(whoever_attacks_a_second_royal_piece_gives_check)
{
    arb_position position;
    arb_square list[4];
    if (!test_position(&position, "examples/rules/coregal.rules", "3qk3/8/8/8/8/8/8/3RK3 b - - 0 1",
                       ARB_KERNEL_AUTO))
        return;
    CHECK(arb_position_in_check(&position, ARB_BLACK));
    CHECK_EQ_INT(arb_position_checkers(&position, ARB_BLACK, list, 4), 1);
    CHECK_EQ_INT(list[0], test_square(arb_position_size(&position), "d1"));
    CHECK_EQ_INT(arb_position_checkers(&position, ARB_WHITE, list, 4), 0);
}

/* ---- pawns that pass ---- */

TEST(a_pawn_that_passes_aside_is_named_in_the_fen)
{
    arb_position position;
    if (!test_position(&position, berolina, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", ARB_KERNEL_AUTO))
        return;
    CHECK(play(&position, "e2c4"));
    const char *written = "4k3/8/8/8/2Pp4/8/8/4K3 b - d3c4 0 1";
    for (int ep = ARB_EP_LEGAL; ep <= ARB_EP_ALWAYS; ep++)
        CHECK_EQ_TEXT(fen_of(&position, (arb_ep_style)ep), written);
    CHECK(play(&position, "d4d3"));
    CHECK_EQ_TEXT(fen_of(&position, ARB_EP_ALWAYS), "4k3/8/8/8/8/3p4/8/4K3 w - - 0 2");
}

TEST(what_no_pawn_can_take_is_written_only_where_it_is_always)
{
    arb_position position;
    if (!test_position(&position, berolina, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", ARB_KERNEL_AUTO))
        return;
    CHECK(play(&position, "e2c4"));
    CHECK_EQ_TEXT(fen_of(&position, ARB_EP_LEGAL), "4k3/8/8/8/2P5/8/8/4K3 b - - 0 1");
    CHECK_EQ_TEXT(fen_of(&position, ARB_EP_PSEUDO), "4k3/8/8/8/2P5/8/8/4K3 b - - 0 1");
    CHECK_EQ_TEXT(fen_of(&position, ARB_EP_ALWAYS), "4k3/8/8/8/2P5/8/8/4K3 b - d3c4 0 1");
}

static void check_no_passing(const char *text)
{
    arb_rules rules;
    arb_position position;
    if (!CHECK(arb_rules_read(&rules, text, strlen(text), NULL, NULL)) ||
        !test_position_by(&position, &rules, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", ARB_KERNEL_AUTO))
        return;
    CHECK(play(&position, "e2e4"));
    CHECK_EQ_TEXT(fen_of(&position, ARB_EP_ALWAYS), "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1");
}

/* FIDE 3.7.3.1: only a pawn that has just made two steps at once can be captured in passing. */
TEST(two_rows_in_one_leap_or_slide_are_no_double_step)
{
    check_no_passing("name = leaps\n"
                     "piece p pawn = move leap +0,+1 +0,+2 capture leap -1,+1 +1,+1\n");
    check_no_passing("name = slides\n"
                     "piece p pawn = move slide +0,+1 max 2 capture leap -1,+1 +1,+1\n");
    check_no_passing("name = slides-and-takes-ahead\n"
                     "piece p pawn = move slide +0,+1 max 2 capture leap +0,+1\n");
    check_no_passing("name = doubles-aside-only\n"
                     "piece p pawn = double move leap -1,+1 move slide +0,+1 max 2 "
                     "capture leap +1,+1\n");
}

/* Pawns of chess make double steps and are captured in passing as in chess, whatever the other
 * rules are (FIDE 3.7.3.1). */
TEST(pawns_are_taken_in_passing_beside_any_special_rule)
{
    static const struct {
        const char *rules, *fen, *passed, *taken;
    } cases[] = {
        {three_check, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 3+3 0 1",
         "4k3/8/8/8/3pP3/8/8/4K3 b - e3 3+3 0 1", "4k3/8/8/8/8/4p3/8/4K3 w - - 3+3 0 2"},
        {crazyhouse, "4k3/8/8/8/3p4/8/4P3/4K3[] w - - 0 1", "4k3/8/8/8/3pP3/8/8/4K3[] b - e3 0 1",
         "4k3/8/8/8/8/4p3/8/4K3[p] w - - 0 2"},
        {"examples/rules/atomic.rules", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
         "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 2"},
        {"examples/rules/kingofthehill.rules", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
         "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        arb_position position;
        check_case("%s", cases[i].rules);
        if (!test_position(&position, cases[i].rules, cases[i].fen, ARB_KERNEL_AUTO))
            continue;
        CHECK(play(&position, "e2e4"));
        CHECK_EQ_TEXT(fen_of(&position, ARB_EP_LEGAL), cases[i].passed);
        CHECK(play(&position, "d4e3"));
        CHECK_EQ_TEXT(fen_of(&position, ARB_EP_LEGAL), cases[i].taken);
    }
}

/* FIDE 9.3: the clock counts moves that could be taken back by others. */
TEST(the_clock_begins_anew_where_no_pawn_can_go_back)
{
    static const struct {
        const char *steps, *fen;
    } cases[] = {
        {"move slide +0,+1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
        {"move slide +0,+1 +0,-1", "4k3/8/8/8/4P3/8/8/4K3 b - - 8 1"},
        {"move leap +0,+2 capture slide +0,-1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
        {"move leap +0,+2 +0,-1", "4k3/8/8/8/4P3/8/8/4K3 b - - 8 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[128];
        arb_rules rules;
        arb_position position;
        check_case("%s", cases[i].steps);
        snprintf(text, sizeof text, "name = a\npiece p pawn = %s\n", cases[i].steps);
        if (CHECK(arb_rules_read(&rules, text, strlen(text), NULL, NULL)) &&
            test_position_by(&position, &rules, "4k3/8/8/8/8/8/4P3/4K3 w - - 7 1",
                             ARB_KERNEL_AUTO) &&
            play(&position, "e2e4"))
            CHECK_EQ_TEXT(fen_of(&position, ARB_EP_LEGAL), cases[i].fen);
    }
}

/* docs/rule-sets.md: if rows are given, only a double step from them can be captured in passing. */
TEST(a_double_step_from_another_row_is_not_passed_over)
{
    static const char horde[] = "examples/rules/horde.rules";
    static const char *const fens[] = {"4k3/8/8/8/P7/8/8/8 b - a3 0 1",
                                       "4k3/8/8/8/8/P7/8/8 b - a2 0 1"};
    arb_rules storage;
    const arb_rules *rules = test_rules(&storage, horde);
    for (int i = 0; i < 2 && rules; i++) {
        arb_position position;
        arb_faults faults = 0;
        arb_position_read(&position, rules, fens[i], strlen(fens[i]), &faults, NULL);
        CHECK_EQ_INT(faults, i == 0 ? 0 : ARB_FAULT_BAD_EN_PASSANT);
    }
}

/* On this row a pawn must promote, but it can only become a missing piece and none is missing. */
TEST(no_pawn_takes_in_passing_where_it_cannot_promote)
{
    static const char text[] = "name = a\npromotion-rows = 3\npromotion-of = missing\n";
    arb_rules rules;
    arb_position position;
    if (!CHECK(arb_rules_read(&rules, text, strlen(text), NULL, NULL)) ||
        !test_position_by(&position, &rules, "rnbqkbnr/3p4/8/4P3/8/8/8/RNBQKBNR b KQkq - 0 1",
                          ARB_KERNEL_AUTO))
        return;
    CHECK(play(&position, "d7d5"));
    CHECK_EQ_TEXT(fen_of(&position, ARB_EP_LEGAL), "rnbqkbnr/8/8/3pP3/8/8/8/RNBQKBNR w KQkq - 0 2");
    CHECK_EQ_INT(arb_position_verdict(&position, test_square(position.size, "e5"),
                                      test_square(position.size, "d6"), ARB_NO_KIND)
                         .code == ARB_V_OK,
                 false);
}

/* Writes the letters of the pieces to which the pawn on a7 may promote. */
static const char *choices_of(const char *statements, const char *fen)
{
    static char letters[16];
    char text[256];
    arb_rules rules;
    arb_position position;
    arb_move list[16];
    snprintf(text, sizeof text, "name = a\n%s\n", statements);
    letters[0] = '\0';
    if (!CHECK(arb_rules_read(&rules, text, strlen(text), NULL, NULL)) ||
        !test_position_by(&position, &rules, fen, ARB_KERNEL_AUTO))
        return letters;
    size_t count = arb_position_moves_from(&position, test_square(position.size, "a7"), list, 16);
    for (size_t i = 0; i < count && i < 15; i++) {
        arb_kind kind = arb_move_promotion(list[i]);
        letters[i] = kind == ARB_NO_KIND ? '-' : rules.kinds[kind].letter;
        letters[i + 1] = '\0';
    }
    return letters;
}

/* docs/rule-sets.md: `start` allows only kinds that the side has in the start position; `missing`
 * only kinds of which it has fewer than there. */
TEST(a_pawn_becomes_what_the_start_position_has_or_what_is_missing)
{
    static const char *const few = "4k3/P7/8/8/8/8/8/QRRBNNK1 w - - 0 1";
    static const char *const bare = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    static const char *const no_queen =
        "promotion-of = start\nstart = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq";
    CHECK_EQ_TEXT(choices_of("promotion-of = any", few), "nbrq");
    CHECK_EQ_TEXT(choices_of("promotion-of = missing", few), "b");
    CHECK_EQ_TEXT(choices_of("promotion-of = missing", bare), "nbrq");
    CHECK_EQ_TEXT(choices_of("promotion-of = missing\npromotion-optional = 1", few), "-b");
    CHECK_EQ_TEXT(choices_of("promotion-of = start", few), "nbrq");
    CHECK_EQ_TEXT(choices_of(no_queen, bare), "nbr");
    CHECK_EQ_TEXT(choices_of("promotion-of = missing", "4k3/P7/8/8/8/8/4K3/QRRBBNN1 w - - 0 1"),
                  "");
}

TEST(a_drop_has_the_verdict_of_its_game)
{
    arb_position position;
    if (!test_position(&position, crazyhouse, "4k3/8/8/8/8/8/4P3/4K3[N] w - - 0 1",
                       ARB_KERNEL_AUTO))
        return;
    arb_game *game = arb_game_new(&position, NULL);
    CHECK_EQ_INT(arb_game_verdict_drop(game, ARB_KNIGHT, 45).code, ARB_V_OK);
    CHECK_EQ_INT(arb_game_verdict_drop(game, ARB_KNIGHT, 12).code, ARB_V_DROP_OCCUPIED);
    CHECK_EQ_INT(arb_game_verdict_drop(game, ARB_QUEEN, 45).code, ARB_V_NOT_IN_HAND);
    CHECK(arb_game_resign(game, ARB_WHITE));
    arb_verdict verdict = arb_game_verdict_drop(game, ARB_KNIGHT, 45);
    CHECK_EQ_INT(verdict.code, ARB_V_GAME_OVER);
    CHECK_EQ_INT(verdict.move, ARB_NO_MOVE);
    arb_game_free(game);
}

/* The pawn may step back, but not onto its first row. */
TEST(no_move_leads_a_pawn_where_none_may_stand)
{
    arb_position position;
    if (!test_position(&position, "tests/data/rules/pawnback.rules",
                       "4k3/8/8/8/8/4P3/P7/7K w - - 0 1", ARB_KERNEL_AUTO))
        return;
    /* a3 and a4; e4 and e2; three of the king's */
    CHECK_EQ_INT(arb_position_moves(&position, NULL, 0), 7);
}

/* ---- explosions (docs/rule-sets.md) ---- */

static const char atomic[] = "examples/rules/atomic.rules";

static arb_verdict verdict_of(const arb_position *position, const char *from, const char *to)
{
    return arb_position_verdict(position, test_square(position->size, from),
                                test_square(position->size, to), ARB_NO_KIND);
}

TEST(a_capture_takes_all_but_pawns_around_and_undo_brings_all_back)
{
    static const struct {
        const char *fen, *move, *after;
    } cases[] = {
        /* All pieces on the eight squares around are removed, except pawns. */
        {"7k/8/8/2nbp3/2PrR3/2BQq3/8/3R3K w - - 5 9", "d3d4", "7k/8/8/4p3/2P5/8/8/3R3K b - - 0 9"},
        /* The capture happens in a corner, and on an edge. */
        {"nn5k/1p6/8/8/8/8/8/R6K w - - 5 9", "a1a8", "7k/1p6/8/8/8/8/8/7K b - - 0 9"},
        {"7k/8/8/7n/6bn/8/8/K6R w - - 5 9", "h1h4", "7k/8/8/8/8/8/8/K7 b - - 0 9"},
        /* The capturing pawn is removed, too, also if it captures in passing. */
        {"7k/8/8/3pP3/2N1N3/8/8/K7 w - d6 0 9", "e5d6", "7k/8/8/8/2N1N3/8/8/K7 b - - 0 9"},
        /* A castling right ends when its rook is removed. */
        {"r3k2r/6p1/8/8/8/8/6B1/R5K1 w kq - 5 9", "g2a8", "4k2r/6p1/8/8/8/8/8/R5K1 b k - 0 9"},
        {"4k2r/6n1/8/8/3B4/8/8/R6K w k - 5 9", "d4g7", "4k3/8/8/8/8/8/8/R6K b - - 0 9"},
        {"4k3/8/8/8/8/8/1n6/R3K2R b KQ - 5 9", "b2a4", "4k3/8/8/8/n7/8/8/R3K2R w KQ - 6 10"},
        {"4k2b/8/8/8/8/8/1N6/R4K1R b KQ - 5 9", "h8b2", "4k3/8/8/8/8/8/8/5K1R w K - 0 10"},
        /* If a king is removed, the turn passes all the same. */
        {"rnb1kbnr/pppppppp/8/4q3/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "e5e2",
         "rnb1kbnr/pppppppp/8/8/8/8/PPPP1PPP/RNB3NR w kq - 0 2"},
        /* The same holds if the winner is in check, and that position can be set up again. */
        {"4k3/3q4/8/8/1b6/8/8/3RK3 w - - 0 1", "d1d7", "8/8/8/8/1b6/8/8/4K3 b - - 0 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        arb_position position, before, again;
        arb_verdict verdict;
        arb_undo undo;
        memset(&position, 0, sizeof position);
        check_case("%s %s", cases[i].fen, cases[i].move);
        if (!test_position(&position, atomic, cases[i].fen, ARB_KERNEL_AUTO))
            continue;
        memcpy(&before, &position, sizeof before);
        if (!CHECK_EQ_INT(arb_uci_read(&position, cases[i].move, 4, &verdict, NULL), ARB_OK) ||
            !CHECK(arb_position_play(&position, verdict.move, &undo)))
            continue;
        CHECK_EQ_TEXT(fen_of(&position, ARB_EP_LEGAL), cases[i].after);
        CHECK(arb_position_key(&position) == arb_position_key_afresh(&position));
        CHECK(test_position(&again, atomic, cases[i].after, ARB_KERNEL_AUTO));
        CHECK(arb_position_key(&again) == arb_position_key(&position));
        arb_position_undo(&position, &undo);
        CHECK(memcmp(&before, &position, sizeof before) == 0);
    }
}

TEST(no_king_is_exploded_by_its_own_side_and_none_is_in_check_beside_the_other)
{
    arb_position position;
    if (!test_position(&position, atomic, "7k/8/8/8/8/8/1p6/K7 w - - 0 1", ARB_KERNEL_AUTO))
        return;
    CHECK_EQ_INT(verdict_of(&position, "a1", "b2").code, ARB_V_EXPLODES_KING);
    CHECK(arb_position_in_check(&position, ARB_WHITE));
    CHECK_EQ_INT(arb_position_moves(&position, NULL, 0), 2); /* a2, b1 */
    CHECK_EQ_INT(arb_position_perft(&position, 2), 10);      /* 3 + 4 promotions, 3 */
    if (!test_position(&position, atomic, "8/8/8/8/8/2k5/2p5/K1R4q w - - 0 1", ARB_KERNEL_AUTO))
        return;
    CHECK_EQ_INT(verdict_of(&position, "a1", "b2").code, ARB_V_OK); /* beside the other king */
    CHECK_EQ_INT(verdict_of(&position, "c1", "c2").code, ARB_V_OK); /* the king explodes, too */
    CHECK(play(&position, "c1c2"));
    CHECK_EQ_INT(arb_position_outcome(&position).result, ARB_WHITE_WINS);
    CHECK_EQ_INT(arb_position_outcome(&position).reason, ARB_R_KING_CAPTURED);
    CHECK_EQ_INT(arb_position_moves(&position, NULL, 0), 0);
    if (!test_position(&position, atomic, "8/8/8/8/8/r1k5/1K6/8 w - - 0 1", ARB_KERNEL_AUTO))
        return;
    CHECK(!arb_position_in_check(&position, ARB_WHITE));
    CHECK_EQ_INT(verdict_of(&position, "b2", "a1").code, ARB_V_KING_INTO_CHECK);
    CHECK_EQ_INT(verdict_of(&position, "b2", "a3").code, ARB_V_EXPLODES_KING);
    CHECK_EQ_INT(verdict_of(&position, "b2", "b3").code, ARB_V_OK);
}

/* ---- more royal pieces than one ---- */

TEST(no_move_leaves_either_of_two_royal_kinds_attacked)
{
    static const char coregal[] = "examples/rules/coregal.rules";
    arb_position position;
    if (!test_position(&position, coregal, "r3k3/8/8/8/8/8/N7/Q3K3 w - - 0 1", ARB_KERNEL_AUTO))
        return;
    CHECK_EQ_INT(verdict_of(&position, "a2", "c3").code, ARB_V_EXPOSES_KING);
    CHECK_EQ_INT(verdict_of(&position, "a1", "b1").code, ARB_V_OK);
    if (!test_position(&position, coregal, "1r2k3/8/8/8/8/8/N7/Q3K3 w - - 0 1", ARB_KERNEL_AUTO))
        return;
    CHECK_EQ_INT(verdict_of(&position, "a2", "c3").code, ARB_V_OK);
    CHECK(verdict_of(&position, "a1", "b1").code != ARB_V_OK); /* the rook attacks b1 */
    CHECK(verdict_of(&position, "a1", "b2").code != ARB_V_OK);
    if (!test_position(&position, coregal, "4k3/8/8/8/8/2n5/Q7/4K3 w - - 0 1", ARB_KERNEL_AUTO))
        return;
    CHECK(arb_position_in_check(&position, ARB_WHITE));
    CHECK_EQ_INT(verdict_of(&position, "e1", "d1").code == ARB_V_OK, false);
    CHECK_EQ_INT(verdict_of(&position, "e1", "f2").code == ARB_V_OK, false);
    CHECK_EQ_INT(verdict_of(&position, "a2", "a8").code, ARB_V_OK);
}

/* ---- areas and holes ---- */

static size_t moves_from(const char *rules, const char *fen, const char *square)
{
    arb_position position;
    check_case("%s %s", fen, square);
    if (!test_position(&position, rules, fen, ARB_KERNEL_AUTO))
        return SIZE_MAX;
    return arb_position_moves_from(&position, test_square(position.size, square), NULL, 0);
}

/* Squares are stated for White; for Black the board is turned round. */
TEST(pawns_promote_on_the_squares_of_their_own_side)
{
    static const char legan[] = "examples/rules/legan.rules";
    CHECK_EQ_INT(moves_from(legan, "k7/8/8/8/1P6/8/8/7K w - - 0 1", "b4"), 4);
    CHECK_EQ_INT(moves_from(legan, "k7/8/8/8/2P5/8/8/7K w - - 0 1", "c4"), 1);
    CHECK_EQ_INT(moves_from(legan, "k7/4P3/8/8/8/8/8/7K w - - 0 1", "e7"), 4);
    CHECK_EQ_INT(moves_from(legan, "k7/5P2/8/8/8/8/8/7K w - - 0 1", "f7"), 1);
    CHECK_EQ_INT(moves_from(legan, "k7/8/8/6p1/8/8/8/7K b - - 0 1", "g5"), 4);
    CHECK_EQ_INT(moves_from(legan, "k7/8/8/1p6/8/8/8/7K b - - 0 1", "b5"), 1);
    CHECK_EQ_INT(moves_from(legan, "k7/8/8/8/8/8/3p4/7K b - - 0 1", "d2"), 4);
    CHECK_EQ_INT(moves_from(legan, "k7/8/8/8/8/8/2p5/7K b - - 0 1", "c2"), 1);
}

TEST(nothing_goes_into_a_hole_or_past_it)
{
    static const char troitzky[] = "examples/rules/troitzky.rules";
    static const char rook[] = "****1k****/**6**/*8*/*8*/10/R9/*8*/*8*/**6**/****K1**** w - - 0 1";
    static const char knight[] =
        "****1k****/**6**/*8*/*8*/10/N9/*8*/*8*/**6**/****K1**** w - - 0 1";
    static const char bishop[] =
        "****k1****/**6**/*8*/*8*/10/B9/*8*/*8*/**6**/****K1**** w - - 0 1";
    CHECK_EQ_INT(moves_from(troitzky, rook, "a5"), 10);  /* a6, and nine along the row */
    CHECK_EQ_INT(moves_from(troitzky, knight, "a5"), 4); /* b7, c6, c4, b3 */
    CHECK_EQ_INT(moves_from(troitzky, bishop, "a5"), 8); /* b6 to f10; b4, c3, d2 */
    CHECK_EQ_INT(moves_from(troitzky, rook, "e1"), 4);   /* f1, d2, e2, f2 */
}

int main(void)
{
    RUN(a_hand_is_counted_by_colour_and_kind);
    RUN(by_rules_without_hands_all_are_empty);
    RUN(a_hand_that_is_full_stays_so);
    RUN(a_hand_of_pieces_that_the_rules_do_not_have_is_refused);
    RUN(nothing_stands_where_there_is_no_square);
    RUN(checks_are_counted_for_the_side_that_gives_them);
    RUN(whoever_attacks_a_second_royal_piece_gives_check);
    RUN(a_pawn_that_passes_aside_is_named_in_the_fen);
    RUN(what_no_pawn_can_take_is_written_only_where_it_is_always);
    RUN(two_rows_in_one_leap_or_slide_are_no_double_step);
    RUN(pawns_are_taken_in_passing_beside_any_special_rule);
    RUN(the_clock_begins_anew_where_no_pawn_can_go_back);
    RUN(a_double_step_from_another_row_is_not_passed_over);
    RUN(no_pawn_takes_in_passing_where_it_cannot_promote);
    RUN(a_pawn_becomes_what_the_start_position_has_or_what_is_missing);
    RUN(a_drop_has_the_verdict_of_its_game);
    RUN(no_move_leads_a_pawn_where_none_may_stand);
    RUN(a_capture_takes_all_but_pawns_around_and_undo_brings_all_back);
    RUN(no_king_is_exploded_by_its_own_side_and_none_is_in_check_beside_the_other);
    RUN(no_move_leaves_either_of_two_royal_kinds_attacked);
    RUN(pawns_promote_on_the_squares_of_their_own_side);
    RUN(nothing_goes_into_a_hole_or_past_it);
    return check_result();
}
