/* patient_exec.c: starts a program whose file may have been written a moment ago. Layer: grade. */
#include "grade/sandbox/patient_exec.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

void grade_patient_exec(const char *const *argv, const char *const *environment)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    char *const *own = environment != NULL ? (char *const *)environment : environ;
    for (int tries = 0; tries < 2000; tries++) {
        execvpe(argv[0], (char *const *)argv, own);
        if (errno != ETXTBSY)
            return;
        nanosleep(&pause, NULL);
    }
    errno = ETXTBSY;
}
