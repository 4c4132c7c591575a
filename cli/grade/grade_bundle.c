/* grade_bundle.c: writes a folder with which a service grades by itself: Gradescope's autograder,
 * or a template for GitHub Classroom. It contains the grader, its libraries, the tests and a course
 * file, and needs nothing else of this machine. Layer: cli. */
#include "cli/grade/grade_call.h"
#include "cli/io/format_out.h"
#include "grade/drivers.h"
#include "grade/report/class_summary.h"
#include "grade/self_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
    char folder[GRADE_PATH_LIMIT]; /* where the grader is put */
    const grade_plan *plan;
    const grade_summary *summary; /* without submissions: it only lists the parts */
    const char *title;
    bool secret; /* students cannot see the folder, so it may have hidden tests */
} bundle;

/* ---- Files ---- */

static bool path_in(const bundle *b, const char *name, char path[GRADE_PATH_LIMIT])
{
    if (snprintf(path, GRADE_PATH_LIMIT, "%s/%s", b->folder, name) < GRADE_PATH_LIMIT)
        return true;
    cli_error_of(b->folder, "%s", strerror(ENAMETOOLONG));
    return false;
}

static bool make_folder(const char *path)
{
    if (mkdir(path, 0755) == 0 || errno == EEXIST)
        return true;
    cli_error_of(path, "%s", strerror(errno));
    return false;
}

static bool make_folder_in(const bundle *b, const char *name)
{
    char path[GRADE_PATH_LIMIT];
    return path_in(b, name, path) && make_folder(path);
}

static bool put_bytes(const char *path, const char *text, size_t len, bool runs)
{
    cli_output output;
    if (!cli_output_open(&output, path))
        return false;
    fwrite(text, 1, len, output.file);
    if (!cli_output_commit(&output))
        return false;
    if (!runs || chmod(path, 0755) == 0)
        return true;
    cli_error_of(path, "%s", strerror(errno));
    return false;
}

static bool put_file(const bundle *b, const char *name, const char *text, size_t len, bool runs)
{
    char path[GRADE_PATH_LIMIT];
    return path_in(b, name, path) && put_bytes(path, text, len, runs);
}

static bool copy_file(const bundle *b, const char *source, const char *name, bool runs)
{
    char *text;
    size_t len;
    if (!cli_read_file(source, &text, &len))
        return false;
    bool ok = put_file(b, name, text, len, runs);
    free(text);
    return ok;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* Writes a script that this program contains. */
static bool put_script(const bundle *b, const char *name)
{
    const grade_driver_file *file = grade_bundle_files;
    while (file->name != NULL && strcmp(file->name, name) != 0)
        file++;
    return put_file(b, name, file->text, file->len, true);
}

static bool put_self(void *context, grade_self kind, const char *path)
{
    char name[GRADE_PATH_LIMIT];
    snprintf(name, sizeof name, "lib/%s",
             kind == GRADE_SELF_PROGRAM  ? "arbiter"
             : kind == GRADE_SELF_LOADER ? "ld.so"
                                         : base_name(path));
    return copy_file(context, path, name, kind != GRADE_SELF_LIBRARY);
}

/* ---- Tests ---- */

static bool is_shown(const bundle *b, const grade_test *test)
{
    return b->secret || !test->hidden;
}

/* Writes the tests of each part into a folder. If tests from different folders have the same name,
 * numbers precede their names. */
static bool put_tests(const bundle *b)
{
    const grade_plan *plan = b->plan;
    if (!make_folder_in(b, "tests"))
        return false;
    for (size_t t = 0; t < plan->count; t++) {
        const grade_test *test = &plan->tests[t];
        char folder[64], name[GRADE_PATH_LIMIT];
        size_t same = 0;
        for (size_t i = 0; i < t; i++)
            same += b->summary->part_of[i] == b->summary->part_of[t] &&
                    strcmp(base_name(plan->tests[i].name), base_name(test->name)) == 0;
        snprintf(folder, sizeof folder, "tests/%zu", b->summary->part_of[t] + 1);
        if (same == 0)
            snprintf(name, sizeof name, "%s/%.200s", folder, base_name(test->name));
        else
            snprintf(name, sizeof name, "%s/%zu-%.200s", folder, same + 1, base_name(test->name));
        if (is_shown(b, test) &&
            (!make_folder_in(b, folder) || !put_file(b, name, test->text, test->len, false)))
            return false;
    }
    return true;
}

/* ---- The course file ---- */

static void put_pair(FILE *out, const char *key, const char *value)
{
    if (value != NULL)
        fprintf(out, "%s = %s\n", key, value);
}

static void put_yes(FILE *out, const char *key, bool yes)
{
    if (yes)
        fprintf(out, "%s = yes\n", key);
}

/* Writes the name of a part as one word. */
static void put_word(FILE *out, const char *name)
{
    for (; *name != '\0'; name++)
        putc(strchr(" \t=#", *name) != NULL ? '-' : *name, out);
}

static void put_parts(FILE *out, const bundle *b)
{
    for (size_t p = 0; p < b->summary->part_count; p++) {
        size_t t = 0;
        while (b->summary->part_of[t] != p)
            t++;
        const grade_test *test = &b->plan->tests[t];
        const grade_part *part =
            b->plan->course != NULL && test->part >= 0 ? &b->plan->course->parts[test->part] : NULL;
        if (!is_shown(b, test))
            continue;
        fputs(test->hidden ? "hidden " : "part ", out);
        put_word(out, b->summary->parts[p].name);
        fputs(" =", out);
        if (part != NULL && part->points >= 0)
            fprintf(out, " points %.10g", part->points);
        fprintf(out, "%s%s", test->partial ? " partial" : "", test->rulings ? " rulings" : "");
        fprintf(out, " files tests/%zu/*\n", p + 1);
    }
}

static bool put_course(const bundle *b, const char *rules)
{
    const grade_plan *plan = b->plan;
    const grade_course *course = plan->course;
    const grade_limits *limits = &plan->scheme.limits;
    cli_output output;
    char path[GRADE_PATH_LIMIT];
    if (!path_in(b, "assignment.course", path) || !cli_output_open(&output, path))
        return false;
    FILE *out = output.file;
    put_pair(out, "title", b->title);
    put_pair(out, "format", course != NULL ? course->format->name : "lab3-class");
    put_pair(out, "rules", rules);
    put_pair(out, "course-files", plan->assignment.course != NULL ? "course-files" : NULL);
    if (course != NULL) {
        put_pair(out, "build", course->build);
        put_pair(out, "run", course->run);
        put_pair(out, "main", course->main);
        for (size_t i = 0; i < course->forbidden_count; i++)
            fprintf(out, "%s%s%s", i == 0 ? "forbidden = " : " ", course->forbidden[i],
                    i + 1 == course->forbidden_count ? "\n" : "");
        put_yes(out, "loose", course->loose);
    }
    fprintf(out, "time = %u\nmemory = %u\nprocesses = %u\n", limits->seconds, limits->memory,
            limits->processes - CLI_GRADE_OWN_PROCESSES);
    put_yes(out, "partial", plan->scheme.partial);
    put_yes(out, "sanitize", plan->assignment.sanitize);
    put_yes(out, "leaks", plan->assignment.leaks);
    put_yes(out, "legal-only",
            plan->count > 0 && plan->tests[0].mobility == ARB_MOBILITY_LEGAL_ONLY);
    put_parts(out, b);
    return cli_output_commit(&output);
}

/* Copies the files of the course's folder. */
static bool put_course_files(const bundle *b)
{
    const char *folder = b->plan->assignment.course;
    const struct dirent *entry;
    bool ok = true;
    DIR *dir = folder != NULL ? opendir(folder) : NULL;
    if (folder == NULL)
        return true;
    if (dir == NULL) {
        cli_error_of(folder, "cannot be opened: %s", strerror(errno));
        return false;
    }
    ok = make_folder_in(b, "course-files");
    while (ok && (entry = readdir(dir)) != NULL) {
        char source[GRADE_PATH_LIMIT], name[GRADE_PATH_LIMIT];
        struct stat status;
        if (snprintf(source, sizeof source, "%s/%s", folder, entry->d_name) < (int)sizeof source &&
            snprintf(name, sizeof name, "course-files/%s", entry->d_name) < (int)sizeof name &&
            stat(source, &status) == 0 && S_ISREG(status.st_mode))
            ok = copy_file(b, source, name, false);
    }
    closedir(dir);
    return ok;
}

/* Writes what has to be installed where the submissions are built and run. */
static bool put_packages(const bundle *b)
{
    const grade_course *course = b->plan->course;
    bool java = course != NULL && strstr(course->format->name, "java") != NULL;
    bool any = course != NULL && course->format->hand == GRADE_HAND_PROGRAM;
    const char *packages = java  ? "bubblewrap default-jdk-headless\n"
                           : any ? "bubblewrap gcc g++ make python3 default-jdk-headless nodejs\n"
                                 : "bubblewrap g++\n";
    return put_file(b, "packages", packages, strlen(packages), false);
}

/* ---- The whole ---- */

static bool put_grader(const bundle *b, const char *rules_file)
{
    bool own_rules = rules_file != NULL;
    const char *rules = own_rules ? "assignment.rules" : b->plan->tests[0].rules->name;
    return make_folder(b->folder) && make_folder_in(b, "lib") &&
           grade_self_files(put_self, (void *)b) && put_script(b, "arbiter") &&
           put_script(b, "setup.sh") && put_packages(b) && put_tests(b) && put_course_files(b) &&
           (!own_rules || copy_file(b, rules_file, rules, false)) && put_course(b, rules);
}

static bool put_github(const char *folder, bundle *b, const char *rules_file)
{
    static const char *const inner[] = {"", "/.github", "/.github/workflows", NULL};
    const grade_driver_file *workflow = grade_bundle_files;
    char path[GRADE_PATH_LIMIT];
    for (size_t i = 0; inner[i] != NULL; i++) {
        if (snprintf(path, sizeof path, "%s%s", folder, inner[i]) >= (int)sizeof path) {
            cli_error_of(folder, "%s", strerror(ENAMETOOLONG));
            return false;
        }
        if (!make_folder(path))
            return false;
    }
    while (strcmp(workflow->name, "classroom.yml") != 0)
        workflow++;
    if (snprintf(path, sizeof path, "%s/.github/workflows/classroom.yml", folder) >=
            (int)sizeof path ||
        snprintf(b->folder, sizeof b->folder, "%s/.github/arbiter", folder) >=
            (int)sizeof b->folder) {
        cli_error_of(folder, "%s", strerror(ENAMETOOLONG));
        return false;
    }
    return put_bytes(path, workflow->text, workflow->len, false) && put_grader(b, rules_file) &&
           put_script(b, "grade");
}

static size_t count_hidden(const grade_plan *plan)
{
    size_t count = 0;
    for (size_t t = 0; t < plan->count; t++)
        count += plan->tests[t].hidden;
    return count;
}

int cli_grade_bundle(const cli_args *args, const grade_plan *plan, const char *rules_file)
{
    const char *gradescope = cli_value(args, "gradescope-bundle");
    const char *github = cli_value(args, "github-bundle");
    grade_summary summary;
    bundle b = {.plan = plan,
                .summary = &summary,
                .title = cli_grade_title(args, plan),
                .secret = gradescope != NULL};
    if (b.title[strcspn(b.title, "#\n")] != '\0')
        return cli_usage(args->command, "a bundle's title has no # in it");
    if (!b.secret && count_hidden(plan) == plan->count)
        return cli_usage(args->command, "every test is hidden: students would see all of them");
    if (!grade_summary_make(&summary, plan, &(grade_class){.count = 0})) {
        cli_error("not enough memory");
        return CLI_INTERNAL;
    }
    bool ok;
    if (b.secret) {
        snprintf(b.folder, sizeof b.folder, "%s", gradescope);
        ok = put_grader(&b, rules_file) && put_script(&b, "run_autograder");
    } else
        ok = put_github(github, &b, rules_file);
    size_t hidden = b.secret ? 0 : count_hidden(plan);
    if (ok && hidden > 0)
        cli_error("%zu hidden test%s left out: students can read what is in their repository",
                  hidden, hidden == 1 ? " is" : "s are");
    grade_summary_free(&summary);
    return ok ? CLI_OK : CLI_INTERNAL;
}
