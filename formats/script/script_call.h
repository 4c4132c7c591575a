/* script_call.h: one call of a session: its words and its answer. Layer: formats; private to
 * script*.c.
 *
 * The functions that read words return false, and set the call's error, if the next words are not
 * what is expected. A call reads all of its words before it does anything. */
#ifndef ARB_FORMATS_SCRIPT_CALL_H
#define ARB_FORMATS_SCRIPT_CALL_H

#include "formats/line_words.h"
#include "formats/script/script.h"

/* ---- Words (script_call.c) ---- */

typedef struct {
    fmt_script *script;
    fmt_line words; /* the words after the call's name */
    const fmt_out *out;
    fmt_error *error;
} fmt_call;

bool fmt_call_fail(fmt_call *call, const fmt_word *word, const char *expected);
bool fmt_call_more(const fmt_call *call);
bool fmt_call_end(fmt_call *call);
bool fmt_call_number(fmt_call *call, const char *expected, int *number);
bool fmt_call_colour(fmt_call *call, arb_colour *colour);
/* Reads a square in the session's coordinates; ARB_NO_SQUARE if it is off the board. */
bool fmt_call_square(fmt_call *call, arb_square *square);

typedef struct {
    arb_square from, to;
    arb_kind promotion;
} fmt_attempt;

/* Reads the source and the target. */
bool fmt_call_squares(fmt_call *call, fmt_attempt *attempt);
/* Reads the letter of the piece that a pawn becomes, if there is one more word. */
bool fmt_call_promotion(fmt_call *call, fmt_attempt *attempt);
/* Gives the verdict on the move that the rest of the line names. */
bool fmt_call_verdict(fmt_call *call, arb_typed *typed);

/* ---- Answers (script_call.c): each returns true, the result of the call ---- */

bool fmt_call_answer_text(fmt_call *call, const char *text);
bool fmt_call_answer(fmt_call *call, bool yes);

/* ---- Calls: false if the line is malformed ---- */

/* calls of COMP 250 (script_comp250.c) */
bool fmt_call_move(fmt_call *call);
bool fmt_call_can_move(fmt_call *call);
bool fmt_call_piece_can_move(fmt_call *call);
bool fmt_call_is_in_check(fmt_call *call);
bool fmt_call_turn(fmt_call *call);
bool fmt_call_symbol(fmt_call *call);
bool fmt_call_history(fmt_call *call);
bool fmt_call_new(fmt_call *call);

/* further calls (script_more.c) */
bool fmt_call_legal(fmt_call *call);
bool fmt_call_why(fmt_call *call);
bool fmt_call_undo(fmt_call *call);
bool fmt_call_redo(fmt_call *call);
bool fmt_call_goto(fmt_call *call);
bool fmt_call_fen(fmt_call *call);
bool fmt_call_board(fmt_call *call);
bool fmt_call_score(fmt_call *call);
bool fmt_call_outcome(fmt_call *call);

/* events for the arbiter's log (script_log.c) */
bool fmt_call_claim(fmt_call *call);
bool fmt_call_draw(fmt_call *call);
/* Reports any other event, by its name. */
bool fmt_call_event(fmt_call *call, arb_event_kind kind);

#endif
