/* syscall_filter.h: system calls that no student's program needs, refused by the kernel. Layer:
 * grade. */
#ifndef ARB_GRADE_SYSCALL_FILTER_H
#define ARB_GRADE_SYSCALL_FILTER_H

#include <stdbool.h>

/* A descriptor from which bubblewrap reads the filter; -1, errno says why. The caller closes it. */
int grade_filter_open(void);
/* Puts the filter on this process; false, errno says why. It neither allocates nor locks. */
bool grade_filter_install(void);

#endif
