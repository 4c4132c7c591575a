/* test_faults.c: each fault of a set-up alone, and set-ups that just avoid it, in both kernels;
 * which faults may be accepted. */
#include "positions.h"

static const struct {
    const char *fen;
    arb_faults faults;
} cases[] = {
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0},
    {"8/8/8/8/8/8/8/8 w - - 0 1",
     ARB_FAULT_EMPTY | ARB_FAULT_NO_WHITE_KING | ARB_FAULT_NO_BLACK_KING},
    {"4k3/8/8/8/8/8/8/8 w - - 0 1", ARB_FAULT_NO_WHITE_KING},
    {"8/8/8/8/8/8/8/4K3 w - - 0 1", ARB_FAULT_NO_BLACK_KING},
    {"4k3/8/8/8/8/8/8/K3K3 w - - 0 1", ARB_FAULT_TOO_MANY_KINGS},
    {"k3k3/8/8/8/8/8/8/K7 w - - 0 1", ARB_FAULT_TOO_MANY_KINGS},
    /* Each side may have eight pawns and sixteen pieces, but not one more. */
    {"4k3/8/8/8/8/P7/1PPPPPPP/4K3 w - - 0 1", 0},
    {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", ARB_FAULT_TOO_MANY_WHITE_PAWNS},
    {"4k3/1ppppppp/p7/8/8/8/8/4K3 w - - 0 1", 0},
    {"4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", ARB_FAULT_TOO_MANY_BLACK_PAWNS},
    {"4k3/8/8/8/8/Q7/1PPPPPPP/RNBQKBNR w - - 0 1", 0},
    {"4k3/8/8/8/8/Q7/PPPPPPPP/RNBQKBNR w - - 0 1", ARB_FAULT_TOO_MANY_WHITE_PIECES},
    {"rnbqkbnr/1ppppppp/q7/8/8/8/8/4K3 w - - 0 1", 0},
    {"rnbqkbnr/pppppppp/q7/8/8/8/8/4K3 w - - 0 1", ARB_FAULT_TOO_MANY_BLACK_PIECES},
    /* Pawns of either side stand on either end row. */
    {"P3k3/8/8/8/8/8/8/4K3 w - - 0 1", ARB_FAULT_PAWNS_ON_END_ROWS},
    {"4k2p/8/8/8/8/8/8/4K3 w - - 0 1", ARB_FAULT_PAWNS_ON_END_ROWS},
    {"4k3/8/8/8/8/8/8/4K2P w - - 0 1", ARB_FAULT_PAWNS_ON_END_ROWS},
    {"4k3/8/8/8/8/8/8/p3K3 w - - 0 1", ARB_FAULT_PAWNS_ON_END_ROWS},
    {"4k3/P6p/8/8/8/8/p6P/4K3 w - - 0 1", 0},
    /* An en-passant square needs its pawn in front of it; it and the square behind it must be empty
     * (FIDE 3.7.3.1). */
    {"4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", 0},
    {"4k3/8/8/8/3P4/8/8/4K3 b - d3 0 1", 0},
    {"4k3/8/8/3p4/8/8/8/4K3 w - e6 0 1", ARB_FAULT_BAD_EN_PASSANT},
    {"4k3/8/8/3p4/8/8/8/4K3 b - d6 0 1", ARB_FAULT_BAD_EN_PASSANT},
    {"4k3/8/8/3P4/8/8/8/4K3 w - d6 0 1", ARB_FAULT_BAD_EN_PASSANT},
    {"4k3/8/8/3n4/8/8/8/4K3 w - d6 0 1", ARB_FAULT_BAD_EN_PASSANT},
    {"4k3/8/3n4/3p4/8/8/8/4K3 w - d6 0 1", ARB_FAULT_BAD_EN_PASSANT},
    {"4k3/3n4/8/3p4/8/8/8/4K3 w - d6 0 1", ARB_FAULT_BAD_EN_PASSANT},
    {"4k3/8/3p4/8/8/8/8/4K3 w - d7 0 1", ARB_FAULT_BAD_EN_PASSANT},
    {"4k3/8/8/8/3p4/8/8/4K3 w - d5 0 1", ARB_FAULT_BAD_EN_PASSANT},
    /* Only the side to move may be in check. */
    {"4k3/8/8/8/8/8/8/4RK2 b - - 0 1", 0},
    {"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", ARB_FAULT_OPPOSITE_CHECK},
    {"8/8/8/8/8/8/8/3kK3 w - - 0 1", ARB_FAULT_OPPOSITE_CHECK},
    /* Two pieces may give check if one has uncovered the other. */
    {"4k3/8/8/8/8/5n2/8/4K2r w - - 0 1", 0},
    {"4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1", ARB_FAULT_IMPOSSIBLE_CHECK},
    {"4k3/8/8/8/8/3n4/5p2/4K3 w - - 0 1", ARB_FAULT_IMPOSSIBLE_CHECK},
    {"4k3/8/8/8/8/8/5p2/4K2r w - - 0 1", 0},
    /* A pawn that gives check has just moved, so it must have a square to come from. */
    {"8/8/1B6/8/8/4k3/5P2/4K3 b - - 0 1", ARB_FAULT_IMPOSSIBLE_CHECK},
    {"8/8/8/8/8/4k3/5P2/4K3 b - - 0 1", ARB_FAULT_IMPOSSIBLE_CHECK},
    {"4k3/3p4/4K3/8/8/8/8/8 w - - 0 1", ARB_FAULT_IMPOSSIBLE_CHECK},
    {"8/8/8/8/4k3/5P2/4PPP1/4K3 b - - 0 1", ARB_FAULT_IMPOSSIBLE_CHECK},
    {"8/8/8/8/4k3/5P2/4P1P1/4K3 b - - 0 1", 0},
    {"8/8/8/8/4k3/5P2/4PP2/4K3 b - - 0 1", 0},
    {"4k3/8/8/b7/8/5n2/8/4K2r w - - 0 1", ARB_FAULT_TOO_MANY_CHECKERS | ARB_FAULT_IMPOSSIBLE_CHECK},
    /* After a double step the check comes from the pawn itself or from a line that it opened. */
    {"4k3/8/8/3p4/4K3/8/8/8 w - d6 0 1", 0},
    {"4b2k/8/8/3p4/K7/8/8/8 w - d6 0 1", 0},
    {"r6k/8/8/3p4/K7/8/8/8 w - d6 0 1", ARB_FAULT_IMPOSSIBLE_CHECK},
    {"7k/8/1n6/3p4/K7/8/8/8 w - d6 0 1", ARB_FAULT_IMPOSSIBLE_CHECK},
    {"r6k/8/8/3p4/K7/8/8/8 w - - 0 1", 0},
};
enum { CASES = sizeof cases / sizeof cases[0] };

static bool read_case(arb_setup *setup, size_t i, const arb_rules *chess)
{
    check_case("%s", cases[i].fen);
    return CHECK_EQ_INT(arb_fen_read(setup, chess, cases[i].fen, strlen(cases[i].fen), NULL),
                        ARB_OK);
}

TEST(each_fault_is_told_and_no_other)
{
    const arb_rules *chess = arb_rules_find("chess", 5);
    for (size_t i = 0; i < CASES; i++)
        for (int k = 0; k < 2; k++) {
            arb_setup setup;
            arb_position position;
            if (read_case(&setup, i, chess))
                CHECK_EQ_INT(arb_position_set(&position, chess, &setup, test_kernels[k], 0),
                             cases[i].faults);
        }
}

/* arbiter.h: the only faults that may be accepted are positions that no game can reach, and a king
 * that could be captured. */
TEST(what_cannot_be_played_is_never_accepted)
{
    const arb_faults may = ARB_FAULT_UNREACHABLE | ARB_FAULT_OPPOSITE_CHECK;
    const arb_rules *chess = arb_rules_find("chess", 5);
    for (size_t i = 0; i < CASES; i++)
        for (int k = 0; k < 2; k++) {
            arb_setup setup;
            arb_position position, before;
            if (!read_case(&setup, i, chess))
                continue;
            memset(&position, 0x5A, sizeof position);
            before = position;
            arb_faults faults =
                arb_position_set(&position, chess, &setup, test_kernels[k], ARB_FAULT_ALL);
            CHECK_EQ_INT(faults, cases[i].faults & ~may);
            if (faults != 0)
                CHECK(memcmp(&position, &before, sizeof position) == 0);
            else
                CHECK_EQ_INT(arb_position_turn(&position), setup.turn);
        }
}

/* A right needs the king and that rook at home (FIDE 3.8.2.1). */
TEST(a_right_without_king_or_rook_at_home_is_refused)
{
    static const struct {
        const char *fen, *rook;
        int colour, side;
        arb_faults faults;
    } rights[] = {
        {"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "h1", ARB_WHITE, ARB_KING_SIDE, 0},
        {"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "a1", ARB_WHITE, ARB_QUEEN_SIDE, 0},
        {"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "h8", ARB_BLACK, ARB_KING_SIDE, 0},
        {"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "a8", ARB_BLACK, ARB_QUEEN_SIDE, 0},
        {"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "a1", ARB_WHITE, ARB_KING_SIDE,
         ARB_FAULT_BAD_CASTLING_RIGHTS},
        {"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "h8", ARB_WHITE, ARB_KING_SIDE,
         ARB_FAULT_BAD_CASTLING_RIGHTS},
        {"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "h2", ARB_WHITE, ARB_KING_SIDE,
         ARB_FAULT_BAD_CASTLING_RIGHTS},
        {"4k3/8/8/8/8/8/8/4K1R1 w - - 0 1", "g1", ARB_WHITE, ARB_KING_SIDE,
         ARB_FAULT_BAD_CASTLING_RIGHTS},
        {"4k3/8/8/8/8/8/8/3K3R w - - 0 1", "h1", ARB_WHITE, ARB_KING_SIDE,
         ARB_FAULT_BAD_CASTLING_RIGHTS},
        {"4k3/8/8/8/8/8/4K3/7R w - - 0 1", "h1", ARB_WHITE, ARB_KING_SIDE,
         ARB_FAULT_BAD_CASTLING_RIGHTS},
        {"4k3/8/8/8/8/8/8/4K2N w - - 0 1", "h1", ARB_WHITE, ARB_KING_SIDE,
         ARB_FAULT_BAD_CASTLING_RIGHTS},
        {"4k3/8/8/8/8/8/8/r3K3 b - - 0 1", "a1", ARB_WHITE, ARB_QUEEN_SIDE,
         ARB_FAULT_BAD_CASTLING_RIGHTS},
    };
    const arb_rules *chess = arb_rules_find("chess", 5);
    for (size_t i = 0; i < sizeof rights / sizeof rights[0]; i++)
        for (int k = 0; k < 2; k++) {
            arb_setup setup;
            arb_position position;
            check_case("%s, %s", rights[i].fen, rights[i].rook);
            CHECK_EQ_INT(arb_fen_read(&setup, chess, rights[i].fen, strlen(rights[i].fen), NULL),
                         ARB_OK);
            setup.castle_rook[rights[i].colour][rights[i].side] =
                test_square(setup.size, rights[i].rook);
            CHECK_EQ_INT(arb_position_set(&position, chess, &setup, test_kernels[k], 0) &
                             (arb_faults)~ARB_FAULT_OPPOSITE_CHECK,
                         rights[i].faults);
        }
}

int main(void)
{
    RUN(each_fault_is_told_and_no_other);
    RUN(what_cannot_be_played_is_never_accepted);
    RUN(a_right_without_king_or_rook_at_home_is_refused);
    return check_result();
}
