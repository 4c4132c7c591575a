/* test_server_sqlite.c: games in an SQLite file: what is written, what is read, and what is read of
 * rows that were damaged. Layer: tests. */
#include "staged_sqlite.h"

#define LOG "SELECT seq,game,prev,at,white_ms,black_ms,what,request FROM log ORDER BY seq"
#define HEAD "SELECT head,version,plies,result,updated FROM games WHERE id=%" PRId64

/* Two moves of a game with a clock, and its summary. */
static void two_moves(void)
{
    CHECK(open_store() && add((match_start){.clock = true,
                                            .initial_ms = 60000,
                                            .increment_ms = 500,
                                            .pgn = "1. e4 *"},
                              "key"));
    CHECK(play("move e2e4", 1000, "r1") && play("move e7e5", 2000, "") && summarize());
}

TEST(a_game_is_written_row_by_row)
{
    char expected[600];
    two_moves();
    row_sum sum = sum_number(row_sum_start, row_seen);
    static const char *const texts[] = {"chess", "", first_board, "", "Ann", "Bob", "WW", "BB", ""};
    static const int64_t numbers[] = {1, 60000, 500, 0, 0, 0};
    for (int i = 0; i < 9; i++)
        sum = sum_text(sum, texts[i]);
    for (int i = 0; i < 6; i++)
        sum = sum_number(sum, numbers[i]);
    snprintf(expected, sizeof expected,
             "%" PRId64 "|chess|~|%s|~|Ann|Bob|WW|BB|~|1|60000|500|0|0|0|%" PRId64
             "|2|2|2|*|2000|%" PRId64,
             row_seen, first_board, (int64_t)sum,
             (int64_t)summary_row_sum(row_seen, 2, 2, 2, "*", 2000));
    CHECK_EQ_TEXT(sql("SELECT id,rules,rules_text,fen,moves,white,black,white_token,black_token,"
                      "engine,clock,initial_ms,increment_ms,engine_side,engine_ms,engine_elo,sum,"
                      "head,version,plies,result,updated,summary_sum FROM games"),
                  expected);
    snprintf(expected, sizeof expected,
             "1|%" PRId64 "|0|1000|60000|60000|move e2e4|r1\n2|%" PRId64
             "|1|2000|60000|59500|move e7e5|~",
             row_seen, row_seen);
    CHECK_EQ_TEXT(sql(LOG), expected);
    row_sum step = sum_number(sum_number(row_sum_start, 1), row_seen);
    static const int64_t first[] = {0, 1000, 60000, 60000};
    for (int i = 0; i < 4; i++)
        step = sum_number(step, first[i]);
    snprintf(expected, sizeof expected, "%" PRId64,
             (int64_t)sum_text(sum_text(step, "move e2e4"), "r1"));
    CHECK_EQ_TEXT(sql("SELECT sum FROM log WHERE seq=1"), expected);
    snprintf(expected, sizeof expected, "key|%" PRId64 "|%" PRId64, row_seen,
             (int64_t)sum_number(sum_text(row_sum_start, "key"), row_seen));
    CHECK_EQ_TEXT(sql("SELECT key,game,sum FROM requests"), expected);
    snprintf(expected, sizeof expected, "%" PRId64 "|1. e4 *|%" PRId64, row_seen,
             (int64_t)sum_text(sum_number(row_sum_start, row_seen), "1. e4 *"));
    CHECK_EQ_TEXT(sql("SELECT game,pgn,sum FROM imports"), expected);
    snprintf(expected, sizeof expected, "2|%" PRId64, (int64_t)sum_number(row_sum_start, 2));
    CHECK_EQ_TEXT(sql("SELECT mark,sum FROM meta"), expected);
    CHECK(store_last_step(s) == 2 && m->record->head == 2);
    end();
    close_store();
}

TEST(a_game_is_read_as_it_was_written)
{
    text_builder text = {0};
    two_moves();
    match_remember(m, "forgotten");
    int64_t before = m->id;
    CHECK(reload(0, 5000) && m->id == before && !m->damaged);
    CHECK(m->version == 2 && m->updated == 2000 && arb_game_ply(m->game) == 2);
    CHECK(m->record->head == 2 && m->record->safe_head == 2 && m->record->in_store);
    CHECK_EQ_TEXT(m->token[0], "WW");
    CHECK_EQ_TEXT(m->token[1], "BB");
    CHECK(m->clock.used && m->clock.start == 60000 && m->clock.increment == 500 &&
          m->clock.left[1] == 59500 && m->clock.running == ARB_WHITE && m->clock.since == 2000);
    CHECK(match_recall(m, "r1") != NULL && match_recall(m, "forgotten") == NULL);
    store_pgn_text(s, m, &text);
    text_put(&text, "", 1);
    CHECK_EQ_TEXT(text.at, "1. e4 *");
    text.len = 0;
    store_rules_text(s, m, &text);
    CHECK_EQ_INT(text.len, 0);
    CHECK(reload(1, 5000) && m->version == 1 && arb_game_ply(m->game) == 1); /* as it stood then */
    CHECK(store_damaged(s) == 0 && !store_unreadable(s));
    int64_t id = m->id;
    end();
    CHECK(store_load(s, id + 1, 0, 0, 5000, NULL) == NULL && !store_unreadable(s));
    CHECK(add((match_start){.rules_text = "name = own\nparent = chess\n",
                            .engine = "deep",
                            .engine_side = 1,
                            .engine_ms = 7,
                            .engine_elo = 1500},
              ""));
    CHECK(reload(0, 5000) && m->own_rules != NULL && m->engine_side == 1 && m->engine_ms == 7 &&
          m->engine_elo == 1500 && m->updated == 444);
    CHECK_EQ_TEXT(m->engine, "deep");
    store_rules_text(s, m, &text);
    text_put(&text, "", 1);
    CHECK_EQ_TEXT(text.at, "name = own\nparent = chess\n");
    text.len = 0;
    store_pgn_text(s, m, &text);
    CHECK_EQ_INT(text.len, 0);
    text_free(&text);
    end();
    close_store();
}

/* What is damaged is told, and the game ends with what is whole before it. */
TEST(damaged_rows_are_not_believed)
{
    static const struct {
        const char *change;
        int plies; /* that are still shown; -1: nothing is */
        bool damaged;
    } cases[] = {
        {"UPDATE games SET white='Eve'", -1, true},
        {"UPDATE games SET sum=sum+1", -1, true},
        {"UPDATE games SET summary_sum=summary_sum+1", 2, true},
        {"UPDATE games SET updated=updated+1", 2, true},
        {"UPDATE games SET head=1", 2, true},
        {"UPDATE log SET what='move d2d4' WHERE seq=1", 0, true},
        {"UPDATE log SET what='move d7d5' WHERE seq=2", 1, true},
        {"UPDATE log SET sum=sum+1 WHERE seq=2", 1, true},
        {"UPDATE log SET request='r2' WHERE seq=1", 0, true},
        {"UPDATE log SET game=game+1 WHERE seq=2", 1, true},
        {"DELETE FROM log WHERE seq=2", 1, true},
        {"DELETE FROM log WHERE seq=1", 0, true},
        {"UPDATE log SET prev=2 WHERE seq=2", 1, true},
        {"UPDATE imports SET pgn='1. d4 *'", 2, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text_builder text = {0};
        check_case("%s", cases[i].change);
        two_moves();
        int64_t id = m->id;
        sql(cases[i].change);
        bool shown = reload(0, 5000);
        CHECK(shown == (cases[i].plies >= 0));
        CHECK(store_unreadable(s) == !shown);
        CHECK_EQ_INT(store_damaged(s), cases[i].damaged);
        if (shown) {
            CHECK_EQ_INT(arb_game_ply(m->game), cases[i].plies);
            CHECK(m->damaged == cases[i].damaged &&
                  (m->clock.running == NOBODY) == cases[i].damaged);
            store_pgn_text(s, m, &text);
            CHECK((text.len > 0) == (strstr(cases[i].change, "imports") == NULL));
            if (m->damaged) /* it is never written to */
                CHECK(store_begin(s) && store_put_summary(s, m) && store_commit(s) == STORE_YES);
        }
        text_free(&text);
        end();
        m = store_load(s, id, 2, 0, 5000, &budget); /* it was in memory a moment ago */
        CHECK((m == NULL) == (cases[i].damaged && strstr(cases[i].change, "summary") == NULL &&
                              strstr(cases[i].change, "updated") == NULL &&
                              strstr(cases[i].change, "head=") == NULL));
        end();
        close_store();
        drop_folder();
        make_folder();
    }
    check_case("%s", "");
}

TEST(a_sum_of_a_step_covers_its_neighbours)
{
    two_moves();
    sqlite_store *q = (sqlite_store *)s;
    CHECK_EQ_INT(sqlite_read_step(q, 2, row_seen), READ_WHOLE);
    sqlite3_reset(q->statements[GET_STEP]);
    CHECK_EQ_INT(sqlite_read_step(q, 2, row_seen + 1), READ_DAMAGED);
    sqlite3_reset(q->statements[GET_STEP]);
    CHECK_EQ_INT(sqlite_read_step(q, 3, row_seen), READ_DAMAGED); /* another row names it */
    sqlite3_reset(q->statements[GET_STEP]);
    end();
    close_store();
}

static char listed[400];
static void list_one(void *context, const store_summary *g)
{
    size_t len = strlen(listed);
    CHECK(context == listed);
    snprintf(listed + len, sizeof listed - len, "%" PRId64 "|%s|%s|%s|%s|%" PRId64 "|%" PRId64 "\n",
             row_of_id(&s->ids, g->id), g->rules, g->white, g->black, g->result, g->plies,
             g->updated);
}

TEST(games_are_listed_from_the_newest)
{
    int64_t ids[3];
    CHECK(open_store());
    for (int i = 0; i < 3; i++) {
        CHECK(add((match_start){.white = i == 1 ? "" : "Ann"}, ""));
        ids[i] = m->id;
        if (i == 2)
            CHECK(play("resign white", 1000, "") && summarize());
        end();
    }
    CHECK_EQ_INT(store_list(s, 0, 2, list_one, listed), STORE_YES);
    CHECK_EQ_TEXT(listed, "3|chess|Ann|Bob|0-1|0|1000\n2|chess||Bob|*|0|444\n");
    listed[0] = '\0';
    store_list(s, ids[1], 5, list_one, listed);
    CHECK_EQ_TEXT(listed, "1|chess|Ann|Bob|*|0|444\n");
    listed[0] = '\0';
    store_list(s, ids[0], 5, list_one, listed);
    CHECK_EQ_TEXT(listed, "");
    int64_t id = -1;
    CHECK(store_find_request(s, "none", &id) == STORE_NO && id == 0);
    CHECK(add((match_start){.fen = NULL}, "k1"));
    CHECK(store_find_request(s, "k1", &id) == STORE_YES && id == m->id);
    sql("UPDATE requests SET sum=sum+1");
    CHECK(store_find_request(s, "k1", &id) == STORE_NO && id == 0);
    end();
    close_store();
}

TEST(abandoned_games_are_deleted)
{
    CHECK(open_store());
    sqlite_store *q = (sqlite_store *)s;
    CHECK(add((match_start){.pgn = "1. e4 *"}, ""));
    CHECK(play("move e2e4", 1000, "") && play("move e7e5", 2000, "") && summarize());
    int64_t old = m->id;
    end();
    CHECK(add((match_start){.fen = NULL}, "") && play("resign white", 1000, "") && summarize());
    end();
    CHECK(add((match_start){.fen = NULL}, "") && play("move d2d4", 3000, "") && summarize());
    int64_t newer = m->id;
    end();
    CHECK(store_drop_abandoned(s, 2000) == 0); /* exactly then it is not older */
    CHECK_EQ_INT(q->looked, 0);
    CHECK(store_drop_abandoned(s, 2001) == old && q->looked == 1);
    CHECK_EQ_TEXT(sql("SELECT (SELECT count(*) FROM games),(SELECT group_concat(seq) FROM log),"
                      "(SELECT count(*) FROM imports)"),
                  "2|3,4|0");
    CHECK(store_drop_abandoned(s, 3000) == 0); /* that has a result, or is too young */
    CHECK(store_drop_abandoned(s, 3001) == newer);
    CHECK_EQ_TEXT(sql("SELECT (SELECT count(*) FROM games),(SELECT group_concat(seq) FROM log)"),
                  "1|3");
    CHECK(add((match_start){.fen = NULL}, "") && play("move e2e4", 1000, "") &&
          play("move e7e5", 1001, "") && summarize());
    sql("UPDATE log SET sum=0 WHERE seq=6"); /* of a damaged one the steps stay that lead nowhere */
    CHECK(store_drop_abandoned(s, 9000) == m->id);
    CHECK_EQ_TEXT(sql("SELECT group_concat(seq) FROM log"), "3,5,6");
    end();
    for (int64_t rows = 4; rows < 1100; rows++) /* they are looked at in parts */
        store_next_id(s);
    CHECK_EQ_INT(q->looked, 4);
    for (int i = 0; i < 3; i++) {
        CHECK(store_drop_abandoned(s, 9000) == 0);
        CHECK_EQ_INT(q->looked, i == 0 ? 504 : i == 1 ? 1004 : 0);
    }
    close_store();
}

TEST(room_is_what_pages_take)
{
    CHECK(open_store());
    CHECK_EQ_INT(store_bytes(s) % 4096, 0);
    CHECK(store_bytes(s) > 0 && store_summaries_lag(s) && !store_is_shared(s));
    CHECK(add((match_start){.fen = NULL}, ""));
    end();
    char size[24], *end_ = NULL;
    snprintf(size, sizeof size, "%s", sql("PRAGMA page_count"));
    CHECK_EQ_INT(store_bytes(s), strtoll(size, &end_, 10) * 4096);
    sql("CREATE TABLE gone(x);WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n LIMIT "
        "2000) INSERT INTO gone SELECT zeroblob(100) FROM n;");
    int64_t full = store_bytes(s);
    sql("DROP TABLE gone");
    CHECK(store_bytes(s) < full - 100000); /* what is free does not count */
    close_store();
}

int main(void)
{
    CHECK(freopen("/dev/null", "w", stderr) != NULL); /* damage is told there */
    RUN_IN_FOLDER(a_game_is_written_row_by_row);
    RUN_IN_FOLDER(a_game_is_read_as_it_was_written);
    RUN_IN_FOLDER(damaged_rows_are_not_believed);
    RUN_IN_FOLDER(a_sum_of_a_step_covers_its_neighbours);
    RUN_IN_FOLDER(games_are_listed_from_the_newest);
    RUN_IN_FOLDER(abandoned_games_are_deleted);
    RUN_IN_FOLDER(room_is_what_pages_take);
    return check_result();
}
