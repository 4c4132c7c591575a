/* raster.h: how much of each pixel a shape covers. Layer: formats. Knows no colours. */
#ifndef ARB_FORMATS_RASTER_H
#define ARB_FORMATS_RASTER_H

#include "formats/picture/path_shape.h"

#include <stdint.h>

/* A square of `side` by `side` pixels, each covered from 0 to 255. */
typedef struct {
    int side;
    uint8_t *covered;
} raster_mask;

/* Both scale the shape's units to pixels and overwrite the mask. False: no memory. */
bool raster_fill(raster_mask *mask, const path_shape *shape, double scale);
/* Its lines, `width` units wide, with round ends and corners. */
bool raster_stroke(raster_mask *mask, const path_shape *shape, double scale, double width);

#endif
