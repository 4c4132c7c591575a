/* posted_game.c: a game that is sent whole with the request, for questions that need no stored
 * game: rules, a FEN and the moves from there. Layer: server. */
#include "server/api/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEN_LIMIT = 4096, MOVES_LIMIT = 64 << 10 };

bool call_refuse_game(call *c, int status, const char *detail)
{
    if (c->a->work.left == 0) {
        status = 422;
        detail = "this game takes more work than the server does for one request";
    }
    app_problem(c->a, c->conn, status, detail, NULL);
    return false;
}

bool call_refuse_faults(call *c, arb_faults faults)
{
    char all[1024] = "", detail[1100];
    size_t len = 0;
    for (arb_faults bit = 1; bit < ARB_FAULT_ALL; bit <<= 1)
        if ((faults & bit) && len < sizeof all)
            len += (size_t)snprintf(all + len, sizeof all - len, "%s%s", len > 0 ? "; " : "",
                                    arb_text_in(call_language(c), arb_fault_text(bit)));
    snprintf(detail, sizeof detail, "the position cannot be played: %s", all);
    return call_refuse_game(c, 422, detail);
}

bool call_fen(call *c, const arb_rules *rules, const char *fen, arb_position *position,
              uint32_t *forgiven, uint32_t *dropped)
{
    arb_error error;
    arb_setup setup;
    char detail[256];
    if (fen[0] == '\0' || strcmp(fen, "start") == 0)
        fen = rules->board.start;
    if (arb_fen_read_lenient(&setup, rules, fen, strlen(fen), forgiven, &error) != ARB_OK) {
        snprintf(detail, sizeof detail, "the FEN cannot be read at byte %zu: %s", error.offset + 1,
                 arb_text_in(call_language(c), error.text));
        return call_refuse_game(c, 422, detail);
    }
    *dropped = arb_setup_repair(&setup, rules);
    arb_faults faults = arb_position_set(position, rules, &setup, ARB_KERNEL_AUTO, 0);
    return faults == 0 || call_refuse_faults(c, faults);
}

bool call_play_moves(call *c, arb_game *game, const char *moves)
{
    char detail[256];
    for (const char *at = moves + strspn(moves, " "); *at != '\0'; at += strspn(at, " ")) {
        arb_typed typed;
        size_t len = strcspn(at, " ");
        arb_status status = arb_move_read(game, ARB_COORDS_ALGEBRAIC, at, len, &typed);
        if (status == ARB_OK)
            status = arb_game_play(game, typed.verdict.move);
        if (status == ARB_OK) {
            at += len;
            continue;
        }
        if (status == ARB_NO_MEMORY) {
            app_problem(c->a, c->conn, 503, "there is no memory for the game", NULL);
            return false;
        }
        snprintf(detail, sizeof detail, "move %zu, %.*s, cannot be played", arb_game_ply(game) + 1,
                 (int)(len < 32 ? len : 32), at);
        app_problem(c->a, c->conn, 422, detail, NULL);
        return false;
    }
    return true;
}

bool call_posted_game(call *c, posted_game *posted)
{
    const char *fen, *moves, *text;
    uint32_t forgiven, dropped;
    arb_position position;
    *posted = (posted_game){.json = call_json(c)};
    if (posted->json == NULL)
        return false;
    posted->storage = malloc(sizeof *posted->storage);
    if (posted->storage == NULL) {
        app_problem(c->a, c->conn, 503, "there is no memory for a rule set", NULL);
        return false;
    }
    const arb_rules *rules = call_rules(c, posted->json, posted->storage, &text);
    if (rules == NULL || !call_text(c, posted->json, "fen", FEN_LIMIT, "", &fen) ||
        !call_text(c, posted->json, "moves", MOVES_LIMIT, "", &moves))
        return false;
    if (!call_fen(c, rules, fen, &position, &forgiven, &dropped))
        return false;
    arb_position_set_budget(&position, &c->a->work);
    posted->game = arb_game_new(&position, NULL);
    if (posted->game == NULL) {
        app_problem(c->a, c->conn, 503, "there is no memory for the game", NULL);
        return false;
    }
    return call_play_moves(c, posted->game, moves);
}

void call_posted_free(posted_game *posted)
{
    arb_game_free(posted->game);
    free(posted->storage);
    json_decref(posted->json);
}
