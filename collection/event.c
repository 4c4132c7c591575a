/* event.c: lines that begin a game for certain. Room: collection. */
#include "collection/checker.h"

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

static const char head[] = "[Event ";
enum { HEAD_LEN = sizeof head - 1 };

bool is_event(const char *text, size_t len, size_t at)
{
    return (at == 0 || text[at - 1] == '\n') && len - at >= HEAD_LEN &&
           memcmp(text + at, head, HEAD_LEN) == 0;
}

#ifdef __SSE2__
/* Sixteen bytes at a time: a line end, and behind it the third letter of "[Event ", which few other
 * tags have. */
static size_t find_wide(const char *text, size_t len, size_t *from)
{
    const __m128i line_end = _mm_set1_epi8('\n'), third = _mm_set1_epi8(head[2]);
    size_t at = *from;
    for (; len - at > 16 + 3; at += 16) {
        __m128i here = _mm_loadu_si128((const __m128i *)(const void *)(text + at));
        __m128i behind = _mm_loadu_si128((const __m128i *)(const void *)(text + at + 3));
        unsigned hits = (unsigned)_mm_movemask_epi8(
            _mm_and_si128(_mm_cmpeq_epi8(here, line_end), _mm_cmpeq_epi8(behind, third)));
        for (; hits != 0; hits &= hits - 1) {
            size_t start = at + (size_t)__builtin_ctz(hits) + 1;
            if (is_event(text, len, start))
                return start;
        }
    }
    *from = at;
    return len;
}
#endif

size_t find_event(const char *text, size_t len, size_t from)
{
    if (from >= len || is_event(text, len, from))
        return from < len ? from : len;
#ifdef __SSE2__
    size_t wide = find_wide(text, len, &from);
    if (wide < len)
        return wide;
#endif
    while (from < len) {
        const char *end = memchr(text + from, '\n', len - from);
        if (!end)
            return len;
        from = (size_t)(end - text) + 1;
        if (from < len && is_event(text, len, from))
            return from;
    }
    return len;
}
