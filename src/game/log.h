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

enum { ARB__NOBODY = -1 }; /* offers no draw */

/* One ruling in the making. */
typedef struct {
    arb_log *log;
    arb_game *game;
    const arb_event *event;
    arb_colour by;
    bool on_move; /* it is the move of the one who did it */
    bool quick;   /* rapid or blitz, without one arbiter for each game: A.5, B.3 */
    arb_ruling *ruling;
} arb__hearing;

/* log.c */
void arb__rule(arb__hearing *h, arb_status status, arb_ruling_code code, const char *article);
/* The game has ended by this event; article "": that of the outcome. */
void arb__rule_ended(arb__hearing *h, arb_status status, const char *article);
/* Seconds that a completed illegal move or a wrong claim gives to the opponent. */
unsigned arb__penalty_of(const arb__hearing *h);

/* log_board.c */
void arb__hear_move(arb__hearing *h);
void arb__hear_press(arb__hearing *h);
void arb__hear_two_hands(arb__hearing *h);
void arb__hear_touch(arb__hearing *h);
void arb__hear_adjust(arb__hearing *h);
/* Plays a legal move that the touched pieces allow. False: there is no ruling. */
bool arb__make_move(arb__hearing *h, arb_move move);
/* The pieces of a move that was not allowed have been touched. */
void arb__touch_attempt(arb__hearing *h, const arb_verdict *attempt);
/* Was nothing moved from a square of the board to another one? */
bool arb__is_no_move(arb_verdict_code code);

/* log_touch.c */
void arb__log_touch(arb_log *log, arb_square square);
arb__duty arb__log_duty(const arb_log *log, const arb_position *pos);
bool arb__duty_allows(const arb__duty *duty, const arb_position *pos, arb_move move);

#endif
