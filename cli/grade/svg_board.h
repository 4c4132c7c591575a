/* svg_board.h: a board as a picture. Layer: cli. */
#ifndef ARB_CLI_SVG_BOARD_H
#define ARB_CLI_SVG_BOARD_H

#include "arbiter.h"

#include <stdio.h>

/* A whole SVG file that needs no other. `flipped`: Black at the bottom. */
void cli_svg_put(FILE *out, const arb_setup *setup, const arb_rules *rules, bool flipped);

/* The elements of a piece in a cell of 100 by 100: outlines, lines of class n and dots of class o
 * in the colour `color`, the letter on a disc where the kind has no drawing. */
void cli_svg_put_kind(FILE *out, const arb_rules *rules, arb_kind kind);

#endif
