/* builtin.h: the built-in rule sets. Layer: rules. */
#ifndef ARB_RULES_BUILTIN_H
#define ARB_RULES_BUILTIN_H

#include "arbiter.h"

enum { ARB__BUILTIN_COUNT = 6 };

/* The first one is the default. */
extern const arb_rules arb__builtin[ARB__BUILTIN_COUNT];

static inline bool arb__is_builtin(const arb_rules *rules)
{
    for (int i = 0; i < ARB__BUILTIN_COUNT; i++)
        if (rules == &arb__builtin[i])
            return true;
    return false;
}

#endif
