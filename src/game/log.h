/* log.h: declarations that the files of the arbiter's log share. Layer: game. */
#ifndef ARB_GAME_LOG_H
#define ARB_GAME_LOG_H

#include "game/game.h"

/* The irregularity that stands on the board until the clock is pressed (arb_log.pending). */
enum {
    ARB__PENDING_NOTHING = 0,
    ARB__PENDING_ILLEGAL,
    ARB__PENDING_UNPROMOTED, /* a pawn on its last row */
    ARB__PENDING_TOUCH       /* a legal move with another piece than the one touched */
};

/* What the touch-move rule demands of the player (FIDE 4.3 to 4.5). */
typedef enum {
    ARB__DUTY_NONE = 0,
    ARB__DUTY_MOVE,         /* `piece` must move */
    ARB__DUTY_CAPTURE,      /* `target` must be captured */
    ARB__DUTY_CAPTURE_WITH, /* `piece` must capture `target` */
    ARB__DUTY_CASTLE,       /* the king must castle with the rook on `target` */
    ARB__DUTY_FREE          /* no touched piece can move or be captured: any legal move */
} arb__duty_kind;

typedef struct {
    arb__duty_kind kind;
    arb_square piece, target;
    arb_square barred_rook; /* the player may not castle with this rook (4.4.2) */
    const char *article;
} arb__duty;

enum { ARB__NOBODY = -1 }; /* value of arb_log.offer if no draw offer stands */

/* One event, what is known about it, and the ruling that is being made. */
typedef struct {
    arb_log *log;
    arb_game *game;
    const arb_event *event;
    arb_colour by;
    bool on_move;      /* the player of the event has the move */
    bool unsupervised; /* rapid or blitz without an arbiter for each game: A.5, B.3 */
    arb_ruling *ruling;
} arb__hearing;

/* log.c */
void arb__rule(arb__hearing *h, arb_status status, arb_ruling_code code, const char *article);
/* Rules that this event has ended the game. With article "" the ruling cites the article of the
 * outcome. */
void arb__rule_ended(arb__hearing *h, arb_status status, const char *article);
/* The seconds that the opponent gets for a completed illegal move or a wrong claim. */
unsigned arb__penalty_of(const arb__hearing *h);

/* log_board.c */
void arb__hear_move(arb__hearing *h);
void arb__hear_press(arb__hearing *h);
void arb__hear_two_hands(arb__hearing *h);
void arb__hear_touch(arb__hearing *h);
void arb__hear_adjust(arb__hearing *h);
/* Plays a legal move that the touch-move rule allows. Returns false if the game refuses it. */
bool arb__make_move(arb__hearing *h, arb_move move);
/* Notes the pieces of an illegal attempt as touched. */
void arb__touch_attempt(arb__hearing *h, const arb_verdict *attempt);
/* Does this verdict mean that no piece was moved from one square to another? */
bool arb__is_no_move(arb_verdict_code code);

/* log_touch.c */
void arb__log_touch(arb_log *log, arb_square square);
arb__duty arb__log_duty(const arb_log *log, const arb_position *pos);
bool arb__duty_allows(const arb__duty *duty, const arb_position *pos, arb_move move);

#endif
