/* control_group.c: groups of processes in the file system of cgroup v2. Layer: grade. */
#include "grade/sandbox/control_group.h"

#include "grade/sandbox/small_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

enum { TEXT_LIMIT = 4096, CLOSE_TRIES = 100 };

/* ---- Files of a group ---- */

static bool path_of(char *path, const char *folder, const char *name)
{
    return snprintf(path, GRADE_GROUP_PATH, "%s/%s", folder, name) < GRADE_GROUP_PATH;
}

static bool read_file(const char *folder, const char *name, char *text, size_t cap)
{
    char path[GRADE_GROUP_PATH];
    return path_of(path, folder, name) && grade_small_file(path, text, cap);
}

static bool write_file(const char *folder, const char *name, const char *text)
{
    char path[GRADE_GROUP_PATH];
    int fd = path_of(path, folder, name) ? open(path, O_WRONLY | O_CLOEXEC) : -1;
    bool ok = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0)
        close(fd);
    return ok;
}

static bool write_number(const char *folder, const char *name, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)number);
    return write_file(folder, name, text);
}

/* The number behind a word that begins a line; 0 if there is none. */
static uint64_t number_behind(const char *text, const char *word)
{
    size_t len = strlen(word);
    for (const char *line = text; line != NULL && *line != '\0';) {
        if (strncmp(line, word, len) == 0 && line[len] == ' ')
            return strtoull(line + len, NULL, 10);
        line = strchr(line, '\n');
        line += line != NULL;
    }
    return 0;
}

/* ---- The tree ---- */

/* The mount point of cgroup v2: "36 25 0:31 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw". */
static bool find_mount(char *mount)
{
    char line[TEXT_LIMIT];
    bool found = false;
    FILE *mounts = fopen("/proc/self/mountinfo", "re");
    while (!found && mounts != NULL && fgets(line, sizeof line, mounts) != NULL)
        found = strstr(line, " - cgroup2 ") != NULL &&
                sscanf(line, "%*s %*s %*s %*s %511s", mount) == 1; /* GRADE_GROUP_PATH - 1 */
    if (mounts != NULL)
        fclose(mounts);
    return found;
}

/* The group that this program is in: the line "0::/path". */
static bool find_own(char *own)
{
    char text[TEXT_LIMIT];
    const char *at;
    if (!read_file("/proc/self", "cgroup", text, sizeof text))
        return false;
    at = strncmp(text, "0::", 3) == 0 ? text : strstr(text, "\n0::");
    if (at == NULL)
        return false;
    at += 3 + (*at == '\n');
    return snprintf(own, GRADE_GROUP_PATH, "%.*s", (int)strcspn(at, "\n"), at) < GRADE_GROUP_PATH;
}

/* May we change this group? systemd marks groups that it has delegated; the root of a container's
 * own tree has no mark; a group that an ordinary user may write was delegated to that user. */
static bool is_delegated(const char *base, const char *own)
{
    char mark[4] = "";
    return strcmp(own, "/") == 0 || getxattr(base, "user.delegate", mark, sizeof mark - 1) > 0 ||
           getxattr(base, "trusted.delegate", mark, sizeof mark - 1) > 0 || geteuid() != 0;
}

static bool has_controllers(const char *base, const char *file)
{
    char text[TEXT_LIMIT];
    return read_file(base, file, text, sizeof text) && strstr(text, "memory") != NULL &&
           strstr(text, "pids") != NULL;
}

static bool leaf_of(char *leaf, const char *base)
{
    char name[64];
    snprintf(name, sizeof name, "arbiter-%ld", (long)getpid());
    return path_of(leaf, base, name);
}

/* Unless it is the root, a group with processes of its own cannot pass on its controllers. So this
 * program first moves into a new group beside those that it makes. */
static bool share_out(grade_group_tree *tree)
{
    char leaf[GRADE_GROUP_PATH];
    if (has_controllers(tree->base, "cgroup.subtree_control") ||
        write_file(tree->base, "cgroup.subtree_control", "+memory +pids"))
        return true;
    if (!leaf_of(leaf, tree->base) || mkdir(leaf, 0755) != 0)
        return false;
    tree->moved = write_number(leaf, "cgroup.procs", (uint64_t)getpid());
    if (tree->moved && write_file(tree->base, "cgroup.subtree_control", "+memory +pids"))
        return true;
    grade_group_tree_leave(tree);
    rmdir(leaf);
    return false;
}

void grade_group_tree_find(grade_group_tree *tree)
{
    char mount[GRADE_GROUP_PATH], own[GRADE_GROUP_PATH];
    *tree = (grade_group_tree){.moved = false};
    if (!find_mount(mount) || !find_own(own) ||
        snprintf(tree->base, sizeof tree->base, "%s%s", mount, strcmp(own, "/") == 0 ? "" : own) >=
            (int)sizeof tree->base ||
        !is_delegated(tree->base, own) || access(tree->base, W_OK) != 0 ||
        !has_controllers(tree->base, "cgroup.controllers") || !share_out(tree))
        tree->base[0] = '\0';
}

void grade_group_tree_leave(grade_group_tree *tree)
{
    char leaf[GRADE_GROUP_PATH];
    if (tree->moved && leaf_of(leaf, tree->base)) {
        write_file(tree->base, "cgroup.subtree_control", "-memory -pids");
        write_number(tree->base, "cgroup.procs", (uint64_t)getpid());
        rmdir(leaf);
    }
    tree->moved = false;
}

/* ---- Groups ---- */

int grade_group_open(grade_group *group, const grade_group_tree *tree, unsigned slot,
                     unsigned mebibytes, unsigned processes)
{
    char name[96], path[GRADE_GROUP_PATH];
    struct timespec now;
    group->path[0] = '\0';
    if (tree->base[0] == '\0')
        return -1;
    clock_gettime(CLOCK_MONOTONIC, &now);
    snprintf(name, sizeof name, "submission-%ld-%u-%lld.%09ld", (long)getpid(), slot,
             (long long)now.tv_sec, now.tv_nsec);
    if (!path_of(group->path, tree->base, name) || mkdir(group->path, 0755) != 0) {
        group->path[0] = '\0';
        return -1;
    }
    write_file(group->path, "memory.swap.max", "0"); /* absent on systems without swap */
    write_file(group->path, "memory.oom.group", "1");
    bool bounded = write_number(group->path, "memory.max", (uint64_t)mebibytes << 20) &&
                   write_number(group->path, "pids.max", processes);
    int fd = bounded && path_of(path, group->path, "cgroup.procs")
                 ? open(path, O_WRONLY | O_CLOEXEC)
                 : -1;
    if (fd < 0)
        grade_group_close(group);
    return fd;
}

double grade_group_seconds(const grade_group *group)
{
    char text[TEXT_LIMIT];
    return read_file(group->path, "cpu.stat", text, sizeof text)
               ? (double)number_behind(text, "usage_usec") / 1e6
               : 0;
}

bool grade_group_out_of_memory(const grade_group *group)
{
    char text[TEXT_LIMIT];
    return group->path[0] != '\0' && read_file(group->path, "memory.events", text, sizeof text) &&
           number_behind(text, "oom_kill") > 0;
}

void grade_group_kill(const grade_group *group)
{
    if (group->path[0] != '\0')
        write_file(group->path, "cgroup.kill", "1");
}

/* Killed processes leave the group a moment later. */
void grade_group_close(grade_group *group)
{
    for (int i = 0; group->path[0] != '\0' && i < CLOSE_TRIES; i++) {
        if (rmdir(group->path) == 0)
            break;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    group->path[0] = '\0';
}
