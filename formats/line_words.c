/* line_words.c: a line as words. Layer: formats. Knows nothing of chess. */
#include "formats/line_words.h"

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
    int value = 0;
    if (at == word->len)
        return false;
    for (size_t i = at; i < word->len; i++) {
        int digit = word->text[i] - '0';
        if (digit < 0 || digit > 9 || value > (FMT_NUMBER_LIMIT - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *number = at > 0 ? -value : value;
    return true;
}

int fmt_word_shown(const fmt_word *word)
{
    enum { SHOWN = 40 };
    if (word->len <= SHOWN)
        return (int)word->len;
    size_t cut = SHOWN; /* not inside a character */
    while (cut > 0 && ((unsigned char)word->text[cut] & 0xC0) == 0x80)
        cut--;
    return (int)cut;
}

size_t fmt_bad_byte(const char *text, size_t len)
{
    size_t at = 0;
    while (at < len) {
        unsigned char c = (unsigned char)text[at];
        size_t size = fmt_utf8(text + at, len - at);
        if (size == 0 || (c < 0x20 && c != '\t') || c == 0x7F || fmt_is_c1(text + at, len - at))
            break;
        at += size;
    }
    return at;
}
