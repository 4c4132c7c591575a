/* piece_sprite.h: pieces and letters as pixels that let through what lies below. Layer: formats. */
#ifndef ARB_FORMATS_PIECE_SPRITE_H
#define ARB_FORMATS_PIECE_SPRITE_H

#include "arbiter.h"

#include <stdint.h>

/* A square of pixels of four bytes: red, green, blue, already weighed by the fourth, the cover. */
typedef struct {
    int side;
    uint8_t *pixels;
} sprite;

/* NULL pixels: no memory. The caller frees them. */
sprite sprite_piece(const arb_rules *rules, arb_piece piece, int side);
/* A text of letters and digits in the middle; it is made smaller until it fits. */
sprite sprite_text(const char *text, uint32_t colour, int side);

/* Lays the sprite over pixels of three bytes, `stride` pixels a row. */
void sprite_lay(const sprite *s, uint8_t *rgb, uint32_t stride);

#endif
