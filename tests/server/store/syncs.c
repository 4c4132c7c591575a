/* syncs.c: if preloaded, logs to the file SYNCS_LOG what a program does to its files: "open MODE
 * PATH" for a file that it creates, "write PATH", "sync PATH", "rename PATH". */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void note(const char *what, const char *path)
{
    const char *log = getenv("SYNCS_LOG");
    char line[4400];
    if (log == NULL)
        return;
    int len = snprintf(line, sizeof line, "%s %s\n", what, path);
    int fd = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT, 0600);
    if (fd >= 0) {
        syscall(SYS_write, fd, line, (size_t)len);
        syscall(SYS_close, fd);
    }
}

static void note_fd(const char *what, int fd)
{
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t len = readlink(link, path, sizeof path - 1);
    if (len <= 0 || path[0] != '/')
        return;
    path[len] = '\0';
    struct stat info;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode))
        note(what, path);
}

static int opened(int fd, const char *path, int flags)
{
    struct stat info;
    char what[32];
    if (fd < 0 || !(flags & O_CREAT) || fstat(fd, &info) != 0 || !S_ISREG(info.st_mode))
        return fd;
    snprintf(what, sizeof what, "open %03o", (unsigned)info.st_mode & 0777);
    note(what, path);
    return fd;
}

int open(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
    va_end(rest);
    return opened((int)syscall(SYS_openat, AT_FDCWD, path, flags, mode), path, flags);
}

int open64(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
    va_end(rest);
    return opened((int)syscall(SYS_openat, AT_FDCWD, path, flags | O_LARGEFILE, mode), path, flags);
}

ssize_t write(int fd, const void *bytes, size_t len)
{
    note_fd("write", fd);
    return (ssize_t)syscall(SYS_write, fd, bytes, len);
}

ssize_t pwrite64(int fd, const void *bytes, size_t len, off64_t at)
{
    note_fd("write", fd);
    return (ssize_t)syscall(SYS_pwrite64, fd, bytes, len, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t len, off_t at)
{
    note_fd("write", fd);
    return (ssize_t)syscall(SYS_pwrite64, fd, bytes, len, at);
}

int fsync(int fd)
{
    note_fd("sync", fd);
    return (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd)
{
    note_fd("sync", fd);
    return (int)syscall(SYS_fdatasync, fd);
}
