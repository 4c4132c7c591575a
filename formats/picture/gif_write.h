/* gif_write.h: pictures one after the other as an animated GIF. Layer: formats. */
#ifndef ARB_FORMATS_GIF_WRITE_H
#define ARB_FORMATS_GIF_WRITE_H

#include "common/text_builder.h"

#include <stdint.h>

enum { GIF_COLOURS = 255, GIF_CLEAR = 255 }; /* the last colour is transparent */

typedef struct gif_writer gif_writer;

typedef struct {
    uint32_t left, top, width, height;
} gif_box;

/* Writes to `out`, which must live as long as the writer. colours: 0xrrggbb, GIF_COLOURS at most; a
 * pixel gets the nearest. The animation begins again at its end. NULL: no memory. */
gif_writer *gif_begin(text_builder *out, uint32_t width, uint32_t height, const uint32_t *colours,
                      size_t count);
/* Adds a picture, three bytes a pixel, shown for so many hundredths of a second. After the first
 * picture only the pixels in `box` may differ from the one before. */
void gif_frame(gif_writer *gif, const uint8_t *rgb, gif_box box, unsigned hundredths);
/* Ends the file and frees the writer. False: there was no memory for the file. */
bool gif_end(gif_writer *gif);

#endif
