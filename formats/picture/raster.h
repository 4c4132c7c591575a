/* raster.h: computes how much of each pixel a shape covers. Layer: formats. Knows no colours. */
#ifndef ARB_FORMATS_RASTER_H
#define ARB_FORMATS_RASTER_H

#include "formats/picture/path_shape.h"

#include <stdint.h>

/* A square of `side` by `side` pixels with their coverage, from 0 to 255. */
typedef struct {
    int side;
    uint8_t *covered;
} raster_mask;

/* Fills the shape. This function and the next scale the shape's units to pixels and overwrite the
 * mask; they return false if there is no memory. */
bool raster_fill(raster_mask *mask, const path_shape *shape, double scale);
/* Draws the shape's lines, `width` units wide, with round ends and corners. */
bool raster_stroke(raster_mask *mask, const path_shape *shape, double scale, double width);

#endif
