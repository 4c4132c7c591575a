/* test_perft.c: all ways to count lines of legal moves give the same number. */
#include "check.h"
#include "positions.h"

/* Compares three ways to count, on both kernels and under other rules and boards. */
TEST(all_ways_to_count_agree)
{
    static const struct {
        const char *rules, *fen;
        unsigned depth;
        uint64_t nodes;
    } known[] = {
        {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, 8902},
        /* If a rook is captured in its corner, another one there does not castle. */
        {"chess", "4k3/8/8/8/8/8/Rb6/R3K3 b Q - 0 1", 4, 71194},
        {"chess960", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 3, 12189},
        {"chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43238},
        /* A double step uncovers a check, which the capture in passing does not stop. */
        {"chess", "8/8/8/8/3p4/8/R3P2k/K7 w - - 0 1", 2, 72},
        {"chess", "8/8/8/8/3p4/8/R3P2k/K7 w - - 0 1", 3, 1155},
        /* A piece that arrives between king and rook prevents castling. */
        {"chess", "r3k3/8/8/8/8/8/7B/4K3 w q - 0 1", 2, 185},
        {"chess", "4k3/7b/8/8/8/8/8/R3K2R b KQ - 0 1", 2, 299},
        {"chess", "4k3/b7/8/8/8/8/8/R3K2R b KQ - 0 1", 2, 263},
        /* The king has a right with a rook that does not stand in the corner. */
        {"chess960", "4k1r1/8/8/8/8/8/8/4K1R1 w Gg - 0 1", 3, 2414},
        {"chess960", "1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1", 3, 3285},
    };
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
        for (int kernel = ARB_KERNEL_GRID; kernel <= ARB_KERNEL_BITS; kernel++) {
            arb_position pos;
            check_case("%s", known[i].fen);
            if (!test_position(&pos, known[i].rules, known[i].fen, (arb_kernel)kernel))
                continue;
            for (int how = ARB_COUNT_PRODUCT; how <= ARB_COUNT_LEAF; how++) {
                CHECK_EQ_INT(arb_position_perft_by(&pos, known[i].depth, (arb_count)how),
                             known[i].nodes);
                CHECK_EQ_INT(arb_position_perft_by(&pos, 0, (arb_count)how), 1);
                CHECK_EQ_INT(arb_position_perft_by(&pos, ARB_DEPTH_LIMIT + 1, (arb_count)how), 0);
            }
        }
}

int main(void)
{
    RUN(all_ways_to_count_agree);
    return check_result();
}
