/* path_shape.h: outlines of straight edges. Layer: formats. Knows no colours and no pixels. */
#ifndef ARB_FORMATS_PATH_SHAPE_H
#define ARB_FORMATS_PATH_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    double x, y;
} shape_point;

enum { SHAPE_POINTS = 4096, SHAPE_RINGS = 64 };

/* Rings of points. A path that is not closed is a ring too, which counts for lines only. */
typedef struct {
    shape_point points[SHAPE_POINTS];
    size_t count;
    size_t ends[SHAPE_RINGS]; /* behind the last point of each ring */
    bool closed[SHAPE_RINGS];
    size_t rings;
} path_shape;

/* Reads SVG path data: M L H V C A Z and their relative forms, which is what our drawings are made
 * of. Curves become edges. False: it is something else, or too long. */
bool path_read(path_shape *shape, const char *text);

/* A circle as a ring of its own. */
bool path_add_circle(path_shape *shape, shape_point middle, double radius);

#endif
