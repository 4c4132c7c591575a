/* test_grade_store.c: a kept result is used again for the same submission, tests and limits only.
 */
#include "check.h"
#include "deep_path.h"
#include "grade/report/result_store.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/arbiter-store.XXXXXX";

static const char *at(const char *name)
{
    static char paths[4][2400];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", root, name);
    return path;
}

static void put(const char *name, const char *text)
{
    FILE *out = fopen(at(name), "wb");
    if (CHECK(out != NULL)) {
        fputs(text, out);
        fclose(out);
    }
}

static const char config[] = "10\n8 8\nb r 0 0\nb k 0 4\nw k 7 4\n~\nisValidMove 0 0 1 0\n";

static grade_test read_test(const char *name, const char *rules)
{
    grade_test test;
    fmt_error error;
    grade_reading reading = {.rules = arb_rules_find(rules, strlen(rules))};
    CHECK(grade_test_read(&test, reading, name, config, sizeof config - 1, &error));
    return test;
}

/* ---- The key ---- */

static grade_test tests[2];
static grade_plan plan;
static grade_source source;

static uint64_t key(void)
{
    return grade_key(&plan, &source);
}

/* The key of the plan as it is now, which must be a new one; the plan is then as it was before. */
static void other(const char *what)
{
    static uint64_t seen[100];
    static size_t count;
    uint64_t now = key();
    check_case("%s", what);
    CHECK(now != 0);
    for (size_t i = 0; i < count; i++)
        CHECK(seen[i] != now);
    if (CHECK(count < sizeof seen / sizeof *seen))
        seen[count++] = now;
    check_case("%s", "");
}

#define OTHER(field, value)                                                                        \
    do {                                                                                           \
        __typeof__(field) before = field;                                                          \
        field = value;                                                                             \
        other(#field);                                                                             \
        field = before;                                                                            \
        CHECK(key() == first);                                                                     \
    } while (0)

TEST(a_key_covers_all_that_a_result_depends_on)
{
    static const grade_format formats[] = {{.name = "lab3-class"}, {.name = "lab3-program"}};
    static char others[2][sizeof config];
    memcpy(others[0], config, sizeof config);
    memcpy(others[1], config, sizeof config);
    others[0][0] = '2'; /* other points */
    others[1][0] = '3';
    static const char *const forbidden[] = {"stockfish", "crafty"};
    tests[0] = read_test("one", "lab-bonus");
    tests[1] = read_test("two", "lab-bonus");
    plan =
        (grade_plan){.tests = tests,
                     .count = 2,
                     .scheme.limits = {.seconds = 10, .memory = 256, .processes = 16, .file = 8}};
    put("one.c", "int main");
    source = (grade_source){GRADE_BY_SOURCE, at("one.c")};
    char what[2400];
    snprintf(what, sizeof what, "%s", source.what);
    source.what = what;
    uint64_t first = key();
    other("nothing");
    OTHER(plan.scheme.limits.seconds, 11);
    OTHER(plan.scheme.limits.memory, 257);
    OTHER(plan.scheme.limits.address, 1);
    OTHER(plan.scheme.limits.processes, 17);
    OTHER(plan.scheme.limits.file, 9);
    OTHER(plan.sandbox.isolation, GRADE_OPEN);
    OTHER(source.way, GRADE_BY_CLASS);
    OTHER(plan.count, 1);
    OTHER(plan.assignment.sanitize, true);
    OTHER(plan.assignment.bonus, true);
    OTHER(plan.assignment.leaks, true);
    OTHER(plan.assignment.format, &formats[0]);
    OTHER(plan.assignment.format, &formats[1]);
    OTHER(plan.assignment.main, "a");
    OTHER(plan.assignment.build, "a");
    OTHER(plan.assignment.run, "a");
    OTHER(plan.assignment.run, "b");
    plan.assignment.forbidden = forbidden;
    OTHER(plan.assignment.forbidden_count, 1);
    OTHER(plan.assignment.forbidden_count, 2);
    for (size_t i = 0; i < 2; i++) {
        OTHER(tests[i].name, "three");
        OTHER(tests[i].len, tests[i].len - 1);
        OTHER(tests[i].text, others[i]);
        OTHER(tests[i].mobility, (arb_mobility)(tests[i].mobility + 1));
        OTHER(tests[i].questions, GRADE_ASK_GAME);
        OTHER(tests[i].loose, true);
        OTHER(tests[i].rulings, true);
    }
    OTHER(tests[0].rules, arb_rules_find("chess", 5));
    CHECK(grade_key(&plan, &(grade_source){GRADE_BY_SOURCE, at("none")}) ==
          grade_key(&plan, &(grade_source){GRADE_BY_SOURCE, at("nowhere")}));
    put("one.c", "int mine");
    other("the file");
    put("one.c", "int main");
    CHECK(key() == first);
    /* Where one text ends and the next one begins matters. */
    plan.assignment.main = "ab";
    plan.assignment.build = "c";
    uint64_t early = key();
    plan.assignment.main = "a";
    plan.assignment.build = "bc";
    CHECK(key() != early);
    plan.assignment.main = plan.assignment.build = NULL;
    CHECK(key() == first);
}

TEST(a_folder_counts_with_all_its_files)
{
    char what[2400];
    mkdir(at("work"), 0755);
    mkdir(at("work/sub"), 0755);
    mkdir(at("work/sub/sub"), 0755);
    put("work/a", "1");
    put("work/sub/b", "2");
    put("work/sub/sub/c", "3");
    snprintf(what, sizeof what, "%s", at("work"));
    source = (grade_source){GRADE_BY_SOURCE, what};
    uint64_t first = key();
    other("the folder");
    put("work/sub/sub/c", "4");
    other("a file deep in it");
    put("work/sub/sub/c", "3");
    CHECK(key() == first);
    rename(at("work/a"), at("work/d"));
    other("a name");
    rename(at("work/d"), at("work/sub/a"));
    other("a place");
    rename(at("work/sub/a"), at("work/a"));
    CHECK(key() == first);
    chmod(at("work/a"), 0755);
    other("the right to run it");
    chmod(at("work/a"), 0600);
    CHECK(key() == first);
    put("work/e", "");
    other("an empty file more");
    unlink(at("work/e"));
    put("work/a", "2");
    put("work/sub/b", "1");
    other("two that changed places");
    put("work/a", "1");
    put("work/sub/b", "2");
    mkdir(at("work/.git"), 0755);
    put("work/.git/index", "x");
    CHECK(symlink("a", at("work/link")) == 0 && mkdir(at("work/empty"), 0755) == 0);
    CHECK(key() == first); /* none of these is graded */
    /* The course's own files count apart from it. */
    char course[2400];
    snprintf(course, sizeof course, "%s", at("work/sub"));
    plan.assignment.course = course;
    other("with files of the course");
    put("work/sub/sub/c", "5");
    other("with others");
    plan.assignment.course = NULL;
    snprintf(what, sizeof what, "%s", at("work/sub"));
    other("the folder below alone");
}

/* ---- Files ---- */

static grade_result sample(grade_run runs[2])
{
    static char log[] = "log";
    runs[0] = (grade_run){.ending = GRADE_PASSED, .matched = 1};
    runs[1] = (grade_run){.ending = GRADE_SILENT, .code = 7};
    return (grade_result){.ran = true, .built = true, .log = log, .runs = runs, .count = 2};
}

TEST(a_result_is_kept_for_its_key)
{
    grade_run runs[2];
    grade_result result = sample(runs), again;
    char folder[2400];
    snprintf(folder, sizeof folder, "%s", at("state"));
    CHECK(grade_store_open(folder) && grade_store_open(folder));
    CHECK(grade_store_save(folder, "alice", 77, &result));
    CHECK(access(at("state/alice.grade"), F_OK) == 0 &&
          access(at("state/alice.grade.part"), F_OK) != 0);
    CHECK(grade_store_load(folder, "alice", 77, &plan, &again));
    CHECK(again.ran && again.built && again.count == 2 && again.runs[1].code == 7);
    grade_result_free(&again);
    CHECK(!grade_store_load(folder, "alice", 78, &plan, &again) && again.count == 0);
    CHECK(!grade_store_load(folder, "alicia", 77, &plan, &again));
    put("state/bob.grade", "");
    CHECK(!grade_store_load(folder, "bob", 77, &plan, &again));
    put("state/bob.grade", "arbiter-grade 2\nkey 000000000000004d\n");
    CHECK(!grade_store_load(folder, "bob", 77, &plan, &again));
    runs[1].code = 8;
    CHECK(grade_store_save(folder, "alice", 79, &result));
    CHECK(!grade_store_load(folder, "alice", 77, &plan, &again));
    CHECK(grade_store_load(folder, "alice", 79, &plan, &again) && again.runs[1].code == 8);
    grade_result_free(&again);
    /* A result that the machine spoilt is not kept, and does not replace another. */
    runs[0].ending = GRADE_FAILED;
    CHECK_EQ_INT(grade_result_failed(&result), 1);
    CHECK(grade_store_save(folder, "alice", 80, &result));
    CHECK(grade_store_save(folder, "carol", 80, &result));
    CHECK(grade_store_load(folder, "alice", 79, &plan, &again));
    grade_result_free(&again);
    CHECK(access(at("state/carol.grade"), F_OK) != 0);
}

TEST(what_cannot_be_kept)
{
    grade_run runs[2];
    grade_result result = sample(runs), again;
    char name[1100], folder[2400];
    put("file", "");
    CHECK(!grade_store_open(at("file")) && errno == EEXIST);
    CHECK(!grade_store_open(at("no/folder")) && errno == ENOENT);
    CHECK(!grade_store_save(at("no"), "alice", 1, &result) && errno == ENOENT);
    snprintf(folder, sizeof folder, "%s", at("state"));
    mkdir(at("state/dora.grade"), 0755);
    put("state/dora.grade/x", "");
    CHECK(!grade_store_save(folder, "dora", 1, &result));
    CHECK(errno == EISDIR || errno == ENOTEMPTY || errno == EEXIST);
    CHECK(access(at("state/dora.grade.part"), F_OK) != 0);
    CHECK(!grade_store_load(folder, "dora", 1, &plan, &again));
    memset(name, 'n', sizeof name);
    size_t room = GRADE_PATH_LIMIT - strlen(folder) - strlen("/.grade.part");
    name[room] = '\0';
    errno = 0;
    CHECK(!grade_store_save(folder, name, 1, &result) && errno == ENAMETOOLONG);
    name[room] = 'n';
    name[room + 5] = '\0';
    errno = 0;
    CHECK(!grade_store_load(folder, name, 1, &plan, &again) && errno == ENAMETOOLONG);
}

/* Files whose paths are too long cannot be copied; they are left out of the key, too. */
TEST(paths_have_a_limit)
{
    char what[200];
    CHECK(mkdir(at("deep"), 0755) == 0);
    snprintf(what, sizeof what, "%s", at("deep"));
    source.what = what;
    uint64_t none = key();
    put_deep_file(deep_path(what, GRADE_PATH_LIMIT - 1), "longest");
    uint64_t one = key();
    CHECK(one != none);
    put_deep_file(deep_path(what, GRADE_PATH_LIMIT), "too long");
    CHECK_EQ_INT(key(), one);
    static char name[GRADE_PATH_LIMIT + 1];
    memset(name, 'n', sizeof name - 1);
    source.what = name;
    CHECK_EQ_INT(key(), 0);
}

/* What cannot be read has no key, so that it is graded. */
TEST(a_file_that_cannot_be_opened)
{
    struct rlimit before;
    int next = dup(2);
    close(next);
    CHECK(mkdir(at("one"), 0755) == 0);
    put("one/file", "text");
    source.what = at("one");
    for (int more = 0; more < 3; more++) { /* a folder's file needs two descriptors */
        CHECK(getrlimit(RLIMIT_NOFILE, &before) == 0);
        struct rlimit few = {(rlim_t)(next + more), before.rlim_max};
        CHECK(setrlimit(RLIMIT_NOFILE, &few) == 0);
        uint64_t now = key();
        CHECK(setrlimit(RLIMIT_NOFILE, &before) == 0);
        check_case("%d descriptors", more);
        CHECK_EQ_INT(now != 0, more == 2);
    }
    check_case("%s", "");
}

int main(void)
{
    if (mkdtemp(root) == NULL)
        return 1;
    RUN(a_key_covers_all_that_a_result_depends_on);
    RUN(a_folder_counts_with_all_its_files);
    RUN(a_result_is_kept_for_its_key);
    RUN(what_cannot_be_kept);
    RUN(paths_have_a_limit);
    RUN(a_file_that_cannot_be_opened);
    grade_test_free(&tests[0]);
    grade_test_free(&tests[1]);
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    return system(command) != 0 ? 1 : check_result();
}
