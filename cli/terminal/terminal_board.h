/* terminal_board.h: draws the board as text. Layer: cli, command play. The drawing depends only on
 * the position and the marks; it knows no game, and of the terminal only its width and style. */
#ifndef ARB_CLI_TERMINAL_BOARD_H
#define ARB_CLI_TERMINAL_BOARD_H

#include "cli/io/io.h"

typedef struct {
    cli_style style;
    arb_coords coords; /* of the labels at the edge */
    bool flipped;      /* Black at the bottom */
    arb_move last;     /* the last move, or ARB_NO_MOVE */
    arb_square picked; /* its targets are marked; or ARB_NO_SQUARE */
    arb_kind dropped;  /* a kind in hand whose targets are marked, or ARB_NO_KIND */
} play_view;

/* Draws within `width` columns (0: any number), with cells of three columns, two or one. If even
 * that does not fit it says so. */
void play_board_draw(const arb_position *position, const play_view *view, int width);

/* The square that a player names as a move's target: for castling the square of the king's step,
 * but in Chess960 the rook's square. */
arb_square play_target(const arb_position *position, arb_move move);

#endif
