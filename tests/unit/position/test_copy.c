/* test_copy.c: a copy of a position, or of its board, equals it, whatever its memory held before.
 */
#include "positions.h"

static const struct {
    const char *rules;
    const char *fen;
} cases[] = {
    {"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
    {"chess", "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 17 30"},
    {"chess960", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"},
    {"lab", "r2qk3/8/4K3/3K4/8/8/8/3Q4 w - - 0 1"},
};

/* Compares everything that a caller can see: notation, moves, and the positions after them. */
static void compare(const arb_position *copy, const arb_position *position)
{
    char got[256], expected[256];
    arb_position_fen(copy, ARB_X_FEN, ARB_EP_LEGAL, got, sizeof got);
    arb_position_fen(position, ARB_X_FEN, ARB_EP_LEGAL, expected, sizeof expected);
    CHECK_EQ_TEXT(got, expected);
    CHECK(arb_position_same(copy, position));
    CHECK(arb_position_key(copy) == arb_position_key(position));
    CHECK_EQ_INT(arb_position_kernel(copy), arb_position_kernel(position));
    CHECK_EQ_INT(arb_position_perft(copy, 3), arb_position_perft(position, 3));
}

TEST(a_copy_is_the_position)
{
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        arb_position position, copy;
        memset(&copy, 0xA5, sizeof copy);
        check_case("%s", cases[i / 2].fen);
        if (!test_position(&position, cases[i / 2].rules, cases[i / 2].fen, test_kernels[i % 2]))
            continue;
        arb_position_copy(&copy, &position);
        compare(&copy, &position);
    }
}

TEST(a_copy_is_played_by_itself)
{
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        arb_position position, copy, before;
        arb_move moves[256];
        arb_undo undo;
        memset(&copy, 0xA5, sizeof copy);
        check_case("%s", cases[i / 2].fen);
        if (!test_position(&position, cases[i / 2].rules, cases[i / 2].fen, test_kernels[i % 2]))
            continue;
        before = position;
        arb_position_copy(&copy, &position);
        size_t count = arb_position_moves(&copy, moves, 256);
        for (size_t j = 0; j < count; j++) {
            CHECK(arb_position_play(&copy, moves[j], &undo));
            arb_position_undo(&copy, &undo);
        }
        compare(&copy, &before);
        compare(&position, &before);
    }
}

TEST(the_board_has_the_piece_of_every_square)
{
    static const struct {
        const char *rules, *fen;
    } more[] = {
        {"crazyhouse", "r1b1k2r/ppp2ppp/5n2/8/4Q~3/8/PPPP1PPP/RNB1KBNR[Qn] b KQkq - 0 9"},
        {"examples/rules/capablanca.rules",
         "rnabqkbcnr/pppp1ppppp/10/4p5/10/2N7/PPPPPPPPPP/R1ABQKBCNR w KQkq - 0 2"},
    };
    enum { KNOWN = sizeof cases / sizeof *cases, ALL = KNOWN + sizeof more / sizeof *more };
    for (size_t i = 0; i < 2 * ALL; i++) {
        const char *rules = i / 2 < KNOWN ? cases[i / 2].rules : more[i / 2 - KNOWN].rules;
        const char *fen = i / 2 < KNOWN ? cases[i / 2].fen : more[i / 2 - KNOWN].fen;
        arb_position position;
        arb_piece board[ARB_SQUARE_LIMIT];
        memset(board, 0xA5, sizeof board);
        check_case("%s", fen);
        if (!test_position(&position, rules, fen, test_kernels[i % 2]))
            continue;
        arb_position_board(&position, board);
        arb_size size = arb_position_size(&position);
        size_t end = (size_t)size.ranks << arb_size_shift(size);
        for (size_t square = 0; square < end; square++)
            CHECK_EQ_INT(board[square], arb_position_piece(&position, (arb_square)square));
        CHECK_EQ_INT(board[end], 0xA5);
    }
}

int main(void)
{
    RUN(a_copy_is_the_position);
    RUN(a_copy_is_played_by_itself);
    RUN(the_board_has_the_piece_of_every_square);
    return check_result();
}
