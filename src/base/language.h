/* language.h: sentences in the languages of people. Layer: base. Knows nothing of chess.
 *
 * The English text is in the code that makes the sentence, and is the key under which language_de.c
 * and the files beside it list the translation. A text is a pattern with places; in German:
 *   - %m is the place of the letter m; the caller writes what stands there: "Dame auf d1".
 *   - %[der]m is the same behind a word that agrees with its noun: "die Dame auf d1".
 *   - %<er>m is only a word that agrees with it: "sie".
 * A word is looked up in its masculine form; a capital stays a capital. */
#ifndef ARB_BASE_LANGUAGE_H
#define ARB_BASE_LANGUAGE_H

#include "arbiter.h"
#include "base/text.h"

typedef struct {
    const char *english, *text;
} arb__translation;

/* Forms of a word that agrees with a noun. English: 0, and 1 before a vowel. German: 0 masculine, 1
 * feminine, 2 neuter. Spanish: 0 masculine, 1 feminine. French: the same, 2 and 3 before a vowel.
 */
enum { ARB__FORM_COUNT = 4 };

typedef struct {
    const char *name, *text;
    const char *oblique; /* German "den Bauern": the form after a word that asks for it, or NULL */
    uint8_t form;        /* which form of other words agrees with it */
} arb__noun;

typedef struct {
    const char *word;
    const char *forms[ARB__FORM_COUNT]; /* with the blank that follows it, if any */
    bool oblique;                       /* it asks for the oblique form of the noun */
} arb__agreeing;

typedef struct {
    const arb__translation *texts;
    size_t text_count;
    const arb__agreeing *words;
    size_t word_count;
    const arb__noun *nouns;
    size_t noun_count;
    arb__noun other; /* the noun that precedes a name that is in no table */
} arb__language;

extern const arb__language arb__german, arb__french, arb__spanish, arb__chinese;

#ifdef ARB_LANGUAGES_LATER
/* Defined by a program that is built with this flag: the loaded texts of a language, or NULL. */
const arb__language *arb__language_loaded(arb_language language);
#endif

/* Writes the noun for a kind of piece, which is given by its English name. */
void arb__put_noun(arb__writer *out, arb_language language, const char *name, bool oblique);

/* A sentence in the making. `put` writes the place of a letter; `noun_of` says the English name of
 * the piece there, for the words that agree with it. */
typedef struct arb__speech {
    arb__writer out;
    arb_language language;
    bool oblique; /* write the next noun in its oblique form */
    void (*put)(struct arb__speech *speech, char place);
    const char *(*noun_of)(const struct arb__speech *speech, char place);
} arb__speech;

/* Writes the pattern, which is given in English, in the language of the speech. */
void arb__say(arb__speech *speech, const char *english);

static inline arb_coords arb__plain_coords(arb_coords coords)
{
    return (arb_coords)((unsigned)coords & ((1u << ARB_COORDS_BITS) - 1u));
}

#endif
