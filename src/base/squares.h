/* squares.h: how a square is named. Layer: base. Knows nothing of pieces. */
#ifndef ARB_BASE_SQUARES_H
#define ARB_BASE_SQUARES_H

#include "arbiter.h"
#include "base/text.h"

/* The square after this one (a1, b1, ... h1, a2, ...); ARB_NO_SQUARE after the last. A loop over a
 * board begins at 0, which is a1. */
static inline arb_square arb__next_square(arb_size size, arb_square square)
{
    int file = arb_square_file(size, square) + 1, rank = arb_square_rank(size, square);
    return file < size.files ? arb_square_at(size, file, rank) : arb_square_at(size, 0, rank + 1);
}

/* "a" to "z", then "aa", "ab" and so on. */
void arb__put_file(arb__writer *out, int file);

/* The file that one or two small letters name; -1 if they are others or the board has not so many
 * files. */
int arb__file_of(const char *letters, size_t len, int files);

/* Writes "e4" or "j10"; writes nothing if the square is not on the board. */
void arb__put_square(arb__writer *out, arb_size size, arb_square square);

/* The same, or as "column, row" or "row, column" from 0 with row 0 at the top. */
void arb__put_place(arb__writer *out, arb_size size, arb_square square, arb_coords coords);

/* Reads the name of a square, in lower case, at the start of the text. Returns the bytes read, or 0
 * if it is no square of this board. Reads as many letters and digits as there are: "e44" is not
 * e4. */
size_t arb__scan_square(arb_size size, const char *text, size_t len, arb_square *square);

#endif
