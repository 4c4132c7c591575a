/* piece_sprite.h: pieces and letters as partly transparent pixels. Layer: formats. */
#ifndef ARB_FORMATS_PIECE_SPRITE_H
#define ARB_FORMATS_PIECE_SPRITE_H

#include "arbiter.h"

#include <stdint.h>

/* A square of pixels of four bytes: red, green and blue, premultiplied by the fourth, the
 * opacity. */
typedef struct {
    int side;
    uint8_t *pixels;
} sprite;

/* NULL pixels: no memory. The caller frees them. */
sprite sprite_piece(const arb_rules *rules, arb_piece piece, int side);
/* A text of letters and digits in the middle, as large as fits. */
sprite sprite_text(const char *text, uint32_t colour, int side);

/* Lays the sprite over pixels of three bytes, `stride` pixels a row. */
void sprite_lay(const sprite *s, uint8_t *rgb, uint32_t stride);

#endif
