/* piece_sprite.h: pieces and letters as partly transparent pixels. Layer: formats. */
#ifndef ARB_FORMATS_PIECE_SPRITE_H
#define ARB_FORMATS_PIECE_SPRITE_H

#include "arbiter.h"

#include <stdint.h>

/* A square of pixels with four bytes each: red, green and blue, premultiplied by the opacity, which
 * is the fourth. */
typedef struct {
    int side;
    uint8_t *pixels;
} sprite;

/* Draws a piece. The pixels are NULL if there is no memory; the caller frees them. */
sprite sprite_piece(const arb_rules *rules, arb_piece piece, int side);
/* Draws a text of letters and digits in the middle, as large as it fits. */
sprite sprite_text(const char *text, uint32_t colour, int side);

/* Lays the sprite over pixels of three bytes; a row has `stride` pixels. */
void sprite_lay(const sprite *s, uint8_t *rgb, uint32_t stride);

#endif
