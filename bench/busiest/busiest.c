/* busiest.c: estimates the command's time with one more core than this machine has; for check.sh.
 *
 * It is linked with --wrap around two calls of the command. A reader of packed files has a thread
 * of its own, beside the -j threads that check; that they share cores does not change the CPU time
 * of each. At the end the CPU seconds of the busiest thread are the last line on stderr: with more
 * cores the command would take that long. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

long __real_sysconf(int name);
long __wrap_sysconf(int name);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*work)(void *), void *context);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*work)(void *), void *context);

typedef struct {
    void *(*work)(void *);
    void *context;
} job;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double busiest;

static void note_thread(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    double seconds = (double)time.tv_sec + (double)time.tv_nsec / 1e9;
    pthread_mutex_lock(&lock);
    busiest = seconds > busiest ? seconds : busiest;
    pthread_mutex_unlock(&lock);
}

__attribute__((destructor)) static void report(void)
{
    note_thread();
    fprintf(stderr, "%.4f\n", busiest);
}

static void *run(void *context)
{
    job j = *(job *)context;
    free(context);
    void *result = j.work(j.context);
    note_thread();
    return result;
}

long __wrap_sysconf(int name)
{
    long value = __real_sysconf(name);
    return name == _SC_NPROCESSORS_ONLN ? value + 1 : value;
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*work)(void *), void *context)
{
    job *j = malloc(sizeof *j);
    if (!j)
        return EAGAIN;
    *j = (job){work, context};
    return __real_pthread_create(thread, attributes, run, j);
}
