/* qr_code.c: writes a short text as a QR code: bytes, error correction, modules, the best of eight
 * masks. Layer: formats. It uses versions 1 to 6 at level M: all blocks of a version have the same
 * length, there is at most one alignment pattern, and there are no version bits
 * (docs/decisions/0027-qr-codes-by-hand.md). */
#include "formats/qr_code.h"

#include <string.h>

enum { VERSIONS = 6, CODEWORDS = 172, FORMAT_MASK = 0x5412, FORMAT_POLYNOMIAL = 0x537 };

/* For each version: data codewords, correction codewords of a block, blocks. */
static const struct {
    uint8_t data, correction, blocks;
} versions[VERSIONS] = {{16, 10, 1}, {28, 16, 1}, {44, 26, 1},
                        {64, 18, 2}, {86, 24, 2}, {108, 16, 4}};

typedef struct {
    qr_code *code;
    uint8_t fixed[QR_SIDE_LIMIT][QR_SIDE_LIMIT]; /* modules that hold no data */
    uint8_t words[CODEWORDS];
    int count;
} drawing;

/* ---- codewords ---- */

/* Multiplies in the field of 256 elements defined by x^8+x^4+x^3+x^2+1. */
static uint8_t multiply(uint8_t a, uint8_t b)
{
    unsigned product = 0;
    for (int i = 7; i >= 0; i--) {
        product = product << 1 ^ (product >> 7 ? 0x11d : 0);
        product ^= (b >> i & 1) ? a : 0;
    }
    return (uint8_t)product;
}

/* The remainder of the data divided by the generator (x-1)(x-2)(x-4)…: Reed and Solomon's code. */
static void correct(const uint8_t *data, int len, uint8_t *out, int degree)
{
    uint8_t generator[32] = {0}, root = 1;
    generator[degree - 1] = 1;
    for (int i = 0; i < degree; i++) {
        for (int j = 0; j < degree; j++) {
            generator[j] = multiply(generator[j], root);
            if (j + 1 < degree)
                generator[j] ^= generator[j + 1];
        }
        root = multiply(root, 2);
    }
    memset(out, 0, (size_t)degree);
    for (int i = 0; i < len; i++) {
        uint8_t factor = data[i] ^ out[0];
        memmove(out, out + 1, (size_t)degree - 1);
        out[degree - 1] = 0;
        for (int j = 0; j < degree; j++)
            out[j] ^= multiply(generator[j], factor);
    }
}

/* Packs the mode "bytes", the length, the text, an end, and padding. */
static void pack(uint8_t *data, int count, const char *text, size_t len)
{
    data[0] = (uint8_t)(4 << 4 | len >> 4);
    data[1] = (uint8_t)(len << 4);
    for (size_t i = 0; i < len; i++) {
        data[i + 1] |= (uint8_t)((unsigned char)text[i] >> 4);
        data[i + 2] = (uint8_t)((unsigned char)text[i] << 4);
    }
    for (int i = (int)len + 2, pad = 0; i < count; i++, pad ^= 1)
        data[i] = pad ? 0x11 : 0xec;
}

/* Interleaves the blocks: the first word of each, the second of each, and so on; then their
 * correction words in the same way. */
static void make_words(drawing *d, int version, const char *text, size_t len)
{
    uint8_t data[CODEWORDS] = {0}, correction[4][32] = {{0}};
    int blocks = versions[version].blocks, degree = versions[version].correction;
    int each = versions[version].data / blocks;
    pack(data, versions[version].data, text, len);
    for (int b = 0; b < blocks; b++)
        correct(data + b * each, each, correction[b], degree);
    for (int i = 0; i < each; i++)
        for (int b = 0; b < blocks; b++)
            d->words[d->count++] = data[b * each + i];
    for (int i = 0; i < degree; i++)
        for (int b = 0; b < blocks; b++)
            d->words[d->count++] = correction[b][i];
}

/* ---- modules ---- */

static void set_fixed(drawing *d, int row, int column, bool dark)
{
    if (row < 0 || column < 0 || row >= d->code->side || column >= d->code->side)
        return;
    d->code->dark[row][column] = dark;
    d->fixed[row][column] = 1;
}

/* Draws concentric squares: dark, except at the two given distances from the centre. */
static void put_rings(drawing *d, int row, int column, int reach, int light, int light_too)
{
    for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++) {
            int far = (x < 0 ? -x : x) > (y < 0 ? -y : y) ? (x < 0 ? -x : x) : (y < 0 ? -y : y);
            set_fixed(d, row + y, column + x, far != light && far != light_too);
        }
}

static void put_format(drawing *d, int mask)
{
    int side = d->code->side;
    unsigned rest = (unsigned)mask; /* the bits of level M are 00 */
    for (int i = 0; i < 10; i++)
        rest = rest << 1 ^ (rest >> 9) * FORMAT_POLYNOMIAL;
    unsigned bits = ((unsigned)mask << 10 | (rest & 0x3ff)) ^ FORMAT_MASK;
    for (int i = 0; i < 15; i++) {
        bool dark = bits >> i & 1;
        int row = i < 6 ? i : i < 8 ? i + 1 : 8; /* around the first finder */
        int column = i < 8 ? 8 : i == 8 ? 7 : 14 - i;
        set_fixed(d, row, column, dark);
        if (i < 8) /* beside the two others */
            set_fixed(d, 8, side - 1 - i, dark);
        else
            set_fixed(d, side - 15 + i, 8, dark);
    }
    set_fixed(d, side - 8, 8, true);
}

static void put_patterns(drawing *d, int version)
{
    int side = d->code->side;
    for (int i = 0; i < side; i++) {
        set_fixed(d, 6, i, i % 2 == 0);
        set_fixed(d, i, 6, i % 2 == 0);
    }
    put_rings(d, 3, 3, 4, 2, 4);
    put_rings(d, 3, side - 4, 4, 2, 4);
    put_rings(d, side - 4, 3, 4, 2, 4);
    if (version > 0)
        put_rings(d, side - 7, side - 7, 2, 1, 1);
    put_format(d, 0); /* reserves the place, because the mask is chosen later */
}

/* Fills in the words, two columns at a time from the right, going up and down in turn. */
static void put_words(drawing *d)
{
    int side = d->code->side, bit = 0;
    for (int right = side - 1; right >= 1; right -= 2) {
        if (right == 6)
            right = 5; /* skips the column of the timing pattern */
        for (int i = 0; i < side; i++)
            for (int j = 0; j < 2; j++) {
                bool up = ((right + 1) & 2) == 0;
                int row = up ? side - 1 - i : i, column = right - j;
                if (d->fixed[row][column] || bit >= 8 * d->count)
                    continue;
                d->code->dark[row][column] = d->words[bit / 8] >> (7 - bit % 8) & 1;
                bit++;
            }
    }
}

static bool masked(int mask, int row, int column)
{
    switch (mask) {
    case 0:
        return (row + column) % 2 == 0;
    case 1:
        return row % 2 == 0;
    case 2:
        return column % 3 == 0;
    case 3:
        return (row + column) % 3 == 0;
    case 4:
        return (row / 2 + column / 3) % 2 == 0;
    case 5:
        return row * column % 2 + row * column % 3 == 0;
    case 6:
        return (row * column % 2 + row * column % 3) % 2 == 0;
    default:
        return ((row + column) % 2 + row * column % 3) % 2 == 0;
    }
}

static void apply_mask(drawing *d, int mask)
{
    for (int row = 0; row < d->code->side; row++)
        for (int column = 0; column < d->code->side; column++)
            d->code->dark[row][column] ^= !d->fixed[row][column] && masked(mask, row, column);
}

/* ---- which mask reads best ---- */

static int module_of(const qr_code *code, bool turned, int line, int at)
{
    return turned ? code->dark[at][line] : code->dark[line][at];
}

/* The penalty of one row or column, for runs of five or more equal modules and for patterns that
 * look like a finder. */
static int line_penalty(const qr_code *code, bool turned, int line)
{
    int penalty = 0, run = 0;
    unsigned last = 0;
    for (int at = 0; at < code->side; at++) {
        int now = module_of(code, turned, line, at);
        run = at > 0 && now == module_of(code, turned, line, at - 1) ? run + 1 : 1;
        penalty += run == 5 ? 3 : run > 5 ? 1 : 0;
        last = (last << 1 | (unsigned)now) & 0x7ff;
        if (at >= 10 && (last == 0x5d0 || last == 0x05d))
            penalty += 40;
    }
    return penalty;
}

static int penalty_of(const qr_code *code)
{
    int penalty = 0, dark = 0, all = code->side * code->side;
    for (int line = 0; line < code->side; line++)
        penalty += line_penalty(code, false, line) + line_penalty(code, true, line);
    for (int row = 0; row < code->side; row++)
        for (int column = 0; column < code->side; column++) {
            int now = code->dark[row][column];
            dark += now;
            if (row > 0 && column > 0 && now == code->dark[row - 1][column] &&
                now == code->dark[row][column - 1] && now == code->dark[row - 1][column - 1])
                penalty += 3;
        }
    int off = dark * 20 - all * 10; /* distance from one half, in twentieths */
    return penalty + (off < 0 ? -off : off) / all * 10;
}

static void choose_mask(drawing *d)
{
    int best = 0, least = -1;
    for (int mask = 0; mask < 8; mask++) {
        apply_mask(d, mask);
        put_format(d, mask);
        int penalty = penalty_of(d->code);
        if (least < 0 || penalty < least) {
            least = penalty;
            best = mask;
        }
        apply_mask(d, mask);
    }
    apply_mask(d, best);
    put_format(d, best);
}

bool qr_make(qr_code *code, const char *text, size_t len)
{
    int version = 0;
    while (version < VERSIONS && len + 2 > versions[version].data)
        version++;
    if (version == VERSIONS)
        return false;
    *code = (qr_code){.side = 21 + 4 * version};
    drawing d = {.code = code};
    make_words(&d, version, text, len);
    put_patterns(&d, version);
    put_words(&d);
    choose_mask(&d);
    return true;
}

/* ---- shown ---- */

static bool is_dark(const qr_code *code, int row, int column)
{
    return row >= 0 && column >= 0 && row < code->side && column < code->side &&
           code->dark[row][column];
}

void qr_put_text(text_builder *out, const qr_code *code)
{
    static const char *const blocks[4] = {" ", "▄", "▀", "█"};
    int edge = QR_QUIET / 2;
    for (int row = -edge; row < code->side + edge; row += 2) {
        text_puts(out, "\033[30;47m");
        for (int column = -edge; column < code->side + edge; column++)
            text_puts(out, blocks[2 * is_dark(code, row, column) + is_dark(code, row + 1, column)]);
        text_puts(out, "\033[0m\n");
    }
}

void qr_put_svg(text_builder *out, const qr_code *code)
{
    int all = code->side + 2 * QR_QUIET;
    text_putf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
              "shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h%dv%dH0z\"/><path d=\"",
              all, all, all, all);
    for (int row = 0; row < code->side; row++)
        for (int column = 0; column < code->side; column++)
            if (code->dark[row][column])
                text_putf(out, "M%d %dh1v1h-1z", column + QR_QUIET, row + QR_QUIET);
    text_puts(out, "\"/></svg>\n");
}
