/* variant.c: which rules a Variant tag means. Room: collection. */
#include "collection/checker.h"

#include <string.h>

/* Letters and digits alone, small: "Three-check" and "threecheck" are one name. */
static size_t bare(char *to, size_t cap, const char *text, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len && n < cap; i++) {
        char c = text[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            to[n++] = c;
    }
    return n;
}

static bool is_one_of(const char *name, size_t len, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(names[i]) == len && memcmp(names[i], name, len) == 0)
            return true;
    return false;
}

static bool names_them(const arb_rules *rules, const char *name, size_t len)
{
    char own[NAME_CAP];
    size_t own_len = bare(own, sizeof own, rules->name, strlen(rules->name));
    return (own_len == len && memcmp(own, name, len) == 0) ||
           (len == 10 && memcmp(name, "threecheck", 10) == 0 && own_len == 6 &&
            memcmp(own, "3check", 6) == 0);
}

const arb_rules *variant_rules(const check_options *options, const short_text *variant)
{
    static const char *const none[] = {"", "standard", "normal", "chess", "fromposition"};
    static const char *const any_home[] = {"chess960", "fischerandom", "fischerrandom",     "frc",
                                           "fischer",  "960",          "fischerrandomchess"};
    char name[NAME_CAP];
    size_t len = bare(name, sizeof name, variant->text, variant->len);
    if (is_one_of(name, len, none, sizeof none / sizeof *none) ||
        names_them(options->rules, name, len))
        return options->rules;
    if (is_one_of(name, len, any_home, sizeof any_home / sizeof *any_home))
        return options->chess960;
    for (size_t i = 0; arb_rules_at(i); i++)
        if (names_them(arb_rules_at(i), name, len))
            return arb_rules_at(i);
    return NULL;
}
