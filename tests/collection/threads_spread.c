/* threads_spread.c: threads begin on other cores than their parent's and are bound to none. */
#define _GNU_SOURCE /* for cpu_set_t and its functions */
#include "check.h"
#include "collection/thread_spread.h"

#include <sched.h>

typedef struct {
    pthread_barrier_t started;
    int core; /* the core on which the thread began */
    cpu_set_t allowed;
} witness;

static void *look(void *context)
{
    witness *w = context;
    w->core = sched_getcpu();
    pthread_barrier_wait(&w->started);
    sched_getaffinity(0, sizeof w->allowed, &w->allowed);
    return NULL;
}

/* Starts a thread; returns whether it began on another core. */
static bool start_one(unsigned number, const cpu_set_t *allowed)
{
    witness w = {.core = -1};
    pthread_t thread;
    pthread_barrier_init(&w.started, NULL, 2);
    int here = sched_getcpu();
    CHECK_EQ_INT(spread_thread(&thread, number, look, &w), 0);
    pthread_barrier_wait(&w.started);
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&w.started);
    CHECK(CPU_EQUAL(&w.allowed, allowed));
    return w.core != here;
}

/* The kernel may move a thread at any time, so not every thread need begin elsewhere. */
TEST(threads_begin_elsewhere_and_are_free)
{
    enum { TIMES = 60 };
    unsigned elsewhere = 0;
    cpu_set_t allowed;
    sched_getaffinity(0, sizeof allowed, &allowed);
    for (unsigned i = 0; i < TIMES; i++)
        elsewhere += start_one(1, &allowed);
    CHECK(CPU_COUNT(&allowed) == 1 || elsewhere > TIMES / 2);
}

TEST(more_threads_than_cores)
{
    cpu_set_t allowed;
    sched_getaffinity(0, sizeof allowed, &allowed);
    for (unsigned number = 1; number < 20; number++)
        start_one(number, &allowed);
}

TEST(one_core_is_enough)
{
    cpu_set_t allowed, one;
    sched_getaffinity(0, sizeof allowed, &allowed);
    CPU_ZERO(&one);
    CPU_SET((unsigned)sched_getcpu(), &one);
    CHECK_EQ_INT(sched_setaffinity(0, sizeof one, &one), 0);
    CHECK(!start_one(1, &one));
    CHECK(!start_one(2, &one));
    sched_setaffinity(0, sizeof allowed, &allowed);
}

int main(void)
{
    RUN(threads_begin_elsewhere_and_are_free);
    RUN(more_threads_than_cores);
    RUN(one_core_is_enough);
    return check_result();
}
