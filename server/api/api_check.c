/* api_check.c: what `check` finds in games that are sent with the request. Long texts are read
 * beside the loop. Layer: server. */
#include "server/api/api.h"

#include "collection/checker/checker.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    task task;
    json_t *json;
    const char *pgn;
    size_t pgn_len;
    arb_rules *storage;
    arb_budget work;
    bool can_start, good;
    checker checker;
    check_options options;
    out out;
    out_target target;
    text_builder findings, body;
    char room[64 << 10];
} inspection;

static void put_lines(void *context, const char *text, size_t len)
{
    text_put(context, text, len);
}

static void pass_on(void *context)
{
    inspection *i = context;
    out_resolve(&i->out, &i->target);
    i->out.len = 0;
}

/* Writes the findings as JSON, one on each line. */
static bool inspect(inspection *i)
{
    i->out = (out){i->room, 0, sizeof i->room, pass_on, i};
    i->target = (out_target){.text = put_lines, .context = &i->findings};
    checker_init(&i->checker, &i->options, "", &i->out);
    checker_block(&i->checker, i->pgn, i->pgn_len, true);
    pass_on(i);
    return !i->findings.failed;
}

static void put_findings(inspection *i)
{
    text_builder *body = &i->body;
    text_putf(body, "{\"games\":%llu,\"faulty\":%llu,\"findings\":[",
              (unsigned long long)i->checker.counts.games,
              (unsigned long long)i->checker.counts.faulty);
    const text_builder *lines = &i->findings;
    for (size_t at = 0; at < lines->len;) {
        const char *end = memchr(lines->at + at, '\n', lines->len - at);
        size_t len = end != NULL ? (size_t)(end - lines->at) - at : lines->len - at;
        text_puts(body, at > 0 ? "," : "");
        text_put(body, lines->at + at, len);
        at += len + 1;
    }
    text_puts(body, "]}");
}

static void work(task *t)
{
    inspection *i = (inspection *)t;
    i->can_start = check_options_start(&i->options); /* asks if it is over: costly */
    i->good = i->can_start && inspect(i);
    if (i->good && i->work.left > 0)
        put_findings(i);
}

static void free_inspection(inspection *i)
{
    text_free(&i->findings);
    text_free(&i->body);
    free(i->storage);
    json_decref(i->json);
    free(i);
}

static void finish(app *a, task *t, bool done)
{
    inspection *i = (inspection *)t;
    if (a != NULL && !done)
        app_problem(a, t->conn, 503, "the server has too much to read now", NULL);
    else if (a != NULL && !i->can_start)
        app_problem(a, t->conn, 422, "the start position of these rules cannot be played", NULL);
    else if (a != NULL && !i->good)
        app_problem(a, t->conn, 503, "there is no memory for the games", NULL);
    else if (a != NULL && (i->work.left == 0 || i->body.len > CALL_ANSWER_LIMIT))
        app_problem(a, t->conn, 422,
                    "to check these games is more work than a request may cost: send fewer", NULL);
    else if (a != NULL)
        app_json(a, t->conn, 200, &i->body);
    free_inspection(i);
}

/* Reads the request. Returns false if it has been answered. */
static bool take(inspection *i, call *c)
{
    const char *text;
    i->json = call_json(c);
    if (i->json == NULL || !call_pgn(c, i->json, &i->pgn, &i->pgn_len))
        return false;
    i->storage = malloc(sizeof *i->storage);
    if (i->storage == NULL) {
        app_problem(c->a, c->conn, 503, "there is no memory for the games", NULL);
        return false;
    }
    const arb_rules *rules = call_rules(c, i->json, i->storage, &text);
    if (rules == NULL)
        return false;
    i->options = (check_options){.form = REPORT_JSON,
                                 .warnings = true,
                                 .quick = true,
                                 .language = call_language(c),
                                 .rules = rules,
                                 .chess960 = arb_rules_find("chess960", 8),
                                 .budget = &i->work};
    return true;
}

void api_check(call *c)
{
    inspection *i = calloc(1, sizeof *i);
    if (i == NULL) {
        app_problem(c->a, c->conn, 503, "there is no memory for the games", NULL);
        return;
    }
    if (!take(i, c)) {
        free_inspection(i);
        return;
    }
    i->task = (task){.conn = c->conn, .work = work, .finish = finish};
    call_do(c, &i->task, &i->work, i->options.rules, i->pgn_len);
}
