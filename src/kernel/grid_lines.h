/* grid_lines.h: walking along lines of a mailbox. Layer: kernel.
 *
 * Nearly every slide goes along one of the eight lines of the queen, and nearly every leap is one
 * of a king or a knight. These plain steps are looked at once for all kinds together; whatever else
 * a rule set has, kind by kind. */
#ifndef ARB_KERNEL_GRID_LINES_H
#define ARB_KERNEL_GRID_LINES_H

#include "kernel/kernel.h"

static const struct {
    int8_t files, ranks;
} arb__queen_lines[8] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};

static const struct {
    int8_t files, ranks;
} arb__knight_leaps[8] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/* A step along one of the eight lines, to the next square. */
static inline bool arb__on_queen_line(arb_step step)
{
    return step.files >= -1 && step.files <= 1 && step.ranks >= -1 && step.ranks <= 1;
}

static inline bool arb__is_plain_leap(arb_step step)
{
    return arb__on_queen_line(step) || step.files * step.files + step.ranks * step.ranks == 5;
}

/* A place on the way along a line. */
typedef struct {
    int file, rank;
    unsigned steps; /* from where it began */
} arb__walker;

static inline arb__walker arb__walk_from(arb_size size, arb_square square)
{
    return (arb__walker){arb_square_file(size, square), arb_square_rank(size, square), 0};
}

/* One step on; ARB_NO_SQUARE past the edge. */
static inline arb_square arb__walk_on(arb_size size, arb__walker *w, int files, int ranks)
{
    w->file += files;
    w->rank += ranks;
    w->steps++;
    return arb_square_at(size, w->file, w->rank);
}

#endif
