/* write_language.c: writes the sentences of a language as a text that js_language.c reads:
 *     write_language TAG
 * It runs on the machine that builds the package. Each string is a line. There are three tables,
 * each after its number of entries, and the noun for a name that is in no table. */
#include "base/language.h"

#include <stdio.h>
#include <string.h>

static void put(const char *text)
{
    printf("%s\n", text ? text : "");
}

static void put_noun(const arb__noun *noun)
{
    put(noun->name);
    put(noun->text);
    put(noun->oblique);
    printf("%u\n", noun->form);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *tag;
        const arb__language *language;
    } all[] = {
        {"de", &arb__german}, {"fr", &arb__french}, {"es", &arb__spanish}, {"zh", &arb__chinese}};
    const arb__language *to = NULL;
    for (size_t i = 0; argc == 2 && i < sizeof all / sizeof *all; i++)
        if (strcmp(argv[1], all[i].tag) == 0)
            to = all[i].language;
    if (!to)
        return 2;
    printf("%zu\n", to->text_count);
    for (size_t i = 0; i < to->text_count; i++) {
        put(to->texts[i].english);
        put(to->texts[i].text);
    }
    printf("%zu\n", to->word_count);
    for (size_t i = 0; i < to->word_count; i++) {
        put(to->words[i].word);
        for (int form = 0; form < ARB__FORM_COUNT; form++)
            put(to->words[i].forms[form]);
        put(to->words[i].oblique ? "1" : "0");
    }
    printf("%zu\n", to->noun_count);
    for (size_t i = 0; i < to->noun_count; i++)
        put_noun(&to->nouns[i]);
    put_noun(&to->other);
    return 0;
}
