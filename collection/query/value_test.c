/* value_test.c: compares values of tags: numbers, dates, ECO codes, text. Layer: collection. */
#include "collection/query/query.h"

#include "common/number.h"
#include "common/smaller_of.h"

#include <stdlib.h>
#include <string.h>

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool text_contains(const char *text, size_t len, const char *part)
{
    size_t n = strlen(part);
    for (size_t at = 0; at + n <= len; at++) {
        size_t i = 0;
        while (i < n && lower(text[at + i]) == lower(part[i]))
            i++;
        if (i == n)
            return true;
    }
    return false;
}

/* Reads the next of several numbers that are separated by dots, dashes or slashes. */
static bool next_number(const char **text, const char *end, uint64_t *number)
{
    const char *at = *text + number_read(*text, (size_t)(end - *text), UINT64_MAX, number);
    bool found = at > *text;
    if (at < end && (*at == '.' || *at == '-' || *at == '/'))
        at++;
    else if (at < end)
        found = false;
    *text = at;
    return found;
}

enum { NO_ORDER = 2 };

/* Compares years, dates or ratings number by number, as far as `wanted` goes. */
static int compare_numbers(const char *value, size_t len, const char *wanted)
{
    const char *end = value + len, *wanted_end = wanted + strlen(wanted);
    do {
        uint64_t a, b;
        if (!next_number(&value, end, &a) || !next_number(&wanted, wanted_end, &b))
            return NO_ORDER;
        if (a != b)
            return a < b ? -1 : 1;
    } while (wanted < wanted_end);
    return 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* An ECO code, or the beginning of one: "B", "B9", "B90". */
static bool is_eco(const char *text)
{
    size_t len = strlen(text);
    return len >= 1 && len <= 3 && text[0] >= 'A' && text[0] <= 'E' &&
           (len < 2 || is_digit(text[1])) && (len < 3 || is_digit(text[2]));
}

/* Compares as far as `wanted` goes. An ECO code is compared with nothing but codes. */
static int compare_text(const char *value, size_t len, const char *wanted, bool codes)
{
    size_t n = strlen(wanted);
    if (len == 0 || value[0] == '?' || value[0] == '-')
        return NO_ORDER;
    if (codes && is_eco(wanted) && (len < 3 || !is_digit(value[1])))
        return NO_ORDER;
    int order = strncmp(value, wanted, (size_t)smaller_of(len, n));
    if (order == 0 && len < n)
        order = -1;
    return order < 0 ? -1 : order > 0;
}

static int compare(const query_test *t, const char *value, size_t len, const char *wanted)
{
    bool codes = t->field == FIELD_OPENING || (t->name && strcmp(t->name, "ECO") == 0);
    return is_digit(wanted[0]) ? compare_numbers(value, len, wanted)
                               : compare_text(value, len, wanted, codes);
}

/* Is there a number in every place between dots, dashes and slashes? */
static bool is_numbers(const char *text)
{
    const char *end = text + strlen(text);
    uint64_t number;
    do
        if (!next_number(&text, end, &number))
            return false;
    while (text < end);
    return true;
}

/* Does the range end before it begins, as far as both values go? */
static bool is_empty(const char *from, const char *to)
{
    if (is_digit(from[0]) && is_digit(to[0]))
        return compare_numbers(to, strlen(to), from) == -1;
    size_t a = strlen(from), b = strlen(to);
    return strncmp(from, to, (size_t)smaller_of(a, b)) > 0;
}

const char *order_fault(const test_words *words)
{
    const char *texts[] = {words->value, words->upper}, *tag = words->tag ? words->tag : "";
    if (words->sign == TEST_IS || words->sign == TEST_HAS)
        return NULL;
    for (size_t i = 0; i < (words->upper ? 2u : 1u); i++) {
        bool numbers = is_digit(texts[i][0]) && is_numbers(texts[i]);
        if (strcmp(tag, "Date") == 0 && !numbers)
            return "a date is due here: 1995, 1995.06 or 1995.06.30";
        if (strcmp(tag, "ECO") == 0 && !is_eco(texts[i]))
            return "an ECO code, or its beginning, is due here: B, B9 or B90";
        if ((strcmp(tag, "WhiteElo") == 0 || strcmp(tag, "BlackElo") == 0) && !numbers)
            return "a number is due here";
        if (is_digit(texts[i][0]) && !numbers)
            return "numbers are compared, and this is not one; dates are written 1995.06.30";
    }
    if (words->sign == TEST_IN && words->upper && is_empty(words->value, words->upper))
        return "the range is empty: its end comes before its beginning";
    return NULL;
}

static bool order_passes(test_sign sign, int order)
{
    switch (sign) {
    case TEST_BELOW:
        return order == -1;
    case TEST_UP_TO:
        return order == -1 || order == 0;
    case TEST_ABOVE:
        return order == 1;
    case TEST_FROM:
        return order == 1 || order == 0;
    default:
        return order == 0;
    }
}

bool value_passes(const query_test *t, const char *value, size_t len)
{
    if (t->sign == TEST_IS)
        return strlen(t->value) == len && memcmp(t->value, value, len) == 0;
    if (t->sign == TEST_HAS)
        return text_contains(value, len, t->value);
    if (t->sign == TEST_IN)
        return order_passes(TEST_FROM, compare(t, value, len, t->value)) &&
               order_passes(TEST_UP_TO, compare(t, value, len, t->upper));
    return order_passes(t->sign, compare(t, value, len, t->value));
}

bool number_passes(const query_test *t, uint64_t value)
{
    uint64_t from = strtoull(t->value, NULL, 10);
    if (t->sign == TEST_IN)
        return value >= from && value <= strtoull(t->upper, NULL, 10);
    return order_passes(t->sign, value < from ? -1 : value > from);
}
