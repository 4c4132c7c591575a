/* path_shape.h: outlines made of straight edges. Layer: formats. Knows no colours and no pixels. */
#ifndef ARB_FORMATS_PATH_SHAPE_H
#define ARB_FORMATS_PATH_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    double x, y;
} shape_point;

enum { SHAPE_POINTS = 4096, SHAPE_RINGS = 64 };

/* Rings of points. An open path is kept as a ring, too, but it can only be drawn as a line. */
typedef struct {
    shape_point points[SHAPE_POINTS];
    size_t count;
    size_t ends[SHAPE_RINGS]; /* index after the last point of each ring */
    bool closed[SHAPE_RINGS];
    size_t rings;
} path_shape;

/* Reads SVG path data: M L H V C A Z and their relative forms, which are all that our drawings use.
 * Curves become edges. Returns false if the text is something else or too long. */
bool path_read(path_shape *shape, const char *text);

/* Adds a circle as a separate ring. */
bool path_add_circle(path_shape *shape, shape_point middle, double radius);

#endif
