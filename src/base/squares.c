/* squares.c: how a square is named. Layer: base. Knows nothing of pieces. */
#include "base/squares.h"
#include "base/language.h"

void arb__put_file(arb__writer *out, int file)
{
    if (file >= 26)
        arb__put_char(out, (char)('a' + file / 26 - 1));
    arb__put_char(out, (char)('a' + file % 26));
}

int arb__file_of(const char *letters, size_t len, int files)
{
    int file = 0;
    for (size_t i = 0; i < len; i++) {
        if (i == 2 || letters[i] < 'a' || letters[i] > 'z')
            return -1;
        file = file * 26 + (letters[i] - 'a' + 1);
    }
    return file <= files ? file - 1 : -1;
}

void arb__put_square(arb__writer *out, arb_size size, arb_square square)
{
    if (!arb_square_on(size, square))
        return;
    arb__put_file(out, arb_square_file(size, square));
    arb__put_number(out, (uint64_t)arb_square_rank(size, square) + 1);
}

void arb__put_place(arb__writer *out, arb_size size, arb_square square, arb_coords coords)
{
    coords = arb__plain_coords(coords);
    if (coords == ARB_COORDS_ALGEBRAIC || !arb_square_on(size, square)) {
        arb__put_square(out, size, square);
        return;
    }
    bool from_one = coords == ARB_COORDS_FROM_ONE;
    int rank = arb_square_rank(size, square);
    uint64_t column = (uint64_t)arb_square_file(size, square) + from_one;
    uint64_t row = (uint64_t)(from_one ? rank + 1 : size.ranks - 1 - rank);
    arb__put_number(out, coords == ARB_COORDS_RC ? row : column);
    arb__put_text(out, ", ");
    arb__put_number(out, coords == ARB_COORDS_RC ? column : row);
}

size_t arb_square_write(arb_size size, arb_square square, char *buf, size_t cap)
{
    if (cap > 2 && size.files <= 8 && size.ranks <= 9 && arb_square_on(size, square)) {
        buf[0] = (char)('a' + arb_square_file(size, square)); /* as below, for usual boards */
        buf[1] = (char)('1' + arb_square_rank(size, square));
        buf[2] = '\0';
        return 2;
    }
    arb__writer out = arb__writer_on(buf, cap);
    arb__put_square(&out, size, square);
    return out.len;
}

size_t arb__scan_square(arb_size size, const char *text, size_t len, arb_square *square)
{
    size_t at = 0;
    int file = 0;
    uint32_t rank;

    for (; at < len && at < 3 && text[at] >= 'a' && text[at] <= 'z'; at++)
        file = file * 26 + (text[at] - 'a' + 1);
    size_t letters = at;
    at += arb__read_digits(text + at, len - at, 3, &rank);
    if (at == letters || text[letters] == '0')
        return 0;
    arb_square found = arb_square_at(size, file - 1, (int)rank - 1);
    if (found == ARB_NO_SQUARE)
        return 0;
    *square = found;
    return at;
}

size_t arb_square_read(arb_size size, const char *text, size_t len, arb_square *square)
{
    /* No name is longer than this, and a longer run of letters and digits is no name. */
    char lower[8] = "";
    size_t n = len < sizeof lower ? len : sizeof lower;
    for (size_t i = 0; i < n; i++)
        lower[i] = arb__to_lower(text[i]);
    return arb__scan_square(size, lower, n, square);
}
