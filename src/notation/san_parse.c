/* san_parse.c: splits the text of a move into its parts. Layer: notation.
 *
 * Knows the size of the board and the letters of the rule set, but no position. It accepts every
 * text with a single meaning and notes what it forgave. A pawn has a letter, as other pieces have,
 * if the rule set defines its steps. */
#include <string.h>

#include "base/squares.h"
#include "kernel/kernel.h"
#include "notation/notation.h"

typedef struct {
    const arb_position *pos;
    const char *text;
    size_t len;
    size_t at;
} cursor;

static char peek(const cursor *in, size_t ahead)
{
    if (in->at + ahead >= in->len)
        return '\0';
    return in->text[in->at + ahead];
}

static bool starts(const cursor *in, const char *word)
{
    for (size_t i = 0; word[i] != '\0'; i++)
        if (peek(in, i) != word[i])
            return false;
    return true;
}

static arb_kind kind_at(const cursor *in, size_t ahead)
{
    char c = peek(in, ahead);
    return arb__is_letter(c) ? arb_rules_kind(in->pos->rules, c) : ARB_NO_KIND;
}

/* ---- squares and parts of squares ---- */

int arb__san_split(arb_size size, const char *letters, size_t len, arb__san_letters *split)
{
    size_t target = len >= 2 && arb__file_of(letters + len - 2, 2, size.files) >= 0 ? 2 : 1;
    size_t rest = len - target;
    *split = (arb__san_letters){.from_file = -1};
    split->to_file = arb__file_of(letters + rest, target, size.files);
    if (split->to_file < 0)
        return (int)rest;
    if (rest > 0 && letters[rest - 1] == 'x') {
        split->capture = true;
        rest--;
    }
    if (rest == 0)
        return -1;
    split->from_file = arb__file_of(letters, rest, size.files);
    return split->from_file < 0 ? 0 : -1;
}

/* A group of letters and digits: a square, or a part of one. */
typedef struct {
    size_t at;
    char letters[6];
    size_t letter_count;
    int rank; /* from 0; -1: no digits */
    bool upper;
} piece_of_text;

static const char no_file[] = "there is no such file or piece here";
static const char no_rank[] = "there is no such rank on this board";
static const char no_square[] = "a square is expected here";

static const char *read_part(cursor *in, piece_of_text *part)
{
    *part = (piece_of_text){.at = in->at, .rank = -1};
    for (; arb__is_letter(peek(in, 0)); in->at++) {
        if (part->letter_count == sizeof part->letters)
            return no_file;
        part->upper |= arb__is_upper(peek(in, 0));
        part->letters[part->letter_count++] = arb__to_lower(peek(in, 0));
    }
    size_t digits = in->at;
    uint32_t number;
    in->at += arb__read_number(in->text + digits, in->len - digits, ARB_SIDE_LIMIT, &number);
    if (in->at == digits)
        return NULL;
    if (in->text[digits] == '0' || number > in->pos->size.ranks) {
        in->at = digits;
        return no_rank;
    }
    part->rank = (int)number - 1;
    return NULL;
}

/* Does another square follow: "-e4", "e4", "xe4"? */
static bool square_follows(const cursor *in)
{
    size_t n = 0;
    if (peek(in, 0) == '-')
        return true;
    while (arb__is_letter(peek(in, n)))
        n++;
    return n > 0 && arb__is_digit(peek(in, n));
}

/* Takes the group as the target, with an optional origin file and 'x' before it. */
static const char *take_target(cursor *in, const piece_of_text *part, arb__san_parts *out)
{
    arb__san_letters split;
    if (part->letter_count == 0 || part->rank < 0)
        return no_square;
    int wrong = arb__san_split(in->pos->size, part->letters, part->letter_count, &split);
    if (wrong >= 0) {
        in->at = part->at + (size_t)wrong;
        return no_file;
    }
    if (split.from_file >= 0)
        out->from_file = split.from_file;
    out->capture = split.capture;
    out->to = arb_square_at(in->pos->size, split.to_file, part->rank);
    return NULL;
}

/* Takes the group as the origin: a file, a rank, both, or nothing. */
static const char *take_origin(cursor *in, const piece_of_text *part, arb__san_parts *out)
{
    out->from_rank = part->rank;
    if (part->letter_count == 0)
        return NULL;
    out->from_file = arb__file_of(part->letters, part->letter_count, in->pos->size.files);
    if (out->from_file >= 0)
        return NULL;
    in->at = part->at;
    return no_file;
}

static const char *read_squares(cursor *in, arb__san_parts *out)
{
    piece_of_text first, second;
    const char *wrong = read_part(in, &first);
    if (wrong)
        return wrong;
    if (first.upper)
        out->tolerated |= ARB_SAN_LETTER_CASE;
    if (!square_follows(in))
        return take_target(in, &first, out);

    if ((wrong = take_origin(in, &first, out)) != NULL)
        return wrong;
    if (peek(in, 0) == '-') {
        out->tolerated |= ARB_SAN_LONG_FORM;
        in->at++;
    }
    int from_file = out->from_file;
    out->from_file = -1;
    if ((wrong = read_part(in, &second)) != NULL || (wrong = take_target(in, &second, out)) != NULL)
        return wrong;
    if (second.upper)
        out->tolerated |= ARB_SAN_LETTER_CASE;
    if (out->from_file >= 0) {
        in->at = second.at;
        return "a third square is too many";
    }
    out->from_file = from_file;
    return NULL;
}

/* ---- what follows the squares ---- */

static const char *read_promotion(cursor *in, arb__san_parts *out)
{
    char c = peek(in, 0);
    bool bare = arb__is_letter(c) && !starts(in, "e.p.") && !starts(in, "ep");
    if (c != '=' && c != '(' && c != '/' && !bare)
        return NULL;
    if (!bare)
        in->at++;
    if (c != '=')
        out->tolerated |= ARB_SAN_PROMOTION_FORM;
    out->promotion = kind_at(in, 0);
    if (out->promotion == ARB_NO_KIND)
        return "the letter of a piece is expected here";
    if (!arb__is_upper(peek(in, 0)))
        out->tolerated |= ARB_SAN_LETTER_CASE;
    in->at++;
    if (c == '(') {
        if (peek(in, 0) != ')')
            return "')' is expected here";
        in->at++;
    }
    return NULL;
}

/* The length of the "+", "++", "#", "!", "?" or "e.p." at the cursor, or 0. */
static size_t suffix_length(const cursor *in)
{
    static const char *const words[] = {"++", "+", "#", "!", "?", "e.p.", " e.p.", "ep"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (starts(in, words[i]))
            return strlen(words[i]);
    return 0;
}

static const char *read_suffixes(cursor *in, arb__san_parts *out)
{
    while (in->at < in->len) {
        size_t n = suffix_length(in);
        char c = peek(in, 0);
        if (n == 0)
            return "nothing may follow the move";
        if (c == '+' || c == '#') {
            if (out->mark)
                return "a second check mark is too many";
            out->mark = c;
        }
        /* "++" is an old sign for double check, or for mate. */
        if (n > 1 || (c != '+' && c != '#'))
            out->tolerated |= ARB_SAN_ANNOTATION;
        in->at += n;
    }
    return NULL;
}

/* ---- the whole ---- */

static bool is_castling_letter(char c)
{
    return c == 'O' || c == '0' || c == 'o';
}

static bool read_castling(cursor *in, arb__san_parts *out)
{
    size_t n = 0;
    while (n < 3 && is_castling_letter(peek(in, 2 * n)) && (n == 0 || peek(in, 2 * n - 1) == '-'))
        n++;
    if (n < 2)
        return false;
    out->castling = true;
    out->side = n == 2 ? ARB_KING_SIDE : ARB_QUEEN_SIDE;
    for (size_t i = 0; i < n; i++)
        if (peek(in, 2 * i) != 'O')
            out->tolerated |= ARB_SAN_CASTLING_FORM;
    in->at += 2 * n - 1;
    return true;
}

static const char *read_move(cursor *in, bool with_letter, arb__san_parts *out)
{
    const char *wrong;
    *out = (arb__san_parts){.from_file = -1, .from_rank = -1, .to = ARB_NO_SQUARE};
    in->at = 0;
    if (with_letter) {
        out->kind = kind_at(in, 0);
        if (!arb__is_upper(peek(in, 0)))
            out->tolerated |= ARB_SAN_LETTER_CASE;
        if (out->kind == ARB_PAWN && !arb__own_pawn_steps(in->pos->rules))
            out->tolerated |= ARB_SAN_PAWN_LETTER;
        in->at++;
    } else if (read_castling(in, out)) {
        return read_suffixes(in, out);
    }
    if ((wrong = read_squares(in, out)) != NULL || (wrong = read_promotion(in, out)) != NULL ||
        (wrong = read_suffixes(in, out)) != NULL)
        return wrong;
    bool pawn = out->kind == ARB_NO_KIND || out->kind == ARB_PAWN;
    if (pawn && arb__own_pawn_steps(in->pos->rules)) {
        if (out->kind == ARB_NO_KIND && out->from_rank < 0)
            out->tolerated |= ARB_SAN_PAWN_LETTER;
        return NULL;
    }
    if (!pawn || out->from_file >= 0 || (!out->capture && out->from_rank < 0))
        return NULL;
    in->at = 0;
    return "a pawn is named by its file";
}

/* "P@e4", "@e4". */
static const char *read_drop(cursor *in, arb__san_parts *out)
{
    piece_of_text part;
    const char *wrong;
    *out = (arb__san_parts){.drop = true, .from_file = -1, .from_rank = -1, .to = ARB_NO_SQUARE};
    out->kind = peek(in, 0) == '@' ? ARB_PAWN : kind_at(in, 0);
    if (out->kind == ARB_NO_KIND)
        return "the letter of a piece is expected here";
    if (peek(in, 0) == '@')
        out->tolerated |= ARB_SAN_PAWN_LETTER;
    else if (!arb__is_upper(peek(in, 0)))
        out->tolerated |= ARB_SAN_LETTER_CASE;
    in->at = peek(in, 0) == '@' ? 1 : 2;
    if ((wrong = read_part(in, &part)) != NULL || (wrong = take_target(in, &part, out)) != NULL)
        return wrong;
    if (part.upper)
        out->tolerated |= ARB_SAN_LETTER_CASE;
    if (out->from_file >= 0 || out->capture) {
        in->at = part.at;
        return no_square;
    }
    return read_suffixes(in, out);
}

/* "bf4" names no pawn: a pawn that captures goes to a neighbouring file. */
static bool no_pawn_goes_so(const cursor *in, const arb__san_parts *parts)
{
    if (parts->castling || parts->from_file < 0 || parts->from_rank >= 0)
        return false;
    int files = parts->from_file - arb_square_file(in->pos->size, parts->to);
    return files != 1 && files != -1;
}

const char *arb__san_parse(const arb_position *pos, const char *text, size_t len,
                           arb__san_parts *parts, size_t *offset)
{
    cursor in = {pos, text, len, 0};
    *offset = 0;
    if (len == 0)
        return "there is no move";
    if (arb_pgn_is_null_move(text, len))
        return "a null move is no move of the game";

    if (pos->rules->capture.to_hand && (text[0] == '@' || peek(&in, 1) == '@')) {
        const char *bad = read_drop(&in, parts);
        *offset = in.at;
        return bad;
    }

    /* A capital letter is a piece if it can be one, a small letter is a file: "bc4" is a pawn
     * capture. */
    bool letter = kind_at(&in, 0) != ARB_NO_KIND;
    bool letter_first = letter && arb__is_upper(text[0]);
    const char *wrong = read_move(&in, letter_first, parts);
    *offset = in.at;
    if (!letter || (!wrong && (letter_first || !no_pawn_goes_so(&in, parts))))
        return wrong;

    arb__san_parts other;
    if (read_move(&in, !letter_first, &other) != NULL)
        return wrong;
    /* "bb5" may be a pawn's step with its file written twice. */
    other.or_pawn =
        !wrong && !parts->capture && parts->from_file == arb_square_file(pos->size, parts->to);
    other.pawn_tolerated = parts->tolerated;
    *parts = other;
    return NULL;
}
