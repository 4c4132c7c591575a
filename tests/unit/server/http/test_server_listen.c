/* test_server_listen.c: the socket that the server listens on, and how many connections an address
 * may have. Layer: tests. */
#include "staged_conn.h"

#include <arpa/inet.h>
#include <poll.h>

static char why[256];

static http_server *listen_on(const char *address, unsigned port)
{
    const http_options options = {.listen = address,
                                  .port = port,
                                  .peer_limit = 2,
                                  .proxies = &proxies,
                                  .handle = handle,
                                  .context = &base};
    why[0] = '\0';
    return http_server_new(base, &options, why, sizeof why);
}

static void begin(const char *address)
{
    base = event_base_new();
    seen[0] = '\0';
    server = listen_on(address, 0);
    CHECK(server != NULL && http_server_port(server) > 0);
}

/* A new client over the network. */
static int call(const char *address)
{
    struct sockaddr_in four = {.sin_family = AF_INET,
                               .sin_port = htons((uint16_t)http_server_port(server))};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = four.sin_port};
    bool is_four = inet_pton(AF_INET, address, &four.sin_addr) == 1;
    CHECK(is_four || inet_pton(AF_INET6, address, &six.sin6_addr) == 1);
    int fd = socket(is_four ? AF_INET : AF_INET6, SOCK_STREAM, 0);
    CHECK(connect(fd, is_four ? (const void *)&four : (const void *)&six,
                  is_four ? sizeof four : sizeof six) == 0);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    size_t count = server->count;
    for (int i = 0; i < 5000 && server->count == count && is_open(fd); i++) {
        turn();
        poll(NULL, 0, 1);
    }
    return fd;
}

/* What is answered; "" if the connection is closed without a word. */
static const char *asks(int fd)
{
    static char text[1 << 14];
    text[0] = '\0';
    if (send(fd, GET("/a"), strlen(GET("/a")), MSG_NOSIGNAL) < 0)
        return "";
    for (int i = 0; i < 5000 && text[0] == '\0' && is_open(fd); i++) {
        turn();
        snprintf(text, sizeof text, "%.12s", heard(fd));
        poll(NULL, 0, 1);
    }
    return text;
}

TEST(an_address_has_so_many_connections)
{
    int clients[6];
    begin("127.0.0.1");
    static const char *const answers[] = {
        "HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 429", "HTTP/1.1 429", "", ""};
    for (int i = 0; i < 6; i++) {
        check_case("%d", i);
        clients[i] = call("127.0.0.1");
        CHECK_EQ_TEXT(asks(clients[i]), answers[i]);
    }
    check_case("%s", "");
    CHECK_EQ_INT(server->count, 4);
    http_peer *peer = server->first->peer;
    CHECK_EQ_INT(peer->connections, 4); /* those that were not let in do not count */
    for (int i = 0; i < 6; i++)
        close(clients[i]);
    for (int i = 0; i < 5000 && server->count > 0; i++, poll(NULL, 0, 1))
        turn();
    CHECK(server->count == 0 && peer->connections == 0);
    leave();
}

TEST(a_trusted_proxy_has_more)
{
    for (int six = 0; six < 2; six++) {
        int clients[6];
        const char *address = six ? "::1" : "127.0.0.1";
        check_case("%s", address);
        CHECK(proxy_add(&proxies, address));
        begin(address);
        for (int i = 0; i < 6; i++) {
            clients[i] = call(address);
            CHECK_EQ_TEXT(asks(clients[i]), "HTTP/1.1 200");
        }
        CHECK_EQ_INT(server->count, 6);
        for (int i = 0; i < 6; i++)
            close(clients[i]);
        leave();
        proxies = (proxy_list){.count = 0};
    }
    check_case("%s", "");
    CHECK(proxy_add(&proxies, "10.0.0.0/8")); /* this one is another */
    begin("127.0.0.1");
    int clients[3];
    for (int i = 0; i < 3; i++) {
        clients[i] = call("127.0.0.1");
        CHECK_EQ_TEXT(asks(clients[i]), i < 2 ? "HTTP/1.1 200" : "HTTP/1.1 429");
    }
    for (int i = 0; i < 3; i++)
        close(clients[i]);
    leave();
    proxies = (proxy_list){.count = 0};
}

TEST(where_it_cannot_listen)
{
    char expected[200];
    begin("::1");
    unsigned port = http_server_port(server);
    CHECK(listen_on("::1", port) == NULL);
    snprintf(expected, sizeof expected, "cannot listen on ::1 port %u: Address already in use",
             port);
    CHECK_EQ_TEXT(why, expected);
    CHECK(listen_on("localhost", 0) == NULL);
    CHECK_EQ_TEXT(why, "'localhost' is no address to listen on");
    http_server_drain(server);
    http_server *next = listen_on("::1", port); /* whoever ends gives the port back */
    CHECK(next != NULL && http_server_port(next) == port);
    http_server_free(next);
    leave();
}

TEST(nobody_is_let_in_beyond_the_limit_of_files)
{
    begin("127.0.0.1");
    CHECK(server->limit >= 64 && server->limit <= 20000);
    server->limit = 2;
    int first = call("127.0.0.1");
    CHECK(write(first, "G", 1) == 1); /* in the middle of a request, so it stays */
    turn();
    int second = call("127.0.0.1");
    CHECK(write(second, "G", 1) == 1);
    for (int i = 0; i < 100; i++)
        turn();
    CHECK_EQ_INT(server->count, 2);
    close(second);
    for (int i = 0; i < 5000 && server->count == 2; i++, poll(NULL, 0, 1))
        turn();
    int third = call("127.0.0.1"); /* it listens again */
    CHECK_EQ_TEXT(asks(third), "HTTP/1.1 200");
    close(first);
    close(third);
    leave();
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    RUN(an_address_has_so_many_connections);
    RUN(a_trusted_proxy_has_more);
    RUN(where_it_cannot_listen);
    RUN(nobody_is_let_in_beyond_the_limit_of_files);
    return check_result();
}
