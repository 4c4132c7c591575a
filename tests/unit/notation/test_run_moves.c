/* test_run_moves.c: a run hands out the moves that it plays, by the accelerator or by the core. */
#include "positions.h"

enum { PLIES = 300 };

typedef struct {
    arb_position start, end;
    arb_move moves[PLIES];
    size_t plies;
    char text[PLIES * 24];
    size_t len;
} game;

static size_t below(uint64_t *random, size_t limit)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(*random >> 33) % limit;
}

static void write_text(game *g, const char *text)
{
    g->len += (size_t)snprintf(g->text + g->len, sizeof g->text - g->len, "%s", text);
}

/* Plays a random game and writes it as a score with numbers, comments and NAGs. */
static void play_random(game *g, uint64_t *random)
{
    arb_move list[ARB_MOVES_8X8];
    arb_undo undo;
    g->end = g->start;
    g->plies = g->len = 0;
    while (g->plies < PLIES) {
        char san[32], number[16];
        size_t count = arb_position_moves(&g->end, list, ARB_MOVES_8X8);
        if (count == 0 || arb_position_outcome(&g->end).result != ARB_ONGOING)
            return;
        arb_move move = list[below(random, count)];
        if (arb_position_turn(&g->end) == ARB_WHITE) {
            snprintf(number, sizeof number, "%u. ", (unsigned)arb_position_fullmove(&g->end));
            write_text(g, number);
        }
        arb_san_write(&g->end, move, san, sizeof san);
        write_text(g, san);
        write_text(g, below(random, 16) == 0 ? " {so} $1 " : below(random, 8) == 0 ? "\n" : " ");
        arb_position_make(&g->end, move, &undo);
        g->moves[g->plies++] = move;
    }
}

static const char *const starts[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1",
};

TEST(a_run_hands_out_its_moves)
{
    static game g;
    uint64_t random = 3;
    for (unsigned i = 0; i < 200; i++) {
        arb_move moves[PLIES];
        uint64_t keys[PLIES] = {0};
        uint64_t plies;
        arb_run run;
        const char *fen = starts[i % (sizeof starts / sizeof *starts)];
        check_case("%u %s", i, fen);
        if (!test_position(&g.start, "chess", fen, ARB_KERNEL_AUTO))
            continue;
        play_random(&g, &random);
        arb_position pos = g.start;
        arb_run_start(&run, &pos, NULL);
        CHECK(run.moves == NULL && run.keys == NULL);
        run.moves = moves;
        run.keys = keys;
        run.cap = i % 3 == 0 ? g.plies / 2 : PLIES;
        memset(moves, 0xA5, sizeof moves);
        size_t taken = arb_run_score(&run, &pos, g.text, g.len, &plies);
        CHECK_EQ_INT(plies, g.plies);
        CHECK(taken <= g.len);
        size_t written = plies < run.cap ? (size_t)plies : run.cap;
        CHECK(memcmp(moves, g.moves, written * sizeof *moves) == 0);
        for (size_t j = written; j < PLIES; j++)
            CHECK_EQ_INT(moves[j], 0xA5A5A5A5);
        CHECK(arb_position_same(&pos, &g.end));
        CHECK(arb_position_key(&pos) == arb_position_key_afresh(&pos));
        arb_position walk = g.start;
        for (size_t j = 0; j < PLIES; j++) {
            arb_undo undo;
            if (j < written)
                arb_position_make(&walk, g.moves[j], &undo);
            CHECK(keys[j] == (j < written ? arb_position_key(&walk) : 0));
        }
        /* And the last of them can be taken back. */
        if (plies > 0 && CHECK(run.has_last)) {
            arb_position_unmake(&pos, &run.last);
            arb_position_make(&pos, g.moves[g.plies - 1], &run.last);
            CHECK(arb_position_same(&pos, &g.end));
            CHECK(arb_position_key(&pos) == arb_position_key(&g.end));
        }
    }
}

TEST(what_a_run_does_not_play_it_does_not_hand_out)
{
    static const struct {
        const char *text;
        uint64_t plies;
    } cases[] = {{"1. e4 e5 2. Ke3 Nf6", 2}, {"1. f3 e5 2. g4 Qh4+", 3}, {"1. f3 e5 2. g4 Qh4#", 4},
                 {"1. e4 (1. d4) e5", 1},    {"1. e4 d5 3. exd5", 2},    {"1-0", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arb_position pos;
        arb_move moves[8];
        arb_run run;
        uint64_t plies;
        check_case("%s", cases[i].text);
        if (!test_position(&pos, "chess", starts[0], ARB_KERNEL_AUTO))
            continue;
        arb_run_start(&run, &pos, NULL);
        run.moves = moves;
        run.cap = 8;
        memset(moves, 0xA5, sizeof moves);
        arb_run_score(&run, &pos, cases[i].text, strlen(cases[i].text), &plies);
        CHECK_EQ_INT(plies, cases[i].plies);
        /* A mating move without '#' is tried and then not played. */
        for (uint64_t j = 0; j < plies; j++)
            CHECK(moves[j] != 0xA5A5A5A5);
    }
}

int main(void)
{
    RUN(a_run_hands_out_its_moves);
    RUN(what_a_run_does_not_play_it_does_not_hand_out);
    return check_result();
}
