/* game.c: a game as its start position and its plies; play, undo, redo, go to a ply. Layer: game.
 *
 * It allocates through the game's allocator only. */
#include "game/game.h"
#include "game/allocator.h"

#include <string.h>

arb_game *arb_game_new(const arb_position *start, const arb_allocator *allocator)
{
    arb_allocator own = arb__allocator_or_libc(allocator);
    arb_game *game = (arb_game *)own.resize(own.context, NULL, sizeof *game);
    if (!game)
        return NULL;
    *game = (arb_game){.allocator = own, .position = *start};
    return game;
}

/* Keeps a copy of the start position, which the first move would overwrite. */
static arb_status keep_start(arb_game *game, const arb_position *start)
{
    if (game->start)
        return ARB_OK;
    game->start =
        (arb_position *)game->allocator.resize(game->allocator.context, NULL, sizeof *start);
    if (!game->start)
        return ARB_NO_MEMORY;
    *game->start = *start;
    return ARB_OK;
}

arb_game *arb_game_copy(const arb_game *game, const arb_allocator *allocator)
{
    arb_game *copy = arb_game_new(&game->position, allocator);
    if (!copy)
        return NULL;
    copy->declared = game->declared;
    copy->over = game->over;
    copy->life = game->life;
    if (game->length == 0)
        return copy;
    size_t size = game->length * sizeof *game->plies;
    copy->plies = (arb__game_ply *)copy->allocator.resize(copy->allocator.context, NULL, size);
    if (!copy->plies || keep_start(copy, game->start) != ARB_OK) {
        arb_game_free(copy);
        return NULL;
    }
    memcpy(copy->plies, game->plies, size);
    copy->ply = game->ply;
    copy->length = copy->cap = game->length;
    return copy;
}

void arb_game_set_budget(arb_game *game, arb_budget *budget)
{
    arb_position_set_budget(&game->position, budget);
    if (game->start)
        arb_position_set_budget(game->start, budget);
}

void arb_game_free(arb_game *game)
{
    if (!game)
        return;
    arb_allocator own = game->allocator;
    if (game->plies)
        own.resize(own.context, game->plies, 0);
    if (game->start)
        own.resize(own.context, game->start, 0);
    own.resize(own.context, game, 0);
}

const arb_position *arb_game_position(const arb_game *game)
{
    return &game->position;
}

const arb_position *arb_game_start(const arb_game *game)
{
    return game->start ? game->start : &game->position;
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

/* Makes room for one more ply, and before the first ply for the start position. */
static arb_status make_room(arb_game *game)
{
    if (game->ply >= ARB_PLY_LIMIT)
        return ARB_LIMIT;
    if (game->ply < game->cap)
        return ARB_OK;
    if (keep_start(game, &game->position) != ARB_OK)
        return ARB_NO_MEMORY;
    size_t cap = game->cap == 0 ? 16 : 2 * game->cap;
    arb__game_ply *plies = (arb__game_ply *)game->allocator.resize(
        game->allocator.context, game->plies, cap * sizeof *plies);
    if (!plies)
        return ARB_NO_MEMORY;
    game->plies = plies;
    game->cap = cap;
    return ARB_OK;
}

/* Notes which royal pieces the move has left attacked, for the history as text. */
static void remember_history(arb_game *game, size_t ply)
{
    arb__game_ply *played = &game->plies[ply];
    uint32_t before = ply == 0 ? 0 : game->plies[ply - 1].history_end;
    arb_colour turn = (arb_colour)game->position.turn;
    played->check[turn] = arb_position_in_check(&game->position, turn);
    /* In chess no legal move leaves the own king attacked (FIDE 3.9.2). */
    played->check[turn ^ 1u] =
        !game->position.chess && arb_position_in_check(&game->position, arb_other(turn));
    played->history_end = before + 1 + played->check[ARB_WHITE] + played->check[ARB_BLACK];
}

/* The status for a move that is not played. */
static arb_status refusal(const arb_game *game)
{
    return arb__is_spent(&game->position) ? ARB_LIMIT : ARB_ILLEGAL;
}

/* Plays a move if it is legal. The caller has made room for the ply. With `ask` the new position is
 * asked at once whether it is dead, so that neither its outcome nor the next move has to. */
static arb_status play_ply(arb_game *game, arb_move move, bool ask)
{
    arb__game_ply *ply = &game->plies[game->ply];
    bool on_budget = game->position.budget != NULL;
    arb__game_ply before; /* the undone ply that redo would play, restored if the budget runs out */
    if (on_budget)
        before = *ply;
    if (!arb_position_play(&game->position, move, &ply->undo))
        return refusal(game);
    remember_history(game, game->ply);
    uint8_t life = ask ? arb__life_of(&game->position) : 0;
    if (on_budget && arb__is_spent(&game->position)) {
        arb_position_undo(&game->position, &ply->undo);
        *ply = before;
        return ARB_LIMIT;
    }
    game->life = life;
    return ARB_OK;
}

/* Plays a move unless the game is over; `known` is what the caller knows of that (ARB__KNOWN_*). */
static arb_status play_knowing(arb_game *game, arb_move move, unsigned known)
{
    bool room = game->ply < game->cap && game->ply < ARB_PLY_LIMIT;
    /* The outcome need not ask whether there is a legal move: if there is none, this move is
     * refused anyway. Legality is tested before any memory is allocated, so that a refused move
     * costs none. */
    if (arb__game_outcome_knowing(game, known | ARB__KNOWN_MOVE).result != ARB_ONGOING ||
        (!room && !arb_position_is_legal(&game->position, move)))
        return refusal(game);
    arb_status status = make_room(game);
    if (status == ARB_OK)
        status = play_ply(game, move, (known & ARB__KNOWN_ALIVE) == 0);
    if (status != ARB_OK)
        return status;
    game->ply++;
    game->length = game->ply;
    game->declared = (arb_outcome){.result = ARB_ONGOING};
    game->over = false;
    return ARB_OK;
}

arb_status arb_game_play(arb_game *game, arb_move move)
{
    return play_knowing(game, move, 0);
}

arb_status arb_game_replay(arb_game *game, arb_move move)
{
    return play_knowing(game, move, ARB__KNOWN_ALIVE);
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
    game->life = 0;
    arb_position_undo(&game->position, &game->plies[game->ply].undo);
    return true;
}

bool arb_game_redo(arb_game *game)
{
    if (game->ply < game->length) {
        arb_undo undo;
        arb__play(&game->position, game->plies[game->ply].undo.move, &undo);
        game->ply++;
        game->life = 0;
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
