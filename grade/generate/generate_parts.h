/* generate_parts.h: shared by the generators of tests by lines: a random game, and attempts at
 * moves by their verdict. Layer: grade; private to generate_lines.c, generate_boards.c. */
#ifndef ARB_GRADE_GENERATE_PARTS_H
#define ARB_GRADE_GENERATE_PARTS_H

#include "arbiter.h"
#include "common/text_out.h"

typedef struct {
    uint64_t random;
    arb_position position;
    const fmt_out *out;
} line_maker;

/* A random number below `limit`, or 0 if that is 0. */
unsigned grade_draw(line_maker *m, unsigned limit);
/* True with this probability, in percent. */
bool grade_chance(line_maker *m, unsigned percent);

typedef struct {
    arb_square from, to;
    arb_verdict verdict;
} line_attempt;

/* A set of verdicts: bit n is code n. */
typedef uint64_t verdict_set;
static inline verdict_set verdict_bit(arb_verdict_code code)
{
    return (verdict_set)1 << code;
}

/* Draws an attempt whose verdict is in the set; each verdict is equally likely. Returns false if
 * there is none. Attempts that depend on rules beyond the handout are left out. */
bool grade_attempt(line_maker *m, verdict_set wanted, line_attempt *attempt);

/* Draws a move that `fits` accepts (NULL: any) and that no handout leaves open. Returns false if
 * there is none. */
typedef bool line_test(const arb_position *before, const arb_position *after, arb_move move);
bool grade_pick_move(line_maker *m, line_test *fits, arb_move *move);
void grade_make_move(line_maker *m, arb_move move);

/* Writes a test in the format of `moves` (generate_boards.c). */
void grade_generate_boards(line_maker *m, unsigned about);

#endif
