/* test_grade_pipe.c: bytes to and from a process, and the limits of its time and memory. The clock
 * and the accounts are those of this test. */
#include "check.h"
#include "common/steady_clock.h"
#include "grade/sandbox/account.h"
#include "grade/sandbox/pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- The clock and the accounts ---- */

static struct {
    double now, took;  /* the time; how long a look at the accounts takes */
    double step;       /* passes with each look at the clock */
    grade_usage usage; /* what all processes use */
    uint64_t exact;    /* their memory, exactly */
    unsigned looks, exact_looks;
    int timeout;     /* of the last wait */
    short events[3]; /* awaited by it; 0 for a stream that was left out */
    bool at_once;    /* waits end at once */
} desk;

int64_t clock_ns(clockid_t clock)
{
    (void)clock;
    return (int64_t)(desk.now * 1e9);
}

int64_t steady_us(void)
{
    return (int64_t)(desk.now * 1e6);
}

int64_t steady_ms(void)
{
    return (int64_t)(desk.now * 1e3);
}

double steady_seconds(void)
{
    double now = desk.now;
    desk.now += desk.step;
    return now;
}

grade_usage grade_usage_below(pid_t top)
{
    CHECK(top != 0);
    desk.looks++;
    desk.now += desk.took;
    return desk.usage;
}

uint64_t grade_memory_below(pid_t top)
{
    CHECK(top != 0);
    desk.exact_looks++;
    return desk.exact;
}

static void note_events(const char *files, size_t count)
{
    memset(desk.events, 0, sizeof desk.events);
    for (size_t i = 0; i < count && i < 3; i++) {
        struct pollfd file;
        memcpy(&file, files + i * sizeof file, sizeof file);
        desk.events[i] = file.fd >= 0 ? file.events : 0;
    }
}

int poll(struct pollfd *files, nfds_t count, int timeout)
{
    desk.timeout = timeout;
    note_events((const char *)files, count);
    int wait = desk.at_once ? 0 : timeout;
    struct timespec pause = {.tv_sec = wait / 1000, .tv_nsec = wait % 1000 * 1000000};
    return (int)syscall(SYS_ppoll, files, count, &pause, NULL, 0);
}

/* ---- Limits ---- */

static grade_pipe plain(void)
{
    memset(&desk, 0, sizeof desk);
    desk.now = 1000;
    desk.at_once = true;
    return (grade_pipe){.process = {.pid = 77, .in = -1, .out = -1, .err = -1},
                        .deadline = 1010,
                        .next_account = 1005,
                        .limits = {.seconds = 10, .memory = 64}};
}

TEST(time_is_up_at_the_deadline)
{
    grade_pipe pipe = plain();
    CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
    CHECK(desk.looks == 0 && desk.timeout == 50);
    desk.now = pipe.deadline;
    CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_TIME);
    static const struct {
        double left;
        int timeout;
    } rows[] = {{0.06, 50}, {0.051, 50}, {0.0495, 50}, {0.0205, 21}, {0.0005, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("row %zu", i);
        pipe = plain();
        pipe.next_account = 2000;
        desk.now = pipe.deadline - rows[i].left;
        CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
        CHECK_EQ_INT(desk.timeout, rows[i].timeout);
    }
    check_case("%s", "between two looks at the clock");
    pipe = plain();
    pipe.deadline = desk.now + 1;
    desk.step = 2;
    CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
    CHECK_EQ_INT(desk.timeout, 0);
    check_case("%s", "");
}

TEST(a_user_can_stop_it)
{
    atomic_int stop = 0;
    grade_pipe pipe = plain();
    pipe.stop = &stop;
    CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
    stop = 1;
    CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_STOPPED);
    desk.now = pipe.deadline;
    CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_TIME);
}

TEST(what_all_processes_use_is_looked_at_now_and_then)
{
    static const struct {
        double took, rest;
    } rows[] = {{0, 0.05}, {0.002, 0.05}, {0.005, 0.1}, {0.0125, 0.25}, {0.02, 0.25}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_pipe pipe = plain();
        check_case("row %zu", i);
        desk.took = rows[i].took;
        desk.now = 1004.999;
        CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
        CHECK_EQ_INT(desk.looks, 0);
        desk.now = 1005;
        CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
        CHECK_EQ_INT(desk.looks, 1);
        double next = 1005 + rows[i].took + rows[i].rest;
        CHECK(pipe.next_account > next - 1e-6 && pipe.next_account < next + 1e-6);
        CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
        CHECK_EQ_INT(desk.looks, 1);
    }
    check_case("%s", "");
}

TEST(processor_time_and_memory_have_limits)
{
    static const uint64_t limit = 64 << 20;
    static const struct {
        double seconds;
        uint64_t memory, exact;
        grade_pipe_state state;
        unsigned exact_looks;
    } rows[] = {
        {11, 0, 0, GRADE_PIPE_MORE, 0},
        {11.01, 0, 0, GRADE_PIPE_TIME, 0},
        {11.01, limit + 1, limit + 1, GRADE_PIPE_TIME, 0},
        {0, limit, limit + 1, GRADE_PIPE_MORE, 0},
        {0, limit + 1, limit, GRADE_PIPE_MORE, 1},
        {0, limit + 1, limit + 1, GRADE_PIPE_MEMORY, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_pipe pipe = plain();
        check_case("row %zu", i);
        desk.now = 1006;
        desk.usage = (grade_usage){1, rows[i].seconds, rows[i].memory};
        desk.exact = rows[i].exact;
        CHECK_EQ_INT(grade_pipe_wait(&pipe), rows[i].state);
        CHECK_EQ_INT(desk.exact_looks, rows[i].exact_looks);
    }
    check_case("%s", "");
}

TEST(a_control_group_knows_the_time_itself)
{
    char folder[] = "/tmp/arbiter-group.XXXXXX", file[64];
    CHECK(mkdtemp(folder) != NULL);
    snprintf(file, sizeof file, "%s/cpu.stat", folder);
    static const struct {
        const char *text;
        grade_pipe_state state;
    } rows[] = {{"usage_usec 11000000\n", GRADE_PIPE_MORE},
                {"usage_usec 11000001\n", GRADE_PIPE_TIME}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_pipe pipe = plain();
        FILE *out = fopen(file, "w");
        fputs(rows[i].text, out);
        fclose(out);
        desk.usage.memory = UINT64_MAX;
        desk.now = 1006;
        snprintf(pipe.process.group.path, sizeof pipe.process.group.path, "%s", folder);
        CHECK_EQ_INT(grade_pipe_wait(&pipe), rows[i].state);
        CHECK_EQ_INT(desk.looks, 0);
        CHECK(pipe.next_account > 1006.05 - 1e-6 && pipe.next_account < 1006.05 + 1e-6);
    }
    unlink(file);
    rmdir(folder);
}

/* ---- Streams ---- */

enum { READ, WRITE };

static void open_both(int ends[2])
{
    CHECK_EQ_INT(pipe(ends), 0);
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
}

TEST(input_is_written_as_it_is_taken)
{
    enum { BIG = 300000 };
    static char big[BIG], block[BIG];
    int ends[2];
    grade_pipe pipe = plain();
    open_both(ends);
    for (size_t i = 0; i < sizeof big; i++)
        big[i] = (char)('a' + i % 23);
    pipe.process.in = ends[WRITE];
    CHECK(grade_bytes_add(&pipe.in, big, sizeof big));
    CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
    CHECK(desk.events[0] == 0 && desk.events[1] == 0 && desk.events[2] == POLLOUT);
    CHECK(pipe.in.start > 0 && pipe.in.start < sizeof big);
    size_t got = 0;
    for (int i = 0; i < 100 && got < sizeof big; i++) {
        ssize_t more = read(ends[READ], block + got, sizeof block - got);
        got += more > 0 ? (size_t)more : 0;
        pipe.close_in = true;
        CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
    }
    CHECK(got == sizeof big && memcmp(block, big, sizeof big) == 0);
    CHECK(pipe.process.in == -1 && !pipe.failed && desk.events[2] == 0);
    CHECK_EQ_INT(read(ends[READ], block, 1), 0);
    CHECK_EQ_INT(fcntl(ends[WRITE], F_GETFD), -1);
    close(ends[READ]);
    grade_bytes_free(&pipe.in);
}

TEST(input_stays_open_until_all_is_asked)
{
    int ends[2];
    char text[8];
    grade_pipe pipe = plain();
    open_both(ends);
    pipe.process.in = ends[WRITE];
    CHECK(grade_bytes_add(&pipe.in, "ask\n", 4));
    CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
    CHECK(pipe.process.in == ends[WRITE] && desk.events[2] == 0);
    CHECK_EQ_INT(read(ends[READ], text, sizeof text), 4);
    CHECK(read(ends[READ], text, sizeof text) < 0 && errno == EAGAIN);
    close(ends[READ]);
    check_case("%s", "a process that does not read");
    signal(SIGPIPE, SIG_IGN);
    CHECK(grade_bytes_add(&pipe.in, "more\n", 5));
    CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
    CHECK(!pipe.failed && pipe.close_in && pipe.process.in == -1 && pipe.in.start == pipe.in.len);
    check_case("%s", "a stream that fails");
    grade_bytes_free(&pipe.in);
    pipe = plain();
    pipe.process.in = open("/dev/null", O_RDONLY | O_CLOEXEC);
    CHECK(grade_bytes_add(&pipe.in, "x", 1));
    CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
    CHECK(pipe.failed && pipe.process.in == -1);
    grade_bytes_free(&pipe.in);
    check_case("%s", "");
}

TEST(output_is_read_to_its_end)
{
    int ends[2];
    grade_pipe pipe = plain();
    open_both(ends);
    pipe.process.out = ends[READ];
    CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
    CHECK(desk.events[0] == POLLIN && desk.events[1] == 0 && pipe.total == 0 && !pipe.out_ended);
    CHECK_EQ_INT(write(ends[WRITE], "12345", 5), 5);
    CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
    CHECK_EQ_INT(write(ends[WRITE], "678", 3), 3);
    CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
    CHECK(pipe.total == 8 && pipe.out.len == 8 && memcmp(pipe.out.text, "12345678", 8) == 0);
    close(ends[WRITE]);
    CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
    CHECK(pipe.out_ended && pipe.process.out == -1 && !pipe.failed);
    CHECK_EQ_INT(fcntl(ends[READ], F_GETFD), -1);
    grade_bytes_free(&pipe.out);
    check_case("%s", "a stream that fails");
    pipe = plain();
    pipe.process.out = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
    CHECK(pipe.out_ended && pipe.failed && pipe.process.out == -1);
    check_case("%s", "");
}

TEST(the_end_of_what_it_says_on_stderr_is_kept)
{
    int ends[2];
    static char text[GRADE_TAIL + 100];
    grade_pipe pipe = plain();
    open_both(ends);
    pipe.process.err = ends[READ];
    CHECK_EQ_INT(write(ends[WRITE], "first ", 6), 6);
    CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
    CHECK(desk.events[0] == 0 && desk.events[1] == POLLIN);
    CHECK_EQ_INT(write(ends[WRITE], "second", 6), 6);
    CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
    CHECK_EQ_TEXT(pipe.tail, "first second");
    CHECK_EQ_INT(pipe.tail_len, 12);
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + i % 23);
    for (size_t len = GRADE_TAIL - 13; len <= GRADE_TAIL + 2; len++) {
        check_case("%zu bytes behind twelve", len);
        memcpy(pipe.tail, "first second", 13);
        pipe.tail_len = 12;
        size_t part = len < GRADE_TAIL ? len : GRADE_TAIL;
        CHECK_EQ_INT(write(ends[WRITE], text, part), part);
        CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
        size_t kept = GRADE_TAIL - part < 12 ? GRADE_TAIL - part : 12;
        CHECK_EQ_INT(pipe.tail_len, part + kept);
        CHECK(memcmp(pipe.tail, &"first second"[12 - kept], kept) == 0);
        CHECK(memcmp(pipe.tail + kept, text, part) == 0 && pipe.tail[pipe.tail_len] == '\0');
    }
    check_case("%s", "");
    close(ends[WRITE]);
    CHECK_EQ_INT(grade_pipe_wait(&pipe), GRADE_PIPE_MORE);
    CHECK(pipe.process.err == -1 && !pipe.out_ended && pipe.total == 0);
}

/* ---- The end of a process ---- */

static int kept = -1; /* another end of its stderr, if it is not -1 */

/* Starts a process that says `words` on stderr, and then ends with a status or a signal, or stays.
 */
static grade_pipe started(const char *words, int status, int signal)
{
    int in[2], out[2], err[2];
    grade_pipe pipe = plain();
    desk.at_once = false;
    open_both(in);
    open_both(out);
    open_both(err);
    if (kept >= 0)
        CHECK_EQ_INT(dup2(err[WRITE], kept), kept);
    fcntl(in[READ], F_SETFL, 0);
    pipe.process.pid = fork();
    if (pipe.process.pid == 0) {
        setsid();
        if (write(err[WRITE], words, strlen(words)) < 0)
            _exit(99);
        if (signal != 0)
            kill(getpid(), signal);
        char byte;
        bool stays = status < 0;
        while (stays && read(in[READ], &byte, 1) >= 0)
            pause();
        _exit(status);
    }
    close(in[READ]);
    close(out[WRITE]);
    close(err[WRITE]);
    pipe.process.in = in[WRITE];
    pipe.process.out = out[READ];
    pipe.process.err = err[READ];
    return pipe;
}

static bool is_closed(int fd)
{
    return fcntl(fd, F_GETFD) == -1;
}

TEST(a_process_ends_by_itself)
{
    static const struct {
        int status, signal, code;
    } rows[] = {{0, 0, 0},         {1, 0, 1},         {255, 0, 255},
                {0, SIGKILL, 137}, {0, SIGUSR1, 138}, {0, SIGXCPU, 128 + SIGXCPU}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_pipe_state state = GRADE_PIPE_TIME;
        unsigned processes = 7;
        check_case("row %zu", i);
        grade_pipe pipe = started("last words", rows[i].status, rows[i].signal);
        grade_process process = pipe.process;
        desk.usage.processes = 5;
        CHECK_EQ_INT(grade_pipe_close(&pipe, false, &state, &processes), rows[i].code);
        CHECK_EQ_INT(state, GRADE_PIPE_MORE);
        CHECK_EQ_INT(processes, 0);
        CHECK_EQ_TEXT(pipe.tail, "last words");
        CHECK(pipe.process.in == -1 && pipe.process.out == -1 && pipe.process.err == -1);
        CHECK(is_closed(process.in) && is_closed(process.out) && is_closed(process.err));
        CHECK(waitpid(process.pid, NULL, WNOHANG) == -1 && errno == ECHILD);
    }
    check_case("%s", "");
}

TEST(its_stderr_need_not_end)
{
    grade_pipe_state state;
    unsigned processes;
    kept = dup(2);
    grade_pipe pipe = started("last words", 0, 0);
    CHECK_EQ_INT(grade_pipe_close(&pipe, false, &state, &processes), 0);
    CHECK_EQ_TEXT(pipe.tail, "last words");
    CHECK_EQ_INT(desk.timeout, 20);
    CHECK_EQ_INT(pipe.process.err, -1);
    close(kept);
    kept = -1;
}

TEST(a_process_is_ended)
{
    atomic_int stop = 0;
    grade_pipe_state state;
    unsigned processes = 7;
    grade_pipe pipe = started("", -1, 0);
    desk.usage.processes = 5;
    check_case("%s", "at once");
    CHECK_EQ_INT(grade_pipe_close(&pipe, true, &state, &processes), 128 + SIGKILL);
    CHECK(state == GRADE_PIPE_MORE && processes == 0 && desk.looks == 0);
    check_case("%s", "when its time is up, with a count of its processes");
    pipe = started("", -1, 0);
    desk.usage.processes = 5;
    desk.step = 4;
    CHECK_EQ_INT(grade_pipe_close(&pipe, false, &state, &processes), 128 + SIGKILL);
    CHECK_EQ_INT(state, GRADE_PIPE_TIME);
    CHECK_EQ_INT(processes, 5);
    check_case("%s", "at once, behind the deadline");
    pipe = started("", -1, 0);
    desk.usage.processes = 6;
    desk.now = pipe.deadline;
    CHECK_EQ_INT(grade_pipe_close(&pipe, true, &state, &processes), 128 + SIGKILL);
    CHECK(state == GRADE_PIPE_MORE && processes == 6);
    check_case("%s", "when the user stops it");
    pipe = started("", -1, 0);
    pipe.stop = &stop;
    stop = 1;
    CHECK_EQ_INT(grade_pipe_close(&pipe, false, &state, &processes), 128 + SIGKILL);
    CHECK(state == GRADE_PIPE_STOPPED && processes == 0);
    check_case("%s", "");
}

int main(void)
{
    RUN(time_is_up_at_the_deadline);
    RUN(a_user_can_stop_it);
    RUN(what_all_processes_use_is_looked_at_now_and_then);
    RUN(processor_time_and_memory_have_limits);
    RUN(a_control_group_knows_the_time_itself);
    RUN(input_is_written_as_it_is_taken);
    RUN(input_stays_open_until_all_is_asked);
    RUN(output_is_read_to_its_end);
    RUN(the_end_of_what_it_says_on_stderr_is_kept);
    RUN(a_process_ends_by_itself);
    RUN(its_stderr_need_not_end);
    RUN(a_process_is_ended);
    return check_result();
}
