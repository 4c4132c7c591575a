/* squares.h: how a square is named. Layer: base. Knows nothing of pieces. */
#ifndef ARB_BASE_SQUARES_H
#define ARB_BASE_SQUARES_H

#include "arbiter.h"
#include "base/text.h"

/* "e4", "j10"; files past z are aa, ab and so on. Nothing if it is no square of the board. */
void arb__put_square(arb__writer *out, arb_size size, arb_square square);

#endif
