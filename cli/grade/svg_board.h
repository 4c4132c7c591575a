/* svg_board.h: draws a board as a picture. Layer: cli. */
#ifndef ARB_CLI_SVG_BOARD_H
#define ARB_CLI_SVG_BOARD_H

#include "arbiter.h"

#include <stdio.h>

/* Writes a whole SVG file that needs no other file. `flipped` puts Black at the bottom. */
void cli_svg_put(FILE *out, const arb_setup *setup, const arb_rules *rules, bool flipped);

/* Writes the elements of a piece in a cell of 100 by 100: outlines, and in the colour `color` lines
 * of class n and dots of class o; a kind without a drawing is its letter on a disc. */
void cli_svg_put_kind(FILE *out, const arb_rules *rules, arb_kind kind);

#endif
