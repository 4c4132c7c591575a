/* event_wait.h: waits for input, time and signals in one place. Layer: cli, command play. */
#ifndef ARB_CLI_EVENT_WAIT_H
#define ARB_CLI_EVENT_WAIT_H

#include <stdint.h>

/* What ended a wait, as bits; several may be set. */
enum {
    PLAY_READY = 1u << 0,     /* the file can be read, or has ended */
    PLAY_LATE = 1u << 1,      /* the time is up */
    PLAY_INTERRUPT = 1u << 2, /* Ctrl-C */
    PLAY_LEAVE = 1u << 3,     /* SIGTERM, SIGHUP, SIGQUIT */
    PLAY_RESIZE = 1u << 4,    /* the window has changed its size */
    PLAY_SUSPEND = 1u << 5    /* Ctrl-Z */
};

enum { PLAY_NO_DEADLINE = -1 };

/* From now on these signals arrive only inside play_wait, so that none interrupts another step of
 * the program. A broken pipe becomes a write error. */
void play_signals_catch(void);
/* Lets the signals act as they did before. */
void play_signals_release(void);

/* Waits until `fd` can be read (-1: no file), until the deadline (by steady_ms), or for a
 * signal. */
unsigned play_wait(int fd, int64_t deadline);

#endif
