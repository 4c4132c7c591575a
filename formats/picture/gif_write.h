/* gif_write.h: writes pictures one after another as an animated GIF. Layer: formats. */
#ifndef ARB_FORMATS_GIF_WRITE_H
#define ARB_FORMATS_GIF_WRITE_H

#include "common/text_builder.h"

#include <stdint.h>

enum { GIF_COLOURS = 255, GIF_CLEAR = 255 }; /* the last colour is transparent */

typedef struct gif_writer gif_writer;

typedef struct {
    uint32_t left, top, width, height;
} gif_box;

/* Begins a file in `out`, which must live as long as the writer. Each colour is 0xrrggbb, with at
 * most GIF_COLOURS of them; a pixel gets the nearest one. The animation repeats. Returns NULL if
 * there is no memory. */
gif_writer *gif_begin(text_builder *out, uint32_t width, uint32_t height, const uint32_t *colours,
                      size_t count);
/* Adds a picture, three bytes for each pixel, which is shown for `hundredths` of a second. After
 * the first picture only the pixels in `box` may differ from the one before. */
void gif_frame(gif_writer *gif, const uint8_t *rgb, gif_box box, unsigned hundredths);
/* Ends the file and frees the writer. Returns false if there was no memory for the file. */
bool gif_end(gif_writer *gif);

#endif
