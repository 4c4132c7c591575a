/* svg.h: a board as a picture. Layer: cli. */
#ifndef ARB_CLI_SVG_H
#define ARB_CLI_SVG_H

#include "arbiter.h"

#include <stdio.h>

/* A whole SVG file that needs no other. `flipped`: Black at the bottom. */
void cli_svg_put(FILE *out, const arb_setup *setup, const arb_rules *rules, bool flipped);

#endif
