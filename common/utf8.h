/* utf8.h: reads characters in UTF-8 (RFC 3629) one at a time. Layer: common. It knows nothing of
 * chess. */
#ifndef ARB_COMMON_UTF8_H
#define ARB_COMMON_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the character that `text` begins with and returns the number of its bytes; 0 if they are
 * not UTF-8: overlong, a surrogate, above U+10FFFF or cut off. `len` is at least 1. */
size_t utf8_read(const char *text, size_t len, uint32_t *character);

/* Works like utf8_read, but for old files: a byte that is not UTF-8 is a character of Windows-1252,
 * which contains Latin-1, the code of PGN's standard. Never returns 0. */
size_t utf8_read_old(const char *text, size_t len, uint32_t *character);

/* Writes a character and returns the number of its bytes. */
size_t utf8_write(uint32_t character, char bytes[4]);

/* Copies a text of an old file as UTF-8, with a NUL; what does not fit is left out. cap > 0. */
void utf8_copy_old(char *to, size_t cap, const char *text, size_t len);

/* Is this byte the second, third or fourth byte of a character? */
static inline bool utf8_continues(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* Is this a control character: U+0000 to U+001F or U+007F to U+009F? */
static inline bool utf8_is_control(uint32_t character)
{
    return character < 0x20 || (character >= 0x7F && character < 0xA0);
}

/* Is this a control character, or one that changes the order in which a line is shown, or breaks
 * the line? Text from outside must not do that to a terminal. */
static inline bool utf8_is_harmful(uint32_t character)
{
    if (character < 0x200E) /* asked first, for the sake of speed */
        return utf8_is_control(character);
    return character <= 0x200F || (character >= 0x2028 && character <= 0x202E) ||
           (character >= 0x2066 && character <= 0x2069);
}

/* The number of bytes of printable ASCII that `text` begins with. */
size_t utf8_ascii(const char *text, size_t len);
/* The same up to a quotation mark or a backslash, which JSON escapes. */
size_t utf8_plain(const char *text, size_t len);

#endif
