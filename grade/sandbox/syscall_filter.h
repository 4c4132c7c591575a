/* syscall_filter.h: system calls that no student's program needs, refused by the kernel. Layer:
 * grade. */
#ifndef ARB_GRADE_SYSCALL_FILTER_H
#define ARB_GRADE_SYSCALL_FILTER_H

#include <stdbool.h>

/* Returns a descriptor from which bubblewrap reads the filter and which the caller closes, or -1
 * with errno set. */
int grade_filter_open(void);
/* Puts the filter on this process. Returns false, with errno set, if it cannot. It neither
 * allocates nor locks. */
bool grade_filter_install(void);

#endif
