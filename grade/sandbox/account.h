/* account.h: what a process and all below it use together. Layer: grade. */
#ifndef ARB_GRADE_ACCOUNT_H
#define ARB_GRADE_ACCOUNT_H

#include <stdint.h>
#include <sys/types.h>

typedef struct {
    unsigned processes;
    double seconds;  /* of processors, those that have ended included */
    uint64_t memory; /* bytes in memory; what several share counts once for each */
} grade_usage;

/* `top` and all processes below it. */
grade_usage grade_usage_below(pid_t top);
/* The same memory, shared pages divided among those that share them: exact, and dearer to find. */
uint64_t grade_memory_below(pid_t top);

#endif
