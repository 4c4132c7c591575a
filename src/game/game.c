/* game.c: a start position and the plies from it; play, undo, redo, go to. Layer: game.
 *
 * The only file of the library that allocates, and only through the game's allocator. */
#include "game/game.h"

#include <stdlib.h>
#include <string.h>

static void *libc_resize(void *context, void *block, size_t size)
{
    (void)context;
    if (size > 0)
        return realloc(block, size);
    free(block);
    return NULL;
}

arb_game *arb_game_new(const arb_position *start, const arb_allocator *allocator)
{
    arb_allocator own = allocator ? *allocator : (arb_allocator){libc_resize, NULL};
    arb_game *game = own.resize(own.context, NULL, sizeof *game);
    if (!game)
        return NULL;
    *game = (arb_game){.allocator = own, .position = *start, .start = *start};
    return game;
}

arb_game *arb_game_copy(const arb_game *game, const arb_allocator *allocator)
{
    arb_game *copy = arb_game_new(&game->start, allocator);
    if (!copy || game->length == 0)
        return copy;
    size_t size = game->length * sizeof *game->plies;
    copy->plies = copy->allocator.resize(copy->allocator.context, NULL, size);
    if (!copy->plies) {
        arb_game_free(copy);
        return NULL;
    }
    memcpy(copy->plies, game->plies, size);
    copy->ply = game->ply;
    copy->length = copy->cap = game->length;
    copy->declared = game->declared;
    copy->over = game->over;
    copy->position = game->position;
    return copy;
}

void arb_game_set_budget(arb_game *game, arb_budget *budget)
{
    arb_position_set_budget(&game->position, budget);
    arb_position_set_budget(&game->start, budget);
}

void arb_game_free(arb_game *game)
{
    if (!game)
        return;
    arb_allocator own = game->allocator;
    if (game->plies)
        own.resize(own.context, game->plies, 0);
    own.resize(own.context, game, 0);
}

const arb_position *arb_game_position(const arb_game *game)
{
    return &game->position;
}

const arb_position *arb_game_start(const arb_game *game)
{
    return &game->start;
}

size_t arb_game_ply(const arb_game *game)
{
    return game->ply;
}

size_t arb_game_length(const arb_game *game)
{
    return game->length;
}

arb_move arb_game_move(const arb_game *game, size_t ply)
{
    return ply < game->length ? game->plies[ply].undo.move : ARB_NO_MOVE;
}

/* ---- play ---- */

/* Room for one ply more. */
static arb_status make_room(arb_game *game)
{
    if (game->ply >= ARB_PLY_LIMIT)
        return ARB_LIMIT;
    if (game->ply < game->cap)
        return ARB_OK;
    size_t cap = game->cap == 0 ? 64 : 2 * game->cap;
    arb__game_ply *plies =
        game->allocator.resize(game->allocator.context, game->plies, cap * sizeof *plies);
    if (!plies)
        return ARB_NO_MEMORY;
    game->plies = plies;
    game->cap = cap;
    return ARB_OK;
}

static void remember_history(arb_game *game, size_t ply)
{
    arb__game_ply *played = &game->plies[ply];
    uint32_t before = ply == 0 ? 0 : game->plies[ply - 1].history_end;
    for (int colour = ARB_WHITE; colour <= ARB_BLACK; colour++)
        played->check[colour] = arb_position_in_check(&game->position, (arb_colour)colour);
    played->history_end = before + 1 + played->check[ARB_WHITE] + played->check[ARB_BLACK];
}

arb_status arb_game_play(arb_game *game, arb_move move)
{
    bool legal = arb_game_outcome(game).result == ARB_ONGOING &&
                 arb_position_is_legal(&game->position, move);
    if (arb__is_spent(&game->position))
        return ARB_LIMIT;
    if (!legal)
        return ARB_ILLEGAL;
    arb_status status = make_room(game);
    if (status != ARB_OK)
        return status;
    arb__game_ply before = game->plies[game->ply]; /* what redo would bring back */
    arb__play(&game->position, move, &game->plies[game->ply].undo);
    remember_history(game, game->ply);
    if (arb__is_spent(&game->position)) {
        arb_position_undo(&game->position, &game->plies[game->ply].undo);
        game->plies[game->ply] = before;
        return ARB_LIMIT;
    }
    game->ply++;
    game->length = game->ply;
    game->declared = (arb_outcome){ARB_ONGOING, ARB_R_NONE};
    game->over = false;
    return ARB_OK;
}

/* ---- back and forth ---- */

bool arb_game_undo(arb_game *game)
{
    if (game->over) {
        game->over = false;
        return true;
    }
    if (game->ply == 0)
        return false;
    game->ply--;
    arb_position_undo(&game->position, &game->plies[game->ply].undo);
    return true;
}

bool arb_game_redo(arb_game *game)
{
    if (game->ply < game->length) {
        arb_undo undo;
        arb__play(&game->position, game->plies[game->ply].undo.move, &undo);
        game->ply++;
        return true;
    }
    if (game->over || game->declared.result == ARB_ONGOING)
        return false;
    game->over = true;
    return true;
}

bool arb_game_goto(arb_game *game, size_t ply)
{
    if (ply > game->length)
        return false;
    while (game->ply > ply)
        arb_game_undo(game);
    while (game->ply < ply)
        arb_game_redo(game);
    game->over = ply == game->length && game->declared.result != ARB_ONGOING;
    return true;
}
