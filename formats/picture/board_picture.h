/* board_picture.h: draws a board of any size and rule set as pixels. Layer: formats. It draws any
 * set-up, legal or not, and knows no files. */
#ifndef ARB_FORMATS_BOARD_PICTURE_H
#define ARB_FORMATS_BOARD_PICTURE_H

#include "arbiter.h"
#include "formats/picture/gif_write.h"

enum { PICTURE_CELL_MIN = 12, PICTURE_CELL_MAX = 200 };

typedef struct board_picture board_picture;

typedef struct {
    int cell; /* side of a square in pixels */
    bool flipped;
} picture_look;

/* What is highlighted: the squares of the last move, and a king in check; ARB_NO_SQUARE: none. */
typedef struct {
    arb_square from, to, check;
} picture_marks;
extern const picture_marks picture_no_marks;

/* Makes a picture for boards of this size. `rules` must outlive it. Returns NULL if there is no
 * memory. */
board_picture *picture_new(const arb_rules *rules, arb_size size, const picture_look *look);
void picture_free(board_picture *picture);

/* Draws the setup over what the picture showed before; the board must have the given size. The box
 * contains all pixels that changed. Returns false if there is no memory. */
bool picture_draw(board_picture *picture, const arb_setup *setup, const picture_marks *marks,
                  gif_box *changed);

uint32_t picture_width(const board_picture *picture);
uint32_t picture_height(const board_picture *picture);
const uint8_t *picture_rgb(const board_picture *picture);

/* Stores the colours that any picture may have, for a GIF, and returns their number. */
size_t picture_colours(uint32_t colours[GIF_COLOURS]);

#endif
