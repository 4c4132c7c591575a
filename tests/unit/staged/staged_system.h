/* staged_system.h: shows a program a system of this test: what it opens below /proc, or anywhere if
 * the test wants that, comes from a folder. It replaces functions of the C library, so one program
 * includes it once. */
#ifndef ARB_TESTS_STAGED_SYSTEM_H
#define ARB_TESTS_STAGED_SYSTEM_H

#include "check.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char staged_folder[64]; /* "": nothing is staged */
static bool staged_all;        /* not /proc alone */

/* The place of a path: below the stage, if it is of what is staged. */
static inline const char *staged_path(const char *path, char *buf, size_t cap)
{
    bool of_proc = strncmp(path, "/proc/", 6) == 0 || strcmp(path, "/proc") == 0;
    bool outside = path[0] == '/' && strncmp(path, staged_folder, strlen(staged_folder)) != 0;
    bool ours = staged_folder[0] != '\0' && (staged_all ? outside : of_proc);
    snprintf(buf, cap, "%s%s", ours ? staged_folder : "", path);
    return buf;
}

int open(const char *path, int flags, ...)
{
    char place[2048];
    va_list rest;
    check__that((flags & O_CLOEXEC) != 0, path, __FILE__, __LINE__); /* children must not have it */
    va_start(rest, flags);
    int mode = (flags & O_CREAT) != 0 ? va_arg(rest, int) : 0;
    va_end(rest);
    return (int)syscall(SYS_openat, AT_FDCWD, staged_path(path, place, sizeof place), flags, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    int way = strchr(mode, '+') != NULL ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
    int made = mode[0] == 'r' ? 0 : mode[0] == 'w' ? O_CREAT | O_TRUNC : O_CREAT | O_APPEND;
    int fd = open(path, way | made | O_CLOEXEC, 0644);
    return fd >= 0 ? fdopen(fd, mode) : NULL;
}

DIR *opendir(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return fd >= 0 ? fdopendir(fd) : NULL;
}

static inline void stage_begin(void)
{
    snprintf(staged_folder, sizeof staged_folder, "/tmp/arbiter-stage.XXXXXX");
    CHECK(mkdtemp(staged_folder) != NULL);
}

/* Writes a file of the stage and makes the folders before it. */
static inline void stage_file(const char *path, const char *text)
{
    char place[2048];
    snprintf(place, sizeof place, "%s%s", staged_folder, path);
    for (char *slash = place + strlen(staged_folder) + 1; (slash = strchr(slash, '/')) != NULL;
         slash++) {
        *slash = '\0';
        (void)syscall(SYS_mkdirat, AT_FDCWD, place, 0755);
        *slash = '/';
    }
    int fd = open(place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    CHECK(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
}

/* The text of a file of the stage, valid until the next call, or NULL. */
static inline const char *stage_text(const char *path)
{
    static char text[4096];
    char place[2048];
    snprintf(place, sizeof place, "%s%s", staged_folder, path);
    int fd = open(place, O_RDONLY | O_CLOEXEC);
    ssize_t len = fd >= 0 ? read(fd, text, sizeof text - 1) : -1;
    if (fd >= 0)
        close(fd);
    text[len > 0 ? len : 0] = '\0';
    return len >= 0 ? text : NULL;
}

static inline void stage_end(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", staged_folder);
    CHECK_EQ_INT(system(command), 0);
    staged_folder[0] = '\0';
}

#endif
