/* api_create.c: a game from a rule set, a FEN, a Lab 3 config or PGN: created (POST /api/games) or
 * only looked at (POST /api/view). Layer: server. */
#include "server/answers/position_json.h"
#include "server/api/api.h"
#include "server/fleet/fleet.h"

#include "engine/engine.h"
#include "formats/lab/lab.h"
#include "formats/pgn.h"
#include "server/match/match_json.h"
#include "server/secret.h"
#include "server/uci_moves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_LEAST = 22 }; /* the fewest characters of a key: 128 bits */

/* A game that is being created. */
typedef struct {
    call *c;
    json_t *json;
    arb_rules storage;
    const arb_rules *rules;
    arb_position position;
    match_start start;
    char fen[STATE_FEN_LIMIT];
    text_builder moves;
    text_builder pgn;     /* the imported text, up to the ply where play goes on */
    int64_t cut;          /* the ply where play goes on; -1: the end */
    arb_outcome declared; /* the end that an imported game declares */
    fmt_pgn_tags tags;
    fmt_error fault; /* what stopped the reading of an imported game; its text is "" where nothing
                        did, so that the whole game was read */
    uint32_t forgiven, dropped; /* bits: what reading the FEN forgave and repairing it dropped */
    char request[MATCH_REQUEST_LIMIT + 180];
    bool keyed;
    const char *regulations;
} making;

static bool refuse(making *k, int status, const char *detail)
{
    return call_refuse_game(k->c, status, detail);
}

/* ---- where it starts ---- */

static bool start_from_lab(making *k, const char *text)
{
    fmt_lab_reader reader = fmt_lab_reader_on(text, strlen(text));
    fmt_lab_setup setup;
    fmt_error error;
    char detail[256];
    if (!fmt_lab_read_setup(&reader, k->rules, &setup, &error)) {
        snprintf(detail, sizeof detail, "the config has a mistake in line %zu: %s", error.line,
                 error.text);
        return refuse(k, 422, detail);
    }
    arb_faults faults = arb_position_set(&k->position, k->rules, &setup.setup, ARB_KERNEL_AUTO, 0);
    return faults == 0 || call_refuse_faults(k->c, faults);
}

static void put_pgn(void *context, const char *bytes, size_t len)
{
    text_put(context, bytes, len);
}

/* Keeps the PGN text with the game, because it has comments and variations. */
static void keep_pgn(making *k, arb_tree *tree, size_t length)
{
    arb_node node = ARB_ROOT;
    for (size_t i = 0; i < length; i++)
        node = arb_tree_child(tree, node);
    if (k->cut >= 0) {
        arb_tree_cut(tree, node);
        arb_tree_set_result(tree, ARB_ONGOING);
    }
    fmt_pgn_write_tree(&(fmt_out){put_pgn, &k->pgn}, tree);
    text_put(&k->pgn, "", 1);
    k->start.pgn = k->pgn.failed ? NULL : k->pgn.at;
}

static void write_moves(making *k, const arb_game *game, size_t length)
{
    uci_put_moves(&k->moves, game, ARB_UCI_RULES, length);
    text_put(&k->moves, "", 1);
    k->start.moves = k->moves.at;
}

/* Starts a game from PGN. Its moves are part of the start: they were not played here. */
static bool start_from_pgn(making *k, const char *text)
{
    char detail[256];
    arb_tree *tree;
    arb_game *game = fmt_pgn_open_within(k->rules, text, strlen(text), k->start.budget,
                                         MATCH_PLY_LIMIT, &tree, &k->tags, &k->fault);
    if (game == NULL) {
        snprintf(detail, sizeof detail, "the PGN cannot be read in line %zu: %s", k->fault.line,
                 k->fault.text);
        return refuse(k, 422, detail);
    }
    size_t length = arb_game_ply(game);
    if (k->cut < 0)
        k->declared = arb_game_outcome(game);
    else if (k->cut < (int64_t)length)
        length = (size_t)k->cut;
    keep_pgn(k, tree, length);
    arb_tree_free(tree);
    k->position = *arb_game_start(game);
    if (arb_position_rules(&k->position) != k->rules)
        k->start.rules_text = ""; /* the Variant tag names a rule set of the library */
    k->rules = arb_position_rules(&k->position);
    write_moves(k, game, length);
    arb_game_free(game);
    return !k->moves.failed || refuse(k, 503, "there is no memory for the game");
}

static bool add_moves(making *k, const char *moves)
{
    arb_game *game = arb_game_new(&k->position, NULL);
    if (game == NULL)
        return refuse(k, 503, "there is no memory for the game");
    arb_game_set_budget(game, k->start.budget);
    bool good = call_play_moves(k->c, game, moves);
    if (good)
        write_moves(k, game, arb_game_ply(game));
    arb_game_free(game);
    return good;
}

static bool find_start(making *k)
{
    enum { FEN_LIMIT = 4096, PGN_LIMIT = 256 << 10, MOVES_LIMIT = 64 << 10 };
    const char *fen, *lab, *pgn, *moves;
    call *c = k->c;
    k->rules = call_rules(c, k->json, &k->storage, &k->start.rules_text);
    if (k->rules == NULL || !call_text(c, k->json, "fen", FEN_LIMIT, "", &fen) ||
        !call_text(c, k->json, "lab", HTTP_BODY_LIMIT, "", &lab) ||
        !call_text(c, k->json, "pgn", PGN_LIMIT, "", &pgn) ||
        !call_text(c, k->json, "moves", MOVES_LIMIT, "", &moves))
        return false;
    if ((fen[0] != '\0') + (lab[0] != '\0') + (pgn[0] != '\0') > 1)
        return refuse(k, 400, "a game starts from one of fen, lab and pgn");
    if (pgn[0] != '\0')
        return start_from_pgn(k, pgn);
    if (lab[0] != '\0')
        return start_from_lab(k, lab);
    return call_fen(k->c, k->rules, fen, &k->position, &k->forgiven, &k->dropped) &&
           (moves[0] == '\0' || add_moves(k, moves));
}

static void write_start(making *k)
{
    arb_fen_style style = k->rules->castling.any_home ? ARB_SHREDDER_FEN : ARB_X_FEN;
    arb_position_fen(&k->position, style, ARB_EP_ALWAYS, k->fen, sizeof k->fen);
    k->start.fen = k->fen;
    k->start.rules = k->rules->name;
}

/* ---- who plays, and how long ---- */

static bool is_plain(const char *name)
{
    for (; *name != '\0'; name++)
        if ((unsigned char)*name < ' ' || *name == 127)
            return false;
    return true;
}

static bool find_players(making *k)
{
    call *c = k->c;
    char *tags[] = {k->tags.white, k->tags.black};
    for (int i = 0; i < 2; i++)
        if (strcmp(tags[i], "?") == 0 || strlen(tags[i]) >= MATCH_NAME_LIMIT || !is_plain(tags[i]))
            tags[i][0] = '\0';
    if (!call_text(c, k->json, "white", MATCH_NAME_LIMIT - 1, tags[0], &k->start.white) ||
        !call_text(c, k->json, "black", MATCH_NAME_LIMIT - 1, tags[1], &k->start.black))
        return false;
    if (!is_plain(k->start.white) || !is_plain(k->start.black))
        return refuse(k, 400, "a name holds no control characters");
    return true;
}

static bool find_clock(making *k)
{
    enum { DAY = 24 * 3600 * 1000, TEN_MINUTES = 600 * 1000 };
    json_t *clock = json_object_get(k->json, "clock");
    if (clock == NULL || json_is_null(clock))
        return true;
    if (!json_is_object(clock))
        return refuse(k, 400, "'clock' is an object");
    k->start.clock = true;
    return call_number(k->c, clock, "initial_ms", 100, DAY, 300000, &k->start.initial_ms) &&
           call_number(k->c, clock, "increment_ms", 0, TEN_MINUTES, 0, &k->start.increment_ms);
}

static bool find_engine(making *k)
{
    json_t *engine = json_object_get(k->json, "engine");
    const char *plays;
    int64_t ms, elo;
    if (engine == NULL || json_is_null(engine))
        return true;
    if (!json_is_object(engine))
        return refuse(k, 400, "'engine' is an object");
    if (!call_text(k->c, engine, "name", MATCH_NAME_LIMIT - 1, "", &k->start.engine) ||
        !call_text(k->c, engine, "plays", 8, "black", &plays) ||
        !call_number(k->c, engine, "move_ms", 10, 60000, k->start.clock ? 0 : 500, &ms) ||
        !call_number(k->c, engine, "elo", 0, 4000, 0, &elo))
        return false;
    k->start.engine_side = colour_read(plays);
    int64_t most =
        (int64_t)k->c->a->options->think_ms; /* a longer time is cut to this, not refused */
    k->start.engine_ms = (int)(ms > most ? most : ms);
    k->start.engine_elo = (int)elo;
    if (k->start.engine_side == NOBODY)
        return refuse(k, 400, "an engine plays \"white\" or \"black\"");
    if (!opponents_have(k->c->a, k->start.engine))
        return refuse(k, 422, "there is no such engine here");
    if (!engine_plays(k->rules) && !shelf_plays(k->c->a, k->start.engine, k->rules))
        return refuse(k, 422, "this engine does not play these rules");
    const char **name = k->start.engine_side == ARB_WHITE ? &k->start.white : &k->start.black;
    if ((*name)[0] == '\0')
        *name = k->start.engine;
    return true;
}

static bool find_regulations(making *k)
{
    arb_regulations found;
    arb_log log;
    if (!call_text(k->c, k->json, "regulations", 16, "casual", &k->regulations))
        return false;
    if (!arb_regulations_find(k->regulations, strlen(k->regulations), &found))
        return refuse(k, 400, "regulations are casual, standard, rapid or blitz");
    if (!arb_log_start(&log, found, k->rules))
        return refuse(k, 422, "only rule sets that follow the FIDE Laws have regulations");
    if (found != ARB_CASUAL && k->start.engine[0] != '\0')
        return refuse(k, 422, "an engine touches no pieces: its games are casual");
    return true;
}

/* Writes, as sentences, what a person should know about how the text was read. */
static void put_notes(text_builder *body, const making *k)
{
    const char *comma = "";
    if (k->fault.text[0] == '\0' && k->forgiven == 0 && k->dropped == 0)
        return;
    text_puts(body, ",\"notes\":[");
    for (uint32_t bit = 1; bit < ARB_FEN_FORGIVEN_ALL; bit <<= 1)
        if (k->forgiven & bit) {
            text_puts(body, comma);
            text_put_json(body, arb_text_in(call_language(k->c), arb_fen_forgiven_text(bit)));
            comma = ",";
        }
    for (uint32_t bit = 1; bit <= ARB_DROPPED_EN_PASSANT; bit <<= 1)
        if (k->dropped & bit) {
            text_puts(body, comma);
            text_put_json(body, arb_text_in(call_language(k->c), arb_dropped_text(bit)));
            comma = ",";
        }
    if (k->fault.text[0] != '\0') {
        char text[sizeof k->fault.text + 64];
        snprintf(text, sizeof text, "Line %zu of the PGN: %s The game is shown up to there.",
                 k->fault.line, k->fault.text);
        text_puts(body, comma);
        text_put_json(body, text);
    }
    text_puts(body, "]");
}

/* Answers with the game's state; adds the tokens of the seats if `seats` is set. */
static void answer(const making *k, const match *m, int status, bool seats)
{
    call *c = k->c;
    text_builder body = {0};
    const char *comma = "";
    text_puts(&body, "{\"id\":\"");
    text_put_number(&body, m->id);
    text_puts(&body, "\",\"seats\":{");
    for (int colour = ARB_WHITE; colour <= ARB_BLACK; colour++)
        if (seats && m->token[colour][0] != '\0') {
            text_putf(&body, "%s\"%s\":\"%s\"", comma, colour_name(colour), m->token[colour]);
            comma = ",";
        }
    text_puts(&body, "},\"state\":");
    state_put(&body, m, NULL, http_now(), call_language(c));
    put_notes(&body, k);
    text_puts(&body, "}");
    app_json(c->a, c->conn, status, &body);
}

/* The step for the end of an imported game if something other than its moves ended it; false if its
 * moves did, or if it goes on. */
static bool declared_step(const making *k, char line[STEP_LIMIT])
{
    game_step step = {.kind = STEP_RESULT, .outcome = k->declared};
    if (!step_takes_result(k->declared))
        return false;
    step_write(&step, NULL, line, STEP_LIMIT);
    return true;
}

static void create(making *k)
{
    app *a = k->c->a;
    write_start(k);
    match *m = match_new(store_next_id(a->store), &k->start);
    bool made = m != NULL && m->cost <= APP_WORK / 2;
    if (m != NULL && !made)
        a->work.left = 0; /* reading it from disk again would cost more than a request may */
    for (int colour = ARB_WHITE; made && colour <= ARB_BLACK; colour++)
        made = colour == m->engine_side || secret_make(m->token[colour]);
    char step[STEP_LIMIT] = "";
    if (!declared_step(k, step) && strcmp(k->regulations, "casual") != 0)
        snprintf(step, sizeof step, "regulations %s", k->regulations);
    if (m != NULL)
        m->asker = http_peer_number(http_conn_peer(k->c->conn));
    if (m != NULL && step[0] == '\0')
        fleet_offer(a, m);
    if (!made || !app_create(a, m, &k->start, k->request)) {
        if (m != NULL)
            match_free(m);
        refuse(k, 503, "the game cannot be made now");
        return;
    }
    if (step[0] != '\0')
        app_step(a, m, step, "");
    answer(k, m, 201, true);
}

/* Builds the name of the request from the address and, if the client sends one, its key. */
static bool name_request(making *k, const char *request)
{
    enum { KEY_LIMIT = 128 };
    const http_peer *peer = http_conn_peer(k->c->conn);
    const char *key = k->c->request->authorization;
    bool keyed = key != NULL && strncmp(key, "Bearer ", 7) == 0;
    size_t len = 0;
    for (; len < sizeof peer->address; len++)
        snprintf(k->request + 2 * len, 3, "%02x", peer->address[len]);
    if (keyed && (strlen(key + 7) < KEY_LEAST || strlen(key + 7) > KEY_LIMIT))
        return refuse(k, 400, "the key of a client is 22 to 128 characters that nobody guesses");
    snprintf(k->request + 2 * len, sizeof k->request - 2 * len, " %s %s", keyed ? key + 7 : "",
             request);
    k->keyed = keyed;
    return true;
}

/* Answers a repeated request with the game that it created. The answer has the seats only if the
 * request shows the key that created the game, since a request's id can be guessed. */
static bool find_request(making *k)
{
    const char *request;
    call *c = k->c;
    if (!call_text(c, k->json, "request_id", MATCH_REQUEST_LIMIT - 1, "", &request))
        return false;
    if (request[0] == '\0')
        return true;
    if (!name_request(k, request))
        return false;
    int64_t id = 0;
    store_word word = store_find_request(c->a->store, k->request, &id);
    if (word == STORE_LATER || word == STORE_FAILED) {
        fleet_wait(c->a, c->conn, c->request, c->body, word);
        return false;
    }
    if (id > 0 && !fleet_admit(c->a, c->conn, c->request, c->body, id))
        return false;
    match *m = id > 0 ? app_match(c->a, id) : NULL;
    if (m != NULL)
        answer(k, m, 201, k->keyed);
    return m == NULL;
}

/* Reads the request. Returns NULL if it has been answered. */
static making *begin(call *c)
{
    making *k = calloc(1, sizeof *k);
    if (k == NULL) {
        app_problem(c->a, c->conn, 503, "there is no memory for another game", NULL);
        return NULL;
    }
    k->c = c;
    k->cut = -1;
    k->start.engine = k->start.moves = "";
    k->start.budget = &c->a->work;
    k->json = call_json(c);
    return k;
}

static void end(making *k)
{
    json_decref(k->json);
    text_free(&k->moves);
    text_free(&k->pgn);
    free(k);
}

void api_create(call *c)
{
    making *k = begin(c);
    if (k == NULL)
        return;
    if (k->json != NULL && find_request(k) && call_may_make(c) &&
        call_number(c, k->json, "ply", 0, MATCH_PLY_LIMIT, -1, &k->cut) && find_start(k) &&
        find_players(k) && find_clock(k) && find_engine(k) && find_regulations(k)) {
        http_conn_peer(c->conn)->games++;
        create(k);
    }
    end(k);
}

static void look(making *k)
{
    arb_game *view = NULL;
    write_start(k);
    match *m = match_new(0, &k->start);
    if (m == NULL) {
        refuse(k, 503, "there is no memory for the game");
        return;
    }
    char step[STEP_LIMIT];
    if (declared_step(k, step))
        match_step(m, step, http_now());
    if (call_game(k->c, m, &view) != NULL) {
        text_builder body = {0};
        state_put(&body, m, view, http_now(), call_language(k->c));
        body.len -= body.len > 0; /* drops the closing brace, because one more member follows */
        put_notes(&body, k);
        text_puts(&body, "}");
        app_json(k->c->a, k->c->conn, 200, &body);
    }
    arb_game_free(view);
    match_free(m);
}

void api_view(call *c)
{
    making *k = begin(c);
    if (k != NULL && k->json != NULL && find_start(k) && find_players(k))
        look(k);
    if (k != NULL)
        end(k);
}
