/* pipe.c: exchanges bytes with a process under time limits. Layer: grade. */
#include "grade/sandbox/pipe.h"

#include "common/steady_clock.h"
#include "grade/sandbox/account.h"
#include "grade/sandbox/patient_wait.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Seconds between two looks at what all processes use. A test that ends sooner is bounded by the
 * limits of each single process. */
#define ACCOUNT_EVERY 0.05
#define ACCOUNT_LATEST 0.25

bool grade_bytes_add(grade_bytes *bytes, const char *text, size_t len)
{
    if (bytes->start > 0 && bytes->len + len > bytes->cap) {
        memmove(bytes->text, bytes->text + bytes->start, bytes->len - bytes->start);
        bytes->len -= bytes->start;
        bytes->start = 0;
    }
    if (bytes->len + len > bytes->cap) {
        size_t cap = (bytes->len + len) * 2;
        char *grown = realloc(bytes->text, cap);
        if (grown == NULL)
            return false;
        bytes->text = grown;
        bytes->cap = cap;
    }
    if (len > 0)
        memcpy(bytes->text + bytes->len, text, len);
    bytes->len += len;
    return true;
}

void grade_bytes_free(grade_bytes *bytes)
{
    free(bytes->text);
    *bytes = (grade_bytes){.text = NULL};
}

bool grade_pipe_open(grade_pipe *pipe, const grade_sandbox *sandbox, const grade_job *job,
                     const atomic_int *stop)
{
    double start = steady_seconds();
    unsigned seconds = job->limits.clock > 0 ? job->limits.clock : job->limits.seconds;
    *pipe = (grade_pipe){.deadline = start + seconds,
                         .next_account = start + ACCOUNT_EVERY,
                         .limits = job->limits,
                         .stop = stop};
    return grade_start(sandbox, job, &pipe->process);
}

static void shut(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void write_some(grade_pipe *pipe)
{
    grade_bytes *in = &pipe->in;
    while (in->start < in->len) {
        ssize_t put = write(pipe->process.in, in->text + in->start, in->len - in->start);
        if (put < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (put < 0) { /* the process has closed its input, or writing failed */
            pipe->failed |= errno != EPIPE;
            in->start = in->len;
            pipe->close_in = true;
            break;
        }
        in->start += (size_t)put;
    }
    if (pipe->close_in)
        shut(&pipe->process.in);
}

/* Returns the number of bytes read, 0 at the end, or -1 if there are none yet. */
static ssize_t read_some(int fd, char *block, size_t cap)
{
    ssize_t got = read(fd, block, cap);
    if (got < 0 && errno != EAGAIN && errno != EINTR)
        return 0;
    return got;
}

static void read_out(grade_pipe *pipe)
{
    char block[1 << 16];
    errno = 0;
    ssize_t got = read_some(pipe->process.out, block, sizeof block);
    if (got == 0) {
        pipe->failed |= errno != 0; /* our fault, not the submission's */
        shut(&pipe->process.out);
        pipe->out_ended = true;
    }
    if (got > 0) {
        pipe->total += (size_t)got;
        pipe->failed = !grade_bytes_add(&pipe->out, block, (size_t)got) || pipe->failed;
    }
}

static void read_err(grade_pipe *pipe)
{
    char block[GRADE_TAIL];
    ssize_t got = read_some(pipe->process.err, block, sizeof block);
    if (got == 0)
        shut(&pipe->process.err);
    if (got <= 0)
        return;
    size_t len = (size_t)got;
    size_t kept = pipe->tail_len < GRADE_TAIL - len ? pipe->tail_len : GRADE_TAIL - len;
    memmove(pipe->tail, pipe->tail + pipe->tail_len - kept, kept);
    memcpy(pipe->tail + kept, block, len);
    pipe->tail_len = kept + len;
    pipe->tail[pipe->tail_len] = '\0';
}

/* The timeout of a wait in milliseconds, short enough to check `stop` and the accounts in
 * between. */
static int patience(const grade_pipe *pipe)
{
    double left = pipe->deadline - steady_seconds();
    return left <= 0              ? 0
           : left > ACCOUNT_EVERY ? (int)(ACCOUNT_EVERY * 1000)
                                  : (int)(left * 1000) + 1;
}

/* The pause after a look at /proc, which takes longer the more processes the machine has. Looking
 * takes at most a twentieth of the time, but the pause is never so long that memory could grow
 * unnoticed. */
static double rest_after(double took)
{
    double rest = 20 * took;
    return rest < ACCOUNT_EVERY ? ACCOUNT_EVERY : rest > ACCOUNT_LATEST ? ACCOUNT_LATEST : rest;
}

/* Has the process used up its time or its memory, or does the user want to stop? */
static grade_pipe_state state_of(grade_pipe *pipe)
{
    double time = steady_seconds();
    if (time >= pipe->deadline)
        return GRADE_PIPE_TIME;
    if (pipe->stop != NULL && *pipe->stop)
        return GRADE_PIPE_STOPPED;
    if (time < pipe->next_account)
        return GRADE_PIPE_MORE;
    pipe->next_account = time + ACCOUNT_EVERY;
    if (pipe->process.group.path[0] != '\0') /* the kernel limits the memory of the group */
        return grade_group_seconds(&pipe->process.group) > pipe->limits.seconds + 1
                   ? GRADE_PIPE_TIME
                   : GRADE_PIPE_MORE;
    grade_usage usage = grade_usage_below(pipe->process.pid);
    uint64_t limit = (uint64_t)pipe->limits.memory << 20;
    pipe->next_account = steady_seconds() + rest_after(steady_seconds() - time);
    if (usage.seconds > pipe->limits.seconds + 1)
        return GRADE_PIPE_TIME;
    return usage.memory > limit && grade_memory_below(pipe->process.pid) > limit ? GRADE_PIPE_MEMORY
                                                                                 : GRADE_PIPE_MORE;
}

grade_pipe_state grade_pipe_wait(grade_pipe *pipe)
{
    grade_process *process = &pipe->process;
    if (process->in >= 0)
        write_some(pipe);
    bool writing = process->in >= 0 && pipe->in.start < pipe->in.len;
    struct pollfd files[3] = {{.fd = process->out, .events = POLLIN},
                              {.fd = process->err, .events = POLLIN},
                              {.fd = writing ? process->in : -1, .events = POLLOUT}};
    grade_pipe_state state = state_of(pipe);
    if (state != GRADE_PIPE_MORE)
        return state;
    poll(files, 3, patience(pipe)); /* if it fails, nothing has come */
    if (files[0].revents != 0)
        read_out(pipe);
    if (files[1].revents != 0)
        read_err(pipe);
    return GRADE_PIPE_MORE;
}

/* Waits for the end of a process for a moment; false if it has ended or must be ended. */
static bool wait_a_moment(grade_pipe *pipe, int *status, grade_pipe_state *state)
{
    pid_t ended = waitpid(pipe->process.pid, status, WNOHANG);
    if (ended != 0)
        return false;
    *state = state_of(pipe);
    if (*state != GRADE_PIPE_MORE)
        return false;
    struct pollfd files[2] = {{.fd = pipe->process.err, .events = POLLIN},
                              {.fd = pipe->process.out, .events = POLLIN}};
    poll(files, 2, 1); /* a moment's pause, if both are closed */
    if (files[0].revents != 0)
        read_err(pipe);
    if (files[1].revents != 0)
        read_out(pipe);
    return true;
}

/* Processes that the one has left behind may keep a stream open, so it need not end. */
static bool comes_soon(int fd)
{
    struct pollfd file = {.fd = fd, .events = POLLIN};
    return poll(&file, 1, 20) > 0;
}

int grade_pipe_close(grade_pipe *pipe, bool kill_now, grade_pipe_state *state, unsigned *processes)
{
    int status = 0;
    *state = GRADE_PIPE_MORE;
    *processes = 0;
    shut(&pipe->process.in);
    bool ended = false;
    if (!kill_now) {
        while (wait_a_moment(pipe, &status, state))
            ;
        ended = *state == GRADE_PIPE_MORE;
    }
    if (!ended) {
        if (steady_seconds() >= pipe->deadline)
            *processes = grade_usage_below(pipe->process.pid).processes;
        grade_kill(&pipe->process);
        status = grade_patient_wait(pipe->process.pid);
    }
    if (grade_group_out_of_memory(&pipe->process.group))
        *state = GRADE_PIPE_MEMORY;
    grade_forget(&pipe->process);
    while (ended && pipe->process.err >= 0 && comes_soon(pipe->process.err))
        read_err(pipe); /* the rest of stderr */
    shut(&pipe->process.out);
    shut(&pipe->process.err);
    grade_bytes_free(&pipe->in);
    if (WIFSIGNALED(status))
        return 128 + WTERMSIG(status);
    return WEXITSTATUS(status);
}
