/* utf8.c: reads characters in UTF-8 one at a time. Layer: common. */
#include "common/utf8.h"

#include <string.h>

size_t utf8_read(const char *text, size_t len, uint32_t *character)
{
    static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *byte = (const unsigned char *)text;
    size_t n = byte[0] < 0x80   ? 1
               : byte[0] < 0xC2 ? 0
               : byte[0] < 0xE0 ? 2
               : byte[0] < 0xF0 ? 3
               : byte[0] < 0xF5 ? 4
                                : 0;
    if (n == 0 || n > len)
        return 0;
    uint32_t value = n == 1 ? byte[0] : byte[0] & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++) {
        if (!utf8_continues(text[i]))
            return 0;
        value = value << 6 | (byte[i] & 0x3Fu);
    }
    if (value < smallest[n] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000))
        return 0;
    *character = value;
    return n;
}

size_t utf8_read_old(const char *text, size_t len, uint32_t *character)
{
    /* The meaning of bytes 0x80 to 0x9F in Windows-1252; those that it does not use are
     * unchanged. */
    static const uint16_t windows[32] = {
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
    };
    size_t n = utf8_read(text, len, character);
    if (n != 0)
        return n;
    unsigned char byte = (unsigned char)text[0];
    *character = byte < 0xA0 ? windows[byte - 0x80] : byte;
    return 1;
}

size_t utf8_write(uint32_t character, char bytes[4])
{
    static const unsigned char lead[5] = {0, 0, 0xC0, 0xE0, 0xF0};
    size_t n = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    for (size_t i = n; i-- > 1; character >>= 6)
        bytes[i] = (char)(0x80 | (character & 0x3F));
    bytes[0] = (char)(lead[n] | character);
    return n;
}

void utf8_copy_old(char *to, size_t cap, const char *text, size_t len)
{
    size_t used = 0;
    for (size_t at = 0; at < len;) {
        uint32_t character;
        char bytes[4];
        at += utf8_read_old(text + at, len - at, &character);
        size_t n = utf8_write(character, bytes);
        if (used + n >= cap)
            break;
        for (size_t i = 0; i < n; i++)
            to[used++] = bytes[i];
    }
    to[used] = '\0';
}

static const uint64_t ones = UINT64_C(0x0101010101010101);

static uint64_t eight_bytes(const char *text)
{
    uint64_t bytes;
    memcpy(&bytes, text, sizeof bytes);
    return bytes;
}

/* Are these eight bytes printable ASCII? Each byte's highest bit answers: no sum carries into the
 * next byte as long as none has it at first. */
static bool are_ascii(uint64_t bytes)
{
    return ((bytes | (bytes + ones) | ~(bytes + (0x80 - ' ') * ones)) & 0x80 * ones) == 0;
}

/* Is one of these eight bytes this character? */
static bool have(uint64_t bytes, char c)
{
    uint64_t others = bytes ^ ones * (unsigned char)c;
    return ((others - ones) & ~others & 0x80 * ones) != 0;
}

size_t utf8_ascii(const char *text, size_t len)
{
    size_t n = 0;
    while (len - n >= 8 && are_ascii(eight_bytes(text + n)))
        n += 8;
    while (n < len && text[n] >= ' ' && text[n] < 0x7F)
        n++;
    return n;
}

static bool are_plain(uint64_t bytes)
{
    return are_ascii(bytes) && !have(bytes, '"') && !have(bytes, '\\');
}

size_t utf8_plain(const char *text, size_t len)
{
    size_t n = 0;
    while (len - n >= 8 && are_plain(eight_bytes(text + n)))
        n += 8;
    while (n < len && text[n] >= ' ' && text[n] < 0x7F && text[n] != '"' && text[n] != '\\')
        n++;
    return n;
}
