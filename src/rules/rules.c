/* rules.c: finding rule sets, and kinds in them. Layer: rules. Knows no positions. */
#include <string.h>

#include "rules/builtin.h"

size_t arb_rules_count(void)
{
    return ARB__BUILTIN_COUNT;
}

const arb_rules *arb_rules_at(size_t index)
{
    return index < ARB__BUILTIN_COUNT ? &arb__builtin[index] : NULL;
}

const arb_rules *arb_rules_find(const char *name, size_t len)
{
    for (size_t i = 0; i < ARB__BUILTIN_COUNT; i++) {
        const char *own = arb__builtin[i].name;
        if (strlen(own) == len && memcmp(own, name, len) == 0)
            return &arb__builtin[i];
    }
    return NULL;
}

arb_kind arb_rules_kind(const arb_rules *rules, char letter)
{
    if (letter >= 'A' && letter <= 'Z')
        letter = (char)(letter - 'A' + 'a');
    if (letter < 'a' || letter > 'z')
        return ARB_NO_KIND;
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++) {
        if (rules->kinds[kind].letter == letter)
            return kind;
    }
    return ARB_NO_KIND;
}
