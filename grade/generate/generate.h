/* generate.h: generates tests that exercise named rules. Layer: grade. Writes text; knows no
 * files. */
#ifndef ARB_GRADE_GENERATE_H
#define ARB_GRADE_GENERATE_H

#include "common/text_out.h"
#include "grade/theme.h"

typedef struct {
    int part;          /* 1 to 4, GRADE_PART_BONUS */
    grade_bonus bonus; /* the part of the bonus, if `part` says so; the test needs no other */
    arb_size size;
    uint64_t seed;
} grade_recipe;

/* How often the tests made so far exercise each theme and verdict. */
typedef struct {
    unsigned files[GRADE_T_COUNT]; /* with the theme */
    unsigned calls[GRADE_T_COUNT]; /* of movePiece and inside scans */
    unsigned moves[ARB_V_COUNT];   /* movePiece, by verdict */
    unsigned scanned[ARB_V_COUNT]; /* isValidMove inside scans, by verdict */
} grade_coverage;

/* Writes test number `number`, chosen among many random ones for exercising what is rare so far,
 * and updates the coverage. The same recipe gives the same tests. */
grade_themes grade_generate(const grade_recipe *recipe, unsigned number, grade_coverage *coverage,
                            const fmt_out *out);

#endif
