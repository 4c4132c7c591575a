/* pgn_words.h: the words of a game score, one after another, from bytes to what they say. Layer:
 * notation.
 *
 * Reads ahead of the playing (pgn_play.h), which so never waits for the text, nor the text for it.
 * Knows no board: only numbers that are due, comments, NAGs, and how a move is written. Counts
 * every instruction; inlined into pgn_run.c for each machine. */
#ifndef ARB_NOTATION_PGN_WORDS_H
#define ARB_NOTATION_PGN_WORDS_H

#include "notation/pgn.h"
#include "notation/san_usual.h"

#include <string.h>

/* Longer than any move; than a number with its move; and as many moves as are read ahead. */
enum { ARB__WORD_LIMIT = 8, ARB__ROOM = 48, ARB__WORDS = 64 };

/* A move as it is written. */
typedef struct {
    const arb__letter *said; /* by its letter and length; NULL if it is not usual */
    const char *at;
    const char *before; /* all in front of it that belongs to the moves */
    uint8_t to;         /* of a usual one */
    uint8_t len;        /* with its mark */
    char mark;          /* '+', '#' or 0 */
} arb__word;

/* A text that is being read. */
typedef struct {
    const char *at;         /* from here on */
    const char *end, *safe; /* of the text; up to `safe` whole moves can be looked at */
    const char *rest;       /* where it came past `safe`; NULL: something else stopped it */
    uint32_t fullmove;
    uint32_t same_tens;           /* so often, until more than the number's last digit changes */
    uint64_t number, digits, one; /* due, as text, "12."; which bits of it count; one more */
    size_t number_len;
    arb__word words[ARB__WORDS + 1];
} arb__reading;

/* In pgn_rare.c. */
void arb__write_number(arb__reading *in);

/* Where a comment's brace closes; NULL if nowhere. */
typedef const char *arb__close_finder(const char *at, const char *end);

ARB__INLINE uint64_t arb__load_word(const char *at)
{
    uint64_t bytes;
    memcpy(&bytes, at, sizeof bytes);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    return bytes;
}

/* Behind the further dots of a number, of which there are never many. */
ARB__INLINE const char *arb__skip_dots(const char *at)
{
    for (unsigned dots = 0; *at == '.' && dots < ARB__WORD_LIMIT; dots++)
        at++;
    return at;
}

/* One more: the last digit counts up, and every tenth time it is written anew. */
ARB__INLINE void arb__count_number(arb__reading *in)
{
    in->fullmove++;
    in->number += in->one;
    if (ARB__RARELY(--in->same_tens == 0))
        arb__write_number(in);
}

/* Behind comments, NAGs and blanks; NULL where the text ends, or a line that needs a look. */
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

/* What may stand behind a move. */
enum { ARB__IN_WORD, ARB__MARK, ARB__BEHIND_WORD, ARB__BLANK };
ARB__TABLE uint8_t arb__behind_move[256];

/* A move that is not usual, up to what ends a word. False: it is too long or too short for one. */
ARB__INLINE bool arb__unusual_word(arb__word *w)
{
    size_t len = 0;
    while (len < ARB__WORD_LIMIT && !arb__ends_word(w->at[len]))
        len++;
    char last = len > 0 ? w->at[len - 1] : 0;
    w->said = NULL;
    w->len = (uint8_t)len;
    w->mark = last == '+' || last == '#' ? last : 0;
    return len >= 2 && len < ARB__WORD_LIMIT;
}

/* A move that begins with a letter, by its first eight bytes: behind it, or NULL. */
ARB__INLINE const char *arb__take_word(arb__word *w, const char *at, uint64_t bytes,
                                       unsigned letter, arb_colour us)
{
    /* A move without its mark goes up to the first byte below '1'. */
    uint64_t small = (bytes - 0x3131313131313131u) & ~bytes & 0x8080808080808080u;
    unsigned bits = (unsigned)__builtin_ctzll(small | (uint64_t)1 << 63) & 56u;
    unsigned next = arb__behind_move[bytes >> bits & 0xFF];
    const char *behind = at + bits / 8;
    const arb__letter *said = &arb__letters[us][letter][bits / 8];
    ARB__KNOWN(said);
    uint64_t target = (bytes >> ((bits - 16) & 63)) - ('1' << 8 | 'a');
    char mark = 0;
    w->at = at;
    if (ARB__RARELY(next == ARB__MARK)) {
        mark = *behind++;
        next = arb__behind_move[(unsigned char)*behind];
    }
    /* One branch for all that is not as expected. */
    uint64_t odd = (target & 0xF8F8) | ((bytes ^ 'x' << 8) & (uint16_t)~said->spare) |
                   (next < ARB__BEHIND_WORD);
    if (ARB__RARELY(odd != 0))
        return arb__unusual_word(w) ? at + w->len : NULL;
    w->said = said;
    w->to = (target | target >> 5) & 63;
    w->len = (uint8_t)(behind - at);
    w->mark = mark;
    return behind;
}

/* The next move with what stands in front of it: behind it. NULL where the reading stops. */
ARB__INLINE const char *arb__read_word(arb__reading *in, const char *at, arb__word *w,
                                       arb__close_finder *find, arb_colour us)
{
    w->before = at;
    for (;;) {
        const char *from = at;
        if (ARB__RARELY(at >= in->safe))
            break;
        /* A branch, which is guessed right, and on with the reading: a sum would have to be waited
         * for. */
        if (ARB__LIKELY(arb__behind_move[(unsigned char)*at] == ARB__BLANK))
            at++;
        else if (*at == '\r' && at[1] == '\n')
            at += 2;
        uint64_t bytes = arb__load_word(at);
        unsigned letter = arb__letter_of[bytes & 0xFF];
        if (letter != 0)
            return arb__take_word(w, at, bytes, letter, us);
        if (((bytes ^ in->number) & in->digits) == 0) {
            w->before = at = arb__skip_dots(at + in->number_len);
            continue;
        }
        if (*at == '{') {
            at = find(at, in->end);
            at = at ? at + 1 : NULL;
        } else {
            at = arb__skip_between(from, in->end, find);
        }
        if (!at || at == from)
            return NULL;
    }
    in->rest = at;
    return NULL;
}

/* Reads ahead: behind the last move. Who has the next one is `us`. */
ARB__INLINE const arb__word *arb__read_words(arb__reading *in, arb__close_finder *find,
                                             arb_colour us)
{
    arb__word *w = in->words, *last = w + ARB__WORDS;
    const char *at = in->at;
    if (us == ARB_BLACK)
        goto black;
    while (w < last) {
        at = arb__read_word(in, at, w, find, ARB_WHITE);
        if (!at)
            break;
        w++;
    black:
        at = arb__read_word(in, at, w, find, ARB_BLACK);
        if (!at)
            break;
        w++;
        arb__count_number(in);
    }
    in->at = at;
    return w;
}

#endif
