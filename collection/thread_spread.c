/* thread_spread.c: threads that begin on cores of their own. Layer: collection.
 *
 * Linux lets a new thread wait on its parent's core until it next looks for idle ones, which may be
 * several milliseconds: as long as a whole small job takes. So each begins on the next core that we
 * may use; from then on the kernel moves it as it likes. */
#define _GNU_SOURCE /* cpu_set_t and what takes it */
#include "collection/thread_spread.h"

#include <sched.h>

/* Leaves in `cores` only one core: of those allowed, the one that comes `number` places after this
 * one. */
static void choose(cpu_set_t *cores, unsigned here, unsigned number)
{
    unsigned core = here;
    for (unsigned steps = number % (unsigned)CPU_COUNT(cores); steps > 0; steps--)
        do
            core = (core + 1) % CPU_SETSIZE;
        while (!CPU_ISSET(core, cores));
    CPU_ZERO(cores);
    CPU_SET(core, cores);
}

int spread_thread(pthread_t *thread, unsigned number, void *(*work)(void *), void *context)
{
    cpu_set_t allowed;
    pthread_attr_t attributes;
    int error = -1;
    unsigned here = (unsigned)sched_getcpu();
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0 && here < CPU_SETSIZE &&
        CPU_ISSET(here, &allowed) && pthread_attr_init(&attributes) == 0) {
        cpu_set_t one = allowed;
        choose(&one, here, number);
        if (pthread_attr_setaffinity_np(&attributes, sizeof one, &one) == 0)
            error = pthread_create(thread, &attributes, work, context);
        if (error == 0)
            pthread_setaffinity_np(*thread, sizeof allowed, &allowed);
        pthread_attr_destroy(&attributes);
    }
    return error == 0 ? 0 : pthread_create(thread, NULL, work, context);
}
