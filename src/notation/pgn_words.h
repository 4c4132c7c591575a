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

/* Longer than any move; than a number with two moves; as many moves as are read ahead; and how far
 * the numbers of moves stand apart where they are written ahead. */
enum { ARB__WORD_LIMIT = 8, ARB__ROOM = 48, ARB__WORDS = 64, ARB__NUMBER = 4 };

/* A move as it is written. */
typedef struct {
    const arb__letter *said; /* by its letter and length; NULL if it is not usual */
    const char *at;
    const char *before; /* all in front of it that belongs to the moves */
    uint64_t comes;     /* of a usual one: from where such a piece comes, on an empty board */
    uint64_t leaps;     /* and where it attacks then if it leaps */
    uint8_t to;         /* of a usual one, or one that only names its origin besides; of castling
                         * the file where the king goes */
    uint8_t kind;       /* the same, or ARB__CASTLING_LETTER; else ARB_NO_KIND */
    uint8_t len;        /* with its mark */
    char mark;          /* '+', '#' or 0 */
} arb__word;

/* A text that is being read. */
typedef struct {
    const char *at;         /* from here on */
    const char *end, *safe; /* of the text; up to `safe` whole moves can be looked at */
    const char *rest;       /* where it came past `safe`; NULL: something else stopped it */
    const char *number; /* that is due, as text, "12."; the next one stands ARB__NUMBER behind */
    uint64_t digits;    /* which bits of it count */
    size_t number_len;
    uint32_t same_len;               /* so many from it on stand there, and are as long */
    uint32_t fullmove;               /* the first that does not */
    char large[2 * ARB__WORD_LIMIT]; /* one that stands in no table */
    arb__word words[ARB__WORDS + 1];
} arb__reading;

/* In pgn_rare.c. */
void arb__write_number(arb__reading *in);
/* A move that does not look usual, up to what ends a word: behind it. NULL: it is too long or too
 * short for one. */
const char *arb__other_word(arb__word *w, arb_colour us);

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

ARB__INLINE void arb__count_number(arb__reading *in)
{
    in->number += ARB__NUMBER;
    if (ARB__RARELY(--in->same_len == 0))
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

/* What of this is not as it is in a usual move, of such a form? `target`: see above. */
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

/* A move that does not look usual: the same as below. */
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

/* Where the next move begins if a blank is in front of it, and of White's its number with or
 * without another: so it is nearly always. Branches, which are guessed right, and on with the
 * reading: a sum would have to be waited for. */
ARB__INLINE bool arb__usual_place(const arb__reading *in, const char *at, unsigned next,
                                  arb__word *w, arb__word_start *place, arb_colour us)
{
    w->before = at;
    if (next != ARB__BLANK)
        return false;
    if (us == ARB_BLACK) { /* White's was safe, with room for this one */
        *place = arb__start_at(at + 1);
        return place->letter != 0;
    }
    if (at >= in->safe || ((arb__load_word(at + 1) ^ arb__load_word(in->number)) & in->digits) != 0)
        return false;
    const char *behind = at + 1 + in->number_len;
    w->before = behind;
    *place = arb__start_at(behind + 1);
    if (ARB__RARELY(arb__follows(behind) != ARB__BLANK))
        *place = arb__start_at(behind);
    return place->letter != 0;
}

/* The next move, whatever stands in front of it: comments, a number, more blanks. NULL where the
 * reading stops. */
ARB__INLINE const char *arb__find_word(arb__reading *in, const char *at, arb__word *w,
                                       arb__close_finder *find)
{
    w->before = at;
    while (at < in->safe) {
        const char *from = at;
        if (ARB__LIKELY(arb__follows(at) == ARB__BLANK))
            at++;
        else if (*at == '\r' && at[1] == '\n')
            at += 2;
        uint64_t bytes = arb__load_word(at);
        if (arb__letter_of[bytes & 0xFF] != 0)
            return at;
        if (((bytes ^ arb__load_word(in->number)) & in->digits) == 0) {
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

/* The same behind one comment: a blank, the comment, a blank, and the number, which of Black's has
 * three dots and may be left out. */
ARB__INLINE bool arb__commented_place(const arb__reading *in, const char *at, unsigned next,
                                      arb__word *w, arb__word_start *place, arb__close_finder *find,
                                      arb_colour us)
{
    if (next != ARB__BLANK || at >= in->safe || at[1] != '{')
        return false;
    const char *close = find(at + 1, in->safe);
    if (!close || arb__follows(close + 1) != ARB__BLANK)
        return false;
    at = close + 2;
    if (ARB__LIKELY(((arb__load_word(at) ^ arb__load_word(in->number)) & in->digits) == 0)) {
        at += in->number_len;
        if (us == ARB_BLACK) {
            if (at[0] != '.' || at[1] != '.')
                return false;
            at += 2;
        }
        w->before = at;
        if (arb__follows(at) != ARB__BLANK)
            return false;
        at++;
    }
    *place = arb__start_at(at);
    return place->letter != 0;
}

/* The next move with what stands in front of it: behind it, and what stands there. NULL where the
 * reading stops. */
ARB__INLINE const char *arb__read_word(arb__reading *in, const char *at, arb__word *w,
                                       unsigned *next, arb__close_finder *find, arb_colour us)
{
    arb__word_start place;
    if (ARB__RARELY(!arb__usual_place(in, at, *next, w, &place, us)) &&
        !arb__commented_place(in, at, *next, w, &place, find, us)) {
        at = arb__find_word(in, at, w, find);
        if (!at)
            return NULL;
        place = arb__start_at(at);
    }
    return arb__take_word(w, place, next, us);
}

/* Reads ahead: behind the last move. Who has the next one is `us`. */
ARB__INLINE const arb__word *arb__read_words(arb__reading *in, arb__close_finder *find,
                                             arb_colour us)
{
    arb__word *w = in->words, *last = w + ARB__WORDS;
    const char *at = in->at;
    unsigned next = at < in->safe ? arb__follows(at) : ARB__IN_WORD;
    if (us == ARB_BLACK)
        goto black;
    while (w < last) {
        at = arb__read_word(in, at, w, &next, find, ARB_WHITE);
        if (!at)
            break;
        w++;
    black:
        at = arb__read_word(in, at, w, &next, find, ARB_BLACK);
        if (!at)
            break;
        w++;
        arb__count_number(in);
    }
    in->at = at;
    return w;
}

#endif
