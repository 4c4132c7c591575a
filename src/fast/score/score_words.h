/* score_words.h: the moves of a game score, one after another, with what stands between them.
 * Layer: fast.
 *
 * Reads ahead of the playing (score_play.h), so that neither has to wait for the other. Knows no
 * board: only move numbers, comments and NAGs; the moves themselves are in score_word.h. Written to
 * save instructions; inlined into score_run.c. */
#ifndef ARB_FAST_SCORE_WORDS_H
#define ARB_FAST_SCORE_WORDS_H

#include "fast/score/score_word.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

/* Bytes that may be looked at from a place on, more than a number with two moves has; and moves
 * that are read ahead. */
enum { ARB__ROOM = ARB_RUN_ROOM, ARB__WORDS = 128 };

/* Move numbers as text, as many as nearly every game needs; and one entry of blanks behind them. */
enum { ARB__NUMBERS = 300, ARB__NUMBER = 4 };
ARB__TABLE char arb__numbers[ARB__NUMBERS + 1][ARB__NUMBER];

/* The state of reading a text. */
typedef struct {
    const char *at;     /* the next byte */
    const char *end;    /* the end of the text */
    const char *safe;   /* before this place, ARB__ROOM bytes may be looked at */
    const char *rest;   /* where reading went past `safe`; NULL: something else stopped it */
    bool stops;         /* reading stopped at something that no run accepts */
    const char *number; /* the text of the next move number, "12."; the one after it stands
                           ARB__NUMBER bytes behind */
    uint64_t digits;    /* mask of the bytes of `number` that are compared */
    size_t number_len;
    uint32_t same_len; /* `same_len` numbers start at `number`; all have the same length */
    uint32_t fullmove; /* the first move number after those */
    size_t clock;      /* the length of the last comment that began with a clock */
    char large[2 * ARB__WORD_LIMIT]; /* the text of a number that is not in the table */
    /* One more than ARB__WORDS if Black begins, and the end mark. */
    arb__word words[ARB__WORDS + 2];
} arb__score_text;

/* In score_words.c. Sets `number` to the text of the next move number. */
void arb__write_number(arb__score_text *in);

/* Finds the closing brace of a comment; NULL if there is none. A constant where it is passed on. */
typedef const char *arb__close_finder(const char *at, const char *end);

/* Most comments, such as those of clocks, end in the first steps; the rest of a long one is left to
 * the libc, which takes longer steps. */
ARB__INLINE const char *arb__find_close(const char *at, const char *end)
{
#if defined(__SSE2__)
    const __m128i brace = _mm_set1_epi8('}');
    for (const char *far = end - at > 64 ? at + 64 : end; far - at >= 16; at += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)at);
        unsigned hits = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, brace));
        if (hits != 0)
            return at + __builtin_ctz(hits);
    }
#endif
    return (const char *)memchr(at, '}', (size_t)(end - at));
}

/* The place behind the further dots of a move number; there are at most a few. */
ARB__INLINE const char *arb__skip_dots(const char *at)
{
    for (unsigned dots = 0; *at == '.' && dots < ARB__WORD_LIMIT; dots++)
        at++;
    return at;
}

ARB__INLINE void arb__count_number(arb__score_text *in)
{
    in->number += ARB__NUMBER;
    if (ARB__UNLIKELY(--in->same_len == 0))
        arb__write_number(in);
}

/* The place behind comments, NAGs and blanks; NULL where the text ends or a line needs the slow
 * reader. */
ARB__INLINE const char *arb__skip_between(const char *at, const char *end, arb__close_finder *find)
{
    for (; at < end; at++) {
        switch (*at) {
        case '\r':
        case ' ':
        case '!':
        case '?':
            break;
        case '\n':
            if (at + 1 == end || at[1] == '\n' || at[1] == '\r' || at[1] == ' ' || at[1] == '\t' ||
                at[1] == '%')
                return NULL;
            break;
        case '{':
            at = find(at, end);
            if (!at)
                return NULL;
            break;
        case '$':
            while (at + 1 < end && arb__is_digit(at[1]))
                at++;
            break;
        default:
            return at;
        }
    }
    return NULL;
}

/* The fast path: finds the next move if one blank stands in front of it and, before White's, its
 * number with or without a blank behind. Written with branches, which are predicted well here;
 * computing the place instead would delay the reading of the next word. */
ARB__INLINE bool arb__fast_place(const arb__score_text *in, const char *at, unsigned next,
                                 arb__word_start *place, arb_colour us)
{
    if (next != ARB__BLANK)
        return false;
    if (us == ARB_BLACK) { /* White's word was in front of `safe`, which leaves room for this one */
        *place = arb__start_at(at + 1);
        return place->letter != 0;
    }
    if (at >= in->safe ||
        ((arb__load_eight(at + 1) ^ arb__load_eight(in->number)) & in->digits) != 0)
        return false;
    const char *behind = at + 1 + in->number_len;
    *place = arb__start_at(behind + 1);
    if (ARB__UNLIKELY(arb__follows(behind) != ARB__BLANK))
        *place = arb__start_at(behind);
    return place->letter != 0;
}

/* The next move, whatever stands in front of it: comments, a number, more blanks. NULL where the
 * reading stops. */
ARB__INLINE const char *arb__find_word(arb__score_text *in, const char *at, arb__close_finder *find)
{
    while (at < in->safe) {
        const char *from = at;
        if (ARB__LIKELY(arb__follows(at) == ARB__BLANK))
            at += *at == '\r' && at[1] == '\n' ? 2 : 1;
        uint64_t bytes = arb__load_eight(at);
        if (arb__letter_of[bytes & 0xFF] != 0)
            return at;
        if (((bytes ^ arb__load_eight(in->number)) & in->digits) == 0) {
            at = arb__skip_dots(at + in->number_len);
            continue;
        }
        if (*at == '{' && at < in->end) { /* skipping a blank may have led past the end */
            at = find(at, in->end);
            at = at ? at + 1 : NULL;
        } else {
            at = arb__skip_between(from, in->end, find);
        }
        if (!at)
            return NULL;
        if (at == from) { /* neither a move nor anything between moves begins so */
            /* More dots than arb__skip_dots takes are left to the core. */
            in->stops = !arb__is_blank(*at) && *at != '.';
            return NULL;
        }
    }
    in->rest = at;
    return NULL;
}

/* The closing brace of a comment. Clocks are nearly always written as long as the one before. So
 * behind them the next move is read where that length says, and need not wait until the brace is
 * found, which only confirms it. */
ARB__INLINE const char *arb__find_close_of(arb__score_text *in, const char *at,
                                           arb__close_finder *find)
{
    const char *close = find(at, in->safe), *guess = at + in->clock;
    bool right = close == guess;
    if (memcmp(at + 1 + (at[1] == ' '), "[%cl", 4) != 0)
        return close;
    ARB__KNOWN(guess); /* else the compiler would use `close`, which is the same */
    if (ARB__LIKELY(right))
        return guess;
    in->clock = close ? (size_t)(close - at) : 0;
    return close;
}

/* As arb__fast_place, behind one comment: a blank, the comment, a blank, and the number, which has
 * three dots in front of Black's move and may be missing there. */
ARB__INLINE bool arb__commented_place(arb__score_text *in, const char *at, unsigned next,
                                      arb__word_start *place, arb__close_finder *find,
                                      arb_colour us)
{
    if (next != ARB__BLANK || at >= in->safe || at[1] != '{')
        return false;
    const char *close = arb__find_close_of(in, at + 1, find);
    if (!close || arb__follows(close + 1) != ARB__BLANK)
        return false;
    at = close + 2;
    if (ARB__LIKELY(((arb__load_eight(at) ^ arb__load_eight(in->number)) & in->digits) == 0)) {
        at += in->number_len;
        if (us == ARB_BLACK) {
            if (at[0] != '.' || at[1] != '.')
                return false;
            at += 2;
        }
        if (arb__follows(at) != ARB__BLANK)
            return false;
        at++;
    }
    *place = arb__start_at(at);
    return place->letter != 0;
}

/* Reads the next move with what stands in front of it; returns the place behind it, and the class
 * of the byte there. NULL where the reading stops. */
ARB__INLINE const char *arb__read_word(arb__score_text *in, const char *at, arb__word *w,
                                       unsigned *next, arb__close_finder *find, arb_colour us)
{
    arb__word_start place;
    if (ARB__UNLIKELY(!arb__fast_place(in, at, *next, &place, us)) &&
        !arb__commented_place(in, at, *next, &place, find, us)) {
        at = arb__find_word(in, at, find);
        if (!at)
            return NULL;
        place = arb__start_at(at);
    }
    return arb__take_word(w, place, next, us);
}

#endif
