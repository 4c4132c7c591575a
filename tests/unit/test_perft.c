/* test_perft.c: the positions at the end of every line are those that play gives. */
#include <string.h>

#include "check.h"
#include "fast/perft/perft_leaf.h"
#include "fast/x86/slider_sets_pext.h"
#include "position/key.h"
#include "positions.h"

/* Sums do not depend on the order of lines. */
typedef struct {
    uint64_t count, keys, boards, clocks;
} leaves;

static void add_leaf(leaves *sum, arb__board b, uint64_t key, uint32_t halfmove, uint32_t fullmove)
{
    uint64_t words[8], name = key;
    b.marks &= b.straights; /* the rights; en passant is in the key */
    memcpy(words, &b, sizeof words);
    for (unsigned i = 0; i < 8; i++)
        name = arb__key_mix(name ^ words[i]);
    sum->count++;
    sum->keys += key;
    sum->boards += name;
    sum->clocks += arb__key_mix(name ^ (uint64_t)halfmove << 32 ^ fullmove);
}

static void add_made(void *context, const arb__made *made)
{
    add_leaf(context, made->board, made->key, made->halfmove, made->fullmove);
}

static void play_lines(const arb_position *start, unsigned depth, leaves *sum)
{
    arb_move list[ARB_MOVES_8X8];
    if (depth == 0) {
        add_leaf(sum, arb__bits_board(start, (arb_colour)start->turn), arb_position_key(start),
                 start->halfmove, start->fullmove);
        return;
    }
    size_t count = arb_position_moves(start, list, ARB_MOVES_8X8);
    for (size_t i = 0; i < count; i++) {
        arb_position pos = *start;
        arb_undo undo;
        CHECK(arb_position_play(&pos, list[i], &undo));
        play_lines(&pos, depth - 1, sum);
    }
}

static const char *const cases[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 7 31",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/8/8/8/8/8/Rb6/R3K3 b Q - 0 1",
    "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 98 999999",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 999999 50",
};

TEST(every_line_ends_where_play_ends)
{
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        arb_position pos;
        check_case("%s", cases[i]);
        if (!test_position(&pos, "chess", cases[i], ARB_KERNEL_BITS))
            continue;
        for (unsigned depth = 1; depth <= 3; depth++) {
            leaves played = {0};
            play_lines(&pos, depth, &played);
            for (unsigned machine = ARB__ANY_MACHINE; machine <= arb__perft_machine(); machine++) {
                leaves made = {0};
                arb__each_leaf(&pos, depth, (arb__machine)machine, add_made, &made);
                CHECK_EQ_INT(made.count, played.count);
                CHECK(made.keys == played.keys);
                CHECK(made.boards == played.boards);
                CHECK(made.clocks == played.clocks);
            }
        }
    }
}

/* Three ways, both kernels, other rules and boards. */
TEST(all_ways_to_count_agree)
{
    static const struct {
        const char *rules, *fen;
        unsigned depth;
        uint64_t nodes;
    } known[] = {
        {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, 8902},
        /* A rook taken in its corner and replaced by another one does not castle. */
        {"chess", "4k3/8/8/8/8/8/Rb6/R3K3 b Q - 0 1", 4, 71194},
        {"chess960", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 3, 12189},
        {"chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43238},
        /* A double step that uncovers a check: taking in passing does not meet it. */
        {"chess", "8/8/8/8/3p4/8/R3P2k/K7 w - - 0 1", 2, 72},
        {"chess", "8/8/8/8/3p4/8/R3P2k/K7 w - - 0 1", 3, 1155},
        /* What arrives between king and rook is in the way of castling. */
        {"chess", "r3k3/8/8/8/8/8/7B/4K3 w q - 0 1", 2, 185},
        {"chess", "4k3/7b/8/8/8/8/8/R3K2R b KQ - 0 1", 2, 299},
        {"chess", "4k3/b7/8/8/8/8/8/R3K2R b KQ - 0 1", 2, 263},
        /* A king at home with a rook that is not. */
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
    RUN(every_line_ends_where_play_ends);
    RUN(all_ways_to_count_agree);
    return check_result();
}
