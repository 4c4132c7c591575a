/* test_grade_memory.c: lack of memory. Each function is called again and again, with one allocation
 * more that succeeds: it says that it failed exactly if an allocation failed, frees all, and leaves
 * no file open. */
#include "check.h"
#include "common/text_builder.h"
#include "grade/class.h"
#include "grade/intake/archive.h"
#include "grade/intake/intake.h"
#include "grade/report/class_summary.h"
#include "grade/report/result_store.h"
#include "grade/report/roster.h"
#include "grade/report/why_lines.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Memory (the linker puts these in place of the C library's functions) ---- */

static bool scarce;      /* only so many allocations succeed */
static size_t allowed;   /* how many */
static bool refused;     /* one has failed */
static ptrdiff_t blocks; /* allocated and not freed */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
char *__real_strdup(const char *text);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
char *__wrap_strdup(const char *text);
void __wrap_free(void *block);

static bool may_allocate(void)
{
    if (scarce && allowed == 0) {
        refused = true;
        return false;
    }
    allowed -= scarce;
    return true;
}

static void *counted(void *block)
{
    blocks += block != NULL;
    return block;
}

void *__wrap_malloc(size_t size)
{
    return may_allocate() ? counted(__real_malloc(size)) : NULL;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return may_allocate() ? counted(__real_calloc(count, size)) : NULL;
}

void *__wrap_realloc(void *block, size_t size)
{
    if (!may_allocate())
        return NULL;
    blocks += block == NULL;
    return __real_realloc(block, size);
}

char *__wrap_strdup(const char *text)
{
    return may_allocate() ? counted(__real_strdup(text)) : NULL;
}

void __wrap_free(void *block)
{
    blocks -= block != NULL;
    __real_free(block);
}

/* ---- What is called ---- */

static char folder[] = "/tmp/arbiter-memory.XXXXXX";

static const char *at(const char *name)
{
    static char paths[4][200];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void put(const char *name, const char *text)
{
    FILE *out = fopen(at(name), "w");
    if (CHECK(out != NULL)) {
        fputs(text, out);
        fclose(out);
    }
}

/* The descriptor that is opened next. */
static int next_descriptor(void)
{
    int fd = dup(2);
    close(fd);
    return fd;
}

/* Calls a function until all its allocations succeed. It returns whether it succeeded. */
static void until_it_succeeds(const char *name, bool function(void))
{
    enum { MOST = 400 };
    bool ok = false;
    refused = true;
    for (size_t most = 0; refused && most < MOST; most++) {
        ptrdiff_t before = blocks;
        int next = next_descriptor();
        check_case("%s, %zu allocations", name, most);
        allowed = most;
        refused = false;
        scarce = true;
        ok = function();
        scarce = false;
        CHECK_EQ_INT(ok, !refused);
        CHECK_EQ_INT(blocks, before);
        CHECK_EQ_INT(next_descriptor(), next);
    }
    CHECK(ok);
    check_case("%s", "");
}

static const char lab[] =
    "10\n8 8\nb r 0 0\nb k 0 4\nw k 7 4\nw q 7 0\n~\nisValidScan\nunderThreatScan\n"
    "isValidMove 7 4 6 4\nscoreBoard\n";
static const char narrated[] = "new\nE2 E4\nE7 E5\nE2 E4\n";
static const char game[] = "turn\nmove 4 6 4 4\nhistory\n";
static const char moves[] = "k 4 4 K 4 7: 4 4 3 3\nk 4 4 K 4 7: 4 4 9 9\n";

static bool read_one(grade_test *test, grade_questions questions, const char *text,
                     fmt_error *error)
{
    const char *rules = questions == GRADE_ASK_LAB    ? "lab-bonus"
                        : questions == GRADE_ASK_GAME ? "king-capture"
                                                      : "basic";
    grade_reading reading = {.questions = questions, .rules = arb_rules_find(rules, strlen(rules))};
    return grade_test_read(test, reading, "test", text, strlen(text), error);
}

static bool reads(grade_questions questions, const char *text)
{
    grade_test test;
    fmt_error error = {.line = 7};
    bool ok = read_one(&test, questions, text, &error);
    scarce = false;
    if (!ok)
        CHECK_EQ_TEXT(error.text, "not enough memory");
    CHECK(ok || error.line == 0 || questions == GRADE_ASK_GAME); /* where a call lacks memory */
    if (ok)
        grade_test_free(&test);
    return ok;
}

static bool reads_lab(void)
{
    return reads(GRADE_ASK_LAB, lab);
}

static bool reads_narrated(void)
{
    return reads(GRADE_ASK_NARRATE, narrated);
}

static bool reads_game(void)
{
    return reads(GRADE_ASK_GAME, game);
}

static bool reads_moves(void)
{
    return reads(GRADE_ASK_MOVES, moves);
}

static void keep_error(void *context, const fmt_error *error)
{
    fmt_error *kept = context;
    *kept = *error;
}

static bool reads_course(void)
{
    static const char text[] = "format = moves\npart a = generate 2\n";
    grade_course course;
    fmt_error error;
    bool ok = grade_course_read(&course, text, strlen(text), keep_error, &error);
    if (!ok)
        CHECK(strcmp(error.text, "not enough memory") == 0 && error.line == 0);
    if (ok)
        grade_course_free(&course);
    return ok;
}

static bool reads_roster(void)
{
    static char text[4000];
    grade_roster roster;
    grade_table_error error = {.line = 1};
    size_t len = (size_t)snprintf(text, sizeof text, "Student,ID,SIS User ID\n");
    for (int i = 0; i < 70; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "\"Ann, B\",%d,%d\n", i, i);
    bool ok = grade_roster_read(&roster, text, len, &error);
    if (!ok)
        CHECK(strcmp(error.text, "not enough memory") == 0 && error.line == 0);
    CHECK(!ok || roster.table.row_count == 71);
    if (ok)
        grade_roster_free(&roster);
    return ok;
}

/* ---- Reports ---- */

/* Reports on a run with a wrong answer, whose test has been read before. */
static bool reports(grade_questions questions, const char *text, grade_run run)
{
    static const grade_scheme scheme = {.partial = true, .limits = {.seconds = 7}};
    grade_test test;
    grade_report report;
    fmt_error error;
    size_t most = allowed;
    scarce = false;
    CHECK(read_one(&test, questions, text, &error));
    allowed = most;
    scarce = true;
    run.ending = GRADE_MISMATCH;
    run.said_len = strlen(run.said);
    bool ok = grade_report_make(&report, &test, &run, GRADE_PROGRAM, &scheme);
    scarce = false;
    grade_test_free(&test);
    return ok;
}

static bool reports_lab(void)
{
    return reports(GRADE_ASK_LAB, lab, (grade_run){.said = (char[]){"7 4 6 4\n.\n"}});
}

static bool reports_narrated(void)
{
    static char said[] = "White's Pawn\nBlack's Pawn moves from E7 to E5\n";
    return reports(GRADE_ASK_NARRATE, narrated, (grade_run){.said = said, .matched = 1});
}

static bool reports_game(void)
{
    return reports(GRADE_ASK_GAME, game, (grade_run){.said = (char[]){"x\n"}, .matched = 2});
}

static bool reports_moves(void)
{
    return reports(GRADE_ASK_MOVES, moves, (grade_run){.said = (char[]){"x\nLegal\n"}});
}

/* ---- Results ---- */

static grade_test tests[1];
static grade_plan plan = {.tests = tests, .count = 1};
static const grade_limits limits = {.seconds = 60, .memory = 4096, .processes = 64, .file = 1};

static bool ends_a_run(const char *script)
{
    const char *const argv[] = {"/bin/sh", "-c", script, NULL};
    const grade_actor actor = {.questions = GRADE_ASK_LAB,
                               .job = {.argv = argv, .open_folder = "/tmp", .limits = limits}};
    grade_run run;
    grade_run_test(&plan.sandbox, &actor, tests, NULL, &run);
    bool ok = run.ending != GRADE_FAILED;
    scarce = false;
    if (ok) /* a look at /proc that lacks memory is left out */
        refused = false;
    CHECK(!ok || (run.ending == GRADE_MISMATCH && strcmp(run.said, "x\n") == 0));
    grade_run_free(&run);
    return ok;
}

static bool runs(void)
{
    return ends_a_run("cat >/dev/null; echo x; echo x");
}

static bool makes_a_result(void)
{
    const grade_source source = {GRADE_BY_PROGRAM, "cat"};
    grade_result result;
    bool ok = grade_result_make(&result, &plan, &source, 0, NULL, NULL);
    bool whole = ok && result.ran && grade_result_failed(&result) == 0;
    scarce = false;
    if (whole)
        refused = false;
    grade_result_free(&result);
    return whole;
}

static bool loads_a_result(void)
{
    grade_result result;
    bool ok = grade_store_load(folder, "ann", 5, &plan, &result);
    scarce = false;
    CHECK(ok == (result.runs != NULL));
    if (ok)
        grade_result_free(&result);
    return ok;
}

static bool makes_a_key(void)
{
    return grade_key(&plan, &(grade_source){GRADE_BY_FOLDER, at("work")}) != 0;
}

static grade_class class;

static bool reads_a_class(void)
{
    grade_class read;
    bool ok = grade_class_read(&read, at("class"), &(grade_assignment){.format = NULL});
    CHECK_EQ_INT(read.count, ok ? 70 : 0);
    if (ok)
        grade_class_free(&read);
    return ok;
}

static bool sums_up(void)
{
    grade_summary summary;
    bool ok = grade_summary_make(&summary, &plan, &class);
    CHECK(ok == (summary.students != NULL));
    CHECK(!ok || (summary.rule_count == 1 && summary.marked == 1));
    if (ok)
        grade_summary_free(&summary);
    return ok;
}

/* ---- What was handed in ---- */

static bool finds_work(void)
{
    grade_found found;
    return grade_find_work(at("work"), (const char *const[]){"*.java", NULL}, false, &found);
}

static bool copies(void)
{
    grade_stage stage;
    CHECK(grade_stage_open(&stage));
    bool ok = grade_stage_copy(&stage, at("work"), "submission");
    CHECK(!ok == (strcmp(stage.error, "not enough memory") == 0) && !stage.at_fault);
    grade_stage_close(&stage);
    return ok;
}

static bool unpacks(void)
{
    grade_stage stage;
    CHECK(grade_stage_open(&stage));
    bool ok = grade_archive_unpack(&stage, at("empty.zip"), "unpacked");
    CHECK(!ok == (strcmp(stage.error, "not enough memory") == 0) && !stage.at_fault);
    grade_stage_close(&stage);
    return ok;
}

TEST(what_is_read)
{
    until_it_succeeds("lab", reads_lab);
    until_it_succeeds("narrate", reads_narrated);
    until_it_succeeds("game", reads_game);
    until_it_succeeds("moves", reads_moves);
    until_it_succeeds("course", reads_course);
    until_it_succeeds("roster", reads_roster);
}

TEST(what_is_reported)
{
    until_it_succeeds("lab", reports_lab);
    until_it_succeeds("narrate", reports_narrated);
    until_it_succeeds("game", reports_game);
    until_it_succeeds("moves", reports_moves);
}

TEST(what_is_kept)
{
    fmt_error error;
    CHECK(read_one(tests, GRADE_ASK_LAB, lab, &error));
    plan.scheme.limits = limits;
    plan.sandbox.isolation = GRADE_OPEN;
    until_it_succeeds("run", runs);
    until_it_succeeds("result", makes_a_result);
    grade_entry entry = {.name = (char[]){"ann"}, .source.what = "ann", .done = true};
    CHECK(grade_result_make(&entry.result, &plan, &(grade_source){GRADE_BY_PROGRAM, "cat"}, 0, NULL,
                            NULL));
    CHECK(grade_store_save(folder, "ann", 5, &entry.result));
    until_it_succeeds("load", loads_a_result);
    class = (grade_class){.entries = &entry, .count = 1};
    until_it_succeeds("summary", sums_up);
    grade_result_free(&entry.result);
    until_it_succeeds("key", makes_a_key);
    grade_test_free(tests);
}

TEST(what_is_handed_in)
{
    until_it_succeeds("class", reads_a_class);
    until_it_succeeds("work", finds_work);
    until_it_succeeds("copy", copies);
    until_it_succeeds("zip", unpacks);
}

int main(void)
{
    static const char empty_zip[22] = "PK\5\6";
    signal(SIGPIPE, SIG_IGN); /* as the command */
    CHECK(mkdtemp(folder) != NULL);
    CHECK(mkdir(at("work"), 0755) == 0 && mkdir(at("work/a"), 0755) == 0 &&
          mkdir(at("work/a/b"), 0755) == 0 && mkdir(at("class"), 0755) == 0);
    for (int i = 0; i < 70; i++) {
        char name[20];
        snprintf(name, sizeof name, "class/%d", i);
        put(name, "");
    }
    put("work/a/b/Game.java", "class Game {}\n");
    put("work/text", "nothing\n");
    FILE *zip = fopen(at("empty.zip"), "w");
    CHECK(zip != NULL && fwrite(empty_zip, 1, sizeof empty_zip, zip) == sizeof empty_zip &&
          fclose(zip) == 0);
    RUN(what_is_read);
    RUN(what_is_reported);
    RUN(what_is_kept);
    RUN(what_is_handed_in);
    char command[100];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    CHECK_EQ_INT(system(command), 0);
    return check_result();
}
