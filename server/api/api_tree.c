/* api_tree.c: a PGN that is sent along: read as a tree, changed, written again; and checked.
 * Nothing is kept: whoever asks holds the text. Layer: server. */
#include "server/api/api.h"

#include "collection/checker/checker.h"
#include "server/tree_json.h"

#include <stdlib.h>
#include <string.h>

enum { PGN_LIMIT = 256 << 10, NODE_LIMIT = 20000, BODY_LIMIT = 8 << 20, EDIT_LIMIT = 100 };

typedef struct {
    call *c;
    json_t *json;
    arb_rules *storage;
    const arb_rules *rules;
    const char *pgn;
    arb_tree *tree;
    text_builder written; /* after a change */
    arb_node node;
} study;

static bool refuse(study *s, int status, const char *detail)
{
    app_problem(s->c->a, s->c->conn, status, detail, NULL);
    return false;
}

static bool read_tree(study *s, const char *text, size_t len)
{
    arb_tree_set_budget(s->tree, &s->c->a->work);
    arb_status status = arb_tree_read(s->tree, s->rules, text, len, NULL);
    if (status == ARB_BAD_TEXT)
        return refuse(s, 422, "there is no game in the text");
    if (status != ARB_OK || arb_tree_count(s->tree) > NODE_LIMIT || s->c->a->work.left == 0)
        return refuse(s, 422, "the game is too large to be looked at here");
    return true;
}

static bool begin(study *s)
{
    const char *text;
    s->json = call_json(s->c);
    s->storage = malloc(sizeof *s->storage);
    s->tree = arb_tree_new(NULL);
    if (s->json == NULL)
        return false;
    if (s->storage == NULL || s->tree == NULL)
        return refuse(s, 503, "there is no memory for the game");
    s->rules = call_rules(s->c, s->json, s->storage, &text);
    return s->rules != NULL && call_text(s->c, s->json, "pgn", PGN_LIMIT, "", &s->pgn) &&
           read_tree(s, s->pgn, strlen(s->pgn));
}

static void put_piece(void *context, const char *bytes, size_t len)
{
    text_put(context, bytes, len);
}

/* Numbers of nodes are those of the text: after a change it is written and read again. */
static bool change(study *s)
{
    size_t index;
    json_t *edit, *edits = json_object_get(s->json, "edits");
    uint32_t *path = malloc(TREE_PATH_LIMIT * sizeof *path);
    bool good = path != NULL || refuse(s, 503, "there is no memory for the game");
    if (good && json_array_size(edits) > EDIT_LIMIT) /* each may copy the longest comment */
        good = refuse(s, 422, "a request holds at most 100 edits");
    json_array_foreach(edits, index, edit)
    {
        const char *mistake = good ? tree_edit(s->tree, edit, &s->node) : NULL;
        if (mistake != NULL)
            good = refuse(s, 422, mistake);
    }
    if (good && json_array_size(edits) > 0) {
        arb_pgn_options options = {.style = ARB_PGN_KEEP};
        size_t count = tree_path(s->tree, s->node, path, TREE_PATH_LIMIT);
        arb_tree_write_to(s->tree, &options, put_piece, &s->written);
        good = s->written.failed ? refuse(s, 503, "there is no memory for the game")
                                 : read_tree(s, s->written.at, s->written.len);
        s->node = good ? tree_follow(s->tree, path, count) : ARB_ROOT;
    }
    free(path);
    return good;
}

static void answer(study *s)
{
    text_builder body = {0};
    bool written = s->written.len > 0;
    const char *text = written ? s->written.at : s->pgn;
    size_t len = written ? s->written.len : strlen(s->pgn);
    text_puts(&body, "{");
    tree_put(&body, s->tree, call_language(s->c), text, len);
    text_putf(&body, ",\"node\":%u,\"pgn\":", s->node);
    text_put_json_bytes(&body, text, len);
    text_puts(&body, "}");
    if (body.len <= BODY_LIMIT) {
        app_json(s->c->a, s->c->conn, 200, &body);
        return;
    }
    text_free(&body);
    refuse(s, 422, "the game is too large to be looked at here");
}

void api_tree(call *c)
{
    study s = {.c = c};
    if (begin(&s) && change(&s))
        answer(&s);
    arb_tree_free(s.tree);
    text_free(&s.written);
    free(s.storage);
    json_decref(s.json);
}

/* ---- what `check` finds ---- */

typedef struct {
    checker checker;
    check_options options;
    char *text;
    size_t len;
    out out;
    out_target target;
    game_sink sink;
    char room[64 << 10];
} inspection;

static void pass_on(void *context)
{
    inspection *i = context;
    out_resolve(&i->out, &i->target);
    i->out.len = 0;
}

/* The findings as lines of JSON, one a line. */
static bool inspect(inspection *i, arb_budget *budget, const arb_rules *rules,
                    arb_language language, const char *pgn, size_t len)
{
    i->options = (check_options){.form = REPORT_JSON,
                                 .warnings = true,
                                 .quick = true,
                                 .language = language,
                                 .rules = rules,
                                 .chess960 = arb_rules_find("chess960", 8),
                                 .budget = budget};
    i->out = (out){i->room, 0, sizeof i->room, pass_on, i};
    i->sink = (game_sink){.file = open_memstream(&i->text, &i->len)};
    i->target = (out_target){.sink = &i->sink};
    if (i->sink.file == NULL || !check_options_start(&i->options))
        return false;
    sink_begin(&i->sink);
    checker_init(&i->checker, &i->options, "", &i->out);
    checker_block(&i->checker, pgn, len, true);
    pass_on(i);
    return fflush(i->sink.file) == 0;
}

static void put_findings(call *c, inspection *i)
{
    text_builder body = {0};
    text_putf(&body, "{\"games\":%llu,\"faulty\":%llu,\"findings\":[",
              (unsigned long long)i->checker.counts.games,
              (unsigned long long)i->checker.counts.faulty);
    while (i->len > 0 && i->text[i->len - 1] == '\n')
        i->len--;
    for (size_t at = 0; at < i->len;) {
        const char *end = memchr(i->text + at, '\n', i->len - at);
        size_t len = end != NULL ? (size_t)(end - i->text) - at : i->len - at;
        text_puts(&body, at > 0 ? "," : "");
        text_put(&body, i->text + at, len);
        at += len + 1;
    }
    text_puts(&body, "]}");
    app_json(c->a, c->conn, 200, &body);
}

void api_check(call *c)
{
    const char *pgn, *name;
    json_t *json = call_json(c);
    inspection *i = calloc(1, sizeof *i);
    const arb_rules *rules = NULL;
    bool asked = json != NULL && i != NULL &&
                 call_text(c, json, "rules", ARB_NAME_LIMIT, "chess", &name) &&
                 call_text(c, json, "pgn", PGN_LIMIT, "", &pgn);
    if (asked)
        rules = arb_rules_find(name, strlen(name));
    if (asked && rules == NULL)
        app_problem(c->a, c->conn, 422, "there is no rule set of that name", NULL);
    else if (asked && inspect(i, &c->a->work, rules, call_language(c), pgn, strlen(pgn)))
        put_findings(c, i);
    else if (asked || (json != NULL && i == NULL))
        app_problem(c->a, c->conn, 503, "there is no memory for the games", NULL);
    if (i != NULL && i->sink.file != NULL)
        fclose(i->sink.file);
    if (i != NULL)
        free(i->text);
    free(i);
    json_decref(json);
}
