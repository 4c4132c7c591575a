/* number.c: reads whole numbers from digits and writes them as digits. Layer: common. */
#include "common/number.h"

#include <string.h>

size_t number_read(const char *text, size_t len, uint64_t max, uint64_t *number)
{
    uint64_t value = 0;
    size_t n = 0;
    for (; n < len && text[n] >= '0' && text[n] <= '9'; n++) {
        unsigned digit = (unsigned)(text[n] - '0');
        if (digit > max || value > (max - digit) / 10)
            return 0;
        value = value * 10 + digit;
    }
    if (n > 0)
        *number = value;
    return n;
}

bool number_whole(const char *text, uint64_t max, uint64_t *number)
{
    size_t len = strlen(text);
    return len > 0 && strspn(text, "0123456789") == len &&
           number_read(text, len, max, number) == len;
}

bool number_of_bytes(const char *text, uint64_t unit, uint64_t max, uint64_t *bytes)
{
    uint64_t count, each = unit;
    size_t digits = number_read(text, strlen(text), UINT64_MAX, &count);
    const char *end = text + digits;
    if (*end != '\0') {
        each = *end == 'K' || *end == 'k' ? 1000 : *end == 'M' ? 1000000 : 1000000000;
        if (strchr("KkMG", *end) == NULL || strcmp(end + 1 + (end[1] == 'B'), "") != 0)
            return false;
    }
    if (digits == 0 || count > max / each)
        return false;
    *bytes = count * each;
    return true;
}

size_t number_write(char digits[NUMBER_DIGITS], uint64_t number)
{
    size_t begin = NUMBER_DIGITS;
    do
        digits[--begin] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    return begin;
}

size_t number_write_signed(char text[NUMBER_SIGNED], int64_t number)
{
    uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    size_t begin = 1 + number_write(text + 1, size);
    if (number < 0)
        text[--begin] = '-';
    return begin;
}

const char *number_tenths(char text[NUMBER_TENTHS], int32_t tenths)
{
    char digits[NUMBER_DIGITS], *at = text;
    uint64_t size = tenths < 0 ? 0 - (uint64_t)tenths : (uint64_t)tenths;
    size_t begin = number_write(digits, size / 10);
    if (tenths < 0)
        *at++ = '-';
    memcpy(at, digits + begin, sizeof digits - begin);
    at += sizeof digits - begin;
    *at++ = '.';
    *at++ = (char)('0' + size % 10);
    *at = '\0';
    return text;
}
