/* test_uci.c: UCI in and out, both castling dialects, boards of any size. */
#include "positions.h"
#include "table.h"

#include <stdlib.h>

static void name_or_dash(const arb_position *position, arb_square square, char name[8])
{
    if (arb_square_write(arb_position_size(position), square, name, 8) == 0)
        memcpy(name, "-", 2);
}

static void check_line(const table *t, arb_kernel kernel)
{
    arb_position position;
    arb_verdict verdict = {.code = ARB_V_COUNT};
    arb_error error = {ARB_LIMIT, 99, "untouched"};
    const char *text = t->column[2], *expected = t->column[3];
    if (!test_position(&position, t->column[0], t->column[1], kernel))
        return;
    arb_status status = arb_uci_read(&position, text, strlen(text), &verdict, &error);
    CHECK_EQ_INT(error.status, status);
    if (strncmp(expected, "bad@", 4) == 0) {
        CHECK_EQ_INT(status, ARB_BAD_TEXT);
        CHECK_EQ_INT(error.offset, strtol(expected + 4, NULL, 10));
        CHECK_EQ_INT(verdict.code, ARB_V_COUNT);
        CHECK(error.text[0] != '\0');
        return;
    }
    CHECK_EQ_TEXT(arb_verdict_name(verdict.code), expected);
    CHECK_EQ_INT(status, verdict.code == ARB_V_OK ? ARB_OK : ARB_ILLEGAL);
    if (status == ARB_OK) {
        char written[16];
        CHECK(arb_position_is_legal(&position, verdict.move));
        arb_uci_write(&position, verdict.move, ARB_UCI_RULES, written, sizeof written);
        CHECK_EQ_TEXT(written, t->column[4]);
    } else {
        char at[8], by[8], both[20];
        name_or_dash(&position, verdict.at, at);
        name_or_dash(&position, verdict.by, by);
        snprintf(both, sizeof both, "%s %s", at, by);
        CHECK_EQ_TEXT(both, t->column[4]);
    }
}

static table t;

TEST(each_line_of_the_table_holds)
{
    for (CHECK(table_open(&t, "tests/data/uci.tsv")); table_next(&t);)
        for (int i = 0; i < 2; i++)
            check_line(&t, test_kernels[i]);
}

TEST(each_line_of_the_shared_moves_holds)
{
    for (table_open(&t, "../shared/data/san/uci_moves.tsv"); table_next(&t);) {
        arb_position position;
        arb_verdict verdict;
        const char *text = t.column[1], *expected = t.column[2];
        if (!test_position(&position, "chess", t.column[0], ARB_KERNEL_AUTO))
            continue;
        arb_status status = arb_uci_read(&position, text, strlen(text), &verdict, NULL);
        CHECK_EQ_TEXT(status == ARB_OK        ? "legal"
                      : status == ARB_ILLEGAL ? "illegal"
                                              : "syntax",
                      expected);
    }
}

TEST(castling_is_written_in_either_dialect)
{
    arb_position position;
    char text[8];
    if (!test_position(&position, "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ARB_KERNEL_AUTO))
        return;
    arb_move castling = arb_move_of(4, 0, ARB_NO_KIND, ARB_CASTLING);
    CHECK(arb_position_is_legal(&position, castling));
    arb_uci_write(&position, castling, ARB_UCI_KING_TO, text, sizeof text);
    CHECK_EQ_TEXT(text, "e1c1");
    arb_uci_write(&position, castling, ARB_UCI_ROOK, text, sizeof text);
    CHECK_EQ_TEXT(text, "e1a1");
    /* This is a move of the side that is not to move, as a list for that side has it. */
    castling = arb_move_of(60, 63, ARB_NO_KIND, ARB_CASTLING);
    arb_uci_write(&position, castling, ARB_UCI_RULES, text, sizeof text);
    CHECK_EQ_TEXT(text, "e8g8");
}

TEST(a_castling_that_looks_like_a_step_is_written_by_its_rook)
{
    arb_rules rules = *arb_rules_find("chess", 5);
    rules.castling.king_to[ARB_KING_SIDE] = 5;
    rules.castling.rook_to[ARB_KING_SIDE] = 4;
    arb_position position;
    const char *fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    if (!CHECK_EQ_INT(arb_position_read(&position, &rules, fen, strlen(fen), NULL, NULL), ARB_OK))
        return;
    arb_move castling = arb_move_of(4, 7, ARB_NO_KIND, ARB_CASTLING);
    arb_verdict verdict;
    char text[8];
    CHECK(arb_position_is_legal(&position, castling));
    arb_uci_write(&position, castling, ARB_UCI_RULES, text, sizeof text);
    CHECK_EQ_TEXT(text, "e1h1");
    CHECK_EQ_INT(arb_uci_read(&position, "e1h1", 4, &verdict, NULL), ARB_OK);
    CHECK_EQ_INT(verdict.move, castling);
    CHECK_EQ_INT(arb_uci_read(&position, "e1f1", 4, &verdict, NULL), ARB_OK);
    CHECK_EQ_INT(arb_move_type_of(verdict.move), ARB_NORMAL);
}

TEST(four_zeroes_and_nothing_else_are_a_null_move)
{
    static const char *const others[] = {"000",  "00000", "0001", "0010", "0100",
                                         "1000", "a000",  "0a00", "e200", "0e2"};
    arb_position position;
    arb_verdict verdict;
    arb_error null_move, error;
    arb_position_start(&position, arb_rules_find("chess", 5));
    CHECK_EQ_INT(arb_uci_read(&position, "0000", 4, &verdict, &null_move), ARB_BAD_TEXT);
    CHECK(strstr(null_move.text, "null move") != NULL);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        check_case("%s", others[i]);
        CHECK_EQ_INT(arb_uci_read(&position, others[i], strlen(others[i]), &verdict, &error),
                     ARB_BAD_TEXT);
        CHECK(strcmp(error.text, null_move.text) != 0);
    }
}

TEST(a_short_buffer_cuts_and_says_so)
{
    arb_position position;
    char text[4];
    if (!test_position(&position, "chess", "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", ARB_KERNEL_AUTO))
        return;
    arb_move move = arb_move_of(52, 60, ARB_QUEEN, ARB_NORMAL);
    CHECK_EQ_INT(arb_uci_write(&position, move, ARB_UCI_RULES, text, sizeof text), 5);
    CHECK_EQ_TEXT(text, "e7e");
    CHECK_EQ_INT(arb_uci_write(&position, move, ARB_UCI_RULES, NULL, 0), 5);
}

int main(void)
{
    RUN(each_line_of_the_table_holds);
    RUN(each_line_of_the_shared_moves_holds);
    RUN(castling_is_written_in_either_dialect);
    RUN(a_castling_that_looks_like_a_step_is_written_by_its_rook);
    RUN(four_zeroes_and_nothing_else_are_a_null_move);
    RUN(a_short_buffer_cuts_and_says_so);
    return check_result();
}
