/* score_words.c: the slow paths in the reading of a game score. Layer: fast.
 *
 * Numbers of moves, and words that the fast path does not read: a piece that names its origin,
 * castling, promotions. The inner loop is in score_words.h. */
#include "fast/score/score_words.h"

#define NUMBERS_OF_ONE                                                                             \
    {'0', '.', ' ', ' '}, {'1', '.', ' ', ' '}, {'2', '.', ' ', ' '}, {'3', '.', ' ', ' '},        \
        {'4', '.', ' ', ' '}, {'5', '.', ' ', ' '}, {'6', '.', ' ', ' '}, {'7', '.', ' ', ' '},    \
        {'8', '.', ' ', ' '},                                                                      \
    {                                                                                              \
        '9', '.', ' ', ' '                                                                         \
    }
#define NUMBERS_OF_TWO(t)                                                                          \
    {t, '0', '.', ' '}, {t, '1', '.', ' '}, {t, '2', '.', ' '}, {t, '3', '.', ' '},                \
        {t, '4', '.', ' '}, {t, '5', '.', ' '}, {t, '6', '.', ' '}, {t, '7', '.', ' '},            \
        {t, '8', '.', ' '},                                                                        \
    {                                                                                              \
        t, '9', '.', ' '                                                                           \
    }
#define NUMBERS_OF_THREE(h, t)                                                                     \
    {h, t, '0', '.'}, {h, t, '1', '.'}, {h, t, '2', '.'}, {h, t, '3', '.'}, {h, t, '4', '.'},      \
        {h, t, '5', '.'}, {h, t, '6', '.'}, {h, t, '7', '.'}, {h, t, '8', '.'},                    \
    {                                                                                              \
        h, t, '9', '.'                                                                             \
    }
#define NUMBERS_OF_HUNDRED(h)                                                                      \
    NUMBERS_OF_THREE(h, '0'), NUMBERS_OF_THREE(h, '1'), NUMBERS_OF_THREE(h, '2'),                  \
        NUMBERS_OF_THREE(h, '3'), NUMBERS_OF_THREE(h, '4'), NUMBERS_OF_THREE(h, '5'),              \
        NUMBERS_OF_THREE(h, '6'), NUMBERS_OF_THREE(h, '7'), NUMBERS_OF_THREE(h, '8'),              \
        NUMBERS_OF_THREE(h, '9')

/* Move numbers as text, as many as nearly every game needs; and one entry of blanks behind them. */
enum { NUMBERS_WRITTEN = 300 };
static const char numbers[NUMBERS_WRITTEN + 1][ARB__NUMBER] = {
    NUMBERS_OF_ONE,      NUMBERS_OF_TWO('1'), NUMBERS_OF_TWO('2'),     NUMBERS_OF_TWO('3'),
    NUMBERS_OF_TWO('4'), NUMBERS_OF_TWO('5'), NUMBERS_OF_TWO('6'),     NUMBERS_OF_TWO('7'),
    NUMBERS_OF_TWO('8'), NUMBERS_OF_TWO('9'), NUMBERS_OF_HUNDRED('1'), NUMBERS_OF_HUNDRED('2'),
    {' ', ' ', ' ', ' '}};

void arb__write_number(arb__score_text *in)
{
    uint32_t number = in->fullmove;
    size_t len = number < 10 ? 2 : number < 100 ? 3 : 4; /* with the dot */
    if (number < NUMBERS_WRITTEN) {
        in->number = numbers[number];
        in->same_len = (number < 10 ? 10 : number < 100 ? 100 : NUMBERS_WRITTEN) - number;
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
    w->said.quiet = w->said.keeps = len == 5 ? 0 : -1;
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
    uint64_t bytes = arb__load_word(w->at);
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

const char *arb__take_marked(arb__word *w, const arb__letter *letter, size_t len, unsigned *next)
{
    uint64_t target = (arb__load_word(w->at) >> 8 * (len - 2)) - ('1' << 8 | 'a');
    const char *behind = w->at + len + 1;
    *next = arb__follows(behind);
    if (*next != ARB__BLANK)
        return NULL;
    arb__note_word(w, letter, target, len + 1);
    note_mark(w, behind[-1]);
    return behind;
}

const char *arb__long_word(arb__word *w, arb_colour us)
{
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

#define IS_BLANK(c) ((c) == ' ' || (c) == '\n' || (c) == '\r')
#define IS_MARK(c) ((c) == '+' || (c) == '#')
#define IS_BEHIND(c)                                                                               \
    ((c) == '\t' || (c) == '\v' || (c) == '\f' || (c) == 0x1A || (c) == '!' || (c) == '?' ||       \
     (c) == '$' || (c) == '(' || (c) == ')' || (c) == '*' || (c) == ';' || (c) == '{' ||           \
     (c) == '}')
#define WHAT(c)                                                                                    \
    IS_BLANK(c)    ? ARB__BLANK                                                                    \
    : IS_MARK(c)   ? ARB__MARK                                                                     \
    : IS_BEHIND(c) ? ARB__BEHIND_WORD                                                              \
                   : ARB__IN_WORD
#define WHAT_4(c) WHAT(c), WHAT((c) + 1), WHAT((c) + 2), WHAT((c) + 3)
#define WHAT_16(c) WHAT_4(c), WHAT_4((c) + 4), WHAT_4((c) + 8), WHAT_4((c) + 12)
#define WHAT_64(c) WHAT_16(c), WHAT_16((c) + 16), WHAT_16((c) + 32), WHAT_16((c) + 48)
const uint8_t arb__behind_move[256] = {WHAT_64(0), WHAT_64(64), WHAT_64(128), WHAT_64(192)};
