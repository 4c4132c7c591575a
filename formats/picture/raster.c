/* raster.c: turns shapes into pixels, line by line. Layer: formats.
 *
 * LINES lines cut each row of pixels. Every edge crosses some of them. Between two crossings with a
 * non-zero winding number the pixels are covered, the first and the last one partly. */
#include "formats/picture/raster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 6, CORNER_EDGES = 10 };
static const double PI = 3.14159265358979323846;

typedef struct {
    float x;
    int8_t turn; /* 1 downwards, -1 upwards */
} crossing;

typedef struct {
    raster_mask *mask;
    double scale;
    size_t *starts; /* by line: index of its first crossing; one extra at the end */
    size_t *filled;
    crossing *crossings; /* NULL while crossings are only counted */
} scan;

static void add_edge(scan *s, shape_point a, shape_point b)
{
    int last = s->mask->side * LINES;
    double ax = a.x * s->scale, ay = a.y * s->scale * LINES, bx = b.x * s->scale,
           by = b.y * s->scale * LINES;
    int8_t turn = ay < by ? 1 : -1;
    double top = fmin(ay, by), bottom = fmax(ay, by);
    int first = top <= 0 ? 0 : (int)ceil(top - 0.5);
    for (int line = first; line < last && line + 0.5 < bottom; line++) {
        if (s->crossings == NULL) {
            s->starts[line + 1]++;
            continue;
        }
        double x = ax + (bx - ax) * (line + 0.5 - ay) / (by - ay);
        size_t at = s->starts[line] + s->filled[line]++;
        for (; at > s->starts[line] && s->crossings[at - 1].x > x; at--)
            s->crossings[at] = s->crossings[at - 1];
        s->crossings[at] = (crossing){(float)x, turn};
    }
}

static void add_ring(scan *s, const shape_point *points, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_edge(s, points[i], points[(i + 1) % count]);
}

/* ---- lines as rings ---- */

/* Adds a ring with the same orientation as all others, so that overlapping rings do not cancel
 * out. */
static void add_turned(scan *s, shape_point *points, size_t count)
{
    double area = 0;
    for (size_t i = 0; i < count; i++) {
        shape_point a = points[i], b = points[(i + 1) % count];
        area += a.x * b.y - b.x * a.y;
    }
    for (size_t i = 0; area < 0 && i < count / 2; i++) {
        shape_point kept = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = kept;
    }
    add_ring(s, points, count);
}

static void add_corner(scan *s, shape_point at, double radius)
{
    shape_point points[CORNER_EDGES];
    for (int i = 0; i < CORNER_EDGES; i++) {
        double angle = 2 * PI * i / CORNER_EDGES;
        points[i] = (shape_point){at.x + radius * cos(angle), at.y + radius * sin(angle)};
    }
    add_turned(s, points, CORNER_EDGES);
}

static void add_line(scan *s, shape_point a, shape_point b, double radius)
{
    double length = hypot(b.x - a.x, b.y - a.y);
    if (length <= 0)
        return;
    double x = -(b.y - a.y) / length * radius, y = (b.x - a.x) / length * radius;
    shape_point points[4] = {
        {a.x + x, a.y + y}, {b.x + x, b.y + y}, {b.x - x, b.y - y}, {a.x - x, a.y - y}};
    add_turned(s, points, 4);
}

static void add_shape(scan *s, const path_shape *shape, double width)
{
    for (size_t ring = 0, first = 0; ring < shape->rings; first = shape->ends[ring++]) {
        const shape_point *points = shape->points + first;
        size_t count = shape->ends[ring] - first;
        if (width <= 0) {
            add_ring(s, points, count);
            continue;
        }
        for (size_t i = 0; i < count; i++) {
            add_corner(s, points[i], width / 2);
            if (i + 1 < count || shape->closed[ring])
                add_line(s, points[i], points[(i + 1) % count], width / 2);
        }
    }
}

/* ---- crossings to pixels ---- */

static void cover(float *row, int side, double from, double to)
{
    from = fmax(from, 0);
    to = fmin(to, side);
    for (int x = (int)from; x < side && x < to; x++)
        row[x] += (float)(fmin(to, x + 1) - fmax(from, x));
}

static void cover_row(const scan *s, int y, float *row)
{
    int side = s->mask->side;
    memset(row, 0, (size_t)side * sizeof *row);
    for (int line = y * LINES; line < (y + 1) * LINES; line++) {
        int wound = 0;
        for (size_t i = s->starts[line]; i < s->starts[line + 1]; i++) {
            if (wound != 0)
                cover(row, side, s->crossings[i - 1].x, s->crossings[i].x);
            wound += s->crossings[i].turn;
        }
    }
    for (int x = 0; x < side; x++)
        s->mask->covered[y * side + x] = (uint8_t)(fminf(row[x] / LINES, 1) * 255 + 0.5f);
}

static bool draw(raster_mask *mask, const path_shape *shape, double scale, double width)
{
    size_t lines = (size_t)mask->side * LINES;
    scan s = {.mask = mask,
              .scale = scale,
              .starts = calloc(lines + 1, sizeof *s.starts),
              .filled = calloc(lines, sizeof *s.filled)};
    float *row = malloc((size_t)mask->side * sizeof *row);
    bool good = s.starts != NULL && s.filled != NULL && row != NULL;
    if (good) {
        add_shape(&s, shape, width);
        for (size_t i = 0; i < lines; i++)
            s.starts[i + 1] += s.starts[i];
        s.crossings = malloc((s.starts[lines] + 1) * sizeof *s.crossings);
        good = s.crossings != NULL;
    }
    if (good) {
        add_shape(&s, shape, width);
        for (int y = 0; y < mask->side; y++)
            cover_row(&s, y, row);
    }
    free(s.crossings);
    free(s.starts);
    free(s.filled);
    free(row);
    return good;
}

bool raster_fill(raster_mask *mask, const path_shape *shape, double scale)
{
    return draw(mask, shape, scale, 0);
}

bool raster_stroke(raster_mask *mask, const path_shape *shape, double scale, double width)
{
    return draw(mask, shape, scale, width);
}
