/* api_arbiter.c: events at the board other than moves, reported to the arbiter's log. Layer:
 * server. */
#include "server/api/change.h"

#include <stdio.h>
#include <string.h>

/* May only the arbiter report this event? Whoever holds both seats acts as the arbiter. */
static bool is_arbiters(arb_event_kind kind)
{
    return kind == ARB_E_FLAG || kind == ARB_E_BOTH_FLAGS || kind == ARB_E_BOTH_LOSE ||
           (kind >= ARB_E_WRONG_START && kind <= ARB_E_ILLEGAL_POSITION);
}

/* Reads which side did it. Returns false if the request has been answered. */
static bool read_player(change *g, arb_event_kind kind, arb_colour *by)
{
    const char *name;
    if (!call_text(g->c, g->json, "by", 8, "", &name))
        return false;
    int side = colour_read(name);
    if (name[0] != '\0' && side == NOBODY) {
        change_refuse(g, 400, "'by' is \"white\" or \"black\"");
        return false;
    }
    *by = side != NOBODY     ? (arb_colour)side
          : g->seats == BOTH ? arb_log_player(&g->m->log, g->m->game, kind)
                             : change_actor(g);
    if ((g->seats & (1u << *by)) != 0 && (g->seats == BOTH || !is_arbiters(kind)))
        return true;
    change_refuse(g, 403, "this is not for your seat to report");
    return false;
}

static void report(change *g, arb_event_kind kind)
{
    const char *square;
    arb_square at = ARB_NO_SQUARE;
    char step[STEP_LIMIT], name[8] = "";
    arb_colour by;
    arb_size size = arb_position_size(arb_game_position(g->m->game));
    if (!read_player(g, kind, &by) || !call_text(g->c, g->json, "square", 8, "", &square))
        return;
    if (kind == ARB_E_TOUCH || kind == ARB_E_ADJUST) {
        size_t len = arb_square_read(size, square, strlen(square), &at);
        if (len == 0 || square[len] != '\0') {
            change_refuse(g, 422, "'square' is a square of the board");
            return;
        }
        arb_square_write(size, at, name, sizeof name);
    } else if (json_is_true(json_object_get(g->json, "last_period"))) {
        snprintf(name, sizeof name, "last");
    }
    snprintf(step, sizeof step, "event %s %s%s%s", colour_name((int)by), arb_event_name(kind),
             name[0] != '\0' ? " " : "", name);
    change_finish(g, step);
}

void api_event(call *c)
{
    change g;
    const char *name;
    arb_event_kind kind;
    if (change_begin(&g, c) && call_text(c, g.json, "event", 32, "", &name)) {
        if (!match_regulated(g.m))
            change_refuse(&g, 409, "this game was made without an arbiter's regulations");
        else if (!arb_event_find(name, strlen(name), &kind))
            change_refuse(&g, 400, "there is no such event");
        else if (kind == ARB_E_MOVE)
            change_move(&g);
        else if (kind == ARB_E_CLAIM)
            change_claim(&g);
        else
            report(&g, kind);
    }
    json_decref(g.json);
}
