/* opening_of_game.c: the opening that a game has reached. Layer: game. */
#include "game/game.h"
#include "notation/opening.h"

arb_opening arb_game_opening(const arb_game *game)
{
    size_t ply = game->ply < ARB_OPENING_PLIES ? game->ply : ARB_OPENING_PLIES;
    if (!arb__has_openings(arb_game_start(game)))
        return ARB_NO_OPENING;
    for (size_t at = ply + 1; at-- > 0;) {
        uint64_t key = at == game->ply ? game->position.key : game->plies[at].undo.key;
        arb_opening opening = arb__opening_of_key(key);
        if (opening != ARB_NO_OPENING)
            return opening;
    }
    return ARB_NO_OPENING;
}
