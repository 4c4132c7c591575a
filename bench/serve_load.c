/* serve_load.c: drives a running `arbiter serve` with keep-alive connections and event streams.
 *
 *   serve_load PORT CONNECTIONS SECONDS [RATE [STREAMS]]
 *
 * Every connection plays a game of its own, legal moves by chance, one after the other. RATE 0:
 * each sends its next move as soon as the last is answered. Else so many moves a second are due,
 * and time counts from when a move was due, not from when there was room to send it. */
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

static void send_create(client *c)
{
    c->creating = true;
    arb_game_free(c->game);
    c->game = arb_game_new(&start_position, NULL);
    send_post(c, "/api/games", "{}");
}

/* A new game where this one is over or long. */
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

/* Is the whole answer here? */
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

static void open_all(client *clients, size_t players, size_t streams)
{
    for (size_t i = 0; i < players; i++) {
        add(&clients[i]);
        send_create(&clients[i]);
        wait_some(0);
    }
    for (size_t i = 0; i < players; i++)
        while (clients[i].busy)
            wait_some(100);
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
    for (size_t i = 0; i < players; i++)
        while (clients[i].busy)
            wait_some(100);
}

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static double resident_mb(void)
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
    const char *at = strstr(text, "\narbiter_resident_bytes ");
    return at != NULL ? strtod(at + 24, NULL) / 1e6 : 0;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: serve_load PORT CONNECTIONS SECONDS [RATE [STREAMS]]\n");
        return 2;
    }
    port = (int)strtol(argv[1], NULL, 10);
    size_t players = strtoul(argv[2], NULL, 10);
    int64_t seconds = strtol(argv[3], NULL, 10);
    double rate = argc > 4 ? strtod(argv[4], NULL) : 0;
    size_t streams = argc > 5 ? strtoul(argv[5], NULL, 10) : 0;
    struct rlimit files = {1 << 15, 1 << 15};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    client *clients = calloc(players + streams, sizeof *clients);
    time_cap = (size_t)seconds * 100000;
    times = malloc(time_cap * sizeof *times);
    poller = epoll_create1(0);
    arb_position_start(&start_position, arb_rules_find("chess", 5));
    double before = resident_mb();
    open_all(clients, players, streams);
    double opened = resident_mb();
    size_t first_events = events;
    int64_t began = now_us();
    play(clients, players, seconds, rate);
    double took = (double)(now_us() - began) / 1e6;
    qsort(times, time_count, sizeof times[0], compare);
    size_t n = time_count > 0 ? time_count : 1;
    printf("%5zu connections, %5zu streams: %6.0f durable moves/s, p50 %6.2f ms, p99 %6.2f ms, max "
           "%6.2f ms, %zu refused, %zu events; server %.0f MB, opened %.0f MB, now %.0f MB\n",
           players, streams, (double)time_count / took, (double)times[n / 2] / 1e3,
           (double)times[n * 99 / 100] / 1e3, (double)times[n - 1] / 1e3, refused,
           events - first_events, before, opened, resident_mb());
    return refused > 0;
}
