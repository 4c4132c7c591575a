/* log.h: what the files of the arbiter's log share. Layer: game. */
#ifndef ARB_GAME_LOG_H
#define ARB_GAME_LOG_H

#include "game/game.h"

/* What stands on the board and is no legal move (arb_log.pending). */
enum {
    ARB__PENDING_NOTHING = 0,
    ARB__PENDING_ILLEGAL,
    ARB__PENDING_UNPROMOTED, /* a pawn on its last row */
    ARB__PENDING_TOUCH       /* a legal move with another piece than the one touched */
};

/* What the touched pieces ask of the player (FIDE 4.3 to 4.5). */
typedef enum {
    ARB__DUTY_NONE = 0,
    ARB__DUTY_MOVE,         /* `piece` moves */
    ARB__DUTY_CAPTURE,      /* `target` is taken */
    ARB__DUTY_CAPTURE_WITH, /* `target` is taken by `piece` */
    ARB__DUTY_CASTLE,       /* with the rook on `target` */
    ARB__DUTY_FREE          /* none of them can be moved or taken: any legal move */
} arb__duty_kind;

typedef struct {
    arb__duty_kind kind;
    arb_square piece, target;
    arb_square barred_rook; /* no castling with this one (4.4.2), or ARB_NO_SQUARE */
    const char *article;
} arb__duty;

/* log_touch.c */
void arb__log_touch(arb_log *log, arb_square square);
arb__duty arb__log_duty(const arb_log *log, const arb_position *pos);
bool arb__duty_allows(const arb__duty *duty, const arb_position *pos, arb_move move);

#endif
