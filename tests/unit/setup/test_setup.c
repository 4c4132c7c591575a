/* test_setup.c: setting up pieces, start positions, castling rights by home squares. */
#include "positions.h"

static const arb_rules *rules_named(const char *name)
{
    return arb_rules_find(name, strlen(name));
}

TEST(a_cleared_board_is_empty_and_white_to_move)
{
    arb_setup setup;
    char buf[64];
    memset(&setup, 0xFF, sizeof setup);
    arb_setup_clear(&setup, (arb_size){10, 3});
    arb_fen_write(&setup, rules_named("lab"), ARB_X_FEN, buf, sizeof buf);
    CHECK_EQ_TEXT(buf, "10/10/10 w - - 0 1");
    CHECK_EQ_INT(setup.royal[ARB_WHITE], ARB_NO_SQUARE);
}

TEST(every_rule_set_starts_as_it_says)
{
    char buf[128];
    for (size_t i = 0; i < ARB_BUILT_IN; i++) {
        const arb_rules *rules = arb_rules_at(i);
        arb_setup setup;
        check_case("%s", rules->name);
        arb_setup_start(&setup, rules);
        arb_fen_write(&setup, rules, ARB_X_FEN, buf, sizeof buf);
        CHECK_EQ_TEXT(buf, rules->board.start);
    }
}

TEST(the_royal_piece_put_last_counts)
{
    const arb_rules *rules = rules_named("lab");
    arb_setup s;
    arb_piece king = arb_piece_of(ARB_WHITE, ARB_KING);
    arb_setup_clear(&s, (arb_size){8, 8});
    arb_setup_put(&s, rules, test_square(s.size, "a8"), king);
    arb_setup_put(&s, rules, test_square(s.size, "h1"), king);
    CHECK_EQ_INT(s.royal[ARB_WHITE], test_square(s.size, "h1"));
    arb_setup_put(&s, rules, test_square(s.size, "a8"), king);
    CHECK_EQ_INT(s.royal[ARB_WHITE], test_square(s.size, "a8"));
}

TEST(another_royal_piece_counts_when_that_one_is_replaced)
{
    const arb_rules *rules = rules_named("lab");
    arb_setup s;
    arb_piece king = arb_piece_of(ARB_BLACK, ARB_KING);
    arb_setup_clear(&s, (arb_size){8, 8});
    arb_setup_put(&s, rules, test_square(s.size, "c3"), king);
    arb_setup_put(&s, rules, test_square(s.size, "d4"), king);
    arb_setup_put(&s, rules, test_square(s.size, "d4"), arb_piece_of(ARB_WHITE, ARB_KING));
    CHECK_EQ_INT(s.royal[ARB_BLACK], test_square(s.size, "c3"));
    CHECK_EQ_INT(s.royal[ARB_WHITE], test_square(s.size, "d4"));
    arb_setup_put(&s, rules, test_square(s.size, "c3"), ARB_NO_PIECE);
    CHECK_EQ_INT(s.royal[ARB_BLACK], ARB_NO_SQUARE);
}

TEST(a_piece_off_the_board_is_not_put)
{
    arb_setup setup, before;
    arb_setup_clear(&setup, (arb_size){4, 4});
    before = setup;
    arb_setup_put(&setup, rules_named("lab"), ARB_NO_SQUARE, arb_piece_of(ARB_WHITE, ARB_KING));
    arb_setup_put(&setup, rules_named("lab"), 5, arb_piece_of(ARB_WHITE, ARB_KING));
    CHECK(memcmp(&setup, &before, sizeof setup) == 0);
}

TEST(home_rights_need_king_and_rook_at_home)
{
    static const struct {
        const char *rules, *board, *rights;
    } cases[] = {
        {"lab", "r3k2r/8/8/8/8/8/8/R3K2R", "KQkq"},
        {"lab", "r3k2r/8/8/8/8/8/8/R2K3R", "kq"},
        {"lab", "r3k3/8/8/8/8/8/8/4K2R", "Kq"},
        {"lab", "R3k2R/8/8/8/8/8/8/4K3", "-"},
        {"lab", "r3k2r/8/8/8/8/8/8/8/R3K2R", "-"},
        {"lab", "4k3/8/8/8/8/8/8/R1K!1K2R", "-"},
        {"basic", "r3k2r/8/8/8/8/8/8/R3K2R", "-"},
        {"chess960", "1r2k1r1/8/8/8/8/8/8/RR1K2RR", "KQkq"},
        {"chess960", "4k3/8/8/8/8/8/8/K5RR", "K"},
        {"chess960", "4k3/8/8/8/8/8/K7/R6R", "-"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const arb_rules *rules = rules_named(cases[i].rules);
        char text[128], expected[128], actual[128];
        arb_setup setup;
        check_case("%s %s", cases[i].rules, cases[i].board);
        snprintf(text, sizeof text, "%s w - -", cases[i].board);
        snprintf(expected, sizeof expected, "%s w %s - 0 1", cases[i].board, cases[i].rights);
        CHECK_EQ_INT(arb_fen_read(&setup, rules, text, strlen(text), NULL), ARB_OK);
        arb_setup_home_rights(&setup, rules);
        arb_fen_write(&setup, rules, ARB_X_FEN, actual, sizeof actual);
        CHECK_EQ_TEXT(actual, expected);
    }
}

TEST(chess960_numbers_give_their_back_rows)
{
    static const struct {
        unsigned number;
        const char *row;
    } cases[] = {{0, "bbqnnrkr"},   {1, "bqnbnrkr"},   {518, "rnbqkbnr"}, {631, "rnbkqrnb"},
                 {902, "rkbqrbnn"}, {909, "rkqbrnbn"}, {959, "rkrnnqbb"}};
    arb_setup setup;
    char buf[128];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_case("%u", cases[i].number);
        CHECK(arb_setup_chess960(&setup, cases[i].number));
        arb_fen_write(&setup, rules_named("chess960"), ARB_X_FEN, buf, sizeof buf);
        CHECK(strncmp(buf, cases[i].row, 8) == 0);
        CHECK_EQ_TEXT(strchr(buf, ' '), " w KQkq - 0 1");
    }
    CHECK(!arb_setup_chess960(&setup, 960));
}

/* Each has bishops on both colours and the king between the rooks, and no two are equal. */
TEST(all_960_start_positions_are_different_and_lawful)
{
    static char rows[960][9];
    char buf[128];
    for (unsigned number = 0; number < 960; number++) {
        arb_setup setup;
        check_case("%u", number);
        arb_setup_chess960(&setup, number);
        arb_fen_write(&setup, rules_named("chess960"), ARB_X_FEN, buf, sizeof buf);
        memcpy(rows[number], buf, 8);
        const char *row = rows[number];
        CHECK((strchr(row, 'b') - row) % 2 != (strrchr(row, 'b') - row) % 2);
        CHECK(strchr(row, 'r') < strchr(row, 'k') && strchr(row, 'k') < strrchr(row, 'r'));
        for (unsigned other = 0; other < number; other++)
            CHECK(strcmp(rows[other], row) != 0);
    }
}

int main(void)
{
    RUN(a_cleared_board_is_empty_and_white_to_move);
    RUN(every_rule_set_starts_as_it_says);
    RUN(the_royal_piece_put_last_counts);
    RUN(another_royal_piece_counts_when_that_one_is_replaced);
    RUN(a_piece_off_the_board_is_not_put);
    RUN(home_rights_need_king_and_rook_at_home);
    RUN(chess960_numbers_give_their_back_rows);
    RUN(all_960_start_positions_are_different_and_lawful);
    return check_result();
}
