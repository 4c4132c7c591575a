/* utf8.c: characters in UTF-8, read one at a time. Layer: common. */
#include "common/utf8.h"

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

size_t utf8_plain(const char *text, size_t len)
{
    size_t n = 0;
    while (n < len && text[n] >= ' ' && text[n] < 0x7F)
        n++;
    return n;
}
