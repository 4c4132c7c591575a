/* offline.c: the server's answers about games that are sent with the request, without a server:
 * compiled to WebAssembly they answer the page while there is no network. The handlers are the
 * server's own; this file supplies what they need: a request, its work, and a place for the answer.
 * Layer: server, in the browser. Knows no sockets, no store and no stored games. */
#include "server/offline/offline.h"

#include "server/api/api.h"

#include <stdlib.h>

static app referee;
static char *given; /* what the page writes before a call */
static size_t given_size;
static text_builder said; /* the last answer */
static int said_status;

static const struct {
    const char *path;
    route_handler *handle;
} questions[] = {
    {"api/tree", api_tree},
    {"api/why", api_why_posted},
    {"api/legal", api_legal_posted},
    {"api/explain", api_explain_posted},
    {"api/setup/check", api_setup_check},
    {"api/rules", api_rules},
    {"api/rules/check", api_rules_check},
    {"api/check", api_check},
};

const char *text_given(void)
{
    return given;
}

/* Returns a buffer where the page may write `size` bytes, or NULL. */
char *EXPORT(room_for)(size_t size)
{
    if (size + 1 > given_size) {
        char *block = realloc(given, size + 1);
        if (block == NULL)
            return NULL;
        given = block;
        given_size = size + 1;
    }
    return given;
}

/* Answers the question whose values have been put. The page's buffer holds the path, the query and
 * the language, each ended by a NUL. Returns the status. */
int EXPORT(answer)(void)
{
    const char *path = given, *query = path + strlen(path) + 1;
    http_request request = {
        .path = path, .query = query, .accept_language = query + strlen(query) + 1};
    call c = {.a = &referee, .request = &request, .body = ""};
    app_begin_work(&referee);
    text_free(&said);
    said_status = 0;
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++)
        if (strcmp(questions[i].path, path) == 0)
            questions[i].handle(&c);
    json_decref(NULL);
    return said.failed ? 503 : said_status;
}

const char *EXPORT(answer_at)(void)
{
    return said.at;
}

size_t EXPORT(answer_len)(void)
{
    return said.len;
}

/* Runs the task at once, since nobody else waits for an answer here. */
void worker_do(app *a, task *t)
{
    t->work(t);
    t->finish(a, t, true);
}

void app_json(app *a, http_conn *conn, int status, text_builder *body)
{
    (void)a;
    (void)conn;
    text_free(&said);
    said = *body;
    said_status = status;
    *body = (text_builder){0};
}

void app_problem(app *a, http_conn *conn, int status, const char *detail,
                 const text_builder *verdict)
{
    text_builder body = {0};
    text_putf(&body, "{\"status\":%d,\"detail\":", status);
    text_put_json(&body, detail);
    if (verdict != NULL) {
        text_puts(&body, ",\"verdict\":");
        text_put(&body, verdict->at, verdict->len);
    }
    text_puts(&body, "}");
    app_json(a, conn, status, &body);
}
