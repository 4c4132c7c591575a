/* report_client.c: reports the state of a match to a running server again and again. Layer: server.
 *
 * A separate process sends the reports, so that the match never waits for the network. It receives
 * them through a socket pair, sends the newest one, and drops older ones. */
#include "server/server.h"

#include "common/number.h"

#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REPORT_LIMIT = 64 << 10, WAIT_S = 5 };

struct server_report {
    int socket; /* leads to the process that sends */
    pid_t pid;
};

typedef struct {
    char host[256], port[8], path[256], token[128];
} report_place;

/* Reads "http://127.0.0.1:8377/": a name or an address, a port, a folder. */
static bool read_place(const char *url, const char *token, report_place *place)
{
    if (strncmp(url, "http://", 7) != 0 || strlen(token) >= sizeof place->token ||
        strpbrk(token, "\r\n") != NULL)
        return false;
    const char *host = url + 7;
    bool bracket = host[0] == '[';
    size_t len = bracket ? strcspn(host, "]") : strcspn(host, ":/");
    if (len - bracket >= sizeof place->host || len == bracket || (bracket && host[len] != ']'))
        return false;
    snprintf(place->host, sizeof place->host, "%.*s", (int)(len - bracket), host + bracket);
    const char *at = host + len + bracket;
    uint64_t port = 80;
    size_t digits = at[0] == ':' ? number_read(at + 1, strlen(at + 1), 65535, &port) : 0;
    if (at[0] == ':' && digits == 0)
        return false;
    at += at[0] == ':' ? digits + 1 : 0;
    snprintf(place->port, sizeof place->port, "%u", (unsigned)port);
    len = strlen(at);
    while (len > 0 && at[len - 1] == '/')
        len--;
    if ((at[0] != '\0' && at[0] != '/') || len >= sizeof place->path ||
        strpbrk(at, " \r\n") != NULL)
        return false;
    snprintf(place->path, sizeof place->path, "%.*s", (int)len, at);
    snprintf(place->token, sizeof place->token, "%s", token);
    return true;
}

/* ---- the process that sends ---- */

static int connect_to(const report_place *place)
{
    const struct addrinfo wanted = {.ai_socktype = SOCK_STREAM};
    const struct timeval patience = {WAIT_S, 0};
    struct addrinfo *found = NULL;
    int s = -1;
    if (getaddrinfo(place->host, place->port, &wanted, &found) != 0)
        return -1;
    for (struct addrinfo *a = found; a != NULL && s < 0; a = a->ai_next) {
        s = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
        if (s < 0)
            continue;
        setsockopt(s, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        if (connect(s, a->ai_addr, a->ai_addrlen) != 0) {
            close(s);
            s = -1;
        }
    }
    freeaddrinfo(found);
    return s;
}

static bool send_whole(int s, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t n = send(s, bytes, len, MSG_NOSIGNAL);
        if (n <= 0)
            return false;
        bytes += n;
        len -= (size_t)n;
    }
    return true;
}

/* Sends a report. Returns the status of the answer, and its text in `answer`; 0: there was no
 * answer. */
static int post(const report_place *place, const char *body, size_t len, char *answer, size_t cap)
{
    char head[1024];
    bool six = strchr(place->host, ':') != NULL;
    int n = snprintf(head, sizeof head,
                     "POST %s/api/bots/match HTTP/1.1\r\nHost: %s%s%s:%s\r\nConnection: close\r\n"
                     "Authorization: Bearer %s\r\nContent-Type: application/json\r\n"
                     "Content-Length: %zu\r\n\r\n",
                     place->path, six ? "[" : "", place->host, six ? "]" : "", place->port,
                     place->token, len);
    int s = connect_to(place);
    size_t got = 0;
    bool sent = s >= 0 && send_whole(s, head, (size_t)n) && send_whole(s, body, len);
    for (ssize_t more = 1; sent && more > 0 && got + 1 < cap; got += more > 0 ? (size_t)more : 0)
        more = recv(s, answer + got, cap - 1 - got, 0);
    answer[got] = '\0';
    if (s >= 0)
        close(s);
    uint64_t status;
    return strncmp(answer, "HTTP/1.1 ", 9) == 0 && number_read(answer + 9, 3, 999, &status) == 3
               ? (int)status
               : 0;
}

/* Reports a problem when it begins and when it changes. */
static void complain(int status, const char *answer, int *said)
{
    const char *body = strstr(answer, "\r\n\r\n");
    if (status == *said)
        return;
    *said = status;
    if (status == 0)
        fprintf(stderr, "arbiter: the server cannot be told of the match: no answer\n");
    else if (status >= 300)
        fprintf(stderr, "arbiter: the server does not show the match: %d %.300s\n", status,
                body != NULL ? body + 4 : "");
}

static void send_reports(int from, const report_place *place)
{
    static char report[REPORT_LIMIT], answer[8192];
    ssize_t len, newer;
    int said = 200;
    while ((len = recv(from, report, sizeof report, 0)) > 0) {
        while ((newer = recv(from, report, sizeof report, MSG_DONTWAIT)) > 0)
            len = newer; /* only the newest one is sent */
        complain(post(place, report, (size_t)len, answer, sizeof answer), answer, &said);
    }
}

/* ---- the sender ---- */

server_report *server_report_open(const char *url, const char *token)
{
    int pair[2];
    report_place place;
    if (!read_place(url, token, &place))
        return NULL;
    server_report *r = malloc(sizeof *r);
    if (r == NULL || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) {
        free(r);
        return NULL;
    }
    r->socket = pair[0];
    r->pid = fork();
    if (r->pid == 0) { /* the sending process ends when its parent does */
        close(pair[0]);
        signal(SIGINT, SIG_IGN);
        signal(SIGTERM, SIG_DFL);
        send_reports(pair[1], &place);
        _exit(0);
    }
    close(pair[1]);
    if (r->pid > 0)
        return r;
    close(r->socket);
    free(r);
    return NULL;
}

void server_report_send(server_report *r, const char *json, size_t len, bool last)
{
    if (len <= REPORT_LIMIT) /* a report that does not fit is replaced by the next one */
        send(r->socket, json, len, MSG_NOSIGNAL | (last ? 0 : MSG_DONTWAIT));
}

void server_report_close(server_report *r)
{
    close(r->socket);
    while (waitpid(r->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    free(r);
}
