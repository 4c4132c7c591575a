/* pgn_word.h: one move of a game score, from its bytes to what it says. Layer: notation.
 *
 * Knows no board, and nothing of what stands in front of the move. Inlined into pgn_words.h. */
#ifndef ARB_NOTATION_PGN_WORD_H
#define ARB_NOTATION_PGN_WORD_H

#include "notation/pgn.h"
#include "notation/san_usual.h"

#include <string.h>

/* Longer than any move. */
enum { ARB__WORD_LIMIT = 8 };

/* A move as it is written. */
typedef struct {
    const arb__letter *said; /* by its letter and length; NULL if it is not usual */
    const char *at;
    uint64_t comes; /* of a usual one: from where such a piece comes, on an empty board */
    uint64_t leaps; /* and where it attacks then if it leaps */
    uint8_t to;     /* of a usual one, or one that only names its origin besides; of castling
                     * the file where the king goes */
    uint8_t kind;   /* the same, or ARB__CASTLING_LETTER; else ARB_NO_KIND */
    uint8_t len;    /* with its mark */
    char mark;      /* '+', '#' or 0 */
} arb__word;

/* In pgn_words.c. A move that does not look usual, up to what ends a word: behind it. NULL: it is
 * too long or too short for one. */
const char *arb__other_word(arb__word *w, arb_colour us);

ARB__INLINE uint64_t arb__load_word(const char *at)
{
    uint64_t bytes;
    memcpy(&bytes, at, sizeof bytes);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    return bytes;
}

/* What may stand behind a move, and what is still of it. */
enum { ARB__IN_WORD, ARB__MARK, ARB__BEHIND_WORD = 4, ARB__BLANK };
ARB__TABLE uint8_t arb__behind_move[256];

ARB__INLINE unsigned arb__follows(const char *at)
{
    return arb__behind_move[(unsigned char)*at];
}

/* Where a word begins. */
typedef struct {
    const char *at;
    uint64_t bytes; /* the first eight */
    unsigned letter;
} arb__word_start;

ARB__INLINE arb__word_start arb__start_at(const char *at)
{
    uint64_t bytes = arb__load_word(at);
    return (arb__word_start){at, bytes, arb__letter_of[bytes & 0xFF]};
}

/* What is not as it should be in a usual move of such a form? `target`: its last two bytes without
 * its mark, counted from "a1". */
ARB__INLINE uint64_t arb__odd_bits(const arb__letter *said, uint64_t bytes, uint64_t target)
{
    return (target & 0xF8F8) | ((bytes ^ 'x' << 8) & ~(uint64_t)said->spare);
}

/* What is known of a usual move without the board is looked up when it is read: there is time. */
ARB__INLINE void arb__note_word(arb__word *w, const arb__letter *said, uint64_t target, size_t len,
                                char mark)
{
    unsigned to = (unsigned)(target | target >> 5) & 63;
    w->said = said;
    w->to = (uint8_t)to;
    w->kind = said->kind;
    w->comes = arb__arrival_from[said->arrives][to] & said->files;
    w->leaps = arb__arrival_from[said->leaps][to];
    w->len = (uint8_t)len;
    w->mark = mark;
}

/* The same as below for a move that does not look usual. */
ARB__INLINE const char *arb__take_other(arb__word *w, unsigned *next, arb_colour us)
{
    const char *at = arb__other_word(w, us);
    *next = at ? arb__follows(at) : ARB__IN_WORD;
    return at;
}

/* A move that begins with a letter: behind it, and what stands there. NULL if it is none. */
ARB__INLINE const char *arb__take_word(arb__word *w, arb__word_start place, unsigned *next,
                                       arb_colour us)
{
    /* A move without its mark goes up to the first byte below '1'. The next word waits for this:
     * so as little as possible is done until its length is known. */
    const char *at = place.at;
    uint64_t bytes = place.bytes;
    uint64_t small = (bytes - 0x3131313131313131u) & ~bytes & 0x8080808080808080u;
    w->at = at;
    if (ARB__RARELY(small == 0))
        return arb__take_other(w, next, us);
    unsigned bits = (unsigned)__builtin_ctzll(small); /* seven more than in front of it */
    size_t len = bits / 8;
    unsigned follows = arb__behind_move[bytes >> ((bits - 7) & 63) & 0xFF];
    const arb__letter *said = &arb__letters[us][place.letter][len];
    ARB__KNOWN(said);
    uint64_t target = (bytes >> ((bits - 23) & 63)) - ('1' << 8 | 'a');
    char mark = 0;
    if (ARB__RARELY(follows == ARB__MARK)) {
        mark = at[len++];
        follows = arb__follows(at + len);
    }
    /* One branch for all that is not as expected. */
    uint64_t odd = arb__odd_bits(said, bytes, target);
    if (ARB__RARELY((odd | (follows & ARB__BEHIND_WORD)) != ARB__BEHIND_WORD))
        return arb__take_other(w, next, us);
    arb__note_word(w, said, target, len, mark);
    *next = follows;
    return at + len;
}

#endif
