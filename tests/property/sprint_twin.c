/* sprint_twin.c: plays the lines of the sprint of winnable.c by the library. The sprint moves on a
 * small board of its own, and elsewhere its yes counts without a line.
 *
 *     sprint_twin [GAMES] [SEED]
 *
 * It plays games of random moves from the start position and from random placings of all sorts of
 * pieces, and asks about both sides at each ply. */
#include "position/winnable/winnable.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>

enum { PLIES = 120 };

static unsigned long asked, found, won;

static void fail(const arb_position *start, arb_colour side, const char *what)
{
    char fen[128];
    arb_position_fen(start, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    printf("%s: side %d: %s\n0 passed, 1 failed\n", fen, (int)side, what);
    exit(1);
}

static void compare(const arb_position *start, arb_colour side)
{
    static arb_move line[ARB__SPRINT];
    arb_position pos;
    arb_undo undo;
    bool over = arb_position_is_checkmate(start) || arb_position_is_stalemate(start);
    size_t length = arb__win_sprint(start, side, line);
    arb_winnable word = arb_position_winnable(start, side, 0, NULL, 0, NULL, 0);
    asked++;
    if (length > 0 && over)
        fail(start, side, "a line after the end of the game");
    if (length > 0 && word.answer != ARB_WIN_YES)
        fail(start, side, "a line, but the answer is not yes");
    arb_position_copy(&pos, start);
    for (size_t i = 0; i < length; i++)
        if (!arb_position_play(&pos, line[i], &undo))
            fail(start, side, "a move of the line is not legal");
    if (length > 0 && (!arb_position_is_checkmate(&pos) || arb_position_turn(&pos) == side))
        fail(start, side, "the line does not end in mate");
    found += length > 0;
    won += word.answer == ARB_WIN_YES;
}

/* Puts the kings and up to 15 other pieces anywhere. */
static bool make_position(random_source *source, arb_position *pos)
{
    static const arb_kind kinds[] = {ARB_PAWN, ARB_PAWN,   ARB_PAWN, ARB_KNIGHT,
                                     ARB_ROOK, ARB_BISHOP, ARB_QUEEN};
    const arb_rules *rules = arb_rules_at(0);
    arb_setup setup;
    arb_setup_clear(&setup, rules->board.size);
    setup.turn = (uint8_t)random_below(source, 2);
    for (unsigned i = 0, count = 3 + random_below(source, 15); i < count; i++) {
        arb_kind kind = i < 2 ? ARB_KING : kinds[random_below(source, 7)];
        arb_colour colour = i < 2 ? (arb_colour)i : (arb_colour)random_below(source, 2);
        arb_square square = random_empty(source, &setup);
        int rank = arb_square_rank(setup.size, square);
        if (kind != ARB_PAWN || (rank > 0 && rank < 7))
            arb_setup_put(&setup, rules, square, arb_piece_of(colour, kind));
    }
    return arb_position_set(pos, rules, &setup, ARB_KERNEL_AUTO, ARB_FAULT_UNREACHABLE) == 0;
}

int main(int argc, char **argv)
{
    unsigned long games = argc > 1 ? strtoul(argv[1], NULL, 10) : 3000;
    random_source source = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    arb_move moves[ARB_MOVES_8X8];
    arb_position pos;
    arb_undo undo;
    for (unsigned long game = 0; game < games; game++) {
        if (game % 4 == 0)
            arb_position_start(&pos, arb_rules_at(0));
        else if (!make_position(&source, &pos))
            continue;
        for (unsigned ply = 0; ply < PLIES; ply++) {
            compare(&pos, ARB_WHITE);
            compare(&pos, ARB_BLACK);
            size_t count = arb_position_moves(&pos, moves, ARB_MOVES_8X8);
            if (count == 0)
                break;
            arb_position_play(&pos, moves[random_below(&source, (unsigned)count)], &undo);
        }
    }
    printf("%lu questions, %lu sprints end in mate, %lu yes without memory\n1 passed, 0 failed\n",
           asked, found, won);
    return 0;
}
