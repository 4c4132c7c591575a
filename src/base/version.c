/* version.c: which library is linked. Layer: base. */
#include "arbiter.h"

const char *arb_version(void)
{
    return ARB_VERSION;
}
