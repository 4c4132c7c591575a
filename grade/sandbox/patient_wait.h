/* patient_wait.h: waits for the end of a process whatever signals come. Layer: grade. */
#ifndef ARB_GRADE_PATIENT_WAIT_H
#define ARB_GRADE_PATIENT_WAIT_H

#include <sys/types.h>

/* Returns the status of a child that has ended, as waitpid does; 0 if there is no such child. */
int grade_patient_wait(pid_t pid);

#endif
