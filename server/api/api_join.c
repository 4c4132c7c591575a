/* api_join.c: codes to join a game by, and QR codes. Layer: server. */
#include "server/api/api.h"

#include "formats/qr_code.h"
#include "server/join_codes.h"

#include <string.h>

/* POST /api/games/ID/code: who holds a seat may have a code for it; one to watch is for everybody.
 */
void api_code(call *c)
{
    const char *seat;
    char code[JOIN_LETTERS + 1];
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
    else if (!join_code_for(c->a->codes, (join_place){m->id, side}, http_now(), code))
        app_problem(c->a, c->conn, 503, "there are no random numbers for a code", NULL);
    else {
        text_builder body = {0};
        text_putf(&body, "{\"code\":\"%s\",\"minutes\":%d}", code, JOIN_MS / 60000);
        app_json(c->a, c->conn, 200, &body);
    }
    json_decref(json);
}

static void put_place(call *c, join_place place)
{
    text_builder body = {0};
    match *m = app_match(c->a, place.game);
    if (m == NULL) {
        app_problem(c->a, c->conn, 404, "this game is not here any more", NULL);
        return;
    }
    text_puts(&body, "{\"id\":\"");
    text_put_number(&body, place.game);
    if (place.seat == NOBODY)
        text_puts(&body, "\",\"seat\":null,\"token\":null}");
    else
        text_putf(&body, "\",\"seat\":\"%s\",\"token\":\"%s\"}", colour_name(place.seat),
                  m->token[place.seat]);
    app_json(c->a, c->conn, 200, &body);
}

/* POST /api/join {"code":"KMPRT"} */
void api_join(call *c)
{
    const char *code;
    join_place place;
    json_t *json = call_json(c);
    if (json == NULL || !call_text(c, json, "code", 64, "", &code)) {
        json_decref(json);
        return;
    }
    uint64_t asker = http_peer_number(http_conn_peer(c->conn));
    switch (join_code_take(c->a->codes, code, asker, http_now(), &place)) {
    case JOIN_FOUND:
        put_place(c, place);
        break;
    case JOIN_UNKNOWN:
        app_problem(c->a, c->conn, 404, "no game waits under this code; ask for a new one", NULL);
        break;
    case JOIN_TOO_MANY:
        app_problem(c->a, c->conn, 429, "too many wrong codes; wait a minute", NULL);
        break;
    }
    json_decref(json);
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
