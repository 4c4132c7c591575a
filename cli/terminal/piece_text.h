/* piece_text.h: writes pieces, hands and counted checks as text. Layer: cli. */
#ifndef ARB_CLI_PIECE_TEXT_H
#define ARB_CLI_PIECE_TEXT_H

#include "arbiter.h"

#include <stdio.h>

/* Writes a figurine, or the letter if there is none or if it cannot be shown. */
void cli_piece_text(const arb_rules *rules, arb_piece piece, bool unicode, char *buf, size_t cap);

/* Is this place of the rule set's board a hole, and no square? */
bool cli_is_hole(const arb_rules *rules, arb_size size, arb_square square);
/* The text that is drawn for a hole. */
const char *cli_hole_text(bool unicode);

/* Writes the pieces in hand: "♙3 ♘", or "nothing". */
void cli_put_hand(FILE *out, const arb_rules *rules, const arb_setup *setup, arb_colour colour,
                  bool unicode);
/* Writes "Checks to give: White 3, Black 2" and a line end; nothing if checks do not count. */
void cli_put_checks(FILE *out, const arb_rules *rules, const arb_setup *setup);

#endif
