/* submission.c: copies what was handed in, compiles it, and makes it ready to be asked. Layer:
 * grade. */
#include "grade/intake/submission_parts.h"

#include "grade/drivers.h"
#include "grade/intake/archive.h"
#include "grade/intake/intake.h"
#include "grade/sandbox/pipe.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define INSIDE "/lab3/"
#define SANITIZE "-fsanitize=address,undefined -DLAB3_SANITIZED"

static const char *program_in(const char *folder)
{
    return grade_is_file_in(folder, "lab3", true)    ? "./lab3"
           : grade_is_file_in(folder, "chess", true) ? "./chess"
                                                     : NULL;
}

static bool ends_with(const char *text, const char *end)
{
    size_t len = strlen(text), size = strlen(end);
    return len > size && strcmp(text + len - size, end) == 0;
}

/* ---- What is handed in for a format, and how it is built ---- */

typedef struct {
    const char *script;         /* the driver script that builds it */
    const char *const *marks;   /* files that show where the work is */
    const char *missing;        /* the message if there are none */
    grade_root_kind build, run; /* what the build and the tests see of the system */
} recipe;

static const recipe *recipe_of(const grade_assignment *assignment)
{
    static const char *const lab_marks[] = {"ChessBoard.hh", "ChessBoard.cc", NULL};
    static const char *const narrate_marks[] = {"ChessBoard.h", "ChessBoard.hh", "ChessBoard.hpp",
                                                NULL};
    static const char *const comp250_marks[] = {"Game.java", NULL};
    static const char *const marks[] = {"*.java", "*.cc", "*.cpp", "*.cxx", "*.c",   "*.py", "*.js",
                                        "*.rb",   "*.pl", "*.jar", "lab3",  "chess", "*.sh", NULL};
    static const recipe lab = {"build_class", lab_marks, "there is no ChessBoard.hh in it",
                               GRADE_ROOT_BUILD, GRADE_ROOT_RUN};
    static const recipe narrate = {"build_narrate", narrate_marks, "there is no ChessBoard.h in it",
                                   GRADE_ROOT_WORKSHOP, GRADE_ROOT_RUN};
    static const recipe comp250 = {"build_comp250", comp250_marks, "there is no Game.java in it",
                                   GRADE_ROOT_WORKSHOP, GRADE_ROOT_SHELL};
    static const recipe program = {"build_program", marks, "there is no program in it",
                                   GRADE_ROOT_WORKSHOP, GRADE_ROOT_SHELL};
    const grade_format *format = assignment->format;
    if (format == NULL || (format->questions == GRADE_ASK_LAB && format->hand == GRADE_HAND_CLASS))
        return &lab;
    return format->hand != GRADE_HAND_CLASS         ? &program
           : format->questions == GRADE_ASK_NARRATE ? &narrate
                                                    : &comp250;
}

/* Finds the folder with the work: that of the main file which the course names, else the first with
 * a file of the format. */
static bool find_folder(const char *folder, const grade_assignment *assignment, grade_found *found)
{
    char pattern[128];
    const char *const main[] = {pattern, NULL};
    if (assignment->main != NULL &&
        snprintf(pattern, sizeof pattern, "%s.*", assignment->main) < (int)sizeof pattern &&
        grade_find_work(folder, main, false, found))
        return true;
    return grade_find_work(folder, recipe_of(assignment)->marks, assignment->bonus, found);
}

/* Can this be a submission to a course that names its format? */
static bool guess_of_course(const char *path, const grade_assignment *assignment,
                            const struct stat *status, grade_way *way)
{
    grade_found found;
    char archive[GRADE_PATH_LIMIT];
    bool file = S_ISREG(status->st_mode);
    *way = assignment->format->hand == GRADE_HAND_LIBRARY   ? GRADE_BY_LIBRARY
           : assignment->format->hand == GRADE_HAND_PROGRAM ? GRADE_BY_SOURCE
                                                            : GRADE_BY_CLASS;
    if (*way == GRADE_BY_LIBRARY)
        return file && ends_with(path, ".so");
    if (file)
        return grade_is_archive(path) || *way == GRADE_BY_SOURCE;
    return S_ISDIR(status->st_mode) &&
           (find_folder(path, assignment, &found) || grade_find_archive(path, archive));
}

bool grade_source_guess(const char *path, const grade_assignment *assignment, grade_way *way)
{
    struct stat status;
    grade_found found;
    char archive[GRADE_PATH_LIMIT];
    if (stat(path, &status) != 0)
        return false;
    if (assignment->format != NULL)
        return guess_of_course(path, assignment, &status, way);
    if (S_ISREG(status.st_mode)) {
        bool packed = grade_is_archive(path);
        *way = ends_with(path, ".so") ? GRADE_BY_LIBRARY
               : packed               ? GRADE_BY_CLASS
                                      : GRADE_BY_FOLDER;
        return *way != GRADE_BY_FOLDER || (status.st_mode & 0111) != 0;
    }
    if (!S_ISDIR(status.st_mode))
        return false;
    bool program = program_in(path) != NULL;
    bool class =
        find_folder(path, assignment, &found) || (!program && grade_find_archive(path, archive));
    *way = class && !(program && found.folder[0] != '\0') ? GRADE_BY_CLASS : GRADE_BY_FOLDER;
    return class || program;
}

/* ---- Building ---- */

char *grade_new_path(grade_submission *s)
{
    return s->paths[s->path_count++];
}

bool grade_not_copied(grade_submission *s)
{
    snprintf(s->log, sizeof s->log, "%s", s->stage.error);
    return false;
}

bool grade_add_bind(grade_submission *s, const char *staged, const char *dest, bool writable)
{
    grade_job *job = &s->actor.job;
    char *source = grade_new_path(s);
    if (!grade_stage_path(&s->stage, staged, source, GRADE_PATH_LIMIT))
        return false;
    s->binds[job->bind_count++] = (grade_bind){source, dest, writable};
    job->binds = s->binds;
    return true;
}

/* Writes the course's forbidden patterns, a line each, for check_forbidden. */
static bool write_forbidden(grade_submission *s)
{
    const grade_assignment *assignment = s->assignment;
    grade_bytes text = {.len = 0};
    bool ok = true;
    for (size_t i = 0; ok && i < assignment->forbidden_count; i++)
        ok = grade_bytes_add(&text, assignment->forbidden[i], strlen(assignment->forbidden[i])) &&
             grade_bytes_add(&text, "\n", 1);
    ok = ok &&
         (text.len == 0 || grade_stage_write(&s->stage, "build/forbidden", text.text, text.len));
    grade_bytes_free(&text);
    return ok;
}

static bool write_drivers(grade_submission *s)
{
    if (!grade_stage_folder(&s->stage, "build"))
        return false;
    for (const grade_driver_file *file = grade_driver_files; file->name != NULL; file++) {
        char name[64];
        bool course = strcmp(file->name, "Chess.h") == 0;
        if (course && s->actor.questions != GRADE_ASK_LAB)
            continue;
        snprintf(name, sizeof name, "%s/%s", course ? "submission" : "build", file->name);
        if (!grade_stage_write(&s->stage, name, file->text, file->len))
            return false;
    }
    return write_forbidden(s);
}

/* Compilers need more than the programs of students. On a busy machine they may have to wait, which
 * is not the student's fault, so the wall-clock limit is five times the processor limit. */
static grade_limits limits_of_compiler(void)
{
    return (grade_limits){
        .seconds = 60, .clock = 300, .memory = 4096, .processes = 64, .file = 256};
}

/* Notes why the submission was not built. This is its own fault, so it counts as graded. */
static bool not_built(grade_submission *s, const char *why)
{
    snprintf(s->log, sizeof s->log, "%s", why);
    s->built = false;
    return true;
}

/* Handles a copy that failed. If the submission is at fault, it counts as not built; if the machine
 * is, nothing can be graded. */
static bool not_staged(grade_submission *s)
{
    return s->stage.at_fault ? not_built(s, s->stage.error) : grade_not_copied(s);
}

/* The build scripts list files that were left out because they do not compile; the report mentions
 * them. */
static void keep_left_out(grade_submission *s)
{
    static const char mark[] = "left out: ";
    const char *names = s->log + sizeof mark - 1;
    size_t len = strlen(s->taken);
    if (!s->built || strncmp(s->log, mark, sizeof mark - 1) != 0)
        return;
    snprintf(s->taken + len, sizeof s->taken - len, "%s%.*s, which does not compile",
             len > 0 ? ", without " : "all but ", (int)strcspn(names, "\n"), names);
    s->log[0] = '\0';
}

static bool compile(grade_submission *s, const grade_sandbox *sandbox, grade_root_kind root,
                    const char *const *argv, const atomic_int *stop)
{
    grade_job job = s->actor.job;
    int code = 0;
    if (s->assignment->forbidden_count > 0)
        root = GRADE_ROOT_WORKSHOP; /* the check needs more than a compiler */
    job.argv = argv;
    job.root = root;
    job.limits = limits_of_compiler();
    if (root == GRADE_ROOT_WORKSHOP)
        job.limits.address = GRADE_ANY_ADDRESS;
    grade_ending ending = grade_run_plain(sandbox, &job, stop, s->log, sizeof s->log, &code);
    s->built = ending == GRADE_PASSED && code == 0;
    if (ending == GRADE_FAILED)
        return false;
    size_t len = strlen(s->log);
    if (ending == GRADE_TIMEOUT)
        snprintf(s->log + len, sizeof s->log - len, "compiling took longer than %u s",
                 job.limits.seconds);
    else if (!s->built && len == 0)
        snprintf(s->log, sizeof s->log, "the compiler ended with code %d", code);
    keep_left_out(s);
    return true;
}

/* The course's files replace handed-in ones of the same name. */
static bool add_course_files(grade_submission *s, const char *folder)
{
    DIR *dir = folder != NULL ? opendir(folder) : NULL;
    const struct dirent *entry;
    bool ok = true;
    if (folder != NULL && dir == NULL) {
        snprintf(s->stage.error, sizeof s->stage.error,
                 "%.1000s: the course's files cannot be read", folder);
        return false;
    }
    while (ok && dir != NULL && (entry = readdir(dir)) != NULL) {
        char name[GRADE_PATH_LIMIT], path[GRADE_PATH_LIMIT], target[GRADE_PATH_LIMIT];
        if (!grade_is_file_in(folder, entry->d_name, false) ||
            !grade_path_join(name, "submission", entry->d_name) ||
            !grade_path_join(path, folder, entry->d_name) ||
            !grade_stage_path(&s->stage, name, target, sizeof target))
            continue;
        unlink(target);
        ok = grade_stage_copy(&s->stage, path, name);
    }
    if (dir != NULL)
        closedir(dir);
    return ok;
}

/* Puts the submission and a folder `build` beside each other in the sandbox and runs `argv`, which
 * builds. Only `build` can be written, and only while building. */
static bool build(grade_submission *s, const grade_sandbox *sandbox, grade_root_kind root,
                  const char *const *argv, const atomic_int *stop)
{
    grade_job *job = &s->actor.job;
    char *open_folder = grade_new_path(s);
    if (!write_drivers(s) || !add_course_files(s, s->assignment->course) ||
        !grade_stage_give(&s->stage, "build", grade_user_of(sandbox, job->slot)))
        return not_staged(s);
    grade_stage_path(&s->stage, "submission", open_folder, GRADE_PATH_LIMIT);
    job->folder = INSIDE "submission";
    job->open_folder = open_folder;
    job->copied = true;
    if (!grade_add_bind(s, "submission", INSIDE "submission", false) ||
        !grade_add_bind(s, "build", INSIDE "build", true))
        return false;
    bool ok = compile(s, sandbox, root, argv, stop);
    s->binds[1].writable = false;
    return ok;
}

/* Tests run our driver, which was compiled with the submission and tells in which call it
 * crashes. */
static void use_driver(grade_submission *s)
{
    static const char *const locate[] = {"/usr/bin/addr2line", "-e", "../build/driver", NULL};
    s->driven = true;
    s->actor.speaker = GRADE_DRIVER;
    s->argv[0] = "../build/driver";
    s->argv[1] = s->assignment->leaks ? "leaks" : NULL;
    memcpy(s->locate, locate, sizeof locate);
    s->actor.locate = s->locate;
}

/* Tests run the script that the build wrote. */
static void use_script(grade_submission *s, const char *script)
{
    s->argv[0] = "/bin/sh";
    s->argv[1] = script;
    if (grade_stage_has(&s->stage, "build/java"))
        s->actor.job.limits.address = GRADE_ANY_ADDRESS;
}

/* Finds the work in a folder, or in an archive, which it unpacks first. Returns false if there is
 * none; else *path is the folder of the work. */
static bool find_work(grade_submission *s, const char *what, char path[GRADE_PATH_LIMIT])
{
    const grade_assignment *assignment = s->assignment;
    char archive[GRADE_PATH_LIMIT], unpacked[GRADE_PATH_LIMIT];
    struct stat status;
    grade_found found;
    bool packed = stat(what, &status) == 0 && S_ISREG(status.st_mode);
    if (packed)
        snprintf(archive, sizeof archive, "%s", what);
    else if (!find_folder(what, assignment, &found))
        packed = grade_find_archive(what, archive);
    if (packed) {
        if (!grade_archive_unpack(&s->stage, archive, "unpacked") ||
            !grade_stage_path(&s->stage, "unpacked", unpacked, sizeof unpacked))
            return false;
        what = unpacked;
    }
    if (!find_folder(what, assignment, &found)) {
        s->stage.at_fault = true;
        snprintf(s->stage.error, sizeof s->stage.error, "%s", recipe_of(assignment)->missing);
        return false;
    }
    if (packed || found.folder[0] != '\0') {
        const char *slash = packed ? strrchr(archive, '/') : NULL;
        snprintf(s->taken, sizeof s->taken, "%.160s%s%.160s%s%.160s",
                 packed ? (slash != NULL ? slash + 1 : archive) : "",
                 packed && found.folder[0] ? ": " : "", found.folder,
                 found.other[0] ? ", not " : "", found.other);
    }
    return found.folder[0] == '\0' ? grade_path_join(path, "", what)
                                   : grade_path_join(path, what, found.folder);
}

static bool open_class(grade_submission *s, const grade_sandbox *sandbox, const char *what,
                       const atomic_int *stop)
{
    char folder[GRADE_PATH_LIMIT], script[64];
    const recipe *how = recipe_of(s->assignment);
    const char *const argv[] = {"/bin/sh", script, "../build",
                                s->assignment->sanitize ? SANITIZE : NULL, NULL};
    snprintf(script, sizeof script, "../build/%s", how->script);
    if (!find_work(s, what, folder) || !grade_stage_copy(&s->stage, folder, "submission"))
        return not_staged(s);
    if (how->build == GRADE_ROOT_BUILD && !grade_is_file_in(folder, "ChessBoard.hh", false))
        return not_built(s, how->missing);
    bool ok = build(s, sandbox, how->build, argv, stop);
    s->actor.job.root = how->run;
    if (how->run == GRADE_ROOT_SHELL)
        use_script(s, "../build/run");
    else
        use_driver(s);
    return ok;
}

/* Copies the work to `submission`; a single file is put into that folder. */
static bool copy_source(grade_submission *s, const char *what)
{
    char folder[GRADE_PATH_LIMIT], name[GRADE_PATH_LIMIT];
    struct stat status;
    const char *slash = strrchr(what, '/');
    if (stat(what, &status) == 0 && S_ISREG(status.st_mode) && !grade_is_archive(what))
        return grade_path_join(name, "submission", slash != NULL ? slash + 1 : what) &&
               grade_stage_folder(&s->stage, "submission") &&
               grade_stage_copy(&s->stage, what, name);
    return find_work(s, what, folder) && grade_stage_copy(&s->stage, folder, "submission");
}

static const char *or_nothing(const char *text)
{
    return text != NULL ? text : "";
}

static bool open_source(grade_submission *s, const grade_sandbox *sandbox, const char *what,
                        const atomic_int *stop)
{
    const grade_assignment *assignment = s->assignment;
    const char *const argv[] = {
        "/bin/sh",
        "../build/build_program",
        "../build",
        or_nothing(assignment->main),
        or_nothing(assignment->build),
        or_nothing(assignment->run),
        NULL,
    };
    if (!copy_source(s, what))
        return not_staged(s);
    bool ok = build(s, sandbox, GRADE_ROOT_WORKSHOP, argv, stop);
    s->actor.job.root = GRADE_ROOT_SHELL;
    use_script(s, s->actor.questions == GRADE_ASK_MOVES ? "../build/ask_files" : "../build/run");
    return ok;
}

static bool open_library(grade_submission *s, const grade_sandbox *sandbox, const char *file,
                         const atomic_int *stop)
{
    static const char *const argv[] = {"/bin/sh", "../build/build_library", "../build", NULL};
    if (!grade_stage_folder(&s->stage, "submission") ||
        !grade_stage_copy(&s->stage, file, "submission/submission.so"))
        return not_staged(s);
    bool ok = build(s, sandbox, GRADE_ROOT_BUILD, argv, stop);
    use_driver(s);
    s->argv[1] = "./submission.so";
    return ok;
}

static bool open_folder(grade_submission *s, const char *folder)
{
    grade_job *job = &s->actor.job;
    struct stat status;
    bool alone = stat(folder, &status) == 0 && S_ISREG(status.st_mode);
    const char *program = alone ? "./lab3" : program_in(folder);
    char *open_path = grade_new_path(s);
    bool copied = alone ? grade_stage_folder(&s->stage, "submission") &&
                              grade_stage_copy(&s->stage, folder, "submission/lab3")
                        : grade_stage_copy(&s->stage, folder, "submission");
    if (!copied)
        return not_staged(s);
    job->root = GRADE_ROOT_SHELL;
    grade_stage_path(&s->stage, "submission", open_path, GRADE_PATH_LIMIT);
    job->folder = INSIDE "submission";
    job->open_folder = open_path;
    job->copied = true;
    s->argv[0] = program;
    s->built = program != NULL;
    if (!s->built)
        snprintf(s->log, sizeof s->log, "there is no program lab3 or chess in it");
    return grade_add_bind(s, "submission", INSIDE "submission", false);
}

bool grade_submission_open(grade_submission *s, const grade_sandbox *sandbox,
                           const grade_source *source, const grade_assignment *assignment,
                           grade_limits limits, unsigned slot, const atomic_int *stop)
{
    *s = (grade_submission){.assignment = assignment,
                            .actor = {.job = {.limits = limits, .slot = slot}}};
    if (assignment->format != NULL)
        s->actor.questions = assignment->format->questions;
    s->actor.job.argv = s->argv;
    if (!grade_stage_open(&s->stage))
        return grade_not_copied(s);
    switch (source->way) {
    case GRADE_BY_PROGRAM:
        return grade_open_command(s, sandbox, source->what, s->actor.questions == GRADE_ASK_MOVES);
    case GRADE_BY_LIBRARY:
        return open_library(s, sandbox, source->what, stop);
    case GRADE_BY_CLASS:
        return open_class(s, sandbox, source->what, stop);
    case GRADE_BY_SOURCE:
        return open_source(s, sandbox, source->what, stop);
    case GRADE_BY_FOLDER:
        break;
    }
    return open_folder(s, source->what);
}

void grade_submission_close(grade_submission *s)
{
    grade_stage_close(&s->stage);
}
