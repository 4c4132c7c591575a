/* fen_usual.c: FEN of an 8x8 position of a built-in rule set, straight between text and sets.
 * Layer: position.
 *
 * What is written exactly as nearly every FEN is. Anything else, right or wrong, is left to the
 * reader and writer of setups, which know every form and can explain. */
#include "position/fen_usual.h"

#include <string.h>

#include "kernel/bits_plain.h"
#include "position/key.h"
#include "position/position.h"
#include "rules/builtin.h"

/* Pieces of both colours side by side: Black's are 8 further on. */
enum { BLACK = 8, PIECES = 16, GAP = 16 };
static const char usual_letters[PIECES + 1] = " PNBRQK  pnbrqk ";

/* By byte: a piece, or a gap of so many squares. */
static const uint8_t meaning[256] = {
    ['P'] = ARB_PAWN,
    ['N'] = ARB_KNIGHT,
    ['B'] = ARB_BISHOP,
    ['R'] = ARB_ROOK,
    ['Q'] = ARB_QUEEN,
    ['K'] = ARB_KING,
    ['p'] = BLACK | ARB_PAWN,
    ['n'] = BLACK | ARB_KNIGHT,
    ['b'] = BLACK | ARB_BISHOP,
    ['r'] = BLACK | ARB_ROOK,
    ['q'] = BLACK | ARB_QUEEN,
    ['k'] = BLACK | ARB_KING,
    ['1'] = GAP | 1,
    ['2'] = GAP | 2,
    ['3'] = GAP | 3,
    ['4'] = GAP | 4,
    ['5'] = GAP | 5,
    ['6'] = GAP | 6,
    ['7'] = GAP | 7,
    ['8'] = GAP | 8,
};

/* ---- in ---- */

typedef struct {
    const char *at, *end;
} usual_words;

/* One row, from its first square on, and what must follow it; NULL if it is not usual. Two gaps
 * side by side would be one number to the other reader. */
static inline const char *read_row(const char *at, const char *end, unsigned row,
                                   uint64_t sets[PIECES], uint64_t *key)
{
    const uint64_t *keys = (const uint64_t *)(const void *)arb__key_chess;
    unsigned square = row, before = 0;
    while (square < row + 8) {
        unsigned what = at < end ? meaning[(unsigned char)*at++] : 0;
        if ((what & GAP) != 0) {
            square += what - GAP;
            if ((before & GAP) != 0)
                return NULL;
        } else {
            if (what == 0)
                return NULL;
            sets[what] |= arb__bit(square);
            *key ^= keys[what * 64 + square];
            square++;
        }
        before = what;
    }
    return square == row + 8 && at < end && *at == (row == 0 ? ' ' : '/') ? at + 1 : NULL;
}

/* Eight rows of eight, and a king each. */
static bool read_board(usual_words *in, arb_position *pos)
{
    uint64_t white[PIECES] = {0}, key = 0, *black = white + BLACK;
    const char *at = in->at;
    for (unsigned row = 64; row > 0 && at != NULL; row -= 8)
        at = read_row(at, in->end, row - 8, white, &key);
    if (at == NULL)
        return false;
    in->at = at;
    if (white[ARB_KING] == 0 || black[ARB_KING] == 0 || arb__several(white[ARB_KING]) ||
        arb__several(black[ARB_KING]))
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

/* The next character; no character at the end. */
static char next_of(usual_words *in)
{
    return in->at < in->end ? *in->at++ : '\0';
}

/* "-" or some of "KQkq", each once. */
static bool read_rights(usual_words *in, arb_position *pos)
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
        if (usual_letters[BLACK * colour + (side ? ARB_QUEEN : ARB_KING)] != c ||
            (seen >> (2 * colour + side) & 1u) != 0)
            return false;
        seen |= 1u << (2 * colour + side);
        if (rules->castling.allowed)
            pos->castle_rook[colour][side] =
                (arb_square)(rules->castling.rook_file[side] + (colour == ARB_WHITE ? 0 : 56));
    }
    return seen != 0;
}

/* "-" or a square; a blank or the end follows. */
static bool read_passed(usual_words *in, arb_position *pos)
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

/* Digits up to `stop`, or to the end for '\0'; at most six, no zero in front of others. */
static bool read_clock(usual_words *in, char stop, uint32_t least, uint32_t *number)
{
    const char *start = in->at;
    uint32_t value = 0;
    while (in->at < in->end && *in->at >= '0' && *in->at <= '9' && in->at - start < 6)
        value = value * 10 + (uint32_t)(*in->at++ - '0');
    if (in->at == start || value < least || (*start == '0' && in->at - start > 1))
        return false;
    *number = value;
    return stop == '\0' ? in->at == in->end : in->at < in->end && *in->at++ == stop;
}

bool arb__usual_fen_read(arb_position *pos, const char *text, size_t len)
{
    usual_words in = {text, text + len};
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
    uint64_t diagonals = pos->board.bits.diagonals, straights = pos->board.bits.straights;
    const uint64_t sets[] = {
        [ARB_PAWN] = pos->board.bits.pawns,    [ARB_KNIGHT] = pos->board.bits.knights,
        [ARB_BISHOP] = diagonals & ~straights, [ARB_ROOK] = straights & ~diagonals,
        [ARB_QUEEN] = diagonals & straights,   [ARB_KING] = pos->board.bits.kings,
    };
    uint64_t white = pos->board.bits.colour[ARB_WHITE], black = pos->board.bits.colour[ARB_BLACK];
    char board[64];
    for (arb_kind kind = ARB_PAWN; kind <= ARB_KING; kind++) {
        put_letters(board, sets[kind] & white, usual_letters[kind]);
        put_letters(board, sets[kind] & black, usual_letters[BLACK + kind]);
    }
    for (int row = 56; row >= 0; row -= 8) {
        unsigned next = 0;
        for (unsigned set = (white | black) >> row & 0xFF; set != 0; set &= set - 1) {
            unsigned file = (unsigned)__builtin_ctz(set);
            *out = (char)('0' + file - next); /* written over where there is no gap */
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
            *out = usual_letters[BLACK * colour + (side ? ARB_QUEEN : ARB_KING)];
            out += pos->castle_rook[colour][side] != ARB_NO_SQUARE;
        }
    *out = '-';
    return out + (out == before);
}

static char *put_number(char *out, uint32_t number)
{
    char digits[10];
    unsigned n = 0;
    do {
        digits[n++] = (char)('0' + number % 10);
    } while ((number /= 10) > 0);
    while (n > 0)
        *out++ = digits[--n];
    return out;
}

/* Of two kings one would have to be marked; where homes are free, a right may need its file. */
static bool is_usual(const arb_position *pos)
{
    uint64_t kings = pos->board.bits.kings, rights;
    memcpy(&rights, pos->castle_rook, sizeof rights);
    return pos->kernel == ARB_KERNEL_BITS && arb__is_builtin(pos->rules) && pos->size.files == 8 &&
           pos->size.ranks == 8 && !arb__several(kings & pos->board.bits.colour[ARB_WHITE]) &&
           !arb__several(kings & pos->board.bits.colour[ARB_BLACK]) &&
           (!pos->rules->castling.any_home || rights == UINT64_MAX);
}

size_t arb__usual_fen_write(const arb_position *pos, arb_square passed, char *buf, size_t cap)
{
    char text[128]; /* 71 for the board, 2, 5, 3, and two numbers of ten digits */
    if (!is_usual(pos))
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
    size_t len = (size_t)(out - text);
    if (cap > 0) {
        size_t kept = len < cap ? len : cap - 1;
        memcpy(buf, text, kept);
        buf[kept] = '\0';
    }
    return len;
}
