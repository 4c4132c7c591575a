/* log.c: the arbiter's log: an event at the board goes in, a ruling comes out (FIDE Laws of 2023).
 * Layer: game. Knows no text but the numbers of articles, and no clock but its presses.
 *
 * A move is played in the game when it has been made on the board (4.7); until the clock is pressed
 * it is not completed, which matters for penalties and offers only. */
#include "game/log.h"

enum { NOBODY = -1 };

bool arb_log_start(arb_log *log, arb_regulations regulations, const arb_rules *rules)
{
    bool fits = regulations == ARB_CASUAL || rules->ending.laws;
    *log = (arb_log){.regulations = (uint8_t)(fits ? regulations : ARB_CASUAL), .offer = NOBODY};
    return fits;
}

arb_colour arb_log_clock(const arb_log *log, const arb_game *game)
{
    arb_colour turn = (arb_colour)game->position.turn;
    return log->pressed_due[arb_other(turn)] ? arb_other(turn) : turn;
}

bool arb_log_allows(const arb_log *log, const arb_game *game, arb_move move)
{
    arb__duty duty = arb__log_duty(log, &game->position);
    return arb__duty_allows(&duty, &game->position, move);
}

int arb_log_offer(const arb_log *log)
{
    return log->offer;
}

bool arb_log_cancelled(const arb_log *log)
{
    return log->cancelled != 0;
}

bool arb_log_has_pressed(const arb_log *log, arb_colour colour)
{
    return !log->pressed_due[colour];
}

/* ---- one ruling in the making ---- */

typedef struct {
    arb_log *log;
    arb_game *game;
    const arb_event *event;
    arb_colour by;
    bool on_move; /* it is the move of the one who did it */
    bool quick;   /* rapid or blitz, without one arbiter for each game: A.5, B.3 */
    arb_ruling *ruling;
} hearing;

static void rule(hearing *h, arb_status status, arb_ruling_code code, const char *article)
{
    h->ruling->status = status;
    h->ruling->code = code;
    h->ruling->article = article;
}

/* The game has ended by this event. A.5.3 repeats the second half of 6.9 for rapid and blitz. */
static void rule_ended(hearing *h, arb_status status, const char *article)
{
    arb_outcome outcome = arb_game_outcome(h->game);
    bool on_time = outcome.reason == ARB_R_FLAG && outcome.result == ARB_DRAW;
    rule(h, status, ARB_RULE_ENDED,
         article[0] != '\0'    ? article
         : on_time && h->quick ? "A.5.3"
                               : arb_outcome_article(outcome));
}

/* FIDE 7.5.5, 9.5.3; A.3: one minute instead of two. */
static unsigned penalty_of(const hearing *h)
{
    return h->quick ? 60 : 120;
}

/* Moves that the player has completed since the log began. */
static size_t completed_moves(const hearing *h, arb_colour colour)
{
    bool first = h->game->start.turn == colour;
    size_t made = (h->game->ply + first) / 2;
    return made - (made > 0 && h->log->pressed_due[colour]);
}

static bool ten_moves_completed(const hearing *h)
{
    return completed_moves(h, ARB_WHITE) >= 10 && completed_moves(h, ARB_BLACK) >= 10;
}

/* ---- moves ---- */

/* Plays a legal move that the touched pieces allow. False: there is no ruling. */
static bool make_move(hearing *h, arb_move move)
{
    arb_log *log = h->log;
    arb_status status = arb_game_play(h->game, move);
    if (status != ARB_OK) {
        rule(h, status, ARB_RULE_NOTED, "");
        return false;
    }
    h->ruling->move = move;
    log->touched_count = 0;
    log->pending = ARB__PENDING_NOTHING;
    log->pressed_due[h->by] = log->regulations != ARB_CASUAL;
    log->two_hands[h->by] = false;
    if (log->offer == (int)arb_other(h->by))
        log->offer = NOBODY; /* 9.1.2.1: rejected by touching a piece */
    return true;
}

static void rule_made(hearing *h)
{
    if (arb_game_outcome(h->game).result != ARB_ONGOING)
        rule_ended(h, ARB_OK, "");
    else
        rule(h, ARB_OK, ARB_RULE_MADE, h->log->regulations == ARB_CASUAL ? "" : "4.7");
}

static void rule_duty(hearing *h, arb_status status, arb_ruling_code code, const arb__duty *duty)
{
    rule(h, status, code, duty->article);
    h->ruling->duty = (uint8_t)duty->kind;
    h->ruling->piece = duty->piece;
    h->ruling->target = duty->target;
}

/* The pieces of a move that was not allowed have been touched (7.5.1 refers to 4.3). */
static void touch_attempt(hearing *h, const arb_verdict *attempt)
{
    const arb_position *pos = &h->game->position;
    if (attempt->from == ARB_NO_SQUARE)
        return;
    arb__log_touch(h->log, attempt->from);
    if (attempt->to == ARB_NO_SQUARE)
        return;
    arb_piece target = arb__piece_at(pos, attempt->to);
    if (target != ARB_NO_PIECE && arb_piece_colour(target) != pos->turn)
        arb__log_touch(h->log, attempt->to);
    if (h->log->offer == (int)arb_other(h->by))
        h->log->offer = NOBODY;
}

/* Nothing was moved from a square of the board to another one. */
static bool is_no_move(arb_verdict_code code)
{
    return code == ARB_V_NO_PIECE || code == ARB_V_OFF_BOARD || code == ARB_V_SAME_SQUARE ||
           code == ARB_V_NOT_IN_HAND;
}

/* A pawn on its last row that could have become a queen there. */
static arb_move queen_move(const hearing *h, const arb_verdict *attempt)
{
    if (attempt->code != ARB_V_PROMOTION_MISSING)
        return ARB_NO_MOVE;
    return arb_game_verdict(h->game, attempt->from, attempt->to, ARB_QUEEN).move;
}

static void hear_illegal(hearing *h, const arb_verdict *attempt)
{
    arb_log *log = h->log;
    h->ruling->attempt = *attempt;
    if (is_no_move(attempt->code)) {
        rule(h, ARB_ILLEGAL, ARB_RULE_NO_MOVE, arb_verdict_article(attempt));
        return;
    }
    rule(h, ARB_ILLEGAL, ARB_RULE_ILLEGAL, arb_verdict_article(attempt));
    if (log->regulations == ARB_CASUAL)
        return;
    arb_move queen = queen_move(h, attempt);
    arb__duty duty = arb__log_duty(log, &h->game->position);
    if (queen != ARB_NO_MOVE && arb__duty_allows(&duty, &h->game->position, queen)) {
        log->pending = ARB__PENDING_UNPROMOTED;
        log->queen = queen;
        h->ruling->code = ARB_RULE_UNPROMOTED;
    } else {
        log->pending = ARB__PENDING_ILLEGAL;
        log->reason = *attempt;
    }
    touch_attempt(h, attempt);
}

/* A pawn that was released on its last row cannot be moved to another square (4.7). */
static bool keeps_pawn(const arb_log *log, const arb_verdict *attempt)
{
    return log->pending != ARB__PENDING_UNPROMOTED ||
           (attempt->from == arb_move_from(log->queen) && attempt->to == arb_move_to(log->queen));
}

static void hear_move(hearing *h)
{
    const arb_verdict *attempt = &h->event->attempt;
    if (!h->on_move) {
        bool made = h->log->pressed_due[h->by];
        rule(h, ARB_ILLEGAL, made ? ARB_RULE_ALREADY_MADE : ARB_RULE_NOT_ON_MOVE,
             made ? "4.7" : "1.3");
        return;
    }
    arb__duty duty = arb__log_duty(h->log, &h->game->position);
    if (!keeps_pawn(h->log, attempt)) {
        rule(h, ARB_ILLEGAL, ARB_RULE_ALREADY_MADE, "4.7");
    } else if (attempt->code != ARB_V_OK) {
        hear_illegal(h, attempt);
    } else if (!arb__duty_allows(&duty, &h->game->position, attempt->move)) {
        h->log->pending = ARB__PENDING_TOUCH;
        rule_duty(h, ARB_ILLEGAL, ARB_RULE_BREAKS_TOUCH, &duty);
    } else if (make_move(h, attempt->move)) {
        rule_made(h);
    }
}

/* ---- the clock ---- */

/* 7.5.5: time for the opponent, and the second one loses; drawn if the opponent cannot mate. */
static void penalise(hearing *h, const char *cause)
{
    h->ruling->cause = cause;
    h->log->pending = ARB__PENDING_NOTHING;
    if (++h->log->illegal[h->by] < 2) {
        rule(h, ARB_ILLEGAL, ARB_RULE_PENALTY, "7.5.5");
        h->ruling->seconds = penalty_of(h);
    } else if (arb__game_lose(h->game, h->by, ARB_R_ILLEGAL_MOVES)) {
        rule_ended(h, ARB_ILLEGAL, "7.5.5");
    }
}

/* 7.5.2: the pawn is replaced by a queen. The second illegal move loses even where the queen would
 * mate: that move was not in accordance with Article 3 (5.1.1). */
static void replace_by_queen(hearing *h)
{
    if (!make_move(h, h->log->queen))
        return;
    h->log->pressed_due[h->by] = false;
    if (arb_game_outcome(h->game).result == ARB_ONGOING) {
        penalise(h, "7.5.2");
    } else if (h->log->illegal[h->by] == 0) {
        h->log->illegal[h->by]++;
        h->ruling->cause = "7.5.2";
        rule_ended(h, ARB_ILLEGAL, "");
    } else {
        arb_game_undo(h->game);
        h->ruling->move = ARB_NO_MOVE;
        penalise(h, "7.5.2");
    }
}

/* By the player having the move, who has made no legal one. */
static void press_without_move(hearing *h)
{
    arb__duty duty;
    switch (h->log->pending) {
    case ARB__PENDING_NOTHING:
        penalise(h, "7.5.3");
        break;
    case ARB__PENDING_UNPROMOTED:
        replace_by_queen(h);
        break;
    case ARB__PENDING_TOUCH: /* no illegal move in the sense of 3.10.2 */
        duty = arb__log_duty(h->log, &h->game->position);
        h->log->pending = ARB__PENDING_NOTHING;
        rule_duty(h, ARB_ILLEGAL, ARB_RULE_BREAKS_TOUCH, &duty);
        break;
    default:
        h->ruling->attempt = h->log->reason;
        penalise(h, "7.5.1");
    }
}

static void hear_press(hearing *h)
{
    arb_log *log = h->log;
    if (h->on_move) {
        press_without_move(h);
    } else if (!log->pressed_due[h->by]) {
        rule(h, ARB_ILLEGAL, ARB_RULE_NOTHING_MADE, "6.2.1");
    } else {
        log->pressed_due[h->by] = false;
        if (log->two_hands[h->by])
            penalise(h, "7.5.4");
        else
            rule(h, ARB_OK, ARB_RULE_COMPLETED, "6.2.1");
        log->two_hands[h->by] = false;
    }
}

static void hear_two_hands(hearing *h)
{
    if (!h->log->pressed_due[h->by]) {
        rule(h, ARB_ILLEGAL, ARB_RULE_NOTHING_MADE, "6.2.1");
        return;
    }
    h->log->two_hands[h->by] = true;
    rule(h, ARB_ILLEGAL, ARB_RULE_TWO_HANDS, "7.5.4");
}

/* ---- touched pieces ---- */

static bool is_piece(const hearing *h)
{
    arb_square square = h->event->square;
    return arb_square_on(h->game->position.size, square) &&
           arb__piece_at(&h->game->position, square) != ARB_NO_PIECE;
}

static void hear_touch(hearing *h)
{
    if (!is_piece(h)) {
        rule(h, ARB_ILLEGAL, ARB_RULE_NOTED, "");
        return;
    }
    if (!h->on_move) { /* 4.3 binds the player having the move */
        rule(h, ARB_ILLEGAL, ARB_RULE_NOT_ON_MOVE, "4.3");
        return;
    }
    arb__log_touch(h->log, h->event->square);
    if (h->log->offer == (int)arb_other(h->by))
        h->log->offer = NOBODY; /* 9.1.2.1 */
    arb__duty duty = arb__log_duty(h->log, &h->game->position);
    rule_duty(h, ARB_OK, ARB_RULE_TOUCHED, &duty);
}

static void hear_adjust(hearing *h)
{
    if (!is_piece(h))
        rule(h, ARB_ILLEGAL, ARB_RULE_NOTED, "");
    else if (h->on_move)
        rule(h, ARB_OK, ARB_RULE_ADJUSTED, "4.2.1");
    else
        rule(h, ARB_ILLEGAL, ARB_RULE_MAY_NOT_ADJUST, "4.2.1");
    h->ruling->piece = h->event->square;
}

/* ---- draws ---- */

/* The article of a claim that holds: with the intended move or without it, by repetition or by the
 * number of moves. */
static const char *claim_article(const hearing *h, arb_move intended)
{
    bool now = arb_game_claims(h->game) != 0;
    uint32_t claims =
        arb_game_claims(h->game) | (now ? 0 : arb_game_claims_with(h->game, intended));
    if (claims & ARB_CLAIM_REPETITION)
        return now ? "9.2.2" : "9.2.1";
    return now ? "9.3.2" : "9.3.1";
}

/* 9.5.3: time for the opponent, and the intended move stands; if it is illegal another move of that
 * piece is due (4.3). 9.1.2.3: the claim was an offer. */
static void reject_claim(hearing *h)
{
    const arb_verdict *attempt = &h->event->attempt;
    rule(h, ARB_ILLEGAL, ARB_RULE_WRONG_CLAIM, h->log->regulations == ARB_CASUAL ? "9.2" : "9.5.3");
    if (h->log->regulations == ARB_CASUAL)
        return;
    h->ruling->seconds = penalty_of(h);
    if (h->event->intended && attempt->code == ARB_V_OK) {
        if (!make_move(h, attempt->move))
            h->ruling->seconds = 0;
        else if (arb_game_outcome(h->game).result != ARB_ONGOING)
            rule_ended(h, ARB_ILLEGAL, "");
    } else if (h->event->intended && !is_no_move(attempt->code)) {
        h->ruling->attempt = *attempt;
        touch_attempt(h, attempt);
    }
    if (h->log->offer == NOBODY)
        h->log->offer = (int8_t)h->by;
}

static void hear_claim(hearing *h)
{
    const arb_verdict *attempt = &h->event->attempt;
    bool legal = h->event->intended && attempt->code == ARB_V_OK;
    arb_move intended = legal ? attempt->move : ARB_NO_MOVE;
    if (!h->on_move) {
        rule(h, ARB_ILLEGAL, ARB_RULE_NOT_ON_MOVE, "9.2");
        return;
    }
    if (h->log->touched_count > 0 || h->log->pending != ARB__PENDING_NOTHING) {
        rule(h, ARB_ILLEGAL, ARB_RULE_CLAIM_LOST, "9.4");
        return;
    }
    const char *article = claim_article(h, intended);
    if (arb_game_claim(h->game, intended))
        rule_ended(h, ARB_OK, article);
    else
        reject_claim(h);
}

static void hear_offer(hearing *h)
{
    if (h->log->offer != NOBODY) {
        rule(h, ARB_ILLEGAL, ARB_RULE_OFFER_STANDS, "9.1.2.1");
        return;
    }
    h->log->offer = (int8_t)h->by;
    rule(h, ARB_OK, ARB_RULE_OFFERED, "9.1.2.1");
    /* At another time than between move and clock the offer is valid, and may annoy. */
    if (h->log->regulations != ARB_CASUAL && !h->log->pressed_due[h->by])
        h->ruling->cause = "11.5";
}

static void hear_answer(hearing *h)
{
    if (h->log->offer != (int)arb_other(h->by)) {
        rule(h, ARB_ILLEGAL, ARB_RULE_NO_OFFER, "9.1.2.1");
    } else if (h->event->kind == ARB_E_DECLINE) {
        h->log->offer = NOBODY;
        rule(h, ARB_OK, ARB_RULE_DECLINED, "9.1.2.1");
    } else if (arb_game_agree_draw(h->game)) {
        rule_ended(h, ARB_OK, "");
    } else {
        rule(h, ARB_ILLEGAL, ARB_RULE_TOO_EARLY, "5.2.3");
    }
}

/* ---- ends that are declared, irregularities ---- */

static void declare(hearing *h, arb_result result, arb_reason reason)
{
    arb_game_declare(h->game, (arb_outcome){result, reason});
    rule_ended(h, ARB_OK, "");
}

/* III.3.1, which is not for blitz (III.2.2). */
static void hear_both_flags(hearing *h)
{
    if (h->log->regulations == ARB_BLITZ)
        rule(h, ARB_ILLEGAL, ARB_RULE_NOT_COVERED, "III.2.2");
    else if (h->event->last_period)
        declare(h, ARB_DRAW, ARB_R_BOTH_FLAGS);
    else
        rule(h, ARB_OK, ARB_RULE_GOES_ON, "III.3.1.1");
}

static void cancel(hearing *h, const char *article)
{
    h->log->cancelled = 1;
    h->log->offer = NOBODY;
    rule(h, ARB_OK, ARB_RULE_NEW_GAME, article);
}

/* 7.2; A.5.1.2: no claim after ten moves. 7.3: after ten moves by both the game goes on. */
static void hear_wrong(hearing *h)
{
    size_t white = completed_moves(h, ARB_WHITE) + h->log->pressed_due[ARB_WHITE];
    size_t black = completed_moves(h, ARB_BLACK) + h->log->pressed_due[ARB_BLACK];
    if (h->event->kind == ARB_E_WRONG_COLOURS && (white < 10 || black < 10))
        cancel(h, "7.3");
    else if (h->event->kind == ARB_E_WRONG_COLOURS)
        rule(h, ARB_OK, ARB_RULE_GOES_ON, "7.3");
    else if (h->quick && ten_moves_completed(h))
        rule(h, ARB_ILLEGAL, ARB_RULE_GOES_ON, "A.5.1.2");
    else if (h->event->kind == ARB_E_WRONG_START)
        cancel(h, "7.2.1");
    else
        rule(h, ARB_OK, ARB_RULE_GOES_ON, "7.2.2");
}

/* A.5.4: the arbiter waits for the next move; a position that is then still illegal is a draw. */
static void hear_illegal_position(hearing *h)
{
    uint32_t seen = h->log->flaw_ply;
    if (!h->quick) {
        rule(h, ARB_OK, ARB_RULE_REINSTATE, "7.6");
    } else if (seen != 0 && h->game->ply + 1 > seen) {
        declare(h, ARB_DRAW, ARB_R_ILLEGAL_POSITION);
    } else {
        h->log->flaw_ply = (uint32_t)h->game->ply + 1;
        rule(h, ARB_OK, ARB_RULE_WAIT, "A.5.4");
    }
}

/* ---- every event ---- */

static void hear(hearing *h)
{
    switch (h->event->kind) {
    case ARB_E_MOVE:
        hear_move(h);
        break;
    case ARB_E_CLAIM:
        hear_claim(h);
        break;
    case ARB_E_OFFER:
        hear_offer(h);
        break;
    case ARB_E_ACCEPT:
    case ARB_E_DECLINE:
        hear_answer(h);
        break;
    case ARB_E_RESIGN:
        if (arb_game_resign(h->game, h->by))
            rule_ended(h, ARB_OK, "");
        break;
    case ARB_E_FLAG:
        if (arb_game_flag(h->game, h->by))
            rule_ended(h, ARB_OK, "");
        break;
    case ARB_E_BOTH_LOSE:
        declare(h, ARB_BOTH_LOSE, ARB_R_MISCONDUCT);
        break;
    default:
        break;
    }
}

/* What casual play does not ask about. */
static void hear_by_the_laws(hearing *h)
{
    switch (h->event->kind) {
    case ARB_E_PRESS:
        hear_press(h);
        break;
    case ARB_E_TWO_HANDS:
        hear_two_hands(h);
        break;
    case ARB_E_TOUCH:
        hear_touch(h);
        break;
    case ARB_E_ADJUST:
        hear_adjust(h);
        break;
    case ARB_E_DISPLACE:
        rule(h, ARB_OK, ARB_RULE_RESTORE, "7.4.1");
        break;
    case ARB_E_BOTH_FLAGS:
        hear_both_flags(h);
        break;
    case ARB_E_WRONG_START:
    case ARB_E_WRONG_BOARD:
    case ARB_E_WRONG_COLOURS:
        hear_wrong(h);
        break;
    case ARB_E_ILLEGAL_POSITION:
        hear_illegal_position(h);
        break;
    default:
        hear(h);
    }
}

arb_ruling arb_log_event(arb_log *log, arb_game *game, const arb_event *event)
{
    arb_ruling ruling = {.status = ARB_OK,
                         .event = event->kind,
                         .regulations = log->regulations,
                         .by = event->by,
                         .article = "",
                         .cause = "",
                         .piece = ARB_NO_SQUARE,
                         .target = ARB_NO_SQUARE};
    arb_outcome before = arb_game_outcome(game);
    hearing h = {.log = log,
                 .game = game,
                 .event = event,
                 .by = event->by,
                 .on_move = event->by == game->position.turn,
                 .quick = log->regulations == ARB_RAPID || log->regulations == ARB_BLITZ,
                 .ruling = &ruling};
    if (before.result != ARB_ONGOING)
        rule(&h, ARB_ILLEGAL, ARB_RULE_OVER, arb_outcome_article(before));
    else if (log->cancelled)
        rule(&h, ARB_ILLEGAL, ARB_RULE_NEW_GAME, "");
    else if (log->regulations == ARB_CASUAL)
        hear(&h);
    else
        hear_by_the_laws(&h);
    ruling.outcome = arb_game_outcome(game);
    if (ruling.outcome.result != ARB_ONGOING)
        log->offer = NOBODY;
    return ruling;
}
