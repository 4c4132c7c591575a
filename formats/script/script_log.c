/* script_log.c: the calls of a session that report events to the arbiter's log. Layer: formats.
 *
 * In casual play the answer is true or false; under other regulations the answer is the ruling. */
#include "formats/script/script_call.h"

/* Reports an event to the log and writes the answer. */
static bool tell_log(fmt_call *call, const arb_event *event)
{
    fmt_script *script = call->script;
    char text[FMT_LINE_LIMIT];
    arb_ruling ruling = arb_log_event(&script->log, script->game, event);
    if (ruling.status == ARB_NO_MEMORY || ruling.status == ARB_LIMIT) { /* there is no ruling */
        fmt_error_set(call->error, 0, 1,
                      ruling.status == ARB_LIMIT ? "the game is too long" : "not enough memory");
        return false;
    }
    script->refused += event->kind == ARB_E_MOVE && ruling.status != ARB_OK;
    if (script->regulations == ARB_CASUAL)
        return fmt_call_answer(call, ruling.status == ARB_OK);
    const arb_position *position = arb_game_position(script->game);
    arb_coords spoken = arb_coords_in(script->coords, script->language);
    if (script->json) {
        arb_ruling_json(&ruling, position, spoken, text, sizeof text);
        return fmt_call_answer_text(call, text);
    }
    arb_ruling_text(&ruling, position, spoken, text, sizeof text);
    fmt_putf(call->out, "%s: %s\n", arb_ruling_name(ruling.code), text);
    return true;
}

/* Reports an event: `press`, `press BLACK`, `touch x y`, `both-flags last`. */
bool fmt_call_event(fmt_call *call, arb_event_kind kind)
{
    arb_event event = {.kind = kind, .square = ARB_NO_SQUARE};
    fmt_word word;
    event.by = arb_log_player(&call->script->log, call->script->game, kind);
    if ((kind == ARB_E_TOUCH || kind == ARB_E_ADJUST) && !fmt_call_square(call, &event.square))
        return false;
    if (kind == ARB_E_BOTH_FLAGS && fmt_call_more(call)) {
        fmt_line_word(&call->words, &word);
        event.last_period = fmt_word_is(&word, "last");
        if (!event.last_period)
            return fmt_call_fail(call, &word, "last");
    } else if (fmt_call_more(call) && !fmt_call_colour(call, &event.by)) {
        return false;
    }
    return fmt_call_end(call) && tell_log(call, &event);
}

/* Reports that the side to move makes the move, or claims a draw with it. */
static bool hear_attempt(fmt_call *call, arb_event_kind kind)
{
    const arb_game *game = call->script->game;
    arb_event event = {.kind = kind, .by = arb_position_turn(arb_game_position(game))};
    arb_typed typed;
    if (!fmt_call_verdict(call, &typed))
        return false;
    event.attempt = typed.verdict;
    call->script->judged = true;
    call->script->verdict = event.attempt;
    event.intended = kind == ARB_E_CLAIM;
    return tell_log(call, &event);
}

bool fmt_call_move(fmt_call *call)
{
    return hear_attempt(call, ARB_E_MOVE);
}

/* Reports a claim, now (`claim`) or with the move that the player intends (FIDE 9.2.1, 9.3.1). */
bool fmt_call_claim(fmt_call *call)
{
    return fmt_call_more(call) ? hear_attempt(call, ARB_E_CLAIM)
                               : fmt_call_event(call, ARB_E_CLAIM);
}

/* Reports that both agree: an offer, unless one is open, and its acceptance. */
bool fmt_call_draw(fmt_call *call)
{
    fmt_script *script = call->script;
    if (!fmt_call_end(call))
        return false;
    if (arb_log_offer(&script->log) < 0 && !fmt_script_is_over(script)) {
        arb_event offer = {.kind = ARB_E_OFFER,
                           .by = arb_log_player(&script->log, script->game, ARB_E_OFFER)};
        arb_log_event(&script->log, script->game, &offer);
    }
    arb_event accept = {.kind = ARB_E_ACCEPT,
                        .by = arb_log_player(&script->log, script->game, ARB_E_ACCEPT)};
    return tell_log(call, &accept);
}
