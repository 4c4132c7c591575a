/* test_grade_class.c: a folder of submissions, graded by several threads, and results that are
 * kept. The submissions are scripts, which run without isolation. */
#include "check.h"
#include "grade/class.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/arbiter-class.XXXXXX";
static const grade_assignment assignment = {.format = NULL};

static const char *at(const char *name)
{
    static char paths[4][200];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

/* Writes a script that counts its calls, and answers. */
static void put_program(const char *name, const char *answers)
{
    FILE *out = fopen(at(name), "w");
    if (CHECK(out != NULL)) {
        fprintf(out, "#!/bin/sh\ncat >/dev/null\necho run >>%s\n%s\n", at("calls"), answers);
        fclose(out);
    }
    CHECK_EQ_INT(chmod(at(name), 0755), 0);
}

/* How often submissions were called since the last time. */
static unsigned calls(void)
{
    unsigned count = 0;
    FILE *in = fopen(at("calls"), "r");
    for (int c; in != NULL && (c = getc(in)) != EOF;)
        count += c == '\n';
    if (in != NULL)
        fclose(in);
    unlink(at("calls"));
    return count;
}

/* ---- The class ---- */

static const char config[] = "10\n8 8\nb k 0 4\nw k 7 4\n~\nisValidMove 7 4 6 4\n";
static grade_test tests[2];
static atomic_int stop;
static grade_plan plan = {
    .tests = tests,
    .count = 2,
    .scheme.limits = {.seconds = 60, .memory = 4096, .processes = 64, .file = 1},
    .sandbox.isolation = GRADE_OPEN,
    .stop = &stop,
};

static size_t told; /* tests */

static void tell(void *context, size_t count)
{
    CHECK(context == &told);
    told += count;
}

static bool run(grade_class *class, unsigned threads, const char *state, bool anew)
{
    told = 0;
    bool ok = grade_class_run(
        class, &plan,
        &(grade_class_options){
            .threads = threads, .state = state, .anew = anew, .progress = tell, .context = &told});
    CHECK_EQ_INT(ok, errno == 0);
    return ok;
}

/* Reads the class anew and grades it; "ann pppp" for each submission: its name, whether its tests
 * were passed, "+" if its result was kept, "?" if it was not graded, "-" if there is nothing. */
static const char *graded(unsigned threads, const char *state, bool anew)
{
    static char text[1000];
    grade_class class;
    size_t len = 0;
    CHECK(grade_class_read(&class, at("class"), &assignment));
    CHECK(run(&class, threads, state, anew));
    text[0] = '\0';
    for (size_t i = 0; i < class.count; i++) {
        const grade_entry *entry = &class.entries[i];
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%s ", i > 0 ? ", " : "",
                                entry->name);
        for (size_t t = 0; entry->result.runs != NULL && t < entry->result.count; t++)
            len += (size_t)snprintf(text + len, sizeof text - len, "%c",
                                    grade_ending_name(entry->result.runs[t].ending)[0]);
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%s%s", entry->reused ? "+" : "",
                                entry->done ? "" : "?", entry->source.what == NULL ? "-" : "");
    }
    grade_class_free(&class);
    CHECK(class.entries == NULL && class.count == 0);
    return text;
}

TEST(entries_are_ordered_and_hidden_ones_left_out)
{
    static const char *const names[] = {"ann", "bob", "cid", "dan.txt"};
    grade_class class;
    CHECK(!grade_class_read(&class, at("none"), &assignment));
    CHECK_EQ_INT(class.count, 0);
    CHECK(grade_class_read(&class, at("class"), &assignment));
    CHECK_EQ_INT(class.count, 4);
    for (size_t i = 0; i < class.count && i < 4; i++) {
        CHECK_EQ_TEXT(class.entries[i].name, names[i]);
        CHECK(strncmp(class.entries[i].path, at("class/"), strlen(at("class/"))) == 0);
        CHECK_EQ_TEXT(strrchr(class.entries[i].path, '/') + 1, names[i]);
        CHECK(i < 3 ? class.entries[i].source.what == class.entries[i].path
                    : class.entries[i].source.what == NULL);
    }
    CHECK(!grade_class_keep(&class, "dan"));
    CHECK_EQ_INT(class.count, 4);
    CHECK(grade_class_keep(&class, "bob"));
    CHECK_EQ_INT(class.count, 1);
    CHECK_EQ_TEXT(class.entries[0].name, "bob");
    CHECK(grade_class_keep(&class, "bob") && !grade_class_keep(&class, "ann"));
    grade_class_free(&class);
    CHECK(mkdir(at("empty"), 0755) == 0 && grade_class_read(&class, at("empty"), &assignment));
    CHECK_EQ_INT(class.count, 0);
    CHECK(run(&class, 2, NULL, false));
    grade_class_free(&class);
}

TEST(each_is_graded_once)
{
    for (unsigned threads = 1; threads <= 5; threads += 2) {
        check_case("%u threads", threads);
        CHECK_EQ_TEXT(graded(threads, NULL, false), "ann pp, bob mm, cid ss, dan.txt -");
        CHECK_EQ_INT(told, 8);
        CHECK_EQ_INT(calls(), 6);
    }
    check_case("%s", "");
    grade_class class;
    CHECK(grade_class_read(&class, at("class"), &assignment));
    const grade_class_options quiet = {.threads = 1};
    CHECK(grade_class_run(&class, &plan, &quiet));
    CHECK(class.entries[0].done && class.entries[0].result.ran);
    grade_class_free(&class);
    CHECK_EQ_INT(calls(), 6);
}

TEST(results_are_kept)
{
    const char *state = strdup(at("state"));
    CHECK_EQ_TEXT(graded(2, state, false), "ann pp, bob mm, cid ss, dan.txt -");
    CHECK_EQ_INT(calls(), 6);
    CHECK_EQ_TEXT(graded(2, state, false), "ann pp+, bob mm+, cid ss+, dan.txt -");
    CHECK_EQ_INT(told, 8);
    CHECK_EQ_INT(calls(), 0);
    CHECK_EQ_TEXT(graded(2, state, true), "ann pp, bob mm, cid ss, dan.txt -");
    CHECK_EQ_INT(calls(), 6);
    put_program("class/bob", "echo true");
    CHECK_EQ_TEXT(graded(2, state, false), "ann pp+, bob pp, cid ss+, dan.txt -");
    CHECK_EQ_INT(calls(), 2);
    check_case("%s", "a file in place of the folder");
    grade_class class;
    CHECK(grade_class_read(&class, at("class"), &assignment));
    CHECK(!run(&class, 2, at("calls.not/state"), false));
    CHECK_EQ_INT(errno, ENOENT);
    CHECK(!run(&class, 2, at("class/ann"), false));
    CHECK_EQ_INT(errno, EEXIST);
    CHECK(!class.entries[0].done && told == 0);
    check_case("%s", "a result that cannot be kept");
    CHECK(unlink(at("state/ann.grade")) == 0 && mkdir(at("state/ann.grade"), 0755) == 0);
    CHECK(!run(&class, 1, state, false));
    CHECK_EQ_INT(errno, EISDIR);
    CHECK(class.entries[0].done && class.entries[0].result.ran && !class.entries[1].done);
    CHECK_EQ_INT(calls(), 2);
    grade_class_free(&class);
    check_case("%s", "");
    free((char *)state);
}

TEST(a_class_is_stopped)
{
    stop = 1;
    CHECK_EQ_TEXT(graded(2, NULL, false), "ann ?, bob ?, cid ?, dan.txt ?-");
    CHECK(told == 0 && calls() == 0);
    stop = 0;
}

static void stop_now(void *context, size_t count)
{
    (void)context, (void)count;
    stop = 1;
}

TEST(a_submission_that_is_stopped_is_not_done)
{
    grade_class class;
    CHECK(grade_class_read(&class, at("class"), &assignment));
    const grade_class_options options = {.threads = 1, .state = at("later"), .progress = stop_now};
    CHECK(grade_class_run(&class, &plan, &options));
    CHECK(!class.entries[0].done && !class.entries[0].result.ran && !class.entries[1].done);
    CHECK_EQ_INT(access(at("later/ann.grade"), F_OK), -1);
    grade_class_free(&class);
    stop = 0;
    calls();
}

int main(void)
{
    fmt_error error;
    const grade_reading reading = {.rules = arb_rules_find("lab-bonus", 9)};
    for (int i = 0; i < 2; i++)
        if (!grade_test_read(&tests[i], reading, "test", config, sizeof config - 1, &error))
            return 1;
    if (mkdtemp(folder) == NULL || mkdir(at("class"), 0755) != 0)
        return 1;
    put_program("class/cid", "exit 3");
    put_program("class/ann", "echo true");
    put_program("class/bob", "echo false");
    put_program("class/.hidden", "echo true");
    FILE *text = fopen(at("class/dan.txt"), "w");
    CHECK(text != NULL && fclose(text) == 0);
    RUN(entries_are_ordered_and_hidden_ones_left_out);
    RUN(each_is_graded_once);
    RUN(results_are_kept);
    RUN(a_class_is_stopped);
    RUN(a_submission_that_is_stopped_is_not_done);
    for (int i = 0; i < 2; i++)
        grade_test_free(&tests[i]);
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) != 0 ? 1 : check_result();
}
