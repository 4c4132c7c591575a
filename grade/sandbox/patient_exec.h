/* patient_exec.h: starts a program whose file may have been written a moment ago. Layer: grade. */
#ifndef ARB_GRADE_PATIENT_EXEC_H
#define ARB_GRADE_PATIENT_EXEC_H

/* Replaces this process, as execvpe does; a NULL `environment` keeps this process's own. Returns
 * only on failure, with errno set. Neither allocates nor locks.
 *
 * One thread of the grader may copy a program while another forks. Until that child runs its own
 * program it holds the copy open for writing, so the copy cannot be started (ETXTBSY). This
 * function then tries again for ten seconds. */
void grade_patient_exec(const char *const *argv, const char *const *environment);

#endif
