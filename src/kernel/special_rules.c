/* special_rules.c: which pieces of a rule set are those of chess, and which rules it has beyond
 * them. Layer: kernel. A position stores the answer, so that games of chess do not pay for the
 * rules of other games. */
#include "kernel/kernel.h"
#include "rules/builtin.h"

#include <string.h>

static bool same_step(arb_step a, arb_step b)
{
    return a.files == b.files && a.ranks == b.ranks && a.range == b.range &&
           ((a.how ^ b.how) & ~(unsigned)ARB_STEP_SIDED) == 0;
}

/* Are these the steps of chess, in any order? The numbers are equal, and chess has no step twice:
 * so it is enough that each of its steps is there. */
static bool same_steps(const arb_step *chess, const arb_step *steps, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned j = 0;
        while (j < count && !same_step(chess[i], steps[j]))
            j++;
        if (j == count)
            return false;
    }
    return true;
}

bool arb__moves_as_in_chess(const arb_rules *rules, arb_kind kind)
{
    const arb_kind_rule *own = &rules->kinds[kind], *chess = &arb__builtin[0].kinds[kind];
    if (kind >= ARB_FIRST_CUSTOM_KIND)
        return false;
    if (memcmp(own, chess, sizeof *own) == 0)
        return true; /* nearly always */
    return own->becomes == 0 && own->leap_count == chess->leap_count &&
           own->slide_count == chess->slide_count &&
           same_steps(chess->leaps, own->leaps, own->leap_count) &&
           same_steps(chess->slides, own->slides, own->slide_count);
}

static unsigned specials_of_steps(const arb_rules *rules)
{
    unsigned how = 0;
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++) {
        const arb_kind_rule *rule = &rules->kinds[kind];
        for (unsigned i = 0; i < rule->leap_count; i++)
            how |= rule->leaps[i].how;
        for (unsigned i = 0; i < rule->slide_count; i++)
            how |= rule->slides[i].how;
    }
    how &= ~(unsigned)ARB_STEP_SIDED;
    return how != 0 || arb__own_pawn_steps(rules) ? ARB__SPECIAL_STEPS : 0;
}

bool arb__has_extinction(const arb_rules *rules)
{
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++)
        if (rules->ending.extinct[kind] != 0)
            return true;
    return false;
}

static bool has_other_promotions(const arb_rules *rules)
{
    for (arb_kind kind = ARB_KNIGHT; kind < ARB_KIND_LIMIT; kind++)
        if (rules->kinds[kind].becomes != 0)
            return true;
    return rules->pawn.promotion_of != ARB_OF_ANY || rules->pawn.optional_rows != 0;
}

unsigned arb__specials(const arb_rules *rules)
{
    unsigned special = specials_of_steps(rules);
    if ((rules->royal.safe && rules->royal.also != 0) || rules->royal.no_checks ||
        rules->capture.explodes)
        special |= ARB__SPECIAL_SAFETY;
    if (rules->capture.explodes || rules->capture.to_hand || rules->ending.checks != 0 ||
        rules->ending.goal.count != 0 || rules->ending.bereft != ARB_GOES_ON ||
        arb__has_extinction(rules) || (special & ARB__SPECIAL_STEPS) ||
        rules->pawn.en_passant_rows != 0)
        special |= ARB__SPECIAL_PLAY;
    if (rules->board.holes.count != 0 || rules->pawn.double_area.count != 0 ||
        rules->pawn.promotion_area.count != 0 || rules->castling.row != 0 ||
        rules->pawn.barred_rows != 0 || rules->capture.forced || has_other_promotions(rules))
        special |= ARB__SPECIAL_BOARD;
    return special;
}
