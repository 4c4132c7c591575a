/* score_word.h: one move of a game score, from its bytes to what it says. Layer: fast.
 *
 * Knows no board, and nothing of what stands in front of the move. Inlined into score_words.h. */
#ifndef ARB_FAST_SCORE_WORD_H
#define ARB_FAST_SCORE_WORD_H

#include "fast/score/san_letters.h"
#include "notation/pgn_chars.h"

/* A number of bytes that is larger than any move's. */
enum { ARB__WORD_LIMIT = 8 };

/* A move as it is written. */
typedef struct {
    arb__arrival_set set; /* of a move on the fast path: the squares from which such a piece reaches
                           * the target on an empty board, and what a leaper attacks from there */
    arb__said said;       /* a move that also names its origin has a kind and a target; castling
                           * has ARB__CASTLING_LETTER and the file where the king arrives; any
                           * other move of the slow path has ARB_NO_KIND */
    const char *at;
} arb__word;

/* The mark behind the last move, at which playing stops. */
static const arb__said arb__no_word = {.kind = ARB_NO_KIND};

/* In score_words.c. Reads a move of the slow path up to the byte that ends its word, and returns
 * the place behind it. NULL: the word is too long or too short for a move. */
const char *arb__long_word(arb__word *w, arb_colour us);

/* Classes of the byte behind a move. A blank is 0; a check mark is a bit that every mismatch of
 * form sets as well (arb__form_mismatch), so that one test finds both. */
enum { ARB__BLANK = 0, ARB__MARK = 1, ARB__BEHIND_WORD, ARB__IN_WORD };
ARB__TABLE uint8_t arb__behind_move[256];

ARB__INLINE unsigned arb__follows(const char *at)
{
    return arb__behind_move[(unsigned char)*at];
}

/* Where a word begins. */
typedef struct {
    const char *at;
    uint64_t bytes; /* the first eight */
    size_t letter;
} arb__word_start;

ARB__INLINE arb__word_start arb__start_at(const char *at)
{
    uint64_t bytes = arb__load_eight(at);
    return (arb__word_start){at, bytes, arb__letter_of[bytes & 0xFF]};
}

/* The bits in which a move differs from the form that its letter and length ask for; 0 if none.
 * `target`: its last two bytes without the check mark, counted from "a1". */
ARB__INLINE uint64_t arb__form_mismatch(const arb__letter *letter, uint64_t bytes, uint64_t target)
{
    return (target & 0xF8F8) | ((bytes ^ 'x' << 8) & letter->fixed);
}

/* Looks up what a move of the fast path says without the board. Done while reading, where the
 * processor would wait otherwise. */
ARB__INLINE void arb__note_word(arb__word *w, const arb__letter *letter, uint64_t target,
                                size_t len)
{
    size_t to = (target | target >> 5) & 63;
    w->set = arb__arrivals[letter->said.arrives][to] & letter->files;
    w->said = letter->said;
    w->said.to = (uint8_t)to;
    w->said.len = (uint8_t)len;
}

/* In score_words.c. As arb__take_word, for a move of the fast path with `len` bytes and a check
 * mark; NULL if no blank follows it. */
const char *arb__take_marked(arb__word *w, const arb__letter *letter, size_t len);

/* As arb__take_word, for a move of the slow path. */
ARB__INLINE const char *arb__take_long_word(arb__word *w, unsigned *next, arb_colour us)
{
    const char *at = arb__long_word(w, us);
    *next = at ? arb__follows(at) : ARB__IN_WORD;
    return at;
}

/* Reads a move that begins with a letter; returns the place behind it and the class of the byte
 * that stands there. NULL if it is no move. */
ARB__INLINE const char *arb__take_word(arb__word *w, arb__word_start place, unsigned *next,
                                       arb_colour us)
{
    /* A move without its mark goes up to the first byte below '1'. The next word waits for this:
     * so as little as possible is done until its length is known. */
    const char *at = place.at;
    uint64_t bytes = place.bytes;
    uint64_t small = (bytes - 0x3131313131313131u) & ~bytes & 0x8080808080808080u;
    w->at = at;
    if (ARB__UNLIKELY(small == 0))
        return arb__take_long_word(w, next, us);
    unsigned bits = (unsigned)__builtin_ctzll(small); /* 8 for each byte in front of it, and 7 */
    size_t len = bits / 8;
    uint64_t follows = arb__follows(at + len);
    const arb__letter *letter = &arb__letters[us][place.letter][len];
    ARB__KNOWN(letter);
    uint64_t target = (bytes >> ((bits - 23) & 63)) - ('1' << 8 | 'a');
    /* One branch serves everything that leaves the fast path. */
    uint64_t odd = arb__form_mismatch(letter, bytes, target) | follows;
    if (ARB__UNLIKELY(odd != ARB__BLANK)) {
        if (odd != ARB__MARK)
            return arb__take_long_word(w, next, us);
        at = arb__take_marked(w, letter, len);
        *next = ARB__BLANK;
        return at ? at : arb__take_long_word(w, next, us);
    }
    arb__note_word(w, letter, target, len);
    *next = ARB__BLANK;
    return at + len;
}

#endif
