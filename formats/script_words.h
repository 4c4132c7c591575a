/* script_words.h: the words of one call of a session. Layer: formats; private to script*.c.
 *
 * Each need_ function reads what must come next; false, and the call's error set, if it does not.
 */
#ifndef ARB_FORMATS_SCRIPT_WORDS_H
#define ARB_FORMATS_SCRIPT_WORDS_H

#include "formats/script.h"
#include "formats/words.h"

typedef struct {
    fmt_script *script;
    fmt_line words; /* behind the call's name */
    const fmt_out *out;
    fmt_error *error;
} fmt_call;

bool fmt_call_fail(fmt_call *call, const fmt_word *word, const char *expected);
bool fmt_call_more(const fmt_call *call);
bool fmt_call_end(fmt_call *call);
bool fmt_call_number(fmt_call *call, const char *expected, int *number);
bool fmt_call_colour(fmt_call *call, arb_colour *colour);
/* A square in the session's coordinates; ARB_NO_SQUARE off the board. */
bool fmt_call_square(fmt_call *call, arb_square *square);

typedef struct {
    arb_square from, to;
    arb_kind promotion;
} fmt_attempt;

/* Source and target. */
bool fmt_call_squares(fmt_call *call, fmt_attempt *attempt);
/* The letter of what a pawn becomes, if there is one more word. */
bool fmt_call_promotion(fmt_call *call, fmt_attempt *attempt);

#endif
