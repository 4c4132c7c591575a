/* piece_sprite.c: draws pieces and letters from their paths. Layer: formats. */
#include "formats/picture/piece_sprite.h"

#include "formats/picture/drawings.h"
#include "formats/picture/raster.h"
#include "formats/picture/stroke_font.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const double OUTLINE = 4, LINE = 3.5; /* widths, in units of a drawing */

typedef struct {
    sprite sprite;
    raster_mask mask;
    path_shape *shape;
    double scale;
    bool good;
} easel;

static bool easel_open(easel *e, int side)
{
    size_t area = (size_t)side * (size_t)side;
    *e = (easel){.sprite = {side, calloc(area, 4)},
                 .mask = {side, malloc(area)},
                 .shape = malloc(sizeof *e->shape),
                 .scale = (double)side / DRAWING_CELL};
    e->good = e->sprite.pixels != NULL && e->mask.covered != NULL && e->shape != NULL;
    return e->good;
}

static sprite easel_close(easel *e)
{
    free(e->mask.covered);
    free(e->shape);
    if (!e->good) {
        free(e->sprite.pixels);
        e->sprite.pixels = NULL;
    }
    return e->sprite;
}

/* Lays a colour over the sprite where the mask says so. */
static void paint(easel *e, uint32_t colour)
{
    size_t area = (size_t)e->sprite.side * (size_t)e->sprite.side;
    uint8_t *pixel = e->sprite.pixels;
    const unsigned parts[4] = {colour >> 16 & 255, colour >> 8 & 255, colour & 255, 255};
    for (size_t i = 0; i < area; i++, pixel += 4) {
        unsigned cover = e->mask.covered[i];
        for (int part = 0; cover > 0 && part < 4; part++)
            pixel[part] =
                (uint8_t)((parts[part] * cover + pixel[part] * (255 - cover) + 127) / 255);
    }
}

static void fill(easel *e, uint32_t colour)
{
    e->good = e->good && raster_fill(&e->mask, e->shape, e->scale);
    if (e->good)
        paint(e, colour);
}

static void stroke(easel *e, uint32_t colour, double width)
{
    e->good = e->good && raster_stroke(&e->mask, e->shape, e->scale, width);
    if (e->good)
        paint(e, colour);
}

static void draw_circle(easel *e, shape_point middle, double radius)
{
    e->shape->count = e->shape->rings = 0;
    e->good = e->good && path_add_circle(e->shape, middle, radius);
}

static void draw_part(easel *e, const char *line, const drawing_ink *ink)
{
    drawing_part part = drawing_part_of(line);
    if (part.sort == DRAWING_DOT) {
        draw_circle(e, (shape_point){part.x, part.y}, part.radius);
        fill(e, ink->on);
        return;
    }
    e->good = e->good && path_read(e->shape, part.path);
    if (part.sort == DRAWING_BODY) {
        fill(e, ink->body);
        stroke(e, ink->outline, OUTLINE);
    } else {
        stroke(e, ink->on, LINE);
    }
}

/* ---- letters ---- */

static void draw_text(easel *e, const char *text, uint32_t colour, double height)
{
    size_t count = strlen(text);
    double by = height / GLYPH_HEIGHT, wide = GLYPH_WIDTH * by * (double)count;
    if (wide > DRAWING_CELL) {
        by *= DRAWING_CELL / wide;
        wide = DRAWING_CELL;
    }
    double left = (DRAWING_CELL - wide) / 2;
    for (; *text != '\0' && e->good; text++, left += GLYPH_WIDTH * by) {
        const char *path = glyph_path(*text);
        if (path == NULL || !path_read(e->shape, path))
            continue;
        for (size_t i = 0; i < e->shape->count; i++) {
            shape_point *p = &e->shape->points[i];
            *p = (shape_point){left + p->x * by, DRAWING_CELL / 2.0 + (p->y - GLYPH_MIDDLE) * by};
        }
        stroke(e, colour, 11 * by);
    }
}

/* Draws a kind without a drawing as its letter on a disc. */
static void draw_disc(easel *e, char letter, const drawing_ink *ink)
{
    const shape_point middle = {DRAWING_CELL / 2.0, DRAWING_CELL / 2.0};
    char text[2] = {(char)toupper((unsigned char)letter), '\0'};
    draw_circle(e, middle, 36);
    fill(e, ink->body);
    stroke(e, ink->outline, OUTLINE);
    draw_circle(e, middle, 29.5);
    stroke(e, ink->on, LINE);
    draw_text(e, text, ink->on, 58);
}

sprite sprite_piece(const arb_rules *rules, arb_piece piece, int side)
{
    easel e;
    arb_kind kind = arb_piece_kind(piece);
    const drawing_ink *ink = &drawing_inks[arb_piece_colour(piece)];
    const char *const *part = drawing_of(rules, kind);
    if (easel_open(&e, side) && part != NULL)
        for (; drawing_goes_on(*part); part++)
            draw_part(&e, *part, ink);
    else if (e.good)
        draw_disc(&e, rules->kinds[kind].letter, ink);
    return easel_close(&e);
}

sprite sprite_text(const char *text, uint32_t colour, int side)
{
    easel e;
    if (easel_open(&e, side))
        draw_text(&e, text, colour, 95);
    return easel_close(&e);
}

void sprite_lay(const sprite *s, uint8_t *rgb, uint32_t stride)
{
    const uint8_t *pixel = s->pixels;
    for (int y = 0; y < s->side; y++, rgb += 3 * (size_t)stride)
        for (int x = 0; x < s->side; x++, pixel += 4)
            for (int part = 0; part < 3; part++) {
                unsigned below = rgb[3 * x + part] * (255u - pixel[3]);
                rgb[3 * x + part] = (uint8_t)(pixel[part] + (below + 127) / 255);
            }
}
