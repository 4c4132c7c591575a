/* error.h: filling in an arb_error. Layer: base. Knows nothing of chess. */
#ifndef ARB_BASE_ERROR_H
#define ARB_BASE_ERROR_H

#include "arbiter.h"

/* Fills in *error (which may be NULL) and returns the status, so that a reader can write `return
 * arb__fail(...)`. `text` must be a constant. */
static inline arb_status arb__fail(arb_error *error, arb_status status, size_t offset,
                                   const char *text)
{
    if (error)
        *error = (arb_error){status, offset, text};
    return status;
}

static inline arb_status arb__no_error(arb_error *error)
{
    return arb__fail(error, ARB_OK, 0, "");
}

#endif
