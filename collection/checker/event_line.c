/* event_line.c: finds the lines that certainly begin a game: [Event lines. Layer: collection. */
#include "collection/checker/checker.h"
#include "collection/wide_bytes.h"

#include <string.h>

static const char head[] = "[Event ";
enum { HEAD_LEN = sizeof head - 1 };

bool is_event(const char *text, size_t len, size_t at)
{
    return (at == 0 || text[at - 1] == '\n') && len - at >= HEAD_LEN &&
           memcmp(text + at, head, HEAD_LEN) == 0;
}

#if HAS_WIDE
/* The first [Event line that follows one of these line ends; `len` if there is none. */
static size_t event_among(const char *text, size_t len, size_t at, uint64_t ends)
{
    for (; ends != 0; ends &= ends - 1) {
        size_t start = at + (size_t)__builtin_ctzll(ends) + 1;
        if (is_event(text, len, start))
            return start;
    }
    return len;
}

/* Looks at 64 bytes at a time for a line end and, three bytes later, the third letter of "[Event
 * ", which few other tags have there. Everything before *from has been searched. */
static WIDE size_t find_wide(const char *text, size_t len, size_t *from, int64_t *lines)
{
    size_t at = *from, event = len;
    for (; len - at > 64 + 3; at += 64) {
        uint64_t ends = wide_equal_bits(text + at, '\n');
        uint64_t some = ends & wide_equal_bits(text + at + 3, head[2]);
        if (some != 0 && (event = event_among(text, len, at, some)) < len) {
            *lines += __builtin_popcountll(ends & (((uint64_t)2 << (event - 1 - at)) - 1));
            at = event;
            break;
        }
        *lines += __builtin_popcountll(ends);
    }
    *from = at;
    return event;
}
#endif

size_t next_event(const char *text, size_t len, size_t from, int64_t *lines)
{
    size_t event = len;
    if (from >= len || is_event(text, len, from))
        return from < len ? from : len;
#if HAS_WIDE
    if (machine_is_wide())
        event = find_wide(text, len, &from, lines);
#endif
    while (from < event) {
        const char *end = memchr(text + from, '\n', event - from);
        if (!end)
            return event;
        ++*lines;
        from = (size_t)(end - text) + 1;
        if (from < len && is_event(text, len, from))
            return from;
    }
    return event;
}

bool only_line_ends(const char *text, size_t from, size_t end)
{
    while (from < end && (text[from] == '\n' || text[from] == '\r'))
        from++;
    return from == end;
}

size_t find_event(const char *text, size_t len, size_t from)
{
    int64_t lines = 0;
    return next_event(text, len, from, &lines);
}
