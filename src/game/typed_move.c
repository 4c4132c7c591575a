/* typed_move.c: a move as a person types it. Layer: game. Recognises how the move is written; the
 * layers notation and game judge it. */
#include <string.h>

#include "base/language.h"
#include "game/game.h"
#include "notation/notation.h"

enum { MOVE_LENGTH = 64, WORD_LIMIT = 6 };

typedef struct {
    const char *at;
    size_t len;
} typed_word;

typedef struct {
    const arb_game *game; /* NULL: a position alone */
    const arb_position *pos;
    arb_typed *typed;
    const char *text;
    typed_word words[WORD_LIMIT];
    size_t count; /* WORD_LIMIT means too many words for a move */
} reading;

static bool is_gap(char c)
{
    return c == ' ' || c == '\t' || c == ',';
}

static void split(reading *in, size_t len)
{
    for (size_t i = 0; i < len && in->count < WORD_LIMIT;) {
        while (i < len && is_gap(in->text[i]))
            i++;
        size_t start = i;
        while (i < len && !is_gap(in->text[i]))
            i++;
        if (i > start)
            in->words[in->count++] = (typed_word){in->text + start, i - start};
    }
}

/* ---- words ---- */

/* The length of the square's name at the start of the text, such as "e4" or on wide boards "aa12",
 * or 0. The square need not be on the board: "e9" counts. */
static size_t square_shape(const reading *in, const char *text, size_t len)
{
    size_t letters = 0, digits = 0, most = arb_position_size(in->pos).files > 26 ? 2 : 1;
    while (letters < len && letters < most && arb__is_letter(text[letters]))
        letters++;
    while (letters + digits < len && arb__is_digit(text[letters + digits]))
        digits++;
    return letters > 0 && digits > 0 && digits < 4 ? letters + digits : 0;
}

/* Reads a word as a square. A square off the board is read as ARB_NO_SQUARE; the name of the first
 * such square is kept for the message. */
static bool read_square(const reading *in, typed_word w, arb_square *square)
{
    if (w.len == 0 || square_shape(in, w.at, w.len) != w.len)
        return false;
    if (arb_square_read(arb_position_size(in->pos), w.at, w.len, square) == w.len)
        return true;
    *square = ARB_NO_SQUARE;
    if (in->typed->missing[0] == '\0' && w.len < sizeof in->typed->missing)
        memcpy(in->typed->missing, w.at, w.len);
    return true;
}

/* Reads a number of up to four digits. It may be negative: that is a square off the board, not bad
 * text. */
static bool read_number(typed_word w, int *number)
{
    bool negative = w.len > 0 && w.at[0] == '-';
    uint32_t value;
    size_t digits = arb__read_digits(w.at + negative, w.len - negative, 4, &value);
    *number = negative ? -(int)value : (int)value;
    return digits > 0 && negative + digits == w.len;
}

/* The two numbers are column and row if the caller's coordinates are ARB_COORDS_XY (COMP 250), else
 * row and column (Lab 3). */
static bool read_numbers(const reading *in, size_t first, arb_square *square)
{
    int a, b;
    arb_size size = arb_position_size(in->pos);
    if (!read_number(in->words[first], &a) || !read_number(in->words[first + 1], &b))
        return false;
    bool xy = arb__plain_coords(in->typed->coords) == ARB_COORDS_XY;
    *square = arb_square_at(size, xy ? a : b, size.ranks - 1 - (xy ? b : a));
    return true;
}

static arb_kind kind_of(const reading *in, typed_word w, size_t len)
{
    return w.len == len ? arb_rules_kind(arb_position_rules(in->pos), w.at[0]) : ARB_NO_KIND;
}

/* ---- answers ---- */

static arb_status fail(reading *in, const char *at, const char *text)
{
    in->typed->error = (arb_error){ARB_BAD_TEXT, (size_t)(at - in->text), text};
    return in->typed->status = ARB_BAD_TEXT;
}

/* What the game knows of a verdict: its end, and why castling is lost. */
static arb_verdict in_game(const reading *in, arb_verdict verdict)
{
    return in->game != NULL ? arb__game_verdict_of(in->game, verdict) : verdict;
}

static arb_status judge(reading *in, arb_verdict verdict)
{
    in->typed->verdict = in_game(in, verdict);
    if (in->typed->verdict.code != ARB_V_OFF_BOARD)
        in->typed->missing[0] = '\0'; /* another verdict came before that of the missing square */
    return in->typed->status = in->typed->verdict.code == ARB_V_OK ? ARB_OK : ARB_ILLEGAL;
}

/* "e2 e4", "e7 e8 q", "6 4 4 4", "1 0 0 0 q". False if it is not of this form. */
static bool read_two_squares(reading *in)
{
    arb_square from, to;
    arb_kind promotion = ARB_NO_KIND;
    size_t squares = in->count < 4 ? 2 : 4; /* how many words the two squares take */
    if (in->count < 2 || in->count > 5 ||
        (squares == 2 ? !read_square(in, in->words[0], &from) || !read_square(in, in->words[1], &to)
                      : !read_numbers(in, 0, &from) || !read_numbers(in, 2, &to)))
        return false;
    if (in->count > squares) {
        promotion = kind_of(in, in->words[squares], 1);
        if (promotion == ARB_NO_KIND) {
            fail(in, in->words[squares].at, "the promotion is no piece of this rule set");
            return true;
        }
    }
    judge(in, arb__squares_verdict(in->pos, from, to, promotion));
    return true;
}

/* "N@ e4", "N@ 4 4". */
static bool read_drop(reading *in)
{
    arb_square to;
    if ((in->count != 2 && in->count != 3) || in->words[0].len != 2 || in->words[0].at[1] != '@')
        return false;
    arb_kind kind = kind_of(in, in->words[0], 2);
    if (kind == ARB_NO_KIND ||
        !(in->count == 2 ? read_square(in, in->words[1], &to) : read_numbers(in, 1, &to)))
        fail(in, in->text, "a drop is from a piece in hand to a square, as in N@ f3");
    else
        judge(in, arb_position_verdict_drop(in->pos, kind, to));
    return true;
}

/* "e2e9", "i7i8q", "e9", "Nxf9": the shape of a move, but with a square that is not on the
 * board. */
static bool read_off_board(reading *in, typed_word w)
{
    arb_square from = ARB_NO_SQUARE, to = ARB_NO_SQUARE;
    size_t first = square_shape(in, w.at, w.len);
    size_t second = first > 0 ? square_shape(in, w.at + first, w.len - first) : 0;
    if (second > 0 && w.len - first - second <= 1) {
        read_square(in, (typed_word){w.at, first}, &from);
        read_square(in, (typed_word){w.at + first, second}, &to);
    } else {
        size_t at = first == 0 && w.len > 0 && arb__is_letter(w.at[0]);
        at += at < w.len && w.at[at] == 'x';
        size_t len = square_shape(in, w.at + at, w.len - at), end = at + len;
        while (end < w.len && (w.at[end] == '+' || w.at[end] == '#'))
            end++;
        if (len == 0 || end < w.len)
            return false;
        read_square(in, (typed_word){w.at + at, len}, &to);
    }
    if (in->typed->missing[0] == '\0')
        return false;
    judge(in, arb_position_verdict(in->pos, from, to, ARB_NO_KIND));
    return true;
}

static arb_status read_san(reading *in, typed_word w)
{
    arb_typed *typed = in->typed;
    arb_status status = arb_san_read(in->pos, w.at, w.len, &typed->san);
    if (status == ARB_BAD_TEXT && read_off_board(in, w))
        return typed->status;
    if (status == ARB_BAD_TEXT)
        return fail(in, w.at + typed->san.offset, typed->san.text);
    if (in->game != NULL && arb_game_outcome(in->game).result != ARB_ONGOING)
        return judge(in, arb_position_verdict(in->pos, ARB_NO_SQUARE, ARB_NO_SQUARE, ARB_NO_KIND));
    typed->is_san = true;
    if (status == ARB_OK)
        typed->verdict = typed->san.why[0];
    else if (status == ARB_ILLEGAL)
        typed->verdict = in_game(in, arb_san_nearest(&typed->san));
    return typed->status = status;
}

/* "B5f4", a bishop's move from the fifth row, also has the shape of UCI: a capital letter decides
 * for SAN. */
static bool is_san_by_capital(const reading *in, typed_word w)
{
    arb_san san;
    return w.len > 0 && w.at[0] >= 'A' && w.at[0] <= 'Z' &&
           arb_san_read(in->pos, w.at, w.len, &san) == ARB_OK &&
           !(san.tolerated & (ARB_SAN_LETTER_CASE | ARB_SAN_LONG_FORM));
}

/* Tries UCI first: apart from words with a capital letter, nobody writes SAN of that shape. */
static arb_status read_word(reading *in, typed_word w)
{
    arb_verdict verdict;
    arb_error error;
    arb_status status = arb_uci_read(in->pos, w.at, w.len, &verdict, &error);
    if ((status == ARB_OK || status == ARB_ILLEGAL) && !is_san_by_capital(in, w))
        return judge(in, verdict);
    if (status == ARB_LIMIT) {
        in->typed->error = error;
        return in->typed->status = status;
    }
    return read_san(in, w);
}

static arb_status read_move(reading in, arb_coords coords, size_t len)
{
    const char *text = in.text;
    arb_typed *typed = in.typed;
    *typed = (arb_typed){.coords = coords, .error = {.text = ""}};
    typed->verdict.at = typed->verdict.by = ARB_NO_SQUARE;
    if (len >= MOVE_LENGTH)
        return fail(&in, text + MOVE_LENGTH - 1, "a move is not that long");
    split(&in, len);
    if (read_two_squares(&in) || read_drop(&in))
        return typed->status;
    while (len > 0 && is_gap(text[len - 1]))
        len--;
    const char *start = in.count > 0 ? in.words[0].at : text;
    return read_word(&in, (typed_word){start, (size_t)(text + len - start)});
}

arb_status arb_move_read(const arb_game *game, arb_coords coords, const char *text, size_t len,
                         arb_typed *typed)
{
    reading in = {.game = game, .pos = arb_game_position(game), .typed = typed, .text = text};
    return read_move(in, coords, len);
}

arb_status arb_position_move_read(const arb_position *position, arb_coords coords, const char *text,
                                  size_t len, arb_typed *typed)
{
    return read_move((reading){.pos = position, .typed = typed, .text = text}, coords, len);
}

/* %w what is wrong with the text, %n which byte is; %q a square that the board does not have. */
typedef struct {
    arb__speech speech;
    const arb_typed *typed;
} refusal;

static void put_part(arb__speech *speech, char place)
{
    const arb_typed *typed = ((const refusal *)speech)->typed;
    if (place == 'w')
        arb__say(speech, typed->error.text);
    else if (place == 'n')
        arb__put_number(&speech->out, typed->error.offset + 1);
    else
        arb__put_text(&speech->out, typed->missing);
}

size_t arb_typed_text(const arb_typed *typed, const arb_position *position, char *buf, size_t cap)
{
    bool illegal = typed->is_san && typed->status == ARB_ILLEGAL;
    bool no_castling =
        typed->san.to == ARB_NO_SQUARE && typed->verdict.code == ARB_V_WRONG_SHAPE; /* O-O */
    arb_language language = arb_coords_language(typed->coords);
    if ((illegal && (typed->san.count != 1 || no_castling)) || typed->status == ARB_AMBIGUOUS)
        return arb_san_text_in(&typed->san, position, language, buf, cap);
    bool unread = typed->status == ARB_BAD_TEXT || typed->status == ARB_LIMIT;
    if (!unread && typed->missing[0] == '\0')
        return arb_verdict_text_in(&typed->verdict, position, typed->coords, buf, cap);
    refusal r = {{arb__writer_on(buf, cap), language, false, put_part, NULL}, typed};
    arb__say(&r.speech,
             unread ? "This is no move: %w (byte %n)." : "There is no square %q on this board.");
    return r.speech.out.len;
}
