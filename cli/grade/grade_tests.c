/* grade_tests.c: the tests of a call of grade. Layer: cli. */
#include "cli/grade/grade_call.h"

#include <stdlib.h>

int cli_grade_tests_read(cli_grade_tests *tests, grade_reading reading, char **files, size_t count)
{
    fmt_error error;
    int code = CLI_OK;
    *tests = (cli_grade_tests){.tests = calloc(count + 1, sizeof *tests->tests),
                               .texts = calloc(count + 1, sizeof *tests->texts)};
    if (tests->tests == NULL || tests->texts == NULL) {
        cli_error("not enough memory");
        return CLI_INTERNAL;
    }
    for (size_t i = 0; i < count; i++) {
        size_t len;
        const char *name = cli_file_name(files[i]);
        char **text = &tests->texts[tests->count];
        if (!cli_read_file(files[i], text, &len)) {
            code = CLI_BAD_INPUT;
            continue;
        }
        if (grade_test_read(&tests->tests[tests->count], reading, name, *text, len, &error)) {
            tests->count++;
            continue;
        }
        cli_error_at(name, error.line, error.column, "%s", error.text);
        free(*text);
        *text = NULL;
        code = CLI_BAD_INPUT;
    }
    return code;
}

void cli_grade_tests_free(cli_grade_tests *tests)
{
    for (size_t i = 0; i < tests->count; i++) {
        grade_test_free(&tests->tests[i]);
        free(tests->texts[i]);
    }
    free(tests->tests);
    free(tests->texts);
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

bool cli_grade_total(const grade_plan *plan, const grade_result *result, grade_total *total)
{
    *total = (grade_total){.tests = 0};
    for (size_t i = 0; i < plan->count; i++) {
        grade_report report;
        if (!cli_grade_report(&report, plan, result, i))
            return false;
        grade_total_add(total, &report);
    }
    return true;
}
