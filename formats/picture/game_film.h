/* game_film.h: writes a game as an animated GIF, one picture for each move. Layer: formats. */
#ifndef ARB_FORMATS_GAME_FILM_H
#define ARB_FORMATS_GAME_FILM_H

#include "formats/picture/board_picture.h"

typedef struct {
    picture_look look;
    unsigned delay_ms; /* time for each move; the last position is shown four times as long */
    size_t from, to;   /* show the positions after `from` to `to` plies */
} film_options;

/* Writes the file to `out`. Afterwards `game` is at the same ply as before. Returns false if there
 * is no memory. */
bool film_write(text_builder *out, arb_game *game, const film_options *options);

/* The most pixels that a film may have to pack, for callers who limit the cost. */
uint64_t film_pixels(const arb_game *game, const film_options *options);

#endif
