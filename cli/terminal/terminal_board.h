/* terminal_board.h: the board as text. Layer: cli, command play. A function of the position and of
 * what is to be marked; knows no game and no terminal but its width and style. */
#ifndef ARB_CLI_TERMINAL_BOARD_H
#define ARB_CLI_TERMINAL_BOARD_H

#include "cli/io/io.h"

typedef struct {
    cli_style style;
    arb_coords coords; /* of the labels at the edge */
    bool flipped;      /* Black at the bottom */
    arb_move last;     /* the last move, or ARB_NO_MOVE */
    arb_square picked; /* whose targets are marked, or ARB_NO_SQUARE */
    arb_kind dropped;  /* in hand, whose targets are marked, or ARB_NO_KIND */
} play_view;

/* Draws within `width` columns (0 = any number): cells of three columns, two or one; where even
 * that does not fit it says so. */
void play_board_draw(const arb_position *position, const play_view *view, int width);

/* The square a player names as a move's target: castling is the king's step, but king takes rook
 * in Chess960. */
arb_square play_target(const arb_position *position, arb_move move);

#endif
