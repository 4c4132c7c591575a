/* fen_bitboards.c: FEN of an 8x8 position of a built-in rule set, straight between text and
 * bitboards. Layer: fast.
 *
 * It reads and writes the form that nearly every FEN has. Anything else, right or wrong, is left to
 * the reader and writer of setups, which know every form and can explain. */
#include "fast/entries.h"

#include <string.h>

#include "base/text.h"
#include "kernel/bits/home_castling.h"
#include "kernel/bits/normal_move.h"
#include "position/key/key.h"
#include "position/position.h"
#include "rules/builtin.h"

/* Indices of pieces: the kinds for White's, the kinds plus 8 for Black's. */
enum { BLACK = 8, PIECES = 16 };
static const char fen_letters[PIECES + 1] = " PNBRQK  pnbrqk ";

/* What a byte means in the first field of a FEN: a piece, a gap or the end of a row; how far the
 * next square is; and the set that its square enters, set 0 where it is no piece. */
enum { PIECE = 1, GAP = 2, NEW_ROW = 4 };
typedef struct {
    uint8_t is, piece;
    int8_t step;
    uint8_t file_bits; /* bits of the square that must be 0 here: a row may end only where the next
                          one begins */
} fast_byte;
/* clang-format off */
#define NONE {0, 0, 0, 0}
#define NONE_4 NONE, NONE, NONE, NONE
#define NONE_16 NONE_4, NONE_4, NONE_4, NONE_4
#define STEP(squares) {GAP, 0, squares, 0}
#define LETTER(piece) {PIECE, piece, 1, 0}
/* The letters of one colour, from '@' or '`' on; eight lines of ASCII lie between the colours. */
#define LETTERS(colour)                                                                            \
    NONE, NONE, LETTER(colour | ARB_BISHOP), NONE, NONE_4, NONE, NONE, NONE,                       \
    LETTER(colour | ARB_KING), NONE, NONE, LETTER(colour | ARB_KNIGHT), NONE,                      \
    LETTER(colour | ARB_PAWN), LETTER(colour | ARB_QUEEN), LETTER(colour | ARB_ROOK), NONE, NONE_4, NONE_4, NONE_4
static const fast_byte fast_bytes[256] = {
    NONE_16, NONE_16,
    NONE_4, NONE_4, NONE_4, NONE, NONE, NONE, {NEW_ROW, 0, -16, 7}, /* '/' */
    NONE, STEP(1), STEP(2), STEP(3), STEP(4), STEP(5), STEP(6), STEP(7), STEP(8), NONE, NONE, NONE, NONE_4,
    LETTERS(0), LETTERS(BLACK)
};
/* clang-format on */

/* ---- in ---- */

typedef struct {
    const char *at, *end;
} fen_text;

/* Reads eight rows of eight squares and a blank. Whether a piece or a gap comes cannot be
 * predicted, so there is no branch on it. Each row ends at a multiple of eight, none is empty, and
 * together they have 64 squares: so each has eight. Two gaps side by side are refused, since the
 * core reads them as one number. */
ARB__INLINE bool read_rows(fen_text *in, uint64_t sets[PIECES], uint64_t *key)
{
    const uint64_t(*keys)[64] = (const uint64_t(*)[64])arb__key_chess;
    const char *at = in->at, *end = in->end;
    unsigned square = 56, before = NEW_ROW, wrong = 0;
    uint64_t sum = 0;
    for (; at < end; at++) {
        const fast_byte *byte = &fast_bytes[(unsigned char)*at];
        if (byte->is == 0)
            break;
        sets[byte->piece] |= arb__bit(square & 63);
        sum ^= keys[byte->piece][square & 63];
        wrong |= (square & byte->file_bits) | (before & byte->is & ~(unsigned)PIECE);
        before = byte->is;
        square += (unsigned)byte->step;
    }
    if (at == end || *at != ' ' || (wrong | (before & NEW_ROW)) != 0 || square != 8)
        return false;
    in->at = at + 1;
    *key = sum;
    return true;
}

/* Reads the pieces; passes unless each side has one king. */
ARB__INLINE bool read_board(fen_text *in, arb_position *pos)
{
    uint64_t white[PIECES] = {0}, key, *black = white + BLACK;
    if (!read_rows(in, white, &key) || white[ARB_KING] == 0 || black[ARB_KING] == 0 ||
        arb__several(white[ARB_KING]) || arb__several(black[ARB_KING]))
        return false;
    uint64_t queens = white[ARB_QUEEN] | black[ARB_QUEEN];
    pos->board.bits.pawns = white[ARB_PAWN] | black[ARB_PAWN];
    pos->board.bits.knights = white[ARB_KNIGHT] | black[ARB_KNIGHT];
    pos->board.bits.diagonals = white[ARB_BISHOP] | black[ARB_BISHOP] | queens;
    pos->board.bits.straights = white[ARB_ROOK] | black[ARB_ROOK] | queens;
    pos->board.bits.kings = white[ARB_KING] | black[ARB_KING];
    for (arb_kind kind = ARB_PAWN; kind <= ARB_KING; kind++) {
        pos->board.bits.colour[ARB_WHITE] |= white[kind];
        pos->board.bits.colour[ARB_BLACK] |= black[kind];
    }
    pos->royal[ARB_WHITE] = (arb_square)arb__first(white[ARB_KING]);
    pos->royal[ARB_BLACK] = (arb_square)arb__first(black[ARB_KING]);
    pos->key = key;
    return true;
}

/* The next character; '\0' at the end. */
ARB__INLINE char next_of(fen_text *in)
{
    return in->at < in->end ? *in->at++ : '\0';
}

/* Reads "-" or some of "KQkq", each once. */
ARB__INLINE bool read_rights(fen_text *in, arb_position *pos)
{
    const arb_rules *rules = pos->rules;
    unsigned seen = 0;
    char c = next_of(in);
    if (c == '-')
        return next_of(in) == ' ';
    if (rules->castling.any_home)
        return false;
    for (; c != ' '; c = next_of(in)) {
        unsigned colour = c == 'k' || c == 'q', side = c == 'Q' || c == 'q';
        if (fen_letters[BLACK * colour + (side ? ARB_QUEEN : ARB_KING)] != c ||
            (seen >> (2 * colour + side) & 1u) != 0)
            return false;
        seen |= 1u << (2 * colour + side);
        if (rules->castling.allowed)
            pos->castle_rook[colour][side] =
                (arb_square)(rules->castling.rook_file[side] + (colour == ARB_WHITE ? 0 : 56));
    }
    return seen != 0;
}

/* Reads "-" or a square, with a blank or the end behind it. */
ARB__INLINE bool read_passed(fen_text *in, arb_position *pos)
{
    if (in->at == in->end)
        return false;
    if (*in->at++ != '-') {
        unsigned file = (unsigned)(in->at[-1] - 'a');
        unsigned rank = in->at == in->end ? 8 : (unsigned)(*in->at++ - '1');
        if (file > 7 || rank > 7)
            return false;
        if (pos->rules->pawn.en_passant)
            pos->en_passant = (arb_square)(rank * 8 + file);
    }
    return in->at == in->end || *in->at++ == ' ';
}

/* Reads at most six digits up to `stop`, or up to the end for '\0'; 0 may not be followed by
 * others. */
ARB__INLINE bool read_clock(fen_text *in, char stop, uint32_t least, uint32_t *number)
{
    uint32_t value;
    size_t digits = arb__read_digits(in->at, (size_t)(in->end - in->at), 6, &value);
    if (digits == 0 || value < least || (*in->at == '0' && digits > 1))
        return false;
    in->at += digits;
    *number = value;
    return stop == '\0' ? in->at == in->end : in->at < in->end && *in->at++ == stop;
}

bool arb__fast_fen_read(arb_position *pos, const char *text, size_t len)
{
    fen_text in = {text, text + len};
    if (!read_board(&in, pos))
        return false;
    char turn = next_of(&in);
    if ((turn != 'w' && turn != 'b') || next_of(&in) != ' ' || !read_rights(&in, pos) ||
        !read_passed(&in, pos))
        return false;
    pos->turn = turn == 'b';
    if (in.at == in.end)
        return in.at[-1] != ' ';
    return read_clock(&in, ' ', 0, &pos->halfmove) && read_clock(&in, '\0', 1, &pos->fullmove);
}

/* ---- out ---- */

static void put_letters(char board[64], uint64_t set, char letter)
{
    for (; set != 0; set &= set - 1)
        board[arb__first(set)] = letter;
}

static char *put_board(char *out, const arb_position *pos)
{
    arb__kinds kinds = arb__bits_kinds(pos);
    uint64_t white = pos->board.bits.colour[ARB_WHITE], black = pos->board.bits.colour[ARB_BLACK];
    char board[64];
    for (arb_kind kind = ARB_PAWN; kind <= ARB_KING; kind++) {
        put_letters(board, kinds.of[kind] & white, fen_letters[kind]);
        put_letters(board, kinds.of[kind] & black, fen_letters[BLACK + kind]);
    }
    for (int row = 56; row >= 0; row -= 8) {
        unsigned next = 0;
        for (unsigned set = (white | black) >> row & 0xFF; set != 0; set &= set - 1) {
            unsigned file = (unsigned)__builtin_ctz(set);
            *out = (char)('0' + file - next); /* overwritten where there is no gap */
            out += file != next;
            *out++ = board[row + (int)file];
            next = file + 1;
        }
        *out = (char)('8' - next);
        out += next != 8;
        *out++ = row == 0 ? ' ' : '/';
    }
    return out;
}

static char *put_rights(char *out, const arb_position *pos)
{
    char *before = out;
    for (unsigned colour = 0; colour < 2; colour++)
        for (unsigned side = 0; side < 2; side++) {
            *out = fen_letters[BLACK * colour + (side ? ARB_QUEEN : ARB_KING)];
            out += pos->castle_rook[colour][side] != ARB_NO_SQUARE;
        }
    *out = '-';
    return out + (out == before);
}

static char *put_number(char *out, uint32_t number)
{
    enum { MOST = 10 };
    char digits[ARB__DIGITS + MOST];
    size_t begin = arb__write_digits(digits, number);
    memcpy(out, digits + begin, MOST); /* of constant size; what is too much is overwritten */
    return out + (ARB__DIGITS - begin);
}

/* Passes where a side has two kings, one of which would have to be marked, and where castling homes
 * are free, since a right may need the letter of its file. */
static bool is_writable(const arb_position *pos)
{
    uint64_t kings = pos->board.bits.kings;
    return pos->kernel == ARB_KERNEL_BITS && arb__is_builtin(pos->rules) && pos->size.files == 8 &&
           pos->size.ranks == 8 && !arb__several(kings & pos->board.bits.colour[ARB_WHITE]) &&
           !arb__several(kings & pos->board.bits.colour[ARB_BLACK]) &&
           (!pos->rules->castling.any_home || arb__castle_rooks(pos) == UINT64_MAX);
}

size_t arb__fast_fen_write(const arb_position *pos, arb_square passed, char *buf, size_t cap)
{
    char text[128]; /* 71 for the board, 2, 5, 3, and two numbers of ten digits */
    if (!is_writable(pos))
        return 0;
    char *out = put_board(text, pos);
    *out++ = pos->turn == ARB_WHITE ? 'w' : 'b';
    *out++ = ' ';
    out = put_rights(out, pos);
    *out++ = ' ';
    *out++ = passed == ARB_NO_SQUARE ? '-' : (char)('a' + passed % 8);
    *out = (char)('1' + passed / 8 % 8);
    out += passed != ARB_NO_SQUARE;
    *out++ = ' ';
    out = put_number(out, pos->halfmove);
    *out++ = ' ';
    out = put_number(out, pos->fullmove);
    arb__writer whole = arb__writer_on(buf, cap);
    arb__put_bytes(&whole, text, (size_t)(out - text));
    return whole.len;
}
