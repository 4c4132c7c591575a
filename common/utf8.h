/* utf8.h: characters in UTF-8 (RFC 3629), read one at a time. Layer: common. Knows nothing of
 * chess. */
#ifndef ARB_COMMON_UTF8_H
#define ARB_COMMON_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number of bytes of the character that begins at `text`; 0 if these bytes are no UTF-8:
 * overlong, a surrogate, past U+10FFFF or cut off. `len` is at least 1. */
size_t utf8_read(const char *text, size_t len, uint32_t *character);

/* As utf8_read, and for old files: a byte that is no UTF-8 is a character of Windows-1252, of which
 * Latin-1 (the code of PGN's standard) is a part. Never 0. */
size_t utf8_read_old(const char *text, size_t len, uint32_t *character);

/* Writes a character: the number of its bytes. */
size_t utf8_write(uint32_t character, char bytes[4]);

/* A text of an old file as UTF-8, with a NUL; what does not fit is left out. cap > 0. */
void utf8_copy_old(char *to, size_t cap, const char *text, size_t len);

/* Is this byte one of the second to fourth bytes of a character? */
static inline bool utf8_continues(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* The control characters of both sets, U+0000 to U+001F and U+007F to U+009F. */
static inline bool utf8_is_control(uint32_t character)
{
    return character < 0x20 || (character >= 0x7F && character < 0xA0);
}

/* Control characters, and those that change the order in which a line is shown or break it: text
 * from outside must not do that to a terminal. */
static inline bool utf8_is_harmful(uint32_t character)
{
    return utf8_is_control(character) || character == 0x200E || character == 0x200F ||
           (character >= 0x2028 && character <= 0x202E) ||
           (character >= 0x2066 && character <= 0x2069);
}

/* The number of bytes from `text` on that are printable ASCII. */
size_t utf8_ascii(const char *text, size_t len);

#endif
