/* test_grade_grouped.c: processes in a control group, whose files are those of this test. */
#include "check.h"
#include "grade/run_test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char folder[] = "/tmp/arbiter-grouped.XXXXXX";
static const char *const files[] = {"memory.swap.max", "memory.oom.group", "memory.max",
                                    "pids.max",        "cgroup.procs",     "cgroup.kill",
                                    "memory.events"};
enum { FILES = sizeof files / sizeof *files };

static const char *events = ""; /* what the kernel says of a group */
static char seen[2000];         /* "name=text " of each file of a group that is removed */
static unsigned groups;         /* that were made and not removed */

/* A new group has its files. */
int mkdir(const char *path, mode_t mode)
{
    int done = (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
    if (strncmp(path, folder, strlen(folder)) != 0)
        return done;
    for (size_t i = 0; done == 0 && i < FILES; i++) {
        char file[300];
        snprintf(file, sizeof file, "%s/%s", path, files[i]);
        FILE *out = fopen(file, "we");
        if (!CHECK(out != NULL))
            continue;
        fputs(i == FILES - 1 ? events : "", out);
        fclose(out);
    }
    groups += done == 0;
    return done;
}

int rmdir(const char *path)
{
    seen[0] = '\0';
    for (size_t i = 0; i < FILES - 1; i++) {
        char file[300], text[100] = "";
        snprintf(file, sizeof file, "%s/%s", path, files[i]);
        FILE *in = fopen(file, "re");
        if (!CHECK(in != NULL))
            continue;
        text[fread(text, 1, sizeof text - 1, in)] = '\0';
        fclose(in);
        size_t len = strlen(seen);
        snprintf(seen + len, sizeof seen - len, "%s=%s ", files[i], text);
        unlink(file);
    }
    char file[300];
    snprintf(file, sizeof file, "%s/%s", path, files[FILES - 1]);
    unlink(file);
    groups--;
    return (int)syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
}

static const grade_limits limits = {
    .seconds = 60, .memory = 3, .address = 4096, .processes = 64, .file = 1};

static int next_descriptor(void)
{
    int fd = dup(2);
    close(fd);
    return fd;
}

static grade_ending run(const char *base, const char *script, int *code)
{
    const char *const argv[] = {"/bin/sh", "-c", script, NULL};
    const grade_job job = {.argv = argv, .open_folder = "/", .slot = 5, .limits = limits};
    grade_sandbox sandbox = {.isolation = GRADE_OPEN};
    char output[100];
    int next = next_descriptor();
    seen[0] = '\0';
    snprintf(sandbox.groups.base, sizeof sandbox.groups.base, "%s", base);
    grade_ending ending = grade_run_plain(&sandbox, &job, NULL, output, sizeof output, code);
    CHECK_EQ_INT(groups, 0);
    CHECK_EQ_INT(next_descriptor(), next);
    return ending;
}

#define MADE "memory.swap.max=0 memory.oom.group=1 memory.max=3145728 pids.max=64 cgroup.procs=0 "

TEST(a_process_enters_its_group)
{
    int code = -1;
    CHECK_EQ_INT(run(folder, "exit 7", &code), GRADE_PASSED);
    CHECK_EQ_INT(code, 7);
    CHECK_EQ_TEXT(seen, MADE "cgroup.kill=1 "); /* for what it may have left behind */
    CHECK_EQ_INT(run("", "exit 7", &code), GRADE_PASSED);
    CHECK_EQ_TEXT(seen, "");
}

/* With no bytes of memory in the group, what /proc says does not matter: only the kernel's word. */
TEST(the_kernel_says_that_memory_is_out)
{
    static const struct {
        const char *events;
        grade_ending ending;
    } rows[] = {
        {"oom 0\noom_kill 0\n", GRADE_PASSED},
        {"oom 1\noom_kill 0\n", GRADE_PASSED},
        {"oom 1\noom_kill 1\n", GRADE_MEMORY},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int code = -1;
        check_case("row %zu", i);
        events = rows[i].events;
        CHECK_EQ_INT(run(folder, "exit 7", &code), rows[i].ending);
        CHECK_EQ_INT(code, 7);
    }
    events = "";
    check_case("%s", "");
}

TEST(nothing_starts_outside_its_group)
{
    int code = -1;
    CHECK_EQ_INT(run("/nowhere", "exit 7", &code), GRADE_FAILED);
    CHECK_EQ_TEXT(seen, "");
    /* A program that cannot be started leaves nothing behind: its words do not fit. */
    static const char *argv[1100];
    for (size_t i = 0; i + 1 < sizeof argv / sizeof *argv; i++)
        argv[i] = "x";
    const grade_job job = {.argv = argv, .open_folder = "/", .limits = limits};
    grade_sandbox sandbox = {.isolation = GRADE_OPEN};
    snprintf(sandbox.groups.base, sizeof sandbox.groups.base, "%s", folder);
    grade_process process;
    int next = next_descriptor();
    CHECK(!grade_start(&sandbox, &job, &process));
    CHECK_EQ_INT(groups, 0);
    CHECK_EQ_INT(next_descriptor(), next);
}

int main(void)
{
    CHECK(mkdtemp(folder) != NULL);
    RUN(a_process_enters_its_group);
    RUN(the_kernel_says_that_memory_is_out);
    RUN(nothing_starts_outside_its_group);
    CHECK_EQ_INT(syscall(SYS_unlinkat, AT_FDCWD, folder, AT_REMOVEDIR), 0);
    return check_result();
}
