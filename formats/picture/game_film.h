/* game_film.h: a game as an animated GIF, a picture a move. Layer: formats. */
#ifndef ARB_FORMATS_GAME_FILM_H
#define ARB_FORMATS_GAME_FILM_H

#include "formats/picture/board_picture.h"

typedef struct {
    picture_look look;
    unsigned delay_ms; /* of a move; the last position stands four times as long */
    size_t from, to;   /* the plies to show: the positions behind so many moves */
} film_options;

/* Writes the file to `out`. `game` is at its old ply again afterwards. False: no memory. */
bool film_write(text_builder *out, arb_game *game, const film_options *options);

/* Pixels that a film may have to pack, at most; for who must know the cost before. */
uint64_t film_pixels(const arb_game *game, const film_options *options);

#endif
