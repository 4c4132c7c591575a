/* test_grade_sandbox.c: what a process of the sandbox is started with. In place of bubblewrap
 * stands a script of this test that tells its arguments, limits, rights and descriptors. */
#include "check.h"
#include "grade/run_test.h"
#include "grade/sandbox/patient_exec.h"
#include "grade/sandbox/patient_wait.h"
#include "grade/sandbox/syscall_filter.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[] = "/tmp/arbiter-sandbox.XXXXXX";

/* Writes a program of this test. */
static void put_program(const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "we");
    CHECK(out != NULL && fputs(text, out) >= 0 && fclose(out) == 0 && chmod(path, 0755) == 0);
}

/* Signals 32 and 33 are the C library's own: who starts this test may have ignored them, and no
 * program can change that. */
#define TELL                                                                                       \
    "echo core $(ulimit -c) cpu $(ulimit -t) file $(ulimit -f) files $(ulimit -n)\n"               \
    "echo address $(ulimit -v)\n"                                                                  \
    "set -- $(cat /proc/$$/stat)\n"                                                                \
    "[ $1 = $6 ] && echo own session\n"                                                            \
    "grep SigBlk /proc/$$/status | tr -d '\\t '\n"                                                 \
    "echo ignored $((0x$(sed -n 's/SigIgn:.//p' /proc/$$/status) & ~0x180000000))\n"               \
    "tr '\\0' ' ' </proc/$$/environ; echo\n"                                                       \
    "for f in 3 4 9 57 300; do [ -e /proc/$$/fd/$f ] && echo descriptor $f; done\n"                \
    "[ -e /proc/$$/fd/3 ] && echo filter of $(($(wc -c <&3) % 8))\n"                               \
    "echo user $(id -u) $(id -g) $(id -G)\n"

/* ---- Words ---- */

static grade_job plain_job(void)
{
    static const char *const argv[] = {"./it", "-x", NULL};
    return (grade_job){.argv = argv,
                       .root = GRADE_ROOT_BUILD,
                       .folder = "/work",
                       .open_folder = "/",
                       .limits = {.seconds = 300, .memory = 100, .processes = 9, .file = 3}};
}

/* A sandbox that shows this list of words of the system to one kind of job. */
static grade_sandbox sandbox_of(const char *const *words, size_t count)
{
    grade_sandbox sandbox = {.isolation = GRADE_ISOLATED};
    grade_root *root = &sandbox.roots[GRADE_ROOT_BUILD];
    for (size_t i = 0; i < count; i++)
        text_put(&root->words, words[i % 3], strlen(words[i % 3]) + 1);
    root->count = count;
    return sandbox;
}

static const char *const shown[] = {"--ro-bind", "/from", "/to"};

static char output[20000];

static int run(const grade_sandbox *sandbox, const grade_job *job)
{
    int code = -1;
    CHECK_EQ_INT(grade_run_plain(sandbox, job, NULL, output, sizeof output, &code), GRADE_PASSED);
    return code;
}

#define HEAD                                                                                       \
    "--unshare-all --unshare-user --uid 1000 --gid 1000 --hostname sandbox --new-session "         \
    "--die-with-parent --cap-drop ALL --clearenv --setenv PATH /usr/bin:/bin --setenv HOME /tmp "  \
    "--setenv LC_ALL C.UTF-8 --ro-bind /from /to --seccomp 3 --size 3145728 --tmpfs /tmp --size "  \
    "3145728 --tmpfs /dev/shm --dir /work "
#define TAIL "--chdir /work --remount-ro /dev --remount-ro / -- /usr/bin/prlimit --nproc=9 "

TEST(bubblewrap_is_told_what_the_process_may)
{
    static const grade_bind binds[] = {{"/a", "/b", false}, {"/c", "/d", true}};
    grade_job job = plain_job();
    grade_sandbox sandbox = sandbox_of(shown, 3);
    put_program("bwrap", "#!/bin/sh\necho \"$@\"\nexit 7\n");
    CHECK_EQ_INT(run(&sandbox, &job), 7);
    CHECK_EQ_TEXT(output, HEAD TAIL "--as=104857600 -- ./it -x\n");
    job.binds = binds;
    job.bind_count = 2;
    job.limits.address = 7;
    CHECK_EQ_INT(run(&sandbox, &job), 7);
    CHECK_EQ_TEXT(output, HEAD "--ro-bind /a /b --bind /c /d " TAIL "--as=7340032 -- ./it -x\n");
    grade_sandbox_free(&sandbox);
}

TEST(there_is_an_end_to_words)
{
    grade_process process;
    grade_job job = plain_job();
    grade_sandbox sandbox = sandbox_of(shown, 0);
    put_program("bwrap", "#!/bin/sh\necho $#\nexit 0\n");
    CHECK_EQ_INT(run(&sandbox, &job), 0);
    int others = atoi(output) + 1;
    grade_sandbox_free(&sandbox);
    sandbox = sandbox_of(shown, (size_t)(1022 - others));
    CHECK_EQ_INT(run(&sandbox, &job), 0);
    CHECK_EQ_TEXT(output, "1021\n");
    grade_sandbox_free(&sandbox);
    for (int more = 1023; more < 1030; more += 3) {
        sandbox = sandbox_of(shown, (size_t)(more - others));
        CHECK(!grade_start(&sandbox, &job, &process));
        grade_sandbox_free(&sandbox);
    }
}

/* ---- Limits, rights, descriptors ---- */

static void expect(const char *line)
{
    char text[256];
    snprintf(text, sizeof text, "%s\n", line);
    if (!CHECK(strstr(output, text) != NULL))
        printf("no '%s' in:\n%s", line, output);
}

TEST(a_process_inherits_nothing)
{
    grade_job job = plain_job();
    grade_sandbox sandbox = sandbox_of(shown, 3);
    char user[64];
    sigset_t some, before;
    int low = open("/dev/null", O_RDONLY); /* takes the filter's place, and is inherited */
    CHECK(dup2(low, 57) == 57 && dup2(low, 300) == 300);
    sigemptyset(&some);
    sigaddset(&some, SIGUSR1);
    sigprocmask(SIG_BLOCK, &some, &before);
    signal(SIGQUIT, SIG_DFL); /* whoever starts this test may ignore it */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    put_program("bwrap", "#!/bin/sh\n" TELL);
    for (int i = 0; i < 2; i++) {
        check_case("%s", i == 0 ? "the filter's place is taken" : "it is free");
        CHECK_EQ_INT(run(&sandbox, &job), 0);
        expect("core 0 cpu 301 file 6144 files 256");
        expect("own session");
        expect("SigBlk:0000000000000000");
        expect("ignored 0");
        expect("LC_ALL=C.UTF-8 ");
        expect("descriptor 3");
        expect("filter of 0");
        CHECK(strstr(output, "descriptor 4") == NULL && strstr(output, "descriptor 9") == NULL);
        CHECK(strstr(output, "descriptor 57") == NULL && strstr(output, "descriptor 300") == NULL);
        CHECK(strstr(output, "address 102400") == NULL);
        snprintf(user, sizeof user, "user %ld %ld", (long)getuid(), (long)getgid());
        CHECK(strstr(output, user) != NULL);
        if (i == 0)
            close(low);
    }
    check_case("%s", "without isolation");
    sandbox.isolation = GRADE_OPEN;
    static const char *const argv[] = {"bwrap", NULL};
    job.argv = argv;
    job.open_folder = folder;
    put_program("bwrap", "#!/bin/sh\npwd\necho mine $OF_MINE\n" TELL);
    setenv("OF_MINE", "is seen", 1);
    CHECK_EQ_INT(run(&sandbox, &job), 0);
    expect(folder);
    expect("mine is seen");
    expect("core 0 cpu 301 file 6144 files 256");
    expect("address 102400");
    expect("own session");
    CHECK(strstr(output, "descriptor") == NULL);
    job.limits.address = 300;
    CHECK_EQ_INT(run(&sandbox, &job), 0);
    expect("address 307200");
    job.open_folder = "/nowhere";
    CHECK_EQ_INT(run(&sandbox, &job), 125);
    check_case("%s", "");
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(57);
    close(300);
    grade_sandbox_free(&sandbox);
}

TEST(root_gives_up_its_rights)
{
    grade_job job = plain_job();
    grade_sandbox sandbox = sandbox_of(shown, 3);
    put_program("bwrap",
                "#!/bin/sh\n" TELL "echo processes $(ulimit -u 2>/dev/null || ulimit -p)\n");
    CHECK_EQ_INT(grade_user_of(&sandbox, 5), getuid());
    sandbox.user = 61000000;
    job.slot = 5;
    CHECK_EQ_INT(grade_user_of(&sandbox, 5), 61000005);
    if (geteuid() != 0) { /* nothing to give up */
        int code = -1;
        grade_run_plain(&sandbox, &job, NULL, output, sizeof output, &code);
        CHECK_EQ_INT(code, 125);
        grade_sandbox_free(&sandbox);
        return;
    }
    CHECK_EQ_INT(run(&sandbox, &job), 0);
    expect("user 61000005 61000005 61000005");
    CHECK(strstr(output, "processes 9\n") == NULL);
    sandbox.isolation = GRADE_OPEN;
    static const char *const argv[] = {"bwrap", NULL};
    job.argv = argv;
    CHECK_EQ_INT(run(&sandbox, &job), 0);
    CHECK(strstr(output, "user 0 ") != NULL && strstr(output, "processes 9\n") == NULL);
    job.copied = true;
    CHECK_EQ_INT(run(&sandbox, &job), 0);
    expect("user 61000005 61000005 61000005");
    expect("processes 9");
    grade_sandbox_free(&sandbox);
}

TEST(programs_that_cannot_be_started)
{
    grade_job job = plain_job();
    grade_sandbox sandbox = {.isolation = GRADE_OPEN};
    static const struct {
        const char *argv[2];
        int code;
    } rows[] = {{{"/nowhere/at/all", NULL}, 127}, {{"/etc/passwd", NULL}, 126}, {{"/", NULL}, 126}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("%s", rows[i].argv[0]);
        job.argv = rows[i].argv;
        CHECK_EQ_INT(run(&sandbox, &job), rows[i].code);
    }
    check_case("%s", "");
}

/* ---- A program that is still open for writing ---- */

static int held = -1;
static unsigned pauses, let_go_at;

int nanosleep(const struct timespec *pause, struct timespec *left)
{
    (void)left;
    if (held < 0 || pause->tv_sec != 0 || pause->tv_nsec != 5000000)
        return 0;
    if (++pauses == let_go_at)
        close(held);
    return 0;
}

/* Starts a script that is let go after so many pauses. Returns its exit code; 1 if it was never
 * started after 2000. */
static int started_late(unsigned after)
{
    char path[128];
    int status = 0;
    snprintf(path, sizeof path, "%s/late", folder);
    pid_t child = fork();
    if (child == 0) {
        static const char *const environment[] = {"MARK=42", NULL};
        const char *const argv[] = {path, "41", NULL};
        held = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
        let_go_at = after;
        errno = 0;
        grade_patient_exec(argv, after == 2 ? NULL : environment);
        _exit(errno == ETXTBSY && pauses == 2000 ? 1 : 2);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WEXITSTATUS(status);
}

TEST(a_program_is_awaited_that_is_being_copied)
{
    put_program("late", "#!/bin/sh\nexit $(($1 + ${MARK:-100}))\n");
    unsetenv("MARK");
    CHECK_EQ_INT(started_late(1), 83);
    CHECK_EQ_INT(started_late(2), 141);
    CHECK_EQ_INT(started_late(1999), 83);
    CHECK_EQ_INT(started_late(0), 1);
}

/* The descriptor that is opened next. */
static int next_descriptor(void)
{
    int fd = dup(2);
    close(fd);
    return fd;
}

TEST(nothing_is_left_open_where_descriptors_run_out)
{
    enum { FILTER = 2, ALL = 7, ENOUGH = 30 }; /* it starts with some that others have opened */
    struct rlimit before;
    grade_job job = plain_job();
    grade_sandbox sandbox = sandbox_of(shown, 3);
    int next = next_descriptor(), started = 0;
    put_program("bwrap", "#!/bin/sh\nexit 7\n");
    CHECK(getrlimit(RLIMIT_NOFILE, &before) == 0);
    for (int more = 0; more < ENOUGH; more++) {
        grade_process process;
        struct rlimit few = {(rlim_t)(next + more), before.rlim_max};
        check_case("%d more descriptors", more);
        CHECK(setrlimit(RLIMIT_NOFILE, &few) == 0);
        int filter = grade_filter_open();
        bool ok = grade_start(&sandbox, &job, &process);
        CHECK(setrlimit(RLIMIT_NOFILE, &before) == 0);
        CHECK(more < FILTER ? filter == -1 : filter == -1 || filter >= next);
        CHECK(more >= ALL || !ok);
        if (filter >= 0)
            close(filter);
        if (ok) {
            CHECK(close(process.in) == 0 && close(process.out) == 0 && close(process.err) == 0);
            CHECK_EQ_INT(waitpid(process.pid, NULL, 0), process.pid);
        }
        started += ok;
        CHECK_EQ_INT(next_descriptor(), next);
    }
    check_case("%s", "");
    CHECK(started > 0);
    grade_sandbox_free(&sandbox);
}

static volatile sig_atomic_t signals;

static void count_signal(int number)
{
    (void)number;
    signals++;
}

TEST(a_process_is_awaited_whatever_signals_come)
{
    const struct itimerval often = {{0, 2000}, {0, 2000}}, never = {{0, 0}, {0, 0}};
    struct sigaction before, counting = {.sa_handler = count_signal};
    CHECK_EQ_INT(grade_patient_wait(getpid()), 0); /* no child */
    CHECK(sigaction(SIGALRM, &counting, &before) == 0 && setitimer(ITIMER_REAL, &often, NULL) == 0);
    pid_t pid = fork();
    if (pid == 0) { /* the timer is not its own */
        poll(NULL, 0, 50);
        _exit(7);
    }
    int status = grade_patient_wait(pid);
    CHECK(setitimer(ITIMER_REAL, &never, NULL) == 0 && sigaction(SIGALRM, &before, NULL) == 0);
    CHECK(signals > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 7);
    CHECK(waitpid(pid, NULL, WNOHANG) == -1 && errno == ECHILD);
}

/* ---- What can be done here ---- */

TEST(bubblewrap_is_tried)
{
    static const struct {
        const char *script, *why; /* NULL: it works */
    } rows[] = {
        {"#!/bin/sh\nexit 42\n", NULL},
        {"#!/bin/sh\nexit 41\n", ""},
        {"#!/bin/sh\nexit 0\n", ""},
        {"#!/bin/sh\nprintf 'no\\nnamespaces\\n' >&2; exit 1\n", "no"},
        {"#!/bin/sh\necho 0123456789012345678901234567890123456789 >&2; exit 1\n",
         "0123456789012345678"},
        {"#!/bin/sh\nkill -KILL $$\n", ""},
    };
    char why[64];
    grade_sandbox sandbox;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("row %zu", i);
        strcpy(why, "before");
        put_program("bwrap", rows[i].script);
        CHECK_EQ_INT(grade_sandbox_find(&sandbox, why, 20), rows[i].why == NULL);
        if (rows[i].why == NULL) {
            CHECK_EQ_INT(sandbox.isolation, GRADE_ISOLATED);
            CHECK((sandbox.user != 0) == (geteuid() == 0));
            grade_sandbox_free(&sandbox);
            for (int kind = 0; kind < GRADE_ROOT_COUNT; kind++)
                CHECK(sandbox.roots[kind].count == 0 && sandbox.roots[kind].words.at == NULL);
        } else
            CHECK_EQ_TEXT(why, rows[i].why);
    }
    check_case("%s", "the shell that is tried");
    put_program("bwrap", "#!/bin/sh\nwhile [ \"$1\" != --chdir ]; do shift; done\necho $* >&2\n");
    char all[300];
    CHECK(!grade_sandbox_find(&sandbox, all, sizeof all));
    CHECK_EQ_TEXT(all, "--chdir /tmp --remount-ro /dev --remount-ro / -- /usr/bin/prlimit "
                       "--nproc=16 --as=268435456 -- /bin/sh -c exit 42");
    check_case("%s", "its limits");
    put_program("bwrap", "#!/bin/sh\necho $(ulimit -t) $(ulimit -f) >&2; exit 1\n");
    CHECK(!grade_sandbox_find(&sandbox, all, sizeof all));
    CHECK_EQ_TEXT(all, "11 2048");
    check_case("%s", "there is none");
    put_program("bwrap", "");
    char path[128];
    snprintf(path, sizeof path, "%s/bwrap", folder);
    unlink(path);
    setenv("PATH", folder, 1);
    CHECK(!grade_sandbox_find(&sandbox, why, sizeof why));
    CHECK_EQ_TEXT(why, "bubblewrap (bwrap) is not installed");
    check_case("%s", "");
    sandbox = grade_sandbox_open();
    CHECK_EQ_INT(sandbox.isolation, GRADE_OPEN);
    uint32_t first = 60000000 + (uint32_t)getpid() % 4000000 * 256;
    CHECK_EQ_INT(sandbox.user, geteuid() == 0 ? first : 0);
    grade_sandbox_free(&sandbox);
}

int main(void)
{
    char path[4096];
    const char *before = getenv("PATH");
    if (mkdtemp(folder) == NULL || chmod(folder, 0755) != 0)
        return 1;
    snprintf(path, sizeof path, "%s:%s", folder, before != NULL ? before : "/usr/bin:/bin");
    setenv("PATH", path, 1);
    RUN(bubblewrap_is_told_what_the_process_may);
    RUN(there_is_an_end_to_words);
    RUN(a_process_inherits_nothing);
    RUN(root_gives_up_its_rights);
    RUN(programs_that_cannot_be_started);
    RUN(a_program_is_awaited_that_is_being_copied);
    RUN(nothing_is_left_open_where_descriptors_run_out);
    RUN(a_process_is_awaited_whatever_signals_come);
    RUN(bubblewrap_is_tried);
    char command[100];
    snprintf(command, sizeof command, "/bin/rm -rf '%s'", folder);
    return system(command) != 0 ? 1 : check_result();
}
