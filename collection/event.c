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
static __m128i load(const char *at)
{
    return _mm_loadu_si128((const __m128i *)(const void *)at);
}

/* Which of sixteen bytes are line ends with the third letter of "[Event " behind, which few other
 * tags have. */
static __m128i begins(const char *at)
{
    return _mm_and_si128(_mm_cmpeq_epi8(load(at), _mm_set1_epi8('\n')),
                         _mm_cmpeq_epi8(load(at + 3), _mm_set1_epi8(head[2])));
}

/* Sixty-four bytes at a time, and nearly always nothing in them. */
static size_t find_wide(const char *text, size_t len, size_t *from)
{
    size_t at = *from;
    for (; len - at > 64 + 3; at += 64) {
        __m128i some[4];
        for (size_t i = 0; i < 4; i++)
            some[i] = begins(text + at + 16 * i);
        if (_mm_movemask_epi8(
                _mm_or_si128(_mm_or_si128(some[0], some[1]), _mm_or_si128(some[2], some[3]))) == 0)
            continue;
        for (size_t i = 0; i < 4; i++)
            for (unsigned hits = (unsigned)_mm_movemask_epi8(some[i]); hits != 0;
                 hits &= hits - 1) {
                size_t start = at + 16 * i + (size_t)__builtin_ctz(hits) + 1;
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
