/* test_server_copy.c: a copy of a store, between two sides that the test keeps in memory. Whatever
 * the copy changes of what it was given must be noticed. Layer: tests. The linker gives the copier
 * the test's sides in place of files. */
#include "check.h"
#include "server/server.h"
#include "server/store/store_copy.h"

#include <stdlib.h>
#include <unistd.h>

enum { GAMES = 3, REQUESTS = 3, RECORDS = 3 };

/* What goes wrong at the target. */
typedef enum {
    NOTHING,
    HOLDS_GAMES,
    CANNOT_BEGIN,
    CANNOT_PUT_GAME,
    CANNOT_PUT_REQUEST,
    CANNOT_PUT_RECORD,
    CANNOT_PUT_IDS,
    CANNOT_COMMIT,
    CANNOT_READ_GAMES,
    CANNOT_READ_REQUESTS,
    CANNOT_READ_RECORDS,
    MISTAKES /* from here on the copy differs from the original in one place */
} trouble;
enum { GAME_MISTAKES = 16, REQUEST_MISTAKES = 4, RECORD_MISTAKES = 5 };

typedef struct {
    copy_side side;
    bool is_target;
    size_t games, requests, records; /* that it holds */
    size_t asked;                    /* the next request */
    bool open;
    int64_t last_put, last;
    row_ids ids_put;
} fake;

static trouble trouble_now;
static int mistake;                                       /* which place differs; -1: none */
static int damaged_game, damaged_request, damaged_record; /* of the original; -1: none */
static fake sides[2];
static unsigned opened, commits;

static fake *of(copy_side *side)
{
    return (fake *)(void *)side;
}

static bool is_wrong(const fake *f, int number)
{
    return f->is_target && trouble_now == MISTAKES && mistake == number;
}

static int64_t count(copy_side *side)
{
    fake *f = of(side);
    if (f->is_target && trouble_now == HOLDS_GAMES)
        return 1;
    return (int64_t)f->games + (f->games > 0 && is_wrong(f, 0));
}

/* The text, with a letter more where the copy is wrong. */
static char *text(const fake *f, int number, const char *value)
{
    char changed[40];
    snprintf(changed, sizeof changed, "%s%s", value, is_wrong(f, number) ? "x" : "");
    return strdup(changed);
}

static int next_game(copy_side *side, int64_t after, copied_game *g)
{
    fake *f = of(side);
    size_t i = after < 10 ? 0 : (size_t)(after - 10) / 10 + 1; /* rows 10, 20, 30 */
    if (f->is_target)
        i = (size_t)after / 10;
    if (!f->is_target && trouble_now == CANNOT_READ_GAMES)
        return -1;
    if (f->is_target && (int)i == damaged_game)
        i++; /* what was damaged was not copied */
    if (i >= GAMES || (f->is_target && is_wrong(f, 1)))
        return 0;
    int64_t left[2] = {100, 200};
    *g = (copied_game){.row = (int64_t)(i + 1) * 10 + is_wrong(f, 2),
                       .version = 2 + is_wrong(f, 3),
                       .plies = 2 + is_wrong(f, 4),
                       .updated = 77 + is_wrong(f, 5),
                       .result = text(f, 6, "*"),
                       .pgn = i == 1 || is_wrong(f, 7) ? text(f, 8, "1. e4 *") : NULL,
                       .damaged = (!f->is_target && (int)i == damaged_game) || is_wrong(f, 9)};
    for (int k = 0; k < COPY_TEXTS; k++)
        g->texts[k] = k == 3 ? NULL : text(f, k == COPY_TEXTS - 1 ? 10 : -2, "text");
    for (int k = 0; k < COPY_NUMBERS; k++)
        g->numbers[k] = k + (k == COPY_NUMBERS - 1 && is_wrong(f, 11));
    left[0] += is_wrong(f, 12);
    left[1] += is_wrong(f, 13);
    CHECK(copied_step_add(g, 5 + is_wrong(f, 14), left, "move e2e4", ""));
    left[0] = left[1] = 50;
    for (int k = 0; k < 70; k++) /* more than there is room for at first */
        CHECK(copied_step_add(g, 6 + k, left, k == 69 && is_wrong(f, 15) ? "undo" : "move e7e5",
                              "r"));
    CHECK_EQ_INT(g->count, 71);
    return 1;
}

static int next_request(copy_side *side, bool again, copied_request *r)
{
    fake *f = of(side);
    f->asked = again ? 0 : f->asked + 1;
    if (f->is_target && (int)f->asked == damaged_request)
        f->asked++;
    if (!f->is_target && trouble_now == CANNOT_READ_REQUESTS)
        return -1;
    if (f->asked >= REQUESTS || is_wrong(f, 20))
        return 0;
    *r = (copied_request){.key = malloc(3),
                          .len = 3 - (size_t)is_wrong(f, 21),
                          .row = 10 + is_wrong(f, 22),
                          .damaged = !f->is_target && (int)f->asked == damaged_request};
    memcpy(r->key, "a\0b", 3);
    r->key[2] = (unsigned char)(r->key[2] + f->asked + is_wrong(f, 23));
    return 1;
}

static int next_record(copy_side *side, const copied_record *last, copied_record *r)
{
    static const char *const rooms[] = {"account", "playing", "token"};
    fake *f = of(side);
    size_t i = 0;
    while (last->room != NULL && i < RECORDS &&
           strncmp(rooms[i], last->room, strlen(rooms[i])) != 0)
        i++;
    i += last->room != NULL;
    if (f->is_target && (int)i == damaged_record)
        i++;
    if (!f->is_target && trouble_now == CANNOT_READ_RECORDS)
        return -1;
    if (i >= RECORDS || is_wrong(f, 30))
        return 0;
    char room[20], value[20];
    snprintf(room, sizeof room, "%s%s", rooms[i], is_wrong(f, 31) ? "x" : "");
    snprintf(value, sizeof value, "v%s", is_wrong(f, 33) ? "x" : "");
    const char *key = is_wrong(f, 32) ? "21" : "20";
    int64_t sum = (int64_t)record_sum(room, key, value);
    bool hurt = !f->is_target && (int)i == damaged_record;
    CHECK(copied_record_make(r, &f->side.ids, room, key, value, sum + (hurt || is_wrong(f, 34))));
    CHECK_EQ_TEXT(r->key, key);
    CHECK_EQ_TEXT(r->value, value);
    CHECK(r->damaged == (hurt || is_wrong(f, 34)) &&
          r->row == (strcmp(room, "playing") == 0 ? 20 + is_wrong(f, 32) : 0));
    return 1;
}

static bool begin(copy_side *side)
{
    CHECK(of(side)->is_target && !of(side)->open);
    of(side)->open = trouble_now != CANNOT_BEGIN;
    return of(side)->open;
}

static bool commit(copy_side *side)
{
    CHECK(of(side)->open);
    of(side)->open = false;
    commits++;
    return trouble_now != CANNOT_COMMIT;
}

static bool put_game(copy_side *side, const copied_game *g)
{
    fake *f = of(side);
    CHECK(f->open && !g->damaged && g->count == 71 && strcmp(g->steps[70].what, "move e7e5") == 0);
    CHECK(g->row > f->last_put);
    f->last_put = g->row;
    f->games++;
    return trouble_now != CANNOT_PUT_GAME;
}

static bool put_request(copy_side *side, const copied_request *r)
{
    CHECK(of(side)->open && !r->damaged && r->len == 3);
    of(side)->requests++;
    return trouble_now != CANNOT_PUT_REQUEST;
}

static bool put_record(copy_side *side, const copied_record *r)
{
    CHECK(of(side)->open && !r->damaged);
    of(side)->records++;
    return trouble_now != CANNOT_PUT_RECORD;
}

static bool put_ids(copy_side *side, const row_ids *ids, int64_t last)
{
    of(side)->ids_put = *ids;
    of(side)->last = last;
    return trouble_now != CANNOT_PUT_IDS;
}

static void close_side(copy_side *side)
{
    of(side)->side.close = NULL;
    opened--;
}

copy_side *__wrap_sqlite_side(const char *path, char *why, size_t cap);
copy_side *__wrap_sqlite_side(const char *path, char *why, size_t cap)
{
    (void)why;
    (void)cap;
    fake *f = &sides[strcmp(path, "to.db") == 0];
    *f = (fake){.side = {.ids = {1000, {1, 2}},
                         .close = close_side,
                         .count = count,
                         .next_game = next_game,
                         .next_request = next_request,
                         .next_record = next_record,
                         .begin = begin,
                         .put_game = put_game,
                         .put_request = put_request,
                         .put_record = put_record,
                         .put_ids = put_ids,
                         .commit = commit},
                .is_target = strcmp(path, "to.db") == 0};
    opened++;
    return &f->side;
}

static store_copied done;
static char why[512];

static bool copies(trouble what)
{
    trouble_now = what;
    opened = commits = 0;
    bool good =
        server_copy("tests/unit/server/store/test_server_copy.c", "to.db", &done, why, sizeof why);
    CHECK_EQ_INT(opened, 0);
    CHECK((why[0] == '\0') == good);
    return good;
}

TEST(all_is_copied)
{
    for (damaged_game = -1; damaged_game < GAMES; damaged_game++)
        for (damaged_request = -1; damaged_request < REQUESTS; damaged_request++) {
            damaged_record = damaged_game;
            check_case("without game %d and request %d", damaged_game, damaged_request);
            CHECK(copies(NOTHING));
            size_t hurt = damaged_game >= 0;
            CHECK_EQ_INT(done.games, GAMES - hurt);
            CHECK_EQ_INT(done.damaged, hurt);
            CHECK_EQ_INT(done.steps, 71 * (GAMES - hurt));
            CHECK_EQ_INT(done.requests, REQUESTS - (damaged_request >= 0));
            CHECK_EQ_INT(done.records, RECORDS - hurt);
            CHECK_EQ_INT(done.damaged_records, hurt);
            CHECK(sides[1].games == done.games && sides[1].requests == done.requests &&
                  sides[1].records == done.records);
            CHECK(sides[1].last == 30 && sides[1].ids_put.plain_rows == 1000);
            CHECK_EQ_INT(commits, 3);
        }
    damaged_game = damaged_request = damaged_record = -1;
}

TEST(what_fails_is_said)
{
    static const struct {
        trouble what;
        const char *why;
    } cases[] = {{HOLDS_GAMES, "to.db holds games already: copy to a new store"},
                 {CANNOT_BEGIN, "the copy cannot be written: it failed"},
                 {CANNOT_PUT_GAME, "the copy cannot be written: it failed"},
                 {CANNOT_PUT_REQUEST, "the copy cannot be written: it failed"},
                 {CANNOT_PUT_RECORD, "the copy cannot be written: it failed"},
                 {CANNOT_PUT_IDS, "the copy cannot be written: it failed"},
                 {CANNOT_COMMIT, "the copy cannot be written: it failed"},
                 {CANNOT_READ_GAMES, "the games cannot be read: it failed"},
                 {CANNOT_READ_REQUESTS, "the requests cannot be read: it failed"},
                 {CANNOT_READ_RECORDS, "the accounts cannot be read: it failed"}};
    damaged_game = damaged_request = damaged_record = -1;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%zu", i);
        CHECK(!copies(cases[i].what));
        CHECK_EQ_TEXT(why, cases[i].why);
        sides[1].open = false;
    }
    CHECK(!server_copy("no such file", "to.db", &done, why, sizeof why) && why[0] != '\0');
}

TEST(a_copy_that_differs_is_refused)
{
    damaged_game = damaged_request = damaged_record = -1;
    for (mistake = 0; mistake < 40; mistake++) {
        bool there = mistake < GAME_MISTAKES ||
                     (mistake >= 20 && mistake < 20 + REQUEST_MISTAKES) ||
                     (mistake >= 30 && mistake < 30 + RECORD_MISTAKES);
        if (!there)
            continue;
        check_case("mistake %d", mistake);
        trouble_now = MISTAKES;
        CHECK(!copies(MISTAKES));
        CHECK_EQ_TEXT(strstr(why, "differ") != NULL ? strstr(why, "it must not") : why,
                      "it must not be used");
        CHECK((strncmp(why, "the accounts", 12) == 0) == (mistake >= 30));
    }
    mistake = -1;
}

int main(void)
{
    RUN(all_is_copied);
    RUN(what_fails_is_said);
    RUN(a_copy_that_differs_is_refused);
    return check_result();
}
