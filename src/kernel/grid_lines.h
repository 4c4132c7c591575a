/* grid_lines.h: walking along lines of a mailbox. Layer: kernel.
 *
 * Nearly every slide goes along one of the eight lines of the queen, so these are walked once for
 * all kinds; slides along other lines are walked kind by kind. */
#ifndef ARB_KERNEL_GRID_LINES_H
#define ARB_KERNEL_GRID_LINES_H

#include "kernel/kernel.h"

static const struct {
    int8_t files, ranks;
} arb__queen_lines[8] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};

/* Is this one of the eight? */
static inline bool arb__on_queen_line(arb_step step)
{
    return step.files >= -1 && step.files <= 1 && step.ranks >= -1 && step.ranks <= 1;
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
