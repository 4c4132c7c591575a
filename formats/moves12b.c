/* moves12b.c: CMPS 12B's lines, judged in one pass. Layer: formats.
 *
 * A line is read once, byte by byte, and never copied: files have millions of them. After a refused
 * move the rest is still read, since a malformed line has no other answer than that. */
#include "formats/moves12b.h"

#include <ctype.h>
#include <string.h>

enum { SIDE = 8 };
static const arb_size board_size = {SIDE, SIDE};

void fmt_moves_start(fmt_moves *moves, bool double_step)
{
    moves->rules = *arb_rules_find("basic", strlen("basic"));
    moves->rules.board.faults = 0; /* the course's own files have boards without a king */
    moves->rules.royal.min = 0;
    moves->rules.royal.max = 255;
    if (!double_step)
        moves->rules.pawn.double_rows = 0;
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
    const char *wrong; /* what was expected, NULL as long as nothing is wrong */
} cursor;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* At the first byte that is no blank; false at the end of the line. */
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

static bool ends_word(const cursor *in, const char *at)
{
    return at == in->end || is_blank(*at) || *at == ':';
}

/* Any whole number that ends at a blank, the colon or the end. */
static bool read_number(cursor *in, const char *expected, int *number)
{
    enum { LIMIT = 100000000 };
    if (!skip_blanks(in))
        return fail(in, expected);
    const char *at = in->at;
    bool negative = *at == '-';
    at += negative;
    const char *digits = at;
    int value = 0;
    while (at < in->end && (unsigned)(*at - '0') <= 9 && value < LIMIT)
        value = value * 10 + (*at++ - '0');
    if (at == digits || !ends_word(in, at))
        return fail(in, expected);
    *number = negative ? -value : value;
    in->at = at;
    return true;
}

/* Numbers as nearly all are written, each a blank and a digit. False, and nothing read: they are
 * for read_number, one by one. */
static inline bool read_plain(cursor *in, int numbers[], int count)
{
    const char *at = in->at;
    if (in->end - at < 2 * count || !ends_word(in, at + 2 * count))
        return false;
    for (int i = 0; i < count; i++) {
        numbers[i] = at[2 * i + 1] - '0';
        if (at[2 * i] != ' ' || (unsigned)numbers[i] > 9)
            return false;
    }
    in->at = at + 2 * count;
    return true;
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

/* Pieces as nearly all are written, "r 8 2" and a blank or the colon; stops where one is not. */
static void read_plain_pieces(cursor *in, const fmt_moves *moves, arb_setup *setup)
{
    const char *at = in->at;
    while (in->end - at >= 6) {
        arb_piece piece = moves->pieces[(unsigned char)at[0]];
        unsigned column = (unsigned)(at[2] - '1'), row = (unsigned)(at[4] - '1');
        if (piece == ARB_NO_PIECE || at[1] != ' ' || at[3] != ' ' || (column | row) >= SIDE ||
            (at[5] != ' ' && at[5] != ':'))
            break;
        put_piece(setup, (int)column + 1, (int)row + 1, piece);
        at += at[5] == ' ' ? 6 : 5;
    }
    in->at = at;
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
    arb_setup setup;
    arb_setup_clear(&setup, board_size);
    read_plain_pieces(in, moves, &setup);
    while (skip_blanks(in) && *in->at != ':')
        if (!read_piece(in, moves, &setup))
            return false;
    if (in->at == in->end)
        return fail(in, "':' expected behind the pieces");
    in->at++;
    arb_position_set(&moves->position, &moves->rules, &setup, ARB_KERNEL_AUTO, 0);
    return true;
}

typedef enum { READ_END, READ_MOVE, READ_MISTAKE } read_status;

static inline read_status read_move(cursor *in, int move[4])
{
    static const char expected[] = "a whole number expected: moves have four";
    if (read_plain(in, move, 4))
        return READ_MOVE;
    if (!skip_blanks(in))
        return READ_END;
    for (int i = 0; i < 4; i++)
        if (!read_number(in, expected, &move[i]))
            return READ_MISTAKE;
    return READ_MOVE;
}

static arb_square square_of(const int place[2])
{
    return arb_square_at(board_size, place[0] - 1, place[1] - 1);
}

/* These rules have neither castling nor en passant nor promotion: every move is a plain one. */
static bool play(fmt_moves *moves, const int move[4])
{
    arb_undo undo;
    arb_square from = square_of(move), to = square_of(move + 2);
    return from != ARB_NO_SQUARE && to != ARB_NO_SQUARE &&
           arb_position_play(&moves->position, arb_move_of(from, to, ARB_NO_KIND, ARB_NORMAL),
                             &undo);
}

fmt_moves_answer fmt_moves_judge(fmt_moves *moves, const char *line, size_t len,
                                 fmt_moves_listener *listener, void *context)
{
    cursor in = {line, line, line + len, NULL};
    fmt_moves_answer answer = {.status = FMT_MOVES_LEGAL};
    int move[4];

    read_status status = read_board(&in, moves) ? read_move(&in, move) : READ_MISTAKE;
    for (; status == READ_MOVE; status = read_move(&in, move)) {
        if (answer.status != FMT_MOVES_LEGAL)
            continue;
        bool legal = play(moves, move);
        if (!legal) {
            answer.status = FMT_MOVES_ILLEGAL;
            memcpy(answer.move, move, sizeof move);
        }
        if (listener)
            listener(context, moves, move, legal);
    }
    if (status == READ_MISTAKE)
        answer = (fmt_moves_answer){.status = FMT_MOVES_MALFORMED,
                                    .column = (size_t)(in.at - in.start) + 1,
                                    .text = in.wrong};
    return answer;
}

/* At most 11 bytes. */
static size_t write_number(char *to, int number)
{
    char digits[12];
    size_t count = 0, len = 0;
    if (number < 0)
        to[len++] = '-';
    unsigned rest = number < 0 ? 0u - (unsigned)number : (unsigned)number;
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    while (count > 0)
        to[len++] = digits[--count];
    return len;
}

/* Without printf: there is a line of output for every line of input. */
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

static void put_board(const fmt_out *out, const fmt_moves *moves)
{
    for (int row = SIDE; row >= 1; row--) {
        fmt_putf(out, "  %d", row);
        for (int column = 1; column <= SIDE; column++) {
            int place[2] = {column, row};
            arb_piece piece = arb_position_piece(&moves->position, square_of(place));
            char letter = moves->rules.kinds[arb_piece_kind(piece)].letter;
            bool black = arb_piece_colour(piece) == ARB_BLACK;
            fmt_putf(out, " %c",
                     piece == ARB_NO_PIECE ? '.'
                     : black               ? toupper((unsigned char)letter)
                                           : letter);
        }
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

/* The sentence names squares as a1, b2; the columns and rows of the line stand before it. */
void fmt_moves_explain(const fmt_out *out, const fmt_moves *moves, const int move[4], bool legal)
{
    fmt_putf(out, "%d %d %d %d: ", move[0], move[1], move[2], move[3]);
    if (legal) {
        fmt_put_text(out, "legal\n");
        put_board(out, moves);
        return;
    }
    char sentence[FMT_LINE_LIMIT];
    arb_verdict verdict =
        arb_position_verdict(&moves->position, square_of(move), square_of(move + 2), ARB_NO_KIND);
    arb_verdict_text(&verdict, &moves->position, sentence, sizeof sentence);
    fmt_putf(out, "illegal (%s", arb_verdict_name(verdict.code));
    put_place(out, "at", verdict.at);
    put_place(out, "by", verdict.by);
    fmt_putf(out, "). %s\n", sentence);
}
