/* test_server_postgres_load.c: how games are taken and read from PostgreSQL, whole and damaged. The
 * test plays the database. Layer: tests. */
#include "staged_pq_store.h"

/* ---- reading games ---- */

/* A row of the tables as it stands when it was written: what begins the game, and its head. */
static char row_text[2000];
static const char *row_of(int64_t row, int64_t version, int64_t plies, const char *wrong)
{
    static const char *const texts[] = {
        "chess", "",     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "",      "Ann",  "Bob",
        "WWWW",  "BBBB", ""};
    static const int64_t numbers[] = {1, 60000, 500, 0, 0, 0};
    row_sum sum = sum_number(row_sum_start, row);
    size_t len = (size_t)sprintf(row_text, "%" PRId64, row);
    for (int i = 0; i < 9; i++) {
        sum = sum_text(sum, texts[i]);
        len += (size_t)sprintf(row_text + len, "|%s", texts[i]);
    }
    for (int i = 0; i < 6; i++) {
        sum = sum_number(sum, numbers[i]);
        len += (size_t)sprintf(row_text + len, "|%" PRId64, numbers[i]);
    }
    sprintf(row_text + len, "|%" PRId64 "|%" PRId64 "|%" PRId64 "|*|555|%" PRId64 "|~|~",
            (int64_t)sum + (strcmp(wrong, "game") == 0), version, plies,
            (int64_t)summary_row_sum(row, version, version, plies, "*", 555) +
                (strcmp(wrong, "summary") == 0));
    return row_text;
}

static char steps_text[600];
static const char *steps_of(int64_t row, bool wrong)
{
    const int64_t one[3] = {501, 60000, 60000}, two[3] = {555, 60000, 59000};
    sprintf(steps_text,
            "1|501|60000|60000|move e2e4|r1|%" PRId64 "\n2|555|60000|59000|move e7e5||%" PRId64,
            (int64_t)postgres_step_sum(row, 1, one, "move e2e4", "r1"),
            (int64_t)postgres_step_sum(row, 2, two, "move e7e5", "") + wrong);
    return steps_text;
}

enum { READ_COLUMNS = 24 };

/* The answer to the taking of one game: a row, then its place, state, owner, fence and spent. */
static PGresult *taken(const char *row, int place, int state_, int owner, int fence, int spent)
{
    static char text[3000];
    int len = sprintf(text, "%s", row != NULL ? row : "~");
    for (int i = 1; row == NULL && i < READ_COLUMNS; i++)
        len += sprintf(text + len, "|~");
    sprintf(text + len, "|%d|%d|%d|%d|%d", place, state_, owner, fence, spent);
    return pq_rows(READ_COLUMNS + 5, text);
}

static void expect_told(const char *format, int64_t id)
{
    char text[100];
    snprintf(text, sizeof text, format, id);
    CHECK_EQ_TEXT(all_told(), text);
}

TEST(a_game_is_taken_and_read)
{
    set_up();
    pq_reply = NULL;
    heard();
    int64_t row = 105, id = id_of_row(&s->ids, row);
    CHECK(store_want(s, id) == STORE_LATER);
    CHECK_EQ_TEXT(heard(),
                  "SELECT r.*,u.i,t.state,t.owner,t.fence,t.spent FROM  [{105}] [7] [NOW]\n");
    pq_answer("SELECT r.", taken(NULL, 1, 1, 7, 4, 800));
    CHECK_EQ_TEXT(heard(), "SELECT g.id,g.rules,g.rules_text,g.fen,g.moves,g.white,g.bla [105]\n");
    pq_answer("SELECT g.id", pq_rows(READ_COLUMNS, row_of(row, 2, 2, "")));
    CHECK_EQ_TEXT(heard(), "SELECT n,at,white_ms,black_ms,what,request,sum FROM arbiter. [105]\n");
    int64_t before = http_now();
    pq_answer("SELECT n,at", pq_rows(7, steps_of(row, false)));
    expect_told("loaded %" PRId64 " 1 1 0|", id);
    m = loaded;
    loaded = NULL;
    CHECK(m->id == id && m->version == 2 && !m->damaged && m->updated == 555);
    CHECK(m->record->fence == 4 && m->record->head == 2 && m->record->safe_head == 2 &&
          m->record->in_store && m->record->rules_text == NULL && m->record->pgn == NULL);
    CHECK_EQ_TEXT(m->token[ARB_WHITE], "WWWW");
    CHECK_EQ_TEXT(m->token[ARB_BLACK], "BBBB");
    CHECK_EQ_TEXT(m->name[ARB_BLACK], "Bob");
    CHECK(m->clock.used && m->clock.increment == 500 && m->clock.left[ARB_BLACK] == 59000);
    CHECK(m->clock.running == ARB_WHITE && m->clock.since >= before - 800 &&
          m->clock.since <= http_now() - 800);
    CHECK(match_recall(m, "r1") != NULL && match_recall(m, "") == NULL);
    CHECK(store_damaged(s) == 0 && work.left < 1 << 30);
    end();
    leave();
}

TEST(a_new_game_comes_with_the_taking)
{
    set_up();
    pq_reply = NULL;
    int64_t row = 105, id = id_of_row(&s->ids, row);
    store_want(s, id);
    heard();
    pq_answer("SELECT r.", taken(row_of(row, 0, 0, ""), 1, 1, 7, 1, 0));
    expect_told("loaded %" PRId64 " 1 1 0|", id);
    CHECK_EQ_TEXT(heard(), "");
    m = loaded;
    loaded = NULL;
    CHECK(m != NULL && m->version == 0 && m->clock.running == NOBODY && m->record->fence == 1);
    end();
    store_want(s, id); /* what is not whole is read again by itself */
    pq_answer("SELECT r.", taken(row_of(row, 0, 0, "summary"), 1, 1, 7, 1, 0));
    pq_answer("SELECT g.id", pq_rows(READ_COLUMNS, row_of(row, 0, 0, "")));
    expect_told("loaded %" PRId64 " 1 1 0|", id); /* without steps */
    m = loaded;
    loaded = NULL;
    CHECK(m != NULL && !m->damaged);
    end();
    leave();
}

TEST(what_a_taking_may_say)
{
    static const struct {
        int state, owner;
        const char *told;
    } cases[] = {{0, 0, "loaded %" PRId64 " 0 0 0|"},
                 {2, 9, "loaded %" PRId64 " 4 0 9|"},
                 {3, 9, "loaded %" PRId64 " 3 0 0|"},
                 {4, 9, "loaded %" PRId64 " 5 0 0|"}};
    set_up();
    pq_reply = NULL;
    int64_t id = id_of_row(&s->ids, 105);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("state %d", cases[i].state);
        CHECK(store_want(s, id) == STORE_LATER);
        pq_answer("SELECT r.", taken(NULL, 1, cases[i].state, cases[i].owner, 1, 0));
        expect_told(cases[i].told, id);
    }
    check_case("%s", "");
    for (int i = 0; i < 2; i++) {
        store_want(s, id);
        pq_answer("SELECT r.", i == 0 ? pq_status(PGRES_FATAL_ERROR) : pq_rows(1, ""));
        expect_told("loaded %" PRId64 " 3 0 0|", id);
    }
    for (int i = 0; i < 3; i++) { /* its beginning cannot be read */
        store_want(s, id);
        pq_answer("SELECT r.", taken(NULL, 1, 1, 7, 1, 0));
        pq_answer("SELECT g.id", i == 0   ? pq_status(PGRES_FATAL_ERROR)
                                 : i == 1 ? pq_rows(READ_COLUMNS, "")
                                          : pq_rows(READ_COLUMNS, row_of(105, 2, 2, "")));
        if (i == 2)
            pq_answer("SELECT n,at", pq_status(PGRES_FATAL_ERROR));
        expect_told("loaded %" PRId64 " 3 0 0|", id);
    }
    CHECK_EQ_INT(store_damaged(s), 0);
    leave();
}

/* Games that are asked for while others are being taken are taken together. */
TEST(games_are_taken_together)
{
    set_up();
    pq_reply = NULL;
    heard();
    for (int64_t row = 105; row < 109; row++)
        CHECK(store_want(s, id_of_row(&s->ids, row)) == STORE_LATER);
    CHECK_EQ_TEXT(heard(),
                  "SELECT r.*,u.i,t.state,t.owner,t.fence,t.spent FROM  [{105}] [7] [NOW]\n");
    pq_answer("SELECT r.", taken(NULL, 1, 0, 0, 0, 0));
    CHECK_EQ_TEXT(
        heard(),
        "SELECT r.*,u.i,t.state,t.owner,t.fence,t.spent FROM  [{106,107,108}] [7] [NOW]\n");
    expect_told("loaded %" PRId64 " 0 0 0|", id_of_row(&s->ids, 105));
    char text[1000];
    int len = 0;
    for (int place = 3; place >= 1; place--) { /* rows may come in any order */
        len += sprintf(text + len, "%s~", place < 3 ? "\n" : "");
        for (int i = 1; i < READ_COLUMNS; i++)
            len += sprintf(text + len, "|~");
        len += sprintf(text + len, "|%d|2|%d|0|0", place, 10 + place);
    }
    pq_answer("SELECT r.", pq_rows(READ_COLUMNS + 5, text));
    char all[300];
    snprintf(all, sizeof all,
             "loaded %" PRId64 " 4 0 13|loaded %" PRId64 " 4 0 12|loaded %" PRId64 " 4 0 11|",
             id_of_row(&s->ids, 108), id_of_row(&s->ids, 107), id_of_row(&s->ids, 106));
    CHECK_EQ_TEXT(all_told(), all);
    CHECK(!p->taking && p->wanted == NULL);
    leave();
    set_up(); /* at most 256 at a time */
    pq_reply = NULL;
    for (int64_t row = 101; row < 101 + 1 + 257; row++)
        store_want(s, id_of_row(&s->ids, row));
    heard();
    pq_answer("SELECT r.", taken(NULL, 1, 0, 0, 0, 0));
    const char *asked = heard();
    CHECK(strstr(asked, "[{102,103,") != NULL && strstr(asked, ",357}]") != NULL);
    all_told();
    pq_answer("SELECT r.", pq_status(PGRES_FATAL_ERROR));
    CHECK(strstr(heard(), " [{358}]") != NULL);
    pq_answer("SELECT r.", taken(NULL, 1, 0, 0, 0, 0));
    leave();
    told[0] = '\0';
}

TEST(damage_is_shown_as_far_as_it_is_whole)
{
    static const struct {
        const char *wrong;
        int64_t version;
        bool step;
        bool shown;
        size_t plies;
    } cases[] = {{"game", 2, false, false, 0},
                 {"summary", 2, false, true, 2},
                 {"", 3, false, true, 2},
                 {"", 2, true, true, 1}};
    set_up();
    pq_reply = NULL;
    int64_t row = 105, id = id_of_row(&s->ids, row);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%zu", i);
        store_want(s, id);
        pq_answer("SELECT r.", taken(NULL, 1, 1, 7, 1, 0));
        pq_answer("SELECT g.id",
                  pq_rows(READ_COLUMNS, row_of(row, cases[i].version, 2, cases[i].wrong)));
        pq_answer("SELECT n,at", pq_rows(7, steps_of(row, cases[i].step)));
        expect_told(cases[i].shown ? "loaded %" PRId64 " 1 1 0|" : "loaded %" PRId64 " 3 0 0|", id);
        CHECK_EQ_INT(store_damaged(s), i + 1);
        m = loaded;
        loaded = NULL;
        CHECK((m != NULL) == cases[i].shown);
        if (m != NULL)
            CHECK(m->damaged && m->clock.running == NOBODY &&
                  arb_game_ply(m->game) == cases[i].plies);
        end();
    }
    check_case("%s", "");
    leave();
}

int main(void)
{
    CHECK(freopen("/dev/null", "w", stderr) != NULL); /* damage is told there */
    pq_stage();
    RUN(a_game_is_taken_and_read);
    RUN(a_new_game_comes_with_the_taking);
    RUN(what_a_taking_may_say);
    RUN(games_are_taken_together);
    RUN(damage_is_shown_as_far_as_it_is_whole);
    text_free(&pq_asked);
    return check_result();
}
