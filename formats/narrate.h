/* narrate.h: the game manager of the MSc exercise, a line of input to lines of text. Layer:
 * formats. Knows neither files nor flags. */
#ifndef ARB_FORMATS_NARRATE_H
#define ARB_FORMATS_NARRATE_H

#include "arbiter.h"
#include "formats/board_text.h"

typedef struct {
    bool explain; /* write the reason on its own line after a refused move */
    bool board;   /* the board after each move */
    fmt_diagram diagram;
    bool started;
    size_t refused; /* moves so far */
    bool judged;    /* set when a move was attempted; `verdict` is that of the last one */
    arb_verdict verdict;
    arb_position position;
} fmt_narrator;

/* One line without its line end: "E2 E4", "new", "print TEXT", "# ...", or nothing. False, and
 * *error, if it is none of them; its `line` is left 0. */
bool fmt_narrate(fmt_narrator *narrator, const char *line, size_t len, const fmt_out *out,
                 fmt_error *error);

#endif
