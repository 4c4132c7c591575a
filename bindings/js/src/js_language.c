/* js_language.c: loads languages from the files that write_language.c makes. They are not part of
 * the WebAssembly, so that a page in English does not fetch them. */
#include "base/language.h"
#include "shared_text.h"

#include <stdlib.h>
#include <string.h>

/* Tables that point into the copy of their file. */
typedef struct {
    arb__language tables;
    char *file;
} language_file;

static language_file *loaded[ARB_LANGUAGE_COUNT];

const arb__language *arb__language_loaded(arb_language language)
{
    return loaded[language] ? &loaded[language]->tables : NULL;
}

typedef struct {
    char *at, *end;
    bool bad; /* the text ended before its tables, or memory ran out */
} lines;

static const char *next_line(lines *from)
{
    char *line = from->at;
    char *end = memchr(line, '\n', (size_t)(from->end - line));
    if (!end) {
        from->bad = true;
        return "";
    }
    *end = '\0';
    from->at = end + 1;
    return line;
}

static size_t next_number(lines *from)
{
    size_t number = 0;
    for (const char *digit = next_line(from); *digit >= '0' && *digit <= '9'; digit++)
        number = number * 10 + (size_t)(*digit - '0');
    return number;
}

/* Reads the number of entries and makes room for them; no entry is shorter than a line. */
static void *next_table(lines *from, size_t *count, size_t size)
{
    *count = next_number(from);
    void *table = *count <= (size_t)(from->end - from->at) ? malloc(*count * size + 1) : NULL;
    if (!table) {
        *count = 0;
        from->bad = true;
    }
    return table;
}

static arb__noun next_noun(lines *from)
{
    arb__noun noun = {.name = next_line(from)};
    noun.text = next_line(from);
    const char *oblique = next_line(from);
    noun.oblique = *oblique ? oblique : NULL;
    noun.form = (uint8_t)next_number(from);
    return noun;
}

/* Fills the tables with pointers into the copy of the file. */
static bool read_tables(lines *from, arb__language *to)
{
    arb__translation *texts = next_table(from, &to->text_count, sizeof *texts);
    for (size_t i = 0; i < to->text_count; i++)
        texts[i].english = next_line(from), texts[i].text = next_line(from);
    arb__agreeing *words = next_table(from, &to->word_count, sizeof *words);
    for (size_t i = 0; i < to->word_count; i++) {
        words[i].word = next_line(from);
        for (int form = 0; form < ARB__FORM_COUNT; form++)
            words[i].forms[form] = next_line(from);
        words[i].oblique = next_number(from) != 0;
    }
    arb__noun *nouns = next_table(from, &to->noun_count, sizeof *nouns);
    for (size_t i = 0; i < to->noun_count; i++)
        nouns[i] = next_noun(from);
    to->other = next_noun(from);
    to->texts = texts;
    to->words = words;
    to->nouns = nouns;
    return !from->bad;
}

/* Finds the number of the language whose tag is in the shared text; -1 if there is none. */
int EXPORT(language_find)(size_t len)
{
    arb_language language;
    return arb_language_find(shared_text, len, &language) ? (int)language : -1;
}

int EXPORT(language_tag)(arb_language language)
{
    answer to = {0};
    answer_text(&to, arb_language_tag(language));
    return answer_end(&to);
}

/* Is the language loaded? English always is. */
int EXPORT(language_is_loaded)(arb_language language)
{
    return language == ARB_ENGLISH || loaded[language] != NULL;
}

static void forget(language_file *language)
{
    if (!language)
        return;
    free((void *)language->tables.texts);
    free((void *)language->tables.words);
    free((void *)language->tables.nouns);
    free(language->file);
    free(language);
}

/* Loads the file in the shared text, once. Returns false if it is malformed or memory runs out. */
int EXPORT(language_load)(arb_language language, size_t len)
{
    if (language == ARB_ENGLISH || loaded[language])
        return 1;
    language_file *from = calloc(1, sizeof *from);
    if (from && (from->file = malloc(len + 1)) != NULL) {
        memcpy(from->file, shared_text, len);
        if (read_tables(&(lines){from->file, from->file + len, false}, &from->tables))
            loaded[language] = from;
    }
    if (!loaded[language])
        forget(from);
    return loaded[language] != NULL;
}
