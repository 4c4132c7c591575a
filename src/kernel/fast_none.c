/* fast_none.c: the table of accelerators in a build without src/fast. Layer: kernel. */
#include "kernel/fast.h"

#if !ARB__FAST
const arb__fast_table arb__fast = {0};
#endif
