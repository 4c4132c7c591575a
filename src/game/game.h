/* game.h: what the files of this layer share. Layer: game. Knows neither files nor sockets. */
#ifndef ARB_GAME_GAME_H
#define ARB_GAME_GAME_H

#include "base/text.h"
#include "position/position.h"

/* One move as it was played. Undone moves stay until another one is played. */
typedef struct {
    arb_undo undo;
    uint32_t history_end; /* entries of the history up to and with this ply */
    bool check[2];        /* whose royal piece the move left attacked */
} arb__game_ply;

/* The game stands at `ply`; behind the last move there may be one step more, the end that the
 * players declared. `over` says that this step has been taken. */
struct arb_game {
    arb_allocator allocator;
    size_t ply;
    size_t length;
    size_t cap;
    arb__game_ply *plies;
    arb_outcome declared; /* ARB_ONGOING: none */
    bool over;
    arb_position position;
    arb_position start;
};

/* How often the position that stands, or would stand, at this ply has occurred, itself included. */
size_t arb__occurrences(const arb_game *game, const arb_position *now, size_t ply);

/* game_outcome.c: the game is lost by `who` (drawn if the other side cannot mate by any series of
 * legal moves). False if it was over. */
bool arb__game_lose(arb_game *game, arb_colour who, arb_reason reason);

/* verdict_json.c: a text as a JSON string. */
void arb__put_json_string(arb__writer *out, const char *text);

/* game_verdict.c: a verdict of the position, with what the game knows: that it is over, which piece
 * moved. */
arb_verdict arb__game_verdict_of(const arb_game *game, arb_verdict verdict);

#endif
