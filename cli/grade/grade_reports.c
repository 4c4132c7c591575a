/* grade_reports.c: writes a folder of reports: an overview for staff, a page and a text for each
 * student. Layer: cli. */
#include "cli/grade/page.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

void cli_grade_file_name(const char *name, size_t index, const char *end,
                         char file[CLI_GRADE_FILE_NAME])
{
    int len = snprintf(file, CLI_GRADE_FILE_NAME, "%s%s", name, end);
    if (len >= CLI_GRADE_FILE_NAME - 32) /* its temporary name is longer */
        snprintf(file, CLI_GRADE_FILE_NAME, "submission-%zu%s", index + 1, end);
}

static bool make_folder(const char *path)
{
    if (mkdir(path, 0755) == 0 || errno == EEXIST)
        return true;
    cli_error_of(path, "%s", strerror(errno));
    return false;
}

static bool path_in(char *path, size_t cap, const char *folder, const char *name)
{
    if (snprintf(path, cap, "%s/%s", folder, name) < (int)cap)
        return true;
    cli_error_of(folder, "%s", strerror(ENAMETOOLONG));
    return false;
}

static bool put_text(const char *path, const grade_summary *summary, const grade_student *student,
                     const char *title)
{
    cli_output output;
    grade_total total;
    char note[CLI_GRADE_NOTE];
    const char *said = cli_grade_note(student->entry, note);
    if (!cli_output_open(&output, path))
        return false;
    cli_safe_text(output.file, title, strlen(title));
    fputs(": ", output.file);
    cli_safe_text(output.file, student->entry->name, strlen(student->entry->name));
    fputs("\n", output.file);
    if (said[0] != '\0') {
        cli_safe_text(output.file, said, strcspn(said, "\n"));
        fputs("\n", output.file);
    }
    fputs("\n", output.file);
    if (student->state < GRADE_S_NOT_BUILT ||
        cli_grade_put_text(output.file, summary->plan, &student->entry->result, false, &total))
        return cli_output_commit(&output);
    cli_output_abandon(&output);
    return false;
}

static bool put_student(const char *folder, const grade_summary *summary, size_t index,
                        const char *title)
{
    const grade_student *student = &summary->students[index];
    char name[CLI_GRADE_FILE_NAME], path[GRADE_PATH_LIMIT];
    cli_grade_file_name(student->entry->name, index, ".html", name);
    if (!path_in(path, sizeof path, folder, name) ||
        !cli_page_student(path, summary, student, title))
        return false;
    cli_grade_file_name(student->entry->name, index, ".txt", name);
    return path_in(path, sizeof path, folder, name) && put_text(path, summary, student, title);
}

bool cli_grade_put_reports(const char *folder, const grade_summary *summary, const char *title,
                           bool overview)
{
    static const char students[] = "students";
    char path[GRADE_PATH_LIMIT];
    if (!path_in(path, sizeof path, folder, students) || !make_folder(folder) || !make_folder(path))
        return false;
    for (size_t i = 0; i < summary->count; i++)
        if (!put_student(path, summary, i, title))
            return false;
    return !overview || (path_in(path, sizeof path, folder, "index.html") &&
                         cli_page_overview(path, summary, title, students));
}
