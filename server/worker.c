/* worker.c: runs long requests beside the loop. Layer: server. */
#define _GNU_SOURCE /* pipe2 */
#include "server/worker.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { WAITING_BYTES = 64 << 20, NICE = 10 };

struct worker {
    app *a;
    task *waiting; /* in the order in which they came */
    task *running;
    size_t bytes; /* bytes that waiting tasks hold */
    size_t count; /* tasks that run or wait */
    int64_t longest_us;
    pthread_t thread;
    atomic_bool is_done;
    int pipe[2];
    struct event *told; /* the thread wakes the loop with it, through the pipe */
};

static void *run(void *context)
{
    worker *w = context;
    setpriority(PRIO_PROCESS, 0, NICE); /* on Linux this concerns this thread only */
    int64_t began = http_cpu_us();
    w->running->work(w->running);
    w->running->us = http_cpu_us() - began;
    atomic_store(&w->is_done, true);
    ssize_t told = write(w->pipe[1], "", 1);
    (void)told; /* if the write fails, worker_tick notices it all the same */
    return NULL;
}

/* Starts the thread with signals blocked, because the loop handles them. */
static bool begin_thread(worker *w)
{
    sigset_t all, before;
    sigfillset(&all);
    atomic_store(&w->is_done, false);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0)
        return false;
    bool begun = pthread_create(&w->thread, NULL, run, w) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return begun;
}

/* Did a commit fail on which the game that the task shows was waiting? */
static bool is_lost(const app *a, const task *t)
{
    return t->unsaved && a->failures != t->failures;
}

/* Answers a task outside of any request; the time that this takes the loop is charged like that of
 * a request. */
static void finish(worker *w, task *t, bool done)
{
    http_peer *peer = http_conn_peer(t->conn);
    int64_t began = http_cpu_us();
    app_begin_work(w->a);
    w->a->saw = t->saw;
    w->count--;
    if (is_lost(w->a, t)) { /* the answer may show a step that was taken back */
        app_problem(w->a, t->conn, 503, "a move could not be written to disk and does not count",
                    NULL);
        t->finish(NULL, t, false);
    } else {
        t->finish(w->a, t, done);
    }
    http_server_worked(w->a->http, peer, http_cpu_us() - began);
}

/* Takes out the task whose address has used least time; among equals the one that came first. */
static task *take_next(worker *w)
{
    task **best = &w->waiting;
    for (task **link = &w->waiting; *link != NULL; link = &(*link)->next)
        if (http_conn_peer((*link)->conn)->turn_us > http_conn_peer((*best)->conn)->turn_us)
            best = link;
    task *t = *best;
    *best = t->next;
    w->bytes -= t->bytes;
    http_conn_peer(t->conn)->held -= t->bytes;
    return t;
}

static void go_on(worker *w)
{
    while (w->running == NULL && w->waiting != NULL) {
        task *t = take_next(w);
        w->running = t;
        if (http_conn_is_gone(t->conn) || !begin_thread(w)) {
            w->running = NULL;
            finish(w, t, false);
        }
    }
}

static void end_task(worker *w)
{
    task *t = w->running;
    pthread_join(w->thread, NULL);
    w->running = NULL;
    http_peer_charge(http_conn_peer(t->conn), t->us);
    if (t->us > w->longest_us)
        w->longest_us = t->us;
    finish(w, t, true);
    go_on(w);
}

void worker_tick(app *a)
{
    worker *w = a->worker;
    if (w->running != NULL && atomic_load(&w->is_done))
        end_task(w);
}

static void on_told(evutil_socket_t fd, short what, void *context)
{
    worker *w = context;
    char bytes[16];
    (void)what;
    if (read(fd, bytes, sizeof bytes) > 0)
        worker_tick(w->a);
}

worker *worker_new(app *a)
{
    worker *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->a = a;
    w->pipe[0] = w->pipe[1] = -1;
    if (pipe2(w->pipe, O_CLOEXEC | O_NONBLOCK) == 0)
        w->told = event_new(a->base, w->pipe[0], EV_READ | EV_PERSIST, on_told, w);
    if (w->told == NULL || event_add(w->told, NULL) != 0) {
        worker_free(w);
        return NULL;
    }
    return w;
}

void worker_free(worker *w)
{
    if (w->running != NULL) {
        pthread_join(w->thread, NULL);
        w->running->finish(NULL, w->running, false);
    }
    while (w->waiting != NULL) {
        task *t = take_next(w);
        t->finish(NULL, t, false);
    }
    if (w->told != NULL)
        event_free(w->told);
    for (int i = 0; i < 2; i++)
        if (w->pipe[i] >= 0)
            close(w->pipe[i]);
    free(w);
}

void worker_do(app *a, task *t)
{
    worker *w = a->worker;
    const match *m = a->saw > 0 ? app_find(a, a->saw) : NULL;
    t->saw = a->saw;
    t->unsaved = m != NULL && (m->record->in_batch || m->record->in_flight);
    t->failures = a->failures;
    if (w == NULL) {
        t->work(t);
        t->finish(a, t, true);
        return;
    }
    if (t->bytes > WAITING_BYTES - w->bytes) {
        t->finish(a, t, false);
        return;
    }
    task **last = &w->waiting;
    while (*last != NULL)
        last = &(*last)->next;
    *last = t;
    t->next = NULL;
    w->bytes += t->bytes;
    w->count++;
    http_conn_peer(t->conn)->held += t->bytes;
    go_on(w);
}

size_t worker_count(const app *a)
{
    return a->worker != NULL ? a->worker->count : 0;
}

int64_t worker_longest_us(const app *a)
{
    return a->worker != NULL ? a->worker->longest_us : 0;
}
