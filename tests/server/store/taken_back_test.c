/* taken_back_test.c: a commit that fails takes steps back. Nothing that was begun meanwhile may
 * show them: an engine's move, a search, a stream, an account. Layer: tests.
 *
 * The server runs in this process (served.h). Commits are held back while something begins, then
 * one is made to fail. The engine is this program again. */
#include "common/sha256.h"
#include "server/bots/bots.h"
#include "server/worker.h"
#include "tests/fuzz/served.h"

#include <libgen.h>
#include <poll.h>

#define HEAD "HTTP/1.1\r\nHost: fuzz\r\nConnection: close\r\n"

/* ---- the engine ---- */

/* It thinks about the game after e2e4 until it is told to stop, and answers all others at once. */
static int be_engine(void)
{
    char line[4096];
    bool waits = false;
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strcmp(line, "uci") == 0)
            puts("id name Stub\nuciok");
        else if (strcmp(line, "isready") == 0)
            puts("readyok");
        else if (strncmp(line, "position", 8) == 0)
            waits = strstr(line, "/4P3/") != NULL;
        else if (strncmp(line, "go", 2) == 0 && !waits)
            puts("bestmove d7d5");
        else if (strcmp(line, "stop") == 0 && waits)
            puts("bestmove e7e5");
        else if (strcmp(line, "quit") == 0)
            return 0;
    }
    return 0;
}

/* ---- the server ---- */

static void turn(served *s)
{
    event_base_loop(s->a.base, EVLOOP_NONBLOCK);
    poll(NULL, 0, 1);
}

static void on_tell(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    stream_tell_owed(context);
}

/* From now on changes wait for end_commit. */
static void hold_commits(served *s)
{
    s->a.flying = true;
}

static void end_commit(served *s, bool good)
{
    while (!s->a.batch_open)
        turn(s);
    s->a.flying = false;
    s->a.batch_failed = !good;
    app_commit(&s->a);
    FUZZ_CHECK(!s->a.batch_open);
}

/* Sends a request; returns the client's end of the connection. */
static int ask(served *s, const char *request)
{
    int pair[2];
    struct sockaddr_storage from = {.ss_family = AF_UNIX};
    FUZZ_CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
    http_peer *peer = http_peer_enter(&s->a.http->peers, (struct sockaddr *)&from);
    FUZZ_CHECK(peer != NULL);
    http_conn_accept(s->a.http, pair[1], peer, &in6addr_loopback, false);
    FUZZ_CHECK(write(pair[0], request, strlen(request)) == (ssize_t)strlen(request));
    return pair[0];
}

static int post(served *s, const char *path, const char *token, const char *body)
{
    char request[1024];
    snprintf(request, sizeof request,
             "POST %s " HEAD "Content-Type: application/json\r\nAuthorization: Bearer %s\r\n"
             "Content-Length: %zu\r\n\r\n%s",
             path, token, strlen(body), body);
    return ask(s, request);
}

static int get(served *s, const char *path, const char *fields)
{
    char request[1024];
    snprintf(request, sizeof request, "GET %s " HEAD "%s\r\n", path, fields);
    return ask(s, request);
}

/* Waits for an answer that holds the text. */
static void await(served *s, int fd, const char *text)
{
    s->reply_len = 0;
    s->reply[0] = '\0';
    while (strstr(s->reply, text) == NULL) {
        turn(s);
        served_take(s, fd);
        FUZZ_CHECK(s->reply_len + 1 < sizeof s->reply);
        char byte;
        bool ended = recv(fd, &byte, 1, MSG_PEEK) == 0;
        if (ended && strstr(s->reply, text) == NULL)
            fprintf(stderr, "%s\n", s->reply);
        FUZZ_CHECK(!ended || strstr(s->reply, text) != NULL);
    }
}

/* ---- games ---- */

static int64_t add_game(served *s, const char *engine)
{
    match_start start = {.rules = "chess",
                         .rules_text = "",
                         .fen = arb_rules_at(0)->board.start,
                         .moves = "",
                         .white = "Ann",
                         .black = "Ben",
                         .engine = engine,
                         .engine_side = ARB_BLACK,
                         .engine_ms = 2000};
    match *m = match_new(store_next_id(s->a.store), &start);
    FUZZ_CHECK(m != NULL);
    snprintf(m->token[ARB_WHITE], MATCH_TOKEN_LIMIT, SERVED_WHITE);
    snprintf(m->token[ARB_BLACK], MATCH_TOKEN_LIMIT, SERVED_BLACK);
    FUZZ_CHECK(app_create(&s->a, m, &start, ""));
    app_commit(&s->a);
    return m->id;
}

static const char *path_of(int64_t id, const char *what)
{
    static char path[128];
    snprintf(path, sizeof path, "/api/games/%lld%s", (long long)id, what);
    return path;
}

static int play(served *s, int64_t id, const char *move)
{
    char body[64];
    snprintf(body, sizeof body, "{\"move\":\"%s\"}", move);
    return post(s, path_of(id, "/moves"), SERVED_WHITE, body);
}

/* ---- the cases ---- */

/* The game gets the same version twice; the engine's thoughts about the first do not count. */
static void an_engine_forgets_a_move_that_was_taken_back(served *s, const char *engine)
{
    int64_t id = add_game(s, engine);
    hold_commits(s);
    int first = play(s, id, "e2e4");
    for (int i = 0; i < 500; i++) /* it is asked about e2e4 meanwhile */
        turn(s);
    end_commit(s, false);
    await(s, first, "503");
    int second = play(s, id, "d2d4");
    await(s, second, "200 OK");
    const match *m = app_find(&s->a, id);
    while (m->version < 2)
        turn(s);
    FUZZ_CHECK(m->forfeit[0] == '\0' && arb_game_ply(m->game) == 2);
    int fd = get(s, path_of(id, ""), "");
    await(s, fd, "\"d7d5\"");
    close(fd);
    close(second);
    close(first);
}

static void a_search_does_not_show_a_move_that_was_taken_back(served *s)
{
    int64_t id = add_game(s, "");
    for (int good = 0; good < 2; good++) {
        hold_commits(s);
        int move = play(s, id, "e2e4");
        while (!s->a.batch_open)
            turn(s);
        int search = get(s, path_of(id, "/explain?win=1"), "");
        while (worker_count(&s->a) == 0)
            turn(s);
        end_commit(s, good); /* the search may have ended; it is answered in a later turn */
        await(s, move, good ? "200 OK" : "503");
        await(s, search, good ? "200 OK" : "503");
        close(search);
        close(move);
    }
}

static void a_watcher_is_told_how_the_game_stands(served *s)
{
    int64_t id = add_game(s, "");
    hold_commits(s);
    int move = play(s, id, "e2e4");
    while (!s->a.batch_open)
        turn(s);
    int events = get(s, path_of(id, "/events"), "");
    while (s->a.streams == 0)
        turn(s);
    end_commit(s, false);
    await(s, events, "event: state");
    FUZZ_CHECK(strstr(s->reply, "\"e2e4\"") == NULL && strstr(s->reply, "id: 0\n") != NULL);
    close(events);
    close(move);
}

static void an_account_is_no_bot_that_could_not_become_one(served *s)
{
    char hash[SHA256_HEX];
    static const char token[] = "TTTTTTTTTTTTTTTTTTTTTTTTTT";
    static const char field[] = "Authorization: Bearer TTTTTTTTTTTTTTTTTTTTTTTTTT\r\n";
    sha256_hex(token, strlen(token), hash);
    FUZZ_CHECK(app_open_batch(&s->a));
    FUZZ_CHECK(store_record_put(s->a.store, "token", hash, "{\"name\":\"robo\"}"));
    FUZZ_CHECK(store_record_put(s->a.store, "account", "robo", "{\"name\":\"Robo\"}"));
    app_commit(&s->a);
    for (int good = 0; good < 2; good++) {
        hold_commits(s);
        int upgrade = post(s, "/api/bot/account/upgrade", token, "{}");
        end_commit(s, good);
        await(s, upgrade, good ? "200 OK" : "503");
        close(upgrade);
        const bot_account *account = bots_account(s->a.bots, "robo");
        FUZZ_CHECK(account != NULL && account->bot == good);
        int shown = get(s, "/api/account", field);
        await(s, shown, "200 OK");
        FUZZ_CHECK((strstr(s->reply, "\"title\":\"BOT\"") != NULL) == good);
        close(shown);
    }
}

int main(int argc, char **argv)
{
    static served s;
    static char program[4096], engine[64];
    if (getenv("TAKEN_BACK_ENGINE") != NULL)
        return be_engine();
    setenv("TAKEN_BACK_ENGINE", "1", 1);
    snprintf(program, sizeof program, "%s", argv[0]);
    snprintf(engine, sizeof engine, "./%.60s", strrchr(argv[0], '/') + 1);
    FUZZ_CHECK(argc == 1 && chdir(dirname(program)) == 0);
    served_start(&s);
    s.options.engines[s.options.engine_count++] = engine;
    s.options.think_ms = 60000;
    s.a.tell_event = evtimer_new(s.a.base, on_tell, &s.a);
    s.a.worker = worker_new(&s.a);
    FUZZ_CHECK(s.a.tell_event != NULL && s.a.worker != NULL && bots_start(&s.a));
    an_engine_forgets_a_move_that_was_taken_back(&s, engine);
    a_search_does_not_show_a_move_that_was_taken_back(&s);
    a_watcher_is_told_how_the_game_stands(&s);
    an_account_is_no_bot_that_could_not_become_one(&s);
    worker_free(s.a.worker);
    stream_end_every(&s.a);
    event_free(s.a.tell_event);
    bots_stop(&s.a);
    served_stop(&s);
    puts("4 cases passed");
    return 0;
}
