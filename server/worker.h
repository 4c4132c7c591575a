/* worker.h: long requests, beside the loop. Layer: server. Knows no chess.
 *
 * A task has two halves. `work` runs on a thread of its own, which gives way to the loop's, and
 * touches nothing but the task. `finish` runs on the loop afterwards and answers. One task runs at
 * a time; of those that wait the one comes next whose address has used least. */
#ifndef ARB_SERVER_WORKER_H
#define ARB_SERVER_WORKER_H

#include "server/app.h"

typedef struct task {
    struct task *next;
    http_conn *conn;
    size_t bytes; /* that it holds while it waits */
    int64_t us;   /* processor time that it took */
    void (*work)(struct task *t);
    /* Answers and frees. `done` is false if the work was not done: there is no thread for it, too
     * much waits already, or the client is gone. */
    void (*finish)(app *a, struct task *t, bool done);
} task;

/* NULL: there is no memory. */
worker *worker_new(app *a);
/* Waits for the task that runs, and forgets those that wait, unanswered. */
void worker_free(worker *w);
/* Does it now, or as soon as those before it are done. Without a worker: now, on the loop. */
void worker_do(app *a, task *t);
/* Once a second: nothing waits for ever, even if the thread could not say that it is done. */
void worker_tick(app *a);
/* Tasks that run or wait. */
size_t worker_count(const app *a);
/* Processor time of the costliest task so far, in microseconds. */
int64_t worker_longest_us(const app *a);

#endif
