/* run_test.h: runs one submission through one test. Layer: grade.
 *
 * A run keeps only what a report needs: how many actions were answered correctly, the answer to the
 * next one, and how the run ended. The referee can work out the rest. */
#ifndef ARB_GRADE_RUN_TEST_H
#define ARB_GRADE_RUN_TEST_H

#include "grade/compare_answer.h"
#include "grade/sandbox/sandbox.h"

#include <stdatomic.h>

typedef enum {
    GRADE_PASSED,    /* every answer is right, and the program has ended */
    GRADE_MISMATCH,  /* a complete answer differs from the referee's */
    GRADE_TOO_MANY,  /* output after the last answer */
    GRADE_SILENT,    /* ended by itself before the last answer; `code` is its exit code */
    GRADE_CRASH,     /* ended by the signal `code` */
    GRADE_TIMEOUT,   /* wall-clock or processor time ran out */
    GRADE_MEMORY,    /* all its processes together used too much */
    GRADE_FLOOD,     /* far more output than the right answers take */
    GRADE_NOT_BUILT, /* never ran: it does not compile, or is no library */
    GRADE_FAILED,    /* no fault of the submission's: no process, no memory */
    GRADE_STOPPED    /* the user stopped the run */
} grade_ending;

/* "passed", "mismatch", "too-many"... */
const char *grade_ending_name(grade_ending ending);

enum { GRADE_MESSAGE_LIMIT = 400, GRADE_PLACE_LIMIT = 160 };

typedef struct {
    grade_ending ending;
    int code;
    size_t placed;  /* driver: pieces created before the first that went wrong; test of lines:
                       lines of the answer before the wrong one */
    size_t matched; /* actions before the first that went wrong */
    bool whole;     /* `said` has a complete answer to that one */
    size_t said_len;
    char *said;                            /* NULL if there is none; the caller frees it */
    char message[GRADE_MESSAGE_LIMIT];     /* the end of its stderr, or the compiler's messages */
    char call[GRADE_PLACE_LIMIT];          /* the call in which a driver crashed */
    char place[GRADE_PLACE_LIMIT];         /* the line of its source where it crashed */
    char leak_place[GRADE_PLACE_LIMIT];    /* where most of what leaked was allocated */
    unsigned processes;                    /* number of processes running when time was up */
    unsigned long leak_blocks, leak_bytes; /* counted by a driver */
} grade_run;

/* A submission as the runner sees it: how to start it and in which format it answers. */
typedef struct {
    grade_questions questions; /* the format of its questions */
    grade_speaker speaker;
    grade_job job;
    const char *const *locate; /* a command that turns addresses into source lines; may be NULL */
} grade_actor;

/* Runs the test. `stop` may be NULL; if it becomes true, the run ends. */
void grade_run_test(const grade_sandbox *sandbox, const grade_actor *actor, const grade_test *test,
                    const atomic_int *stop, grade_run *run);
void grade_run_free(grade_run *run);

/* Runs a process without questions and keeps up to `cap` bytes of stdout and stderr, and how it
 * ended. */
grade_ending grade_run_plain(const grade_sandbox *sandbox, const grade_job *job,
                             const atomic_int *stop, char *output, size_t cap, int *code);

#endif
