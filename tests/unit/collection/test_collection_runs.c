/* test_collection_runs.c: whole files through a run: whatever the number of threads, the same text
 * and the same counts come out; and what a run is told, it keeps to. */
#include "checked_files.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OUTPUT = 8 << 20 };

static char folder[] = "/tmp/arbiter-runs.XXXXXX";

static const char *path_of(const char *name)
{
    static char paths[4][100];
    static int turn;
    char *path = paths[turn++ % 4];
    snprintf(path, 100, "%s/%s", folder, name);
    return path;
}

/* ---- One run ---- */

typedef struct {
    char text[OUTPUT], good[OUTPUT], bad[OUTPUT];
    size_t len, good_len, bad_len;
    check_result result;
    char problems[1000];
    uint64_t done, total, games; /* the last progress */
    unsigned looks;
} ran;

static void note_progress(void *context, uint64_t done, uint64_t total, uint64_t games)
{
    ran *r = context;
    CHECK(done >= r->done || total != r->total);
    r->done = done;
    r->total = total;
    r->games = games;
    r->looks++;
}

static void note_problem(void *context, const char *file, const char *text)
{
    ran *r = context;
    size_t len = strlen(r->problems);
    const char *slash = strrchr(file, '/');
    snprintf(r->problems + len, sizeof r->problems - len, "%s: %s|", slash ? slash + 1 : file,
             text);
}

static size_t read_back(FILE *from, char *to)
{
    rewind(from);
    size_t len = fread(to, 1, OUTPUT - 1, from);
    to[len] = '\0';
    fclose(from);
    return len;
}

static void run(check_job job, const char *const *files, size_t count, bool sorted, ran *r)
{
    atomic_int stop = 0;
    memset(r, 0, sizeof *r);
    job.options.rules = arb_rules_find("chess", 5);
    job.options.chess960 = arb_rules_find("chess960", 8);
    CHECK(check_options_start(&job.options));
    job.out = tmpfile();
    job.good = sorted ? tmpfile() : NULL;
    job.bad = sorted ? tmpfile() : NULL;
    if (job.stop == NULL)
        job.stop = &stop;
    job.progress = note_progress;
    job.problem = note_problem;
    job.context = r;
    check_run(&job, files, count, &r->result);
    r->len = read_back(job.out, r->text);
    if (sorted) {
        r->good_len = read_back(job.good, r->good);
        r->bad_len = read_back(job.bad, r->bad);
    }
}

static bool same_counts(const check_result *a, const check_result *b)
{
    return memcmp(&a->counts, &b->counts, sizeof a->counts) == 0 &&
           memcmp(&a->converted, &b->converted, sizeof a->converted) == 0 && a->files == b->files &&
           a->bytes == b->bytes && a->has_text == b->has_text && a->no_memory == b->no_memory;
}

/* ---- The files ---- */

static uint64_t whole_size;

static void put_file(const char *name, int first, int games)
{
    FILE *to = fopen(path_of(name), "w");
    for (int i = first; i < first + games; i++) {
        fprintf(to, "[Event \"%d\"]\n[White \"W%d\"]\n[Result \"%s\"]\n\n1. e4 {", i, i % 7,
                i % 5 == 0 ? "0-1" : "1-0");
        /* Some games are longer than a block, some have very many findings. */
        int comments = i % 400 == 3 ? 12000 : i % 9;
        for (int k = 0; k < comments; k++)
            fprintf(to, "a comment of game %d that is a line long\n", i);
        fprintf(to, "} e5 2. Nf3 Nc6 ");
        for (int k = 3; k < (i % 100 == 50 ? 600 : 4); k++)
            fprintf(to, "%d. Ng1 Nb8 %d. Nf3 Nc6 ", k + (i % 3 == 0), k);
        fprintf(to, "%s 1-0\n%s", i % 11 == 0 ? "Ke5" : "", i % 2 == 0 ? "\n" : "");
    }
    whole_size += (uint64_t)ftell(to);
    fclose(to);
}

static ran *one, *other;

TEST(threads_change_nothing)
{
    static query nothing;
    static const convert_options pgn = {.form = TO_PGN, .keep = true, .query = &nothing},
                                 json = {.form = TO_NDJSON, .keep = true, .query = &nothing},
                                 uci = {.form = TO_UCI, .query = &nothing};
    static const struct {
        report_form form;
        const convert_options *convert;
        bool warnings;
    } rows[] = {
        {REPORT_LINES, NULL, true},     {REPORT_JSON, NULL, true},
        {REPORT_LIST, NULL, false},     {REPORT_NOTHING, &pgn, false},
        {REPORT_NOTHING, &json, false}, {REPORT_NOTHING, &uci, false},
    };
    whole_size = 0;
    put_file("a.pgn", 0, 500);
    put_file("b.pgn", 900, 1);
    put_file("c.pgn", 1000, 900);
    const char *const files[] = {path_of("a.pgn"), path_of("b.pgn"), path_of("c.pgn")};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned threads = 2; threads <= 5; threads += 3) {
            check_job job = {.options = {.form = rows[i].form, .warnings = rows[i].warnings},
                             .convert = rows[i].convert,
                             .threads = 1};
            bool sorted = rows[i].convert == NULL;
            check_case("row %zu, %u threads", i, threads);
            if (threads == 2)
                run(job, files, 3, sorted, one);
            job.threads = threads;
            run(job, files, 3, sorted, other);
            CHECK(one->len == other->len && memcmp(one->text, other->text, one->len) == 0);
            CHECK(same_counts(&one->result, &other->result));
            CHECK(one->good_len == other->good_len && one->bad_len == other->bad_len);
            CHECK(memcmp(one->good, other->good, one->good_len) == 0 &&
                  memcmp(one->bad, other->bad, one->bad_len) == 0);
            CHECK(!sorted || one->good_len + one->bad_len == whole_size);
            CHECK(one->len > 1000 && one->result.counts.games == 1401);
            CHECK(one->result.files == 3 && one->result.bytes == whole_size);
            CHECK(one->result.has_text && !one->result.no_memory && !one->result.stopped);
            CHECK(one->looks == other->looks && one->looks > 4 && one->games > 500);
            CHECK(one->done == one->total && one->total > 0);
            CHECK_EQ_TEXT(one->problems, "");
            CHECK_EQ_TEXT(other->problems, "");
        }
    check_case("%s", "");
}

/* Of more games than a block has room to remember, each goes to its file. */
TEST(many_small_games_are_sorted)
{
    check_job job = {.options = {.form = REPORT_NOTHING}, .threads = 1};
    const char *const files[] = {path_of("d.pgn")};
    static char wanted[2][60000];
    size_t len[2] = {0, 0};
    FILE *to = fopen(files[0], "w");
    for (int i = 0; i < 1500; i++) {
        bool bad = i % 3 == 1;
        char game[60];
        int size =
            snprintf(game, sizeof game, "[Event \"%d\"]\n\n1. %s *\n\n", i, bad ? "e5" : "e4");
        fputs(game, to);
        memcpy(wanted[bad] + len[bad], game, (size_t)size);
        len[bad] += (size_t)size;
    }
    fclose(to);
    for (unsigned threads = 1; threads < 4; threads += 2) {
        check_case("%u threads", threads);
        job.threads = threads;
        run(job, files, 1, true, one);
        CHECK(one->good_len == len[0] && memcmp(one->good, wanted[0], len[0]) == 0);
        CHECK(one->bad_len == len[1] && memcmp(one->bad, wanted[1], len[1]) == 0);
        CHECK(one->result.counts.faulty == 500 && one->len == 0);
    }
    unlink(files[0]);
    check_case("%s", "");
}

/* The games before a place are left out, and the numbers are as in the whole file. */
TEST(a_run_begins_at_a_byte)
{
    check_job job = {.options = {.form = REPORT_LINES}, .threads = 1};
    const char *const files[] = {path_of("b.pgn"), path_of("c.pgn")};
    put_file("b.pgn", 0, 30);
    run(job, files, 1, false, one);
    CHECK(one->result.counts.games == 30);
    char *content = other->good;
    read_back(fopen(files[0], "r"), content);
    const char *at = strstr(content, "[Event \"12\"]");
    CHECK(at != NULL);
    job.from = (uint64_t)(at - content);
    run(job, files, 1, false, other);
    CHECK_EQ_INT(other->result.counts.games, 18);
    CHECK(other->len > 0 && strstr(one->text, other->text) != NULL);
    CHECK(one->text + one->len - other->len == strstr(one->text, other->text));
    run(job, files, 2, false, one); /* of the first file */
    CHECK_EQ_INT(one->result.counts.games, 30 - 12 + 900);
}

TEST(what_cannot_be_read_is_said)
{
    check_job job = {.options = {.form = REPORT_LINES}, .threads = 1};
    const char *const files[] = {path_of("missing.pgn"), folder, path_of("b.pgn")};
    for (int threads = 1; threads < 3; threads++) {
        check_case("%d threads", threads);
        job.threads = (unsigned)threads;
        run(job, files, 3, false, one);
        char expected[200];
        snprintf(expected, sizeof expected,
                 "missing.pgn: cannot be opened: No such file or directory|%s: Is a directory|",
                 strrchr(folder, '/') + 1);
        CHECK_EQ_TEXT(one->problems, expected);
        CHECK(one->result.unreadable && one->result.files == 2 && one->result.counts.games == 30);
    }
    check_case("%s", "stopped");
    atomic_int stop = 1;
    job.stop = &stop;
    run(job, files + 2, 1, false, one);
    CHECK(one->result.stopped && one->result.stopped_at == 0 && one->result.counts.games == 0);
    CHECK(one->result.stopped_file == files[2] && !one->result.unreadable);
    check_case("%s", "empty and blank files");
    job.stop = NULL;
    FILE *to = fopen(path_of("d.pgn"), "w");
    fclose(to);
    const char *const empty[] = {path_of("d.pgn")};
    run(job, empty, 1, false, one);
    CHECK(!one->result.has_text && one->result.files == 1 && one->looks == 0);
    to = fopen(empty[0], "w");
    fputs("\n \n", to);
    fclose(to);
    run(job, empty, 1, false, one);
    CHECK(!one->result.has_text && one->looks == 1);
    to = fopen(empty[0], "w");
    fputs("x\n", to);
    fclose(to);
    run(job, empty, 1, false, one);
    CHECK(one->result.has_text && one->result.counts.games == 0);
    unlink(empty[0]);
    check_case("%s", "");
}

/* An index answers for the games that are not read. */
TEST(an_index_changes_nothing)
{
    static query nothing, asked[3];
    static const char *const texts[] = {"player = W3", "line '1. e4 e5 2. Nf3' and White ~ w5",
                                        "White = nobody"};
    const char *const files[] = {path_of("b.pgn")};
    char beside[120];
    convert_options keys = {.form = TO_KEYS, .keep = true, .head = true, .query = &nothing};
    convert_options json = {.form = TO_NDJSON, .keep = true};
    game_sink sink = {.index = index_builder_new(1 << 20)};
    check_job job = {.convert = &keys, .sink = &sink, .threads = 1};
    query_prepare(&nothing);
    run(job, files, 1, false, one);
    CHECK(sink_end(&sink) && index_builder_games(sink.index) == 30);
    snprintf(beside, sizeof beside, "%s%s", files[0], INDEX_ENDING);
    FILE *to = fopen(beside, "w+b"), *from = fopen(files[0], "rb");
    index_stamp stamp = {.size = 0};
    CHECK(index_stamp_of(fileno(from), &stamp) && index_hash_of(fileno(from), &stamp.hash));
    CHECK(index_builder_write(sink.index, &stamp, to));
    fclose(to);
    fclose(from);
    index_builder_free(sink.index);
    for (size_t i = 0; i < 3; i++)
        for (unsigned threads = 1; threads < 4; threads += 2) {
            unsigned node;
            query_error error;
            check_case("%s, %u threads", texts[i], threads);
            memset(&asked[i], 0, sizeof asked[i]);
            CHECK(query_parse(&asked[i], texts[i], &node, &error));
            query_require(&asked[i], node);
            query_prepare(&asked[i]);
            json.query = &asked[i];
            job = (check_job){.convert = &json, .threads = threads};
            run(job, files, 1, false, one);
            job.index = true;
            run(job, files, 1, false, other);
            CHECK_EQ_TEXT(other->text, one->text);
            CHECK(other->len == 0 ? i == 2 : i < 2);
            CHECK(other->result.counts.games == 30 && one->result.counts.games == 30);
            CHECK(!other->result.unreadable && other->result.has_text && !other->result.stopped);
            CHECK(other->result.bytes < one->result.bytes);
            CHECK_EQ_TEXT(other->problems, "");
            atomic_int stop = 1;
            job.stop = &stop;
            run(job, files, 1, false, other);
            CHECK_EQ_INT(other->result.stopped, i < 2);
        }
    check_case("%s", "an index that is none");
    to = fopen(beside, "w");
    fclose(to);
    job.stop = NULL;
    run(job, files, 1, false, other);
    CHECK_EQ_TEXT(other->problems, "b.pgn: its index (.arbindex) is no index of a collection, or "
                                   "damaged; all games are read|");
    CHECK(other->result.counts.games == 30 && !other->result.unreadable);
    unlink(beside);
    check_case("%s", "");
}

/* The first games are written, and then nothing more is read. */
TEST(enough_is_enough)
{
    static query nothing;
    convert_options pgn = {.form = TO_UCI, .keep = true, .head = true, .query = &nothing};
    const char *const files[] = {path_of("c.pgn")};
    for (int threads = 1; threads < 4; threads += 2) {
        game_sink sink = {.first = 3, .file = tmpfile()};
        check_job job = {.convert = &pgn,
                         .sink = &sink,
                         .threads = (unsigned)threads,
                         .options = {.form = REPORT_NOTHING}};
        check_case("%d threads", threads);
        run(job, files, 1, false, one);
        CHECK(sink_end(&sink) && sink.written == 3);
        CHECK_EQ_INT(read_back(sink.file, one->text) > 40, 1);
        CHECK(one->result.counts.games >= 3);
        CHECK(threads > 1 || one->result.counts.games < 900);
        int lines = 0;
        for (const char *c = one->text; *c != '\0'; c++)
            lines += *c == '\n';
        CHECK_EQ_INT(lines, 3);
    }
    check_case("%s", "");
}

/* ---- Counts ---- */

TEST(counts_are_written)
{
    check_result r = {.files = 1, .counts = {.games = 1, .plies = 1}};
    static const struct {
        uint64_t files, games, plies, faulty, wrong, warned, noted;
        bool unreadable, strict;
        const char *text, *json;
    } rows[] = {
        {1, 1, 1, 0, 0, 0, 0, false, false, "1 file, 1 game, 1 ply: no faults\n",
         "\"files\":1,\"games\":1,\"plies\":1,\"faulty\":0,\"findings\":{}"},
        {0, 0, 0, 0, 0, 0, 0, true, false, "0 files, 0 games, 0 plies: nothing could be checked\n",
         "\"files\":0,\"games\":0,\"plies\":0,\"faulty\":0,\"findings\":{}"},
        {2, 1, 2, 0, 0, 0, 0, true, false,
         "2 files, 1 game, 2 plies: no faults in what could be read\n",
         "\"files\":2,\"games\":1,\"plies\":2,\"faulty\":0,\"findings\":{}"},
        {1, 3, 2, 1, 4, 5, 6, false, false,
         "1 file, 3 games, 2 plies: 1 faulty game (33.3 %)\n"
         "        4  illegal\n        5  noncanonical-san (warning)\n        6  claim-moves "
         "(note)\n",
         "\"files\":1,\"games\":3,\"plies\":2,\"faulty\":1,\"findings\":{\"illegal\":4,"
         "\"noncanonical-san\":5,\"claim-moves\":6}"},
        {1, 2, 2, 2, 0, 5, 6, true, true,
         "1 file, 2 games, 2 plies: 2 faulty games (100 %)\n"
         "        5  noncanonical-san\n        6  claim-moves (note)\n",
         "\"files\":1,\"games\":2,\"plies\":2,\"faulty\":2,\"findings\":{\"noncanonical-san\":5,"
         "\"claim-moves\":6}"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[1000] = "", expected[1000];
        check_case("row %zu", i);
        r.files = rows[i].files;
        r.counts = (check_counts){
            .games = rows[i].games, .plies = rows[i].plies, .faulty = rows[i].faulty};
        r.counts.findings[FOUND_ILLEGAL] = rows[i].wrong;
        r.counts.findings[FOUND_NONCANONICAL] = rows[i].warned;
        r.counts.findings[FOUND_CLAIM_MOVES] = rows[i].noted;
        r.unreadable = rows[i].unreadable;
        FILE *to = fmemopen(text, sizeof text, "w");
        check_summary(&r, rows[i].strict, to);
        fclose(to);
        CHECK_EQ_TEXT(text, rows[i].text);
        to = fmemopen(text, sizeof text, "w");
        check_summary_json(&r, ",\"more\":1", to);
        fclose(to);
        snprintf(expected, sizeof expected, "{\"summary\":true,%s,\"more\":1}\n", rows[i].json);
        CHECK_EQ_TEXT(text, expected);
    }
    check_case("%s", "");
}

/* ---- Names of files ---- */

TEST(a_folder_stands_for_its_collections)
{
    static const char *const names[] = {"x/a.pgn",     "x/b.pgn.gz", "x/c.pgn.zst", "x/d.pgn.bz2",
                                        "x/E.PGN",     "x/pgn",      "x/f.pgn.xz",  "x/.g.pgn",
                                        "x/sub/h.pgn", "x/i.pgnn",   "x/.pgn",      "x/j.Pgn"};
    static const char *const wanted[] = {"x/E.PGN",     "x/a.pgn",     "x/b.pgn.gz",
                                         "x/c.pgn.zst", "x/d.pgn.bz2", "x/sub/h.pgn"};
    file_list list = {.paths = NULL};
    CHECK(mkdir(path_of("x"), 0700) == 0 && mkdir(path_of("x/sub"), 0700) == 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        fclose(fopen(path_of(names[i]), "w"));
    CHECK(mkfifo(path_of("x/pipe.pgn"), 0600) == 0);
    CHECK(symlink("..", path_of("x/loop.pgn")) == 0 && symlink("a.pgn", path_of("x/z.pgn")) == 0);
    CHECK(files_add(&list, path_of("x")) && files_add(&list, "-") && files_add(&list, "nowhere"));
    CHECK_EQ_INT(list.count, 9);
    for (size_t i = 0; i < 6 && i < list.count; i++)
        CHECK_EQ_TEXT(list.paths[i] + strlen(folder) + 1, wanted[i]);
    CHECK_EQ_TEXT(list.paths[6] + strlen(folder) + 1, "x/z.pgn");
    CHECK_EQ_TEXT(list.paths[7], "-");
    CHECK_EQ_TEXT(list.paths[8], "nowhere");
    files_free(&list);
    /* Folders in folders, up to a limit. */
    char deep[300];
    size_t len = (size_t)snprintf(deep, sizeof deep, "%s/x", folder);
    for (int depth = 1; depth <= 33; depth++) {
        len += (size_t)snprintf(deep + len, sizeof deep - len, "/%s", depth == 1 ? "deep" : "d");
        CHECK(mkdir(deep, 0700) == 0);
        snprintf(deep + len, sizeof deep - len, "/k.pgn");
        fclose(fopen(deep, "w"));
        deep[len] = '\0';
    }
    list = (file_list){.paths = NULL};
    snprintf(deep + len, sizeof deep - len, "/");
    char top[100];
    snprintf(top, sizeof top, "%s/x/", folder); /* no second / is written */
    CHECK(files_add(&list, top));
    CHECK_EQ_INT(list.count, 7 + 32);
    CHECK(strstr(list.paths[0], "x/E.PGN") != NULL && strstr(list.paths[0], "//") == NULL);
    files_free(&list);
    char command[200];
    snprintf(command, sizeof command, "rm -r '%s/x'", folder);
    CHECK(system(command) == 0);
    list = (file_list){.paths = NULL};
    files_free(&list);
}

int main(void)
{
    one = malloc(sizeof *one);
    other = malloc(sizeof *other);
    if (mkdtemp(folder) == NULL || one == NULL || other == NULL)
        return 1;
    RUN(threads_change_nothing);
    RUN(many_small_games_are_sorted);
    RUN(a_run_begins_at_a_byte);
    RUN(what_cannot_be_read_is_said);
    RUN(an_index_changes_nothing);
    RUN(enough_is_enough);
    RUN(counts_are_written);
    RUN(a_folder_stands_for_its_collections);
    free(one);
    free(other);
    unlink(path_of("a.pgn"));
    unlink(path_of("b.pgn"));
    unlink(path_of("c.pgn"));
    if (rmdir(folder) != 0) /* all files are gone */
        return 1;
    return tests_result();
}
