/* serve_load.c: drives a running `arbiter serve` with keep-alive connections and event streams.
 *
 *   serve_load PORT CONNECTIONS SECONDS [RATE [STREAMS]]
 *   serve_load PORT fill GAMES
 *
 * Every connection plays a game of its own with random legal moves. If RATE is 0, each sends its
 * next move as soon as the last is answered. Otherwise RATE moves per second are due, and time
 * counts from when a move was due, not from when there was room to send it.
 *
 * The last line is for programs: moves/s, p50 and p99 in ms, resident MB with all connected, KB of
 * a connection, KB of a new game. `fill` makes games of 40 moves and ends. */
#include "arbiter.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { ANSWER_LIMIT = 1 << 16, GAME_PLIES = 60, BATCH = 512 };

typedef struct {
    int fd;
    bool is_stream, busy, creating;
    arb_game *game;
    arb_move move;
    char id[24], seats[64];
    int64_t due;
    char *answer;
    size_t got;
} client;

static int port, poller;
static uint64_t seed = 88172645463325252u;
static int64_t *times;
static size_t time_count, time_cap, refused, events;
static arb_position start_position;

static int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static uint64_t by_chance(uint64_t limit)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed % limit;
}

static void die(const char *what)
{
    fprintf(stderr, "serve_load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int connect_one(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int on = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0)
        die("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

static void send_text(const client *c, const char *text, int len)
{
    if (write(c->fd, text, (size_t)len) != len)
        die("write");
}

static void send_post(client *c, const char *path, const char *body)
{
    char text[1024];
    int len =
        snprintf(text, sizeof text,
                 "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n"
                 "Authorization: Bearer %s\r\nContent-Length: %zu\r\n\r\n%s",
                 path, port, c->seats[0] != '\0' ? c->seats : "none", strlen(body), body);
    c->busy = true;
    c->got = 0;
    send_text(c, text, len);
}

static const char *create_body = "{}";

static void send_create(client *c)
{
    c->creating = true;
    arb_game_free(c->game);
    c->game = arb_game_new(&start_position, NULL);
    send_post(c, "/api/games", create_body);
}

/* Starts a new game if this one is over or long. */
static void send_move(client *c)
{
    arb_move moves[ARB_MOVES_8X8];
    const arb_position *position = arb_game_position(c->game);
    if (arb_game_ply(c->game) >= GAME_PLIES || arb_game_outcome(c->game).result != ARB_ONGOING) {
        send_create(c);
        return;
    }
    size_t count = arb_position_moves(position, moves, ARB_MOVES_8X8);
    char uci[16], path[64], body[64];
    c->move = moves[by_chance(count)];
    arb_uci_write(position, c->move, ARB_UCI_RULES, uci, sizeof uci);
    snprintf(path, sizeof path, "/api/games/%s/moves", c->id);
    snprintf(body, sizeof body, "{\"move\":\"%s\"}", uci);
    c->creating = false;
    send_post(c, path, body);
}

static void copy_between(const char *text, const char *before, char *buf, size_t cap)
{
    const char *at = strstr(text, before);
    size_t n = 0;
    for (at = at != NULL ? at + strlen(before) : ""; *at != '"' && *at != '\0' && n + 1 < cap; at++)
        buf[n++] = *at;
    buf[n] = '\0';
}

static void take_answer(client *c)
{
    bool good = strncmp(c->answer, "HTTP/1.1 20", 11) == 0;
    c->busy = false;
    if (!good && refused++ == 0)
        fprintf(stderr, "serve_load: refused: %.400s\n", c->answer);
    if (c->creating) {
        char white[32], black[32];
        copy_between(c->answer, "{\"id\":\"", c->id, sizeof c->id);
        copy_between(c->answer, "\"seats\":{\"white\":\"", white, sizeof white);
        copy_between(c->answer, ",\"black\":\"", black, sizeof black);
        snprintf(c->seats, sizeof c->seats, "%s,%s", white, black);
        return;
    }
    if (good) {
        arb_game_play(c->game, c->move);
        if (time_count < time_cap)
            times[time_count++] = now_us() - c->due;
    }
}

/* Has the whole answer arrived? */
static bool is_whole(const client *c)
{
    const char *body = strstr(c->answer, "\r\n\r\n");
    const char *len = strstr(c->answer, "Content-Length: ");
    return body != NULL && len != NULL &&
           c->got >= (size_t)(body - c->answer) + 4 + strtoul(len + 16, NULL, 10);
}

static void on_readable(client *c)
{
    static char waste[ANSWER_LIMIT];
    if (c->is_stream) {
        ssize_t n = read(c->fd, waste, sizeof waste - 1);
        if (n <= 0)
            die("a stream ended");
        waste[n] = '\0';
        for (const char *at = waste; (at = strstr(at, "event: state")) != NULL; at++)
            events++;
        return;
    }
    ssize_t n = read(c->fd, c->answer + c->got, ANSWER_LIMIT - 1 - c->got);
    if (n <= 0)
        die("a connection ended");
    c->got += (size_t)n;
    c->answer[c->got] = '\0';
    if (is_whole(c))
        take_answer(c);
}

static void wait_some(int ms)
{
    struct epoll_event found[BATCH];
    int count = epoll_wait(poller, found, BATCH, ms);
    for (int i = 0; i < count; i++)
        on_readable(found[i].data.ptr);
}

static void add(client *c)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
    c->fd = connect_one();
    if (!c->is_stream)
        c->answer = malloc(ANSWER_LIMIT);
    epoll_ctl(poller, EPOLL_CTL_ADD, c->fd, &event);
}

static void wait_all(const client *clients, size_t players)
{
    for (size_t i = 0; i < players; i++)
        while (clients[i].busy)
            wait_some(100);
}

static void open_players(client *clients, size_t players)
{
    for (size_t i = 0; i < players; i++) {
        send_create(&clients[i]);
        wait_some(0);
    }
    wait_all(clients, players);
}

static void open_streams(client *clients, size_t players, size_t streams)
{
    for (size_t i = 0; i < streams; i++) {
        client *c = &clients[players + i];
        char text[256];
        c->is_stream = true;
        add(c);
        int len = snprintf(text, sizeof text,
                           "GET /api/games/%s/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n",
                           clients[i % players].id, port);
        send_text(c, text, len);
        wait_some(0);
    }
    for (int64_t end = now_us() + 10000000; events < streams && now_us() < end;)
        wait_some(10);
}

static void play(client *clients, size_t players, int64_t seconds, double rate)
{
    int64_t began = now_us(), end = began + seconds * 1000000;
    size_t turn = 0;
    uint64_t sent = 0;
    for (int64_t now = began; now < end; now = now_us()) {
        for (size_t i = 0; i < players; i++) {
            int64_t due = rate > 0 ? began + (int64_t)((double)sent * 1e6 / rate) : now;
            client *c = &clients[turn++ % players];
            if (due > now)
                break;
            if (c->busy)
                continue;
            c->due = due;
            send_move(c);
            sent++;
        }
        wait_some(rate > 0 ? 1 : 10);
    }
    wait_all(clients, players);
}

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Reads a figure of the server's metrics. */
static double metric(const char *name)
{
    char text[8192], request[128];
    size_t got = 0;
    int fd = connect_one();
    int len =
        snprintf(request, sizeof request,
                 "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n", port);
    if (write(fd, request, (size_t)len) != len)
        die("write");
    for (ssize_t n; (n = read(fd, text + got, sizeof text - 1 - got)) != 0;)
        if (n > 0)
            got += (size_t)n;
        else if (errno != EAGAIN)
            break;
    close(fd);
    text[got] = '\0';
    const char *at = strstr(text, name);
    return at != NULL ? strtod(at + strlen(name), NULL) : 0;
}

static double resident_kb(void)
{
    return metric("\narbiter_resident_bytes ") / 1e3;
}

static double server_cpu(void)
{
    return metric("\narbiter_cpu_seconds_total ");
}

static double own_cpu(void)
{
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

/* ---- the modes of the program ---- */

static void fill(client *clients, size_t players, size_t games)
{
    create_body =
        "{\"pgn\":\"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 "
        "8. c3 O-O 9. h3 Na5 10. Bc2 c5 11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 Nc6 14. Nb3 a5 "
        "15. Be3 a4 16. Nbd2 Bd7 17. Rc1 Qb7 18. Nf1 Rfe8 19. Ng3 Bf8 20. Bd3 g6 *\"}";
    for (size_t made = 0; made < games;) {
        for (size_t i = 0; i < players && made < games; i++)
            if (!clients[i].busy) {
                send_create(&clients[i]);
                made++;
            }
        wait_some(100);
    }
    wait_all(clients, players);
}

static void measure(client *clients, size_t players, size_t streams, int64_t seconds, double rate)
{
    double before = resident_kb();
    for (size_t i = 0; i < players; i++)
        add(&clients[i]);
    double connected = resident_kb();
    open_players(clients, players);
    double created = resident_kb();
    open_streams(clients, players, streams);
    double opened = resident_kb();
    size_t first_events = events;
    int64_t began = now_us();
    double server = server_cpu(), own = own_cpu();
    play(clients, players, seconds, rate);
    double took = (double)(now_us() - began) / 1e6;
    own = own_cpu() - own;
    server = server_cpu() - server;
    qsort(times, time_count, sizeof times[0], compare);
    size_t n = time_count > 0 ? time_count : 1;
    double moves = (double)time_count / took, p50 = (double)times[n / 2] / 1e3,
           p99 = (double)times[n * 99 / 100] / 1e3;
    double connection = (connected - before) / (double)players,
           game = (created - connected) / (double)players;
    printf("%5zu connections, %5zu streams: %6.0f durable moves/s, p50 %6.2f ms, p99 %6.2f ms, max "
           "%6.2f ms, %zu refused, %zu events\n"
           "      processor time a move: server %.0f us, load %.0f us; server %.0f MB at rest, "
           "%.1f KB a connection, %.1f KB a game, %.0f MB with all open, %.0f MB after\n",
           players, streams, moves, p50, p99, (double)times[n - 1] / 1e3, refused,
           events - first_events, server * 1e6 / (double)n, own * 1e6 / (double)n, before / 1e3,
           connection, game, opened / 1e3, resident_kb() / 1e3);
    printf("#\t%.0f\t%.2f\t%.2f\t%.0f\t%.1f\t%.1f\n", moves, p50, p99, opened / 1e3, connection,
           game);
}

int main(int argc, char **argv)
{
    enum { FILLERS = 200 };
    if (argc < 4) {
        fprintf(stderr, "usage: serve_load PORT CONNECTIONS SECONDS [RATE [STREAMS]]\n"
                        "       serve_load PORT fill GAMES\n");
        return 2;
    }
    bool filling = strcmp(argv[2], "fill") == 0;
    port = (int)strtol(argv[1], NULL, 10);
    size_t players = filling ? FILLERS : strtoul(argv[2], NULL, 10);
    int64_t seconds = strtol(argv[3], NULL, 10);
    double rate = argc > 4 ? strtod(argv[4], NULL) : 0;
    size_t streams = argc > 5 ? strtoul(argv[5], NULL, 10) : 0;
    struct rlimit files = {1 << 15, 1 << 15};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    client *clients = calloc(players + streams, sizeof *clients);
    poller = epoll_create1(0);
    arb_position_start(&start_position, arb_rules_find("chess", 5));
    if (filling) {
        for (size_t i = 0; i < players; i++)
            add(&clients[i]);
        fill(clients, players, (size_t)seconds);
    } else {
        time_cap = (size_t)seconds * 100000;
        times = calloc(time_cap, sizeof *times);
        measure(clients, players, streams, seconds, rate);
    }
    return refused > 0;
}
