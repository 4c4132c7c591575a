/* write.c: writes a rule set as a file that states every rule. Layer: rules. */
#include <string.h>

#include "rules/file/rule_file.h"

static void put_signed(arb__writer *out, int number)
{
    arb__put_char(out, number < 0 ? '-' : '+');
    arb__put_number(out, (uint64_t)(number < 0 ? -number : number));
}

/* How many of the next steps belong to one pair, in its order; 0 if they form no such family. */
static size_t family_at(const arb_step *steps, size_t count)
{
    arb_step family[8];
    if (steps[0].files < 0 || steps[0].ranks < 0)
        return 0;
    size_t size = arb__step_family(steps[0], family);
    return size <= count && memcmp(steps, family, size * sizeof family[0]) == 0 ? size : 0;
}

/* Writes the words before steps, such as "double move leap". */
static void put_step_words(arb__writer *out, const char *word, unsigned how)
{
    if (how & ARB_STEP_DOUBLES)
        arb__put_text(out, " double");
    if (how & ARB_STEP_MOVES)
        arb__put_text(out, " move");
    if (how & ARB_STEP_CAPTURES)
        arb__put_text(out, " capture");
    arb__put_text(out, how & ARB_STEP_HOPS ? " hop" : word);
}

static void put_steps(arb__writer *out, const char *word, const arb_step *steps, size_t count)
{
    for (size_t i = 0; i < count;) {
        if (i == 0 || ((steps[i].how ^ steps[i - 1].how) & ~(unsigned)ARB_STEP_SIDED) != 0)
            put_step_words(out, word, steps[i].how);
        size_t family = family_at(steps + i, count - i);
        arb__put_char(out, ' ');
        if (family > 0) {
            arb__put_number(out, (uint64_t)steps[i].files);
            arb__put_char(out, ',');
            arb__put_number(out, (uint64_t)steps[i].ranks);
        } else {
            put_signed(out, steps[i].files);
            arb__put_char(out, ',');
            put_signed(out, steps[i].ranks);
        }
        if (word[1] == 's' && steps[i].range > 0) {
            arb__put_text(out, " max ");
            arb__put_number(out, steps[i].range);
        }
        i += family > 0 ? family : 1;
    }
}

static void put_piece(arb__writer *out, const arb_rules *rules, const arb_kind_rule *rule)
{
    arb__put_text(out, "piece ");
    arb__put_char(out, rule->letter);
    arb__put_char(out, ' ');
    arb__put_text(out, rule->name);
    arb__put_text(out, " =");
    put_steps(out, " leap", rule->leaps, rule->leap_count);
    put_steps(out, " slide", rule->slides, rule->slide_count);
    if (rule->becomes != 0)
        arb__put_text(out, " becomes ");
    arb__write_kinds(out, rule->becomes, rules);
    arb__put_text(out, " value ");
    arb__put_number(out, (uint64_t)(rule->value / 10));
    if (rule->value % 10 != 0) {
        arb__put_char(out, '.');
        arb__put_number(out, (uint64_t)(rule->value % 10));
    }
    arb__put_char(out, '\n');
}

/* Is the field written? It needs a value, and a quiet field must differ from chess, the parent of
 * every written file. */
static bool is_said(const arb__field *field, const arb_rules *rules)
{
    char own[8192], of_chess[8192];
    arb__writer a = arb__writer_on(own, sizeof own), b = arb__writer_on(of_chess, sizeof of_chess);
    field->write(&a, field, rules);
    if (!field->quiet)
        return a.len > 0;
    field->write(&b, field, arb_rules_at(0));
    return a.len != b.len || strcmp(own, of_chess) != 0;
}

static void put_field(arb__writer *out, const arb__field *field, const arb_rules *rules)
{
    if (!is_said(field, rules))
        return;
    arb__put_text(out, field->key);
    arb__put_text(out, " = ");
    field->write(out, field, rules);
    arb__put_char(out, '\n');
}

size_t arb_rules_write(const arb_rules *rules, char *buf, size_t cap)
{
    const arb_rules *chess = arb_rules_at(0);
    arb__writer out = arb__writer_on(buf, cap);
    for (size_t key = ARB__KEY_PARENT; key < ARB__KEY_ROYAL; key++)
        put_field(&out, &arb__fields[key], rules);
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++) {
        const arb_kind_rule *rule = &rules->kinds[kind];
        if (rule->letter != 0 && memcmp(rule, &chess->kinds[kind], sizeof *rule) != 0)
            put_piece(&out, rules, rule);
    }
    for (size_t key = ARB__KEY_ROYAL; key < ARB__KEY_COUNT; key++)
        put_field(&out, &arb__fields[key], rules);
    return out.len;
}
