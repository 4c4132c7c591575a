/* js_rules.c: rule sets for the modern interface. */
#include "shared_text.h"

#include <stdlib.h>
#include <string.h>

size_t EXPORT(rules_count)(void)
{
    return arb_rules_count();
}

const arb_rules *EXPORT(rules_at)(size_t index)
{
    return arb_rules_at(index);
}

/* Finds a rule set by the name in the shared text; NULL if there is none. */
const arb_rules *EXPORT(rules_find)(size_t len)
{
    return arb_rules_find(shared_text, len);
}

static void note_mistake(void *context, const arb_rules_mistake *mistake)
{
    answer *to = context;
    if (to->len)
        answer_char(to, RECORD);
    answer_number(to, mistake->line);
    answer_char(to, FIELD);
    answer_number(to, mistake->column);
    answer_char(to, FIELD);
    answer_text(to, mistake->text);
}

static int mistakes; /* the length of the last rules_read's answer */

/* Reads the rule-set file in the shared text. If it returns NULL, rules_mistakes gives the length
 * of the answer. */
arb_rules *EXPORT(rules_read)(size_t len)
{
    arb_rules *rules = malloc(sizeof *rules);
    char *text = malloc(len + 1);
    answer to = {0};
    mistakes = -1;
    if (rules && text) {
        memcpy(text, shared_text, len);
        if (!arb_rules_read(rules, text, len, note_mistake, &to)) {
            free(rules);
            rules = NULL;
            mistakes = answer_end(&to);
        }
    }
    free(text);
    return rules;
}

int EXPORT(rules_mistakes)(void)
{
    return mistakes;
}

/* Writes name, title, files, ranks, and the start position. */
int EXPORT(rules_about)(const arb_rules *rules)
{
    answer to = {0};
    answer_text(&to, rules->name);
    answer_char(&to, FIELD);
    answer_text(&to, rules->title);
    answer_char(&to, FIELD);
    answer_number(&to, rules->board.size.files);
    answer_char(&to, FIELD);
    answer_number(&to, rules->board.size.ranks);
    answer_char(&to, FIELD);
    answer_text(&to, rules->board.start);
    return answer_end(&to);
}

int EXPORT(rules_text)(const arb_rules *rules)
{
    size_t len = arb_rules_write(rules, NULL, 0);
    if (!shared_room(len + 1))
        return -1;
    arb_rules_write(rules, shared_text, shared_size);
    return (int)len;
}
