/* positions.h: positions and squares for tests, from text. */
#ifndef ARB_TESTS_POSITIONS_H
#define ARB_TESTS_POSITIONS_H

#include "arbiter.h"
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The kernels that a case is run on. */
static const arb_kernel test_kernels[2] = {ARB_KERNEL_GRID, ARB_KERNEL_AUTO};

/* Reads a position; a check fails if the text is none. The rule set must outlive the position. */
static inline bool test_position_by(arb_position *position, const arb_rules *rules, const char *fen,
                                    arb_kernel kernel)
{
    arb_setup setup;
    arb_error error;
    return CHECK(rules != NULL) &&
           CHECK_EQ_INT(arb_fen_read(&setup, rules, fen, strlen(fen), &error), ARB_OK) &&
           CHECK_EQ_INT(arb_position_set(position, rules, &setup, kernel, 0), 0);
}

/* A rule set of the library by its name, or one from a file, which then lives in `storage`. */
static inline const arb_rules *test_rules(arb_rules *storage, const char *name)
{
    static char text[1 << 16];
    const arb_rules *rules = arb_rules_find(name, strlen(name));
    if (rules)
        return rules;
    FILE *file = fopen(name, "r");
    if (!CHECK(file != NULL))
        return NULL;
    size_t len = fread(text, 1, sizeof text, file);
    fclose(file);
    return CHECK(arb_rules_read(storage, text, len, NULL, NULL)) ? storage : NULL;
}

/* The same, given the name of a rule set or of a file. A rule set from a file lives until the next
 * one is read. */
static inline bool test_position(arb_position *position, const char *rules, const char *fen,
                                 arb_kernel kernel)
{
    static arb_rules storage;
    return test_position_by(position, test_rules(&storage, rules), fen, kernel);
}

/* Returns the number that a text starts with, or 0 if there is none. */
static inline int test_number(const char *text)
{
    return (int)strtol(text, NULL, 10);
}

/* Reads "e4" as a square without the library's own reader; ARB_NO_SQUARE if the text is none. */
static inline arb_square test_square(arb_size size, const char *name)
{
    int file = -1;
    while (*name >= 'a' && *name <= 'z')
        file = (file + 1) * 26 + (*name++ - 'a');
    return arb_square_at(size, file, test_number(name) - 1);
}

#endif
