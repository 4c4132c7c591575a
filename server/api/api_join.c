/* api_join.c: codes to join a game by, and QR codes. Layer: server. */
#include "server/api/api.h"

#include "formats/qr_code.h"
#include "server/fleet/fleet.h"
#include "server/join_codes.h"

#include <string.h>

static void put_code(call *c, const char *code)
{
    text_builder body = {0};
    text_putf(&body, "{\"code\":\"%s\",\"minutes\":%d}", code, JOIN_MS / 60000);
    app_json(c->a, c->conn, 200, &body);
}

/* Makes a code that every server knows. */
static void make_shared_code(call *c, int64_t game, int side)
{
    char fresh[JOIN_LETTERS + 1], code[JOIN_LETTERS + 1] = "";
    store_word word = join_code_make(fresh) ? store_code_for(c->a->store, game, side, JOIN_MS,
                                                             fresh, code, sizeof code)
                                            : STORE_NO;
    if (word == STORE_YES)
        put_code(c, code);
    else if (word == STORE_NO)
        app_problem(c->a, c->conn, 503, "there is no code to be had now", NULL);
    else
        fleet_wait(c->a, c->conn, c->request, c->body, word);
}

static void make_code(call *c, int64_t game, int side)
{
    char code[JOIN_LETTERS + 1];
    if (c->a->fleet != NULL)
        make_shared_code(c, game, side);
    else if (join_code_for(c->a->codes, (join_place){game, side}, http_now(), code))
        put_code(c, code);
    else
        app_problem(c->a, c->conn, 503, "there are no random numbers for a code", NULL);
}

/* POST /api/games/ID/code: the holder of a seat can get a code for that seat; anybody can get a
 * code for watching. */
void api_code(call *c)
{
    const char *seat;
    match *m = call_match(c);
    json_t *json = m != NULL ? call_json(c) : NULL;
    if (json == NULL || !call_text(c, json, "seat", 8, "watch", &seat)) {
        json_decref(json);
        return;
    }
    int side = colour_read(seat);
    if (side == NOBODY && strcmp(seat, "watch") != 0)
        app_problem(c->a, c->conn, 400, "'seat' is \"white\", \"black\" or \"watch\"", NULL);
    else if (side != NOBODY && (call_seats(c, m) & 1u << side) == 0)
        app_problem(c->a, c->conn, 403, "only who holds a seat gives it away", NULL);
    else
        make_code(c, m->id, side);
    json_decref(json);
}

static void put_seat(call *c, const store_seat *seat)
{
    text_builder body = {0};
    text_puts(&body, "{\"id\":\"");
    text_put_number(&body, seat->game);
    if (seat->side == NOBODY)
        text_puts(&body, "\",\"seat\":null,\"token\":null}");
    else
        text_putf(&body, "\",\"seat\":\"%s\",\"token\":\"%s\"}", colour_name(seat->side),
                  seat->token);
    app_json(c->a, c->conn, 200, &body);
}

static void put_place(call *c, join_place place)
{
    store_seat seat = {.game = place.game, .side = place.seat};
    const match *m = app_match(c->a, place.game);
    if (m == NULL) {
        app_problem(c->a, c->conn, 404, "this game is not here any more", NULL);
        return;
    }
    if (place.seat != NOBODY)
        memcpy(seat.token, m->token[place.seat], sizeof seat.token);
    put_seat(c, &seat);
}

/* Looks the code up in the shared store. Returns false if the request has to wait for the store. */
static bool take_shared(call *c, const char *text, uint64_t asker, join_answer *answer)
{
    store_seat seat;
    char code[JOIN_LETTERS + 1];
    *answer = join_code_read(c->a->codes, text, asker, http_now(), code);
    if (*answer != JOIN_FOUND)
        return true;
    store_word word = store_code_take(c->a->store, code, &seat);
    if (word == STORE_YES) {
        put_seat(c, &seat);
    } else if (word == STORE_NO) {
        join_code_was_wrong(c->a->codes, asker);
        *answer = JOIN_UNKNOWN;
    } else {
        fleet_wait(c->a, c->conn, c->request, c->body, word);
        return false;
    }
    return true;
}

static bool take(call *c, const char *text, uint64_t asker, join_answer *answer)
{
    join_place place;
    if (c->a->fleet != NULL)
        return take_shared(c, text, asker, answer);
    *answer = join_code_take(c->a->codes, text, asker, http_now(), &place);
    if (*answer == JOIN_FOUND)
        put_place(c, place);
    return true;
}

/* POST /api/join {"code":"KMPRT"} */
void api_join(call *c)
{
    const char *code;
    join_answer answer = JOIN_FOUND;
    json_t *json = call_json(c);
    if (json == NULL || !call_text(c, json, "code", 64, "", &code)) {
        json_decref(json);
        return;
    }
    uint64_t asker = http_peer_number(http_conn_peer(c->conn));
    bool settled = take(c, code, asker, &answer);
    json_decref(json);
    if (settled && answer == JOIN_UNKNOWN)
        app_problem(c->a, c->conn, 404, "no game waits under this code; ask for a new one", NULL);
    else if (settled && answer == JOIN_TOO_MANY)
        app_problem(c->a, c->conn, 429, "too many wrong codes; wait a minute", NULL);
}

/* GET /api/qr?text=… */
void api_qr(call *c)
{
    char text[QR_TEXT_LIMIT + 2];
    qr_code code;
    text_builder body = {0};
    if (!http_query(c->request->query, "text", text, sizeof text) ||
        !qr_make(&code, text, strlen(text))) {
        app_problem(c->a, c->conn, 400, "'text' has up to 106 bytes", NULL);
        return;
    }
    qr_put_svg(&body, &code);
    app_reply(c->a, c->conn, 200, "image/svg+xml",
              "Cache-Control: max-age=86400\r\nContent-Security-Policy: default-src 'none'\r\n",
              &body);
}
