/* nest.h: namespaces that a submission's tests share, so that a test starts without bubblewrap.
 * Layer: grade. Knows nothing of chess, tests or answers.
 *
 * Bubblewrap makes the root that a submission sees, once, and waits. Each test joins it in a
 * process, user, mount and IPC namespace of its own, with a /proc, /tmp and /dev/shm of its own:
 * it sees nothing of the tests before it, and nothing of it is left when it ends. What the tests
 * have in common cannot be written: the root, a network without interfaces, the host's name. */
#ifndef ARB_GRADE_NEST_H
#define ARB_GRADE_NEST_H

#include "grade/sandbox/control_group.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { GRADE_NEST_SPACES = 4 };

typedef struct {
    pid_t pid;                     /* the process of bubblewrap; 0 if there is no nest */
    int wake;                      /* bubblewrap waits for a byte that never comes */
    int spaces[GRADE_NEST_SPACES]; /* user, mount, network, host name */
    grade_group group;             /* bubblewrap's own */
} grade_nest;

/* The limits of a process in a nest. */
typedef struct {
    uint64_t processes, address, file; /* count, bytes, bytes */
} grade_nest_limits;

/* Takes hold of the namespaces that bubblewrap makes, when they are ready. `info` is a descriptor
 * from which what it says about itself can be read. */
bool grade_nest_hold(grade_nest *nest, int info);
void grade_nest_close(grade_nest *nest);

/* Joins the nest and runs the program in it, as the first process of a namespace. It is called in a
 * child process; it neither allocates nor locks, and does not return. The descriptors 0 to 2 are
 * those of the program; all others are closed. */
_Noreturn void grade_nest_run(const grade_nest *nest, const grade_nest_limits *limits,
                              const char *folder, const char *const *argv);

#endif
