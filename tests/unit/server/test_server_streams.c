/* test_server_streams.c: watchers of games: for whom there is no time, who does not read, who goes.
 * Layer: tests. */
#include "staged_games.h"

#include <signal.h>

enum { CLIENTS = 4 };
static int clients[CLIENTS];

static void turns(void)
{
    for (int i = 0; i < 12; i++)
        turn();
}

/* What a client has been sent, without who is here: that is told by a timer, which depends on the
 * machine. */
static const char *news(int client)
{
    static const char presence[] = "event: presence\n";
    char *text = s.reply, *from;
    (void)taken(client);
    while ((from = strstr(text, presence)) != NULL) {
        const char *end = strstr(from, "\n\n");
        if (end == NULL)
            break;
        memmove(from, end + 2, strlen(end + 2) + 1);
    }
    return text;
}

/* The connection of a client, by its place: the newest one is the first in the list. */
static http_conn *conn_of(int place)
{
    http_conn *conn = s.a.http->first;
    for (int i = CLIENTS - 1; i > place; i--)
        conn = conn->next;
    return conn;
}

static void all_watch(int64_t id)
{
    for (int i = 0; i < CLIENTS; i++)
        clients[i] = watch(id);
    CHECK(s.a.streams == CLIENTS && http_server_connections(s.a.http) == CLIENTS);
}

static void all_go(void)
{
    for (int i = 0; i < CLIENTS; i++)
        close(clients[i]);
    turns();
    CHECK(s.a.streams == 0 && s.a.watched == NULL && s.a.owed == NULL && s.a.owed_last == NULL);
}

/* Those who wait are told in later turns of the loop, each once; whoever goes leaves the queue. */
TEST(watchers_wait_when_there_is_no_time)
{
    for (int gone = 0; gone <= CLIENTS; gone++) {
        check_case("%d goes", gone);
        set_up();
        match *m = add(0);
        all_watch(m->id);
        s.a.tell_us = 1000000;
        uint64_t events = s.a.metrics.events;
        step(m, "move e2e4");
        for (int i = 0; i < CLIENTS; i++)
            CHECK_EQ_TEXT(news(clients[i]), "");
        CHECK(s.a.owed != NULL && s.a.owed_last != NULL && s.a.metrics.events == events);
        stream_ping(&s.a); /* who is sent a state needs no sign of life */
        if (gone < CLIENTS)
            http_conn_free(conn_of(gone));
        turns();
        for (int i = 0; i < CLIENTS; i++) {
            const char *text = news(clients[i]);
            const char *event = strstr(text, "id: 1\nevent: state\ndata: {");
            CHECK((event == text) == (i != gone) && strstr(text, ":\n\n") == NULL);
            CHECK(event == NULL || strstr(event + 1, "id: ") == NULL);
        }
        CHECK_EQ_INT(s.a.metrics.events, events + CLIENTS - (gone < CLIENTS));
        CHECK(s.a.owed == NULL && s.a.owed_last == NULL && s.a.tell_us < 1000000);
        all_go();
        leave();
    }
    check_case("%s", "");
}

TEST(signs_of_life_wait_too)
{
    set_up();
    match *m = add(0);
    all_watch(m->id);
    s.a.tell_us = 1000000;
    stream_ping(&s.a);
    stream_ping(&s.a);
    for (int i = 0; i < CLIENTS; i++)
        CHECK_EQ_TEXT(news(clients[i]), "");
    turns();
    for (int i = 0; i < CLIENTS; i++)
        CHECK_EQ_TEXT(news(clients[i]), ":\n\n");
    all_go();
    leave();
}

/* A watcher in the queue is told the state that is on disk: if another is on its way, the commit
 * tells. One whose game cannot be read has to connect again. */
TEST(who_waits_is_told_what_is_on_disk)
{
    set_up();
    match *m = add(0);
    all_watch(m->id);
    s.a.tell_us = 1000000;
    step(m, "move e2e4");
    CHECK(app_step(&s.a, m, "move e7e5", ""));
    stream_tell_owed(&s.a);
    for (int i = 0; i < CLIENTS; i++)
        CHECK_EQ_TEXT(news(clients[i]), "");
    app_commit(&s.a);
    turns();
    for (int i = 0; i < CLIENTS; i++) {
        const char *text = news(clients[i]);
        CHECK(strncmp(text, "id: 2\nevent: state\n", 19) == 0 && strstr(text, "id: 1\n") == NULL);
    }
    app_flush(&s.a, true);
    s.a.tell_us = 1000000;
    stream_tell(&s.a, m);
    match gone = *m; /* it leaves memory and is not in the store */
    app_forget(&s.a, m);
    CHECK(store_begin(s.a.store));
    store_rollback(s.a.store);
    turns();
    for (int i = 0; i < CLIENTS; i++)
        CHECK(strncmp(news(clients[i]), "id: 2\nevent: state\n", 19) == 0);
    CHECK(use(gone.id) != NULL);
    all_go();
    leave();
}

/* Games whose ids have the same place in the table are told apart. */
TEST(games_of_one_place_are_told_apart)
{
    set_up();
    match *games[3];
    for (int i = 0; i < 3; i++) {
        games[i] = add(0);
        app_flush(&s.a, true);
    }
    int64_t ids[3];
    for (int i = 0; i < 3; i++) {
        ids[i] = (int64_t)(i + 1) * WATCH_TABLE * CACHE_TABLE + 5;
        match_start start = {.rules = "chess",
                             .rules_text = "",
                             .fen = arb_rules_at(0)->board.start,
                             .moves = "",
                             .white = "",
                             .black = "",
                             .engine = ""};
        games[i] = match_new(ids[i], &start);
        CHECK(games[i] != NULL);
        app_keep(&s.a, games[i]);
        clients[i] = watch(ids[i]);
        CHECK(app_find(&s.a, ids[i]) == games[i]);
    }
    clients[3] = watch(ids[1]);
    for (int i = 0; i < 3; i++) {
        stream_tell(&s.a, games[i]);
        for (int k = 0; k < 3; k++)
            CHECK((news(clients[k])[0] != '\0') == (k == i));
    }
    stream_end_all(&s.a, ids[1]);
    CHECK_EQ_INT(s.a.streams, 2);
    for (int i = 0; i < 3; i += 2) {
        stream_tell(&s.a, games[i]);
        CHECK(news(clients[i])[0] != '\0');
    }
    stream_end_all(&s.a, ids[0]);
    stream_tell(&s.a, games[2]);
    CHECK(news(clients[2])[0] != '\0' && s.a.streams == 1);
    app_forget(&s.a, games[1]);
    CHECK(app_find(&s.a, ids[1]) == NULL && app_find(&s.a, ids[0]) == games[0] &&
          app_find(&s.a, ids[2]) == games[2]);
    for (int i = 0; i < 4; i++)
        close(clients[i]);
    turns();
    leave();
}

static size_t stop_up(http_conn *conn)
{
    static char lines[64 << 10];
    memset(lines, '\n', sizeof lines);
    while (http_stream_pending(conn) < sizeof lines)
        http_stream_send(conn, lines, sizeof lines);
    return http_stream_pending(conn);
}

TEST(who_does_not_read_is_sent_the_newest_state)
{
    set_up();
    match *m = add(0);
    all_watch(m->id);
    http_conn *slow = conn_of(1);
    size_t pending = stop_up(slow);
    step(m, "move e2e4");
    step(m, "move e7e5");
    stream_ping(&s.a);
    CHECK_EQ_INT(http_stream_pending(slow), pending);
    const char *text = news(clients[0]);
    CHECK(strstr(text, "id: 1\n") != NULL && strstr(text, "id: 2\n") != NULL);
    int states = 0;
    for (int i = 0; i < 200 && states == 0; i++) {
        text = news(clients[1]);
        states += strstr(text, "id: 2\nevent: state\n") != NULL;
        CHECK(strstr(text, "id: 1\n") == NULL);
        turn();
    }
    CHECK_EQ_INT(states, 1);
    stop_up(slow);
    http_peer *peer = slow->peer;
    int64_t turn_us = peer->turn_us;
    peer->held += PEER_HELD; /* an address for which more than that waits gets no more */
    step(m, "move g1f3");
    CHECK(peer->held == PEER_HELD && peer->turn_us <= turn_us);
    CHECK_EQ_INT(s.a.streams, 1); /* until the slow one has gone, which is the last but one */
    CHECK(strncmp(news(clients[0]), "id: 3\n", 6) == 0);
    peer->held = 0;
    all_go();
    leave();
}

/* Who knows the newest state is not sent it again; a state that is not yet on disk comes later. */
TEST(a_stream_begins_where_the_client_was)
{
    static const struct {
        const char *known;
        bool told;
    } cases[] = {{"", true},
                 {"Last-Event-ID: 1\r\n", false},
                 {"Last-Event-ID: 0\r\n", true},
                 {"Last-Event-ID: 2\r\n", true},
                 {"Last-Event-ID: x\r\n", true}};
    set_up();
    match *m = add(0);
    step(m, "move e2e4");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char request[300];
        int pair[2];
        struct sockaddr_storage from = {.ss_family = AF_UNIX};
        int len = snprintf(request, sizeof request,
                           "GET /api/games/%lld/events HTTP/1.1\r\nHost: fuzz\r\n%s\r\n",
                           (long long)m->id, cases[i].known);
        check_case("%s", cases[i].known);
        CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
        http_conn_accept(s.a.http, pair[1],
                         http_peer_enter(&s.a.http->peers, (struct sockaddr *)&from),
                         &in6addr_loopback, false);
        CHECK(write(pair[0], request, (size_t)len) == len);
        turns();
        const char *text = news(pair[0]);
        CHECK(strstr(text, "\r\n\r\nretry: 1000\n\n") != NULL);
        CHECK((strstr(text, "id: 1\nevent: state\ndata: {\"id\":") != NULL) == cases[i].told);
        close(pair[0]);
        turns();
    }
    check_case("%s", "");
    CHECK_EQ_INT(s.a.streams, 0);
    leave();
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    RUN(watchers_wait_when_there_is_no_time);
    RUN(signs_of_life_wait_too);
    RUN(who_waits_is_told_what_is_on_disk);
    RUN(games_of_one_place_are_told_apart);
    RUN(who_does_not_read_is_sent_the_newest_state);
    RUN(a_stream_begins_where_the_client_was);
    return check_result();
}
