/* generate_lab.h: a Lab 3 test in the making. Layer: grade; private to generate.c and
 * generate_lab_board.c. */
#ifndef ARB_GRADE_GENERATE_LAB_H
#define ARB_GRADE_GENERATE_LAB_H

#include "formats/lab/lab.h"
#include "grade/generate/generate.h"

enum { ACTION_LIMIT = 64 };

typedef struct {
    arb_setup setup;
    fmt_lab_action actions[ACTION_LIMIT];
    grade_themes shown[ACTION_LIMIT]; /* by the action, for its comment */
    size_t count;
    bool spoiled;                  /* it depends on a part of the bonus that it is not about */
    grade_coverage coverage;       /* of this test alone */
    unsigned tried[GRADE_T_COUNT]; /* by movePiece, of this test */
    grade_themes themes;
} draft;

typedef struct {
    const grade_recipe *recipe;
    const arb_rules *rules;
    grade_themes wanted;
    grade_themes others; /* of parts of the bonus that the test is not about */
    bool declines; /* ask about captures in passing without playing them, and again too late */
    const grade_coverage *so_far;
    uint64_t random;
    grade_scene scene;
    draft d;
} maker;

/* A random number below `limit`, or 0 if that is 0. */
unsigned grade_below(maker *m, unsigned limit);
/* True with this probability. */
bool grade_percent(maker *m, unsigned percent);

/* Is the board 8x8? */
bool grade_is_8x8(arb_size size);
/* Can the test have castling? */
bool grade_has_castling(const maker *m);
/* Puts pieces on a new board. */
void grade_set_up(maker *m);

#endif
