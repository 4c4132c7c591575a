/* test_server_postgres_link.c: a connection to PostgreSQL: how it comes about, in which order
 * queries are sent and answered, and how it is lost. The test plays the database. Layer: tests. */
#include "staged_pq.h"

#include "server/store/postgres/postgres_link.h"

static pg_link *link_;
static char done[400]; /* the answers that callbacks were given, in their order */

static void note(void *context, PGresult *result)
{
    size_t len = strlen(done);
    snprintf(done + len, sizeof done - len, "%s:%s|", (const char *)context,
             result == NULL                                  ? "lost"
             : pq_result_status(result) == PGRES_FATAL_ERROR ? "failed"
             : pq_ntuples(result) == 0                       ? "none"
                                                             : pq_get_value(result, 0, 0));
}

static bool ask(const char *sql, bool urgent)
{
    const pg_query q = {.sql = sql};
    return pg_link_ask(link_, &q, urgent, note, (void *)(uintptr_t)sql);
}

static int open_conns(void)
{
    int count = 0;
    for (int i = 0; i < PQ_CONNS; i++)
        count += pq_conns[i].open;
    return count;
}

static void set_up(void)
{
    base = event_base_new();
    done[0] = '\0';
    link_ = pg_link_new(base, "postgresql://there", "SET all");
    CHECK(link_ != NULL && !pg_link_is_up(link_) && open_conns() == 0);
    CHECK(!ask("too early", false));
    pq_turn();
}

static void come_up(void)
{
    set_up();
    pq_answer("SET all", pq_status(PGRES_COMMAND_OK));
    CHECK(pg_link_is_up(link_));
    pq_heard();
}

static void leave(void)
{
    pg_link_free(link_);
    CHECK(open_conns() == 0 && pq_results == 0);
    event_base_free(base);
    pq_heard();
}

TEST(a_connection_begins_with_its_setup)
{
    set_up();
    CHECK_EQ_TEXT(pq_named, "fallback_application_name=arbiter;connect_timeout=5;keepalives_idle=5;"
                            "keepalives_interval=2;keepalives_count=3;tcp_user_timeout=8000;"
                            "dbname=postgresql://there;");
    CHECK_EQ_TEXT(pq_heard(), "SET all\n");
    CHECK(!pg_link_is_up(link_) && !ask("too early", false));
    pq_answer("SET all", pq_rows(1, "x"));
    CHECK(pg_link_is_up(link_) && open_conns() == 1);
    CHECK(ask("one", false));
    pq_answer("one", pq_rows(1, "1"));
    CHECK_EQ_TEXT(done, "one:1|");
    leave();
    CHECK_EQ_TEXT(done, "one:1|");
}

TEST(a_connection_comes_about_in_steps)
{
    pq_polls[0] = PGRES_POLLING_WRITING;
    pq_polls[1] = PGRES_POLLING_READING;
    pq_polls[2] = PGRES_POLLING_FAILED;
    pq_poll = 0;
    set_up();
    CHECK_EQ_INT(pq_poll, 2); /* it waits for the database now */
    CHECK_EQ_TEXT(pq_heard(), "");
    CHECK(write(pq_conns[0].far, "", 1) == 1);
    pq_turn();
    CHECK_EQ_TEXT(pq_heard(), "SET all\n");
    pq_polls[0] = PGRES_POLLING_FAILED;
    pq_poll = 0;
    leave();
}

TEST(queries_are_answered_one_after_the_other)
{
    come_up();
    CHECK(ask("one", false) && ask("two", false) && ask("now", true) && ask("sooner", true) &&
          ask("three", false));
    CHECK_EQ_TEXT(pq_heard(), "one\n"); /* the others wait for its answer */
    pq_answer("one", pq_rows(1, "1"));
    CHECK_EQ_TEXT(pq_heard(), "sooner\n");
    pq_answer("sooner", pq_rows(1, "2"));
    pq_answer("now", pq_rows(1, "3"));
    pq_answer("two", pq_rows(1, ""));
    CHECK_EQ_TEXT(pq_heard(), "now\ntwo\nthree\n");
    pq_answer("three", pq_status(PGRES_FATAL_ERROR));
    CHECK_EQ_TEXT(done, "one:1|sooner:2|now:3|two:none|three:failed|");
    CHECK(ask("urgent", true) && ask("last", false)); /* nothing waits: it goes at once */
    CHECK_EQ_TEXT(pq_heard(), "urgent\n");
    pq_answer("urgent", pq_rows(1, "u"));
    pq_answer("last", pq_rows(1, "l"));
    done[0] = '\0';
    CHECK(pg_link_ask(link_, &(pg_query){.sql = "nobody listens"}, false, NULL, NULL));
    pq_answer("nobody", pq_rows(1, "1"));
    CHECK_EQ_TEXT(done, "");

    leave();
}

/* Of several statements the first fault counts, else the last answer. */
TEST(several_statements_have_one_answer)
{
    static const struct {
        ExecStatusType first, second;
        const char *told;
    } cases[] = {{PGRES_COMMAND_OK, PGRES_TUPLES_OK, "q:2|"},
                 {PGRES_FATAL_ERROR, PGRES_TUPLES_OK, "q:failed|"},
                 {PGRES_COMMAND_OK, PGRES_FATAL_ERROR, "q:failed|"}};
    for (size_t i = 0; i < 3; i++) {
        come_up();
        CHECK(ask("q", false));
        struct pg_conn *conn = pq_waiting("q");
        conn->answers[0] = pq_rows(1, "1");
        conn->answers[0]->status = cases[i].first;
        conn->count = 1;
        PGresult *last = pq_rows(1, "2");
        last->status = cases[i].second;
        pq_answer("q", last);
        check_case("%zu", i);
        CHECK_EQ_TEXT(done, cases[i].told);
        leave();
    }
    check_case("%s", "");
}

TEST(values_are_copied)
{
    static const char bytes[] = "\0\1\2";
    char text[] = "text", none[] = "";
    pg_query q = {.sql = "q",
                  .count = 4,
                  .values = {text, bytes, none, "end"},
                  .lengths = {PG_TEXT, 3, 0, PG_TEXT}};
    come_up();
    CHECK(ask("first", false) && pg_link_ask(link_, &q, false, note, "q"));
    memset(text, 'x', 4); /* the link has its own */
    pq_heard();
    pq_answer("first", pq_rows(1, "1"));
    CHECK_EQ_TEXT(pq_heard(), "q [text] [x000102] [x] [end]\n");
    pq_answer("q", pq_rows(1, "1"));
    CHECK_EQ_TEXT(done, "first:1|q:1|");
    leave();
}

TEST(a_lost_connection_fails_what_waits)
{
    come_up();
    CHECK(ask("one", false) && ask("two", false));
    pq_cut = true;
    CHECK(write(pq_conns[0].far, "", 1) == 1);
    pq_turn();
    CHECK_EQ_TEXT(done, "one:lost|two:lost|");
    CHECK(!pg_link_is_up(link_) && open_conns() == 0 && !ask("three", false));
    for (int i = 0; i < 1000 && open_conns() == 0; i++) /* a fifth of a second later */
        event_base_loop(base, EVLOOP_ONCE);
    pq_turn();
    pq_answer("SET all", pq_status(PGRES_COMMAND_OK));
    CHECK(pg_link_is_up(link_) && ask("four", false));
    done[0] = '\0';
    pg_link_reset(link_);
    CHECK_EQ_TEXT(done, "four:lost|");
    CHECK(!pg_link_is_up(link_));
    pg_link_reset(link_); /* there is none to be ended */
    leave();
}

TEST(what_cannot_be_sent_is_lost)
{
    for (int how = 0; how < 2; how++) {
        check_case("%s", how == 0 ? "sent" : "flushed");
        come_up();
        pq_mute = how == 0;
        pq_left = how == 1 ? -1 : 0;
        CHECK(ask("one", false) && !ask("two", false));
        CHECK_EQ_TEXT(done, ""); /* not while somebody asks */
        pq_turn();
        CHECK_EQ_TEXT(done, "one:lost|");
        pq_mute = false;
        pq_left = 0;
        leave();
    }
    check_case("%s", "");
    come_up();
    pq_left = 2; /* a part of it */
    CHECK(ask("one", false));
    pq_turn();
    CHECK_EQ_INT(pq_left, 0);
    pq_answer("one", pq_rows(1, "1"));
    CHECK_EQ_TEXT(done, "one:1|");
    leave();
}

TEST(a_setup_that_fails_ends_the_connection)
{
    set_up();
    pq_answer("SET all", pq_status(PGRES_FATAL_ERROR));
    CHECK(!pg_link_is_up(link_) && open_conns() == 0);
    leave();
    pq_refuses = true;
    set_up();
    CHECK(open_conns() == 0);
    leave();
    pq_refuses = false;
    pq_mute = true;
    set_up();
    CHECK(open_conns() == 0);
    pq_mute = false;
    leave();
}

TEST(who_can_wait_is_told_why_not)
{
    char why[200] = "";
    PGconn *conn = pg_connect("postgresql://there", why, sizeof why);
    CHECK(conn != NULL && why[0] == '\0' && open_conns() == 1);
    CHECK(strstr(pq_named, "connect_timeout=5;") &&
          strstr(pq_named, ";dbname=postgresql://there;"));
    pq_finish(conn);
    pq_refuses = true;
    CHECK(pg_connect("postgresql://there", why, sizeof why) == NULL);
    CHECK_EQ_TEXT(why, "the database cannot be reached: it is broken");
    CHECK(open_conns() == 0);
    pq_refuses = false;
}

TEST(numbers_are_texts)
{
    char text[24];
    CHECK_EQ_TEXT(pg_number_text(text, 0), "0");
    CHECK_EQ_TEXT(pg_number_text(text, INT64_MIN), "-9223372036854775808");
    PGresult *rows = pq_rows(2, "1|-2\n3|9223372036854775807");
    CHECK(pg_number_at(rows, 0, 1) == -2 && pg_number_at(rows, 1, 0) == 3);
    CHECK(pg_number_at(rows, 1, 1) == INT64_MAX);
    pq_clear(rows);
}

int main(void)
{
    pq_stage();
    RUN(a_connection_begins_with_its_setup);
    RUN(a_connection_comes_about_in_steps);
    RUN(queries_are_answered_one_after_the_other);
    RUN(several_statements_have_one_answer);
    RUN(values_are_copied);
    RUN(a_lost_connection_fails_what_waits);
    RUN(what_cannot_be_sent_is_lost);
    RUN(a_setup_that_fails_ends_the_connection);
    RUN(who_can_wait_is_told_why_not);
    RUN(numbers_are_texts);
    text_free(&pq_asked);
    return check_result();
}
