/* patient_exec.h: begins a program whose file may have been written a moment ago. Layer: grade. */
#ifndef ARB_GRADE_PATIENT_EXEC_H
#define ARB_GRADE_PATIENT_EXEC_H

/* Replaces this process, as execvpe does; `environment` NULL: this process's own. Returns only on
 * failure, and errno says why. Neither allocates nor locks.
 *
 * A grader with several threads copies a program in one and forks in another. Until that child has
 * begun its own program it holds the copy open for writing, and the copy cannot be begun
 * (ETXTBSY): it is tried again for ten seconds. */
void grade_patient_exec(const char *const *argv, const char *const *environment);

#endif
