/* test_server_postgres_save.c: what is written to PostgreSQL, word for word, and what is asked of
 * it. The test plays the database. Layer: tests. */
#include "staged_pq_store.h"

/* ---- writing ---- */

TEST(a_batch_is_one_statement)
{
    set_up();
    heard();
    pq_reply = NULL;
    CHECK(begin((match_start){.clock = true, .initial_ms = 60000, .increment_ms = 500}));
    m->id = id_of_row(&s->ids, 1025);
    CHECK(store_begin(s));
    const match_start start = {.rules = "chess",
                               .rules_text = "",
                               .fen = "f",
                               .moves = "",
                               .engine = "",
                               .clock = true,
                               .initial_ms = 60000,
                               .increment_ms = 500,
                               .pgn = "1. e4"};
    snprintf(m->token[0], MATCH_TOKEN_LIMIT, "WW");
    snprintf(m->token[1], MATCH_TOKEN_LIMIT, "BB");
    CHECK(store_add_game(s, m, &start, 444, "k\x01"));
    CHECK(m->record->fence == 1 && m->record->rules_text == NULL);
    CHECK_EQ_TEXT(m->record->pgn, "1. e4");
    CHECK(match_step(m, "move e2e4", 501) && store_add_step(s, m, "move e2e4", "r1"));
    CHECK(match_step(m, "move e7e5", 555) && store_add_step(s, m, "move e7e5", ""));
    CHECK(m->record->head == 2 && store_commit(s) == STORE_LATER && p->saving);
    const int64_t one[3] = {501, 60000, 60000};
    const int64_t two[3] = {555, 60000, m->clock.left[ARB_BLACK]};
    row_sum sum = sum_number(row_sum_start, 1025);
    static const char *const texts[] = {"chess", "", "f", "", "Ann", "Bob", "WW", "BB", ""};
    for (int i = 0; i < 9; i++)
        sum = sum_text(sum, texts[i]);
    static const int64_t numbers[] = {1, 60000, 500, 0, 0, 0};
    for (int i = 0; i < 6; i++)
        sum = sum_number(sum, numbers[i]);
    char expected[3000];
    snprintf(
        expected, sizeof expected,
        "SELECT arbiter.save [7] [[{\"id\":1025,\"rules\":\"chess\",\"rules_text\":\"\",\"fen\":"
        "\"f\",\"moves\":\"\",\"white\":\"Ann\",\"black\":\"Bob\",\"white_token\":\"WW\","
        "\"black_token\":\"BB\",\"engine\":\"\",\"clock\":1,\"initial_ms\":60000,\"increment_ms\":"
        "500,\"engine_side\":0,\"engine_ms\":0,\"engine_elo\":0,\"sum\":%" PRId64
        ",\"at\":444,\"unclaimed\":0,\"plies\":0,\"result\":\"*\",\"head_sum\":%" PRId64
        ",\"key\":\"6b01\",\"key_sum\":%" PRId64 ",\"pgn\":\"1. e4\",\"pgn_sum\":%" PRId64
        "}]] [{1025}] [{1}] [{0}] [{2}] [{2}] [{*}] [{555}] [{%" PRId64
        "}] [{1025,1025}] [{1,2}] [{1,1}] [{501,555}] [{60000,60000}] [{60000,%" PRId64
        "}] [{move e2e4,move e7e5}] [{r1,}] [{%" PRId64 ",%" PRId64 "}] [[]]\n",
        (int64_t)sum, (int64_t)summary_row_sum(1025, 0, 0, 0, "*", 444),
        (int64_t)sum_number(sum_text(row_sum_start, "k\x01"), 1025),
        (int64_t)sum_text(sum_number(row_sum_start, 1025), "1. e4"),
        (int64_t)summary_row_sum(1025, 2, 2, 2, "*", 555), two[2],
        (int64_t)postgres_step_sum(1025, 1, one, "move e2e4", "r1"),
        (int64_t)postgres_step_sum(1025, 2, two, "move e7e5", ""));
    CHECK_EQ_TEXT(heard(), expected);
    CHECK(store_begin(s) && store_commit(s) == STORE_NO); /* one at a time */
    pq_answer("SELECT arbiter.save", pq_rows(1, "{}"));
    CHECK_EQ_TEXT(all_told(), "committed 1|");
    CHECK(!p->saving);
    CHECK(store_begin(s));
    CHECK(match_step(m, "move g1f3", 600) && store_add_step(s, m, "move g1f3", ""));
    store_rollback(s);
    CHECK(store_begin(s) && store_commit(s) == STORE_LATER); /* nothing of it is left */
    CHECK_EQ_TEXT(heard(), "SELECT arbiter.save [7] [[]] [{}] [{}] [{}] [{}] [{}] [{}] [{}] [{}] "
                           "[{}] [{}] [{}] [{}] [{}] [{}] [{}] [{}] [{}] [[]]\n");
    pq_answer("SELECT arbiter.save", pq_status(PGRES_FATAL_ERROR));
    CHECK_EQ_TEXT(all_told(), "committed 0|");
    p->safe_until = 0;
    CHECK(!store_begin(s) && store_commit(s) == STORE_NO);
    end();
    leave();
}

TEST(games_that_were_refused_are_told)
{
    char text[2000] = "{";
    char expected[200];
    set_up();
    pq_reply = NULL;
    CHECK(store_begin(s) && store_commit(s) == STORE_LATER);
    pq_answer("SELECT arbiter.save", pq_rows(1, "{105,106}"));
    snprintf(expected, sizeof expected, "committed 1 %" PRId64 " %" PRId64 "|",
             id_of_row(&s->ids, 105), id_of_row(&s->ids, 106));
    CHECK_EQ_TEXT(all_told(), expected);
    for (int count = 256; count <= 257; count++) {
        size_t len = 1;
        for (int i = 0; i < count; i++)
            len += (size_t)sprintf(text + len, "%s%d", i > 0 ? "," : "", 100 + i);
        sprintf(text + len, "}");
        CHECK(store_begin(s) && store_commit(s) == STORE_LATER);
        pq_answer("SELECT arbiter.save", pq_rows(1, text));
        const char *all = all_told();
        int spaces = 0;
        for (const char *at = all; *at != '\0'; at++)
            spaces += *at == ' ';
        if (count == 256)
            CHECK(strncmp(all, "committed 1 ", 12) == 0 && spaces == 257);
        else /* so many are refused only if the lease is lost */
            CHECK_EQ_TEXT(all, "lapsed|committed 0|");
    }
    leave();
}

static store_summary listed[4];
static size_t listed_count;
static char code[8];
static store_seat seat;

/* ---- questions ---- */

static int64_t found;
static store_word find(void)
{
    return store_find_request(s, "k1", &found);
}

static void list_one(void *context, const store_summary *summary)
{
    CHECK(context == &work && listed_count < 4);
    listed[listed_count++] = *summary;
}

static int64_t list_before;
static store_word list(void)
{
    return store_list(s, list_before, 2, list_one, &work);
}

static store_word make_code(void)
{
    return store_code_for(s, id_of_row(&s->ids, 105), 1, 5000, "FRESH", code, sizeof code);
}

static store_word take_code(void)
{
    return store_code_take(s, "KMPRT", &seat);
}

/* Asks, answers the query that begins so, and returns what is answered when it is asked again. */
static store_word ask(store_word (*what)(void), const char *expected, PGresult *answer)
{
    uint64_t number = store_question(s);
    question = what;
    CHECK_EQ_INT(what(), STORE_LATER);
    CHECK_EQ_INT(store_question(s), number + 1);
    CHECK_EQ_TEXT(heard(), expected);
    bool good = pq_result_status(answer) == PGRES_TUPLES_OK;
    char sql[20];
    snprintf(sql, sizeof sql, "%.12s", expected);
    pq_answer(sql, answer);
    CHECK_EQ_TEXT(all_told(), good ? "answered 1|" : "answered 0|");
    CHECK(p->answer == NULL);
    return again;
}

TEST(requests_are_found)
{
#define FIND "SELECT r.game, r.sum FROM arbiter.requests r JOIN arbiter.he [x6b31]\n"
    char row[64];
    set_up();
    pq_reply = NULL;
    heard();
    for (int wrong = 0; wrong < 2; wrong++) {
        snprintf(row, sizeof row, "105|%" PRId64,
                 (int64_t)sum_number(sum_text(row_sum_start, "k1"), 105) + wrong);
        CHECK_EQ_INT(ask(find, FIND, pq_rows(2, row)), wrong ? STORE_NO : STORE_YES);
        CHECK_EQ_INT(found, wrong ? 0 : id_of_row(&s->ids, 105));
    }
    CHECK_EQ_INT(ask(find, FIND, pq_rows(2, "")), STORE_NO);
    CHECK_EQ_INT(ask(find, FIND, pq_status(PGRES_FATAL_ERROR)), STORE_FAILED);
    pg_link_reset(p->links[ASK_LINK]);
    CHECK_EQ_INT(find(), STORE_FAILED);
    leave();
}

TEST(games_are_listed)
{
    set_up();
    pq_reply = NULL;
    heard();
    list_before = 0;
    listed_count = 0;
    CHECK_EQ_INT(ask(list,
                     "SELECT g.id,g.rules,g.white,g.black,h.result,h.plies,h.updat "
                     "[9223372036854775807] [2]\n",
                     pq_rows(7, "106|chess|A|B|1-0|4|77\n105|atomic|C|D|*|5|78")),
                 STORE_YES);
    CHECK(listed_count == 2 && listed[0].id == id_of_row(&s->ids, 106) && listed[0].plies == 4 &&
          listed[0].updated == 77);
    CHECK(listed[1].id == id_of_row(&s->ids, 105) && listed[1].plies == 5 &&
          listed[1].updated == 78);
    list_before = id_of_row(&s->ids, 105);
    CHECK_EQ_INT(ask(list,
                     "SELECT g.id,g.rules,g.white,g.black,h.result,h.plies,h.updat [105] [2]\n",
                     pq_rows(7, "")),
                 STORE_YES);
    CHECK_EQ_INT(listed_count, 2);
    leave();
}

TEST(codes_stand_for_seats)
{
#define MAKE "SELECT arbiter.code_for [105] [1] [5000] [FRESH]\n"
#define TAKE "SELECT game,seat,token FROM arbiter.join_by [KMPRT]\n"
    set_up();
    pq_reply = NULL;
    heard();
    CHECK_EQ_INT(ask(make_code, MAKE, pq_rows(1, "KMPRT")), STORE_YES);
    CHECK_EQ_TEXT(code, "KMPRT");
    CHECK_EQ_INT(ask(make_code, MAKE, pq_rows(1, "~")), STORE_NO);
    CHECK_EQ_INT(ask(take_code, TAKE, pq_rows(3, "105|1|BBBB")), STORE_YES);
    CHECK(seat.game == id_of_row(&s->ids, 105) && seat.side == 1);
    CHECK_EQ_TEXT(seat.token, "BBBB");
    CHECK_EQ_INT(ask(take_code, TAKE, pq_rows(3, "~|~|~")), STORE_NO);
    CHECK_EQ_INT(ask(take_code, TAKE, pq_rows(3, "")), STORE_NO);
    leave();
}

/* ---- records ---- */

static char records_text[1000];
static void note_record(void *context, const char *key, const char *value)
{
    CHECK(context == &work);
    size_t len = strlen(records_text);
    snprintf(records_text + len, sizeof records_text - len, "%s=%s|", key, value);
}

static const char *all_records(const char *room)
{
    records_text[0] = '\0';
    store_record_list(s, room, note_record, &work);
    return records_text;
}

static const char *value_of(const char *room, const char *key)
{
    static char text[100];
    text_builder value = {0};
    bool there = store_record_get(s, room, key, &value);
    snprintf(text, sizeof text, "%s", there ? value.at : "-");
    text_free(&value);
    return text;
}

/* A row of a record, with the number of its change. */
static size_t put_row(char *text, const char *room, const char *key, const char *value, int wrong,
                      int seq)
{
    return (size_t)sprintf(text, "%s|%s|%s|%" PRId64 "|%d", room, key, value,
                           (int64_t)record_sum(room, key, value) + wrong, seq);
}

static store_word refresh(void)
{
    return store_records_refresh(s);
}

static void become_home(void)
{
    char rows[600];
    size_t len = put_row(rows, "account", "fish", "F", 0, 3);
    len += (size_t)sprintf(rows + len, "\n");
    len += put_row(rows + len, "account", "hurt", "H", 1, 9);
    len += (size_t)sprintf(rows + len, "\n");
    put_row(rows + len, "token", "a", "T", 0, 4);
    set_up();
    pq_reply = NULL;
    heard();
    CHECK(!store_record_put(s, "token", "b", "B")); /* it is not the home */
    CHECK_EQ_INT(store_want(s, STORE_HOME), STORE_LATER);
    CHECK_EQ_TEXT(heard(), "SELECT state,owner FROM arbiter.take_home [7]\n");
    pq_answer("SELECT state", pq_rows(2, "1|7"));
    CHECK_EQ_TEXT(heard(), "SELECT room,key,value,sum,seq FROM arbiter.records ORDER BY \n");
    pq_answer("SELECT room", pq_rows(5, rows));
    CHECK_EQ_TEXT(all_told(), "loaded -1 1 0 0|");
    CHECK(p->is_home && p->records_seen == 9);
}

TEST(a_server_becomes_the_home)
{
    become_home();
    CHECK_EQ_TEXT(all_records("account"), "fish=F|");
    CHECK_EQ_TEXT(all_records("token"), "a=T|");
    CHECK_EQ_TEXT(all_records("none"), "");
    CHECK_EQ_TEXT(value_of("token", "a"), "T");
    CHECK_EQ_TEXT(value_of("account", "hurt"), "-");
    leave();
    static const struct {
        const char *row, *told;
    } cases[] = {{"2|9", "loaded -1 4 0 9|"}, {"3|9", "loaded -1 3 0 0|"}};
    set_up();
    pq_reply = NULL;
    for (int i = 0; i < 3; i++) {
        store_want(s, STORE_HOME);
        pq_answer("SELECT state", i < 2 ? pq_rows(2, cases[i].row) : pq_status(PGRES_FATAL_ERROR));
        CHECK_EQ_TEXT(all_told(), i < 2 ? cases[i].told : "loaded -1 3 0 0|");
    }
    for (int i = 0; i < 2; i++) {
        store_want(s, STORE_HOME);
        pq_answer("SELECT state", pq_rows(2, "1|7"));
        if (i == 0)
            p->me = 0; /* the lease is lost meanwhile */
        pq_answer("SELECT room", i == 0 ? pq_rows(5, "") : pq_status(PGRES_FATAL_ERROR));
        CHECK_EQ_TEXT(all_told(), "loaded -1 3 0 0|");
        CHECK(!p->is_home);
        p->me = 7;
    }
    p->safe_until = 0;
    CHECK_EQ_INT(store_want(s, STORE_HOME), STORE_FAILED);
    leave();
}

TEST(the_home_writes_records_with_its_batches)
{
    char key[24], expected[1000];
    become_home();
    CHECK(store_begin(s) && !store_records_pending(s));
    snprintf(key, sizeof key, "%" PRId64, id_of_row(&s->ids, 105));
    CHECK(store_record_put(s, "playing", key, "5 fish -"));
    CHECK(store_record_drop(s, "token", "a") && store_records_pending(s));
    CHECK_EQ_TEXT(value_of("playing", key), "5 fish -"); /* what is being written counts */
    CHECK_EQ_TEXT(value_of("token", "a"), "-");
    CHECK_EQ_TEXT(all_records("token"), "a=T|"); /* lists have what is on disk */
    CHECK_EQ_INT(store_commit(s), STORE_LATER);
    snprintf(expected, sizeof expected,
             "[[{\"room\":\"playing\",\"key\":\"%s\",\"value\":\"5 fish -\",\"sum\":%" PRId64
             ",\"game\":105},{\"room\":\"token\",\"key\":\"a\",\"value\":\"\",\"sum\":%" PRId64
             ",\"game\":0}]]\n",
             key, (int64_t)record_sum("playing", key, "5 fish -"),
             (int64_t)record_sum("token", "a", ""));
    const char *asked = heard(), *changes = strstr(asked, "[[{\"room\"");
    CHECK_EQ_TEXT(changes, expected);
    CHECK_EQ_TEXT(value_of("playing", key), "5 fish -");
    CHECK(store_records_pending(s) && p->records_open.count == 0);
    pq_answer("SELECT arbiter.save", pq_rows(1, "{}"));
    CHECK(!store_records_pending(s));
    CHECK_EQ_TEXT(all_records("token"), "");
    CHECK_EQ_TEXT(all_records("account"), "fish=F|");
    CHECK_EQ_TEXT(value_of("playing", key), "5 fish -");
    CHECK(store_begin(s) && store_record_drop(s, "account", "fish"));
    CHECK_EQ_INT(store_commit(s), STORE_LATER);
    pq_answer("SELECT arbiter.save", pq_status(PGRES_FATAL_ERROR)); /* it was not written */
    CHECK_EQ_TEXT(value_of("account", "fish"), "F");
    CHECK(store_begin(s) && store_record_put(s, "account", "fish", "G"));
    store_rollback(s);
    CHECK_EQ_TEXT(value_of("account", "fish"), "F");
    leave();
}

TEST(the_home_reads_what_others_write)
{
#define NEWER "SELECT room,key,value,sum,seq FROM arbiter.records WHERE seq "
    char rows[300];
    become_home();
    heard();
    size_t len = put_row(rows, "token", "b", "U", 0, 12);
    len += (size_t)sprintf(rows + len, "\n");
    put_row(rows + len, "token", "a", "", 0, 11);
    static const char mine[] = "7|a|t";
    tick();
    pq_answer("WITH mine", pq_rows(3, mine));
    CHECK(strstr(heard(), NEWER "[9]\n") != NULL);
    tick();
    pq_answer("SELECT room", pq_rows(5, rows));
    CHECK(strstr(heard(), NEWER) == NULL); /* it was asked already */
    pq_answer("WITH mine", pq_rows(3, mine));
    CHECK(p->records_seen == 12 && !p->polling);
    CHECK_EQ_TEXT(all_records("token"), "b=U|");
    tick();
    pq_answer("WITH mine", pq_rows(3, mine));
    pq_answer("SELECT room", pq_status(PGRES_FATAL_ERROR));
    CHECK_EQ_TEXT(all_records("token"), "b=U|");
    pq_answer("SELECT sum", pq_rows(1, "5")); /* the second tick asked for that */
    put_row(rows, "token", "c", "V", 0, 13);
    heard();
    CHECK_EQ_INT(ask(refresh, NEWER "[12]\n", pq_rows(5, rows)), STORE_YES);
    CHECK_EQ_TEXT(all_records("token"), "b=U|c=V|");
    leave();
}

int main(void)
{
    CHECK(freopen("/dev/null", "w", stderr) != NULL); /* damage is told there */
    pq_stage();
    RUN(a_batch_is_one_statement);
    RUN(games_that_were_refused_are_told);
    RUN(requests_are_found);
    RUN(games_are_listed);
    RUN(codes_stand_for_seats);
    RUN(a_server_becomes_the_home);
    RUN(the_home_writes_records_with_its_batches);
    RUN(the_home_reads_what_others_write);
    text_free(&pq_asked);
    return check_result();
}
