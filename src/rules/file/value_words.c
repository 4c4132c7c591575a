/* value_words.c: splits a value into words and reads them. Layer: rules. Knows no keys. */
#include <string.h>

#include "base/text.h"
#include "rules/file/rule_file.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

bool arb__next_word(const arb__reader *reader, arb__span *rest, arb__span *word)
{
    while (rest->at < rest->end && is_blank(reader->text[rest->at]))
        rest->at++;
    word->at = rest->at;
    while (rest->at < rest->end && !is_blank(reader->text[rest->at]))
        rest->at++;
    word->end = rest->at;
    return word->at < word->end;
}

bool arb__word_is(const arb__reader *reader, arb__span word, const char *text)
{
    size_t len = strlen(text);
    return word.end - word.at == len && memcmp(reader->text + word.at, text, len) == 0;
}

bool arb__word_number(const arb__reader *reader, arb__span word, unsigned most, unsigned *number)
{
    uint32_t value;
    size_t len = word.end - word.at;
    size_t digits = arb__read_digits(reader->text + word.at, len, 6, &value);
    if (digits == 0 || digits < len || value > most)
        return false;
    *number = value;
    return true;
}

bool arb__only_word(arb__reader *reader, const arb__field *field, arb__span value, arb__span *word)
{
    arb__span more;
    arb__next_word(reader, &value, word);
    return !arb__next_word(reader, &value, &more) || arb__mistake_value(reader, field, more);
}

arb_kind arb__word_kind(const arb__reader *reader, arb__span word)
{
    char letter = reader->text[word.at];
    bool one = word.end - word.at == 1 && letter >= 'a' && letter <= 'z';
    return one ? arb_rules_kind(&reader->rules, letter) : ARB_NO_KIND;
}

/* The edit distance: how many letters must be inserted, deleted or replaced. */
static unsigned distance_of(const char *a, size_t a_len, const char *b)
{
    unsigned row[ARB_NAME_LIMIT];
    size_t b_len = strlen(b);
    if (a_len >= ARB_NAME_LIMIT || b_len >= ARB_NAME_LIMIT)
        return ARB_NAME_LIMIT;
    for (size_t j = 0; j <= b_len; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= a_len; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b_len; j++) {
            unsigned replaced = diagonal + (a[i - 1] != b[j - 1]);
            unsigned other = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = replaced < other ? replaced : other;
        }
    }
    return row[b_len];
}

void arb__nearest_try(arb__nearest *nearest, const arb__reader *reader, arb__span word,
                      const char *candidate)
{
    size_t len = word.end - word.at;
    if (reader->mistake_count >= ARB__MISTAKE_LIMIT)
        return; /* the mistake is not stored, and a search for what was meant takes long */
    unsigned distance = distance_of(reader->text + word.at, len, candidate);
    /* A word with more than a third of its letters wrong is another word. */
    if (distance > 1 + len / 3 || (nearest->best && distance >= nearest->distance))
        return;
    nearest->best = candidate;
    nearest->distance = distance;
}
