/* line_words.c: splits a line into words. Layer: formats. It knows nothing of chess. */
#include "formats/line_words.h"

#include "common/number.h"
#include "common/utf8.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

bool fmt_line_word(fmt_line *line, fmt_word *word)
{
    size_t at = line->at;
    while (at < line->len && is_blank(line->text[at]))
        at++;
    size_t start = at;
    while (at < line->len && !is_blank(line->text[at]))
        at++;
    line->at = at;
    *word = (fmt_word){line->text + start, at - start, start + 1};
    return at > start;
}

bool fmt_word_is(const fmt_word *word, const char *text)
{
    return word->len == strlen(text) && memcmp(word->text, text, word->len) == 0;
}

bool fmt_word_number(const fmt_word *word, int *number)
{
    size_t at = word->len > 0 && word->text[0] == '-';
    uint64_t value = 0;
    size_t digits = number_read(word->text + at, word->len - at, FMT_NUMBER_LIMIT, &value);
    if (digits == 0 || at + digits < word->len)
        return false;
    *number = at > 0 ? -(int)value : (int)value;
    return true;
}

int fmt_word_shown(const fmt_word *word)
{
    enum { SHOWN = 40 };
    if (word->len <= SHOWN)
        return (int)word->len;
    size_t cut = SHOWN; /* never inside a character */
    while (cut > 0 && utf8_continues(word->text[cut]))
        cut--;
    return (int)cut;
}

size_t fmt_bad_byte(const char *text, size_t len)
{
    size_t at = 0;
    while (at < len) {
        uint32_t c = 0;
        size_t size = utf8_read(text + at, len - at, &c);
        if (size == 0 || (utf8_is_control(c) && c != '\t'))
            break;
        at += size;
    }
    return at;
}
