/* test_server_parts.c: parts of the server that need no connection: addresses behind proxies, codes
 * for seats, records in memory. */
#include "check.h"
#include "common/game_clock.h"
#include "server/http/proxy.h"
#include "server/join_codes.h"
#include "server/store/record_list.h"

#include <arpa/inet.h>
#include <stdlib.h>

/* ---- addresses ---- */

/* An address as text, IPv4 mapped into IPv6. */
static const char *shown(const struct in6_addr *address)
{
    static char text[INET6_ADDRSTRLEN];
    inet_ntop(AF_INET6, address, text, sizeof text);
    return text;
}

TEST(networks_are_trusted_to_the_bit)
{
    static const struct {
        const char *network, *address;
        bool good, trusted;
    } rows[] = {
        {"10.0.0.1", "10.0.0.1", true, true},
        {"10.0.0.1", "10.0.0.2", true, false},
        {"10.0.0.0/8", "10.255.0.9", true, true},
        {"10.0.0.0/8", "11.0.0.0", true, false},
        {"10.128.0.0/9", "10.129.0.0", true, true},
        {"10.128.0.0/9", "10.127.0.0", true, false},
        {"10.0.0.6/31", "10.0.0.7", true, true},
        {"10.0.0.6/31", "10.0.0.8", true, false},
        {"10.0.0.0/15", "10.1.0.0", true, true},
        {"10.0.0.0/15", "10.2.0.0", true, false},
        {"0.0.0.0/0", "9.9.9.9", true, true},
        {"0.0.0.0/0", "fd00::1", true, false},
        {"::/0", "9.9.9.9", true, true},
        {"fd00::/8", "fdff::1", true, true},
        {"fd00::/8", "fe00::1", true, false},
        {"fd00::/7", "fc00::1", true, true},
        {"::1", "::1", true, true},
        {"::1", "::2", true, false},
        {"::1/128", "::1", true, true},
        {"10.0.0.0/32", "10.0.0.0", true, true},
        {"10.0.0.0/33", "", false, false},
        {"::/129", "", false, false},
        {"10.0.0.0/", "", false, false},
        {"10.0.0.0/x", "", false, false},
        {"10.0.0.0/-1", "", false, false},
        {"10.0.0", "", false, false},
        {"", "", false, false},
        {"nowhere", "", false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        proxy_list list = {0};
        struct in6_addr address;
        check_case("%s and %s", rows[i].network, rows[i].address);
        CHECK(proxy_add(&list, rows[i].network) == rows[i].good);
        CHECK_EQ_INT(list.count, rows[i].good);
        if (!rows[i].good)
            continue;
        CHECK(proxy_read_address(rows[i].address, strlen(rows[i].address), &address));
        CHECK(proxy_trusts(&list, &address) == rows[i].trusted);
    }
    check_case("%s", "");
    proxy_list full = {0};
    for (int i = 0; i < PROXY_LIMIT; i++)
        CHECK(proxy_add(&full, "10.0.0.1"));
    CHECK(!proxy_add(&full, "10.0.0.1") && full.count == PROXY_LIMIT);
}

TEST(addresses_in_every_form)
{
    static const struct {
        const char *text, *address;
    } rows[] = {
        {"1.2.3.4", "::ffff:1.2.3.4"},
        {"1.2.3.4:80", "::ffff:1.2.3.4"},
        {"::1", "::1"},
        {"[::1]", "::1"},
        {"[::1]:80", "::1"},
        {"[::1", NULL},
        {"[]", NULL},
        {"", NULL},
        {"1.2.3", NULL},
        {"unknown", NULL},
        {"1.2.3.4.", NULL},
        {"ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255",
         "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
        {"ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.2555", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct in6_addr address;
        check_case("%s", rows[i].text);
        bool good = proxy_read_address(rows[i].text, strlen(rows[i].text), &address);
        CHECK_EQ_TEXT(good ? shown(&address) : NULL, rows[i].address);
    }
    check_case("%s", "");
}

TEST(the_client_is_the_last_that_no_proxy_is)
{
    static const struct {
        const char *head, *client;
    } rows[] = {
        {"X-Forwarded-For: 1.2.3.4\r\n", "::ffff:1.2.3.4"},
        {"x-forwarded-for:1.2.3.4", "::ffff:1.2.3.4"},
        {"X-Forwarded-For: 9.9.9.9, 1.2.3.4 , 10.0.0.1\r\n", "::ffff:1.2.3.4"},
        {"X-Forwarded-For: 10.0.0.2,10.0.0.1\r\n", "::ffff:10.0.0.2"},
        {"X-Forwarded-For: x, 10.0.0.1\r\n", NULL},
        {"X-Forwarded-For: x, 1.2.3.4\r\n", "::ffff:1.2.3.4"},
        {"X-Forwarded-For:\r\n", NULL},
        {"Forwarded: for=1.2.3.4\r\n", "::ffff:1.2.3.4"},
        {"Forwarded: proto=https; FOR=\"[::2]:80\" ;by=x\r\n", "::2"},
        {"Forwarded: for=\"1.2.3.4\"\r\n", "::ffff:1.2.3.4"},
        {"Forwarded: for=9.9.9.9, for=1.2.3.4;proto=http, for=10.0.0.1\r\n", "::ffff:1.2.3.4"},
        {"Forwarded: proto=https\r\n", NULL},
        {"Forwarded: for=\r\n", NULL},
        {"Forwarded: for=1.2.3.4\r\nX-Forwarded-For: 1.2.3.4\r\n", "::ffff:1.2.3.4"},
        {"Forwarded: for=1.2.3.4\r\nX-Forwarded-For: 1.2.3.5\r\n", NULL},
        {"X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-For: 1.2.3.5\r\n", NULL},
        {"A: b\r\nX-Forwarded-Forx: 1.2.3.4\r\n", NULL},
        {"A: b\r\n\r\n", NULL},
        {"", NULL},
    };
    proxy_list list = {0};
    CHECK(proxy_add(&list, "10.0.0.0/8"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct in6_addr client;
        check_case("row %zu: %s", i, rows[i].head);
        bool found = proxy_find_client(&list, rows[i].head, strlen(rows[i].head), &client);
        CHECK_EQ_TEXT(found ? shown(&client) : NULL, rows[i].client);
    }
    check_case("%s", "");
}

TEST(greetings_in_lines_and_blocks)
{
    static const char sign[] = "\r\n\r\n\0\r\nQUIT\n";
    static const struct {
        const char *line;
        int used; /* but for more that must come: 0; wrong: -1 */
        const char *client;
    } rows[] = {
        {"PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nGET", 32, "::ffff:1.2.3.4"},
        {"PROXY TCP6 ::2 ::3 1 2\r\n", 24, "::2"},
        {"PROXY UNKNOWN\r\n", 15, NULL},
        {"PROXY UNKNOWN what ever\r\n", 25, NULL},
        {"PROXY UNKNOW\r\n", -1, NULL},
        {"PROXY TCP4 x 5.6.7.8 1 2\r\n", -1, NULL},
        {"PROXY TCP4 1.2.3.4\r\n", -1, NULL},
        {"PROXY TCP5 1.2.3.4 5.6.7.8 1 2\r\n", -1, NULL},
        {"PROXY TCP4 1.2.3.4 5.6.7.8 1 2\n", -1, NULL},
        {"PROXY \r\n", -1, NULL},
        {"PROXY", 0, NULL},
        {"PROXY TCP4 1.2.3.4", 0, NULL},
    };
    struct in6_addr client;
    bool known;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("%s", rows[i].line);
        CHECK(proxy_greets(rows[i].line, strlen(rows[i].line)));
        CHECK_EQ_INT(proxy_read_greeting(rows[i].line, strlen(rows[i].line), &client, &known),
                     rows[i].used);
        if (rows[i].used > 0)
            CHECK_EQ_TEXT(known ? shown(&client) : NULL, rows[i].client);
    }
    check_case("%s", "");
    char line[120];
    memset(line, 'x', sizeof line);
    memcpy(line, "PROXY UNKNOWN", 13);
    memcpy(line + PROXY_LINE_LIMIT - 2, "\r\n", 2);
    CHECK_EQ_INT(proxy_read_greeting(line, PROXY_LINE_LIMIT, &client, &known), PROXY_LINE_LIMIT);
    CHECK_EQ_INT(proxy_read_greeting(line, PROXY_LINE_LIMIT - 1, &client, &known), 0);
    memcpy(line + PROXY_LINE_LIMIT - 2, "x\r\n", 3);
    CHECK_EQ_INT(proxy_read_greeting(line, PROXY_LINE_LIMIT + 1, &client, &known), -1);
    static const struct {
        unsigned char version, family;
        unsigned rest;
        int used;
        const char *client;
    } blocks[] = {
        {0x21, 0x11, 12, 28, "::ffff:1.2.3.4"},
        {0x21, 0x11, 11, -1, NULL},
        {0x21, 0x11, 20, 36, "::ffff:1.2.3.4"},
        {0x21, 0x21, 36, 52, "102:304:506:708:90a:b0c:d0e:f10"},
        {0x21, 0x21, 35, -1, NULL},
        {0x20, 0x11, 12, 28, NULL},
        {0x20, 0, 0, 16, NULL},
        {0x21, 0x12, 12, 28, NULL},
        {0x22, 0x11, 12, -1, NULL},
        {0x11, 0x11, 12, -1, NULL},
        {0x21, 0, 1008, 1024, NULL},
        {0x21, 0, 1009, -1, NULL},
    };
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        char block[1100];
        check_case("block %zu", i);
        memcpy(block, sign, 12);
        block[12] = (char)blocks[i].version;
        block[13] = (char)blocks[i].family;
        block[14] = (char)(blocks[i].rest >> 8);
        block[15] = (char)blocks[i].rest;
        for (int k = 0; k < 40; k++)
            block[16 + k] = (char)(k + 1);
        CHECK(proxy_greets(block, 16));
        size_t whole = 16 + blocks[i].rest;
        CHECK_EQ_INT(proxy_read_greeting(block, whole, &client, &known), blocks[i].used);
        CHECK_EQ_TEXT(known ? shown(&client) : NULL, blocks[i].client);
        CHECK_EQ_INT(proxy_read_greeting(block, 15, &client, &known), 0);
        if (blocks[i].used > 16)
            CHECK_EQ_INT(proxy_read_greeting(block, whole - 1, &client, &known), 0);
    }
    check_case("%s", "");
    CHECK(!proxy_greets("", 0) && !proxy_greets("GET /", 5) && proxy_greets("P", 1));
    CHECK(!proxy_greets("PROXx", 5) && proxy_greets("\r\n", 2));
}

/* ---- codes ---- */

TEST(a_code_stands_for_a_seat_once_and_for_a_while)
{
    join_codes *codes = join_codes_new();
    char code[JOIN_LETTERS + 1], again[JOIN_LETTERS + 1];
    join_place seat = {77, 1}, place;
    CHECK(join_code_for(codes, seat, 1000, code));
    CHECK(strlen(code) == JOIN_LETTERS && strspn(code, "BCDFGHJKMNPRSTVWXZ") == JOIN_LETTERS);
    CHECK(join_code_for(codes, seat, 1000 + JOIN_MS - 1, again) && strcmp(code, again) == 0);
    CHECK(join_code_for(codes, (join_place){77, 0}, 1000, again) && strcmp(code, again) != 0);
    CHECK(join_code_for(codes, (join_place){78, 1}, 1000, again) && strcmp(code, again) != 0);
    for (size_t i = 0; i < JOIN_LETTERS; i++)
        again[i] = (char)(code[i] | 32); /* small letters */
    again[JOIN_LETTERS] = '\0';
    CHECK_EQ_INT(join_code_take(codes, again, 5, 1000 + JOIN_MS - 1, &place), JOIN_FOUND);
    CHECK(place.game == 77 && place.seat == 1);
    CHECK_EQ_INT(join_code_take(codes, code, 5, 1001, &place), JOIN_UNKNOWN);
    CHECK(join_code_for(codes, seat, 5000, code));
    CHECK_EQ_INT(join_code_take(codes, code, 6, 5000 + JOIN_MS, &place), JOIN_UNKNOWN);
    CHECK(join_code_for(codes, (join_place){80, NOBODY}, 5000, code));
    for (int i = 0; i < 3; i++)
        CHECK_EQ_INT(join_code_take(codes, code, 6, 5001, &place), JOIN_FOUND);
    CHECK_EQ_INT(place.seat, NOBODY);
    join_codes_free(codes);
}

TEST(an_address_tries_so_many_wrong_codes)
{
    join_codes *codes = join_codes_new();
    char code[JOIN_LETTERS + 1];
    join_place place;
    CHECK(join_code_for(codes, (join_place){1, NOBODY}, 100000, code));
    for (int i = 0; i < JOIN_WRONG_LIMIT; i++)
        CHECK_EQ_INT(join_code_take(codes, i % 2 ? "AAAAA" : "AAAA", 5, 100000, &place),
                     JOIN_UNKNOWN);
    CHECK_EQ_INT(join_code_take(codes, code, 5, 100000, &place), JOIN_TOO_MANY);
    CHECK_EQ_INT(join_code_take(codes, code, 6, 100000, &place), JOIN_FOUND);
    CHECK_EQ_INT(join_code_take(codes, code, 5, 100000 + JOIN_WRONG_MS - 1, &place), JOIN_TOO_MANY);
    CHECK_EQ_INT(join_code_take(codes, code, 5, 100000 + JOIN_WRONG_MS, &place), JOIN_FOUND);
    join_codes_free(codes);
}

TEST(a_new_code_takes_the_place_of_the_oldest)
{
    join_codes *codes = join_codes_new();
    static char made[JOIN_LIMIT + 1][JOIN_LETTERS + 1];
    join_place place;
    for (int i = 0; i <= JOIN_LIMIT; i++)
        CHECK(join_code_for(codes, (join_place){i + 1, NOBODY}, 1000 + i, made[i]));
    CHECK_EQ_INT(join_code_take(codes, made[0], 1, 3000, &place), JOIN_UNKNOWN);
    for (int i = 1; i <= JOIN_LIMIT; i++) {
        CHECK_EQ_INT(join_code_take(codes, made[i], 1, 3000, &place), JOIN_FOUND);
        CHECK_EQ_INT(place.game, i + 1);
    }
    join_codes_free(codes);
}

/* ---- records ---- */

/* Random changes, compared with a plain table of the same. */
TEST(records_are_found_by_room_and_key)
{
    enum { ROOMS = 3, KEYS = 60 };
    static char kept[ROOMS][KEYS][12];
    static const char *const rooms[ROOMS] = {"a", "ab", "b"};
    record_list list = {0};
    unsigned state = 1;
    size_t count = 0;
    for (int step = 0; step < 3000; step++) {
        state = state * 1664525u + 1013904223u;
        unsigned room = (state >> 8) % ROOMS, key = (state >> 12) % KEYS;
        char name[8];
        snprintf(name, sizeof name, "%u", key);
        if (state >> 29 == 0) {
            record_list_drop(&list, rooms[room], name);
            count -= kept[room][key][0] != '\0';
            kept[room][key][0] = '\0';
        } else {
            count += kept[room][key][0] == '\0';
            snprintf(kept[room][key], sizeof kept[room][key], "%u", state % 100000);
            CHECK(record_list_put(&list, rooms[room], name, kept[room][key]));
        }
        CHECK_EQ_INT(list.count, count);
    }
    CHECK(count > 2 * 64); /* the list has grown */
    for (unsigned room = 0; room < ROOMS; room++) {
        size_t first = record_list_room(&list, rooms[room]);
        for (unsigned key = 0; key < KEYS; key++) {
            char name[8];
            snprintf(name, sizeof name, "%u", key);
            check_case("%s %s", rooms[room], name);
            CHECK_EQ_TEXT(record_list_get(&list, rooms[room], name),
                          kept[room][key][0] != '\0' ? kept[room][key] : NULL);
        }
        CHECK(strcmp(list.at[first].room, rooms[room]) == 0);
        CHECK(first == 0 || strcmp(list.at[first - 1].room, rooms[room]) < 0);
    }
    for (size_t i = 1; i < list.count; i++) {
        int order = strcmp(list.at[i - 1].room, list.at[i].room);
        CHECK(order < 0 || (order == 0 && strcmp(list.at[i - 1].key, list.at[i].key) < 0));
    }
    check_case("%s", "");
    CHECK(record_list_get(&list, "c", "1") == NULL && record_list_room(&list, "c") == list.count);
    record_list_clear(&list);
    CHECK(list.at == NULL && list.count == 0 && list.cap == 0);
}

int main(void)
{
    RUN(networks_are_trusted_to_the_bit);
    RUN(addresses_in_every_form);
    RUN(the_client_is_the_last_that_no_proxy_is);
    RUN(greetings_in_lines_and_blocks);
    RUN(a_code_stands_for_a_seat_once_and_for_a_while);
    RUN(an_address_tries_so_many_wrong_codes);
    RUN(a_new_code_takes_the_place_of_the_oldest);
    RUN(records_are_found_by_room_and_key);
    return check_result();
}
