/* piece_text.h: pieces, hands and counted checks as text. Layer: cli. */
#ifndef ARB_CLI_PIECE_TEXT_H
#define ARB_CLI_PIECE_TEXT_H

#include "arbiter.h"

#include <stdio.h>

/* A figurine, or the letter where there is none or it cannot be shown. */
void cli_piece_text(const arb_rules *rules, arb_piece piece, bool unicode, char *buf, size_t cap);

/* Is there no square at this place of the rule set's board? */
bool cli_is_hole(const arb_rules *rules, arb_size size, arb_square square);
/* How such a place is drawn. */
const char *cli_hole_text(bool unicode);

/* "♙3 ♘", or "nothing". */
void cli_put_hand(FILE *out, const arb_rules *rules, const arb_setup *setup, arb_colour colour,
                  bool unicode);
/* "Checks to give: White 3, Black 2" and a line end; nothing where they do not count. */
void cli_put_checks(FILE *out, const arb_rules *rules, const arb_setup *setup);

#endif
