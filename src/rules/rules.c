/* rules.c: finds rule sets by name, and kinds of pieces in them. Layer: rules. Knows no
 * positions. */
#include <string.h>

#include "base/text.h"
#include "rules/builtin.h"

size_t arb_rules_count(void)
{
    return ARB_BUILT_IN + arb__shipped_count;
}

const arb_rules *arb_rules_at(size_t index)
{
    if (index < ARB_BUILT_IN)
        return &arb__builtin[index];
    index -= ARB_BUILT_IN;
    return index < arb__shipped_count ? &arb__shipped[index] : NULL;
}

/* The next character of a name, or '\0' at the end. Blanks, hyphens and underscores do not count.
 */
static char next_counted(const char **at, const char *end)
{
    while (*at < end && (**at == ' ' || **at == '\t' || **at == '-' || **at == '_'))
        ++*at;
    return (char)(*at < end ? arb__to_lower(*(*at)++) : '\0');
}

static bool same_name(const char *a, const char *a_end, const char *b, const char *b_end)
{
    char c;
    do {
        c = next_counted(&a, a_end);
        if (c != next_counted(&b, b_end))
            return false;
    } while (c != '\0');
    return true;
}

bool arb_rules_named(const arb_rules *rules, const char *name, size_t len)
{
    const char *at = rules->aliases, *end = name + len;
    if (same_name(rules->name, rules->name + strlen(rules->name), name, end))
        return true;
    while (*at != '\0') {
        const char *comma = strchr(at, ',');
        size_t alias = comma ? (size_t)(comma - at) : strlen(at);
        if (same_name(at, at + alias, name, end))
            return true;
        at += alias + (at[alias] == ',');
    }
    return false;
}

const arb_rules *arb_rules_find(const char *name, size_t len)
{
    const arb_rules *rules;
    for (size_t i = 0; (rules = arb_rules_at(i)) != NULL; i++)
        if (arb_rules_named(rules, name, len))
            return rules;
    return NULL;
}

const arb_rules *arb_rules_of_variant(const char *value, size_t len)
{
    static const char nothing[] = "?";
    bool silent = same_name(value, value + len, nothing, nothing) ||
                  same_name(value, value + len, nothing, nothing + 1);
    return silent ? arb_rules_at(0) : arb_rules_find(value, len);
}

arb_kind arb_rules_kind(const arb_rules *rules, char letter)
{
    letter = arb__to_lower(letter);
    if (letter < 'a' || letter > 'z')
        return ARB_NO_KIND;
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++) {
        if (rules->kinds[kind].letter == letter)
            return kind;
    }
    return ARB_NO_KIND;
}
