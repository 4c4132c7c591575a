/* test_server_postgres_lease.c: the lease of a server that shares a database, numbers for new
 * games, room. The test plays the database. Layer: tests. */
#include "staged_pq_store.h"

/* ---- the lease ---- */

TEST(a_server_joins_with_a_number)
{
    int64_t before = clock_ns(CLOCK_BOOTTIME) / 1000000;
    set_up();
    CHECK_EQ_TEXT(heard(), "WITH gone AS  [0] [NOW] [10.0.0.1:80]\n"
                           "SELECT set_config\nSELECT set_config\nSELECT set_config\n"
                           "SELECT nextval\nSELECT nextval\n");
    CHECK(p->me == 7 && store_is_joined(s) && store_is_writable(s) && !store_has_left(s));
    CHECK(p->safe_until >= before + PG_LEASE_SAFE_MS);
    CHECK(p->safe_until <= clock_ns(CLOCK_BOOTTIME) / 1000000 + PG_LEASE_SAFE_MS);
    p->safe_until = clock_ns(CLOCK_BOOTTIME) / 1000000;
    CHECK(!store_is_joined(s) && !store_is_writable(s));
    p->safe_until += 100000;
    CHECK(store_is_joined(s));
    leave();
}

TEST(a_lease_is_renewed)
{
    char many[3000] = "";
    set_up();
    heard();
    int64_t until = p->safe_until = clock_ns(CLOCK_BOOTTIME) / 1000000 + 50;
    tick();
    CHECK_EQ_TEXT(heard(), "WITH mine AS  [7] [NOW]\n");
    tick();
    CHECK(strstr(heard(), "WITH mine") == NULL); /* it was asked for already */
    pq_answer("WITH mine", pq_rows(3, "7|10.0.0.1:80|t\n9|10.0.0.2:81|t"));
    CHECK(p->safe_until > until + 2000 && p->live_count == 2);
    CHECK_EQ_TEXT(store_address_of(s, 9), "10.0.0.2:81");
    CHECK_EQ_TEXT(store_address_of(s, 7), "10.0.0.1:80");
    CHECK_EQ_TEXT(store_address_of(s, 8), "");
    until = p->safe_until;
    tick();
    pq_answer("WITH mine", pq_status(PGRES_FATAL_ERROR));
    CHECK(p->safe_until == until && p->me == 7 && p->live_count == 2); /* it is asked for again */
    for (int i = 1; i <= PG_SERVERS + 1; i++)
        snprintf(many + strlen(many), sizeof many - strlen(many), "%s%d|a%d|t", i > 1 ? "\n" : "",
                 i, i);
    tick();
    pq_answer("WITH mine", pq_rows(3, many));
    CHECK_EQ_INT(p->live_count, PG_SERVERS);
    CHECK_EQ_TEXT(store_address_of(s, PG_SERVERS), "a64");
    CHECK_EQ_TEXT(all_told(), "");
    leave();
}

TEST(a_lease_that_is_lost_is_given_up)
{
    for (int how = 0; how < 3; how++) {
        check_case("%d", how);
        set_up();
        heard();
        record_list_put(&p->records, "token", "a", "b");
        p->is_home = true;
        if (how < 2) {
            tick();
            pq_answer("WITH mine", pq_rows(3, how == 0 ? "" : "9|10.0.0.2:81|f"));
        } else {
            p->safe_until = clock_ns(CLOCK_BOOTTIME) / 1000000;
            tick();
        }
        CHECK_EQ_TEXT(all_told(), "lapsed|");
        CHECK(p->me == 0 && p->before == 7 && p->live_count == 0 && !p->is_home &&
              p->records.count == 0);
        CHECK(!store_is_joined(s) && !pg_link_is_up(p->links[SAVE_LINK]));
        for (int i = 0; i < 3; i++)
            CHECK(!pg_link_is_up(p->links[i]));
        postgres_lapse(p); /* it holds none any more */
        CHECK_EQ_TEXT(all_told(), "");
        leave();
    }
    check_case("%s", "");
    set_up(); /* it takes another number and names the one before */
    postgres_lapse(p);
    for (int i = 0; i < 1000 && !pg_link_is_up(p->links[LEASE_LINK]); i++)
        event_base_loop(base, EVLOOP_ONCE);
    pq_turn();
    pq_reply = NULL;
    heard();
    p->asking_lease = false;
    tick();
    CHECK(strstr(heard(), "WITH gone AS  [7] [NOW] [10.0.0.1:80]\n") != NULL);
    pq_answer("WITH gone", pq_rows(1, "8"));
    CHECK(p->me == 8 && store_is_joined(s));
    leave();
}

TEST(a_server_leaves)
{
    set_up();
    heard();
    pq_reply = NULL;
    store_leave(s);
    CHECK_EQ_TEXT(heard(),
                  "UPDATE arbiter.servers SET served=$2, expires=clock_timestam [7] [NOW]\n");
    CHECK(!store_is_joined(s) && !store_has_left(s));
    store_leave(s); /* once is enough */
    tick();
    CHECK(strstr(heard(), "arbiter.servers") == NULL);
    pq_answer("UPDATE", pq_status(PGRES_COMMAND_OK));
    CHECK(store_has_left(s) && p->me == 0);
    leave();
    set_up();
    p->me = 0;
    store_leave(s); /* there is nothing to be told */
    CHECK(store_has_left(s));
    leave();
}

TEST(new_games_have_numbers)
{
    set_up();
    CHECK(p->row == 1025 && p->row_end == 1281 && p->spare == 1281);
    for (int64_t row = 1025; row < 1281 + 256; row++)
        if (store_next_id(s) != id_of_row(&s->ids, row)) {
            CHECK_EQ_INT(row, 0);
            break;
        }
    CHECK_EQ_INT(p->row, 1537);
    pq_reply = NULL;
    heard();
    pq_turn();
    CHECK(p->row == 1537 && p->row_end == 1793 && p->spare == 0);
    leave();
    set_up();
    pq_reply = NULL;
    p->spare = 0;
    p->row = p->row_end - 1;
    heard();
    CHECK(store_next_id(s) == id_of_row(&s->ids, 1280));
    CHECK_EQ_TEXT(heard(), "SELECT nextval\n");
    CHECK(store_next_id(s) == 0 && store_next_id(s) == 0);
    CHECK_EQ_TEXT(heard(), ""); /* it was asked already */
    pq_answer("SELECT nextval", pq_rows(1, ""));
    CHECK(store_next_id(s) == 0);
    pq_answer("SELECT nextval", pq_rows(1, "5001"));
    CHECK(p->row == 5001 && p->row_end == 5001 + PG_ROWS);
    CHECK_EQ_TEXT(heard(), "SELECT nextval\nSELECT nextval\n");
    pq_answer("SELECT nextval", pq_rows(1, "6001"));
    CHECK(p->spare == 6001 && p->row == 5001);
    CHECK_EQ_TEXT(heard(), "");
    leave();
}

TEST(how_much_room_is_taken)
{
    set_up();
    pq_reply = NULL;
    heard();
    for (int i = 0; i < 122; i++) {
        bool asks = i % 120 == 1;
        tick();
        if (pq_waiting("WITH mine") != NULL)
            pq_answer("WITH mine", pq_rows(3, "7|a|t"));
        check_case("tick %d", i);
        CHECK((strstr(heard(), "SELECT sum") != NULL) == asks);
        if (asks)
            pq_answer("SELECT sum", i == 1 ? pq_rows(1, "12345") : pq_status(PGRES_FATAL_ERROR));
    }
    check_case("%s", "");
    CHECK_EQ_INT(store_bytes(s), 12345);
    leave();
}

TEST(abandoned_games_are_dropped)
{
    set_up();
    pq_reply = NULL;
    heard();
    CHECK(store_drop_abandoned(s, 77) == 0);
    CHECK_EQ_TEXT(heard(), "SELECT dropped,last FROM arbiter.drop_abandoned [7] [0] [500] [77]\n");
    CHECK(store_drop_abandoned(s, 78) == 0); /* one at a time */
    CHECK_EQ_TEXT(heard(), "");
    pq_answer("SELECT dropped", pq_rows(2, "~|1200"));
    CHECK_EQ_TEXT(all_told(), "");
    store_drop_abandoned(s, 78);
    CHECK_EQ_TEXT(heard(),
                  "SELECT dropped,last FROM arbiter.drop_abandoned [7] [500] [1000] [78]\n");
    pq_answer("SELECT dropped", pq_rows(2, "600|1200"));
    CHECK_EQ_INT(p->looked, 600);
    char text[64];
    snprintf(text, sizeof text, "dropped %" PRId64 "|", id_of_row(&s->ids, 600));
    CHECK_EQ_TEXT(all_told(), text);
    store_drop_abandoned(s, 78);
    pq_answer("SELECT dropped", pq_rows(2, "~|1101"));
    CHECK_EQ_INT(p->looked, 1100);
    store_drop_abandoned(s, 78);
    pq_answer("SELECT dropped", pq_rows(2, "~|1600"));
    CHECK_EQ_INT(p->looked, 0); /* from the beginning again */
    store_drop_abandoned(s, 78);
    pq_answer("SELECT dropped", pq_rows(2, "1|2"));
    CHECK_EQ_INT(p->looked, 1);
    store_drop_abandoned(s, 78);
    pq_answer("SELECT dropped", pq_status(PGRES_FATAL_ERROR));
    CHECK_EQ_INT(p->looked, 1);
    all_told();
    p->safe_until = 0;
    heard();
    store_drop_abandoned(s, 78);
    CHECK_EQ_TEXT(heard(), "");
    leave();
}

int main(void)
{
    CHECK(freopen("/dev/null", "w", stderr) != NULL); /* damage is told there */
    pq_stage();
    RUN(a_server_joins_with_a_number);
    RUN(a_lease_is_renewed);
    RUN(a_lease_that_is_lost_is_given_up);
    RUN(a_server_leaves);
    RUN(new_games_have_numbers);
    RUN(how_much_room_is_taken);
    RUN(abandoned_games_are_dropped);
    text_free(&pq_asked);
    return check_result();
}
