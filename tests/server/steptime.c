/* steptime.c: if preloaded, puts every clock but those of processors ahead by the milliseconds in
 * the file STEP_FILE, a number of eight bytes: a test lets a minute pass by writing the file. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *ahead;

__attribute__((constructor)) static void begin(void)
{
    const char *name = getenv("STEP_FILE");
    int fd = name != NULL ? open(name, O_RDONLY) : -1;
    void *page = fd >= 0 ? mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;
    if (page != MAP_FAILED)
        ahead = page;
    if (fd >= 0)
        close(fd);
}

int clock_gettime(clockid_t which, struct timespec *now)
{
    int result = (int)syscall(SYS_clock_gettime, which, now);
    if (ahead == NULL || which == CLOCK_PROCESS_CPUTIME_ID || which == CLOCK_THREAD_CPUTIME_ID)
        return result;
    int64_t ns = now->tv_nsec + *ahead % 1000 * 1000000;
    now->tv_sec += *ahead / 1000 + ns / 1000000000;
    now->tv_nsec = ns % 1000000000;
    return result;
}
