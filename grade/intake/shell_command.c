/* shell_command.c: a shell command as a submission, which sees only the files that it names. Layer:
 * grade. */
#include "grade/intake/submission_parts.h"

#include "grade/drivers.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The path without "." and "..", as the sandbox has no links. */
static bool plain_path(const char *folder, const char *word, char buf[GRADE_PATH_LIMIT])
{
    char path[GRADE_PATH_LIMIT];
    size_t len = 0;
    if (!grade_path_join(path, word[0] == '/' ? "" : folder, word))
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

/* Is this a place that every process has, or that all can see anyway? */
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

/* Is the path the folder that the command runs in, or one above it? Such a folder holds the tests,
 * and perhaps more. */
static bool is_above(const char *path, const char *folder)
{
    size_t len = strlen(path);
    return strncmp(path, folder, len) == 0 && (folder[len] == '/' || folder[len] == '\0');
}

/* Shows a word of the command, if it is a path, at its own place in the sandbox. The command sees
 * no other files. */
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
    char *dest = grade_new_path(s);
    if (!plain_path(folder, word, dest) || is_of_system(dest) || is_above(dest, folder))
        return true;
    snprintf(name, sizeof name, "%zu", s->actor.job.bind_count);
    if (!grade_stage_copy(&s->stage, word, name))
        return grade_not_copied(s);
    return grade_add_bind(s, name, dest, false);
}

bool grade_open_command(grade_submission *s, const grade_sandbox *sandbox, const char *command,
                        bool files)
{
    char word[GRADE_PATH_LIMIT];
    size_t len = 0;
    char *folder = grade_new_path(s);
    if (getcwd(folder, GRADE_PATH_LIMIT) == NULL) {
        snprintf(s->log, sizeof s->log, "the current folder has no name");
        return false;
    }
    s->actor.job.root = GRADE_ROOT_SHELL;
    s->actor.job.folder = s->actor.job.open_folder = folder;
    s->argv[0] = "/bin/sh";
    s->argv[1] = "-c";
    s->argv[2] = command;
    if (strstr(command, "java") != NULL)
        s->actor.job.limits.address = GRADE_ANY_ADDRESS;
    if (files) { /* files in place of pipes */
        s->argv[2] = grade_driver_text("ask_files");
        s->argv[3] = s->argv[4] = "sh";
        s->argv[5] = "-c";
        s->argv[6] = grade_driver_text("ask_with");
        s->argv[7] = "sh";
        s->argv[8] = command;
    }
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
