/* test_collection_scarce.c: the room's functions when there is no memory, or no room for a
 * temporary file: each says so, and keeps nothing. Every allocation fails in turn, alone or with
 * all that come after it. */
#include "checked_files.h"
#include "collection/index/index_search.h"
#include "collection/merge.h"
#include "collection/own_bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Allocations that fail (linked with --wrap) ---- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *given, size_t size);
void __real_free(void *given);
FILE *__real_tmpfile(void);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *given, size_t size);
void __wrap_free(void *given);
FILE *__wrap_tmpfile(void);

enum { BLOCKS = 6000, FENCE = 16, FENCE_BYTE = 0xA5 };

static size_t calls, fails_at; /* 0: none fails */
static bool all_fail;          /* and all after it fail, too */
static struct {
    void *at;
    size_t size;
} blocks_held[BLOCKS];
static size_t held;

static bool denied(void)
{
    calls++;
    bool no = fails_at > 0 && (calls == fails_at || (all_fail && calls > fails_at));
    if (no)
        errno = ENOMEM;
    return no;
}

/* Behind each block stand bytes that nobody may change. */
static void *hold(void *given, size_t size)
{
    if (given == NULL)
        return NULL;
    memset((char *)given + size, FENCE_BYTE, FENCE);
    if (held < BLOCKS) {
        blocks_held[held].at = given;
        blocks_held[held++].size = size;
    }
    return given;
}

static void release(const void *given)
{
    for (size_t i = held; i-- > 0;)
        if (blocks_held[i].at == given) {
            const unsigned char *fence = (const unsigned char *)given + blocks_held[i].size;
            for (int k = 0; k < FENCE; k++)
                if (fence[k] != FENCE_BYTE)
                    abort(); /* something was written behind the block */
            blocks_held[i] = blocks_held[--held];
            return;
        }
}

void *__wrap_malloc(size_t size)
{
    return denied() ? NULL : hold(__real_malloc(size + FENCE), size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return denied() ? NULL : hold(__real_calloc(1, count * size + FENCE), count * size);
}

void *__wrap_realloc(void *given, size_t size)
{
    if (denied())
        return NULL;
    release(given);
    return hold(__real_realloc(given, size + FENCE), size);
}

void __wrap_free(void *given)
{
    release(given);
    __real_free(given);
}

FILE *__wrap_tmpfile(void)
{
    return denied() ? NULL : __real_tmpfile();
}

/* ---- What is tried ---- */

static char folder[] = "/tmp/arbiter-scarce.XXXXXX";

static const char *path_of(const char *name)
{
    static char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* Does some work; returns false if it says that it failed. */
typedef bool some_work(void);

static void try_all(const char *name, some_work *work)
{
    for (int way = 0; way < 2; way++) {
        bool ok = false;
        all_fail = way == 1;
        for (fails_at = 1; !ok && fails_at < 500; fails_at++) {
            check_case("%s, allocation %zu, %s", name, fails_at, all_fail ? "and all" : "alone");
            calls = held = 0;
            ok = work();
            CHECK_EQ_INT(ok, calls < fails_at);
            CHECK_EQ_INT(held, 0);
        }
        CHECK(ok && fails_at > 2);
        fails_at = 0;
    }
    check_case("%s", "");
}

static bool by_chance(void)
{
    random_games *r = random_new(3, 1);
    bool ok = r != NULL;
    random_free(r);
    return ok;
}

/* The table of names grows after so many. */
static bool many_names(void)
{
    split_files *s = split_new(folder, "", SPLIT_KEY, 0);
    bool ok = s != NULL;
    for (int i = 0; ok && i < 129; i++) {
        char name[20];
        FILE *to[2] = {NULL, NULL};
        snprintf(name, sizeof name, "n%d", i);
        split_game(s, name, strlen(name), to);
        ok = to[0] != NULL && split_problem(s) == NULL;
        CHECK(ok || strstr(split_problem(s), "Cannot allocate memory") != NULL);
        CHECK(ok || i == 128);
    }
    split_free(s);
    return ok;
}

static bool index_of_games(void)
{
    index_builder *b = index_builder_new(1 << 12);
    bool ok = b != NULL && index_builder_problem(b) == NULL;
    if (ok) {
        index_game(b, 0, "1\t0", 3);
        index_text(b, "\x90\x90", 2);
        for (int i = 0; i < 3000; i++)
            index_text(b, "0123456789", 10);
    }
    index_stamp stamp = {.size = 10};
    FILE *to = ok ? fopen(path_of("index"), "w+b") : NULL;
    ok = ok && index_builder_write(b, &stamp, to) && index_builder_problem(b) == NULL;
    CHECK(ok || b == NULL || index_builder_problem(b) != NULL);
    if (to != NULL)
        fclose(to);
    index_builder_free(b);
    return ok;
}

static query asks_nothing, asks_moves;

static bool records(void)
{
    convert_options options = {.form = TO_PGN, .query = &asks_moves};
    record *r = record_new(&options);
    bool ok = r != NULL && r->journal.keys != NULL;
    CHECK(ok || r == NULL);
    record_free(r);
    return ok;
}

static bool counts(void)
{
    stats *s = stats_new();
    bool ok = s != NULL;
    stats_free(s);
    return ok;
}

static bool own_games(void)
{
    own_bytes o = {.good = NULL};
    bool ok = own_bytes_put(&o, "text", &(piece){.begin = 0, .len = 4});
    own_bytes_free(&o);
    return ok;
}

static bool names_of_files(void)
{
    file_list list = {.paths = NULL};
    bool ok = true;
    for (int i = 0; ok && i < 17; i++)
        ok = files_add(&list, i == 3 ? folder : "some.pgn");
    CHECK(!ok || list.count == 17);
    files_free(&list);
    return ok;
}

static check_job job;
static convert_options converts;

static void no_problem(void *context, const char *file, const char *text)
{
    (void)context;
    CHECK(strstr(text, "memory") != NULL && file != NULL);
}

/* Checks the file of games; what it writes goes to `out`. */
static bool run(void)
{
    check_result result;
    atomic_int stop = 0;
    job.stop = &stop;
    job.out = fopen("/dev/null", "w");
    job.options.rules = arb_rules_find("chess", 5);
    job.options.chess960 = arb_rules_find("chess960", 8);
    CHECK(check_options_start(&job.options));
    job.problem = no_problem;
    char path[100];
    snprintf(path, sizeof path, "%s", path_of("games.pgn"));
    check_run(&job, (const char *const[]){path}, 1, &result);
    fclose(job.out);
    CHECK(result.no_memory || result.converted.written == (job.convert != NULL ? 2 : 0));
    return !result.no_memory && !result.unreadable;
}

static void put_games(int comments)
{
    FILE *to = fopen(path_of("games.pgn"), "w");
    fputs("[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 (2. d4 exd4) (2. f4) 2... Nc6 ", to);
    for (int i = 0; i < comments; i++)
        fputs("{a comment of sixty-four bytes, many times, so that it is long!}\n", to);
    fputs("1-0\n\n[Event \"b\"]\n[Result \"*\"]\n\n1. d4 *\n", to);
    fclose(to);
}

TEST(what_is_made_needs_memory)
{
    unsigned node;
    query_error error;
    CHECK(query_parse(&asks_moves, "line '1. e4 e5'", &node, &error));
    query_require(&asks_moves, node);
    query_prepare(&asks_moves);
    query_prepare(&asks_nothing);
    try_all("games by chance", by_chance);
    try_all("many names", many_names);
    for (int i = 0; i < 129; i++) {
        char name[20];
        snprintf(name, sizeof name, "n%d", i);
        unlink(path_of(name));
    }
    try_all("an index", index_of_games);
    unlink(path_of("index"));
    try_all("a record", records);
    try_all("counts", counts);
    try_all("own bytes", own_games);
    FILE *to = fopen(path_of("one.pgn"), "w");
    fclose(to);
    try_all("names of files", names_of_files);
    unlink(path_of("one.pgn"));
}

TEST(a_table_of_games_needs_memory)
{
    dedupe d;
    static const size_t at[] = {1, 2, 3, 2000, DEDUPE_PARTS + 1};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        check_case("allocation %zu", at[i]);
        calls = held = 0;
        fails_at = at[i];
        CHECK(!dedupe_init(&d, 1 << 20));
        CHECK_EQ_INT(held, 0);
        fails_at = 0;
    }
    check_case("%s", "a part that cannot grow");
    CHECK(dedupe_init(&d, 1 << 20));
    calls = 0;
    fails_at = 1;
    all_fail = false;
    for (uint64_t i = 1; i < 14; i++)
        CHECK(!dedupe_seen(&d, i << 40, 0));
    CHECK(d.forgotten == 1 && d.parts[0].size == 16 && d.bytes == DEDUPE_PARTS * 16 * 8);
    CHECK(!dedupe_seen(&d, (uint64_t)13 << 40, 0) && d.parts[0].size == 24); /* now there is room */
    size_t taken = 0;
    for (uint32_t i = 0; i < d.parts[0].size; i++)
        taken += d.parts[0].places[i] != 0;
    CHECK(taken == 13 && d.parts[0].count == 13);
    dedupe_free(&d);
    fails_at = 0;
    check_case("%s", "");
}

TEST(games_that_are_checked_need_memory)
{
    put_games(1);
    job = (check_job){.threads = 1};
    try_all("a check", run);
    converts = (convert_options){.form = TO_PGN, .query = &asks_nothing};
    job.convert = &converts;
    try_all("a conversion", run);
    converts.lines_apart = true;
    try_all("each variation a game", run);
    converts = (convert_options){.form = TO_UCI, .query = &asks_nothing, .keep = true};
    job.shard = (shard){1, 2};
    put_games(0);
    FILE *to = fopen(path_of("games.pgn"), "a");
    for (int i = 0; i < 400; i++)
        fputs("\n", to); /* the other part */
    fclose(to);
    try_all("a part", run);
    job.shard = (shard){0, 0};
    /* A game that is longer than a block, whose comments are kept until it ends. */
    put_games(9000);
    converts = (convert_options){.form = TO_NDJSON, .query = &asks_nothing};
    try_all("a long game", run);
    unlink(path_of("games.pgn"));
}

int main(void)
{
    if (mkdtemp(folder) == NULL)
        return 1;
    RUN(what_is_made_needs_memory);
    RUN(a_table_of_games_needs_memory);
    RUN(games_that_are_checked_need_memory);
    if (rmdir(folder) != 0) /* all files are gone */
        return 1;
    return tests_result();
}
