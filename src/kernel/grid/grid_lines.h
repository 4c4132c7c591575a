/* grid_lines.h: walking along lines of a mailbox. Layer: kernel.
 *
 * Nearly every slide goes along one of the eight lines of the queen, and nearly every leap is that
 * of a king or a knight. These steps are looked at once for all kinds together; the other steps of
 * a rule set are looked at kind by kind. */
#ifndef ARB_KERNEL_GRID_LINES_H
#define ARB_KERNEL_GRID_LINES_H

#include "kernel/kernel.h"

static const struct {
    int8_t files, ranks;
} arb__queen_lines[8] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};

static const struct {
    int8_t files, ranks;
} arb__knight_leaps[8] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/* Does the step lead to a neighbouring square? */
static inline bool arb__to_next_square(arb_step step)
{
    return step.files >= -1 && step.files <= 1 && step.ranks >= -1 && step.ranks <= 1;
}

/* Does the slide go along one of the queen's lines, without hopping? */
static inline bool arb__on_queen_line(arb_step step)
{
    return arb__to_next_square(step) && !(step.how & ARB_STEP_HOPS);
}

static inline bool arb__is_chess_leap(arb_step step)
{
    return arb__to_next_square(step) || step.files * step.files + step.ranks * step.ranks == 5;
}

/* A square with its file and rank. */
typedef struct {
    arb_square square;
    int file, rank;
    int row; /* the difference of square numbers between two rows */
} arb__spot;

static inline arb__spot arb__spot_of(arb_size size, arb_square square)
{
    return (arb__spot){square, arb_square_file(size, square), arb_square_rank(size, square),
                       1 << arb_size_shift(size)};
}

/* The target of a leap, or ARB_NO_SQUARE if it is off the board or a hole. */
static inline arb_square arb__leap_to(const arb_position *pos, arb__spot from, int files, int ranks)
{
    int file = from.file + files, rank = from.rank + ranks;
    if (file < 0 || rank < 0 || file >= pos->size.files || rank >= pos->size.ranks)
        return ARB_NO_SQUARE;
    arb_square to = (arb_square)(rank * from.row + file);
    return arb__is_hole(pos, to) ? ARB_NO_SQUARE : to;
}

/* A line of squares from a piece: each step adds `step` to the square number, and after `count`
 * steps comes the edge of the board or a hole. */
typedef struct {
    int step;
    int count;
} arb__way;

/* How many steps of this length fit before the edge, in one dimension. */
static inline int arb__room(int at, int size, int step)
{
    int left = step < 0 ? at : size - 1 - at;
    int far = step < 0 ? -step : step;
    return far == 1 ? left : far == 0 ? ARB_SIDE_LIMIT : left / far;
}

static inline int arb__room_before_hole(const arb_position *pos, arb_square from, arb__way way)
{
    int at = from;
    for (int i = 0; i < way.count; i++) {
        at += way.step;
        if (arb__is_hole(pos, (arb_square)at))
            return i;
    }
    return way.count;
}

static inline arb__way arb__way_from(const arb_position *pos, arb__spot from, int files, int ranks)
{
    int along = arb__room(from.file, pos->size.files, files);
    int up = arb__room(from.rank, pos->size.ranks, ranks);
    arb__way way = {ranks * from.row + files, along < up ? along : up};
    if (pos->rules->board.holes.count != 0)
        way.count = arb__room_before_hole(pos, from.square, way);
    return way;
}

#endif
