/* test_server_rows.c: sums and ids that stores on disk contain, and what an address owes. */
#include "check.h"
#include "server/http/peer.h"
#include "server/store/row_sums.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>

/* Stores of every version have these sums, so they never change. */
TEST(sums_are_those_of_stores_on_disk)
{
    CHECK_EQ_INT(sum_number(row_sum_start, 0), UINT64_C(0xa8c7f832281a39c5));
    CHECK_EQ_INT(sum_number(row_sum_start, -2), UINT64_C(0xfc1a35225397861c));
    CHECK_EQ_INT(sum_number(row_sum_start, INT64_C(0x0102030405060708)),
                 UINT64_C(0xc6d4496e17859d5));
    CHECK(sum_text(row_sum_start, "") == sum_text(row_sum_start, NULL));
    CHECK_EQ_INT(sum_text(row_sum_start, ""), UINT64_C(0xaf62bd4c860004df));
    CHECK_EQ_INT(sum_text(row_sum_start, "move e2e4\xFF"), UINT64_C(0x9f6b7b18118e948d));
    CHECK_EQ_INT(record_sum("room", "key", "value"), UINT64_C(0xe74dd47003b1bcc));
    CHECK_EQ_INT(summary_row_sum(1, 2, 3, 4, "1-0", 5), UINT64_C(0x94986b871005054a));
    CHECK(record_sum("ab", "c", "") != record_sum("a", "bc", ""));
    CHECK(record_sum("", "a", "") != record_sum("a", "", ""));
    for (int field = 0; field < 6; field++) {
        int64_t row[] = {1, 2, 3, 4, 0, 5};
        row[field]++;
        check_case("field %d", field);
        CHECK(summary_row_sum(row[0], row[1], row[2], row[3], row[4] ? "0-1" : "1-0", row[5]) !=
              summary_row_sum(1, 2, 3, 4, "1-0", 5));
    }
    check_case("%s", "");
}

TEST(ids_are_those_of_stores_on_disk)
{
    static const row_ids ids = {100, {0x0123456789abcdef, 0xfedcba9876543210}};
    CHECK_EQ_INT(id_of_row(&ids, 1), 1);
    CHECK_EQ_INT(id_of_row(&ids, 100), 100);
    CHECK_EQ_INT(id_of_row(&ids, 101), INT64_C(2323783808401220));
    CHECK_EQ_INT(id_of_row(&ids, 1000000), INT64_C(29762667822453664));
    CHECK_EQ_INT(row_of_id(&ids, 100), 100);
    CHECK_EQ_INT(row_of_id(&ids, INT64_C(1) << 56), 0);
    CHECK_EQ_INT(row_of_id(&ids, -5), -5);
    for (int64_t row = 1; row < 3000; row++) {
        int64_t id = id_of_row(&ids, row);
        check_case("%lld", (long long)row);
        CHECK(row_of_id(&ids, id) == row && id < INT64_C(1) << 56);
        CHECK(row <= 100 || id > 100);
    }
    check_case("%s", "");
    /* Where half of the ids are those of older games, an id is drawn until it is none of theirs. */
    row_ids old = {INT64_C(1) << 55, {1, 2}};
    for (int64_t row = old.plain_rows + 1; row < old.plain_rows + 40; row++) {
        int64_t id = id_of_row(&old, row);
        CHECK(id > old.plain_rows && id < INT64_C(1) << 56 && row_of_id(&old, id) == row);
    }
}

/* ---- addresses ---- */

static http_peer *enter(http_peers *peers, const char *text)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    bool is_four = inet_pton(AF_INET, text, &four.sin_addr) == 1;
    CHECK(is_four || inet_pton(AF_INET6, text, &six.sin6_addr) == 1);
    http_peer *peer = http_peer_enter(peers, is_four ? (const void *)&four : (const void *)&six);
    http_peer_leave(peer);
    return peer;
}

TEST(an_address_is_a_network_of_ipv6)
{
    http_peers *peers = calloc(1, sizeof *peers);
    http_peer *one = enter(peers, "10.1.2.3"), *six = enter(peers, "2001:db8:1:2::1");
    CHECK(enter(peers, "::ffff:10.1.2.3") == one && enter(peers, "10.1.2.4") != one);
    CHECK(enter(peers, "2001:db8:1:2:ffff::") == six && enter(peers, "2001:db8:1:3::1") != six);
    CHECK(enter(peers, "10.1.2.3") == one && one->connections == 0);
    CHECK(http_peer_number(one) != http_peer_number(six));
    CHECK(http_peer_number(one) != http_peer_number(enter(peers, "10.1.2.4")));
    for (unsigned i = 0; i < 3 * PEER_TABLE; i++) { /* several in a place of the table */
        char text[20];
        snprintf(text, sizeof text, "10.9.%u.%u", i / 256, i % 256);
        enter(peers, text)->games = i;
    }
    for (unsigned i = 0; i < 3 * PEER_TABLE; i++) {
        char text[20];
        snprintf(text, sizeof text, "10.9.%u.%u", i / 256, i % 256);
        CHECK_EQ_INT(enter(peers, text)->games, i);
    }
    http_peers_free(peers);
    free(peers);
}

TEST(work_is_forgiven_and_debts_have_a_limit)
{
    http_peer peer = {.work_at = 1000};
    http_peer_works(&peer, PEER_WORK, 1000);
    CHECK(!http_peer_is_tired(&peer, 1000));
    http_peer_works(&peer, 1, 1000);
    CHECK(http_peer_is_tired(&peer, 1000) && peer.work == PEER_WORK + 1);
    CHECK(!http_peer_is_tired(&peer, 1001));
    CHECK_EQ_INT(peer.work, PEER_WORK + 1 - PEER_WORK_A_MS);
    http_peer_works(&peer, 5, 1001 + 2 * PEER_WORK / PEER_WORK_A_MS);
    CHECK_EQ_INT(peer.work, 5);
    http_peer_charge(&peer, 300);
    CHECK_EQ_INT(peer.turn_us, -300);
    http_peer_charge(&peer, PEER_DEBT_US - 300);
    CHECK_EQ_INT(peer.turn_us, -PEER_DEBT_US);
    http_peer_charge(&peer, 1);
    CHECK_EQ_INT(peer.turn_us, -PEER_DEBT_US);
    peer = (http_peer){.began = 0};
    CHECK(http_peer_may_make(&peer, 2, 5) && !http_peer_may_make(&peer, 0, 5));
    peer.games = 2;
    CHECK(!http_peer_may_make(&peer, 2, PEER_GAMES_MS - 1) && peer.games == 2);
    CHECK(http_peer_may_make(&peer, 2, PEER_GAMES_MS) && peer.games == 0);
    CHECK_EQ_INT(peer.began, PEER_GAMES_MS);
}

int main(void)
{
    RUN(sums_are_those_of_stores_on_disk);
    RUN(ids_are_those_of_stores_on_disk);
    RUN(an_address_is_a_network_of_ipv6);
    RUN(work_is_forgiven_and_debts_have_a_limit);
    return check_result();
}
