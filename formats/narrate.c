/* narrate.c: the game manager of the MSc exercise. Layer: formats. The texts are those of the
 * handout. */
#include "formats/narrate.h"

#include "formats/line_words.h"

#include <ctype.h>
#include <string.h>

static const arb_rules *basic_rules(void)
{
    return arb_rules_find("basic", strlen("basic"));
}

static void start_game(fmt_narrator *narrator, const fmt_out *out)
{
    arb_position_start(&narrator->position, basic_rules());
    narrator->started = true;
    fmt_put_text(out, "A new chess game is started!\n");
}

/* A square as it was typed, in capitals; it may lie off the board. */
typedef struct {
    char name[4];
    arb_square square;
} spot;

/* Reads a letter and a number of one or two digits. */
static bool read_spot(const fmt_word *word, spot *at)
{
    if (word->len < 2 || word->len > 3)
        return false;
    for (size_t i = 0; i < word->len; i++) {
        unsigned char c = (unsigned char)word->text[i];
        if (i == 0 ? c > 0x7F || !isalpha(c) : c < '0' || c > '9')
            return false;
        at->name[i] = (char)toupper(c);
    }
    at->name[word->len] = '\0';
    arb_size size = basic_rules()->board.size;
    at->square = ARB_NO_SQUARE;
    if (arb_square_read(size, word->text, word->len, &at->square) != word->len)
        at->square = ARB_NO_SQUARE;
    return true;
}

/* Writes a piece: "White's Knight". */
static void put_piece(const fmt_out *out, const arb_position *position, arb_piece piece)
{
    const char *name = arb_position_rules(position)->kinds[arb_piece_kind(piece)].name;
    fmt_putf(out, "%s's %c%s", fmt_colour_name(arb_piece_colour(piece)),
             toupper((unsigned char)name[0]), name + 1);
}

static void put_reason(const fmt_narrator *narrator, const fmt_out *out, const arb_verdict *verdict)
{
    char sentence[FMT_LINE_LIMIT];
    if (!narrator->explain)
        return;
    arb_verdict_text(verdict, &narrator->position, sentence, sizeof sentence);
    fmt_putf(out, "  %s\n", sentence);
}

/* Writes why a move is refused: an empty source first, then a wrong turn, then anything else. */
static void put_refusal(const fmt_narrator *narrator, const fmt_out *out, const spot *from,
                        const spot *to, const arb_verdict *verdict)
{
    const arb_position *position = &narrator->position;
    if (verdict->piece == ARB_NO_PIECE) {
        fmt_putf(out, "There is no piece at position %s!\n", from->name);
    } else if (verdict->code == ARB_V_NOT_YOUR_TURN) {
        fmt_putf(out, "It is not %s's turn to move!\n",
                 fmt_colour_name(arb_piece_colour(verdict->piece)));
    } else {
        put_piece(out, position, verdict->piece);
        fmt_putf(out, " cannot move to %s!\n", to->name);
    }
    put_reason(narrator, out, verdict);
}

static void put_state(const fmt_narrator *narrator, const fmt_out *out)
{
    const arb_position *position = &narrator->position;
    arb_colour turn = arb_position_turn(position);
    const char *state = arb_position_is_checkmate(position)     ? "checkmate"
                        : arb_position_is_stalemate(position)   ? "stalemate"
                        : arb_position_in_check(position, turn) ? "check"
                                                                : NULL;
    if (state != NULL)
        fmt_putf(out, "%s is in %s\n", fmt_colour_name(turn), state);
}

static void submit_move(fmt_narrator *narrator, const fmt_out *out, const spot *from,
                        const spot *to)
{
    arb_position *position = &narrator->position;
    arb_undo undo;

    if (arb_position_outcome(position).result != ARB_ONGOING) {
        narrator->refused++;
        fmt_put_text(out, "The game is over!\n");
        return;
    }
    arb_verdict verdict = arb_position_verdict(position, from->square, to->square, ARB_NO_KIND);
    narrator->judged = true;
    narrator->verdict = verdict;
    if (verdict.code != ARB_V_OK) {
        narrator->refused++;
        put_refusal(narrator, out, from, to, &verdict);
        return;
    }
    arb_position_play(position, verdict.move, &undo);
    put_piece(out, position, undo.moved);
    fmt_putf(out, " moves from %s to %s", from->name, to->name);
    if (undo.captured != ARB_NO_PIECE) {
        fmt_put_text(out, " taking ");
        put_piece(out, position, undo.captured);
    }
    fmt_put_text(out, "\n");
    put_state(narrator, out);
    if (narrator->board)
        fmt_put_diagram(out, position, narrator->diagram);
}

static bool fail(fmt_error *error, const fmt_word *word, const char *expected)
{
    if (word->len > 0)
        fmt_error_set(error, 0, word->column, "%s expected, not '%.*s'", expected,
                      fmt_word_shown(word), word->text);
    else
        fmt_error_set(error, 0, word->column, "%s expected at the end of the line", expected);
    return false;
}

/* Cuts the first square off a word such as "E7E5", which names two; the word keeps the second. */
static fmt_word cut_square(fmt_word *word)
{
    fmt_word first = *word;
    size_t len = word->len > 0 ? 1 : 0;
    while (len < word->len && word->text[len] >= '0' && word->text[len] <= '9')
        len++;
    first.len = len;
    word->text += len;
    word->column += len;
    word->len -= len;
    return first;
}

/* Obeys "new", or two squares. */
static bool obey(fmt_narrator *narrator, fmt_line *words, const fmt_word *first, const fmt_out *out,
                 fmt_error *error)
{
    fmt_word word;
    spot from, to;
    bool is_new = fmt_word_is(first, "new");

    if (!is_new) {
        word = *first;
        fmt_word source = cut_square(&word);
        if (!read_spot(&source, &from))
            return fail(error, first, "a square such as E2, new or print");
        if (word.len == 0)
            fmt_line_word(words, &word);
        if (!read_spot(&word, &to))
            return fail(error, &word, "the target's square");
    }
    if (fmt_line_word(words, &word))
        return fail(error, &word, "the end of the line");
    if (is_new || !narrator->started)
        start_game(narrator, out);
    if (!is_new)
        submit_move(narrator, out, &from, &to);
    return true;
}

enum { PUNCTUATED = 64 }; /* bytes: a longer line is not a move */

/* Makes moves readable that are written as in the handout's text, "(E7, E5)": brackets and commas
 * become blanks, so that columns stay the same. */
static const char *blank_punctuation(char *blanked, const char *line, size_t len)
{
    for (size_t i = 0; i < len; i++)
        blanked[i] = line[i] == '(' || line[i] == ')' || line[i] == ',' ? ' ' : line[i];
    return blanked;
}

bool fmt_narrate(fmt_narrator *narrator, const char *line, size_t len, const fmt_out *out,
                 fmt_error *error)
{
    fmt_line words = fmt_line_of(line, len);
    fmt_word first;

    size_t bad = fmt_bad_byte(line, len);
    if (bad < len) {
        fmt_error_set(error, 0, bad + 1, "a byte 0x%02x that is no text",
                      (unsigned)(unsigned char)line[bad]);
        return false;
    }
    if (!fmt_line_word(&words, &first)) {
        fmt_put_text(out, "\n");
        return true;
    }
    if (first.text[0] == '#')
        return true;
    if (!fmt_word_is(&first, "print")) {
        char blanked[PUNCTUATED];
        if (len <= sizeof blanked) {
            words = fmt_line_of(blank_punctuation(blanked, line, len), len);
            fmt_line_word(&words, &first);
        }
        return obey(narrator, &words, &first, out, error);
    }
    size_t text = words.at + 1; /* one blank follows the word; the rest is printed as it is */
    if (len > text)
        fmt_put(out, line + text, len - text);
    fmt_put_text(out, "\n");
    return true;
}
