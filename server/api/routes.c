/* routes.c: who may ask, and which handler answers. Layer: server. */
#include "common/number.h"
#include "server/api/api.h"
#include "server/assets.h"
#include "server/fleet/fleet.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- who may ask ---- */

/* Is this host name our own? An address cannot be made to point elsewhere, as a name can (DNS
 * rebinding), so only addresses, localhost and the name given by --host are accepted, with the port
 * that the server listens on. */
static bool is_own_host(const app *a, const char *host)
{
    char name[256];
    unsigned char address[16];
    size_t len = host[0] == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");
    if (len == 0 || len >= sizeof name || len > strlen(host))
        return false;
    memcpy(name, host, len);
    name[len] = '\0';
    const char *port = host + len;
    uint64_t number = 80;
    if (port[0] != '\0' && (port[0] != ':' || !number_whole(port + 1, UINT16_MAX, &number)))
        return false;
    if (a->options->host != NULL && strcasecmp(name, a->options->host) == 0)
        return true; /* a proxy in front may listen on another port */
    if (number != http_server_port(a->http))
        return false;
    if (strcasecmp(name, "localhost") == 0)
        return true;
    if (name[0] == '[') {
        name[len - 1] = '\0';
        return inet_pton(AF_INET6, name + 1, address) == 1;
    }
    return inet_pton(AF_INET, name, address) == 1;
}

/* Is the request free of a foreign origin? A page of another origin may not act for the user. */
static bool is_own_origin(const app *a, const http_request *request)
{
    const char *origin = request->origin;
    if (request->fetch_site != NULL && strcmp(request->fetch_site, "same-origin") != 0 &&
        strcmp(request->fetch_site, "none") != 0 && request->method == HTTP_POST)
        return false;
    if (origin == NULL)
        return true;
    if (strncmp(origin, "http://", 7) == 0)
        origin += 7;
    else if (strncmp(origin, "https://", 8) == 0)
        origin += 8;
    else
        return false;
    if (request->host != NULL && strcasecmp(origin, request->host) == 0)
        return true;
    /* A proxy may name this server by its address; browsers know it by the name of --host. */
    size_t name = strcspn(origin, ":");
    return a->options->host != NULL && strlen(a->options->host) == name &&
           strncasecmp(origin, a->options->host, name) == 0;
}

static bool is_json(const char *type)
{
    return type != NULL && strncasecmp(type, "application/json", 16) == 0 &&
           (type[16] == '\0' || type[16] == ';' || type[16] == ' ');
}

/* Refuses a request. `detail` is written as it is, so it must not need JSON escapes. */
static void reply_problem(app *a, http_conn *conn, int status, const char *fields,
                          const char *detail)
{
    char body[256];
    int len = snprintf(body, sizeof body,
                       "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d,\"detail\":"
                       "\"%s\"}",
                       http_status_text(status), status, detail);
    a->metrics.requests[status / 100]++;
    http_reply(conn, status, "application/problem+json", fields, body, (size_t)len);
}

/* ---- the page ---- */

static const char *type_of(const char *path)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".png", "image/png"},
        {".woff2", "font/woff2"},
        {".rules", "text/plain; charset=utf-8"},
        {".txt", "text/plain; charset=utf-8"},
        {".yaml", "text/plain; charset=utf-8"},
    };
    size_t len = strlen(path);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        size_t n = strlen(types[i][0]);
        if (len > n && strcmp(path + len - n, types[i][0]) == 0)
            return types[i][1];
    }
    return "application/octet-stream";
}

static const asset *find_asset(const char *path)
{
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    if (strcmp(path, "/docs/") == 0)
        path = "/docs/index.html";
    for (size_t i = 0; i < asset_count; i++)
        if (strcmp(path, assets[i].path) == 0)
            return &assets[i];
    return NULL;
}

static void serve_asset(call *c, const asset *found)
{
    char fields[768], etag[40];
    bool packed = c->request->gzip && found->packed != NULL;
    snprintf(etag, sizeof etag, "\"%s%s\"", found->hash, packed ? "-gz" : "");
    snprintf(fields, sizeof fields,
             "ETag: %s\r\n%sVary: Accept-Encoding\r\nCache-Control: no-cache\r\n"
             "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
             "style-src 'self'; "
             "img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; "
             "worker-src 'self'; "
             "base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
             "Cross-Origin-Opener-Policy: same-origin\r\nX-Frame-Options: DENY\r\n",
             etag, packed ? "Content-Encoding: gzip\r\n" : "");
    const char *known = c->request->if_none_match;
    int status = known != NULL && strstr(known, etag) != NULL ? 304 : 200;
    c->a->metrics.requests[status / 100]++;
    http_reply(c->conn, status, type_of(found->path), fields,
               (const char *)(packed ? found->packed : found->bytes),
               packed ? found->packed_len : found->len);
}

/* ---- routes ---- */

static const struct {
    const char *path; /* '*' stands for the id of a game */
    route_handler *handle;
    http_method method;
    bool owner; /* only for requests from this machine, unless --public is given */
} routes[] = {
    {"/api/games/*/moves", api_move, HTTP_POST, false},
    {"/api/games/*", api_state, HTTP_GET, false},
    {"/api/games/*/legal", api_legal, HTTP_GET, false},
    {"/api/games/*/events", api_events, HTTP_GET, false},
    {"/api/games/*/actions", api_action, HTTP_POST, false},
    {"/api/games/*/events", api_event, HTTP_POST, false},
    {"/api/games/*/why", api_why, HTTP_POST, false},
    {"/api/games/*/pgn", api_pgn, HTTP_GET, false},
    {"/api/games/*/fen", api_fen, HTTP_GET, false},
    {"/api/games/*/rules", api_game_rules, HTTP_GET, false},
    {"/api/games/*/explain", api_explain, HTTP_GET, false},
    {"/api/explain", api_explain_posted, HTTP_POST, false},
    {"/api/legal", api_legal_posted, HTTP_POST, false},
    {"/api/why", api_why_posted, HTTP_POST, false},
    {"/api/tree", api_tree, HTTP_POST, false},
    {"/api/check", api_check, HTTP_POST, false},
    {"/api/games/*/code", api_code, HTTP_POST, false},
    {"/api/join", api_join, HTTP_POST, false},
    {"/api/qr", api_qr, HTTP_GET, false},
    {"/api/analysis", api_analysis, HTTP_POST, false},
    {"/api/gif", api_gif, HTTP_POST, false},
    {"/api/view", api_view, HTTP_POST, false},
    {"/api/games", api_create, HTTP_POST, false},
    {"/api/games", api_list, HTTP_GET, true},
    {"/api/setup/check", api_setup_check, HTTP_POST, false},
    {"/api/rules", api_rules, HTTP_GET, false},
    {"/api/rules/check", api_rules_check, HTTP_POST, false},
    {"/api/engines", api_engines, HTTP_GET, false},
    {"/api/bots", api_bots, HTTP_GET, false},
    {"/healthz", api_health, HTTP_GET, false},
    {"/metrics", api_metrics, HTTP_GET, true},
};

/* Does the path match the pattern? *id becomes the id of the game that it names, if it names
 * one. */
static bool fits(const char *pattern, const char *path, int64_t *id)
{
    const char *star = strchr(pattern, '*');
    if (star == NULL)
        return strcmp(pattern, path) == 0;
    size_t before = (size_t)(star - pattern);
    if (strncmp(pattern, path, before) != 0)
        return false;
    uint64_t number;
    size_t digits = number_read(path + before, strlen(path + before), INT64_MAX, &number);
    if (digits == 0 || strcmp(star + 1, path + before + digits) != 0)
        return false;
    *id = (int64_t)number;
    return true;
}

/* Answers 405, which has to name the methods that the resource takes (RFC 9110, 15.5.6). */
static void refuse_method(call *c, const char *detail, const char *allowed)
{
    char fields[96];
    snprintf(fields, sizeof fields, "Cache-Control: no-store\r\nAllow: %s\r\n", allowed);
    reply_problem(c->a, c->conn, 405, fields, detail);
}

static void dispatch(call *c)
{
    http_method method = c->request->method == HTTP_HEAD ? HTTP_GET : c->request->method;
    bool gets = false, posts = false;
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        if (!fits(routes[i].path, c->request->path, &c->id))
            continue;
        gets |= routes[i].method == HTTP_GET;
        posts |= routes[i].method == HTTP_POST;
        if (routes[i].method != method)
            continue;
        if (routes[i].owner && !c->a->options->open && !http_conn_is_local(c->conn))
            app_problem(c->a, c->conn, 403,
                        "this is for the owner of the server, on its own machine (see --public)",
                        NULL);
        else if (method == HTTP_POST && !is_json(c->request->content_type))
            app_problem(c->a, c->conn, 415, "the body has to be application/json", NULL);
        else if (c->request->method == HTTP_HEAD && routes[i].handle == api_events)
            refuse_method(c, "a stream has no head", "GET");
        else if (c->id == 0 || fleet_admit(c->a, c->conn, c->request, c->body, c->id))
            routes[i].handle(c);
        return;
    }
    if (!gets && !posts && bot_dispatch(c))
        return;
    if (strcmp(c->request->path, "/docs") == 0 && method == HTTP_GET) {
        c->a->metrics.requests[3]++;
        http_reply(c->conn, 308, "text/plain", "Location: docs/\r\n", "", 0);
        return;
    }
    const asset *page = find_asset(c->request->path);
    if (page == NULL && !gets && !posts)
        app_problem(c->a, c->conn, 404, "there is nothing here", NULL);
    else if (page != NULL && method == HTTP_GET)
        serve_asset(c, page);
    else
        refuse_method(c, "this resource does not take that method",
                      gets && posts ? "GET, HEAD, POST"
                      : posts       ? "POST"
                                    : "GET, HEAD");
}

/* Answers a request that the HTTP layer could not read. */
static void refuse(app *a, http_conn *conn, int status)
{
    const char *detail = status == 408   ? "the request took too long"
                         : status == 413 ? "the body is larger than 1 MB"
                         : status == 431 ? "the header is larger than 8 KB"
                         : status == 429 ? "this address holds too many connections"
                         : status == 501 ? "transfer codings are not taken"
                                         : "this is no HTTP/1.1 request";
    reply_problem(a, conn, status,
                  status == 429 ? "Cache-Control: no-store\r\nRetry-After: 60\r\n"
                                : "Cache-Control: no-store\r\n",
                  detail);
}

void app_handle(void *context, http_conn *conn, const http_request *request, int status,
                const char *body)
{
    enum {
        LARGE = 16 << 10,
        A_BYTE = 4
    }; /* reading and playing a byte costs more than writing one */
    app *a = context;
    http_peer *peer = http_conn_peer(conn);
    call c = {.a = a, .conn = conn, .request = request, .body = body};
    app_begin_work(a);
    a->saw = 0;
    if (status != 0)
        refuse(a, conn, status);
    else if (request->host == NULL || !is_own_host(a, request->host))
        app_problem(a, conn, 421, "this server does not go by that name (see --host)", NULL);
    else if (!is_own_origin(a, request))
        app_problem(a, conn, 403, "requests of other sites are not taken", NULL);
    else if (http_peer_is_tired(peer, http_now()) || peer->held > PEER_HELD)
        app_problem(a, conn, 429, "this address asks for too much at once", NULL);
    else {
        if (request->body_len > LARGE)
            http_peer_works(peer, A_BYTE * request->body_len, http_now());
        dispatch(&c);
    }
}
