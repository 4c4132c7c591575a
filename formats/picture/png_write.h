/* png_write.h: writes pixels as a PNG file. Layer: formats. */
#ifndef ARB_FORMATS_PNG_WRITE_H
#define ARB_FORMATS_PNG_WRITE_H

#include "common/text_builder.h"

#include <stdint.h>

/* Writes pixels of three bytes (red, green, blue), row by row from the top. Returns false if there
 * is no memory. */
bool png_write(text_builder *out, const uint8_t *rgb, uint32_t width, uint32_t height);

#endif
