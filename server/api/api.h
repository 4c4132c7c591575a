/* api.h: what the routes share. Layer: server. */
#ifndef ARB_SERVER_API_H
#define ARB_SERVER_API_H

#include "server/answers/posted_move.h"
#include "server/app.h"
#include "server/worker.h"

#include <jansson.h>

/* A request that is being handled. */
typedef struct {
    app *a;
    http_conn *conn;
    const http_request *request;
    const char *body;
    int64_t id;   /* the id of the game that the path names */
    bool dialect; /* answers take lichess's form: {"ok":true}, {"error":…} */
} call;

typedef void route_handler(call *c);

/* Answers {"ok":true}. */
void call_ok(call *c);
/* Refuses the request in the form that its clients read; `verdict` is a JSON object or NULL. */
void call_problem(call *c, int status, const char *detail, const text_builder *verdict);

/* Reads the body as a JSON object, which the caller decrefs. Returns NULL if it is none; the
 * request has been answered then. */
json_t *call_json(call *c);
/* Reads a text member of the object; `fallback` if there is none. Returns false, having answered
 * the request, if the member is no text, is longer than `limit` or has a NUL in it. */
bool call_text(call *c, json_t *object, const char *key, size_t limit, const char *fallback,
               const char **text);
/* Reads the games of the member `pgn`. Any byte may occur in them, since real files contain NULs.
 * Returns false if the request has been answered. */
bool call_pgn(call *c, json_t *object, const char **text, size_t *len);
bool call_number(call *c, json_t *object, const char *key, int64_t min, int64_t max,
                 int64_t fallback, int64_t *number);
/* Finds the match that the path names. Returns NULL if there is none; the answer is 404 then. */
match *call_match(call *c);
/* Returns the seats that the request holds: bit 0 for White's, bit 1 for Black's. */
unsigned call_seats(const call *c, const match *m);
/* The same from the query's `seats`, because an EventSource of a browser cannot set headers. */
unsigned call_stream_seats(const call *c, const match *m);
/* Returns the game at the query's ply or, if the query names none, the match's own game. Returns
 * NULL if the request has been answered. The caller frees `*view` if it is not NULL. */
const arb_game *call_game(call *c, const match *m, arb_game **view);
/* Gives the verdict on the move that the object names, with squares written as the query's
 * `coordinates` says. Returns false, having answered the request, if the object names no move. */
bool call_judge(call *c, json_t *object, const arb_game *game, judgement *j);
/* Returns the language for sentences: the query's `lang`, else the first language of
 * Accept-Language that the library writes, else English. */
arb_language call_language(const call *c);
/* Reads the query's `coordinates` and joins them with that language. Returns false if the request
 * has been answered. */
bool call_coords(call *c, arb_coords *coords);
void call_state(call *c, const match *m, int status);
/* May this address create another game now? If not, the request has been answered. */
bool call_may_make(call *c);
/* Creates another game of the same players with colours reversed; returns its id, or 0. */
int64_t call_rematch(call *c, match *m);
/* Returns the rule set that the object names or contains, chess by default; NULL if the request has
 * been answered. */
const arb_rules *call_rules(call *c, json_t *object, arb_rules *storage, const char **text);

/* Reads a game that is sent with the request: {"rules":…,"fen":…,"moves":"e2e4 e7e5"}. Returns
 * false if the request has been answered. The caller frees the game in either case. */
typedef struct {
    json_t *json;
    arb_rules *storage;
    arb_game *game;
} posted_game;
bool call_posted_game(call *c, posted_game *posted);
void call_posted_free(posted_game *posted);
/* Answers that a game cannot be had; if its work was too much, says so. Returns false. */
bool call_refuse_game(call *c, int status, const char *detail);
bool call_refuse_faults(call *c, arb_faults faults);
/* Reads a FEN as people write it; "" and "start" are the start of the rules. `forgiven` and
 * `dropped` are bits, as of arb_fen_read_lenient and arb_setup_repair. Returns false if the request
 * has been answered. */
bool call_fen(call *c, const arb_rules *rules, const char *fen, arb_position *position,
              uint32_t *forgiven, uint32_t *dropped);
/* Plays moves in UCI or SAN, such as "e2e4 e7e5". Returns false if the request has been
 * answered. */
bool call_play_moves(call *c, arb_game *game, const char *moves);

/* Has the task `t` read `len` bytes of games that came with the request: at once if that is little
 * work, else beside the loop and with a larger budget. `work` is the budget of the task. */
enum { CALL_STUDY_LIMIT = 768 << 10, CALL_ANSWER_LIMIT = 24 << 20 };
void call_do(call *c, task *t, arb_budget *work, const arb_rules *rules, size_t len);

/* Writes a rule set with its pieces and the text of its file:
 * {"rules":{"name":"chess",…},"text":…}. */
void api_put_rules_text(text_builder *out, const arb_rules *rules, arb_language language,
                        const char *text, size_t len);

/* Answers requests in lichess's dialect (bot_routes.c). Returns false if the path belongs to
 * none. */
bool bot_dispatch(call *c);
/* Tells the page which bots can be challenged. */
route_handler api_bots;

route_handler api_create, api_view, api_list, api_game_rules, api_state, api_events, api_legal,
    api_why, api_pgn, api_fen;
route_handler api_move, api_action, api_event;
route_handler api_explain, api_explain_posted, api_legal_posted, api_why_posted;
route_handler api_tree, api_check, api_gif, api_analysis;
route_handler api_code, api_join, api_qr;
route_handler api_setup_check, api_rules, api_rules_check, api_engines, api_health, api_metrics;

#endif
