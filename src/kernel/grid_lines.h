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

/* To a neighbour. */
static inline bool arb__to_next_square(arb_step step)
{
    return step.files >= -1 && step.files <= 1 && step.ranks >= -1 && step.ranks <= 1;
}

/* A slide along one of them. */
static inline bool arb__on_queen_line(arb_step step)
{
    return arb__to_next_square(step) && !(step.how & ARB_STEP_HOPS);
}

static inline bool arb__is_plain_leap(arb_step step)
{
    return arb__to_next_square(step) || step.files * step.files + step.ranks * step.ranks == 5;
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

/* One step on; ARB_NO_SQUARE past the edge and where the board has a hole. */
static inline arb_square arb__walk_on(const arb_position *pos, arb__walker *w, int files, int ranks)
{
    w->file += files;
    w->rank += ranks;
    w->steps++;
    arb_square at = arb_square_at(pos->size, w->file, w->rank);
    return at != ARB_NO_SQUARE && arb__is_hole(pos, at) ? ARB_NO_SQUARE : at;
}

/* The square that a leap leads to, in the same sense. */
static inline arb_square arb__leap_to(const arb_position *pos, arb_square from, int files,
                                      int ranks)
{
    arb__walker w = arb__walk_from(pos->size, from);
    return arb__walk_on(pos, &w, files, ranks);
}

#endif
