/* game.h: the game's data, shared by the files of this layer. Layer: game. Knows neither files nor
 * sockets. */
#ifndef ARB_GAME_GAME_H
#define ARB_GAME_GAME_H

#include "base/text.h"
#include "position/position.h"

/* One played move. Undone moves are kept for redo until another move is played. */
typedef struct {
    arb_undo undo;
    uint32_t history_end; /* number of history entries up to this ply, included */
    bool check[2];        /* by colour: did the move leave its royal piece attacked? */
} arb__game_ply;

/* The current position is the one at `ply`. After the last move redo can take one more step: the
 * end that the players declared. `over` is true once that step has been taken. */
struct arb_game {
    arb_allocator allocator;
    size_t ply;
    size_t length;
    size_t cap;
    arb__game_ply *plies;
    arb_outcome declared; /* ARB_ONGOING: the players declared no end */
    bool over;
    uint8_t life; /* arb__life_of the current position; 0: not asked yet */
    arb_position position;
    arb_position *start; /* NULL before the first move: then `position` is the start */
};

/* game_outcome.c: as arb_game_outcome, for a caller who already knows some answers (ARB__KNOWN_*)
 * and saves the work of finding them. */
arb_outcome arb__game_outcome_knowing(const arb_game *game, unsigned known);

/* game_outcome.c: asks whether a position is dead (FIDE 5.2.2), which may take long:
 * ARB__KNOWN_DEAD, ARB__KNOWN_ALIVE, or 0 if the budget is spent. */
uint8_t arb__life_of(const arb_position *pos);

/* game_outcome.c: ends the game as lost by `who`, or as drawn if the other side cannot mate by any
 * series of legal moves. Returns false if the game was over already. */
bool arb__game_lose(arb_game *game, arb_colour who, arb_reason reason);

/* verdict_json.c: writes a text as a JSON string. */
void arb__put_json_string(arb__writer *out, const char *text);

/* game_verdict.c: completes a verdict of the position with what only the game knows, for example
 * that it is over or which piece moved earlier. */
arb_verdict arb__game_verdict_of(const arb_game *game, arb_verdict verdict);

#endif
