/* test_twins.c: rule sets that differ from chess in one rule: which kernel serves them, and that
 * both count the same. */
#include "positions.h"

static void read_rules(arb_rules *rules, const char *statements)
{
    char text[512];
    int len = snprintf(text, sizeof text, "name = t\n%s\n", statements);
    CHECK(len < (int)sizeof text);
    memset(rules, 0, sizeof *rules);
    check_case("%s", statements);
    CHECK(arb_rules_read(rules, text, (size_t)len, NULL, NULL));
}

/* The bits kernel serves only the six pieces of chess, moving as in chess. */
TEST(a_piece_that_moves_another_way_is_for_the_grid)
{
    static const char *const others[] = {
        "piece n knight = leap 1,3",
        "piece n knight = leap 1,2 3,3",
        "piece n knight = slide 1,2",
        "piece n knight = leap +1,+2",
        "piece b bishop = slide 1,0",
        "piece b bishop = slide 1,1 max 3",
        "piece b bishop = leap 1,1",
        "piece b bishop = slide 1,1 leap 1,0",
        "piece b bishop = slide 1,1 1,0",
        "piece r rook = slide 1,1",
        "piece r rook = slide 1,0 max 2",
        "piece r rook = slide 1,0 leap 1,1",
        "piece r rook = slide 1,0 1,2",
        "piece r rook = slide 2,0",
        "piece q queen = slide 1,0",
        "piece q queen = slide 1,0 1,2",
        "piece q queen = slide 1,1 1,2",
        "piece q queen = slide 1,0 slide 1,1 max 4",
        "piece q queen = slide 1,0 1,1 leap 1,2",
        "piece k king = leap 1,0 2,2",
        "piece k king = leap 1,1 2,0",
        "piece k king = leap 1,0 1,1 2,2",
        "piece k king = leap 1,0 1,1 slide 1,2 max 1",
        "piece k king = leap 1,0",
        "piece c camel = leap 1,3",
        "royal = q\npromotion = r\ncastling = no",
        "royal = none\nking-safety = no\ncastling = no\npromotion = q k",
    };
    static arb_rules rules;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        read_rules(&rules, others[i]);
        CHECK(!arb_rules_fit_bits(&rules, rules.board.size));
        arb_position position;
        CHECK_EQ_INT(arb_position_start(&position, &rules), 0);
        CHECK_EQ_INT(arb_position_kernel(&position), ARB_KERNEL_GRID);
    }
}

TEST(a_piece_of_chess_under_another_letter_is_for_bitboards_too)
{
    static const char *const same[] = {
        "piece q queen = slide 1,1 1,0 value 8",
        "piece k king = leap 1,1 1,0",
        "piece n knight = leap 2,1 value 4",
        "promotion = q",
        "promotion-rows = 1 2",
        "double-step = no",
        "king-safety = no",
        "castling = any-home",
    };
    static arb_rules rules;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        read_rules(&rules, same[i]);
        CHECK(arb_rules_fit_bits(&rules, rules.board.size));
    }
}

/* Fast code is for chess alone, so a rule set that differs must not be taken for chess. */
TEST(rules_a_step_off_chess_count_alike_on_both_kernels)
{
    static const char *const rules_texts[] = {
        "",
        "castling = no",
        "castling-rooks-to = e d",
        "castling-king-to = g b",
        "double-step = 2 3",
        "double-step = no\nen-passant = no",
        "promotion = q r",
        "promotion-rows = 1 2",
        "promotion-rows = 1 2 3",
        "promotion = no",
        "en-passant = no",
        "king-safety = no",
        "king-captured = loses",
        "king-safety = no\nking-captured = loses",
        "castling = any-home",
        "kings = any",
        "checkmate = goes-on",
        "stalemate = loses",
    };
    static const char *const fens[] = {
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "rnbqkb1r/ppppp1pp/7n/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    };
    static arb_rules rules;
    for (size_t i = 0; i < sizeof rules_texts / sizeof rules_texts[0]; i++) {
        read_rules(&rules, rules_texts[i]);
        rules.board.faults = 0;
        CHECK(arb_rules_fit_bits(&rules, rules.board.size));
        for (size_t k = 0; k < sizeof fens / sizeof fens[0]; k++) {
            arb_position grid, bits;
            check_case("%s: %s", rules_texts[i], fens[k]);
            if (!test_position_by(&grid, &rules, fens[k], ARB_KERNEL_GRID) ||
                !test_position_by(&bits, &rules, fens[k], ARB_KERNEL_BITS))
                continue;
            CHECK_EQ_INT(arb_position_kernel(&bits), ARB_KERNEL_BITS);
            for (unsigned depth = 1; depth <= 3; depth++)
                CHECK_EQ_INT(arb_position_perft(&bits, depth), arb_position_perft(&grid, depth));
        }
    }
}

/* When a royal king is taken and the game goes on, the next one takes its place. */
TEST(kings_that_can_be_taken_count_alike_on_both_kernels)
{
    static const char *const endings[] = {"loses", "goes-on"};
    static const char *const fens[] = {
        "k3k3/8/8/3Q4/8/8/8/K3K3 w - - 0 1", "k6k/P7/8/8/8/8/7p/K6K w - - 0 1",
        "4k3/3P4/8/8/8/8/3p4/4K3 b - - 0 1", "8/8/8/3kQk2/8/8/8/K1K1K3 b - - 0 1",
        /* A king between a slider and the royal king is pinned like any piece. */
        "7k/6b1/8/8/3K4/8/1K6/8 w - - 0 1", "8/1K6/8/3K4/8/5b2/8/7k w - - 0 1",
        "b6k/8/8/3K4/8/8/6K1/8 w - - 0 1", "6K1/8/4K3/8/8/1b6/8/7k w - - 0 1",
        "3r3k/8/8/3K4/8/8/3K4/8 w - - 0 1", "7k/8/8/r2K2K1/8/8/8/8 w - - 0 1",
        "7k/8/8/1K1K3r/8/8/8/8 w - - 0 1", "3K4/8/3K4/8/8/8/3r4/7k w - - 0 1"};
    static arb_rules rules;
    for (size_t i = 0; i < 4; i++) {
        char text[128];
        snprintf(text, sizeof text, "kings = any\nking-captured = %s\nking-safety = %s\n",
                 endings[i % 2], i < 2 ? "no" : "yes");
        read_rules(&rules, text);
        rules.board.faults = 0;
        for (size_t k = 0; k < sizeof fens / sizeof fens[0]; k++) {
            arb_position grid, bits;
            check_case("%s: %s", text, fens[k]);
            if (!test_position_by(&grid, &rules, fens[k], ARB_KERNEL_GRID) ||
                !test_position_by(&bits, &rules, fens[k], ARB_KERNEL_BITS))
                continue;
            for (unsigned depth = 1; depth <= 3; depth++)
                CHECK_EQ_INT(arb_position_perft(&bits, depth), arb_position_perft(&grid, depth));
        }
    }
}

TEST(en_passant_as_the_only_move_is_a_move)
{
    static const char *const fens[] = {"8/Q5B1/8/1kBK4/2pP4/2Q5/5N2/3NQ3 b - d3 0 1",
                                       "5K2/4r1r1/k1r5/1pP5/8/p7/6b1/1b6 w - b6 0 1",
                                       "3n4/3r4/P7/Pp6/K3k3/Q7/1q6/8 w - b6 0 1"};
    for (int i = 0; i < 6; i++) {
        arb_position position;
        arb_move move = ARB_NO_MOVE;
        check_case("%s", fens[i / 2]);
        if (!test_position(&position, "chess", fens[i / 2], test_kernels[i % 2]))
            continue;
        CHECK(arb_position_has_move(&position));
        CHECK_EQ_INT(arb_position_moves(&position, &move, 1), 1);
        CHECK_EQ_INT(arb_move_type_of(move), ARB_EN_PASSANT);
        CHECK(!arb_position_is_checkmate(&position));
        CHECK_EQ_INT(arb_position_outcome(&position).result, ARB_ONGOING);
    }
}

/* If a rule set has several kings, those that are not royal can be pinned like any piece. */
TEST(a_king_that_is_not_royal_is_pinned_to_its_line)
{
    static const struct {
        const char *fen, *square;
        size_t moves;
    } cases[] = {
        {"k7/8/8/8/7b/6K1/8/4K3 w - - 0 1", "g3", 2},  {"k7/8/8/b7/8/2K5/8/4K3 w - - 0 1", "c3", 2},
        {"k7/8/8/4r3/8/4K3/8/4K3 w - - 0 1", "e3", 2}, {"k7/8/8/8/8/8/8/r1K1K3 w - - 0 1", "c1", 2},
        {"k7/8/8/8/8/6K1/8/4K3 w - - 0 1", "g3", 8},
    };
    arb_rules rules = *arb_rules_find("chess", 5);
    rules.royal.max = 255;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int k = 0; k < 2; k++) {
            arb_position position;
            arb_move list[64];
            check_case("%s, %s", cases[i].fen, cases[i].square);
            if (!test_position_by(&position, &rules, cases[i].fen, test_kernels[k]))
                continue;
            CHECK_EQ_INT(arb_position_kernel(&position),
                         k == 0 ? ARB_KERNEL_GRID : ARB_KERNEL_BITS);
            CHECK_EQ_INT(arb_position_moves_from(
                             &position, test_square(position.size, cases[i].square), list, 64),
                         cases[i].moves);
        }
}

/* A pawn cannot capture en passant on a square that it may not enter, so there is no right to it.
 * Either its row is barred, or it must promote there and there is no missing piece to become. */
TEST(en_passant_to_where_no_pawn_may_go_is_no_right)
{
    arb_rules barred = *arb_rules_find("chess", 5), missing = barred;
    barred.pawn.barred_rows = 1u << 5;
    missing.pawn.promotion_rows |= 1u << 2;
    missing.pawn.promotion_kinds = 1u << ARB_QUEEN;
    missing.pawn.promotion_of = ARB_OF_MISSING;
    missing.board.start_count[ARB_WHITE][ARB_QUEEN] = 1;
    for (int i = 0; i < 2; i++) {
        arb_position position;
        char fen[128];
        if (!test_position_by(&position, i == 0 ? &barred : &missing,
                              "4k3/8/8/2pP4/8/8/8/Q3K3 w - c6 0 1", ARB_KERNEL_AUTO))
            continue;
        arb_position_fen(&position, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
        CHECK_EQ_TEXT(fen, "4k3/8/8/2pP4/8/8/8/Q3K3 w - - 0 1");
    }
}

int main(void)
{
    RUN(a_piece_that_moves_another_way_is_for_the_grid);
    RUN(a_piece_of_chess_under_another_letter_is_for_bitboards_too);
    RUN(rules_a_step_off_chess_count_alike_on_both_kernels);
    RUN(kings_that_can_be_taken_count_alike_on_both_kernels);
    RUN(en_passant_as_the_only_move_is_a_move);
    RUN(a_king_that_is_not_royal_is_pinned_to_its_line);
    RUN(en_passant_to_where_no_pawn_may_go_is_no_right);
    return check_result();
}
