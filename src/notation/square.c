/* square.c: square names in the public form. Layer: notation. */
#include "base/squares.h"
#include "notation/notation.h"

size_t arb_square_write(arb_size size, arb_square square, char *buf, size_t cap)
{
    arb__writer out = arb__writer_on(buf, cap);
    arb__put_square(&out, size, square);
    return out.len;
}

size_t arb_square_read(arb_size size, const char *text, size_t len, arb_square *square)
{
    /* No name is longer than this, and a longer run of letters and digits is no name. */
    char lower[8];
    size_t n = len < sizeof lower ? len : sizeof lower;
    for (size_t i = 0; i < n; i++)
        lower[i] = arb__to_lower(text[i]);
    return arb__scan_square(size, lower, n, square);
}
