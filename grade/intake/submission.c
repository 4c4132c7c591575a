/* submission.c: what was handed in, copied, compiled and ready to be asked. Layer: grade. */
#include "grade/intake/submission.h"

#include "grade/drivers.h"
#include "grade/intake/archive.h"
#include "grade/intake/intake.h"

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

bool grade_source_guess(const char *path, grade_way *way)
{
    struct stat status;
    grade_found found;
    char archive[GRADE_PATH_LIMIT];
    if (stat(path, &status) != 0)
        return false;
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
    bool class = grade_find_class(path, false, &found) ||
                 (!program && grade_find_archive(path, archive, sizeof archive));
    *way = class && !(program && found.folder[0] != '\0') ? GRADE_BY_CLASS : GRADE_BY_FOLDER;
    return class || program;
}

/* ---- Building ---- */

static char *new_path(grade_submission *s)
{
    return s->paths[s->path_count++];
}

static bool failed(grade_submission *s)
{
    snprintf(s->log, sizeof s->log, "%s", s->stage.error);
    return false;
}

/* A bind of something staged. */
static bool add_bind(grade_submission *s, const char *staged, const char *dest, bool writable)
{
    grade_job *job = &s->actor.job;
    if (job->bind_count == GRADE_BIND_LIMIT) {
        snprintf(s->log, sizeof s->log, "the command names more than %d files", GRADE_BIND_LIMIT);
        return false;
    }
    char *source = new_path(s);
    if (!grade_stage_path(&s->stage, staged, source, GRADE_PATH_LIMIT))
        return false;
    s->binds[job->bind_count++] = (grade_bind){source, dest, writable};
    job->binds = s->binds;
    return true;
}

static bool write_drivers(grade_submission *s)
{
    if (!grade_stage_folder(&s->stage, "build"))
        return false;
    for (const grade_driver_file *file = grade_driver_files; file->name != NULL; file++) {
        char name[64];
        bool course = strcmp(file->name, "Chess.h") == 0;
        snprintf(name, sizeof name, "%s/%s", course ? "submission" : "build", file->name);
        if (!grade_stage_write(&s->stage, name, file->text, file->len))
            return false;
    }
    return true;
}

/* Compilers want more than students' programs. */
static grade_limits limits_of_compiler(void)
{
    return (grade_limits){.seconds = 60, .memory = 4096, .processes = 64, .file = 256};
}

/* What is wrong with it is its own fault: it is ready, and was not built. */
static bool not_built(grade_submission *s, const char *why)
{
    snprintf(s->log, sizeof s->log, "%s", why);
    s->built = false;
    return true;
}

/* A copy failed: by what was handed in, or by the machine. */
static bool not_staged(grade_submission *s)
{
    return s->stage.at_fault ? not_built(s, s->stage.error) : failed(s);
}

static bool compile(grade_submission *s, const grade_sandbox *sandbox, const char *script,
                    const char *flags, const atomic_int *stop)
{
    const char *argv[] = {"/bin/sh", script, "../build", flags, NULL};
    grade_job job = s->actor.job;
    int code = 0;
    job.argv = argv;
    job.root = GRADE_ROOT_BUILD;
    job.limits = limits_of_compiler();
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
    return true;
}

/* The course's files replace handed-in ones of the same name. */
static bool add_course_files(grade_submission *s, const char *folder)
{
    DIR *dir = folder != NULL ? opendir(folder) : NULL;
    const struct dirent *entry;
    bool ok = true;
    if (folder != NULL && dir == NULL) {
        snprintf(s->log, sizeof s->log, "%s: the course's files cannot be read", folder);
        return false;
    }
    while (ok && dir != NULL && (entry = readdir(dir)) != NULL) {
        char name[GRADE_PATH_LIMIT], path[GRADE_PATH_LIMIT], target[GRADE_PATH_LIMIT];
        if (!grade_is_file_in(folder, entry->d_name, false) ||
            snprintf(name, sizeof name, "submission/%s", entry->d_name) >= (int)sizeof name ||
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path ||
            !grade_stage_path(&s->stage, name, target, sizeof target))
            continue;
        unlink(target);
        ok = grade_stage_copy(&s->stage, path, name) || failed(s);
    }
    if (dir != NULL)
        closedir(dir);
    return ok;
}

/* Submission and build side by side, the driver as the program. */
static bool open_driver(grade_submission *s, const grade_sandbox *sandbox, const char *script,
                        const char *flags, const atomic_int *stop)
{
    static const char *const locate[] = {"/usr/bin/addr2line", "-e", "../build/driver", NULL};
    grade_job *job = &s->actor.job;
    char *open_folder = new_path(s);
    s->actor.speaker = GRADE_DRIVER;
    if (!write_drivers(s) || !add_course_files(s, s->course) ||
        !grade_stage_give(&s->stage, "build", grade_user_of(sandbox, job->slot)))
        return not_staged(s);
    grade_stage_path(&s->stage, "submission", open_folder, GRADE_PATH_LIMIT);
    job->folder = INSIDE "submission";
    job->open_folder = open_folder;
    job->copied = true;
    if (!add_bind(s, "submission", INSIDE "submission", false) ||
        !add_bind(s, "build", INSIDE "build", true))
        return false;
    bool ok = compile(s, sandbox, script, flags, stop);
    s->binds[1].writable = false;
    s->argv[0] = "../build/driver";
    memcpy(s->locate, locate, sizeof locate);
    s->actor.locate = s->locate;
    return ok;
}

/* Unpacks an archive, and finds the work in it, or in a folder. False if it is not there; *path is
 * the folder with the class. */
static bool find_work(grade_submission *s, const char *what, bool bonus, char *path, size_t cap)
{
    char archive[GRADE_PATH_LIMIT], unpacked[GRADE_PATH_LIMIT];
    struct stat status;
    grade_found found;
    bool packed = stat(what, &status) == 0 && S_ISREG(status.st_mode);
    if (packed)
        snprintf(archive, sizeof archive, "%s", what);
    else if (!grade_find_class(what, bonus, &found))
        packed = grade_find_archive(what, archive, sizeof archive);
    if (packed) {
        if (!grade_archive_unpack(&s->stage, archive, "unpacked") ||
            !grade_stage_path(&s->stage, "unpacked", unpacked, sizeof unpacked))
            return false;
        what = unpacked;
    }
    if (!grade_find_class(what, bonus, &found)) {
        s->stage.at_fault = true;
        snprintf(s->stage.error, sizeof s->stage.error, "there is no ChessBoard.hh in it");
        return false;
    }
    if (packed || found.folder[0] != '\0') {
        const char *slash = packed ? strrchr(archive, '/') : NULL;
        snprintf(s->taken, sizeof s->taken, "%.160s%s%.160s%s%.160s",
                 packed ? (slash != NULL ? slash + 1 : archive) : "",
                 packed && found.folder[0] ? ": " : "", found.folder,
                 found.other[0] ? ", not " : "", found.other);
    }
    return snprintf(path, cap, "%s%s%s", what, found.folder[0] ? "/" : "", found.folder) < (int)cap;
}

static bool open_class(grade_submission *s, const grade_sandbox *sandbox, const char *what,
                       const grade_assignment *assignment, const atomic_int *stop)
{
    char folder[GRADE_PATH_LIMIT];
    if (!find_work(s, what, assignment->bonus, folder, sizeof folder) ||
        !grade_stage_copy(&s->stage, folder, "submission"))
        return not_staged(s);
    if (!grade_is_file_in(folder, "ChessBoard.hh", false))
        return not_built(s, "there is no ChessBoard.hh in it");
    s->course = assignment->course;
    return open_driver(s, sandbox, "../build/build_class", assignment->sanitize ? SANITIZE : NULL,
                       stop);
}

static bool open_library(grade_submission *s, const grade_sandbox *sandbox, const char *file,
                         const atomic_int *stop)
{
    s->argv[1] = "./submission.so";
    return (grade_stage_folder(&s->stage, "submission") &&
            grade_stage_copy(&s->stage, file, "submission/submission.so"))
               ? open_driver(s, sandbox, "../build/build_library", NULL, stop)
               : not_staged(s);
}

static bool open_folder(grade_submission *s, const char *folder)
{
    grade_job *job = &s->actor.job;
    struct stat status;
    bool alone = stat(folder, &status) == 0 && S_ISREG(status.st_mode);
    const char *program = alone ? "./lab3" : program_in(folder);
    char *open_path = new_path(s);
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
    return add_bind(s, "submission", INSIDE "submission", false);
}

/* ---- A command ---- */

/* The path without "." and "..", as the sandbox has no links. */
static bool plain_path(const char *folder, const char *word, char *buf, size_t cap)
{
    char path[2 * GRADE_PATH_LIMIT];
    size_t len = 0;
    int need = word[0] == '/' ? snprintf(path, sizeof path, "%s", word)
                              : snprintf(path, sizeof path, "%s/%s", folder, word);
    if (need < 0 || (size_t)need >= sizeof path || (size_t)need >= cap)
        return false;
    char *save = NULL;
    for (char *part = strtok_r(path, "/", &save); part; part = strtok_r(NULL, "/", &save)) {
        if (strcmp(part, ".") == 0)
            continue;
        if (strcmp(part, "..") == 0) {
            while (len > 0 && buf[--len] != '/')
                ;
            continue;
        }
        buf[len++] = '/';
        memcpy(buf + len, part, strlen(part));
        len += strlen(part);
    }
    buf[len] = '\0';
    return len > 0;
}

/* Places that every process has of its own, or that all can see anyway. */
static bool is_of_system(const char *path)
{
    static const char *const places[] = {"/usr", "/bin",  "/sbin", "/lib", "/lib64",
                                         "/etc", "/proc", "/dev",  "/sys"};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        size_t len = strlen(places[i]);
        if (strncmp(path, places[i], len) == 0 && (path[len] == '/' || path[len] == '\0'))
            return true;
    }
    return strcmp(path, "/tmp") == 0;
}

/* A folder that the command runs in, or one above it, holds the tests and who knows what. */
static bool is_above(const char *path, const char *folder)
{
    size_t len = strlen(path);
    return strncmp(path, folder, len) == 0 && (folder[len] == '/' || folder[len] == '\0');
}

/* The files and folders that a command names are all that it sees, each at its own place. */
static bool show_word(grade_submission *s, const char *word)
{
    struct stat status;
    char name[32];
    const char *folder = s->actor.job.folder;
    if (word[0] == '\0' || stat(word, &status) != 0)
        return true;
    if (s->actor.job.bind_count == GRADE_BIND_LIMIT - 1) {
        snprintf(s->log, sizeof s->log, "the command names too many files");
        return false;
    }
    char *dest = new_path(s);
    if (!plain_path(folder, word, dest, GRADE_PATH_LIMIT) || is_of_system(dest) ||
        is_above(dest, folder))
        return true;
    snprintf(name, sizeof name, "%zu", s->actor.job.bind_count);
    if (!grade_stage_copy(&s->stage, word, name))
        return failed(s);
    return add_bind(s, name, dest, false);
}

static bool open_command(grade_submission *s, const grade_sandbox *sandbox, const char *command)
{
    char word[GRADE_PATH_LIMIT];
    size_t len = 0;
    char *folder = new_path(s);
    if (getcwd(folder, GRADE_PATH_LIMIT) == NULL) {
        snprintf(s->log, sizeof s->log, "the current folder has no name");
        return false;
    }
    s->actor.job.root = GRADE_ROOT_SHELL;
    s->actor.job.folder = s->actor.job.open_folder = folder;
    s->argv[0] = "/bin/sh";
    s->argv[1] = "-c";
    s->argv[2] = command;
    s->built = true;
    if (sandbox->isolation == GRADE_OPEN)
        return true;
    for (const char *c = command;; c++) {
        if (*c != '\0' && strchr(" \t\n;|&<>()'\"=", *c) == NULL) {
            if (len + 1 < sizeof word)
                word[len++] = *c;
            continue;
        }
        word[len] = '\0';
        if (!show_word(s, word))
            return false;
        len = 0;
        if (*c == '\0')
            return true;
    }
}

bool grade_submission_open(grade_submission *s, const grade_sandbox *sandbox,
                           const grade_source *source, const grade_assignment *assignment,
                           grade_limits limits, unsigned slot, const atomic_int *stop)
{
    *s = (grade_submission){.actor = {.job = {.limits = limits, .slot = slot}}};
    s->actor.job.argv = s->argv;
    if (!grade_stage_open(&s->stage))
        return failed(s);
    switch (source->way) {
    case GRADE_BY_PROGRAM:
        return open_command(s, sandbox, source->what);
    case GRADE_BY_LIBRARY:
        return open_library(s, sandbox, source->what, stop);
    case GRADE_BY_CLASS:
        return open_class(s, sandbox, source->what, assignment, stop);
    case GRADE_BY_FOLDER:
        break;
    }
    return open_folder(s, source->what);
}

void grade_submission_close(grade_submission *s)
{
    grade_stage_close(&s->stage);
}
