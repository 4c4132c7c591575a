/* fen_read.c: reads FEN: standard, X-FEN and Shredder-FEN, on a board of any size. Layer: setup.
 *
 * It checks the form only. Rights without a rook, an impossible en-passant square or a missing king
 * are read as written; from_setup.c judges them. */
#include "base/error.h"
#include "base/squares.h"
#include "base/text.h"
#include "rules/placement.h"
#include "setup/setup.h"

#include <string.h>

typedef struct {
    const char *text;
    size_t len;
    size_t at;
    const char *wrong; /* the first mistake, as a sentence; NULL: none */
} cursor;

static bool wrong(cursor *in, const char *text)
{
    in->wrong = text;
    return false;
}

static bool at_end(const cursor *in)
{
    return in->at == in->len;
}

static bool at_field_end(const cursor *in)
{
    return at_end(in) || in->text[in->at] == ' ';
}

/* Skips the one blank before a field; it is a mistake if nothing follows. */
static bool field(cursor *in, const char *missing)
{
    if (at_end(in))
        return wrong(in, missing);
    in->at++;
    if (at_end(in))
        return wrong(in, missing);
    if (in->text[in->at] == ' ')
        return wrong(in, "fields are separated by exactly one blank");
    return true;
}

static bool read_turn(cursor *in, arb_setup *setup)
{
    if (!field(in, "the side to move is missing"))
        return false;
    char c = in->text[in->at];
    if (c != 'w' && c != 'b')
        return wrong(in, "the side to move is w or b");
    setup->turn = c == 'w' ? ARB_WHITE : ARB_BLACK;
    in->at++;
    return at_field_end(in) || wrong(in, "the side to move is w or b");
}

/* On which side of its king a rook on this file castles. */
static int side_of_file(const arb_setup *setup, const arb_rules *rules, arb_colour colour, int file)
{
    int king = rules->castling.king_file;
    arb_square royal = setup->royal[colour];
    if (rules->castling.any_home && royal != ARB_NO_SQUARE)
        king = arb_square_file(setup->size, royal);
    return file > king ? ARB_KING_SIDE : ARB_QUEEN_SIDE;
}

/* Two rooks named on one side of the king cannot both be right. The second goes into the slot of
 * the other side, where arb_position_set finds it out of place. */
static bool give_right(cursor *in, arb_setup *setup, const arb_rules *rules,
                       const arb__castling_letter *letter)
{
    arb_square *slots = setup->castle_rook[letter->colour];
    int side = letter->side;
    arb_square rook;
    if (side >= 0) {
        rook = arb__castle_home(setup, rules, letter->colour, side);
    } else {
        side = side_of_file(setup, rules, letter->colour, letter->file);
        rook = arb_square_at(setup->size, letter->file,
                             arb__home_rank(setup->size, rules, letter->colour));
    }
    if (slots[side] == rook || slots[1 - side] == rook)
        return wrong(in, "this castling right is given twice");
    if (slots[side] == ARB_NO_SQUARE) {
        slots[side] = rook;
        return true;
    }
    if (slots[1 - side] != ARB_NO_SQUARE)
        return wrong(in, "a side has at most two castling rights");
    arb_square first = slots[side]; /* the order of the letters does not matter */
    slots[ARB_KING_SIDE] = rook > first ? rook : first;
    slots[ARB_QUEEN_SIDE] = rook > first ? first : rook;
    return true;
}

static bool read_castling(cursor *in, arb_setup *setup, const arb_rules *rules)
{
    if (!field(in, "the castling rights are missing"))
        return false;
    if (in->text[in->at] == '-') {
        in->at++;
        return at_field_end(in) || wrong(in, "'-' for no castling right stands alone");
    }
    bool in_use = arb__castling_on(rules, setup->size);
    bool seen[128] = {false};
    for (; !at_field_end(in); in->at++) {
        char c = in->text[in->at];
        arb__castling_letter letter;
        if (!arb__castling_letter_read(&letter, setup->size, c))
            return wrong(in, "castling rights are K, Q, k, q or the letter of a file");
        if (seen[(unsigned char)c])
            return wrong(in, "this castling right is given twice");
        seen[(unsigned char)c] = true;
        if (in_use && !give_right(in, setup, rules, &letter))
            return false;
    }
    return true;
}

/* Can a double step go sideways? Then the square that it passed over does not tell where the pawn
 * stands. */
static bool passes_aside(const arb_rules *rules)
{
    const arb_kind_rule *pawn = &rules->kinds[ARB_PAWN];
    for (unsigned i = 0; i < pawn->leap_count; i++)
        if ((pawn->leaps[i].how & ARB_STEP_DOUBLES) && pawn->leaps[i].files != 0)
            return true;
    return false;
}

static bool read_en_passant(cursor *in, arb_setup *setup, const arb_rules *rules)
{
    if (!field(in, "the en-passant square is missing"))
        return false;
    if (in->text[in->at] == '-') {
        in->at++;
        return at_field_end(in) || wrong(in, "'-' for no en-passant square stands alone");
    }
    arb_square square;
    size_t read = arb__scan_square(setup->size, in->text + in->at, in->len - in->at, &square);
    if (read == 0)
        return wrong(in, "the en-passant square is no square of this board");
    in->at += read;
    arb_square pawn = ARB_NO_SQUARE;
    if (!at_field_end(in) && passes_aside(rules)) {
        read = arb__scan_square(setup->size, in->text + in->at, in->len - in->at, &pawn);
        if (read == 0)
            return wrong(in, "the square of the pawn that passed is no square of this board");
        in->at += read;
    }
    if (!at_field_end(in))
        return wrong(in, "something follows the en-passant square");
    if (!rules->pawn.en_passant)
        return true;
    /* The two squares may come in either order; the pawn stands on one of them. */
    bool turned = pawn != ARB_NO_SQUARE && setup->board[square] != ARB_NO_PIECE;
    setup->en_passant = turned ? pawn : square;
    setup->en_passant_pawn = turned ? square : pawn;
    return true;
}

static bool read_number(cursor *in, uint32_t least, uint32_t *number, const char *sentence)
{
    size_t start = in->at;
    uint32_t value;
    in->at += arb__read_digits(in->text + start, in->len - start, 6, &value);
    if (!at_field_end(in))
        return wrong(in, sentence);
    bool leading_zero = in->text[start] == '0' && in->at - start > 1;
    if (value < least || leading_zero) {
        in->at = start;
        return wrong(in, sentence);
    }
    *number = value;
    return true;
}

/* "1+3": the checks that White and Black must still give. At the end of a FEN "+2+0": the checks
 * that they have given. */
static bool read_checks(cursor *in, arb_setup *setup, const arb_rules *rules, bool given)
{
    static const char form[] = "checks are written 3+3, still to give, or at the end +0+0, given";
    uint32_t count[2], all = rules->ending.checks;
    for (int c = 0; c < 2; c++) {
        if (given || c == 1) {
            if (at_end(in) || in->text[in->at] != '+')
                return wrong(in, form);
            in->at++;
        }
        size_t digits = arb__read_digits(in->text + in->at, in->len - in->at, 2, &count[c]);
        if (digits == 0 || count[c] > all)
            return wrong(in, form);
        in->at += digits;
        setup->checks[c] = (uint8_t)(given ? count[c] : all - count[c]);
    }
    return at_field_end(in) || wrong(in, form);
}

/* Is the next field one of checks still to give? */
static bool checks_follow(const cursor *in, const arb_rules *rules)
{
    size_t at = in->at + 1;
    if (rules->ending.checks == 0)
        return false;
    while (at < in->len && arb__is_digit(in->text[at]))
        at++;
    return at > in->at + 1 && at < in->len && in->text[at] == '+';
}

static bool read_clocks(cursor *in, arb_setup *setup, const arb_rules *rules)
{
    if (checks_follow(in, rules)) {
        in->at++;
        if (!read_checks(in, setup, rules, false))
            return false;
    }
    if (at_end(in))
        return true;
    if (!field(in, "the half-move clock is missing") ||
        !read_number(in, 0, &setup->halfmove, "the half-move clock is a number from 0 to 999999") ||
        !field(in, "the full-move number is missing") ||
        !read_number(in, 1, &setup->fullmove, "the full-move number is a number from 1 to 999999"))
        return false;
    if (!at_end(in) && rules->ending.checks != 0 && in->at + 1 < in->len &&
        in->text[in->at + 1] == '+') {
        in->at++;
        if (!read_checks(in, setup, rules, true))
            return false;
    }
    return at_end(in) || wrong(in, "something follows the end of the FEN");
}

arb_status arb_fen_read(arb_setup *setup, const arb_rules *rules, const char *text, size_t len,
                        arb_error *error)
{
    arb__placement placement;
    arb_status status = arb__placement_read(&placement, rules, ARB__PLACES_ANY, text, len, error);
    if (status != ARB_OK)
        return status;

    arb_setup read;
    arb_setup_clear(&read, placement.size);
    memcpy(read.royal, placement.royal, sizeof read.royal);
    memcpy(read.board, placement.board, sizeof read.board);
    memcpy(read.hand, placement.hand, sizeof read.hand);
    cursor in = {.text = text, .len = len, .at = placement.end};
    if (!read_turn(&in, &read) || !read_castling(&in, &read, rules) ||
        !read_en_passant(&in, &read, rules) || !read_clocks(&in, &read, rules))
        return arb__fail(error, ARB_BAD_TEXT, in.at, in.wrong);
    *setup = read;
    return arb__no_error(error);
}
