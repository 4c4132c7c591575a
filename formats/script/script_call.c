/* script_call.c: reads the words of one call of a session and writes its answer. Layer: formats. */
#include "formats/script/script_call.h"

#include "formats/board_text.h"

#include <ctype.h>

bool fmt_call_fail(fmt_call *call, const fmt_word *word, const char *expected)
{
    if (word->len > 0)
        fmt_error_set(call->error, 0, word->column, "%s expected, not '%.*s'", expected,
                      fmt_word_shown(word), word->text);
    else
        fmt_error_set(call->error, 0, word->column, "%s expected at the end of the line", expected);
    return false;
}

bool fmt_call_more(const fmt_call *call)
{
    fmt_line ahead = call->words;
    fmt_word word;
    return fmt_line_word(&ahead, &word);
}

bool fmt_call_end(fmt_call *call)
{
    fmt_word word;
    return !fmt_line_word(&call->words, &word) || fmt_call_fail(call, &word, "the end of the line");
}

bool fmt_call_number(fmt_call *call, const char *expected, int *number)
{
    fmt_word word;
    fmt_line_word(&call->words, &word);
    return fmt_word_number(&word, number) || fmt_call_fail(call, &word, expected);
}

bool fmt_call_colour(fmt_call *call, arb_colour *colour)
{
    fmt_word word;
    fmt_line_word(&call->words, &word);
    *colour = fmt_word_is(&word, "BLACK") ? ARB_BLACK : ARB_WHITE;
    return *colour == ARB_BLACK || fmt_word_is(&word, "WHITE") ||
           fmt_call_fail(call, &word, "WHITE or BLACK");
}

/* Does the word consist of letters and then digits, like a square of some board? */
static bool looks_like_square(const fmt_word *word)
{
    size_t at = 0, letters;
    while (at < word->len && (unsigned char)word->text[at] < 0x80 &&
           isalpha((unsigned char)word->text[at]))
        at++;
    letters = at;
    while (at < word->len && word->text[at] >= '0' && word->text[at] <= '9')
        at++;
    return letters > 0 && at > letters && at == word->len;
}

static bool read_name(fmt_call *call, arb_size size, arb_square *square)
{
    fmt_word word;
    fmt_line_word(&call->words, &word);
    if (!looks_like_square(&word))
        return fmt_call_fail(call, &word, "a square such as e2");
    if (arb_square_read(size, word.text, word.len, square) != word.len)
        *square = ARB_NO_SQUARE;
    return true;
}

bool fmt_call_square(fmt_call *call, arb_square *square)
{
    arb_size size = arb_position_size(arb_game_position(call->script->game));
    int first, second;
    if (call->script->coords == ARB_COORDS_ALGEBRAIC)
        return read_name(call, size, square);
    bool xy = call->script->coords == ARB_COORDS_XY;
    if (!fmt_call_number(call, xy ? "a column" : "a row", &first) ||
        !fmt_call_number(call, xy ? "a row" : "a column", &second))
        return false;
    *square = xy ? fmt_square_at(size, second, first) : fmt_square_at(size, first, second);
    return true;
}

bool fmt_call_squares(fmt_call *call, fmt_attempt *attempt)
{
    attempt->promotion = ARB_NO_KIND;
    return fmt_call_square(call, &attempt->from) && fmt_call_square(call, &attempt->to);
}

bool fmt_call_promotion(fmt_call *call, fmt_attempt *attempt)
{
    fmt_word word;
    if (!fmt_line_word(&call->words, &word))
        return true;
    attempt->promotion =
        word.len == 1 ? arb_rules_kind(call->script->rules, word.text[0]) : ARB_NO_KIND;
    return attempt->promotion != ARB_NO_KIND ||
           fmt_call_fail(call, &word, "the letter of the piece that the pawn becomes");
}

/* Is the call a drop, in a rule set with hands: "N@f3", "N@ f3", "N@ 5 5"? */
static bool is_drop(const fmt_call *call)
{
    fmt_line ahead = call->words;
    fmt_word word;
    return call->script->rules->capture.to_hand && fmt_line_word(&ahead, &word) && word.len > 1 &&
           word.text[1] == '@';
}

/* Reads the remaining words as a move typed by a person. */
static arb_status read_typed(fmt_call *call, arb_typed *typed)
{
    const fmt_script *script = call->script;
    fmt_word first, last;
    fmt_line_word(&call->words, &first);
    for (last = first; fmt_call_more(call);)
        fmt_line_word(&call->words, &last);
    size_t len = last.column + last.len - first.column;
    arb_coords spoken = arb_coords_in(script->coords, script->language);
    arb_status status = arb_move_read(script->game, spoken, first.text, len, typed);
    if (status == ARB_BAD_TEXT)
        fmt_error_set(call->error, 0, first.column + typed->error.offset, "%s", typed->error.text);
    return status;
}

/* Named squares are read as people type them: the king onto its own rook is castling. In the
 * numbers of the handouts the rook is just an own piece in the way. */
bool fmt_call_verdict(fmt_call *call, arb_typed *typed)
{
    const fmt_script *script = call->script;
    fmt_call again = *call;
    fmt_attempt a;
    if (is_drop(call))
        return read_typed(call, typed) != ARB_BAD_TEXT;
    if (!fmt_call_squares(call, &a) || !fmt_call_promotion(call, &a) || !fmt_call_end(call))
        return false;
    if (script->coords == ARB_COORDS_ALGEBRAIC)
        return read_typed(&again, typed) != ARB_BAD_TEXT;
    arb_verdict verdict = arb_game_verdict(script->game, a.from, a.to, a.promotion);
    *typed = (arb_typed){.status = verdict.code == ARB_V_OK ? ARB_OK : ARB_ILLEGAL,
                         .verdict = verdict,
                         .coords = arb_coords_in(script->coords, script->language)};
    return true;
}

bool fmt_call_answer_text(fmt_call *call, const char *text)
{
    fmt_put_text(call->out, text);
    fmt_put(call->out, "\n", 1);
    return true;
}

bool fmt_call_answer(fmt_call *call, bool yes)
{
    return fmt_call_answer_text(call, yes ? "true" : "false");
}
