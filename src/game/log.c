/* log.c: the arbiter's log: an event at the board goes in, a ruling comes out (FIDE Laws of 2023).
 * Layer: game. Its only texts are the numbers of articles; of the clock it knows only when it is
 * pressed.
 *
 * A move is played in the game as soon as it is made on the board (4.7). It is completed when the
 * clock is pressed, which matters only for penalties and draw offers. */
#include "game/log.h"

bool arb_log_start(arb_log *log, arb_regulations regulations, const arb_rules *rules)
{
    bool fits = regulations == ARB_CASUAL || rules->ending.laws;
    *log =
        (arb_log){.regulations = (uint8_t)(fits ? regulations : ARB_CASUAL), .offer = ARB__NOBODY};
    return fits;
}

arb_colour arb_log_clock(const arb_log *log, const arb_game *game)
{
    arb_colour turn = (arb_colour)game->position.turn;
    /* A player who has the move again without having pressed still has the running clock (6.2.2).
     */
    return !log->pressed_due[turn] && log->pressed_due[arb_other(turn)] ? arb_other(turn) : turn;
}

arb_colour arb_log_player(const arb_log *log, const arb_game *game, arb_event_kind kind)
{
    arb_colour turn = (arb_colour)game->position.turn;
    switch (kind) {
    case ARB_E_PRESS:
    case ARB_E_FLAG:
    case ARB_E_DISPLACE: /* while making the move or pressing the clock */
        return arb_log_clock(log, game);
    case ARB_E_OFFER:
    case ARB_E_TWO_HANDS:
        return log->pressed_due[arb_other(turn)] ? arb_other(turn) : turn;
    case ARB_E_ACCEPT:
    case ARB_E_DECLINE:
        return log->offer != ARB__NOBODY ? arb_other((arb_colour)log->offer) : turn;
    default:
        return turn;
    }
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

/* ---- rulings ---- */

void arb__rule(arb__hearing *h, arb_status status, arb_ruling_code code, const char *article)
{
    h->ruling->status = status;
    h->ruling->code = code;
    h->ruling->article = article;
}

/* A.5.3 repeats the second sentence of 6.9, the draw on time, for rapid and blitz. */
void arb__rule_ended(arb__hearing *h, arb_status status, const char *article)
{
    arb_outcome outcome = arb_game_outcome(h->game);
    bool on_time = outcome.reason == ARB_R_FLAG && outcome.result == ARB_DRAW && !outcome.own_rule;
    arb__rule(h, status, ARB_RULE_ENDED,
              article[0] != '\0'           ? article
              : on_time && h->unsupervised ? "A.5.3"
                                           : arb_outcome_article(outcome));
}

/* FIDE 7.5.5, 9.5.3; A.3: one minute instead of two. */
unsigned arb__penalty_of(const arb__hearing *h)
{
    return h->unsupervised ? 60 : 120;
}

/* The number of moves that the player has completed since the start of the game. */
static size_t completed_moves(const arb__hearing *h, arb_colour colour)
{
    bool first = arb_game_start(h->game)->turn == colour;
    size_t made = (h->game->ply + first) / 2;
    return made - (made > 0 && h->log->pressed_due[colour]);
}

static bool ten_moves_completed(const arb__hearing *h)
{
    return completed_moves(h, ARB_WHITE) >= 10 && completed_moves(h, ARB_BLACK) >= 10;
}

/* ---- draws ---- */

/* The article of a correct claim: by repetition or by the number of moves, for the position on the
 * board or after the intended move. */
static const char *claim_article(const arb__hearing *h, arb_move intended)
{
    bool now = arb_game_claims(h->game) != 0;
    uint32_t claims =
        arb_game_claims(h->game) | (now ? 0 : arb_game_claims_with(h->game, intended));
    if (claims & ARB_CLAIM_REPETITION)
        return now ? "9.2.2" : "9.2.1";
    return now ? "9.3.2" : "9.3.1";
}

/* 9.5.3: the opponent gets extra time, and the intended move must be made; if it is illegal, that
 * piece must make another move (4.3). 9.1.2.3: the claim counts as a draw offer. */
static void reject_claim(arb__hearing *h)
{
    const arb_verdict *tried = &h->event->attempt;
    arb__rule(h, ARB_ILLEGAL, ARB_RULE_WRONG_CLAIM,
              h->log->regulations == ARB_CASUAL ? "9.2" : "9.5.3");
    if (h->log->regulations == ARB_CASUAL)
        return;
    h->ruling->seconds = arb__penalty_of(h);
    if (h->event->intended && tried->code == ARB_V_OK) {
        if (!arb__make_move(h, tried->move))
            h->ruling->seconds = 0;
        else if (arb_game_outcome(h->game).result != ARB_ONGOING)
            arb__rule_ended(h, ARB_ILLEGAL, "");
    } else if (h->event->intended && !arb__is_no_move(tried->code)) {
        h->ruling->attempt = *tried;
        arb__touch_attempt(h, tried);
    }
    if (h->log->offer == ARB__NOBODY)
        h->log->offer = (int8_t)h->by;
}

static void hear_claim(arb__hearing *h)
{
    const arb_verdict *tried = &h->event->attempt;
    bool legal = h->event->intended && tried->code == ARB_V_OK;
    arb_move intended = legal ? tried->move : ARB_NO_MOVE;
    if (!h->on_move) {
        arb__rule(h, ARB_ILLEGAL, ARB_RULE_NOT_ON_MOVE, "9.2");
        return;
    }
    if (h->log->touched_count > 0 || h->log->pending != ARB__PENDING_NOTHING) {
        arb__rule(h, ARB_ILLEGAL, ARB_RULE_CLAIM_LOST, "9.4");
        return;
    }
    const char *article = claim_article(h, intended);
    if ((legal || !h->event->intended) && arb_game_claim(h->game, intended))
        arb__rule_ended(h, ARB_OK, article);
    else
        reject_claim(h);
}

static void hear_offer(arb__hearing *h)
{
    if (h->log->offer != ARB__NOBODY) {
        arb__rule(h, ARB_ILLEGAL, ARB_RULE_OFFER_STANDS, "9.1.2.1");
        return;
    }
    h->log->offer = (int8_t)h->by;
    arb__rule(h, ARB_OK, ARB_RULE_OFFERED, "9.1.2.1");
    /* An offer made at another time than between the move and the clock is valid, but may annoy the
     * opponent (11.5). */
    if (h->log->regulations != ARB_CASUAL && !h->log->pressed_due[h->by])
        h->ruling->cause = "11.5";
}

static void hear_answer(arb__hearing *h)
{
    if (h->log->offer != (int)arb_other(h->by)) {
        arb__rule(h, ARB_ILLEGAL, ARB_RULE_NO_OFFER, "9.1.2.1");
    } else if (h->event->kind == ARB_E_DECLINE) {
        h->log->offer = ARB__NOBODY;
        arb__rule(h, ARB_OK, ARB_RULE_DECLINED, "9.1.2.1");
    } else if (arb_game_agree_draw(h->game)) {
        arb__rule_ended(h, ARB_OK, "");
    } else {
        arb__rule(h, ARB_ILLEGAL, ARB_RULE_TOO_EARLY, "5.2.3");
    }
}

/* ---- declared ends and irregularities ---- */

static void declare(arb__hearing *h, arb_result result, arb_reason reason)
{
    arb_game_declare(h->game, (arb_outcome){.result = result, .reason = reason});
    arb__rule_ended(h, ARB_OK, "");
}

/* III.3.1 does not apply to blitz (III.2.2). */
static void hear_both_flags(arb__hearing *h)
{
    if (h->log->regulations == ARB_BLITZ)
        arb__rule(h, ARB_ILLEGAL, ARB_RULE_NOT_COVERED, "III.2.2");
    else if (h->event->last_period)
        declare(h, ARB_DRAW, ARB_R_BOTH_FLAGS);
    else
        arb__rule(h, ARB_OK, ARB_RULE_GOES_ON, "III.3.1.1");
}

static void cancel(arb__hearing *h, const char *article)
{
    h->log->cancelled = 1;
    h->log->offer = ARB__NOBODY;
    arb__rule(h, ARB_OK, ARB_RULE_NEW_GAME, article);
}

/* 7.2: wrong start position or board; in rapid and blitz there is no claim after ten moves
 * (A.5.1.2). 7.3: wrong colours; after ten moves by both players the game goes on. */
static void hear_wrong(arb__hearing *h)
{
    size_t white = completed_moves(h, ARB_WHITE) + h->log->pressed_due[ARB_WHITE];
    size_t black = completed_moves(h, ARB_BLACK) + h->log->pressed_due[ARB_BLACK];
    if (h->event->kind == ARB_E_WRONG_COLOURS && (white < 10 || black < 10))
        cancel(h, "7.3");
    else if (h->event->kind == ARB_E_WRONG_COLOURS)
        arb__rule(h, ARB_OK, ARB_RULE_GOES_ON, "7.3");
    else if (h->unsupervised && ten_moves_completed(h))
        arb__rule(h, ARB_ILLEGAL, ARB_RULE_GOES_ON, "A.5.1.2");
    else if (h->event->kind == ARB_E_WRONG_START)
        cancel(h, "7.2.1");
    else
        arb__rule(h, ARB_OK, ARB_RULE_GOES_ON, "7.2.2");
}

/* A.5.4: the arbiter waits until the next move is completed; if the position is still illegal then,
 * the game is drawn. A report that comes later is about another illegal position. */
static void hear_illegal_position(arb__hearing *h)
{
    bool due = h->log->pressed_due[arb_other((arb_colour)h->game->position.turn)];
    size_t completed = h->game->ply - due, next = h->log->flaw_ply;
    if (!h->unsupervised) {
        arb__rule(h, ARB_OK, ARB_RULE_REINSTATE, "7.6");
        return;
    }
    if (next != 0 && completed == next) {
        declare(h, ARB_DRAW, ARB_R_ILLEGAL_POSITION);
        return;
    }
    if (next == 0 || completed > next)
        h->log->flaw_ply = (uint32_t)h->game->ply + 1;
    arb__rule(h, ARB_OK, ARB_RULE_WAIT, "A.5.4");
}

/* ---- every event ---- */

static void hear(arb__hearing *h)
{
    switch (h->event->kind) {
    case ARB_E_MOVE:
        arb__hear_move(h);
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
            arb__rule_ended(h, ARB_OK, "");
        break;
    case ARB_E_FLAG:
        if (arb_game_flag(h->game, h->by))
            arb__rule_ended(h, ARB_OK, "");
        break;
    case ARB_E_BOTH_LOSE:
        declare(h, ARB_BOTH_LOSE, ARB_R_MISCONDUCT);
        break;
    default:
        break;
    }
}

/* Events that only the FIDE Laws know; casual play ignores them. */
static void hear_by_the_laws(arb__hearing *h)
{
    switch (h->event->kind) {
    case ARB_E_PRESS:
        arb__hear_press(h);
        break;
    case ARB_E_TWO_HANDS:
        arb__hear_two_hands(h);
        break;
    case ARB_E_TOUCH:
        arb__hear_touch(h);
        break;
    case ARB_E_ADJUST:
        arb__hear_adjust(h);
        break;
    case ARB_E_DISPLACE:
        arb__rule(h, ARB_OK, ARB_RULE_RESTORE, "7.4.1");
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
    arb__hearing h = {.log = log,
                      .game = game,
                      .event = event,
                      .by = event->by,
                      .on_move = event->by == game->position.turn,
                      .unsupervised =
                          log->regulations == ARB_RAPID || log->regulations == ARB_BLITZ,
                      .ruling = &ruling};
    if (before.result != ARB_ONGOING)
        arb__rule(&h, ARB_ILLEGAL, ARB_RULE_OVER, arb_outcome_article(before));
    else if (log->cancelled)
        arb__rule(&h, ARB_ILLEGAL, ARB_RULE_NEW_GAME, "");
    else if (log->regulations == ARB_CASUAL)
        hear(&h);
    else
        hear_by_the_laws(&h);
    ruling.outcome = arb_game_outcome(game);
    if (ruling.outcome.result != ARB_ONGOING)
        log->offer = ARB__NOBODY;
    return ruling;
}
