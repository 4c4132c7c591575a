/* posted_game.c: a game that is sent whole with the request, for questions that need no stored
 * game: rules, a FEN and the moves from there. Layer: server. */
#include "server/api/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEN_LIMIT = 4096, MOVES_LIMIT = 64 << 10 };

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
    arb_error error;
    arb_faults faults;
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
    if (fen[0] == '\0')
        fen = rules->board.start;
    if (arb_position_read(&position, rules, fen, strlen(fen), &faults, &error) != ARB_OK) {
        app_problem(c->a, c->conn, 422, "the FEN is no position that can be played", NULL);
        return false;
    }
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
