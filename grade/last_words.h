/* last_words.h: the last output of a submission's process on stderr. Layer: grade; private to
 * run_test.c. */
#ifndef ARB_GRADE_LAST_WORDS_H
#define ARB_GRADE_LAST_WORDS_H

#include "grade/run_test.h"
#include "grade/sandbox/pipe.h"

/* Stores the message in the run and, from a driver, the call and place of a crash and the leaks.
 * The run's ending must be set already. */
void grade_last_words(const grade_sandbox *sandbox, const grade_actor *actor,
                      const grade_pipe *pipe, grade_run *run);

#endif
