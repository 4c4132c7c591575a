/* convert_words.c: moves and their numbers, copied from movetext into lines of PGN. Layer:
 * collection.
 *
 * A run has played the text, so that its words are strict SAN and right move numbers: they are
 * copied and not written anew. What else stands between them is left to write_stretch. */
#include "collection/convert/convert.h"
#include "collection/wide_bytes.h"
#include "common/smaller_of.h"

#include <string.h>

enum { COPIED = 16 }; /* bytes of a word that are copied at once, whatever its length */

/* What a byte can begin or be part of. */
typedef enum { BYTE_OTHER, BYTE_BLANK, BYTE_DIGIT, BYTE_LETTER } byte_kind;

static const uint8_t kinds[256] = {
    [' '] = BYTE_BLANK,  ['\t'] = BYTE_BLANK, ['\n'] = BYTE_BLANK, ['\v'] = BYTE_BLANK,
    ['\f'] = BYTE_BLANK, ['\r'] = BYTE_BLANK, ['0'] = BYTE_DIGIT,  ['1'] = BYTE_DIGIT,
    ['2'] = BYTE_DIGIT,  ['3'] = BYTE_DIGIT,  ['4'] = BYTE_DIGIT,  ['5'] = BYTE_DIGIT,
    ['6'] = BYTE_DIGIT,  ['7'] = BYTE_DIGIT,  ['8'] = BYTE_DIGIT,  ['9'] = BYTE_DIGIT,
    ['a'] = BYTE_LETTER, ['b'] = BYTE_LETTER, ['c'] = BYTE_LETTER, ['d'] = BYTE_LETTER,
    ['e'] = BYTE_LETTER, ['f'] = BYTE_LETTER, ['g'] = BYTE_LETTER, ['h'] = BYTE_LETTER,
    ['x'] = BYTE_LETTER, ['N'] = BYTE_LETTER, ['B'] = BYTE_LETTER, ['R'] = BYTE_LETTER,
    ['Q'] = BYTE_LETTER, ['K'] = BYTE_LETTER, ['O'] = BYTE_LETTER, ['-'] = BYTE_LETTER,
    ['='] = BYTE_LETTER, ['+'] = BYTE_LETTER, ['#'] = BYTE_LETTER};

static inline byte_kind kind_of(char c)
{
    return (byte_kind)kinds[(unsigned char)c];
}

/* The length of a word, at most COPIED: up to a blank or any other byte that cannot be part of a
 * move. */
static inline size_t word_length(const char *text)
{
    size_t len = 1;
    while (len < COPIED && kind_of(text[len]) >= BYTE_DIGIT)
        len++;
    return len;
}

/* The same for a text whose only bytes outside moves are blanks. It looks at eight bytes at a
 * time; a subtraction borrows from the top bit of each byte up to ' '. */
static inline size_t bare_length(const char *text)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t bytes;
    memcpy(&bytes, text, sizeof bytes);
    uint64_t blanks = (bytes - ones * (' ' + 1)) & ~bytes & ones << 7;
    if (blanks != 0)
        return (size_t)__builtin_ctzll(blanks) / 8;
#endif
    return word_length(text);
}

bool is_bare(const char *text, size_t len)
{
    static const char signs[] = "{$!?";
    for (const char *sign = signs; *sign != '\0'; sign++)
        if (memchr(text, *sign, len))
            return false;
    return true;
}

/* Writes a word; COPIED bytes may be read from its start. */
typedef struct {
    const char *text;
    size_t len;
} word;

/* The state of the lines that are written, in one structure that no text can overlap. */
typedef struct {
    char *at, *limit; /* up to there a word may begin */
    size_t column;
    word last; /* held back, because a parenthesis may follow it directly */
} line_writer;

static void make_room(out *to, line_writer *w)
{
    if (w->at) {
        to->len = (size_t)(w->at - to->text);
        to->full(to->context);
    }
    w->at = to->text + to->len;
    w->limit = to->text + to->cap - (COPIED + 1);
}

/* Writes the word that was held back, after a blank or on a line of its own. */
static inline void next_word(out *to, line_writer *w, const char *text, size_t len)
{
    const word last = w->last;
    w->last = (word){text, len};
    if (last.len == 0)
        return;
    if (w->at > w->limit)
        make_room(to, w);
    if (w->column > 0) {
        bool fits = w->column + 1 + last.len <= MOVETEXT_LINE;
        *w->at++ = fits ? ' ' : '\n';
        w->column = fits ? w->column + 1 : 0;
    }
    memcpy(w->at, last.text, COPIED);
    w->at += last.len;
    w->column += last.len;
}

/* Copies a move number if it is White's, which ends with one dot; `end` is the place after its
 * dots. */
static inline size_t number_length(const char *text, size_t at, size_t len, size_t *end)
{
    size_t dot = at;
    while (dot < len && kind_of(text[dot]) == BYTE_DIGIT)
        dot++;
    *end = dot;
    while (*end < len && text[*end] == '.')
        ++*end;
    return *end == dot + 1 ? *end - at : 0;
}

/* ---- whole lines ---- */

#if HAS_WIDE
/* Is each word of a bare text followed by one blank or line end (LF or CRLF), and does a number
 * with one dot precede each of White's moves and no other? Then only the line ends have to be
 * changed. `words`: the number of moves before the first number. */
static WIDE bool is_laid_out(const char *text, size_t len, unsigned words)
{
    char tail[64];
    uint64_t blank_before = 0, return_before = 0, dot_before = 0;
    unsigned since =
        words == 0 ? 3 : 2; /* blanks since the last dot: three up to the next number */
    for (size_t at = 0; at < len; at += 64) {
        const char *bytes = text + at;
        if (len - at < 64) {
            memset(tail, 'x', sizeof tail);
            memcpy(tail, bytes, len - at);
            bytes = tail;
        }
        uint64_t blanks = wide_equal_bits(bytes, ' ') | wide_equal_bits(bytes, '\n');
        uint64_t dots = wide_equal_bits(bytes, '.');
        uint64_t returns = wide_equal_bits(bytes, '\r'), feeds = wide_equal_bits(bytes, '\n');
        uint64_t other = wide_equal_bits(bytes, '\t') | wide_equal_bits(bytes, '\v') |
                         wide_equal_bits(bytes, '\f');
        uint64_t behind_blank = blanks << 1 | blank_before;
        if (other != 0 || ((blanks | returns) & behind_blank) != 0 ||
            ((returns << 1 | return_before) & ~feeds) != 0 ||
            ((dots << 1 | dot_before) & ~(blanks | returns)) != 0)
            return false;
        return_before = returns >> 63;
        blank_before = blanks >> 63;
        dot_before = dots >> 63;
        for (; dots != 0; dots &= dots - 1) {
            uint64_t below = (dots & -dots) - 1;
            if (since + (unsigned)__builtin_popcountll(blanks & below) != 3)
                return false;
            since = 0;
            blanks &= ~below;
        }
        since += (unsigned)__builtin_popcountll(blanks);
        if (since > 3)
            return false;
    }
    return dot_before == 0 && blank_before == 0 && since < 3;
}

/* Copies words of one line of the text. */
static void copy_line(record *r, const char *text, size_t len)
{
    out *to = r->movetext;
    while (len > 0) {
        bool apart = r->column > 0;
        size_t used = r->column + apart;
        size_t part = used > MOVETEXT_LINE ? 0 : MOVETEXT_LINE - used;
        part = (size_t)smaller_of(part, len);
        while (part > 0 && part < len && text[part] != ' ')
            part--;
        if (part == 0) {
            out_bytes(to, "\n", 1);
            r->column = 0;
            continue;
        }
        if (apart)
            out_bytes(to, " ", 1);
        out_bytes(to, text, part);
        r->column = used + part;
        size_t taken = part + (part < len);
        text += taken;
        len -= taken;
    }
}

static void copy_lines(record *r, const char *text, size_t len)
{
    while (len > 0) {
        const char *feed = memchr(text, '\n', len);
        size_t line = feed ? (size_t)(feed - text) : len;
        copy_line(r, text, line - (line > 0 && text[line - 1] == '\r'));
        text += line + (feed != NULL);
        len -= line + (feed != NULL);
    }
}

/* Writes a whole stretch if it needs no change but of its line breaks. */
static bool write_laid_out(record *r, const stretch *s)
{
    const char *text = s->text;
    size_t len = s->len;
    while (len > 0 && kind_of(*text) == BYTE_BLANK) {
        text++;
        len--;
    }
    if (r->pending > 0 || len < 2 * COPIED || (!s->white && r->need_number) ||
        (s->white ? kind_of(*text) != BYTE_DIGIT : kind_of(*text) != BYTE_LETTER) ||
        !machine_is_wide() || !is_laid_out(text, len, s->white ? 0 : 1))
        return false;
    size_t last = len;
    while (text[last - 1] != ' ' && text[last - 1] != '\n')
        last--;
    movetext_flush(r);
    copy_lines(r, text, last - 1); /* up to the blank in front of the last word */
    memcpy(r->held_text, text + last,
           len - last); /* held back, because a parenthesis may follow it directly */
    r->held.len = len - last;
    r->need_number = false;
    return true;
}
#endif

bool write_whole(record *r, const stretch *s)
{
#if HAS_WIDE
    return write_laid_out(r, s);
#else
    (void)r;
    (void)s;
    return false;
#endif
}

size_t write_words(record *r, const stretch *s, size_t at, bool bare, uint32_t *fullmove,
                   bool *white)
{
    const char *text = s->text, *number = NULL;
    const size_t stop = s->len < COPIED ? 0 : s->len - COPIED + 1; /* no word begins there */
    size_t done = at, number_len = 0;
    uint32_t played = 0;
    bool turn = *white, need = r->need_number;
    out *to = r->movetext;
    line_writer lines = {.column = r->column};
    if (r->pending > 0)
        return at;
    while (at < stop) {
        byte_kind kind = kind_of(text[at]);
        if (kind == BYTE_BLANK) {
            at++;
        } else if (kind == BYTE_DIGIT) {
            number = text + at;
            number_len = number_length(text, at, s->len, &at);
        } else if (kind == BYTE_LETTER) {
            size_t len = bare ? bare_length(text + at) : word_length(text + at);
            if (len == COPIED || (!bare && kind_of(text[at + len]) != BYTE_BLANK) ||
                (turn ? number_len == 0 : need))
                break;
            if (played == 0) {
                movetext_flush(r);
                lines.column = r->column;
                make_room(to, &lines);
            }
            if (turn)
                next_word(to, &lines, number, number_len);
            next_word(to, &lines, text + at, len);
            need = false;
            turn = !turn;
            number_len = 0;
            played++;
            done = at = at + len;
        } else {
            break;
        }
    }
    if (played == 0)
        return done;
    to->len = (size_t)(lines.at - to->text);
    r->column = lines.column;
    memcpy(r->held_text, lines.last.text, lines.last.len);
    r->held.len = lines.last.len;
    r->need_number = false;
    *fullmove += (played + !*white) / 2;
    *white = turn;
    return done;
}
