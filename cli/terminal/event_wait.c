/* event_wait.c: waits for input, time and signals in one place. Layer: cli, command play. Knows
 * nothing of games and terminals. */
#define _GNU_SOURCE /* ppoll */
#include "cli/terminal/event_wait.h"

#include "common/steady_clock.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>

/* Set by the signal handler, which may write only to variables of this type. */
static volatile sig_atomic_t arrived[6];

static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP};
static const unsigned meaning[] = {PLAY_INTERRUPT, PLAY_LEAVE,  PLAY_LEAVE,
                                   PLAY_LEAVE,     PLAY_RESIZE, PLAY_SUSPEND};
enum { CAUGHT = sizeof caught / sizeof caught[0] };

static void note(int signal)
{
    for (size_t i = 0; i < CAUGHT; i++) {
        if (caught[i] == signal)
            arrived[i] = 1;
    }
}

static void caught_set(sigset_t *set)
{
    sigemptyset(set);
    for (size_t i = 0; i < CAUGHT; i++)
        sigaddset(set, caught[i]);
}

void play_signals_catch(void)
{
    sigset_t set;
    caught_set(&set);
    sigprocmask(SIG_BLOCK, &set, NULL);
    struct sigaction action = {.sa_handler = note};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

void play_signals_release(void)
{
    sigset_t set;
    for (size_t i = 0; i < CAUGHT; i++)
        signal(caught[i], SIG_DFL);
    caught_set(&set);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static unsigned collect(void)
{
    unsigned events = 0;
    for (size_t i = 0; i < CAUGHT; i++) {
        if (arrived[i])
            events |= meaning[i];
        arrived[i] = 0;
    }
    return events;
}

unsigned play_wait(int fd, int64_t deadline)
{
    /* While the file is always ready, ppoll may leave a signal pending: it is let in first. */
    sigset_t set, open;
    caught_set(&set);
    sigprocmask(SIG_UNBLOCK, &set, &open);
    sigprocmask(SIG_BLOCK, &set, NULL);
    for (size_t i = 0; i < CAUGHT; i++)
        sigdelset(&open, caught[i]);

    for (;;) {
        unsigned events = collect();
        int64_t left = deadline == PLAY_NO_DEADLINE ? 0 : deadline - steady_ms();
        if (deadline != PLAY_NO_DEADLINE && left <= 0)
            events |= PLAY_LATE;
        struct timespec limit = {.tv_sec = (time_t)(left / 1000),
                                 .tv_nsec = (long)(left % 1000) * 1000000};
        if (events != 0)
            limit = (struct timespec){0, 0};
        struct pollfd one = {.fd = fd, .events = POLLIN};
        int count =
            ppoll(&one, 1, deadline == PLAY_NO_DEADLINE && events == 0 ? NULL : &limit, &open);
        events |= collect();
        if (count > 0 || (count < 0 && errno != EINTR))
            events |= PLAY_READY;
        if (events != 0)
            return events;
    }
}
