/* worker.h: runs long requests beside the loop. Layer: server. Knows no chess.
 *
 * A task has two halves. `work` runs on a separate thread, which gives way to the loop's and
 * touches nothing but the task. `finish` runs on the loop afterwards and answers. One task runs at
 * a time; the next one is the waiting task whose address has used least time. */
#ifndef ARB_SERVER_WORKER_H
#define ARB_SERVER_WORKER_H

#include "server/app.h"

typedef struct task {
    struct task *next;
    http_conn *conn;
    size_t bytes;      /* bytes that it holds while it waits */
    int64_t us;        /* processor time that it took */
    int64_t saw;       /* the game that the answer shows: it waits for its steps (app.h) */
    bool unsaved;      /* a step of it was not on disk when the task was given */
    uint64_t failures; /* the number of failed commits then */
    void (*work)(struct task *t);
    /* Answers and frees the task. `done` is false if the work was not done: there is no thread for
     * it, too much is waiting already, or the client has gone. */
    void (*finish)(app *a, struct task *t, bool done);
} task;

/* Makes a worker. Returns NULL if there is no memory. */
worker *worker_new(app *a);
/* Waits for the running task, and drops those that wait, unanswered. */
void worker_free(worker *w);
/* Does the task now, or as soon as those before it are done. Without a worker it runs now, on the
 * loop. */
void worker_do(app *a, task *t);
/* Runs once a second, so that nothing waits for ever even if the thread could not say that it is
 * done. */
void worker_tick(app *a);
/* The number of tasks that run or wait. */
size_t worker_count(const app *a);
/* Processor time of the costliest task so far, in microseconds. */
int64_t worker_longest_us(const app *a);

#endif
