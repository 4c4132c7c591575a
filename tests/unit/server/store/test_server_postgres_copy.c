/* test_server_postgres_copy.c: the tables in a database of every version, and a database as one
 * side of a copy. The test plays the database. Layer: tests. */
#include "staged_pq.h"

#include "server/store/postgres/postgres_rows.h"
#include "server/store/postgres/postgres_schema.h"
#include "server/store/store_copy.h"

#include <inttypes.h>

static const char *const *replies; /* pairs: how a query begins, and its answer; "" is no row */
static const char *failing;        /* what begins so fails */

static PGresult *reply(const char *sql)
{
    if (failing != NULL && strncmp(sql, failing, strlen(failing)) == 0)
        return pq_status(PGRES_FATAL_ERROR);
    for (size_t i = 0; replies != NULL && replies[i] != NULL; i += 2)
        if (strncmp(sql, replies[i], strlen(replies[i])) == 0) {
            int columns = 1;
            for (const char *at = replies[i + 1]; *at != '\0' && *at != '\n'; at++)
                columns += *at == '|';
            return pq_rows(columns, replies[i + 1]);
        }
    return pq_status(PGRES_COMMAND_OK);
}

/* ---- tables ---- */

#define TABLES "SELECT count(*) FROM pg_catalog"
#define VERSION "SELECT version FROM"
#define CODE "SELECT count(*) FROM arbiter.meta WHERE code"
#define SECRET "SELECT secret"
#define FUNCTIONS                                                                                  \
    "CREATE OR REPLACE FUNCTION arbiter.take\nCREATE OR REPLACE FUNCTION arbiter.save\n"           \
    "CREATE OR REPLACE FUNCTION arbiter.take_home\n"                                               \
    "CREATE OR REPLACE FUNCTION arbiter.put_record\n"                                              \
    "CREATE OR REPLACE FUNCTION arbiter.code_for\nCREATE OR REPLACE FUNCTION arbiter.join_by\n"    \
    "CREATE OR REPLACE FUNCTION arbiter.drop_abandoned\n"

static struct pg_conn plain = {.open = true};

TEST(tables_are_made_and_upgraded)
{
    static const struct {
        const char *replies[9];
        const char *asked;
    } cases[] = {
        {{TABLES, "0", CODE, "0", SECRET, "3|4|5", NULL},
         "BEGIN\nSELECT count\nCREATE SCHEMA IF NOT EXISTS arbiter\nINSERT INTO arbiter.meta\n"
         "ALTER TABLE arbiter.log ADD COLUMN fence bigint NOT NULL DEF\n"
         "ALTER TABLE arbiter.heads ADD COLUMN bots boolean NOT NULL D\n"
         "UPDATE arbiter.meta SET version=3\nSELECT count\n" FUNCTIONS
         "UPDATE arbiter.meta SET code='@'\nSELECT secret,secret2,plain_rows FROM arbiter.meta\n"
         "COMMIT\n"},
        {{TABLES, "1", VERSION, "2", CODE, "1", SECRET, "3|4|5", NULL},
         "BEGIN\nSELECT count\nSELECT version FROM arbiter.meta\n"
         "ALTER TABLE arbiter.heads ADD COLUMN bots boolean NOT NULL D\n"
         "UPDATE arbiter.meta SET version=3\nSELECT count\n"
         "SELECT secret,secret2,plain_rows FROM arbiter.meta\nCOMMIT\n"},
        {{TABLES, "1", VERSION, "3", CODE, "0", SECRET, "3|4|5", NULL},
         "BEGIN\nSELECT count\nSELECT version FROM arbiter.meta\nSELECT count\n" FUNCTIONS
         "UPDATE arbiter.meta SET code='@'\nSELECT secret,secret2,plain_rows FROM arbiter.meta\n"
         "COMMIT\n"},
        {{TABLES, "1", VERSION, "3", CODE, "1", SECRET, "3|4|5", NULL},
         "BEGIN\nSELECT count\nSELECT version FROM arbiter.meta\nSELECT count\n"
         "SELECT secret,secret2,plain_rows FROM arbiter.meta\nCOMMIT\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        row_ids ids = {0, {0, 0}};
        char why[200] = "", text[2000];
        check_case("%zu", i);
        replies = cases[i].replies;
        CHECK(postgres_prepare(&plain, &ids, why, sizeof why) && why[0] == '\0');
        snprintf(text, sizeof text, "%s", pq_heard());
        char *code = strstr(text, "code='"), *end = code != NULL ? strchr(code + 6, '\'') : NULL;
        if (end != NULL) { /* the sum of the functions */
            code[6] = '@';
            memmove(code + 7, end, strlen(end) + 1);
        }
        CHECK_EQ_TEXT(text, cases[i].asked);
        CHECK(ids.secret[0] == 3 && ids.secret[1] == 4 && ids.plain_rows == 5);
    }
    check_case("%s", "");
}

TEST(tables_that_cannot_be_used)
{
    static const char *const first[] = {TABLES, "0", CODE, "0", SECRET, "3|4|5", NULL};
    static const char *const later[] = {TABLES, "1", VERSION, "4", CODE, "1", NULL};
    static const char *const none[] = {TABLES, "1", VERSION, "3", CODE, "1", SECRET, "", NULL};
    static const char *const fails[] = {"BEGIN",
                                        TABLES,
                                        "CREATE SCHEMA",
                                        "INSERT INTO arbiter.meta",
                                        "ALTER TABLE arbiter.log",
                                        "UPDATE arbiter.meta SET version",
                                        CODE,
                                        "CREATE OR REPLACE",
                                        "UPDATE arbiter.meta SET code",
                                        "SELECT secret",
                                        "COMMIT"};
    row_ids ids;
    char why[200];
    for (size_t i = 0; i < sizeof fails / sizeof *fails; i++) {
        check_case("%s", fails[i]);
        replies = first;
        failing = fails[i];
        CHECK(!postgres_prepare(&plain, &ids, why, sizeof why));
        CHECK_EQ_TEXT(why, "the database cannot be used: it is\n\tbroken ");
        const char *text = pq_heard();
        CHECK(strlen(text) > 9 && strcmp(text + strlen(text) - 9, "ROLLBACK\n") == 0);
    }
    check_case("%s", "");
    failing = NULL;
    replies = none;
    CHECK(!postgres_prepare(&plain, &ids, why, sizeof why));
    replies = later;
    pq_heard();
    CHECK(!postgres_prepare(&plain, &ids, why, sizeof why));
    CHECK_EQ_TEXT(why, "the games in the database are of a later version of arbiter");
    CHECK_EQ_TEXT(pq_heard(), "BEGIN\nSELECT count\nSELECT version FROM arbiter.meta\nROLLBACK\n");
}

/* ---- one side of a copy ---- */

static const char *const usual[] = {TABLES, "1", VERSION, "3", CODE, "1", SECRET, "1|2|100", NULL};
static copy_side *side;

static bool open_side(bool writes)
{
    char why[200];
    replies = usual;
    side = postgres_side("postgresql://there", writes, why, sizeof why);
    return side != NULL;
}

static const char *const texts[] = {"chess", "", "f", "", "Ann", "Bob", "WW", "BB", ""};

/* The row of a game as it was written, with one mistake or none. */
static const char *row_of(int64_t row, int64_t version, const char *wrong)
{
    static char text[1000];
    row_sum sum = sum_number(row_sum_start, row);
    size_t len = (size_t)sprintf(text, "%" PRId64, row);
    for (int i = 0; i < 9; i++) {
        sum = sum_text(sum, texts[i]);
        len += (size_t)sprintf(text + len, "|%s", texts[i]);
    }
    for (int i = 0; i < 6; i++) {
        sum = sum_number(sum, i);
        len += (size_t)sprintf(text + len, "|%d", i);
    }
    sprintf(text + len, "|%" PRId64 "|%" PRId64 "|2|*|555|%" PRId64 "|1. e4|%" PRId64,
            (int64_t)sum + (strcmp(wrong, "game") == 0), version,
            (int64_t)summary_row_sum(row, version, version, 2, "*", 555) +
                (strcmp(wrong, "summary") == 0),
            (int64_t)sum_text(sum_number(row_sum_start, row), "1. e4") +
                (strcmp(wrong, "import") == 0));
    return text;
}

TEST(a_side_is_written_word_for_word)
{
    char expected[3000];
    copied_game g = {.row = 105,
                     .numbers = {0, 1, 2, 3, 4, 5},
                     .version = 2,
                     .plies = 2,
                     .updated = 555,
                     .result = strdup("*"),
                     .pgn = strdup("1. e4")};
    for (int i = 0; i < 9; i++)
        g.texts[i] = strdup(texts[i]);
    const int64_t one[] = {501, 7, 8}, two[] = {555, 7, 6};
    CHECK(copied_step_add(&g, 501, &one[1], "move e2e4", "r1") &&
          copied_step_add(&g, 555, &two[1], "move e7e5", ""));
    CHECK(open_side(true));
    pq_heard();
    CHECK(side->begin(side) && side->put_game(side, &g) && side->commit(side));
    row_sum sum = sum_number(row_sum_start, 105);
    for (int i = 0; i < 9; i++)
        sum = sum_text(sum, texts[i]);
    for (int i = 0; i < 6; i++)
        sum = sum_number(sum, i);
    snprintf(expected, sizeof expected,
             "BEGIN\nINSERT INTO arbiter.games [105] [chess] [] [f] [] [Ann] [Bob] [WW] [BB] [] "
             "[0] [1] [2] [3] [4] [5] [%" PRId64
             "]\nINSERT INTO arbiter.heads [105] [2] [2] [*] [555] [%" PRId64
             "]\nINSERT INTO arbiter.log [105] [{1,2}] [{501,555}] [{7,7}] [{8,6}] "
             "[{move e2e4,move e7e5}] [{r1,}] [{%" PRId64 ",%" PRId64
             "}]\nINSERT INTO arbiter.imports [105] [1. e4] [%" PRId64 "]\nCOMMIT\n",
             (int64_t)sum, (int64_t)summary_row_sum(105, 2, 2, 2, "*", 555),
             (int64_t)postgres_step_sum(105, 1, one, "move e2e4", "r1"),
             (int64_t)postgres_step_sum(105, 2, two, "move e7e5", ""),
             (int64_t)sum_text(sum_number(row_sum_start, 105), "1. e4"));
    CHECK_EQ_TEXT(pq_heard(), expected);
    static const char *const parts[] = {"INSERT INTO arbiter.games", "INSERT INTO arbiter.heads",
                                        "INSERT INTO arbiter.log", "INSERT INTO arbiter.imports"};
    for (int i = 0; i < 4; i++) {
        failing = parts[i];
        CHECK(!side->put_game(side, &g));
        CHECK_EQ_TEXT(side->why, "it is refused");
        side->why[0] = '\0';
    }
    failing = NULL;
    copied_game_free(&g);
    pq_heard();
    const copied_request r = {.key = (unsigned char *)strdup("k1"), .len = 2, .row = 105};
    CHECK(side->put_request(side, &r));
    snprintf(expected, sizeof expected,
             "INSERT INTO arbiter.requests [x6b31] [105] [%" PRId64 "]\n",
             (int64_t)sum_number(sum_text(row_sum_start, "k1"), 105));
    CHECK_EQ_TEXT(pq_heard(), expected);
    free(r.key);
    copied_record record;
    for (int plays = 0; plays < 2; plays++) { /* a game of players with tokens is their home's */
        const char *room = plays ? "playing" : "token";
        CHECK(copied_record_make(&record, &side->ids, room, "50", "v", 0) && record.damaged);
        CHECK(side->put_record(side, &record));
        snprintf(expected, sizeof expected,
                 "SELECT arbiter.put_record [%s] [50] [v] [%" PRId64 "]\n%s", room,
                 (int64_t)record_sum(room, "50", "v"),
                 plays ? "UPDATE arbiter.heads SET bots=true WHERE game=$1 [50]\n" : "");
        CHECK_EQ_TEXT(pq_heard(), expected);
        free(record.room);
    }
    const row_ids ids = {9, {7, 8}};
    CHECK(side->put_ids(side, &ids, 105) && side->ids.plain_rows == 9);
    CHECK_EQ_TEXT(pq_heard(), "UPDATE arbiter.meta SET secret=$1,secret2=$2,plain_rows=$3 [7] [8] "
                              "[9]\nSELECT setval [106]\n");
    side->close(side);
    CHECK_EQ_INT(pq_results, 0);
}

TEST(a_side_reads_what_is_whole)
{
    static const char *const wrongs[] = {"",     "game",   "summary", "import",
                                         "step", "number", "count"};
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        char steps[400];
        copied_game g;
        const int64_t one[] = {501, 7, 8}, two[] = {555, 7, 6};
        check_case("%s", wrongs[i]);
        snprintf(steps, sizeof steps,
                 "1|501|7|8|move e2e4|r1|%" PRId64 "\n%d|555|7|6|move e7e5||%" PRId64,
                 (int64_t)postgres_step_sum(105, 1, one, "move e2e4", "r1"),
                 strcmp(wrongs[i], "number") == 0 ? 3 : 2,
                 (int64_t)postgres_step_sum(105, 2, two, "move e7e5", "") +
                     (strcmp(wrongs[i], "step") == 0));
        CHECK(open_side(false));
        CHECK(strstr(pq_heard(), "COMMIT\nBEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY\n"));
        const char *const rows[] = {"SELECT count(*) FROM arbiter.games",
                                    "17",
                                    "SELECT id,",
                                    row_of(105, strcmp(wrongs[i], "count") == 0 ? 3 : 2, wrongs[i]),
                                    "SELECT n,",
                                    steps,
                                    NULL};
        replies = rows;
        CHECK_EQ_INT(side->count(side), 17);
        pq_heard();
        CHECK_EQ_INT(side->next_game(side, 44, &g), 1);
        CHECK_EQ_TEXT(pq_heard(),
                      "SELECT id,rules,rules_text,fen,moves,white,black,white_token [44]\n"
                      "SELECT n,at,white_ms,black_ms,what,request,sum FROM arbiter. "
                      "[105]\n");
        CHECK(g.row == 105 && g.damaged == (i > 0) && g.count == 2 && g.plies == 2 &&
              g.updated == 555 && g.numbers[5] == 5);
        CHECK_EQ_TEXT(g.texts[7], "BB");
        CHECK_EQ_TEXT(g.result, "*");
        CHECK_EQ_TEXT(g.pgn, "1. e4");
        CHECK(g.steps[0].at == 501 && g.steps[0].white_ms == 7 && g.steps[1].black_ms == 6);
        CHECK_EQ_TEXT(g.steps[1].what, "move e7e5");
        CHECK_EQ_TEXT(g.steps[0].request, "r1");
        copied_game_free(&g);
        failing = "SELECT n,";
        CHECK_EQ_INT(side->next_game(side, 44, &g), -1);
        failing = "SELECT id,";
        CHECK_EQ_INT(side->next_game(side, 44, &g), -1);
        CHECK_EQ_TEXT(side->why, "it is refused");
        failing = "SELECT count(*) FROM arbiter.games";
        CHECK_EQ_INT(side->count(side), -1);
        failing = NULL;
        const char *const none[] = {"SELECT id,", "", NULL};
        replies = none;
        CHECK_EQ_INT(side->next_game(side, 44, &g), 0);
        side->close(side);
        CHECK_EQ_INT(pq_results, 0);
    }
    check_case("%s", "");
}

TEST(requests_are_read_by_a_cursor)
{
    char rows[200];
    for (int writes = 0; writes < 2; writes++) {
        copied_request r;
        snprintf(rows, sizeof rows, "k1|105|%" PRId64 "\nk2|106|5",
                 (int64_t)sum_number(sum_text(row_sum_start, "k1"), 105));
        const char *answers[] = {"FETCH", rows, NULL};
        check_case("%d", writes);
        CHECK(open_side(writes));
        pq_heard();
        replies = answers;
        CHECK(side->next_request(side, true, &r) == 1 && !r.damaged && r.row == 105 && r.len == 2);
        CHECK(memcmp(r.key, "k1", 2) == 0);
        free(r.key);
        CHECK_EQ_TEXT(pq_heard(),
                      writes ? "BEGIN\nDECLARE requests CURSOR FOR SELECT key,game,sum FROM "
                               "arbiter\nFETCH 500 FROM requests\n"
                             : "CLOSE ALL\nDECLARE requests CURSOR FOR SELECT key,game,sum "
                               "FROM arbiter\nFETCH 500 FROM requests\n");
        CHECK(side->next_request(side, false, &r) == 1 && r.damaged && r.row == 106);
        free(r.key);
        CHECK_EQ_TEXT(pq_heard(), "");
        answers[1] = "";
        CHECK_EQ_INT(side->next_request(side, false, &r), 0);
        CHECK_EQ_TEXT(pq_heard(),
                      writes ? "FETCH 500 FROM requests\nCOMMIT\n" : "FETCH 500 FROM requests\n");
        failing = "FETCH";
        CHECK_EQ_INT(side->next_request(side, true, &r), -1);
        failing = "DECLARE";
        CHECK_EQ_INT(side->next_request(side, true, &r), -1);
        failing = NULL;
        side->close(side);
        CHECK_EQ_INT(pq_results, 0);
    }
    check_case("%s", "");
}

TEST(records_are_read_one_after_the_other)
{
    char row[200];
    copied_record last = {0}, r;
    snprintf(row, sizeof row, "token|a|v|%" PRId64, (int64_t)record_sum("token", "a", "v"));
    const char *answers[] = {"SELECT room", row, NULL};
    CHECK(open_side(false));
    pq_heard();
    replies = answers;
    CHECK(side->next_record(side, &last, &r) == 1 && !r.damaged && r.row == 0);
    CHECK_EQ_TEXT(pq_heard(),
                  "SELECT room,key,value,sum FROM arbiter.records WHERE value < [] []\n");
    CHECK_EQ_TEXT(r.value, "v");
    last = r;
    answers[1] = "playing|50|v|5";
    CHECK(side->next_record(side, &last, &r) == 1 && r.damaged && r.row == 50);
    CHECK_EQ_TEXT(pq_heard(),
                  "SELECT room,key,value,sum FROM arbiter.records WHERE value < [token] [a]\n");
    free(r.room);
    answers[1] = "";
    CHECK_EQ_INT(side->next_record(side, &last, &r), 0);
    failing = "SELECT room";
    CHECK_EQ_INT(side->next_record(side, &last, &r), -1);
    failing = NULL;
    free(last.room);
    side->close(side);
    CHECK_EQ_INT(pq_results, 0);
}

int main(void)
{
    pq_stage();
    pq_reply = reply;
    RUN(tables_are_made_and_upgraded);
    RUN(tables_that_cannot_be_used);
    RUN(a_side_is_written_word_for_word);
    RUN(a_side_reads_what_is_whole);
    RUN(requests_are_read_by_a_cursor);
    RUN(records_are_read_one_after_the_other);
    text_free(&pq_asked);
    return check_result();
}
