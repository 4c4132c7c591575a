/* shared_text.c: see shared_text.h. */
#include "shared_text.h"

#include <stdlib.h>
#include <string.h>

char *shared_text;
size_t shared_size;

bool shared_room(size_t size)
{
    if (size <= shared_size)
        return true;
    size_t grown = shared_size ? shared_size : 4096;
    while (grown < size)
        grown *= 2;
    char *block = realloc(shared_text, grown);
    if (!block)
        return false;
    shared_text = block;
    shared_size = grown;
    return true;
}

/* Called by JavaScript: returns where `size` bytes may be written, or NULL. */
char *EXPORT(text_room)(size_t size)
{
    return shared_room(size + 1) ? shared_text : NULL;
}

char *EXPORT(text_at)(void)
{
    return shared_text;
}

/* Called by JavaScript: returns a copy of the first `len` bytes, which lasts until text_free, or
 * NULL. */
char *EXPORT(text_keep)(size_t len)
{
    char *kept = malloc(len + 1);
    if (kept)
        memcpy(kept, shared_text, len);
    return kept;
}

void EXPORT(text_free)(char *kept)
{
    free(kept);
}

void answer_bytes(answer *to, const char *bytes, size_t len)
{
    if (to->failed || !shared_room(to->len + len + 1)) {
        to->failed = true;
        return;
    }
    memcpy(shared_text + to->len, bytes, len);
    to->len += len;
}

void answer_text(answer *to, const char *text)
{
    answer_bytes(to, text, strlen(text));
}

void answer_char(answer *to, char c)
{
    answer_bytes(to, &c, 1);
}

void answer_number(answer *to, long long number)
{
    char digits[24];
    size_t at = sizeof digits;
    unsigned long long rest =
        number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number;
    do
        digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        digits[--at] = '-';
    answer_bytes(to, digits + at, sizeof digits - at);
}

int answer_end(const answer *to)
{
    return to->failed ? -1 : (int)to->len;
}
