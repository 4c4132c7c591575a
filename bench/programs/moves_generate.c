/* moves_generate.c: makes input for `arbiter moves` and its reference program, the same in every
 * run.
 *
 *     moves_generate LINES MOVES > INPUT
 *
 * Each line is a position of a random game, up to 60 moves from the start, and the next 1 to MOVES
 * moves of that game; in every second line one of them is replaced by a move of a random piece of
 * the side to move to a random square, which is nearly always illegal. */
#include "arbiter.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static unsigned below(uint64_t *state, unsigned limit)
{
    return (unsigned)((next_random(state) >> 33) % limit);
}

/* Chooses a random move; returns false if there is none. */
static bool random_move(const arb_position *position, uint64_t *random, arb_move *move)
{
    arb_move list[ARB_MOVES_8X8];
    size_t count = arb_position_moves(position, list, ARB_MOVES_8X8);
    if (count == 0)
        return false;
    *move = list[below(random, (unsigned)count)];
    return true;
}

static void put_board(const arb_position *position)
{
    arb_size size = arb_position_size(position);
    const char *gap = "";
    for (int rank = 0; rank < size.ranks; rank++)
        for (int file = 0; file < size.files; file++) {
            arb_piece piece = arb_position_piece(position, arb_square_at(size, file, rank));
            if (piece == ARB_NO_PIECE)
                continue;
            char letter = arb_position_rules(position)->kinds[arb_piece_kind(piece)].letter;
            bool black = arb_piece_colour(piece) == ARB_BLACK;
            printf("%s%c %d %d", gap, black ? toupper((unsigned char)letter) : letter, file + 1,
                   rank + 1);
            gap = " ";
        }
    putchar(':');
}

static void put_move(arb_size size, arb_square from, arb_square to)
{
    printf(" %d %d %d %d", arb_square_file(size, from) + 1, arb_square_rank(size, from) + 1,
           arb_square_file(size, to) + 1, arb_square_rank(size, to) + 1);
}

static arb_square random_own_piece(const arb_position *position, uint64_t *random)
{
    for (;;) {
        arb_square square = (arb_square)below(random, 64);
        arb_piece piece = arb_position_piece(position, square);
        if (piece != ARB_NO_PIECE && arb_piece_colour(piece) == arb_position_turn(position))
            return square;
    }
}

static void put_line(const arb_rules *rules, unsigned moves, uint64_t *random)
{
    arb_position position;
    arb_undo undo;
    arb_move move;
    unsigned before = below(random, 31) * 2; /* White is to move */
    unsigned count = 1 + below(random, moves);
    unsigned wrong = below(random, 2) ? below(random, count) : count;

    arb_position_start(&position, rules);
    for (unsigned i = 0; i < before && random_move(&position, random, &move); i++)
        arb_position_play(&position, move, &undo);
    if (arb_position_turn(&position) != ARB_WHITE || !arb_position_has_move(&position))
        arb_position_start(&position, rules); /* the random game ended too early */
    put_board(&position);
    for (unsigned i = 0; i < count && random_move(&position, random, &move); i++) {
        if (i == wrong)
            put_move(rules->board.size, random_own_piece(&position, random),
                     (arb_square)below(random, 64));
        else
            put_move(rules->board.size, arb_move_from(move), arb_move_to(move));
        arb_position_play(&position, move, &undo);
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    const arb_rules *rules = arb_rules_find("basic", strlen("basic"));
    long lines = argc == 3 ? strtol(argv[1], NULL, 10) : 0;
    long moves = argc == 3 ? strtol(argv[2], NULL, 10) : 0;
    uint64_t random = 0x9E3779B97F4A7C15u;

    if (lines <= 0 || moves <= 0 || moves > 1000) {
        fprintf(stderr, "usage: moves_generate LINES MOVES\n");
        return 2;
    }
    while (lines-- > 0)
        put_line(rules, (unsigned)moves, &random);
    return fflush(stdout) == 0 ? 0 : 4;
}
