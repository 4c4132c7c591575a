/* test_edges.c: questions past every limit, and set-ups that no text can express. */
#include "games.h"
#include "positions.h"

static const char *const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

static const arb_rules *rules_of(const char *name)
{
    return arb_rules_find(name, strlen(name));
}

TEST(what_is_no_fault_has_no_name)
{
    CHECK(arb_fault_name(0) == NULL);
    CHECK(arb_fault_text((arb_faults)1 << 31) == NULL);
    CHECK(arb_fault_name(ARB_FAULT_EMPTY) != NULL && arb_fault_text(ARB_FAULT_EMPTY) != NULL);
}

TEST(numbers_past_the_last_name_have_none)
{
    arb_position position;
    arb_verdict verdict = {.code = ARB_V_COUNT};
    char text[64] = "untouched";
    if (!test_position(&position, "chess", start, ARB_KERNEL_AUTO))
        return;
    CHECK_EQ_TEXT(arb_verdict_name(ARB_V_COUNT), "");
    CHECK_EQ_TEXT(arb_verdict_article(&verdict), "");
    CHECK_EQ_INT(arb_verdict_text(&verdict, &position, text, sizeof text), 0);
    CHECK_EQ_TEXT(text, "");
    CHECK_EQ_TEXT(arb_reason_name(ARB_R_COUNT), "");
    CHECK_EQ_TEXT(arb_result_text((arb_result)9), "*");
    arb_outcome_text((arb_outcome){(arb_result)9, ARB_R_COUNT, false}, text, sizeof text);
    CHECK_EQ_TEXT(text, "The game goes on");
}

/* The caller may pass a verdict whose squares are not on this board. */
TEST(a_verdict_of_castling_off_the_board_is_told_without_a_side)
{
    arb_position position;
    arb_verdict verdict = {.code = ARB_V_CASTLE_IN_CHECK,
                           .from = ARB_NO_SQUARE,
                           .to = ARB_NO_SQUARE,
                           .at = ARB_NO_SQUARE,
                           .by = ARB_NO_SQUARE};
    char text[256];
    if (!test_position(&position, "chess", start, ARB_KERNEL_AUTO))
        return;
    CHECK(arb_verdict_text(&verdict, &position, text, sizeof text) > 0);
    CHECK(strstr(text, "side") == NULL);
    verdict.from = test_square(position.size, "e1");
    CHECK(arb_verdict_text(&verdict, &position, text, sizeof text) > 0);
    CHECK(strstr(text, "side") == NULL);
}

TEST(questions_past_the_board_and_the_depth_have_no_answer)
{
    for (int k = 0; k < 2; k++) {
        arb_position position;
        arb_move list[4];
        if (!test_position(&position, "chess", start, test_kernels[k]))
            continue;
        CHECK_EQ_INT(arb_position_moves_from(&position, ARB_NO_SQUARE, list, 4), 0);
        CHECK_EQ_INT(arb_position_moves_from(&position, test_square(position.size, "g1"), list, 1),
                     2);
        CHECK_EQ_INT(arb_position_perft(&position, 0), 1);
        CHECK_EQ_INT(arb_position_perft(&position, ARB_DEPTH_LIMIT + 1), 0);
    }
}

TEST(the_bits_kernel_serves_boards_up_to_8x8_that_the_rules_allow)
{
    const arb_rules *chess = rules_of("chess"), *lab = rules_of("lab");
    CHECK(arb_rules_fit_bits(chess, (arb_size){8, 8}));
    CHECK(!arb_rules_fit_bits(chess, (arb_size){7, 8}));
    CHECK(arb_rules_fit_bits(lab, (arb_size){3, 2}));
    CHECK(!arb_rules_fit_bits(lab, (arb_size){9, 8}));
    CHECK(!arb_rules_fit_bits(lab, (arb_size){8, 9}));
    CHECK(!arb_rules_fit_bits(lab, (arb_size){0, 8}));
}

static arb_faults faults_of(const arb_rules *rules, const arb_setup *setup)
{
    arb_position by_grid, by_bits;
    arb_faults faults = arb_position_set(&by_grid, rules, setup, ARB_KERNEL_GRID, 0);
    CHECK_EQ_INT(arb_position_set(&by_bits, rules, setup, ARB_KERNEL_AUTO, 0), faults);
    return faults;
}

TEST(boards_of_no_size_or_past_the_largest_are_refused)
{
    static const uint8_t sizes[][2] = {{0, 8}, {8, 0}, {33, 8}, {8, 33}, {255, 255}};
    arb_setup setup;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        arb_setup_clear(&setup, (arb_size){8, 8});
        setup.size = (arb_size){sizes[i][0], sizes[i][1]};
        CHECK_EQ_INT(faults_of(rules_of("lab"), &setup), ARB_FAULT_BAD_SIZE);
    }
    arb_setup_clear(&setup, (arb_size){8, 7});
    CHECK_EQ_INT(faults_of(rules_of("chess"), &setup), ARB_FAULT_BAD_SIZE);
    arb_setup_clear(&setup, (arb_size){7, 8});
    CHECK_EQ_INT(faults_of(rules_of("chess"), &setup), ARB_FAULT_BAD_SIZE);
}

TEST(bytes_that_are_no_piece_are_refused)
{
    arb_setup setup;
    for (int piece = 1; piece < 256; piece++) {
        arb_setup_start(&setup, rules_of("chess"));
        setup.board[test_square(setup.size, "e4")] = (arb_piece)piece;
        bool known = arb_piece_kind((arb_piece)piece) <= ARB_KING &&
                     arb_piece_kind((arb_piece)piece) != ARB_NO_KIND && piece < 2 * ARB_KIND_LIMIT;
        check_case("piece %d", piece);
        CHECK_EQ_INT((faults_of(rules_of("chess"), &setup) & ARB_FAULT_UNKNOWN_PIECE) != 0, !known);
    }
}

/* FEN cannot express these, but a program that fills a setup can. */
TEST(rights_and_en_passant_squares_off_the_board_are_refused)
{
    static const arb_square off[] = {64, 500, ARB_SQUARE_LIMIT, ARB_NO_SQUARE - 1};
    arb_setup setup;
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++) {
        arb_setup_start(&setup, rules_of("chess"));
        setup.castle_rook[ARB_WHITE][ARB_KING_SIDE] = off[i];
        CHECK_EQ_INT(faults_of(rules_of("chess"), &setup), ARB_FAULT_BAD_CASTLING_RIGHTS);
        arb_setup_start(&setup, rules_of("chess"));
        setup.en_passant = off[i];
        CHECK_EQ_INT(faults_of(rules_of("chess"), &setup), ARB_FAULT_BAD_EN_PASSANT);
    }
    for (int file = 0; file < 8; file++)
        for (int rank = 0; rank < 8; rank += 7) {
            arb_setup_start(&setup, rules_of("chess"));
            setup.en_passant = arb_square_at(setup.size, file, rank);
            CHECK_EQ_INT(faults_of(rules_of("chess"), &setup), ARB_FAULT_BAD_EN_PASSANT);
        }
    arb_setup_start(&setup, rules_of("chess"));
    setup.castle_rook[ARB_WHITE][ARB_KING_SIDE] = test_square(setup.size, "h8");
    CHECK_EQ_INT(faults_of(rules_of("chess"), &setup), ARB_FAULT_BAD_CASTLING_RIGHTS);
}

TEST(the_royal_piece_is_found_where_the_setup_points_elsewhere)
{
    arb_setup setup;
    arb_position position;
    arb_setup_start(&setup, rules_of("chess"));
    setup.royal[ARB_WHITE] = test_square(setup.size, "a1");
    setup.royal[ARB_BLACK] = ARB_NO_SQUARE - 1;
    CHECK_EQ_INT(arb_position_set(&position, rules_of("chess"), &setup, ARB_KERNEL_AUTO, 0), 0);
    CHECK_EQ_INT(arb_position_royal(&position, ARB_WHITE), test_square(setup.size, "e1"));
    CHECK_EQ_INT(arb_position_royal(&position, ARB_BLACK), test_square(setup.size, "e8"));
}

TEST(a_rule_set_whose_start_is_no_fen_starts_empty)
{
    static arb_rules rules;
    arb_setup setup;
    arb_position position;
    rules = *rules_of("chess");
    strcpy(rules.board.start, "no board");
    arb_setup_start(&setup, &rules);
    CHECK_EQ_INT(setup.size.files, 8);
    for (size_t i = 0; i < 64; i++)
        CHECK_EQ_INT(setup.board[i], ARB_NO_PIECE);
    CHECK(arb_position_start(&position, &rules) != 0);
}

/* A double step cannot give two checks: the pawn's squares are on no line with a king that it
 * attacks. */
TEST(two_checks_after_a_double_step_are_impossible)
{
    static const char *const fens[] = {"4r2k/8/8/3p4/4K3/8/8/8 w - d6 0 1",
                                       "8/8/8/4k3/3P4/8/8/4R2K b - d3 0 1"};
    for (size_t i = 0; i < 2; i++) {
        arb_position position;
        arb_faults faults;
        CHECK_EQ_INT(arb_position_read(&position, rules_of("chess"), fens[i], strlen(fens[i]),
                                       &faults, NULL),
                     ARB_BAD_POSITION);
        CHECK_EQ_INT(faults, ARB_FAULT_IMPOSSIBLE_CHECK);
    }
}

/* Two sliders stand on one line with the king: neither can have uncovered the other's check. */
TEST(two_checks_along_one_line_are_impossible_wherever_the_king_stands)
{
    static const struct {
        const char *fen;
        arb_faults faults;
    } cases[] = {
        {"4k3/8/5b2/8/3K4/8/1b6/8 w - - 0 1", ARB_FAULT_IMPOSSIBLE_CHECK},
        {"6k1/4b3/8/2K5/8/b7/8/8 w - - 0 1", ARB_FAULT_IMPOSSIBLE_CHECK},
        {"4k3/8/8/r3K2r/8/8/8/8 w - - 0 1", ARB_FAULT_IMPOSSIBLE_CHECK},
        {"3r1k2/8/8/8/3K4/8/1b6/8 w - - 0 1", 0},
        {"6k1/8/1b6/8/3K4/8/1b6/8 w - - 0 1", 0},
        {"3r1k2/8/8/8/3K3r/8/8/8 w - - 0 1", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        arb_setup setup;
        check_case("%s", cases[i].fen);
        CHECK_EQ_INT(
            arb_fen_read(&setup, rules_of("chess"), cases[i].fen, strlen(cases[i].fen), NULL),
            ARB_OK);
        CHECK_EQ_INT(faults_of(rules_of("chess"), &setup), cases[i].faults);
    }
}

TEST(of_several_faults_the_error_names_one)
{
    static const char fen[] = "P6k/8/8/8/8/8/8/8 w - e3 0 1";
    arb_position position;
    arb_faults faults = 0;
    arb_error error = {0};
    CHECK_EQ_INT(
        arb_position_read(&position, rules_of("chess"), fen, sizeof fen - 1, &faults, &error),
        ARB_BAD_POSITION);
    CHECK((faults & (faults - 1)) != 0);
    arb_faults named = 0;
    for (unsigned bit = 0; bit < 32; bit++)
        if (arb_fault_text((arb_faults)1 << bit) == error.text)
            named = (arb_faults)1 << bit;
    CHECK((faults & named) != 0);
}

/* Two positions may share a 64-bit key, so they are compared piece by piece even if keys agree. */
TEST(positions_with_one_key_are_the_same_only_if_all_is)
{
    static const char *const others[] = {
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", /* the other side to move */
        "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",  /* one right less */
        "r3k2r/8/8/8/8/8/8/R2K3R w kq - 0 1",   /* the king one square aside */
        "r3k2r/8/8/8/8/8/8/R3K1NR w KQkq - 0 1" /* one piece more */
    };
    for (int k = 0; k < 2; k++) {
        arb_position a, b;
        if (!test_position(&a, "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", test_kernels[k]))
            continue;
        for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
            if (!test_position(&b, "chess", others[i], test_kernels[k]))
                continue;
            b.key = a.key;
            CHECK(!arb_position_same(&a, &b));
            CHECK(!arb_position_same(&b, &a));
        }
        b = a;
        CHECK(arb_position_same(&a, &b));
        b.over = 1;
        CHECK(!arb_position_same(&a, &b));
    }
    static const char *const sizes[] = {"k7/8/8/8/8/8/8/K7 w - - 0 1",
                                        "k6/7/7/7/7/7/7/K6 w - - 0 1", "k7/8/8/8/8/8/K7 w - - 0 1"};
    arb_position a, b;
    for (size_t i = 1; i < 3; i++) {
        if (!test_position(&a, "lab", sizes[0], ARB_KERNEL_AUTO))
            continue;
        if (!test_position(&b, "lab", sizes[i], ARB_KERNEL_AUTO))
            continue;
        b.key = a.key;
        CHECK(!arb_position_same(&a, &b));
    }
}

TEST(en_passant_rights_part_positions_with_one_key)
{
    arb_position a, b, c;
    if (!test_position(&a, "chess", "4k3/8/8/1pPp4/8/8/8/4K3 w - d6 0 1", ARB_KERNEL_AUTO))
        return;
    if (!test_position(&b, "chess", "4k3/8/8/1pPp4/8/8/8/4K3 w - b6 0 1", ARB_KERNEL_AUTO))
        return;
    if (!test_position(&c, "chess", "4k3/8/8/1pPp4/8/8/8/4K3 w - - 0 1", ARB_KERNEL_AUTO))
        return;
    b.key = c.key = a.key;
    CHECK(!arb_position_same(&a, &b));
    CHECK(!arb_position_same(&a, &c));
}

typedef struct {
    size_t heard, last;
} listener;

static bool stop_at_last(void *context, arb_move move)
{
    listener *l = context;
    (void)move;
    return ++l->heard < l->last;
}

TEST(a_listener_that_says_stop_hears_no_more)
{
    static const char *const fens[] = {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                       "r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"};
    for (int i = 0; i < 4; i++) {
        arb_position position;
        if (!test_position(&position, "chess", fens[i / 2], test_kernels[i % 2]))
            continue;
        size_t count = arb_position_moves(&position, NULL, 0);
        for (size_t last = 1; last <= count + 1; last++) {
            listener l = {0, last};
            CHECK_EQ_INT(arb_position_each_move(&position, stop_at_last, &l), last > count);
            CHECK_EQ_INT(l.heard, last > count ? count : last);
        }
    }
}

TEST(over_is_over_for_castling_and_for_counting)
{
    for (int k = 0; k < 2; k++) {
        arb_position position;
        arb_san san;
        char text[128];
        if (!test_position(&position, "king-capture", "8/8/8/8/8/8/8/R3K2R w - - 0 1",
                           test_kernels[k]))
            continue;
        CHECK_EQ_INT(arb_san_read(&position, "O-O", 3, &san), ARB_ILLEGAL);
        CHECK_EQ_INT(san.why[0].code, ARB_V_GAME_OVER);
        arb_san_text(&san, &position, text, sizeof text);
        CHECK_EQ_TEXT(text, "The game is over: White wins by the capture of the king.");
        CHECK_EQ_INT(arb_position_perft(&position, 0), 1);
        CHECK_EQ_INT(arb_position_perft(&position, 1), 0);
        CHECK_EQ_INT(arb_position_perft(&position, 2), 0);
    }
}

TEST(castling_that_promotes_is_no_castling)
{
    arb_position position;
    arb_verdict verdict;
    if (!test_position(&position, "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ARB_KERNEL_AUTO))
        return;
    CHECK_EQ_INT(arb_uci_read(&position, "e1h1q", 5, &verdict, NULL), ARB_ILLEGAL);
    CHECK_EQ_INT(verdict.code, ARB_V_OWN_PIECE);
    CHECK_EQ_INT(arb_uci_read(&position, "e1h1", 4, &verdict, NULL), ARB_OK);
}

/* More pieces than a verdict lists can go to one square. */
TEST(of_many_candidates_sixteen_are_named_and_the_rest_counted)
{
    static const char file[] = "name = many\nboard = 9x9\npieces = k\ncastling = no\n"
                               "promotion = no\n"
                               "piece w wizard = leap 1,2 1,3 2,3\n"
                               "start = k7w/9/9/9/9/9/9/9/K7w\n";
    static arb_rules rules;
    arb_position position;
    arb_san san;
    char text[2048];
    CHECK(arb_rules_read(&rules, file, sizeof file - 1, NULL, NULL));
    rules.board.faults = 0;
    const char *fen = "k8/2ww1ww2/1w1w1w1w1/1ww3ww1/9/1ww3ww1/1w1w1w1w1/2ww1ww2/K8 w - - 0 1";
    char white[128];
    for (size_t i = 0; i <= strlen(fen); i++)
        white[i] = (char)(fen[i] == 'w' && i < 59 ? 'W' : fen[i]);
    if (!test_position_by(&position, &rules, white, ARB_KERNEL_AUTO))
        return;
    CHECK_EQ_INT(arb_san_read(&position, "We5", 3, &san), ARB_AMBIGUOUS);
    CHECK_EQ_INT(san.count, 24);
    CHECK(arb_san_text(&san, &position, text, sizeof text) < sizeof text);
    CHECK(strstr(text, " and 8 more.") != NULL);
}

TEST(nobody_claims_in_a_game_that_is_over_or_by_an_illegal_move)
{
    arb_game *game = game_from("chess", NULL, NULL);
    play(game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    CHECK_EQ_INT(arb_game_claims_with(game, move_of(game, "Ng8")), ARB_CLAIM_REPETITION);
    CHECK_EQ_INT(arb_game_claims_with(game, ARB_NO_MOVE), 0);
    CHECK_EQ_INT(arb_game_claimable(game), ARB_CLAIM_REPETITION);
    arb_move back = move_of(game, "Ng8");
    CHECK(arb_game_resign(game, ARB_WHITE));
    CHECK_EQ_INT(arb_game_claims_with(game, back), 0);
    CHECK_EQ_INT(arb_game_claimable(game), 0);
    arb_game_free(game);
}

TEST(rules_without_claims_have_none)
{
    arb_game *game = game_from("lab", NULL, NULL);
    play(game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    CHECK_EQ_INT(arb_game_ply(game), 8);
    CHECK_EQ_INT(arb_game_claimable(game), 0);
    arb_game_free(game);
}

/* Each way to end a game has its own key in the rule-set file; other keys do not matter. */
TEST(mate_and_stalemate_end_a_game_apart)
{
    static const struct {
        const char *statements;
        arb_reason mate, stalemate;
    } cases[] = {
        {"checkmate = goes-on\nstalemate = draws", ARB_R_NONE, ARB_R_STALEMATE},
        {"checkmate = loses\nstalemate = goes-on", ARB_R_CHECKMATE, ARB_R_NONE},
        {"checkmate = goes-on\nstalemate = goes-on", ARB_R_NONE, ARB_R_NONE},
        {"checkmate = wins\nstalemate = loses", ARB_R_CHECKMATE, ARB_R_STALEMATE},
    };
    static arb_rules rules;
    for (size_t i = 0; i < 2 * sizeof cases / sizeof cases[0]; i++) {
        arb_position position;
        char text[128];
        int len = snprintf(text, sizeof text, "name = t\n%s\n", cases[i / 2].statements);
        check_case("%s", cases[i / 2].statements);
        CHECK(arb_rules_read(&rules, text, (size_t)len, NULL, NULL));
        if (!test_position_by(&position, &rules, "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
                              test_kernels[i % 2]))
            continue;
        CHECK_EQ_INT(arb_position_outcome(&position).reason, cases[i / 2].mate);
        CHECK(arb_position_is_checkmate(&position));
        if (!test_position_by(&position, &rules, "k7/2K5/1Q6/8/8/8/8/8 b - - 0 1",
                              test_kernels[i % 2]))
            continue;
        CHECK_EQ_INT(arb_position_outcome(&position).reason, cases[i / 2].stalemate);
        CHECK(arb_position_is_stalemate(&position));
    }
}

TEST(an_illegal_move_is_not_played_and_changes_nothing)
{
    static const char *const fens[] = {"r3k2r/8/8/8/8/8/8/R3K1NR w KQkq - 0 1",
                                       "4k3/8/8/1pPp4/8/8/8/4K3 w - d6 0 1",
                                       "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"};
    for (int i = 0; i < 6; i++) {
        arb_position position;
        if (!test_position(&position, "chess", fens[i / 2], test_kernels[i % 2]))
            continue;
        arb_position before = position;
        arb_size size = position.size;
        const arb_move moves[] = {
            arb_move_of(test_square(size, "e1"), test_square(size, "h1"), ARB_NO_KIND,
                        ARB_CASTLING),
            arb_move_of(test_square(size, "c5"), test_square(size, "b6"), ARB_NO_KIND,
                        ARB_EN_PASSANT),
            arb_move_of(test_square(size, "a7"), test_square(size, "a8"), ARB_NO_KIND, ARB_NORMAL),
            arb_move_of(test_square(size, "a7"), test_square(size, "a8"), ARB_KING, ARB_NORMAL),
            arb_move_of(test_square(size, "e1"), test_square(size, "e3"), ARB_NO_KIND, ARB_NORMAL),
            arb_move_of(ARB_NO_SQUARE, ARB_NO_SQUARE, ARB_NO_KIND, ARB_NORMAL),
            ARB_NO_MOVE,
        };
        for (size_t k = 0; k < sizeof moves / sizeof moves[0]; k++) {
            arb_undo undo;
            check_case("%s, move %zu", fens[i / 2], k);
            CHECK(!arb_position_is_legal(&position, moves[k]));
            CHECK(!arb_position_play(&position, moves[k], &undo));
            CHECK(memcmp(&before, &position, sizeof before) == 0);
        }
    }
}

/* No rule-set file can express this, but a rule set made by a program can. */
TEST(a_pawn_that_becomes_the_king_that_was_missing_is_royal)
{
    static arb_rules rules;
    arb_position position;
    arb_undo undo;
    rules = *rules_of("lab-bonus");
    rules.pawn.promotion_kinds |= 1u << ARB_KING;
    if (!test_position_by(&position, &rules, "4k3/P7/8/8/8/8/8/8 w - - 0 1", ARB_KERNEL_AUTO))
        return;
    arb_square a8 = test_square(position.size, "a8");
    arb_verdict verdict =
        arb_position_verdict(&position, test_square(position.size, "a7"), a8, ARB_KING);
    CHECK_EQ_INT(verdict.code, ARB_V_OK);
    CHECK_EQ_INT(arb_position_royal(&position, ARB_WHITE), ARB_NO_SQUARE);
    CHECK(arb_position_play(&position, verdict.move, &undo));
    CHECK_EQ_INT(arb_position_royal(&position, ARB_WHITE), a8);
    arb_position_undo(&position, &undo);
    CHECK_EQ_INT(arb_position_royal(&position, ARB_WHITE), ARB_NO_SQUARE);
}

int main(void)
{
    RUN(what_is_no_fault_has_no_name);
    RUN(numbers_past_the_last_name_have_none);
    RUN(a_verdict_of_castling_off_the_board_is_told_without_a_side);
    RUN(questions_past_the_board_and_the_depth_have_no_answer);
    RUN(the_bits_kernel_serves_boards_up_to_8x8_that_the_rules_allow);
    RUN(boards_of_no_size_or_past_the_largest_are_refused);
    RUN(bytes_that_are_no_piece_are_refused);
    RUN(rights_and_en_passant_squares_off_the_board_are_refused);
    RUN(the_royal_piece_is_found_where_the_setup_points_elsewhere);
    RUN(a_rule_set_whose_start_is_no_fen_starts_empty);
    RUN(two_checks_after_a_double_step_are_impossible);
    RUN(two_checks_along_one_line_are_impossible_wherever_the_king_stands);
    RUN(of_several_faults_the_error_names_one);
    RUN(positions_with_one_key_are_the_same_only_if_all_is);
    RUN(en_passant_rights_part_positions_with_one_key);
    RUN(a_listener_that_says_stop_hears_no_more);
    RUN(over_is_over_for_castling_and_for_counting);
    RUN(castling_that_promotes_is_no_castling);
    RUN(of_many_candidates_sixteen_are_named_and_the_rest_counted);
    RUN(mate_and_stalemate_end_a_game_apart);
    RUN(an_illegal_move_is_not_played_and_changes_nothing);
    RUN(a_pawn_that_becomes_the_king_that_was_missing_is_royal);
    RUN(nobody_claims_in_a_game_that_is_over_or_by_an_illegal_move);
    RUN(rules_without_claims_have_none);
    return check_result();
}
