/* script.h: a scripted referee session, one call a line, one answer. Layer: formats. Knows neither
 * files nor flags.
 *
 * The calls are those of COMP 250's Game and Piece, and more; any rule set. */
#ifndef ARB_FORMATS_SCRIPT_H
#define ARB_FORMATS_SCRIPT_H

#include "arbiter.h"
#include "common/text_out.h"

typedef struct {
    const arb_rules *rules;
    arb_coords coords;
    bool json; /* `why` answers with a JSON object */
    arb_game *game;
    arb_rules lone; /* the rules of a piece that is alone on the board */
    size_t refused; /* calls of `move` that answered false */
} fmt_script;

/* The rule set's start position; false if there is no memory. */
bool fmt_script_start(fmt_script *script, const arb_rules *rules, arb_coords coords);
void fmt_script_end(fmt_script *script);

/* One call without its line end. False, and *error, if it is malformed: nothing has changed and no
 * answer was given; its `line` is left 0. Blank lines and lines that start with '#' have no answer.
 */
bool fmt_script_call(fmt_script *script, const char *line, size_t len, const fmt_out *out,
                     fmt_error *error);

bool fmt_script_is_over(const fmt_script *script);

/* Every entry of the history, one a line. */
void fmt_script_history(const fmt_script *script, bool latest_first, const fmt_out *out);

#endif
