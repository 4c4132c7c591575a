/* sandbox.h: runs a process that sees only its own files and may use only a limited part of the
 * machine. Layer: grade. Knows nothing of chess, tests or answers.
 *
 * Bubblewrap gives it namespaces of its own (no network, no other process, a private /tmp, of the
 * system only what root.h lists, read-only); a filter refuses system calls that it does not need
 * (syscall_filter.h); resource limits bound each process. What all of them use together is bounded
 * by a control group (control_group.h) where one can be made, else by pipe.c, which adds it up.
 * Root's rights are given up before: each process then runs under a user number that nobody else
 * has, so that limits per user are its own. */
#ifndef ARB_GRADE_SANDBOX_H
#define ARB_GRADE_SANDBOX_H

#include "grade/sandbox/control_group.h"
#include "grade/sandbox/nest.h"
#include "grade/sandbox/root.h"

#include <stdint.h>
#include <sys/types.h>

typedef struct {
    unsigned seconds;   /* of wall-clock time; one more of processor time, all processes together */
    unsigned clock;     /* of wall-clock time, if that limit differs from `seconds`; else 0 */
    unsigned memory;    /* MiB, all processes together */
    unsigned address;   /* MiB of address space of each process; 0: as much as `memory` */
    unsigned processes; /* processes and threads at a time */
    unsigned file;      /* MiB, for each file written and for each private folder */
} grade_limits;

typedef enum { GRADE_ISOLATED, GRADE_OPEN } grade_isolation;

typedef struct {
    grade_isolation isolation;
    uint32_t user; /* the first user number for processes; 0: the user does not change */
    grade_root roots[GRADE_ROOT_COUNT];
    grade_group_tree groups;
} grade_sandbox;

/* Finds out what this machine can do. Returns false, with the reason in `why`, if nothing can
 * isolate. */
bool grade_sandbox_find(grade_sandbox *sandbox, char *why, size_t cap);
/* Opens a sandbox that limits but does not isolate, for users who ask for that. Root's rights are
 * given up if what runs is a copy. */
grade_sandbox grade_sandbox_open(void);
void grade_sandbox_free(grade_sandbox *sandbox);

/* A place of the real system that the process sees under another path. */
typedef struct {
    const char *source;
    const char *dest;
    bool writable;
} grade_bind;

enum { GRADE_BIND_LIMIT = 24, GRADE_SLOT_LIMIT = 256 };

/* What to run. Without isolation it runs in `open_folder`, and the binds mean nothing. */
typedef struct {
    const char *const *argv;
    grade_root_kind root;
    const char *folder;
    const char *open_folder;
    bool copied; /* it is a copy that any user can read */
    const grade_bind *binds;
    size_t bind_count;
    grade_limits limits;
    unsigned slot;          /* jobs that run at the same time have different slots */
    const grade_nest *nest; /* the nest in which it runs; NULL: it has a sandbox of its own */
} grade_job;

/* A running process; the descriptors are our ends of its standard streams. */
typedef struct {
    pid_t pid;
    int in, out, err;
    grade_group group;
} grade_process;

/* Makes the namespaces that runs of this job can share; its program must be able to run as the
 * first process of a namespace. Returns false if it cannot: then each run has a sandbox of its own.
 */
bool grade_nest_open(grade_nest *nest, const grade_sandbox *sandbox, const grade_job *job);

bool grade_start(const grade_sandbox *sandbox, const grade_job *job, grade_process *process);
/* Kills the process and all processes that it has started. */
void grade_kill(const grade_process *process);
/* Frees the process after it has ended. */
void grade_forget(grade_process *process);

/* Returns the user number of a slot, or the caller's own if the caller is not root. */
uint32_t grade_user_of(const grade_sandbox *sandbox, unsigned slot);

#endif
