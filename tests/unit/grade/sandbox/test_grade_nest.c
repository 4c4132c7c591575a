/* test_grade_nest.c: what a test of a submission finds in the namespaces that it shares with the
 * other tests. Where bubblewrap does not work nothing can be tested (status 77). */
#include "check.h"
#include "grade/run_test.h"
#include "grade/sandbox/nest.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static grade_sandbox sandbox;
static grade_nest nest;
static char output[20000];

static grade_job job_of(const char *script)
{
    static const char *argv[] = {"/bin/sh", "-c", NULL, NULL};
    argv[2] = script;
    return (grade_job){.argv = argv,
                       .root = GRADE_ROOT_SHELL,
                       .folder = "/tmp",
                       .open_folder = "/",
                       .slot = 3,
                       .nest = &nest,
                       .limits = {.seconds = 300, .memory = 512, .processes = 20, .file = 3}};
}

/* Runs a script in the nest. Returns its exit code. */
static int run(const char *script)
{
    int code = -1;
    grade_job job = job_of(script);
    grade_run_plain(&sandbox, &job, NULL, output, sizeof output, &code);
    return code;
}

static void expect(const char *line)
{
    char text[256], all[sizeof output + 1];
    snprintf(text, sizeof text, "\n%s\n", line);
    snprintf(all, sizeof all, "\n%s", output);
    if (!CHECK(strstr(all, text) != NULL))
        printf("no '%s' in:\n%s", line, output);
}

TEST(a_process_has_no_rights)
{
    CHECK_EQ_INT(
        run("grep -E '^(Cap|NoNewPrivs:|Seccomp:)' /proc/$$/status | tr '\\t' ' '; echo $(id -u) "
            "$(id -g);"
            "cat /proc/$$/setgroups; set -- $(cat /proc/$$/uid_map); echo user $1 $3 $#; set -- "
            "$(cat /proc/$$/gid_map); echo group $1 $3 $#"),
        0);
    expect("CapInh: 0000000000000000");
    expect("CapPrm: 0000000000000000");
    expect("CapEff: 0000000000000000");
    expect("CapBnd: 0000000000000000");
    expect("CapAmb: 0000000000000000");
    expect("NoNewPrivs: 1");
    expect("Seccomp: 2");
    expect("1000 1000");
    expect("deny");
    expect("user 1000 1 3");
    expect("group 1000 1 3");
}

TEST(a_process_sees_no_other)
{
    CHECK_EQ_INT(run("set -- $(cat /proc/$$/stat); echo $$ of $1 in $6; echo /proc/[0-9]*;"
                     "tr '\\0' '|' </proc/$$/environ; echo; pwd; uname -n; for f in 3 4 5 6 7 8 9; "
                     "do [ -e /proc/$$/fd/$f ] && echo descriptor $f; done; true"),
                 0);
    expect("1 of 1 in 1");
    expect("/proc/1");
    expect("PATH=/usr/bin:/bin|HOME=/tmp|LC_ALL=C.UTF-8|");
    expect("/tmp");
    expect("sandbox");
    CHECK(strstr(output, "descriptor") == NULL);
}

TEST(a_process_has_limits)
{
    CHECK_EQ_INT(run("echo address $(ulimit -v) processes $(ulimit -u 2>/dev/null || ulimit -p) "
                     "file $(ulimit -f)"),
                 0);
    expect("address 524288 processes 20 file 6144");
    grade_job job = job_of("echo address $(ulimit -v)");
    int code = -1;
    job.limits.address = 700;
    grade_run_plain(&sandbox, &job, NULL, output, sizeof output, &code);
    CHECK_EQ_INT(code, 0);
    expect("address 716800");
}

TEST(each_test_has_folders_of_its_own)
{
    CHECK_EQ_INT(run("grep -E ' (/tmp|/dev/shm|/proc) ' /proc/mounts | tail -3 | cut -d ' ' -f 1-4 "
                     "| sed 's/,uid=.*//;s/,inode64//'"),
                 0);
    expect("tmpfs /tmp tmpfs rw,nosuid,nodev,relatime,size=3072k,mode=755");
    expect("tmpfs /dev/shm tmpfs rw,nosuid,nodev,relatime,size=3072k,mode=755");
    expect("proc /proc proc rw,nosuid,nodev,noexec,relatime");
    CHECK_EQ_INT(
        run("echo one >/tmp/left; echo two >/dev/shm/left; ls /tmp /dev/shm | grep -c left"), 0);
    expect("2");
    CHECK_EQ_INT(run("ls /tmp /dev/shm | grep -c left"), 1);
    expect("0");
    CHECK_EQ_INT(run("echo x >/left 2>/dev/null || echo x >/usr/left 2>/dev/null || exit 9"), 9);
}

TEST(a_process_ends_as_it_would_elsewhere)
{
    CHECK_EQ_INT(run("exit 7"), 7);
    CHECK_EQ_INT(run("sh -c 'kill -HUP $$'; exit $?"), 129);
    grade_job job = job_of("exit 0");
    int code = -1;
    job.folder = "/nowhere";
    grade_run_plain(&sandbox, &job, NULL, output, sizeof output, &code);
    CHECK_EQ_INT(code, 125);
    static const char *const argv[] = {"/nowhere/at/all", NULL}, *const folder[] = {"/usr", NULL};
    job = job_of("");
    job.argv = argv;
    grade_run_plain(&sandbox, &job, NULL, output, sizeof output, &code);
    CHECK_EQ_INT(code, 127);
    job.argv = folder;
    grade_run_plain(&sandbox, &job, NULL, output, sizeof output, &code);
    CHECK_EQ_INT(code, 126);
}

TEST(a_nest_is_opened_and_closed)
{
    grade_job job = job_of("");
    grade_nest other;
    grade_sandbox without = {.isolation = GRADE_OPEN};
    CHECK(!grade_nest_open(&other, &without, &job) && other.pid == 0);
    grade_nest_close(&other);
    CHECK(nest.pid > 0 && kill(nest.pid, 0) == 0);
    for (int i = 0; i < GRADE_NEST_SPACES; i++)
        CHECK_EQ_INT(fcntl(nest.spaces[i], F_GETFD), FD_CLOEXEC);
    pid_t pid = nest.pid;
    int wake = nest.wake, spaces[GRADE_NEST_SPACES];
    memcpy(spaces, nest.spaces, sizeof spaces);
    grade_nest_close(&nest);
    CHECK_EQ_INT(nest.pid, 0);
    CHECK(waitpid(pid, NULL, WNOHANG) == -1 && errno == ECHILD);
    CHECK_EQ_INT(fcntl(wake, F_GETFD), -1);
    for (int i = 0; i < GRADE_NEST_SPACES; i++)
        CHECK_EQ_INT(fcntl(spaces[i], F_GETFD), -1);
}

/* What bubblewrap says about itself may come in parts, and may end early. */
TEST(the_process_to_join_is_read)
{
    static const struct {
        const char *text;
        bool may;
    } rows[] = {{"", false},
                {"{\n \"child-pid\": ", false},
                {"{\n \"child-pid\": 0\n}", false},
                {"{\n \"other\": 1\n}\n", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int ends[2];
        grade_nest held = {.spaces = {-1, -1, -1, -1}};
        check_case("row %zu", i);
        CHECK(pipe(ends) == 0);
        CHECK(write(ends[1], rows[i].text, strlen(rows[i].text)) >= 0);
        close(ends[1]);
        CHECK(!grade_nest_hold(&held, ends[0]));
        CHECK(held.spaces[0] == -1 && held.spaces[1] == -1);
        close(ends[0]);
    }
    check_case("%s", "");
}

int main(void)
{
    char why[256];
    if (!grade_sandbox_find(&sandbox, why, sizeof why)) {
        printf("not all was checked: bubblewrap does not work here: %s\n", why);
        return 77;
    }
    grade_job job = job_of("exit 0");
    job.nest = NULL;
    if (!grade_nest_open(&nest, &sandbox, &job)) {
        printf("0 passed, 1 failed: bubblewrap works, and there is no nest\n");
        return 1;
    }
    RUN(a_process_has_no_rights);
    RUN(a_process_sees_no_other);
    RUN(a_process_has_limits);
    RUN(each_test_has_folders_of_its_own);
    RUN(a_process_ends_as_it_would_elsewhere);
    RUN(a_nest_is_opened_and_closed);
    RUN(the_process_to_join_is_read);
    grade_sandbox_free(&sandbox);
    return check_result();
}
