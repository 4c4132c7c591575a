/* grade_generate.c: `arbiter grade --generate`: writes fresh tests into a folder, and reports what
 * they exercise. Layer: cli. */
#include "cli/grade/grade_call.h"
#include "cli/io/format_out.h"
#include "common/number.h"
#include "grade/generate/generate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Reads a size such as "8x8": rows and columns. */
static bool read_size(const char *text, arb_size *size)
{
    uint64_t rows = 0, columns = 0;
    size_t digits = number_read(text, strlen(text), ARB_SIDE_LIMIT, &rows);
    if (rows < 1 || text[digits] != 'x' ||
        !number_whole(text + digits + 1, ARB_SIDE_LIMIT, &columns))
        return false;
    *size = (arb_size){(uint8_t)columns, (uint8_t)rows};
    return columns >= 1;
}

static int read_recipe(const cli_args *args, grade_recipe *recipe, unsigned *count)
{
    const char *size = cli_value(args, "size"), *seed = cli_value(args, "seed");
    long number, part;
    if (!cli_number(args, "generate", 1, 100000, 1, &number) ||
        !cli_number(args, "part", 1, GRADE_PART_BONUS, 3, &part))
        return CLI_USAGE;
    *recipe = (grade_recipe){.part = (int)part, .size = {8, 8}, .seed = 1};
    *count = (unsigned)number;
    if (size != NULL && !read_size(size, &recipe->size))
        return cli_usage(args->command, "--size is rows and columns, as in 8x8, each 1 to 32");
    if (seed != NULL && !number_whole(seed, UINT64_MAX, &recipe->seed))
        return cli_usage(args->command, "--seed is a whole number");
    if (part == 4 && (recipe->size.files != 8 || recipe->size.ranks != 8))
        return cli_usage(args->command, "part 4, castling, is played on 8x8 only");
    return args->count <= 1 ? CLI_OK : cli_usage(args->command, "one folder takes the tests");
}

static int write_test(const grade_recipe *recipe, const char *folder, unsigned number,
                      grade_coverage *coverage)
{
    char path[GRADE_PATH_LIMIT], name[64];
    cli_output output;
    if (recipe->part == GRADE_PART_BONUS)
        snprintf(name, sizeof name, "bonus_%dx%d_%u.txt", recipe->size.ranks, recipe->size.files,
                 number);
    else
        snprintf(name, sizeof name, "part%d_%dx%d_%u.txt", recipe->part, recipe->size.ranks,
                 recipe->size.files, number);
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) {
        cli_error_of(folder, "a path too long");
        return CLI_BAD_INPUT;
    }
    if (!cli_output_open(&output, path))
        return CLI_INTERNAL;
    fmt_out out = cli_format_out(output.file);
    grade_themes themes = grade_generate(recipe, number, coverage, &out);
    printf("%s:", name);
    bool first = true;
    for (int i = 0; i < GRADE_T_COUNT; i++)
        if ((themes & grade_theme_bit((grade_theme)i)) != 0) {
            printf("%s %s", first ? "" : ",", grade_theme_name((grade_theme)i));
            first = false;
        }
    putchar('\n');
    return cli_output_commit(&output) ? CLI_OK : CLI_INTERNAL;
}

static void put_coverage(const grade_recipe *recipe, const grade_coverage *coverage)
{
    grade_themes wanted = grade_themes_of_part(recipe->part, recipe->size);
    printf("\n%-46s %7s %9s\n", "rule", "files", "calls");
    for (int i = 0; i < GRADE_T_COUNT; i++)
        if ((wanted & grade_theme_bit((grade_theme)i)) != 0)
            printf("%-46s %7u %9u\n", grade_theme_name((grade_theme)i), coverage->files[i],
                   coverage->calls[i]);
    printf("\n%-46s %9s %9s\n", "verdict", "movePiece", "in scans");
    for (int i = 0; i < ARB_V_COUNT; i++)
        if (coverage->moves[i] + coverage->scanned[i] > 0)
            printf("%-46s %9u %9u\n", arb_verdict_name((arb_verdict_code)i), coverage->moves[i],
                   coverage->scanned[i]);
    fputs("\nnot covered:", stdout);
    bool none = true;
    for (int i = 0; i < GRADE_T_COUNT; i++)
        if ((wanted & grade_theme_bit((grade_theme)i)) != 0 && coverage->files[i] == 0) {
            printf("%s %s", none ? "" : ",", grade_theme_name((grade_theme)i));
            none = false;
        }
    puts(none ? " nothing" : "");
}

/* Writes the fresh tests of a course's parts, as many as each part wants. */
static int generate_course(const cli_args *args, const char *folder)
{
    cli_grade_course course = {.folder = ""};
    cli_grade_tests tests;
    arb_rules storage;
    long number;
    if (!cli_number(args, "generate", 1, 1000, 1, &number))
        return CLI_USAGE;
    int code = cli_grade_course_read(args, &course);
    if (code != CLI_OK)
        return code;
    grade_reading reading = {.questions = course.course.format->questions,
                             .rules = cli_rules(course.course.rules, &storage)};
    for (size_t i = 0; i < course.course.part_count; i++) {
        course.course.parts[i].file_count = 0;
        if (course.course.parts[i].generate > 0)
            course.course.parts[i].generate = (unsigned)number;
    }
    code =
        reading.rules != NULL ? cli_grade_tests_of_course(&tests, reading, &course) : CLI_BAD_INPUT;
    for (size_t i = 0; code == CLI_OK && i < tests.count; i++) {
        char path[GRADE_PATH_LIMIT];
        cli_output output;
        snprintf(path, sizeof path, "%s/%s", folder, tests.tests[i].name);
        if (!cli_output_open(&output, path))
            code = CLI_INTERNAL;
        else {
            fwrite(tests.texts[i], 1, tests.tests[i].len, output.file);
            code = cli_output_commit(&output) ? CLI_OK : CLI_INTERNAL;
            puts(tests.tests[i].name);
        }
    }
    if (reading.rules != NULL)
        cli_grade_tests_free(&tests);
    grade_course_free(&course.course);
    return code;
}

int cli_grade_generate(const cli_args *args)
{
    grade_recipe recipe;
    grade_coverage coverage = {.files = {0}};
    unsigned count = 0;
    const char *folder = args->count > 0 ? args->words[0] : ".";
    int code = cli_given(args, "course") ? CLI_OK : read_recipe(args, &recipe, &count);
    if (code != CLI_OK)
        return code;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        cli_error_of(folder, "%s", strerror(errno));
        return CLI_BAD_INPUT;
    }
    if (cli_given(args, "course"))
        return generate_course(args, folder);
    cli_progress progress = cli_progress_begin();
    for (unsigned number = 1; number <= count && code == CLI_OK; number++) {
        code = write_test(&recipe, folder, number, &coverage);
        cli_progress_show(&progress, number, count);
    }
    cli_progress_end(&progress);
    if (code == CLI_OK)
        put_coverage(&recipe, &coverage);
    return code;
}
