/* line_words.h: splits a line into words. Layer: formats. It knows nothing of chess.
 *
 * Words are separated by blanks and tabs. The inputs of the handouts are lines of words and whole
 * numbers. */
#ifndef ARB_FORMATS_LINE_WORDS_H
#define ARB_FORMATS_LINE_WORDS_H

#include "common/text_out.h"

#include <stdbool.h>

typedef struct {
    const char *text;
    size_t len;
    size_t column; /* from 1 */
} fmt_word;

typedef struct {
    const char *text;
    size_t len;
    size_t at; /* how far the line has been read */
} fmt_line;

static inline fmt_line fmt_line_of(const char *text, size_t len)
{
    return (fmt_line){text, len, 0};
}

/* Reads the next word. Returns false at the end of the line; `word` is then empty and has that
 * place. */
bool fmt_line_word(fmt_line *line, fmt_word *word);

bool fmt_word_is(const fmt_word *word, const char *text);

/* Reads a whole number with an optional '-', whose absolute value is at most FMT_NUMBER_LIMIT. */
enum { FMT_NUMBER_LIMIT = 999999999 };
bool fmt_word_number(const fmt_word *word, int *number);

/* The length at which a message shows a word, because a long word is cut. It is for printf's
 * "%.*s". */
int fmt_word_shown(const fmt_word *word);

/* The offset of the first byte that does not belong in a line of text: a control character other
 * than tab, or invalid UTF-8. `len` if there is none. */
size_t fmt_bad_byte(const char *text, size_t len);

#endif
