/* moves12b.c: judges the lines of CMPS 12B in one pass. Layer: formats.
 *
 * Files have millions of lines, so a line is read once, byte by byte, and never copied. After a
 * refused move the rest is still read, because a malformed line gets an error and no other
 * answer. */
#include "formats/moves12b.h"

#include "common/number.h"
#include "formats/board_text.h"

#include <ctype.h>
#include <string.h>

enum { SIDE = 8 };
static const arb_size board_size = {SIDE, SIDE};

void fmt_moves_start(fmt_moves *moves, bool double_step)
{
    moves->rules = *arb_rules_find("basic", strlen("basic"));
    moves->rules.board.faults = 0; /* the course's own files include boards without a king */
    moves->rules.royal.min = 0;
    if (!double_step)
        moves->rules.pawn.double_rows = 0;
    arb_setup_clear(&moves->setup, board_size);
    memset(moves->pieces, ARB_NO_PIECE, sizeof moves->pieces);
    for (arb_kind kind = ARB_PAWN; kind <= ARB_KING; kind++) {
        char letter = moves->rules.kinds[kind].letter;
        moves->pieces[(unsigned char)letter] = arb_piece_of(ARB_WHITE, kind);
        moves->pieces[toupper((unsigned char)letter)] = arb_piece_of(ARB_BLACK, kind);
    }
}

typedef struct {
    const char *start;
    const char *at;
    const char *end;
    const char *wrong; /* what was expected; NULL as long as nothing is wrong */
} cursor;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Goes to the first byte that is not a blank; returns false at the end of the line. */
static bool skip_blanks(cursor *in)
{
    while (in->at < in->end && is_blank(*in->at))
        in->at++;
    return in->at < in->end;
}

static bool fail(cursor *in, const char *expected)
{
    in->wrong = expected;
    return false;
}

static inline bool ends_word(const cursor *in, const char *at)
{
    return at == in->end || is_blank(*at) || *at == ':';
}

/* Reads a whole number that is followed by a blank, the colon or the end. */
static bool read_number(cursor *in, const char *expected, int *number)
{
    enum { LIMIT = 999999999 };
    if (!skip_blanks(in))
        return fail(in, expected);
    const char *at = in->at;
    bool negative = *at == '-';
    at += negative;
    uint64_t value = 0;
    size_t digits = number_read(at, (size_t)(in->end - at), LIMIT, &value);
    if (digits == 0 || !ends_word(in, at + digits))
        return fail(in, expected);
    *number = negative ? -(int)value : (int)value;
    in->at = at + digits;
    return true;
}

/* Eight bytes as a number; the first byte is the lowest. */
static inline uint64_t eight_bytes(const char *at)
{
    uint64_t bytes;
    memcpy(&bytes, at, sizeof bytes);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    return bytes;
}

static bool read_place(cursor *in, const char *expected, int *number)
{
    const char *before = in->at;
    if (!read_number(in, expected, number))
        return false;
    if (*number >= 1 && *number <= SIDE)
        return true;
    in->at = before;
    skip_blanks(in);
    return fail(in, expected);
}

static void put_piece(arb_setup *setup, int column, int row, arb_piece piece)
{
    arb_square square = arb_square_at(board_size, column - 1, row - 1);
    setup->board[square] = piece;
    if (arb_piece_kind(piece) == ARB_KING)
        setup->royal[arb_piece_colour(piece)] = square;
}

/* The fast path: reads pieces written as nearly all are, "r 8 2 ", and stops at any other form. The
 * bytes of a piece are handled as one number. */
static void read_pieces_fast(cursor *in, const fmt_moves *moves, arb_setup *setup)
{
    enum { PIECES = 64 };
    /* The digits 1 to 8, minus one, differ only in their three lowest bits. */
    const uint64_t ones = 0x100010000u, fixed = 0xFFF8FFF8FF00u, form = 0x203020302000u;
    const arb_piece white = arb_piece_of(ARB_WHITE, ARB_KING);
    const arb_piece black = arb_piece_of(ARB_BLACK, ARB_KING);
    arb_square last[PIECES]; /* by piece */
    last[white] = last[black] = ARB_NO_SQUARE;
    const char *at = in->at;
    while (in->end - at >= 8) {
        uint64_t text = eight_bytes(at) - ones;
        arb_piece piece = moves->pieces[text & 0xFF];
        arb_square square = (arb_square)((text >> 16 & 7) | (text >> 29 & 56));
        if (piece == ARB_NO_PIECE || (text & fixed) != form)
            break;
        setup->board[square] = piece;
        last[piece % PIECES] = square;
        at += 6;
    }
    in->at = at;
    setup->royal[ARB_WHITE] = last[white];
    setup->royal[ARB_BLACK] = last[black];
}

static bool read_piece(cursor *in, const fmt_moves *moves, arb_setup *setup)
{
    arb_piece piece = moves->pieces[(unsigned char)*in->at];
    int column, row;

    if (piece == ARB_NO_PIECE || in->at + 1 == in->end || !is_blank(in->at[1]))
        return fail(in, "a piece (k q r b n p, capital for Black) or ':' expected");
    in->at++;
    if (!read_place(in, "a column from 1 to 8 expected", &column) ||
        !read_place(in, "a row from 1 to 8 expected", &row))
        return false;
    put_piece(setup, column, row, piece);
    return true;
}

static bool read_board(cursor *in, fmt_moves *moves)
{
    arb_setup *setup = &moves->setup;
    memset(setup->board, ARB_NO_PIECE, SIDE * SIDE); /* only this part is ever filled */
    read_pieces_fast(in, moves, setup);
    while (skip_blanks(in) && *in->at != ':')
        if (!read_piece(in, moves, setup))
            return false;
    if (in->at == in->end)
        return fail(in, "':' expected behind the pieces");
    in->at++;
    arb_position_set(&moves->position, &moves->rules, setup, ARB_KERNEL_AUTO, 0);
    return true;
}

typedef enum { READ_END, READ_MOVE, READ_MISTAKE } read_status;

/* A move; a square off the board is ARB_NO_SQUARE, and `numbers` are as written. */
typedef struct {
    int numbers[4];
    arb_square from, to;
    bool by_squares; /* `numbers` are not filled in, because the squares tell them */
} attempt;

static arb_square square_of(const int place[2])
{
    return arb_square_at(board_size, place[0] - 1, place[1] - 1);
}

/* The fast path: reads a move written as nearly all are, " 8 2 2 2", on the board. Its eight bytes
 * are handled as one number. */
static inline bool read_move_fast(cursor *in, attempt *a)
{
    const uint64_t fixed = 0xF8FFF8FFF8FFF8FFu, form = 0x3020302030203020u;
    const uint64_t ones = 0x0100010001000100u;
    if (in->end - in->at < 8 || !ends_word(in, in->at + 8))
        return false;
    uint64_t text = eight_bytes(in->at) - ones;
    if ((text & fixed) != form)
        return false;
    a->from = (arb_square)((text >> 8 & 7) | (text >> 21 & 56));
    a->to = (arb_square)((text >> 40 & 7) | (text >> 53 & 56));
    a->by_squares = true;
    in->at += 8;
    return true;
}

static inline read_status read_move(cursor *in, attempt *a)
{
    static const char expected[] = "a whole number expected: moves have four";
    if (read_move_fast(in, a))
        return READ_MOVE;
    if (!skip_blanks(in))
        return READ_END;
    for (int i = 0; i < 4; i++)
        if (!read_number(in, expected, &a->numbers[i]))
            return READ_MISTAKE;
    a->from = square_of(a->numbers);
    a->to = square_of(a->numbers + 2);
    a->by_squares = false;
    return READ_MOVE;
}

static void fill_numbers(attempt *a)
{
    const arb_square squares[2] = {a->from, a->to};
    for (int i = 0; a->by_squares && i < 2; i++) {
        a->numbers[2 * i] = arb_square_file(board_size, squares[i]) + 1;
        a->numbers[2 * i + 1] = arb_square_rank(board_size, squares[i]) + 1;
    }
}

/* Plays the move. These rules have no castling, en passant or promotion, so every move is a normal
 * one. */
static bool play(fmt_moves *moves, const attempt *a)
{
    arb_undo undo;
    return a->from != ARB_NO_SQUARE && a->to != ARB_NO_SQUARE &&
           arb_position_play(&moves->position, arb_move_of(a->from, a->to, ARB_NO_KIND, ARB_NORMAL),
                             &undo);
}

fmt_moves_answer fmt_moves_judge(fmt_moves *moves, const char *line, size_t len,
                                 fmt_moves_listener *listener, void *context)
{
    cursor in = {line, line, line + len, NULL};
    fmt_moves_answer answer = {.status = FMT_MOVES_LEGAL};
    attempt a;

    read_status status = read_board(&in, moves) ? read_move(&in, &a) : READ_MISTAKE;
    for (; status == READ_MOVE; status = read_move(&in, &a)) {
        if (answer.status != FMT_MOVES_LEGAL)
            continue;
        bool legal = play(moves, &a);
        if (legal && !listener)
            continue;
        fill_numbers(&a);
        if (!legal) {
            answer.status = FMT_MOVES_ILLEGAL;
            memcpy(answer.move, a.numbers, sizeof answer.move);
        }
        if (listener)
            listener(context, moves, a.numbers, legal);
    }
    if (status == READ_MISTAKE)
        answer = (fmt_moves_answer){.status = FMT_MOVES_MALFORMED,
                                    .column = (size_t)(in.at - in.start) + 1,
                                    .text = in.wrong};
    return answer;
}

/* Writes a number of at most 11 bytes; returns its length. */
static size_t write_number(char *to, int number)
{
    char digits[NUMBER_DIGITS];
    size_t minus = number < 0;
    size_t begin = number_write(digits, minus ? (uint64_t) - (int64_t)number : (uint64_t)number);
    to[0] = '-';
    memcpy(to + minus, digits + begin, NUMBER_DIGITS - begin);
    return minus + NUMBER_DIGITS - begin;
}

/* Does not use printf, because there is a line of output for every line of input. */
static void put_illegal(const fmt_out *out, const int move[4])
{
    static const char word[] = "illegal\n";
    char line[64];
    size_t len = 0;
    for (int i = 0; i < 4; i++) {
        len += write_number(line + len, move[i]);
        line[len++] = ' ';
    }
    memcpy(line + len, word, sizeof word - 1);
    fmt_put(out, line, len + sizeof word - 1);
}

void fmt_moves_text(const fmt_out *out, const fmt_moves_answer *answer, const char *legal_word)
{
    switch (answer->status) {
    case FMT_MOVES_LEGAL:
        fmt_put_text(out, legal_word);
        fmt_put(out, "\n", 1);
        break;
    case FMT_MOVES_ILLEGAL:
        put_illegal(out, answer->move);
        break;
    case FMT_MOVES_MALFORMED:
        fmt_putf(out, "error: column %zu: %s\n", answer->column, answer->text);
        break;
    }
}

/* The letter of the piece at a place, a capital for Black; '.' if there is none. */
static int letter_at(const fmt_moves *moves, int column, int row)
{
    int place[2] = {column, row};
    arb_piece piece = arb_position_piece(&moves->position, square_of(place));
    char letter = moves->rules.kinds[arb_piece_kind(piece)].letter;
    if (piece == ARB_NO_PIECE)
        return '.';
    return arb_piece_colour(piece) == ARB_BLACK ? toupper((unsigned char)letter) : letter;
}

void fmt_moves_board(const fmt_out *out, const fmt_moves *moves)
{
    const char *gap = "";
    for (int row = 1; row <= SIDE; row++)
        for (int column = 1; column <= SIDE; column++) {
            int letter = letter_at(moves, column, row);
            if (letter == '.')
                continue;
            fmt_putf(out, "%s%c %d %d", gap, letter, column, row);
            gap = " ";
        }
    fmt_put_text(out, ":\n");
}

static void put_board(const fmt_out *out, const fmt_moves *moves)
{
    for (int row = SIDE; row >= 1; row--) {
        fmt_putf(out, "  %d", row);
        for (int column = 1; column <= SIDE; column++)
            fmt_putf(out, " %c", letter_at(moves, column, row));
        fmt_put_text(out, "\n");
    }
    fmt_put_text(out, "    1 2 3 4 5 6 7 8\n");
}

static void put_place(const fmt_out *out, const char *word, arb_square square)
{
    if (square != ARB_NO_SQUARE)
        fmt_putf(out, " %s %d %d", word, arb_square_file(board_size, square) + 1,
                 arb_square_rank(board_size, square) + 1);
}

/* Writes that the side to move has lost: it is in check and no move answers it. */
static void put_loss(const fmt_out *out, const fmt_moves *moves)
{
    if (arb_position_is_checkmate(&moves->position))
        fmt_putf(out, "%s has lost: it is in check, and no move ends that.\n",
                 fmt_colour_name(arb_position_turn(&moves->position)));
}

/* Squares are given as column and row from 1, as in the line. */
void fmt_moves_explain(const fmt_out *out, const fmt_moves *moves, const int move[4], bool legal)
{
    fmt_putf(out, "%d %d %d %d: ", move[0], move[1], move[2], move[3]);
    if (legal) {
        fmt_put_text(out, "legal\n");
        put_board(out, moves);
        put_loss(out, moves);
        return;
    }
    char sentence[FMT_LINE_LIMIT];
    arb_verdict verdict =
        arb_position_verdict(&moves->position, square_of(move), square_of(move + 2), ARB_NO_KIND);
    arb_verdict_text_in(&verdict, &moves->position, ARB_COORDS_FROM_ONE, sentence, sizeof sentence);
    fmt_putf(out, "illegal (%s", arb_verdict_name(verdict.code));
    put_place(out, "at", verdict.at);
    put_place(out, "by", verdict.by);
    fmt_putf(out, "). %s\n", sentence);
}
