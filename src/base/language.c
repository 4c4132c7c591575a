/* language.c: finds a language, its sentences and its nouns, and writes a pattern. Layer: base. */
#include "base/language.h"

/* With this flag, for builds that must be small, no table but English is linked:
 * arb__language_loaded hands out the others. */
#ifdef ARB_LANGUAGES_LATER
#define TABLE(language) NULL
#else
#define TABLE(language) &(language)
#define arb__language_loaded(language) languages[language].language
#endif

/* By arb_language. */
static const struct {
    const char *tag;
    const arb__language *language;
} languages[ARB_LANGUAGE_COUNT] = {
    {"en", NULL},
    {"de", TABLE(arb__german)},
    {"fr", TABLE(arb__french)},
    {"es", TABLE(arb__spanish)},
    {"zh", TABLE(arb__chinese)},
};

/* NULL for English. */
static const arb__language *language_of(arb_language language)
{
    return (unsigned)language < ARB_LANGUAGE_COUNT ? arb__language_loaded(language) : NULL;
}

const char *arb_language_tag(arb_language language)
{
    return (unsigned)language < ARB_LANGUAGE_COUNT ? languages[language].tag : "";
}

bool arb_language_find(const char *tag, size_t len, arb_language *found)
{
    /* Of "de-AT" and "zh_CN.UTF-8" only the first part names the language. */
    if (len < 2 || (len > 2 && arb__is_letter(tag[2])))
        return false;
    for (int i = 0; i < ARB_LANGUAGE_COUNT; i++) {
        const char *known = languages[i].tag;
        if ((tag[0] | 0x20) == known[0] && (tag[1] | 0x20) == known[1]) {
            *found = (arb_language)i;
            return true;
        }
    }
    return false;
}

const char *arb_text_in(arb_language language, const char *text)
{
    const arb__language *to = language_of(language);
    for (size_t i = 0; to && i < to->text_count; i++)
        if (strcmp(to->texts[i].english, text) == 0)
            return to->texts[i].text;
    return text;
}

/* In English the form depends on the first sound: "an archbishop". */
static arb__noun english_noun(const char *name)
{
    bool vowel = name[0] == 'a' || name[0] == 'e' || name[0] == 'i' || name[0] == 'o';
    return (arb__noun){name, name, NULL, vowel};
}

/* The noun for a kind of piece by its English name; "" is "piece". Sets *given if the name is in no
 * table: then a blank and the name itself follow the noun. */
static arb__noun noun_in(arb_language language, const char *name, bool *given)
{
    const arb__language *to = language_of(language);
    *given = false;
    if (name[0] == '\0')
        name = "piece";
    if (!to)
        return english_noun(name);
    for (size_t i = 0; i < to->noun_count; i++)
        if (strcmp(to->nouns[i].name, name) == 0)
            return to->nouns[i];
    *given = true;
    return to->other;
}

void arb__put_noun(arb__writer *out, arb_language language, const char *name, bool oblique)
{
    bool given;
    arb__noun noun = noun_in(language, name, &given);
    arb__put_text(out, oblique && noun.oblique ? noun.oblique : noun.text);
    if (given) {
        arb__put_char(out, ' ');
        arb__put_text(out, name);
    }
}

static const arb__agreeing english_words[] = {{"a", {"a ", "an ", "", ""}, false}};

/* The word in a language; NULL if it has no such word. */
static const arb__agreeing *word_in(const arb__language *to, const char *word, size_t len)
{
    const arb__agreeing *words = to ? to->words : english_words;
    size_t count = to ? to->word_count : 1;
    for (size_t i = 0; i < count; i++)
        if (strlen(words[i].word) == len && (word[0] | 0x20) == words[i].word[0] &&
            memcmp(word + 1, words[i].word + 1, len - 1) == 0)
            return &words[i];
    return NULL;
}

/* Writes the word in the form that agrees with the noun of the place; with `alone`, without the
 * blank after it. */
static void put_word(arb__speech *speech, const char *word, size_t len, char place, bool alone)
{
    bool given;
    unsigned form = noun_in(speech->language, speech->noun_of(speech, place), &given).form;
    const arb__agreeing *found = word_in(language_of(speech->language), word, len);
    if (!found)
        return;
    const char *text = found->forms[form < ARB__FORM_COUNT ? form : 0];
    speech->oblique = found->oblique && !alone;
    size_t size = strlen(text);
    if (alone && size > 0 && text[size - 1] == ' ')
        size--;
    bool capital = word[0] >= 'A' && word[0] <= 'Z' && text[0] >= 'a' && text[0] <= 'z';
    if (capital)
        arb__put_char(&speech->out, (char)(text[0] & ~0x20));
    arb__put_bytes(&speech->out, text + capital, size - capital);
}

/* Writes the place that begins at the '%' and returns its last byte. */
static const char *put_place(arb__speech *speech, const char *at)
{
    char close = at[1] == '[' ? ']' : at[1] == '<' ? '>' : '\0';
    const char *end = close ? strchr(at, close) : at;
    if (!end || end[1] == '\0')
        return at;
    if (close)
        put_word(speech, at + 2, (size_t)(end - at) - 2, end[1], close == '>');
    if (close != '>')
        speech->put(speech, end[1]);
    speech->oblique = false;
    return end + 1;
}

void arb__say(arb__speech *speech, const char *english)
{
    const char *at = arb_text_in(speech->language, english);
    for (; *at != '\0'; at++)
        if (*at == '%')
            at = put_place(speech, at);
        else
            arb__put_char(&speech->out, *at);
}
