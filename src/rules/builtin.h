/* builtin.h: the rule sets of the library. Layer: rules. */
#ifndef ARB_RULES_BUILTIN_H
#define ARB_RULES_BUILTIN_H

#include "arbiter.h"

/* The first one is the default. */
extern const arb_rules arb__builtin[ARB_BUILT_IN];

/* shipped_tables.c: the files of examples/rules, by name. */
extern const arb_rules arb__shipped[];
extern const size_t arb__shipped_count;

static inline bool arb__is_builtin(const arb_rules *rules)
{
    for (int i = 0; i < ARB_BUILT_IN; i++)
        if (rules == &arb__builtin[i])
            return true;
    return false;
}

#endif
