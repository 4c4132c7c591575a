/* api.h: what the routes share. Layer: server. */
#ifndef ARB_SERVER_API_H
#define ARB_SERVER_API_H

#include "server/app.h"
#include "server/posted_move.h"

#include <jansson.h>

/* One request on its way. */
typedef struct {
    app *a;
    http_conn *conn;
    const http_request *request;
    const char *body;
    int64_t id; /* of the game in the path */
} call;

typedef void route_handler(call *c);

/* The body as a JSON object; NULL: it was answered. The caller decrefs it. */
json_t *call_json(call *c);
/* A text of the object: `fallback` if it is not there. False, and answered, if it is no text or
 * longer than `limit`. */
bool call_text(call *c, json_t *object, const char *key, size_t limit, const char *fallback,
               const char **text);
bool call_number(call *c, json_t *object, const char *key, int64_t min, int64_t max,
                 int64_t fallback, int64_t *number);
/* The match of the path; NULL: answered with 404. */
match *call_match(call *c);
/* Which seats the request holds: bit 0 White's, bit 1 Black's. */
unsigned call_seats(const call *c, const match *m);
/* The game at the query's ply: the match's own without one. NULL: answered. `*view` is to be freed
 * if it is not NULL. */
const arb_game *call_game(call *c, const match *m, arb_game **view);
/* The verdict on the move that the object names, squares as the query's `coordinates` says. False:
 * answered, for it is no move. */
bool call_judge(call *c, json_t *object, const arb_game *game, judgement *j);
void call_state(call *c, const match *m, int status);
/* The rule set that the object names or holds, chess by default; NULL: answered. */
const arb_rules *call_rules(call *c, json_t *object, arb_rules *storage, const char **text);

/* {"name":"chess",…}, with its pieces. */
void api_put_rules(srv_text *out, const arb_rules *rules);
void api_put_rules_text(srv_text *out, const arb_rules *rules, const char *text, size_t len);

route_handler api_create, api_view, api_list, api_game_rules, api_state, api_events, api_legal,
    api_why, api_pgn, api_fen;
route_handler api_move, api_action, api_event;
route_handler api_setup_check, api_rules, api_rules_check, api_engines, api_health, api_metrics;

#endif
