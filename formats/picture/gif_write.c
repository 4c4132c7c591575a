/* gif_write.c: writes an animated GIF (GIF89a). Layer: formats. A frame has only the part that
 * changed, and pixels in it that did not change are transparent, which packs to almost nothing. */
#include "formats/picture/gif_write.h"

#include <stdlib.h>

enum {
    CLEAR = 256, /* CLEAR begins anew, END ends the data */
    END = 257,
    CODES = 4096,
    TABLE = 8192, /* at most half of it is used */
    CUBE = 1 << 15
};

struct gif_writer {
    text_builder *out;
    uint32_t width, height;
    uint8_t *shown; /* colours on the screen */
    bool first;
    uint32_t colours[GIF_COLOURS];
    size_t count;
    uint8_t nearest[CUBE]; /* by five bits of each colour part; 255: not yet looked up */
    /* for packing */
    uint32_t keys[TABLE]; /* (code << 8 | colour) + 1; 0: free */
    uint16_t codes[TABLE];
    unsigned next, width_bits;
    uint32_t bits;
    unsigned bit_count;
    uint8_t block[255];
    size_t block_len;
};

static void put_byte(text_builder *out, unsigned value)
{
    char byte = (char)(unsigned char)value;
    text_put(out, &byte, 1);
}

static void put_u16(text_builder *out, unsigned value)
{
    put_byte(out, value & 255);
    put_byte(out, value >> 8);
}

/* ---- packing: LZW, codes of growing width in blocks of up to 255 bytes ---- */

static void flush_block(gif_writer *g)
{
    if (g->block_len == 0)
        return;
    put_byte(g->out, (unsigned)g->block_len);
    text_put(g->out, (const char *)g->block, g->block_len);
    g->block_len = 0;
}

static void put_code(gif_writer *g, unsigned code)
{
    g->bits |= (uint32_t)code << g->bit_count;
    for (g->bit_count += g->width_bits; g->bit_count >= 8; g->bit_count -= 8, g->bits >>= 8) {
        g->block[g->block_len++] = (uint8_t)g->bits;
        if (g->block_len == sizeof g->block)
            flush_block(g);
    }
}

static void forget_codes(gif_writer *g)
{
    put_code(g, CLEAR);
    memset(g->keys, 0, sizeof g->keys);
    g->next = END + 1;
    g->width_bits = 9;
}

/* The place of this key in the table, or the free place where it belongs. */
static size_t place_of(const gif_writer *g, uint32_t key)
{
    size_t at = (key * 2654435761u) >> 19;
    while (g->keys[at] != 0 && g->keys[at] != key)
        at = (at + 1) % TABLE;
    return at;
}

static unsigned pack_pixel(gif_writer *g, unsigned prefix, uint8_t colour)
{
    uint32_t key = ((uint32_t)prefix << 8 | colour) + 1;
    size_t at = place_of(g, key);
    if (g->keys[at] == key)
        return g->codes[at];
    put_code(g, prefix);
    if (g->next == CODES) {
        forget_codes(g);
        return colour;
    }
    if (g->next == 1u << g->width_bits)
        g->width_bits++;
    g->keys[at] = key;
    g->codes[at] = (uint16_t)g->next++;
    return colour;
}

static void end_packing(gif_writer *g, unsigned prefix)
{
    put_code(g, prefix);
    /* By now the decoder has added its code for this entry, too. */
    if (g->next == 1u << g->width_bits && g->width_bits < 12)
        g->width_bits++;
    put_code(g, END);
    g->width_bits = 8; /* fills the last byte */
    if (g->bit_count > 0)
        put_code(g, 0);
    g->bits = 0;
    g->bit_count = 0;
    flush_block(g);
    put_byte(g->out, 0);
}

/* ---- colours ---- */

static uint8_t nearest_of(gif_writer *g, const uint8_t *rgb)
{
    size_t cube = (size_t)(rgb[0] >> 3) << 10 | (size_t)(rgb[1] >> 3) << 5 | rgb[2] >> 3;
    if (g->nearest[cube] != GIF_CLEAR)
        return g->nearest[cube];
    long best = -1;
    for (size_t i = 0; i < g->count; i++) {
        long far = 0;
        for (int part = 0; part < 3; part++) {
            long by = (long)(g->colours[i] >> (16 - 8 * part) & 255) - rgb[part];
            far += by * by;
        }
        if (best < 0 || far < best) {
            best = far;
            g->nearest[cube] = (uint8_t)i;
        }
    }
    return g->nearest[cube];
}

/* ---- the file ---- */

gif_writer *gif_begin(text_builder *out, uint32_t width, uint32_t height, const uint32_t *colours,
                      size_t count)
{
    gif_writer *g = calloc(1, sizeof *g);
    uint8_t *shown = malloc((size_t)width * height);
    if (g == NULL || shown == NULL || count > GIF_COLOURS) {
        free(g);
        free(shown);
        return NULL;
    }
    *g = (gif_writer){.out = out, .width = width, .height = height, .shown = shown, .first = true};
    memset(g->nearest, GIF_CLEAR, sizeof g->nearest);
    memcpy(g->colours, colours, count * sizeof *colours);
    g->count = count;
    text_puts(out, "GIF89a");
    put_u16(out, width);
    put_u16(out, height);
    text_put(out, "\xf7\0\0", 3); /* 256 colours follow */
    for (size_t i = 0; i < 256; i++)
        for (int part = 0; part < 3; part++)
            put_byte(out, i < count ? colours[i] >> (16 - 8 * part) & 255 : 0);
    text_put(out, "\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0", 19); /* repeats for ever */
    return g;
}

static void put_frame_head(gif_writer *g, gif_box box, unsigned hundredths)
{
    text_put(g->out, "\x21\xf9\x04\x05", 4); /* keeps the picture; one colour is transparent */
    put_u16(g->out, hundredths);
    put_byte(g->out, GIF_CLEAR);
    put_byte(g->out, 0);
    put_byte(g->out, ',');
    put_u16(g->out, box.left);
    put_u16(g->out, box.top);
    put_u16(g->out, box.width);
    put_u16(g->out, box.height);
    put_byte(g->out, 0);
    put_byte(g->out, 8); /* bits of a colour's index */
}

/* The colour to write: transparent if the pixel already has this colour on the screen. */
static uint8_t take_pixel(gif_writer *g, const uint8_t *rgb, size_t at)
{
    uint8_t colour = nearest_of(g, rgb + 3 * at);
    if (!g->first && g->shown[at] == colour)
        return GIF_CLEAR;
    g->shown[at] = colour;
    return colour;
}

void gif_frame(gif_writer *g, const uint8_t *rgb, gif_box box, unsigned hundredths)
{
    if (g->first)
        box = (gif_box){0, 0, g->width, g->height};
    else if (box.width == 0 || box.height == 0)
        box = (gif_box){0, 0, 1, 1};
    put_frame_head(g, box, hundredths);
    g->width_bits = 9;
    forget_codes(g);
    unsigned prefix = CLEAR;
    for (uint32_t y = box.top; y < box.top + box.height; y++)
        for (uint32_t x = box.left; x < box.left + box.width; x++) {
            uint8_t colour = take_pixel(g, rgb, (size_t)y * g->width + x);
            prefix = prefix == CLEAR ? colour : pack_pixel(g, prefix, colour);
        }
    end_packing(g, prefix);
    g->first = false;
}

bool gif_end(gif_writer *g)
{
    put_byte(g->out, ';');
    bool good = !g->out->failed;
    free(g->shown);
    free(g);
    return good;
}
