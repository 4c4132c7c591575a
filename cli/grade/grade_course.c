/* grade_course.c: reads the course that a call of grade names. Layer: cli. */
#include "cli/grade/grade_call.h"
#include "common/number.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void say_mistake(void *context, const fmt_error *mistake)
{
    cli_error_at(context, mistake->line, mistake->column, "%s", mistake->text);
}

static int read_text(const char *name, grade_course *course, const char *text, size_t len)
{
    return grade_course_read(course, text, len, say_mistake, (void *)name) ? CLI_OK : CLI_BAD_INPUT;
}

static int no_such_course(const char *name)
{
    cli_nearest nearest = cli_nearest_to(name);
    for (size_t i = 0; grade_course_name(i) != NULL; i++)
        cli_nearest_try(&nearest, grade_course_name(i));
    if (nearest.name != NULL)
        cli_error("there is no course or file '%s'; did you mean '%s'?", name, nearest.name);
    else
        cli_error("there is no course or file '%s'; 'arbiter help grade' lists the courses", name);
    return CLI_BAD_INPUT;
}

static int read_named(const char *name, cli_grade_course *course)
{
    const char *shipped = grade_course_shipped(name);
    char *text = NULL;
    size_t len;
    if (shipped != NULL) {
        int code = read_text(name, &course->course, shipped, strlen(shipped));
        course->course.name = name;
        return code;
    }
    if (strcmp(name, "-") != 0 && access(name, F_OK) != 0)
        return no_such_course(name);
    if (!cli_read_file(name, &text, &len))
        return CLI_BAD_INPUT;
    const char *slash = strrchr(name, '/');
    snprintf(course->folder, sizeof course->folder, "%.*s",
             slash != NULL ? (int)(slash - name) + 1 : 0, name);
    course->file = cli_file_name(name);
    int code = read_text(course->file, &course->course, text, len);
    free(text);
    return code;
}

const char *cli_grade_course_path(const cli_grade_course *course, const char *path, char *buf,
                                  size_t cap)
{
    snprintf(buf, cap, "%s%s", path[0] == '/' ? "" : course->folder, path);
    return buf;
}

int cli_grade_course_read(const cli_args *args, cli_grade_course *course)
{
    const char *seed = cli_value(args, "seed");
    int code = read_named(cli_value(args, "course"), course);
    if (code != CLI_OK)
        return code;
    if (course->course.part_count == 0 && args->count == 0)
        return cli_usage(args->command, "the course has no part, and no test FILE is named");
    if (course->course.roster != NULL)
        course->course.roster = cli_grade_course_path(course, course->course.roster, course->roster,
                                                      sizeof course->roster);
    if (course->course.seed == 0)
        course->course.seed = 1;
    if (seed != NULL && !number_whole(seed, UINT64_MAX, &course->course.seed))
        return cli_usage(args->command, "--seed is a whole number");
    return CLI_OK;
}
