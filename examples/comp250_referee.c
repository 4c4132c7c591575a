/* COMP 250: a Game that moves, warns of check, ends when a king is taken, and keeps its history.
 * Coordinates are x, y with the origin at the upper left. */
#include "arbiter.h"
#include <stdio.h>
#include <string.h>

static arb_square at(const arb_game *game, int x, int y)
{
    arb_size size = arb_position_size(arb_game_position(game));
    return arb_square_at(size, x, size.ranks - 1 - y);
}

/* canMove(x, y, destX, destY, side), whoever has the turn. */
static bool can_move(const arb_game *game, int x, int y, int to_x, int to_y, arb_colour side)
{
    arb_verdict verdict = arb_position_verdict_any_turn(arb_game_position(game), at(game, x, y),
                                                        at(game, to_x, to_y), ARB_NO_KIND);
    return verdict.code == ARB_V_OK && arb_piece_colour(verdict.piece) == side;
}

/* move(x, y, destX, destY): history, turn and winner are the game's business. */
static bool move(arb_game *game, int x, int y, int to_x, int to_y)
{
    arb_verdict verdict = arb_game_verdict(game, at(game, x, y), at(game, to_x, to_y), ARB_NO_KIND);
    return verdict.code == ARB_V_OK && arb_game_play(game, verdict.move) == ARB_OK;
}

static void print_history(const arb_game *game)
{
    char entry[80];
    for (size_t i = 0; i < arb_game_history_count(game); i++) {
        arb_game_history_entry(game, i, ARB_COORDS_XY, entry, sizeof entry);
        printf("%s\n", entry);
    }
}

int main(void)
{
    static const int moves[][4] = {{4, 6, 4, 4}, {5, 1, 5, 3}, {3, 7, 7, 3},
                                   {0, 1, 0, 2}, {7, 3, 4, 0}, {0, 2, 0, 3}};
    arb_position start;
    char outcome[80];

    arb_position_start(&start, arb_rules_find("king-capture", strlen("king-capture")));
    arb_game *game = arb_game_new(&start, NULL);
    if (game == NULL)
        return 1;
    printf("knight hops: %d, rook does not: %d\n", can_move(game, 1, 7, 2, 5, ARB_WHITE),
           can_move(game, 0, 7, 0, 5, ARB_WHITE));
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        const int *m = moves[i];
        bool moved = move(game, m[0], m[1], m[2], m[3]);
        printf("move %d %d %d %d: %s%s\n", m[0], m[1], m[2], m[3], moved ? "true" : "false",
               arb_position_in_check(arb_game_position(game), ARB_BLACK) ? ", black in check" : "");
    }
    arb_outcome_text(arb_game_outcome(game), outcome, sizeof outcome);
    printf("%s\n", outcome);
    print_history(game);
    arb_game_free(game);
}
