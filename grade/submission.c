/* submission.c: what was handed in, copied, compiled and ready to be asked. Layer: grade. */
#include "grade/submission.h"

#include "grade/drivers.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define INSIDE "/lab3/"

static bool is_file_in(const char *folder, const char *name, bool executable)
{
    char path[GRADE_PATH_LIMIT];
    struct stat status;
    return snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path &&
           stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
           (!executable || (status.st_mode & 0111) != 0);
}

static const char *program_in(const char *folder)
{
    return is_file_in(folder, "lab3", true)    ? "./lab3"
           : is_file_in(folder, "chess", true) ? "./chess"
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
    if (stat(path, &status) != 0)
        return false;
    if (S_ISREG(status.st_mode)) {
        *way = ends_with(path, ".so") ? GRADE_BY_LIBRARY : GRADE_BY_FOLDER;
        return *way == GRADE_BY_LIBRARY || (status.st_mode & 0111) != 0;
    }
    bool class =
        is_file_in(path, "ChessBoard.hh", false) || is_file_in(path, "ChessBoard.cc", false);
    *way = class ? GRADE_BY_CLASS : GRADE_BY_FOLDER;
    return S_ISDIR(status.st_mode) && (class || program_in(path) != NULL);
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
    if (!grade_stage_folder(&s->stage, "build") || !grade_stage_folder(&s->stage, "build/fallback"))
        return false;
    for (const grade_driver_file *file = grade_driver_files; file->name != NULL; file++) {
        char name[64];
        bool fallback = strcmp(file->name, "Chess.h") == 0;
        snprintf(name, sizeof name, "build/%s%s", fallback ? "fallback/" : "", file->name);
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

static bool compile(grade_submission *s, const grade_sandbox *sandbox, const char *script,
                    const atomic_int *stop)
{
    const char *argv[] = {"/bin/sh", script, "../build", NULL};
    grade_job job = s->actor.job;
    int code = 0;
    job.argv = argv;
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

/* Submission and build side by side, the driver as the program. */
static bool open_driver(grade_submission *s, const grade_sandbox *sandbox, const char *script,
                        const atomic_int *stop)
{
    grade_job *job = &s->actor.job;
    char *open_folder = new_path(s);
    s->actor.speaker = GRADE_DRIVER;
    if (!write_drivers(s) ||
        !grade_stage_give(&s->stage, "build", grade_user_of(sandbox, job->slot)))
        return failed(s);
    grade_stage_path(&s->stage, "submission", open_folder, GRADE_PATH_LIMIT);
    job->folder = INSIDE "submission";
    job->open_folder = open_folder;
    if (!add_bind(s, "submission", INSIDE "submission", false) ||
        !add_bind(s, "build", INSIDE "build", true))
        return false;
    bool ok = compile(s, sandbox, script, stop);
    s->binds[1].writable = false;
    s->argv[0] = "../build/driver";
    return ok;
}

static bool open_class(grade_submission *s, const grade_sandbox *sandbox, const char *folder,
                       const atomic_int *stop)
{
    if (!grade_stage_copy(&s->stage, folder, "submission"))
        return failed(s);
    if (!is_file_in(folder, "ChessBoard.hh", false)) {
        snprintf(s->log, sizeof s->log, "there is no ChessBoard.hh in it");
        return true;
    }
    return open_driver(s, sandbox, "../build/build_class", stop);
}

static bool open_library(grade_submission *s, const grade_sandbox *sandbox, const char *file,
                         const atomic_int *stop)
{
    s->argv[1] = "./submission.so";
    return (grade_stage_folder(&s->stage, "submission") &&
            grade_stage_copy(&s->stage, file, "submission/submission.so"))
               ? open_driver(s, sandbox, "../build/build_library", stop)
               : failed(s);
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
        return failed(s);
    grade_stage_path(&s->stage, "submission", open_path, GRADE_PATH_LIMIT);
    job->folder = INSIDE "submission";
    job->open_folder = open_path;
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
                           const grade_source *source, grade_limits limits, unsigned slot,
                           const atomic_int *stop)
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
        return open_class(s, sandbox, source->what, stop);
    case GRADE_BY_FOLDER:
        break;
    }
    return open_folder(s, source->what);
}

void grade_submission_close(grade_submission *s)
{
    grade_stage_close(&s->stage);
}
