/* png_write.c: writes pixels as a PNG file (ISO/IEC 15948): a head, one packed block, an end.
 * Layer: formats. zlib packs the data and computes the checksums
 * (docs/decisions/0026-pictures-are-written-by-hand.md). */
#include "formats/picture/png_write.h"

#include <stdlib.h>
#include <zlib.h>

static void put_u32(uint8_t *to, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)(value >> (24 - 8 * i));
}

static void put_chunk(text_builder *out, const char *type, const uint8_t *bytes, size_t len)
{
    uint8_t number[4];
    put_u32(number, (uint32_t)len);
    text_put(out, (const char *)number, 4);
    text_put(out, type, 4);
    text_put(out, (const char *)bytes, len);
    uLong sum = crc32(crc32(0, (const Bytef *)type, 4), bytes, (uInt)len);
    put_u32(number, (uint32_t)(len > 0 ? sum : crc32(0, (const Bytef *)type, 4)));
    text_put(out, (const char *)number, 4);
}

/* Writes the filter number before each row: 2, the difference to the row above, which is 0 almost
 * everywhere on a board. */
static void filter_rows(uint8_t *to, const uint8_t *rgb, size_t stride, uint32_t height)
{
    for (uint32_t y = 0; y < height; y++) {
        *to++ = y > 0 ? 2 : 0;
        for (size_t x = 0; x < stride; x++, rgb++)
            *to++ = (uint8_t)(*rgb - (y > 0 ? rgb[-(ptrdiff_t)stride] : 0));
    }
}

bool png_write(text_builder *out, const uint8_t *rgb, uint32_t width, uint32_t height)
{
    size_t stride = 3 * (size_t)width, len = (stride + 1) * height;
    uLongf packed_len = compressBound((uLong)len);
    uint8_t *rows = malloc(len), *packed = malloc(packed_len);
    bool good = rows != NULL && packed != NULL;
    if (good) {
        filter_rows(rows, rgb, stride, height);
        good = compress2(packed, &packed_len, rows, (uLong)len, 9) == Z_OK;
    }
    if (good) {
        uint8_t head[13] = {[8] = 8, [9] = 2}; /* 8 bits of each of three colours */
        put_u32(head, width);
        put_u32(head + 4, height);
        text_put(out, "\x89PNG\r\n\x1a\n", 8);
        put_chunk(out, "IHDR", head, sizeof head);
        put_chunk(out, "IDAT", packed, packed_len);
        put_chunk(out, "IEND", NULL, 0);
    }
    free(rows);
    free(packed);
    return good && !out->failed;
}
