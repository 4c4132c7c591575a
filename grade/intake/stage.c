/* stage.c: a temporary folder with copies. Layer: grade. Knows nothing of submissions. */
#include "grade/intake/stage.h"

#include "grade/sandbox/pipe.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char too_large[] = "the files of a submission are more than 256 MiB";
static const char too_many[] = "a submission has at most 4096 files";
_Static_assert(GRADE_COPY_MEBIBYTES == 256 && GRADE_COPY_FILES == 4096, "as the words say");

static bool fail(grade_stage *stage, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(grade_stage *stage, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(stage->error, sizeof stage->error, format, list);
    va_end(list);
    return false;
}

/* Notes that the submission is at fault: it is too large, or has something that cannot be
 * copied. */
static bool too_much(grade_stage *stage, const char *what, const char *why)
{
    stage->at_fault = true;
    return fail(stage, "%.900s: %s", what, why);
}

bool grade_path_join(char path[GRADE_PATH_LIMIT], const char *folder, const char *name)
{
    return snprintf(path, GRADE_PATH_LIMIT, "%s%s%s", folder, folder[0] != '\0' ? "/" : "", name) <
           GRADE_PATH_LIMIT;
}

bool grade_stage_path(const grade_stage *stage, const char *name, char *buf, size_t cap)
{
    int len = snprintf(buf, cap, "%s/%s", stage->root, name);
    return (size_t)len < cap;
}

/* May every user pass through this folder and those above it? */
static bool is_passable(const char *folder)
{
    char path[GRADE_PATH_LIMIT];
    struct stat status;
    snprintf(path, sizeof path, "%s", folder);
    for (char *slash = path + strlen(path); slash != NULL; slash = strrchr(path, '/')) {
        *slash = '\0';
        if (path[0] != '\0' && (stat(path, &status) != 0 || (status.st_mode & 0001) == 0))
            return false;
    }
    return true;
}

/* Can the stage be made here? If we are root, processes run as another user, who must be able to
 * reach it. */
static bool is_fit(const char *base)
{
    return base != NULL && base[0] == '/' && strlen(base) < GRADE_PATH_LIMIT / 2 &&
           (geteuid() != 0 || is_passable(base));
}

bool grade_stage_open(grade_stage *stage)
{
    const char *base = getenv("TMPDIR");
    *stage = (grade_stage){.copied = 0};
    if (!is_fit(base))
        base = "/tmp";
    snprintf(stage->root, sizeof stage->root, "%s/arbiter-grade-XXXXXX", base);
    if (mkdtemp(stage->root) == NULL) {
        fail(stage, "%s: %s", stage->root, strerror(errno));
        stage->root[0] = '\0';
        return false;
    }
    chmod(stage->root, 0711); /* others may pass through but not list it */
    return true;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *where)
{
    (void)status, (void)type, (void)where;
    remove(path);
    return 0;
}

static int open_one(const char *path, const struct stat *status, int type, struct FTW *where)
{
    (void)status, (void)where;
    if (type == FTW_D || type == FTW_DNR)
        chmod(path, 0700);
    return 0;
}

void grade_stage_close(grade_stage *stage)
{
    if (stage->root[0] == '\0')
        return;
    nftw(stage->root, open_one, 16, FTW_PHYS);
    nftw(stage->root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    stage->root[0] = '\0';
}

bool grade_stage_folder(grade_stage *stage, const char *name)
{
    char path[GRADE_PATH_LIMIT];
    if (!grade_stage_path(stage, name, path, sizeof path))
        return fail(stage, "a path too long");
    if (mkdir(path, 0755) != 0)
        return fail(stage, "%s: %s", path, strerror(errno));
    chmod(path, 0755); /* whatever the umask is */
    return true;
}

static bool put_all(int fd, const char *text, size_t len)
{
    while (len > 0) {
        ssize_t put = write(fd, text, len);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        text += put;
        len -= (size_t)put;
    }
    return true;
}

bool grade_stage_write(grade_stage *stage, const char *name, const char *text, size_t len)
{
    char path[GRADE_PATH_LIMIT];
    if (!grade_stage_path(stage, name, path, sizeof path))
        return fail(stage, "a path too long");
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    stage->at_fault = fd < 0 && errno == EISDIR; /* a folder where a file of ours should be */
    if (fd < 0)
        return fail(stage, "%s: %s", path, strerror(errno));
    bool ok = put_all(fd, text, len);
    fchmod(fd, 0755);
    close(fd);
    return ok || fail(stage, "%s: %s", path, strerror(errno));
}

bool grade_stage_has(const grade_stage *stage, const char *name)
{
    char path[GRADE_PATH_LIMIT];
    struct stat status;
    return grade_stage_path(stage, name, path, sizeof path) && lstat(path, &status) == 0 &&
           S_ISDIR(status.st_mode);
}

bool grade_stage_count(grade_stage *stage, const char *name)
{
    return ++stage->files <= GRADE_COPY_FILES || too_much(stage, name, too_many);
}

bool grade_stage_append(grade_stage *stage, const char *name, const char *text, size_t len)
{
    char path[GRADE_PATH_LIMIT];
    if (!grade_stage_path(stage, name, path, sizeof path))
        return too_much(stage, name, "a path too long");
    stage->copied += len;
    if (stage->copied > (uint64_t)GRADE_COPY_MEBIBYTES << 20)
        return too_much(stage, name, too_large);
    int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return fail(stage, "%s: %s", path, strerror(errno));
    bool ok = put_all(fd, text, len);
    close(fd);
    return ok || fail(stage, "%s: %s", path, strerror(errno));
}

bool grade_stage_give(grade_stage *stage, const char *name, uint32_t user)
{
    char path[GRADE_PATH_LIMIT];
    if (!grade_stage_path(stage, name, path, sizeof path) || chown(path, user, user) != 0)
        return fail(stage, "%s: %s", name, strerror(errno));
    return true;
}

static bool copy_bytes(grade_stage *stage, int from, int to, const char *source)
{
    char block[1 << 16];
    for (;;) {
        ssize_t got = read(from, block, sizeof block);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail(stage, "%s: %s", source, strerror(errno));
        if (got == 0)
            return true;
        stage->copied += (uint64_t)got;
        if (stage->copied > (uint64_t)GRADE_COPY_MEBIBYTES << 20)
            return too_much(stage, source, too_large);
        if (!put_all(to, block, (size_t)got))
            return fail(stage, "%s", strerror(errno));
    }
}

static bool copy_file(grade_stage *stage, const char *source, const char *target, int follow)
{
    struct stat status;
    if (++stage->files > GRADE_COPY_FILES)
        return too_much(stage, source, too_many);
    int from = open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK | follow);
    if (from < 0)
        return fail(stage, "%s: %s", source, strerror(errno));
    int to = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    bool ok = false;
    if (to < 0)
        fail(stage, "%s: %s", target, strerror(errno));
    else if (fstat(from, &status) != 0 || !S_ISREG(status.st_mode))
        too_much(stage, source, "is no regular file");
    else
        ok = copy_bytes(stage, from, to, source);
    if (to >= 0) {
        fchmod(to, ok && (status.st_mode & 0111) != 0 ? 0755 : 0644);
        close(to);
    }
    close(from);
    return ok;
}

/* The stage may lie in the folder that is copied to it. */
static bool is_own(const grade_stage *stage, const struct stat *folder)
{
    struct stat own;
    return stat(stage->root, &own) == 0 && own.st_dev == folder->st_dev &&
           own.st_ino == folder->st_ino;
}

static bool add_folder(grade_stage *stage, grade_bytes *list, const char *path)
{
    return grade_bytes_add(list, path, strlen(path) + 1) || fail(stage, "not enough memory");
}

static bool copy_entry(grade_stage *stage, const char *source, const char *target, const char *path,
                       grade_bytes *list)
{
    char from[GRADE_PATH_LIMIT], to[GRADE_PATH_LIMIT];
    struct stat status;
    if (!grade_path_join(from, source, path) || !grade_path_join(to, target, path))
        return too_much(stage, path, "a path too long");
    if (lstat(from, &status) != 0)
        return fail(stage, "%s: %s", from, strerror(errno));
    if (S_ISREG(status.st_mode))
        return copy_file(stage, from, to, O_NOFOLLOW);
    if (!S_ISDIR(status.st_mode) || is_own(stage, &status))
        return true;
    if (++stage->files > GRADE_COPY_FILES)
        return too_much(stage, from, too_many);
    if (mkdir(to, 0755) != 0 || chmod(to, 0755) != 0)
        return fail(stage, "%s: %s", to, strerror(errno));
    return add_folder(stage, list, path);
}

static bool copy_folder(grade_stage *stage, const char *source, const char *target,
                        const char *folder, grade_bytes *list)
{
    char path[GRADE_PATH_LIMIT];
    const struct dirent *entry;
    bool ok = true;
    DIR *dir = grade_path_join(path, source, folder) ? opendir(path) : NULL;
    if (dir == NULL)
        return fail(stage, "%s: %s", path, strerror(errno));
    while (ok && (entry = readdir(dir)) != NULL) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || strcmp(name, ".git") == 0)
            continue;
        if (grade_path_join(path, folder, name))
            ok = copy_entry(stage, source, target, path, list);
        else
            ok = too_much(stage, name, "a path too long");
    }
    closedir(dir);
    return ok;
}

/* Copies a folder's files and folders. The folders that are still to be copied are a list of paths
 * below `source`, each ended by a NUL, instead of recursion, because a submission may nest them at
 * will. */
bool grade_stage_copy(grade_stage *stage, const char *source, const char *name)
{
    char target[GRADE_PATH_LIMIT];
    struct stat status;
    grade_bytes list = {.len = 0};
    if (!grade_stage_path(stage, name, target, sizeof target))
        return fail(stage, "a path too long");
    if (stat(source, &status) != 0)
        return fail(stage, "%s: %s", source, strerror(errno));
    if (!S_ISDIR(status.st_mode))
        return copy_file(stage, source, target, 0);
    bool ok = grade_stage_folder(stage, name) && add_folder(stage, &list, "");
    while (ok && list.start < list.len) {
        char folder[GRADE_PATH_LIMIT];
        snprintf(folder, sizeof folder, "%s", list.text + list.start);
        list.start += strlen(folder) + 1;
        ok = copy_folder(stage, source, target, folder, &list);
    }
    grade_bytes_free(&list);
    return ok;
}
