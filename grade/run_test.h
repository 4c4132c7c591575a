/* run_test.h: one submission through one test. Layer: grade.
 *
 * What is kept of a run is little, and all that a report needs: how many actions were answered
 * rightly, what was said to the next one, and how it ended. The rest the referee knows. */
#ifndef ARB_GRADE_RUN_TEST_H
#define ARB_GRADE_RUN_TEST_H

#include "grade/compare_answer.h"
#include "grade/sandbox/sandbox.h"

#include <stdatomic.h>

typedef enum {
    GRADE_PASSED,    /* every answer right, and an end */
    GRADE_MISMATCH,  /* a whole answer that is not the referee's */
    GRADE_TOO_MANY,  /* something said behind the last answer */
    GRADE_SILENT,    /* ended by itself before the last answer; `code` is its exit code */
    GRADE_CRASH,     /* ended by the signal `code` */
    GRADE_TIMEOUT,   /* the clock, or processors' time */
    GRADE_MEMORY,    /* all its processes together had too much */
    GRADE_FLOOD,     /* far more output than the answers can be */
    GRADE_NOT_BUILT, /* never ran: it does not compile, or is no library */
    GRADE_FAILED,    /* no fault of the submission's: no process, no memory */
    GRADE_STOPPED    /* the user has had enough */
} grade_ending;

/* "passed", "mismatch", "too-many"... */
const char *grade_ending_name(grade_ending ending);

enum { GRADE_MESSAGE_LIMIT = 400, GRADE_PLACE_LIMIT = 160 };

typedef struct {
    grade_ending ending;
    int code;
    size_t placed;  /* of a driver: pieces created before the first that went wrong; of a test of
                       lines: lines of the answer before the wrong one */
    size_t matched; /* actions before the first that went wrong */
    bool whole;     /* there is an answer to that one, in `said` */
    size_t said_len;
    char *said;                            /* NULL if nothing was; the caller frees it */
    char message[GRADE_MESSAGE_LIMIT];     /* its last words on stderr, or the compiler's */
    char call[GRADE_PLACE_LIMIT];          /* of a driver that crashed: the very call */
    char place[GRADE_PLACE_LIMIT];         /* and the line of the submission's source */
    char leak_place[GRADE_PLACE_LIMIT];    /* where most of what leaked was allocated */
    unsigned processes;                    /* that ran when time was up */
    unsigned long leak_blocks, leak_bytes; /* that a driver has counted */
} grade_run;

/* What a submission is to the runner: how it is started and how it speaks. */
typedef struct {
    grade_questions questions; /* that it is asked */
    grade_speaker speaker;
    grade_job job;
    const char *const *locate; /* a command that turns addresses into source lines; may be NULL */
} grade_actor;

/* `stop` may be NULL; if it becomes true the run ends. */
void grade_run_test(const grade_sandbox *sandbox, const grade_actor *actor, const grade_test *test,
                    const atomic_int *stop, grade_run *run);
void grade_run_free(grade_run *run);

/* A process with no questions: its output, both kinds, up to `cap`, and how it ended. */
grade_ending grade_run_plain(const grade_sandbox *sandbox, const grade_job *job,
                             const atomic_int *stop, char *output, size_t cap, int *code);

#endif
