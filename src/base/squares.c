/* squares.c: how a square is named. Layer: base. Knows nothing of pieces. */
#include "base/squares.h"

void arb__put_square(arb__writer *out, arb_size size, arb_square square)
{
    if (!arb_square_on(size, square))
        return;
    int file = arb_square_file(size, square);
    if (file >= 26)
        arb__put_char(out, (char)('a' + file / 26 - 1));
    arb__put_char(out, (char)('a' + file % 26));
    arb__put_number(out, (uint64_t)arb_square_rank(size, square) + 1);
}
