/* generate_lines.h: generates tests in the formats of arbiter moves, narrate and game. Layer:
 * grade. Writes text; knows no files.
 *
 * The tests do not ask what a handout leaves open: promotion, castling and en passant where they
 * are optional, both kings in check at once, moves after the end. */
#ifndef ARB_GRADE_GENERATE_LINES_H
#define ARB_GRADE_GENERATE_LINES_H

#include "grade/course.h"

typedef struct {
    grade_questions questions; /* not GRADE_ASK_LAB */
    unsigned about;            /* index of the topic (course.c) */
    const arb_rules *rules;
    uint64_t seed;
} grade_line_recipe;

/* Writes test number `number`. The same recipe gives the same tests. */
void grade_generate_lines(const grade_line_recipe *recipe, unsigned number, const fmt_out *out);

#endif
