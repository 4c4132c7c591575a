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
    arb_language language; /* of the sentences */
    arb_regulations regulations;
    bool json; /* `why`, and rulings, as JSON objects */
    arb_game *game;
    arb_log log;
    arb_rules lone; /* the rules of a piece that is alone on the board */
    size_t refused; /* calls of `move` that answered false */
    bool judged;    /* set by `move` and `canMove`; `verdict` is on the last one */
    arb_verdict verdict;
} fmt_script;

/* The rule set's start position and casual play; false if there is no memory. */
bool fmt_script_start(fmt_script *script, const arb_rules *rules, arb_coords coords);
/* False if the rule set does not follow the Laws; to be called before the first event. */
bool fmt_script_regulate(fmt_script *script, arb_regulations regulations);
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
