/* svg_board.h: a board as a picture. Layer: cli. */
#ifndef ARB_CLI_SVG_BOARD_H
#define ARB_CLI_SVG_BOARD_H

#include "arbiter.h"

#include <stdio.h>

/* A whole SVG file that needs no other. `flipped`: Black at the bottom. */
void cli_svg_put(FILE *out, const arb_setup *setup, const arb_rules *rules, bool flipped);

/* The path of a piece's shape in a cell of 45 by 45; NULL for a kind that has none. */
const char *cli_svg_shape(arb_kind kind);

#endif
