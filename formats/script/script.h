/* script.h: a scripted referee session: each line is one call, and gets one answer. Layer: formats.
 * Knows neither files nor flags.
 *
 * The calls are those of COMP 250's Game and Piece, and some more; any rule set can be used. */
#ifndef ARB_FORMATS_SCRIPT_H
#define ARB_FORMATS_SCRIPT_H

#include "arbiter.h"
#include "common/text_out.h"

typedef struct {
    const arb_rules *rules;
    arb_coords coords;
    arb_language language; /* language of the sentences */
    arb_regulations regulations;
    bool json; /* `why` and rulings are JSON objects */
    arb_game *game;
    arb_log log;
    arb_rules lone; /* the rules for a piece alone on the board */
    size_t refused; /* calls of `move` that answered false */
    bool judged;    /* set by `move` and `canMove`; `verdict` is about the last one */
    arb_verdict verdict;
} fmt_script;

/* Starts with the rule set's start position and casual play; returns false if there is no
 * memory. */
bool fmt_script_start(fmt_script *script, const arb_rules *rules, arb_coords coords);
/* Sets the regulations, before the first event. Returns false if the rule set does not follow the
 * Laws. */
bool fmt_script_regulate(fmt_script *script, arb_regulations regulations);
void fmt_script_end(fmt_script *script);

/* Handles one call without its line end. Returns false if it is malformed: then nothing has
 * changed, no answer was given, and *error says why, with `line` left 0. Blank lines and lines that
 * start with '#' get no answer. */
bool fmt_script_call(fmt_script *script, const char *line, size_t len, const fmt_out *out,
                     fmt_error *error);

bool fmt_script_is_over(const fmt_script *script);

/* Writes every entry of the history, one on each line. */
void fmt_script_history(const fmt_script *script, bool latest_first, const fmt_out *out);

#endif
