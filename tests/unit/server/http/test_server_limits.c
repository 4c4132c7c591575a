/* test_server_limits.c: connections that are late, idle or too many. Layer: tests. */
#include "staged_conn.h"

TEST(late_clients_are_sent_away)
{
    set_up();
    int idle = join(1), half = join(2), late = join(3);
    CHECK(server->first->deadline <= http_now() + HTTP_REQUEST_MS);
    CHECK(server->first->deadline > http_now() + HTTP_REQUEST_MS / 2);
    say(idle, GET("/a"), strlen(GET("/a")));
    heard(idle);
    say(half, "GET /a", 6);
    say(late, GET("/large"), strlen(GET("/large")));
    for (http_conn *conn = server->first; conn != NULL; conn = conn->next) {
        bool is_idle = conn->len == 0 && conn->out == NULL;
        CHECK((conn->deadline > http_now() + HTTP_WRITE_MS) == is_idle);
    }
    http_server_tick(server);
    CHECK_EQ_INT(server->count, 3);
    for (http_conn *conn = server->first; conn != NULL; conn = conn->next)
        conn->deadline = http_now();
    seen[0] = '\0';
    http_server_tick(server);
    turn();
    CHECK(!is_open(idle));
    CHECK_EQ_TEXT(seen, "408|");
    CHECK(strncmp(heard(half), "HTTP/1.1 408 Request Timeout\r\n", 30) == 0 && !is_open(half));
    CHECK_EQ_INT(server->count, 1); /* the one that got an answer reads on for a while */
    CHECK(server->first->deadline <= http_now() + HTTP_LINGER_MS);
    server->first->deadline = http_now();
    http_server_tick(server);
    CHECK_EQ_INT(server->count, 0);
    close(idle);
    close(half);
    close(late);
    leave();
}

/* The time of a request counts from its first byte, and no later byte gives it more. */
TEST(a_request_has_its_time_from_its_first_byte)
{
    set_up();
    int client = join(1);
    http_conn *conn = server->first;
    for (int again = 0; again < 2; again++) {
        conn->deadline = 0;
        say(client, "G", 1);
        CHECK(conn->deadline > http_now() + HTTP_REQUEST_MS / 2 &&
              conn->deadline <= http_now() + HTTP_REQUEST_MS);
        conn->deadline = 5;
        say(client, "ET /a HTTP/1.1\r\n", 16);
        CHECK_EQ_INT(conn->deadline, 5);
        say(client, "Host: h\r\n\r\n", 11);
        CHECK(strstr(heard(client), "\r\n\r\n/a") != NULL);
        CHECK(conn->deadline > http_now() + HTTP_IDLE_MS / 2 &&
              conn->deadline <= http_now() + HTTP_IDLE_MS);
    }
    close(client);
    leave();
}

/* A client whose bytes have come, or that can take what it is to get, waits for the server. */
TEST(who_waits_for_the_server_is_not_late)
{
    set_up();
    int client = join(1);
    CHECK(!http_conn_waits_for_us(server->first));
    CHECK(write(client, GET("/a"), strlen(GET("/a"))) > 0);
    CHECK(http_conn_waits_for_us(server->first));
    server->first->deadline = 0;
    http_server_tick(server);
    CHECK_EQ_INT(server->count, 1);
    turn();
    CHECK(!http_conn_waits_for_us(server->first));
    heard(client);
    say(client, GET("/large"), strlen(GET("/large")));
    CHECK(!http_conn_waits_for_us(server->first));
    for (int i = 0; i < 40 && !http_conn_waits_for_us(server->first); i++)
        heard(client);
    CHECK(http_conn_waits_for_us(server->first));
    server->first->deadline = 0;
    http_server_tick(server);
    CHECK_EQ_INT(server->count, 1);
    close(client);
    leave();
}

/* The one that has been idle longest goes first; then a stream of the address with most
 * connections. */
TEST(at_the_limit_somebody_goes)
{
    int client[5];
    set_up();
    server->limit = 4;
    for (int i = 0; i < 3; i++)
        client[i] = join(i);
    for (int i = 0; i < 3; i++) {
        say(client[i], GET("/a"), strlen(GET("/a")));
        heard(client[i]);
    }
    say(client[0], GET("/a"), strlen(GET("/a"))); /* so the second is the quietest */
    heard(client[0]);
    client[3] = join(3);
    CHECK_EQ_INT(server->count, 3);
    CHECK(is_open(client[0]) && !is_open(client[1]) && is_open(client[2]) && is_open(client[3]));
    close(client[1]);
    for (int i = 0; i < 4; i += 2)
        say(client[i], GET("/stream"), strlen(GET("/stream")));
    say(client[3], "GET", 3); /* in the middle of a request */
    client[1] = join(2);      /* the address of the third, which then has as many as nobody else */
    CHECK(!is_open(client[1]) && is_open(client[0]) && is_open(client[2]) && is_open(client[3]));
    close(client[1]);
    client[4] = join(7); /* an address with as few as the streams have */
    CHECK(!is_open(client[4]) && server->count == 3);
    close(client[4]);
    server->limit = 5;
    client[1] = join(2);
    say(client[1], GET("/stream"), strlen(GET("/stream")));
    client[4] = join(7); /* now one address has two streams */
    CHECK_EQ_INT(server->count, 4);
    CHECK(is_open(client[0]) && is_open(client[3]) && is_open(client[4]));
    heard(client[1]);
    heard(client[2]);
    CHECK(is_open(client[1]) + is_open(client[2]) == 1 && closed == 1);
    http_server_tick(server);
    CHECK_EQ_INT(server->count, 4);
    for (int i = 0; i < 5; i++)
        close(client[i]);
    leave();
}

TEST(a_server_that_ends_closes_idle_connections)
{
    set_up();
    int idle = join(1), half = join(2), waits = join(3);
    say(idle, GET("/a"), strlen(GET("/a")));
    heard(idle);
    say(half, "GET /a HTTP/1.1\r\n", 17);
    CHECK(write(waits, GET("/c"), strlen(GET("/c"))) > 0);
    http_server_drain(server);
    CHECK(!is_open(idle) && is_open(half) && is_open(waits));
    say(half, "Host: h\r\n\r\n", 11);
    CHECK(strstr(heard(half), "Connection: close\r\n\r\n/a") != NULL && !is_open(half));
    CHECK(strstr(heard(waits), "Connection: close\r\n\r\n/c") != NULL && !is_open(waits));
    close(idle);
    close(half);
    close(waits);
    leave();
}

/* A trusted proxy may greet with the client's address first, in pieces; or leave without a word. */
TEST(a_proxy_may_greet_first)
{
    static const char greeting[] = "PROXY TCP4 9.8.7.6 1.1.1.1 5 80\r\n" GET("/a");
    for (size_t cut = 0; cut < sizeof greeting - 1; cut++) {
        int pair[2];
        struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x0A000001u)};
        check_case("%zu bytes first", cut);
        set_up();
        CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
        http_peer *peer = http_peer_enter(&server->peers, (struct sockaddr *)&from);
        http_conn_accept(server, pair[1], peer, &in6addr_loopback, false);
        if (cut > 0) {
            say(pair[0], greeting, cut);
            CHECK(server->count == 1);
            say(pair[0], greeting + cut, sizeof greeting - 1 - cut);
            CHECK_EQ_TEXT(seen, "/a |");
            CHECK(strstr(heard(pair[0]), "\r\n\r\n/a") != NULL);
            CHECK(server->first->peer != peer && peer->connections == 0);
            CHECK_EQ_INT(server->first->peer->connections, 1);
        }
        close(pair[0]);
        turn();
        CHECK_EQ_INT(server->count, 0);
        leave();
    }
}

/* ---- turns ---- */

/* What is short, from an address that owes nothing, is served first; all are served. */
TEST(whose_turn_it_is)
{
    static char padded[3000];
    static const struct {
        size_t first_len; /* of the first client's request */
        int64_t first_owes, second_owes;
        const char *order;
    } cases[] = {{0, 0, 0, "/1 |/2 |"},       {2000, 0, 0, "/1 |/2 |"},   {2500, 0, 0, "/2 |/1 |"},
                 {0, 1, 0, "/2 |/1 |"},       {0, 0, 1, "/1 |/2 |"},      {0, 1, 1, "/1 |/2 |"},
                 {0, 1000000, 1, "/2 |/1 |"}, {0, 1, 1000000, "/1 |/2 |"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%zu", i);
        set_up();
        int first = join(1), second = join(2);
        server->first->peer->turn_us = -cases[i].second_owes;
        server->first->next->peer->turn_us = -cases[i].first_owes;
        int len = snprintf(padded, sizeof padded, "GET /1 HTTP/1.1\r\nHost: h\r\nA: ");
        int fill = (int)cases[i].first_len - len - 4;
        len += snprintf(padded + len, sizeof padded - (size_t)len, "%0*d\r\n\r\n",
                        fill > 1 ? fill : 1, 0);
        CHECK(write(first, padded, (size_t)len) == len);
        CHECK(write(second, GET("/2"), strlen(GET("/2"))) > 0);
        for (http_conn *conn = server->quietest; conn != NULL; conn = conn->prev)
            event_active(&conn->readable, EV_READ, 0); /* the first one's bytes are read first */
        turn();
        CHECK_EQ_TEXT(seen, cases[i].order);
        close(first);
        close(second);
        leave();
    }
}

/* A connection that ends while its request waits leaves the queue of its address. */
TEST(who_goes_leaves_the_queue)
{
    for (int gone = 0; gone < 3; gone++) {
        int clients[3];
        http_conn *conns[3], *rest[2];
        check_case("%d goes", gone);
        set_up();
        for (int i = 0; i < 3; i++) {
            clients[i] = join(1);
            conns[i] = server->first;
            CHECK(write(clients[i], GET("/a"), strlen(GET("/a"))) > 0);
        }
        for (int i = 0, k = 0; i < 3; i++) {
            http_turns_add(conns[i]);
            if (i != gone)
                rest[k++] = conns[i];
        }
        http_peer *peer = conns[0]->peer;
        CHECK(peer->ready == conns[0] && peer->ready_last == conns[2]);
        http_conn_free(conns[gone]);
        CHECK(peer->ready == rest[0] && rest[0]->ready_next == rest[1] &&
              rest[1]->ready_next == NULL && peer->ready_last == rest[1]);
        http_turns_remove(rest[0]);
        CHECK(peer->ready == rest[1] && !rest[0]->is_ready && rest[1]->is_ready);
        turn();
        CHECK_EQ_TEXT(seen, "/a |/a |");
        for (int i = 0; i < 3; i++)
            close(clients[i]);
        leave();
    }
    check_case("%s", "");
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    RUN(late_clients_are_sent_away);
    RUN(a_request_has_its_time_from_its_first_byte);
    RUN(who_waits_for_the_server_is_not_late);
    RUN(at_the_limit_somebody_goes);
    RUN(a_server_that_ends_closes_idle_connections);
    RUN(a_proxy_may_greet_first);
    RUN(whose_turn_it_is);
    RUN(who_goes_leaves_the_queue);
    return check_result();
}
