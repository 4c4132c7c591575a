/* check.h: the whole test harness. A test program is a file of TEST blocks and a main:
 *
 *     TEST(pawn_steps_two_from_its_start_row)
 *     {
 *         CHECK(arb_position_has_move(&position));
 *         CHECK_EQ_INT(arb_position_moves(&position, NULL, 0), 20);
 *         CHECK_EQ_TEXT(buf, "e4");
 *     }
 *
 *     int main(void)
 *     {
 *         RUN(pawn_steps_two_from_its_start_row);
 *         return check_result();
 *     }
 *
 * A failed check is printed with its place and the test goes on, so that one run shows every
 * failure. In a test that reads a table, check_case("%s:%u", file, line) names the case for the
 * failures that follow. Tests are counted, not checks. */
#ifndef ARB_TESTS_CHECK_H
#define ARB_TESTS_CHECK_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static struct {
    const char *name;
    char label[256];
    unsigned failures; /* of the running test */
    unsigned passed;
    unsigned failed;
    const char *missing; /* a file of ../shared/data that could not be read */
} check__state;

#define TEST(name) static void name(void)
#define RUN(name) check__run(#name, name)
#define CHECK(condition) check__that((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQ_INT(actual, expected)                                                             \
    check__int((intmax_t)(actual), (intmax_t)(expected), #actual, __FILE__, __LINE__)
#define CHECK_EQ_TEXT(actual, expected)                                                            \
    check__text((actual), (expected), #actual, __FILE__, __LINE__)

static inline void check__fail(const char *file, int line)
{
    check__state.failures++;
    printf("%s:%d: %s: ", file, line, check__state.name);
    if (check__state.label[0] != '\0')
        printf("[%s] ", check__state.label);
}

static inline bool check__that(bool holds, const char *text, const char *file, int line)
{
    if (!holds) {
        check__fail(file, line);
        printf("does not hold: %s\n", text);
    }
    return holds;
}

static inline bool check__int(intmax_t actual, intmax_t expected, const char *text,
                              const char *file, int line)
{
    if (actual != expected) {
        check__fail(file, line);
        printf("%s is %jd, expected %jd\n", text, actual, expected);
    }
    return actual == expected;
}

static inline bool check__text(const char *actual, const char *expected, const char *text,
                               const char *file, int line)
{
    bool equal = actual && expected ? strcmp(actual, expected) == 0 : actual == expected;
    if (!equal) {
        check__fail(file, line);
        printf("%s is \"%s\", expected \"%s\"\n", text, actual ? actual : "(null)",
               expected ? expected : "(null)");
    }
    return equal;
}

__attribute__((format(printf, 1, 2))) static inline void check_case(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(check__state.label, sizeof check__state.label, format, arguments);
    va_end(arguments);
}

static inline void check__run(const char *name, void (*test)(void))
{
    check__state.name = name;
    check__state.label[0] = '\0';
    check__state.failures = 0;
    test();
    if (check__state.failures == 0)
        check__state.passed++;
    else
        check__state.failed++;
}

/* Opens a table of cases. If it is missing the test fails; but for published data, which is not
 * part of the repository, the program only says at its end that not all was checked (status 77). */
static inline FILE *check_open(const char *path)
{
    static const char published[] = "../shared/data";
    FILE *file = fopen(path, "r");
    FILE *folder = file == NULL ? fopen(published, "r") : NULL;
    if (file == NULL && folder == NULL && strncmp(path, published, sizeof published - 1) == 0)
        check__state.missing = path;
    else
        check__that(file != NULL, path, __FILE__, __LINE__);
    if (folder != NULL)
        fclose(folder);
    return file;
}

/* The exit status of the program. */
static inline int check_result(void)
{
    printf("%u passed, %u failed\n", check__state.passed, check__state.failed);
    if (check__state.failed > 0)
        return 1;
    if (check__state.missing != NULL)
        printf("not all was checked: there is no %s\n", check__state.missing);
    return check__state.missing != NULL ? 77 : 0;
}

#endif
