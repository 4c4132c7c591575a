/* account.h: the resources that a process and all its descendants use together. Layer: grade. */
#ifndef ARB_GRADE_ACCOUNT_H
#define ARB_GRADE_ACCOUNT_H

#include <stdint.h>
#include <sys/types.h>

typedef struct {
    unsigned processes;
    double seconds;  /* processor time, including processes that have ended */
    uint64_t memory; /* bytes in memory; shared pages, and sockets, count once for each process */
} grade_usage;

/* Adds up `top` and all its descendants; of `top` itself, which starts the others and has the
 * grader's memory, no memory is counted. */
grade_usage grade_usage_below(pid_t top);
/* The same memory with shared pages divided among the processes that share them: exact, but slower
 * to find. */
uint64_t grade_memory_below(pid_t top);

#endif
