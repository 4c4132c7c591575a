/* grade_tests.c: collects the tests of a call of grade: named files, a course's files, fresh ones.
 * Layer: cli. */
#include "cli/grade/grade_call.h"
#include "common/text_builder.h"
#include "grade/generate/generate.h"
#include "grade/generate/generate_lines.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

static int no_memory(void)
{
    cli_error("not enough memory");
    return CLI_INTERNAL;
}

static bool make_room(cli_grade_tests *tests)
{
    if (tests->count < tests->cap)
        return true;
    size_t cap = tests->cap == 0 ? 64 : tests->cap * 2;
    grade_test *more = realloc(tests->tests, cap * sizeof *more);
    if (more == NULL)
        return false;
    tests->tests = more;
    char **texts = realloc(tests->texts, cap * sizeof *texts);
    if (texts == NULL)
        return false;
    tests->texts = texts;
    char **names = realloc(tests->names, cap * sizeof *names);
    if (names == NULL)
        return false;
    tests->names = names;
    tests->cap = cap;
    return true;
}

/* Adds a test. It takes over the text, and also the name if it is `own`; any other name must live
 * as long as the tests. */
static int add_text(cli_grade_tests *tests, grade_reading reading, const char *name, char *own,
                    char *text, size_t len)
{
    fmt_error error;
    bool room = make_room(tests);
    if (room && grade_test_read(&tests->tests[tests->count], reading, name, text, len, &error)) {
        tests->texts[tests->count] = text;
        tests->names[tests->count++] = own;
        return CLI_OK;
    }
    if (room)
        cli_error_at(name, error.line, error.column, "%s", error.text);
    free(text);
    free(own);
    return room ? CLI_BAD_INPUT : no_memory();
}

static int add_file(cli_grade_tests *tests, grade_reading reading, const char *path, bool copy)
{
    char *text = NULL, *own = copy ? strdup(path) : NULL;
    size_t len;
    if (copy && own == NULL)
        return no_memory();
    if (!cli_read_file(path, &text, &len)) {
        free(own);
        return CLI_BAD_INPUT;
    }
    return add_text(tests, reading, own != NULL ? own : cli_file_name(path), own, text, len);
}

static int worse(int a, int b)
{
    return a > b ? a : b;
}

int cli_grade_tests_read(cli_grade_tests *tests, grade_reading reading, char **files, size_t count)
{
    int code = CLI_OK;
    *tests = (cli_grade_tests){.count = 0};
    for (size_t i = 0; i < count; i++)
        code = worse(code, add_file(tests, reading, files[i], false));
    return code;
}

/* ---- A course's ---- */

/* Adds the files that match a pattern, in the order of their names. */
static int add_pattern(cli_grade_tests *tests, grade_reading reading,
                       const cli_grade_course *course, const char *pattern, grade_place place)
{
    char path[GRADE_PATH_LIMIT];
    glob_t found;
    int code = CLI_OK;
    cli_grade_course_path(course, pattern, path, sizeof path);
    if (glob(path, 0, NULL, &found) != 0) {
        cli_error_at(course->file, place.line, place.column, "there is no test '%s'", path);
        return CLI_BAD_INPUT;
    }
    for (size_t i = 0; i < found.gl_pathc; i++)
        code = worse(code, add_file(tests, reading, found.gl_pathv[i], true));
    globfree(&found);
    return code;
}

static int add_fresh(cli_grade_tests *tests, grade_reading reading, const grade_course *course,
                     const grade_part *part)
{
    static const arb_size sizes[] = {{8, 8}, {6, 6}, {9, 5}, {4, 7}, {12, 10}};
    int about = (int)part->about + 1; /* a part of the lab, or behind them one of the bonus */
    bool bonus = about > GRADE_PART_BONUS;
    grade_recipe recipe = {.part = bonus ? GRADE_PART_BONUS : about,
                           .bonus =
                               bonus ? (grade_bonus)(about - GRADE_PART_BONUS) : GRADE_BONUS_ALL,
                           .size = part->size,
                           .seed = part->seeded ? part->seed : course->seed};
    grade_coverage coverage = {.files = {0}};
    int code = CLI_OK;
    for (unsigned number = 1; number <= part->generate && code == CLI_OK; number++) {
        text_builder text = {0};
        size_t cap = strlen(part->name) + 16;
        char *name = malloc(cap);
        fmt_out out = text_out(&text);
        if (part->size.files == 0)
            recipe.size = sizes[(number - 1) % (sizeof sizes / sizeof sizes[0])];
        if (reading.questions == GRADE_ASK_LAB)
            grade_generate(&recipe, number, &coverage, &out);
        else
            grade_generate_lines(
                &(grade_line_recipe){reading.questions, part->about, reading.rules, recipe.seed},
                number, &out);
        text_put(&text, "", 1); /* a NUL after the text, as after a file's */
        if (name == NULL || text.failed) {
            free(name);
            text_free(&text);
            return no_memory();
        }
        snprintf(name, cap, "%s_%u.txt", part->name, number);
        code = add_text(tests, reading, name, name, text.at, text.len - 1);
    }
    return code;
}

/* Divides the part's points among its tests. */
static void share_points(cli_grade_tests *tests, size_t first, const grade_course *course,
                         size_t part)
{
    for (size_t i = first; i < tests->count; i++) {
        grade_test *test = &tests->tests[i];
        test->part = (int)part;
        test->hidden = course->parts[part].hidden;
        test->partial = course->parts[part].partial;
        test->rulings = course->parts[part].rulings;
        if (course->parts[part].points >= 0)
            test->points = course->parts[part].points / (double)(tests->count - first);
    }
}

int cli_grade_tests_of_course(cli_grade_tests *tests, grade_reading reading,
                              const cli_grade_course *course)
{
    int code = CLI_OK;
    *tests = (cli_grade_tests){.count = 0};
    for (size_t p = 0; p < course->course.part_count; p++) {
        const grade_part *part = &course->course.parts[p];
        size_t first = tests->count;
        for (size_t i = 0; i < part->file_count; i++)
            code =
                worse(code, add_pattern(tests, reading, course, part->files[i], part->places[i]));
        code = worse(code, add_fresh(tests, reading, &course->course, part));
        share_points(tests, first, &course->course, p);
    }
    return code;
}

void cli_grade_tests_free(cli_grade_tests *tests)
{
    for (size_t i = 0; i < tests->count; i++) {
        grade_test_free(&tests->tests[i]);
        free(tests->texts[i]);
        free(tests->names[i]);
    }
    free(tests->tests);
    free(tests->texts);
    free(tests->names);
}

bool cli_grade_report(grade_report *report, const grade_plan *plan, const grade_result *result,
                      size_t test)
{
    if (grade_report_make(report, &plan->tests[test], &result->runs[test], result->speaker,
                          &plan->scheme))
        return true;
    cli_error("not enough memory");
    return false;
}
