/* score_words.c: the slow paths in the reading of a game score. Layer: fast.
 *
 * Numbers of moves, and words that the fast path does not read: a piece that names its origin,
 * castling, promotions. The inner loop is in score_words.h. */
#include "fast/score/score_words.h"

void arb__write_number(arb__score_text *in)
{
    uint32_t number = in->fullmove;
    size_t len = number < 10 ? 2 : number < 100 ? 3 : 4; /* with the dot */
    if (number < ARB__NUMBERS) {
        in->number = arb__numbers[number];
        in->same_len = (number < 10 ? 10 : number < 100 ? 100 : ARB__NUMBERS) - number;
    } else {
        char digits[ARB__DIGITS];
        size_t begin = arb__write_digits(digits, number);
        len = ARB__DIGITS - begin;
        memcpy(in->large, digits + begin, len);
        in->large[len++] = '.';
        in->number = in->large;
        in->same_len = 1;
    }
    in->fullmove += in->same_len;
    in->number_len = len;
    in->digits = ~(uint64_t)0 >> (64 - 8 * len);
}

/* Takes a word of `len` bytes (without its mark) that names the origin of a piece by a file or a
 * rank: "Nbd2", "R1xe2". */
static bool is_named(arb__word *w, size_t len)
{
    const char *at = w->at;
    if (len != 4 && len != 5)
        return false;
    unsigned kind = arb__letter_of[(unsigned char)at[0]];
    unsigned file = (unsigned)at[len - 2] - 'a', rank = (unsigned)at[len - 1] - '1';
    unsigned from_file = (unsigned)at[1] - 'a', from_rank = (unsigned)at[1] - '1';
    if (kind < ARB_KNIGHT || kind > ARB_QUEEN || file > 7 || rank > 7 ||
        (from_file > 7 && from_rank > 7) || (at[2] == 'x') != (len == 5))
        return false;
    w->said.to = (uint8_t)(8 * rank + file);
    w->said.kind = (uint8_t)kind;
    w->said.two = UINT8_MAX;
    w->said.takes = len == 5 ? -1 : 0;
    w->said.keeps = len == 5 ? 0 : -1;
    w->set = arb__arrivals[kind][w->said.to];
    return true;
}

static bool is_castling(arb__word *w, size_t len)
{
    bool short_way = len == 3 && memcmp(w->at, "O-O", 3) == 0;
    if (!short_way && !(len == 5 && memcmp(w->at, "O-O-O", 5) == 0))
        return false;
    w->said.kind = ARB__CASTLING_LETTER;
    w->said.to = short_way ? 6 : 2;
    return true;
}

/* Takes a word in the form of the fast path, which was left only because "?" or "{" follows it. */
static bool is_short(arb__word *w, size_t len, arb_colour us)
{
    uint64_t bytes = arb__load_eight(w->at);
    const arb__letter *letter = &arb__letters[us][arb__letter_of[bytes & 0xFF]][len];
    uint64_t target = (bytes >> 8 * (len - 2)) - ('1' << 8 | 'a');
    if (arb__form_mismatch(letter, bytes, target) != 0)
        return false;
    arb__note_word(w, letter, target, w->said.len);
    return true;
}

/* A move with a mark must leave the fast path when it is played, so it is noted as attacking every
 * square. */
static void note_mark(arb__word *w, char mark)
{
    w->said.mark = mark;
    if (mark != 0)
        w->set[1] = ~UINT64_C(0);
}

const char *arb__take_marked(arb__word *w, const arb__letter *letter, size_t len)
{
    uint64_t target = (arb__load_eight(w->at) >> 8 * (len - 2)) - ('1' << 8 | 'a');
    const char *behind = w->at + len + 1;
    if (arb__follows(behind) != ARB__BLANK)
        return NULL;
    arb__note_word(w, letter, target, len + 1);
    note_mark(w, behind[-1]);
    return behind;
}

/* Reads castling, or a move that names its origin, if a blank follows it: most words that come
 * here. Nothing is searched byte by byte. NULL: it is another word, or something else follows. */
static const char *read_common(arb__word *w)
{
    uint64_t bytes = arb__load_eight(w->at);
    uint64_t small = (bytes - 0x3131313131313131u) & ~bytes & 0x8080808080808080u;
    size_t len = small != 0 ? (size_t)__builtin_ctzll(small) / 8 : ARB__WORD_LIMIT;
    bool castles = (char)bytes == 'O';
    if (castles) /* a byte below '1' stands in the word itself */
        len = w->at[3] == '-' ? 5 : 3;
    char mark = w->at[len] == '+' || w->at[len] == '#' ? w->at[len] : 0;
    const char *behind = w->at + len + (mark != 0);
    if (arb__follows(behind) != ARB__BLANK)
        return NULL;
    w->said = (arb__said){.len = (uint8_t)(behind - w->at)};
    if (castles ? !is_castling(w, len) : !is_named(w, len))
        return NULL;
    note_mark(w, mark);
    return behind;
}

const char *arb__long_word(arb__word *w, arb_colour us)
{
    const char *behind = read_common(w);
    if (behind)
        return behind;
    size_t len = 0;
    while (len < ARB__WORD_LIMIT && !arb__ends_word(w->at[len]))
        len++;
    if (len < 2 || len == ARB__WORD_LIMIT)
        return NULL;
    char last = w->at[len - 1];
    if (w->at[len] == '(' && (last == '1' || last == '8'))
        return NULL; /* "e8(Q)" is one word */
    char mark = last == '+' || last == '#' ? last : 0;
    w->said = (arb__said){.len = (uint8_t)len};
    len -= mark != 0;
    if (len < 2 || (!is_castling(w, len) && !is_named(w, len) && !is_short(w, len, us)))
        w->said.kind = ARB_NO_KIND;
    note_mark(w, mark);
    return w->at + w->said.len;
}
