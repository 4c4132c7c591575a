/* pipe.h: exchanges bytes with a process under time limits. Layer: grade. Does not know what they
 * mean. */
#ifndef ARB_GRADE_PIPE_H
#define ARB_GRADE_PIPE_H

#include "grade/sandbox/sandbox.h"

#include <stdatomic.h>

/* Bytes received or to be sent; those before `start` are used up. */
typedef struct {
    char *text;
    size_t start, len, cap;
} grade_bytes;

bool grade_bytes_add(grade_bytes *bytes, const char *text, size_t len);
void grade_bytes_free(grade_bytes *bytes);

enum { GRADE_TAIL = 4096 };

typedef struct {
    grade_process process;
    double deadline;
    double next_account; /* when to check next what its processes use together */
    grade_limits limits;
    const atomic_int *stop;
    grade_bytes in; /* still to be written */
    bool close_in;  /* close its input when that is done */
    grade_bytes out;
    bool out_ended;
    char tail[GRADE_TAIL + 1]; /* the last bytes of stderr, and a NUL */
    size_t tail_len;
    size_t total; /* number of bytes of stdout */
    bool failed;  /* memory ran out, or a stream failed: no fault of the process */
} grade_pipe;

bool grade_pipe_open(grade_pipe *pipe, const grade_sandbox *sandbox, const grade_job *job,
                     const atomic_int *stop);

typedef enum {
    GRADE_PIPE_MORE,
    GRADE_PIPE_TIME,
    GRADE_PIPE_MEMORY,
    GRADE_PIPE_STOPPED
} grade_pipe_state;

/* Waits until output has come, and writes as much input as the process takes. */
grade_pipe_state grade_pipe_wait(grade_pipe *pipe);
/* Waits for the end of the process and kills it if its time is up; *state says so. Returns the exit
 * code, or 128 plus the signal. */
int grade_pipe_close(grade_pipe *pipe, bool kill_now, grade_pipe_state *state, unsigned *processes);

#endif
