/* variant_tag.c: which rules a Variant tag means. Layer: collection. */
#include "collection/checker/checker.h"

/* The rules of the call are taken if the tag names them, or if it says no more than "chess". */
const arb_rules *variant_rules(const check_options *options, const short_text *variant)
{
    const arb_rules *named = arb_rules_of_variant(variant->text, variant->len);
    if (named == arb_rules_at(0) || arb_rules_named(options->rules, variant->text, variant->len))
        return options->rules;
    return named;
}
