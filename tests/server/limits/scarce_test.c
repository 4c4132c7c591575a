/* scarce_test.c: every allocation fails in turn while the server answers a request. It says that it
 * has no memory, or answers as ever; it never answers half, and what it refused has not happened.
 * Layer: tests.
 *
 * The server runs in this process (served.h). The linker wraps the allocations of our own code, not
 * those of the libraries. */
#include "tests/fuzz/served.h"

#include "server/join_codes.h"

#include <signal.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

static long counted, failing; /* allocations so far, and the one that fails; 0: none */
static long used;             /* the allocations of the last request */

static bool fails(void)
{
    return ++counted == failing;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return fails() ? NULL : __real_realloc(block, size);
}

#define GAME "/api/games/@" /* the sign stands for the id of the game */
#define PGN "1. e4 {[%clk 0:01:00] a} $1 (1. d4 d5) e5 2. Ke3 d6 *"
#define RULES "name = own\\nparent = chess\\nhands = yes\\n"

static const struct {
    const char *path, *body; /* NULL: GET */
    int status;
} requests[] = {
    {GAME, NULL, 200},
    {GAME "?ply=0", NULL, 200},
    {GAME "/legal", NULL, 200},
    {GAME "/legal?from=e2", NULL, 200},
    {GAME "/legal?from=z9", NULL, 400},
    {GAME "/pgn", NULL, 200},
    {GAME "/fen?ply=0", NULL, 200},
    {GAME "/rules", NULL, 200},
    {GAME "/explain", NULL, 200},
    {GAME "/explain?win=1&teacher=1", NULL, 200},
    {"/api/games/9", NULL, 404},
    {"/api/rules", NULL, 200},
    {"/api/engines", NULL, 200},
    {"/api/qr?text=abc", NULL, 200},
    {"/healthz", NULL, 200},
    {"/nowhere", NULL, 404},
    {"/api/games", "{}", 201},
    {"/api/games", "{\"request_id\":\"r\",\"fen\":\"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\"}", 201},
    {"/api/games", "{\"pgn\":\"" PGN "\"}", 201},
    {"/api/games", "{\"pgn\":\"1. e4 e5 1-0\",\"ply\":1}", 201},
    {"/api/games", "{\"pgn\":\"1. e4 e5 1-0\"}", 201},
    {"/api/games", "{\"moves\":\"e4 e5\",\"regulations\":\"rapid\"}", 201},
    {"/api/games", "{\"rules_text\":\"" RULES "\",\"clock\":{}}", 201},
    {"/api/games", "{\"moves\":\"e4 e4\"}", 422},
    {"/api/games", "{\"white\":5}", 400},
    {"/api/games", "{", 400},
    {"/api/view", "{\"pgn\":\"" PGN "\"}", 200},
    {"/api/view?ply=1", "{\"moves\":\"e4 e5\"}", 200},
    {GAME "/moves", "{\"move\":\"e4\",\"request_id\":\"r\"}", 200},
    {GAME "/moves", "{\"from\":\"e2\",\"to\":\"e5\"}", 422},
    {GAME "/moves", "{\"move\":\"e4\",\"ply\":3}", 409},
    {GAME "/actions", "{\"action\":\"resign\"}", 200},
    {GAME "/actions", "{\"action\":\"offer-draw\"}", 200},
    {GAME "/actions", "{\"action\":\"name\",\"name\":\"Eve\"}", 200},
    {GAME "/actions", "{\"action\":\"dance\"}", 400},
    {GAME "/events", "{\"event\":\"press\"}", 409},
    {GAME "/why", "{\"move\":\"Ra3\"}", 200},
    {GAME "/code", "{\"seat\":\"black\"}", 200},
    {"/api/join", "{\"code\":\"AAAAA\"}", 404},
    {"/api/legal", "{\"moves\":\"e4\"}", 200},
    {"/api/why", "{\"rules_text\":\"" RULES "\",\"move\":\"e4\"}", 200},
    {"/api/explain?teacher=1", "{\"fen\":\"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\"}", 200},
    {"/api/explain?win=1", "{\"fen\":\"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"}", 200},
    {"/api/tree", "{\"pgn\":\"" PGN "\"}", 200},
    {"/api/tree",
     "{\"pgn\":\"" PGN "\",\"edits\":[{\"edit\":\"add\",\"node\":0,\"move\":\"c4\"},"
     "{\"edit\":\"comment\",\"node\":1,\"text\":\"b\"},{\"edit\":\"nag\",\"node\":1,"
     "\"nag\":3},{\"edit\":\"marks\",\"node\":1,\"cal\":\"Ge2e4\"},{\"edit\":\"tag\","
     "\"name\":\"Event\",\"value\":\"x\"},{\"edit\":\"main\",\"node\":2}]}",
     200},
    {"/api/check", "{\"pgn\":\"" PGN "\"}", 200},
    {"/api/gif", "{\"moves\":\"e4\"}", 200},
    {"/api/setup/check", "{\"fen\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"}", 200},
    {"/api/rules/check", "{\"text\":\"" RULES "\"}", 200},
    {"/api/rules/check", "{\"text\":\"?\\n?\\n?\\n\"}", 200},
};

static served s;
static int64_t game;

/* Asks for a path, with the seats of both players. */
static void ask(const char *path, const char *body)
{
    char request[2048], fields[200] = "", where[200];
    size_t before = strcspn(path, "@");
    snprintf(where, sizeof where, path[before] == '@' ? "%.*s%lld%s" : "%.*s", (int)before, path,
             (long long)game, path[before] == '@' ? path + before + 1 : "");
    if (body != NULL)
        snprintf(fields, sizeof fields,
                 "Content-Type: application/json\r\nAuthorization: Bearer " SERVED_WHITE
                 "," SERVED_BLACK "\r\nContent-Length: %zu\r\n",
                 strlen(body));
    int len = snprintf(request, sizeof request, "%s %s HTTP/1.1\r\nHost: fuzz\r\n%s\r\n%s",
                       body != NULL ? "POST" : "GET", where, fields, body != NULL ? body : "");
    served_ask(&s, request, (size_t)len);
}

static int status(void)
{
    return s.reply_len > 12 ? atoi(s.reply + 9) : 0;
}

/* The state of the game is the same text as long as nothing happens to it. */
static size_t state(char *text, size_t cap)
{
    ask(GAME, NULL);
    FUZZ_CHECK(status() == 200 && s.reply_len < cap);
    memcpy(text, s.reply, s.reply_len);
    return s.reply_len;
}

static unsigned refused, answered;
static char
    usual[sizeof s.reply]; /* the answer without a fault; empty: it is never the same twice */

static bool try_one(size_t i, long at, bool at_first)
{
    static char before[1 << 16], after[1 << 16];
    served_start(&s);
    game = s.a.newest->id;
    s.a.codes = join_codes_new();
    size_t len = state(before, sizeof before);
    counted = 0;
    failing = at;
    ask(requests[i].path, requests[i].body);
    used = counted;
    bool failed = at > 0 && used >= at;
    failing = 0;
    int got = status();
    bool told = got == 503 || strstr(s.reply, "no memory") != NULL;
    bool good = got == requests[i].status || (failed && (told || got == 0));
    if (at == 0)
        snprintf(usual, sizeof usual, "%s", at_first || strcmp(usual, s.reply) == 0 ? s.reply : "");
    else if (got == requests[i].status && usual[0] != '\0' && strcmp(usual, s.reply) != 0)
        good = false; /* a part of it is missing */
    if (got != 0)
        served_check(s.reply, s.reply_len);
    if (failed) {
        refused += got != requests[i].status;
        answered += got == requests[i].status;
    }
    bool done = strstr(s.reply, "it is done, but") != NULL;
    bool same = state(after, sizeof after) == len && memcmp(before, after, len) == 0;
    if (got != requests[i].status && !done && !same)
        good = false;
    if (!good)
        printf("%s %s: allocation %ld fails: %d%s\n", requests[i].path,
               requests[i].body != NULL ? requests[i].body : "", at, got,
               same ? "" : ", and the game has changed");
    join_codes_free(s.a.codes);
    served_stop(&s);
    return good;
}

int main(void)
{
    unsigned passed = 0, wrong = 0;
    signal(SIGPIPE, SIG_IGN);
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        bool good = try_one(i, 0, true) && try_one(i, 0, false);
        for (long at = 1, most = used; good && at <= most; at++)
            good = try_one(i, at, false);
        *(good ? &passed : &wrong) += 1;
    }
    printf("%u requests were refused for want of memory, %u answered all the same\n", refused,
           answered);
    printf("%u passed, %u failed\n", passed, wrong);
    return wrong > 0 || refused < 100 ? 1 : 0;
}
