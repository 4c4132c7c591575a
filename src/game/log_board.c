/* log_board.c: rulings on events at the board: moves, the clock, touched pieces (FIDE 4, 6.2, 7.5).
 * Layer: game. */
#include "game/log.h"

/* ---- moves ---- */

/* The move ends whatever was pending at the board: touched pieces, an irregularity, the opponent's
 * offer. */
bool arb__make_move(arb__hearing *h, arb_move move)
{
    arb_log *log = h->log;
    arb_status status = arb_game_play(h->game, move);
    if (status != ARB_OK) {
        arb__rule(h, status, ARB_RULE_NOTED, "");
        return false;
    }
    h->ruling->move = move;
    log->touched_count = 0;
    log->pending = ARB__PENDING_NOTHING;
    log->pressed_due[h->by] = log->regulations != ARB_CASUAL;
    log->two_hands[h->by] = false;
    if (log->offer == (int)arb_other(h->by))
        log->offer = ARB__NOBODY; /* 9.1.2.1: touching a piece rejects the offer */
    return true;
}

static void rule_made(arb__hearing *h)
{
    if (arb_game_outcome(h->game).result != ARB_ONGOING)
        arb__rule_ended(h, ARB_OK, "");
    else
        arb__rule(h, ARB_OK, ARB_RULE_MADE, h->log->regulations == ARB_CASUAL ? "" : "4.7");
}

static void rule_duty(arb__hearing *h, arb_status status, arb_ruling_code code,
                      const arb__duty *duty)
{
    arb__rule(h, status, code, duty->article);
    h->ruling->duty = (uint8_t)duty->kind;
    h->ruling->piece = duty->piece;
    h->ruling->target = duty->target;
}

/* 7.5.1 refers to 4.3: the moved piece, and the piece it would have captured, count as touched. */
void arb__touch_attempt(arb__hearing *h, const arb_verdict *tried)
{
    const arb_position *pos = &h->game->position;
    if (tried->from == ARB_NO_SQUARE)
        return;
    arb__log_touch(h->log, tried->from);
    if (h->log->offer == (int)arb_other(h->by))
        h->log->offer = ARB__NOBODY; /* 9.1.2.1 */
    if (tried->to == ARB_NO_SQUARE)
        return;
    arb_piece target = arb__piece_at(pos, tried->to);
    if (target != ARB_NO_PIECE && arb_piece_colour(target) != pos->turn)
        arb__log_touch(h->log, tried->to);
}

/* With these verdicts no piece has left its square for another one, so there is no illegal move to
 * punish. */
bool arb__is_no_move(arb_verdict_code code)
{
    return code == ARB_V_NO_PIECE || code == ARB_V_OFF_BOARD || code == ARB_V_SAME_SQUARE ||
           code == ARB_V_NOT_IN_HAND;
}

/* The queen promotion that a pawn on its last row could have made, or ARB_NO_MOVE. */
static arb_move queen_move(const arb__hearing *h, const arb_verdict *tried)
{
    if (tried->code != ARB_V_PROMOTION_MISSING)
        return ARB_NO_MOVE;
    return arb_game_verdict(h->game, tried->from, tried->to, ARB_QUEEN).move;
}

static void hear_illegal(arb__hearing *h, const arb_verdict *tried)
{
    arb_log *log = h->log;
    h->ruling->attempt = *tried;
    if (arb__is_no_move(tried->code)) {
        arb__rule(h, ARB_ILLEGAL, ARB_RULE_NO_MOVE, arb_verdict_article(tried));
        return;
    }
    arb__rule(h, ARB_ILLEGAL, ARB_RULE_ILLEGAL, arb_verdict_article(tried));
    if (log->regulations == ARB_CASUAL)
        return;
    arb_move queen = queen_move(h, tried);
    arb__duty duty = arb__log_duty(log, &h->game->position);
    if (queen != ARB_NO_MOVE && arb__duty_allows(&duty, &h->game->position, queen)) {
        log->pending = ARB__PENDING_UNPROMOTED;
        log->queen = queen;
        h->ruling->code = ARB_RULE_UNPROMOTED;
    } else {
        log->pending = ARB__PENDING_ILLEGAL;
        log->reason = *tried;
    }
    arb__touch_attempt(h, tried);
}

/* A pawn that was released on its last row cannot be moved to another square (4.7). */
static bool keeps_pawn(const arb_log *log, const arb_verdict *tried)
{
    return log->pending != ARB__PENDING_UNPROMOTED ||
           (tried->from == arb_move_from(log->queen) && tried->to == arb_move_to(log->queen));
}

void arb__hear_move(arb__hearing *h)
{
    const arb_verdict *tried = &h->event->attempt;
    if (!h->on_move) {
        bool made = h->log->pressed_due[h->by];
        arb__rule(h, ARB_ILLEGAL, made ? ARB_RULE_ALREADY_MADE : ARB_RULE_NOT_ON_MOVE,
                  made ? "4.7" : "1.3");
        return;
    }
    arb__duty duty = arb__log_duty(h->log, &h->game->position);
    if (!keeps_pawn(h->log, tried)) {
        arb__rule(h, ARB_ILLEGAL, ARB_RULE_ALREADY_MADE, "4.7");
    } else if (tried->code != ARB_V_OK) {
        hear_illegal(h, tried);
    } else if (!arb__duty_allows(&duty, &h->game->position, tried->move)) {
        h->log->pending = ARB__PENDING_TOUCH;
        rule_duty(h, ARB_ILLEGAL, ARB_RULE_BREAKS_TOUCH, &duty);
    } else if (arb__make_move(h, tried->move)) {
        rule_made(h);
    }
}

/* ---- the clock ---- */

/* 7.5.5: the opponent gets extra time; the second illegal move loses, or draws if the opponent
 * cannot mate. */
static void penalise(arb__hearing *h, const char *cause)
{
    h->ruling->cause = cause;
    h->log->pending = ARB__PENDING_NOTHING;
    if (++h->log->illegal[h->by] < 2) {
        arb__rule(h, ARB_ILLEGAL, ARB_RULE_PENALTY, "7.5.5");
        h->ruling->seconds = arb__penalty_of(h);
    } else if (arb__game_lose(h->game, h->by, ARB_R_ILLEGAL_MOVES)) {
        arb__rule_ended(h, ARB_ILLEGAL, "7.5.5");
    }
}

/* 7.5.2: a queen replaces the pawn. A second illegal move loses even if the queen would mate,
 * because that move did not comply with Article 3 (5.1.1). */
static void replace_by_queen(arb__hearing *h)
{
    if (!arb__make_move(h, h->log->queen))
        return;
    h->log->pressed_due[h->by] = false;
    if (arb_game_outcome(h->game).result == ARB_ONGOING) {
        penalise(h, "7.5.2");
    } else if (h->log->illegal[h->by] == 0) {
        h->log->illegal[h->by]++;
        h->ruling->cause = "7.5.2";
        arb__rule_ended(h, ARB_ILLEGAL, "");
    } else {
        arb_game_undo(h->game);
        h->ruling->move = ARB_NO_MOVE;
        penalise(h, "7.5.2");
    }
}

/* The player having the move has pressed the clock without making a legal move. */
static void press_without_move(arb__hearing *h)
{
    arb__duty duty;
    h->log->pressed_due[h->by] = false;
    switch (h->log->pending) {
    case ARB__PENDING_NOTHING:
        penalise(h, "7.5.3");
        break;
    case ARB__PENDING_UNPROMOTED:
        replace_by_queen(h);
        break;
    case ARB__PENDING_TOUCH: /* this is no illegal move by 3.10.2 */
        duty = arb__log_duty(h->log, &h->game->position);
        h->log->pending = ARB__PENDING_NOTHING;
        rule_duty(h, ARB_ILLEGAL, ARB_RULE_BREAKS_TOUCH, &duty);
        break;
    default:
        h->ruling->attempt = h->log->reason;
        penalise(h, "7.5.1");
    }
}

/* 6.2.2: the player may press even after the opponent has made the next move. In rapid and blitz
 * that move makes it too late for a penalty (A.5.2). */
static void complete_move(arb__hearing *h)
{
    bool two_hands = h->log->two_hands[h->by];
    h->log->pressed_due[h->by] = false;
    h->log->two_hands[h->by] = false;
    if (two_hands && !(h->unsupervised && h->on_move))
        penalise(h, "7.5.4");
    else
        arb__rule(h, ARB_OK, ARB_RULE_COMPLETED, h->on_move ? "6.2.2" : "6.2.1");
}

void arb__hear_press(arb__hearing *h)
{
    if (h->log->pressed_due[h->by] && (!h->on_move || h->log->pending == ARB__PENDING_NOTHING))
        complete_move(h);
    else if (h->on_move)
        press_without_move(h);
    else
        arb__rule(h, ARB_ILLEGAL, ARB_RULE_NOTHING_MADE, "6.2.1");
}

void arb__hear_two_hands(arb__hearing *h)
{
    if (!h->log->pressed_due[h->by]) {
        arb__rule(h, ARB_ILLEGAL, ARB_RULE_NOTHING_MADE, "6.2.1");
        return;
    }
    h->log->two_hands[h->by] = true;
    arb__rule(h, ARB_ILLEGAL, ARB_RULE_TWO_HANDS, "7.5.4");
}

/* ---- touched pieces ---- */

static bool is_piece(const arb__hearing *h)
{
    arb_square square = h->event->square;
    return arb_square_on(h->game->position.size, square) &&
           arb__piece_at(&h->game->position, square) != ARB_NO_PIECE;
}

void arb__hear_touch(arb__hearing *h)
{
    if (!is_piece(h)) {
        arb__rule(h, ARB_ILLEGAL, ARB_RULE_NOTED, "");
        return;
    }
    if (!h->on_move) { /* 4.3 binds the player having the move */
        arb__rule(h, ARB_ILLEGAL, ARB_RULE_NOT_ON_MOVE, "4.3");
        return;
    }
    arb__log_touch(h->log, h->event->square);
    if (h->log->offer == (int)arb_other(h->by))
        h->log->offer = ARB__NOBODY; /* 9.1.2.1 */
    arb__duty duty = arb__log_duty(h->log, &h->game->position);
    rule_duty(h, ARB_OK, ARB_RULE_TOUCHED, &duty);
}

void arb__hear_adjust(arb__hearing *h)
{
    /* The player must have the move (4.2.1) and the running clock (6.2.5). */
    bool runs = arb_log_clock(h->log, h->game) == h->by;
    if (!is_piece(h))
        arb__rule(h, ARB_ILLEGAL, ARB_RULE_NOTED, "");
    else if (h->on_move && runs)
        arb__rule(h, ARB_OK, ARB_RULE_ADJUSTED, "4.2.1");
    else
        arb__rule(h, ARB_ILLEGAL, ARB_RULE_MAY_NOT_ADJUST, h->on_move ? "6.2.5" : "4.2.1");
    h->ruling->piece = h->event->square;
}
