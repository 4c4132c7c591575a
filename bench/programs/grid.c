/* grid.c: measures what the moves of the grid kernel cost on larger boards, and what its sliders
 * see.
 *
 *     grid [SECONDS]    a line for each size: files, lists, CPU seconds, squares seen by sliders,
 *                       legal moves, both of all positions together
 *
 * The pieces of chess, without castling, are put at random on boards from 8x8 to 32x32, the same in
 * every run. With 0 seconds each size is done once, for an instruction counter, in functions run_8
 * to run_32. */
#include "arbiter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POSITIONS = 300 };

typedef struct {
    arb_position at[POSITIONS];
    size_t count;
    uint64_t sum;
} field;

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void throw_men(arb_setup *setup, const arb_rules *rules, int side, uint64_t *random)
{
    static const char men[] = "kqrrbbnnpppppppp";
    arb_setup_clear(setup, (arb_size){(uint8_t)side, (uint8_t)side});
    for (int i = 0; i < 2 * (int)(sizeof men - 1); i++) {
        arb_kind kind = arb_rules_kind(rules, men[i / 2]);
        int lowest = kind == ARB_PAWN, rows = side - 2 * lowest;
        arb_square square;
        do
            square = arb_square_at(setup->size, (int)(next_random(random) >> 33) % side,
                                   lowest + (int)(next_random(random) >> 33) % rows);
        while (setup->board[square] != ARB_NO_PIECE);
        arb_setup_put(setup, rules, square, arb_piece_of((arb_colour)(i % 2), kind));
    }
}

static void fill(field *f, const arb_rules *rules, int side)
{
    uint64_t random = 0x9E3779B97F4A7C15u;
    arb_setup setup;
    f->count = 0;
    while (f->count < POSITIONS) {
        throw_men(&setup, rules, side, &random);
        if (arb_position_set(&f->at[f->count], rules, &setup, ARB_KERNEL_GRID, 0) == 0)
            f->count++;
    }
}

/* Counts the squares that the side to move's sliders see, including those of the blockers. */
static unsigned seen(const arb_position *pos)
{
    const arb_rules *rules = arb_position_rules(pos);
    arb_size size = arb_position_size(pos);
    unsigned count = 0;
    for (unsigned square = 0; square < ARB_SQUARE_LIMIT; square++) {
        arb_piece piece = arb_position_piece(pos, (arb_square)square);
        if (piece == ARB_NO_PIECE || arb_piece_colour(piece) != arb_position_turn(pos))
            continue;
        const arb_kind_rule *kind = &rules->kinds[arb_piece_kind(piece)];
        for (int i = 0; i < kind->slide_count; i++) {
            int file = arb_square_file(size, (arb_square)square);
            int rank = arb_square_rank(size, (arb_square)square);
            arb_square at;
            do {
                file += kind->slides[i].files;
                rank += kind->slides[i].ranks;
                at = arb_square_at(size, file, rank);
                count += at != ARB_NO_SQUARE;
            } while (at != ARB_NO_SQUARE && arb_position_piece(pos, at) == ARB_NO_PIECE);
        }
    }
    return count;
}

static inline __attribute__((always_inline)) void list_all(field *f)
{
    static arb_move list[8192];
    for (size_t i = 0; i < f->count; i++)
        f->sum += arb_position_moves(&f->at[i], list, sizeof list / sizeof list[0]);
}

#define RUN(side)                                                                                  \
    static __attribute__((noinline)) void run_##side(field *f)                                     \
    {                                                                                              \
        list_all(f);                                                                               \
    }
RUN(8)
RUN(12)
RUN(16)
RUN(24)
RUN(32)

static const struct {
    int side;
    void (*run)(field *f);
} sizes[] = {{8, run_8}, {12, run_12}, {16, run_16}, {24, run_24}, {32, run_32}};

static double cpu_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
    static field f;
    double seconds = argc > 1 ? strtod(argv[1], NULL) : 0.2;
    arb_rules any = *arb_rules_find("basic", strlen("basic")), *rules = &any;
    any.board.any_size = true;
    any.board.faults = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        unsigned long squares = 0, lists = 0;
        fill(&f, rules, sizes[i].side);
        for (size_t n = 0; n < f.count; n++)
            squares += seen(&f.at[n]);
        f.sum = 0;
        double began = cpu_seconds(), spent;
        do {
            sizes[i].run(&f);
            lists += f.count;
            spent = cpu_seconds() - began;
        } while (spent < seconds);
        printf("%d %lu %.6f %lu %llu\n", sizes[i].side, lists, spent, squares,
               (unsigned long long)(f.sum * f.count / lists));
    }
    return 0;
}
