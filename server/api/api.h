/* api.h: what the routes share. Layer: server. */
#ifndef ARB_SERVER_API_H
#define ARB_SERVER_API_H

#include "server/app.h"
#include "server/posted_move.h"
#include "server/worker.h"

#include <jansson.h>

/* One request on its way. */
typedef struct {
    app *a;
    http_conn *conn;
    const http_request *request;
    const char *body;
    int64_t id;   /* of the game in the path */
    bool dialect; /* answers are lichess's: {"ok":true}, {"error":…} */
} call;

typedef void route_handler(call *c);

/* {"ok":true} */
void call_ok(call *c);
/* A refusal as the call's clients read it; `verdict` is a JSON object or NULL. */
void call_problem(call *c, int status, const char *detail, const text_builder *verdict);

/* The body as a JSON object; NULL: it was answered. The caller decrefs it. */
json_t *call_json(call *c);
/* A text of the object: `fallback` if it is not there. False, and answered, if it is no text or
 * longer than `limit`, or has a NUL in it. */
bool call_text(call *c, json_t *object, const char *key, size_t limit, const char *fallback,
               const char **text);
/* The games of `pgn`, which may have any bytes in them: files of the wild have NULs. False:
 * answered. */
bool call_pgn(call *c, json_t *object, const char **text, size_t *len);
bool call_number(call *c, json_t *object, const char *key, int64_t min, int64_t max,
                 int64_t fallback, int64_t *number);
/* The match of the path; NULL: answered with 404. */
match *call_match(call *c);
/* Which seats the request holds: bit 0 White's, bit 1 Black's. */
unsigned call_seats(const call *c, const match *m);
/* The same from the query's `seats`, because an EventSource of a browser cannot set headers. */
unsigned call_stream_seats(const call *c, const match *m);
/* The game at the query's ply: the match's own without one. NULL: answered. `*view` is to be freed
 * if it is not NULL. */
const arb_game *call_game(call *c, const match *m, arb_game **view);
/* The verdict on the move that the object names, squares as the query's `coordinates` says. False:
 * answered, for it is no move. */
bool call_judge(call *c, json_t *object, const arb_game *game, judgement *j);
/* The language of the sentences: the query's `lang`, else the first of Accept-Language that the
 * library writes, else English. */
arb_language call_language(const call *c);
/* The query's `coordinates`, with that language. False: answered. */
bool call_coords(call *c, arb_coords *coords);
void call_state(call *c, const match *m, int status);
/* May this address make another game now? False: answered. */
bool call_may_make(call *c);
/* Makes another game of the same players, colours changed: its id, or 0. */
int64_t call_rematch(call *c, match *m);
/* The rule set that the object names or holds, chess by default; NULL: answered. */
const arb_rules *call_rules(call *c, json_t *object, arb_rules *storage, const char **text);

/* A game that is sent with the request: {"rules":…,"fen":…,"moves":"e2e4 e7e5"}. False: answered.
 * The caller frees it in either case. */
typedef struct {
    json_t *json;
    arb_rules *storage;
    arb_game *game;
} posted_game;
bool call_posted_game(call *c, posted_game *posted);
void call_posted_free(posted_game *posted);
/* Plays "e2e4 e7e5", or the same in SAN. False: answered. */
bool call_play_moves(call *c, arb_game *game, const char *moves);

/* Reads `len` bytes of games that came with the request, which `t` does: at once where that is
 * little work, else beside the loop and with a larger budget. `work` is the task's. */
enum { CALL_STUDY_LIMIT = 768 << 10, CALL_ANSWER_LIMIT = 24 << 20 };
void call_do(call *c, task *t, arb_budget *work, const arb_rules *rules, size_t len);

/* {"rules":{"name":"chess",…},"text":…}: a rule set with its pieces, and the text of its file. */
void api_put_rules_text(text_builder *out, const arb_rules *rules, arb_language language,
                        const char *text, size_t len);

/* Answers requests in lichess's dialect (bot_routes.c). False: it is none of them. */
bool bot_dispatch(call *c);
/* Who can be challenged, for the page. */
route_handler api_bots;

route_handler api_create, api_view, api_list, api_game_rules, api_state, api_events, api_legal,
    api_why, api_pgn, api_fen;
route_handler api_move, api_action, api_event;
route_handler api_explain, api_explain_posted, api_legal_posted, api_why_posted;
route_handler api_tree, api_check, api_gif, api_analysis;
route_handler api_code, api_join, api_qr;
route_handler api_setup_check, api_rules, api_rules_check, api_engines, api_health, api_metrics;

#endif
