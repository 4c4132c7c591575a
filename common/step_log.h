/* step_log.h: writes and reads every change of a game as a line of words. Layer: common. Knows no
 * files.
 *
 *     move e2e4    undo    redo    goto 3    claim [e2e4]    resign white    flag white    draw
 *     forfeit white why    result 1-0 [flag]
 *
 * The journal of `play` and the server's store keep these lines; playing them again in order
 * restores the game. */
#ifndef ARB_COMMON_STEP_LOG_H
#define ARB_COMMON_STEP_LOG_H

#include "arbiter.h"

typedef enum {
    STEP_MOVE,
    STEP_UNDO,
    STEP_REDO,
    STEP_GOTO,
    STEP_CLAIM,
    STEP_RESIGN,
    STEP_FLAG,
    STEP_DRAW,
    STEP_FORFEIT,
    STEP_RESULT, /* the result that a file states */
    STEP_NONE,   /* none of these */
} step_kind;

typedef struct {
    step_kind kind;
    arb_move move; /* for move and claim; ARB_NO_MOVE: a claim without one */
    size_t ply;    /* for goto */
    int side; /* for resign, flag, forfeit; NOBODY: a forfeit that names no side, of the engine */
    arb_outcome outcome; /* for result */
    const char *rest;    /* the rest of the line, for the caller: clocks, a reason */
} game_step;

/* Why a line cannot be read or played, and at which byte of it (from 0). */
typedef struct {
    size_t at;
    char text[400];
} step_fault;

enum { STEP_LIMIT = 256 };

/* Reads a line for a game as it stands now. Returns false if it cannot: `fault` says why, and the
 * kind is STEP_NONE if the first word is none of those above. */
bool step_read(game_step *s, const arb_game *game, const char *line, step_fault *fault);

/* Plays a step. Returns false, with nothing changed, if the game does not allow it; step_refusal
 * says why. */
bool step_play(arb_game *game, const game_step *s);
const char *step_refusal(step_kind kind);

/* Writes the line of a step that is about to be played. */
void step_write(const game_step *s, const arb_game *game, char *line, size_t cap);

/* May a file state this result although the moves do not end the game in this way? */
bool step_takes_result(arb_outcome outcome);

const char *colour_name(int colour);
/* Returns the colour if the text is "white" or "black", else NOBODY. */
int colour_read(const char *text);

#endif
