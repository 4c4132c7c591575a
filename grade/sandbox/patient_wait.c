/* patient_wait.c: waits for the end of a process whatever signals come. Layer: grade. */
#include "grade/sandbox/patient_wait.h"

#include <errno.h>
#include <sys/wait.h>

int grade_patient_wait(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}
