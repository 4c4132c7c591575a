/* narrate.h: the game manager of the MSc exercise, which answers a line of input with lines of
 * text. Layer: formats. Knows neither files nor flags. */
#ifndef ARB_FORMATS_NARRATE_H
#define ARB_FORMATS_NARRATE_H

#include "arbiter.h"
#include "formats/board_text.h"

typedef struct {
    bool explain; /* write the reason on its own line after a refused move */
    bool board;   /* draw the board after each move */
    fmt_diagram diagram;
    bool started;
    size_t refused; /* number of refused moves */
    bool judged;    /* a move was attempted; `verdict` is about the last one */
    arb_verdict verdict;
    arb_position position;
} fmt_narrator;

/* Handles one line without its line end: "E2 E4", "new", "print TEXT", "# ...", or nothing. Returns
 * false if it is none of these; *error then says why, with `line` left 0. */
bool fmt_narrate(fmt_narrator *narrator, const char *line, size_t len, const fmt_out *out,
                 fmt_error *error);

#endif
