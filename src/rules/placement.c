/* placement.c: reads where the pieces stand, on a board of any size. Layer: rules. Does not know
 * whether they form a position. */
#include "rules/placement.h"

#include <string.h>

#include "base/error.h"
#include "base/text.h"

/* The size of the board in the text, cut to the largest board; the reader then finds the first byte
 * that is too much. */
static arb_size size_of_text(const char *text, size_t len)
{
    unsigned files = 0;
    unsigned ranks = 1;
    for (size_t at = 0; at < len && text[at] != ' ' && text[at] != '['; at++) {
        if (text[at] == '/')
            ranks++;
        if (ranks > 1 || text[at] == '!' || text[at] == '~')
            continue;
        uint32_t gap_files = 1;
        if (arb__is_digit(text[at]))
            at += arb__read_digits(text + at, len - at, 2, &gap_files) - 1;
        files += gap_files;
        if (files > ARB_SIDE_LIMIT)
            files = ARB_SIDE_LIMIT;
    }
    if (files == 0)
        files = 1;
    if (ranks > ARB_SIDE_LIMIT)
        ranks = ARB_SIDE_LIMIT;
    return (arb_size){(uint8_t)files, (uint8_t)ranks};
}

typedef struct {
    arb__placement *out;
    const arb_rules *rules;
    arb__places places;
    bool holes; /* use the holes of the rule set; a start position states its own */
    const char *text;
    size_t len;
    size_t at;
    int file;
    int rank;
    bool marked[2];
    const char *wrong; /* the first mistake, as a sentence; NULL: none */
} scan;

static bool wrong(scan *s, const char *text)
{
    s->wrong = text;
    return false;
}

static const char *too_long(const scan *s)
{
    return s->out->size.files == ARB_SIDE_LIMIT ? "a board has at most 32 files"
                                                : "this row is longer than the board is wide";
}

static bool next_row(scan *s)
{
    if (s->file < s->out->size.files)
        return wrong(s, "this row is shorter than the board is wide");
    if (s->rank == 0)
        return wrong(s, s->out->size.ranks == ARB_SIDE_LIMIT ? "a board has at most 32 ranks"
                                                             : "there are too many rows");
    s->rank--;
    s->file = 0;
    s->at++;
    return true;
}

static const char no_square[] = "by these rules there is no square here but '*'";

static bool is_hole(const scan *s, int file)
{
    return s->holes && arb_area_has(&s->rules->board.holes, file, s->rank);
}

/* Reads a number of empty squares. Two digits side by side are one number. */
static bool gap(scan *s)
{
    uint32_t value;
    size_t digits = arb__read_digits(s->text + s->at, s->len - s->at, 2, &value);
    int number = (int)value;
    if (s->text[s->at] == '0')
        return wrong(s, "a gap is a number from 1 on");
    if (s->at + digits < s->len && arb__is_digit(s->text[s->at + digits]))
        return wrong(s, "a gap has at most two digits");
    if (s->file + number > s->out->size.files)
        return wrong(s, too_long(s));
    for (int file = s->file; s->holes && file < s->file + number; file++)
        if (is_hole(s, file))
            return wrong(s, no_square);
    s->file += number;
    s->at += digits;
    return true;
}

/* Reads '*', a hole of the board. */
static bool hole(scan *s)
{
    if (s->file >= s->out->size.files)
        return wrong(s, too_long(s));
    if (s->rules->board.any_size)
        return wrong(s, "a board of any size has no holes");
    if (s->places == ARB__PLACES_START) {
        s->out->holes.rows[s->rank] |= 1u << s->file;
        s->out->holes.count++;
    } else if (!is_hole(s, s->file)) {
        return wrong(s, "by these rules there is a square here");
    }
    s->file++;
    s->at++;
    return true;
}

/* Reads '~' after a piece that is a promoted pawn. */
static bool promoted(scan *s)
{
    arb_square before = arb_square_at(s->out->size, s->file - 1, s->rank);
    arb_piece marked = before == ARB_NO_SQUARE ? ARB_NO_PIECE : s->out->board[before];
    if (!s->rules->capture.to_hand)
        return wrong(s, "the mark '~' of a promoted piece has no meaning by these rules");
    if (marked == ARB_NO_PIECE || arb_piece_kind(marked) == ARB_PAWN || s->text[s->at - 1] == '~')
        return wrong(s, "the mark '~' stands behind a piece that was a pawn");
    s->out->board[before] |= ARB_PROMOTED;
    s->at++;
    return true;
}

static bool piece(scan *s)
{
    char letter = s->text[s->at];
    arb_colour colour = letter >= 'a' ? ARB_BLACK : ARB_WHITE;
    arb_kind kind = arb_rules_kind(s->rules, letter);

    if (kind == ARB_NO_KIND)
        return letter == '*'   ? hole(s)
               : letter == '~' ? promoted(s)
               : letter == '!' ? wrong(s, "the mark '!' stands only behind a royal piece")
                               : wrong(s, "this rule set has no piece with this letter");
    arb_square square = arb_square_at(s->out->size, s->file, s->rank);
    if (square == ARB_NO_SQUARE)
        return wrong(s, too_long(s));
    if (is_hole(s, s->file))
        return wrong(s, no_square);

    s->out->board[square] = arb_piece_of(colour, kind);
    s->file++;
    s->at++;
    if (kind != s->rules->royal.kind)
        return true;
    bool mark = s->at < s->len && s->text[s->at] == '!';
    if (mark && s->marked[colour])
        return wrong(s, "only one royal piece of a colour can be marked with '!'");
    if (mark || !s->marked[colour])
        s->out->royal[colour] = square;
    if (mark) {
        s->marked[colour] = true;
        s->at++;
    }
    return true;
}

/* Reads pieces in hand: "[Qn]", or "/Qn" after the last row. */
static bool hands(scan *s)
{
    bool closed = s->text[s->at] == '/';
    bool bracket = !closed;
    for (s->at++; s->at < s->len && s->text[s->at] != ' '; s->at++) {
        char letter = s->text[s->at];
        arb_colour colour = letter >= 'a' ? ARB_BLACK : ARB_WHITE;
        arb_kind kind = arb_rules_kind(s->rules, letter);
        if (closed && bracket)
            return wrong(s, "nothing follows the pieces in hand");
        if (bracket && letter == ']') {
            closed = true;
            continue;
        }
        if (kind == ARB_NO_KIND)
            return wrong(s, "this rule set has no piece with this letter");
        if (s->out->hand[colour][kind] == UINT8_MAX)
            return wrong(s, "there are too many pieces in hand");
        s->out->hand[colour][kind]++;
    }
    return closed || wrong(s, "']' is missing behind the pieces in hand");
}

/* Do the pieces in hand begin here? */
static bool at_hands(const scan *s)
{
    char c = s->text[s->at];
    return s->rules->capture.to_hand &&
           (c == '[' || (c == '/' && s->rank == 0 && s->file == s->out->size.files));
}

static bool finish(scan *s)
{
    if (s->file < s->out->size.files)
        return wrong(s, s->at == 0 ? "the board is missing"
                                   : "this row is shorter than the board is wide");
    if (s->rank > 0)
        return wrong(s, "there are too few rows");
    if (s->at < s->len && s->text[s->at] != ' ' && !hands(s))
        return false;
    s->out->end = s->at;
    return true;
}

arb_status arb__placement_read(arb__placement *placement, const arb_rules *rules,
                               arb__places places, const char *text, size_t len, arb_error *error)
{
    memset(placement, 0, sizeof *placement);
    placement->size = rules->board.any_size ? size_of_text(text, len) : rules->board.size;
    placement->royal[ARB_WHITE] = placement->royal[ARB_BLACK] = ARB_NO_SQUARE;

    scan s = {.out = placement, .rules = rules, .places = places, .text = text, .len = len};
    s.holes = places != ARB__PLACES_START && rules->board.holes.count != 0;
    s.rank = placement->size.ranks - 1;
    while (s.at < len && text[s.at] != ' ' && !at_hands(&s)) {
        char c = text[s.at];
        if (!(c == '/' ? next_row(&s) : arb__is_digit(c) ? gap(&s) : piece(&s)))
            return arb__fail(error, ARB_BAD_TEXT, s.at, s.wrong);
    }
    if (!finish(&s))
        return arb__fail(error, ARB_BAD_TEXT, s.at, s.wrong);
    return arb__no_error(error);
}

bool arb__castling_letter_read(arb__castling_letter *letter, arb_size size, char c)
{
    char lower = arb__to_lower(c);
    if (!arb__is_letter(c))
        return false;
    letter->colour = arb__is_upper(c) ? ARB_WHITE : ARB_BLACK;
    letter->side = lower == 'k' ? ARB_KING_SIDE : lower == 'q' ? ARB_QUEEN_SIDE : -1;
    letter->file = lower - 'a';
    return letter->side >= 0 || letter->file < size.files;
}
