/* drawings.h: the drawings of the pieces. Layer: formats. Their one source is
 * web/board/drawings.js, which the page reads too; the build makes a table of its lines. */
#ifndef ARB_FORMATS_DRAWINGS_H
#define ARB_FORMATS_DRAWINGS_H

#include "arbiter.h"

enum { DRAWING_CELL = 100 }; /* the side of the cell that a drawing fills */

/* Lines such as "piece pawn", each followed by its parts: "body PATH", "line PATH", "dot X Y R".
 * The last one is NULL. */
extern const char *const drawing_lines[];

/* The parts of this kind's drawing: a pointer to the line after its "piece", or NULL if it has
 * none. They end at the next "piece" or at the end of the table. */
const char *const *drawing_of(const arb_rules *rules, arb_kind kind);
/* Is this line one more part of the same drawing? */
bool drawing_goes_on(const char *line);

/* A part of a drawing. */
typedef enum { DRAWING_BODY, DRAWING_LINE, DRAWING_DOT } drawing_sort;
typedef struct {
    drawing_sort sort;
    const char *path;    /* of a body or line: path data of SVG */
    double x, y, radius; /* of a dot */
} drawing_part;
drawing_part drawing_part_of(const char *line);

/* The colours of a piece as 0xrrggbb: its body, its outline, and details on its body. */
typedef struct {
    uint32_t body, outline, on;
} drawing_ink;
extern const drawing_ink drawing_inks[2];

#endif
