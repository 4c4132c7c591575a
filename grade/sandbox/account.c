/* account.c: adds up what a process and its descendants use, from /proc. Layer: grade. */
#include "grade/sandbox/account.h"

#include "grade/sandbox/small_file.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SEEN_LIMIT = 8192, UP_LIMIT = 64 };

typedef struct {
    pid_t pid, parent;
    unsigned long ticks, pages;
} seen_process;

/* "pid (name) state ppid ...": fields 14 to 17 are times, field 24 is memory. */
static bool read_process(const char *name, seen_process *process)
{
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%.20s/stat", name);
    if (!grade_small_file(path, text, sizeof text))
        return false;
    const char *at = strrchr(text, ')'); /* the name before it may hold anything */
    if (at == NULL)
        return false;
    *process = (seen_process){.pid = (pid_t)strtol(name, NULL, 10)};
    for (int field = 2; field < 24; field++) {
        at = strchr(at + 1, ' ');
        if (at == NULL)
            return false;
        unsigned long value = strtoul(at + 1, NULL, 10);
        if (field + 1 == 4)
            process->parent = (pid_t)value;
        else if (field + 1 >= 14 && field + 1 <= 17)
            process->ticks += value;
        else if (field + 1 == 24)
            process->pages = value;
    }
    return true;
}

static size_t read_all(seen_process *list)
{
    static const char digits[] = "0123456789";
    DIR *proc = opendir("/proc");
    const struct dirent *entry;
    size_t count = 0;
    while (proc != NULL && count < SEEN_LIMIT && (entry = readdir(proc)) != NULL)
        if (entry->d_name[strspn(entry->d_name, digits)] == '\0' &&
            read_process(entry->d_name, &list[count]))
            count++;
    if (proc != NULL)
        closedir(proc);
    return count;
}

static bool is_below(const seen_process *list, size_t count, size_t index, pid_t top)
{
    pid_t at = list[index].pid;
    for (unsigned steps = 0; at > 1 && at != top && steps < UP_LIMIT; steps++) {
        size_t j = 0;
        while (j < count && list[j].pid != at)
            j++;
        at = j < count ? list[j].parent : 0;
    }
    return at == top;
}

/* Its memory with shared pages divided, or `whole` if that is not known. */
static uint64_t divided_memory_of(pid_t pid, uint64_t whole)
{
    char path[64], text[2048];
    snprintf(path, sizeof path, "/proc/%ld/smaps_rollup", (long)pid);
    const char *at = grade_small_file(path, text, sizeof text) ? strstr(text, "\nPss:") : NULL;
    return at != NULL ? strtoull(at + 5, NULL, 10) << 10 : whole;
}

/* The most bytes that the system keeps for a socket: a program may ask for wmem_max, and gets twice
 * that. */
static uint64_t socket_size(void)
{
    enum { USUAL = 212992 };
    char text[32];
    bool known = grade_small_file("/proc/sys/net/core/wmem_max", text, sizeof text);
    return 2 * (known ? strtoull(text, NULL, 10) : USUAL);
}

/* What sockets hold is nowhere among a process's own memory, so each counts as full. */
static uint64_t sockets_of(pid_t pid)
{
    char path[64], target[16];
    uint64_t count = 0;
    snprintf(path, sizeof path, "/proc/%ld/fd", (long)pid);
    DIR *files = opendir(path);
    const struct dirent *entry;
    while (files != NULL && (entry = readdir(files)) != NULL)
        count += readlinkat(dirfd(files), entry->d_name, target, sizeof target) > 7 &&
                 memcmp(target, "socket:", 7) == 0;
    if (files != NULL)
        closedir(files);
    if (count == 0)
        return 0;
    return count * socket_size();
}

static grade_usage add_up(pid_t top, bool exactly)
{
    seen_process *list = malloc(SEEN_LIMIT * sizeof *list);
    grade_usage usage = {.processes = 0};
    size_t count = list != NULL ? read_all(list) : 0;
    long tick = sysconf(_SC_CLK_TCK), page = sysconf(_SC_PAGESIZE);
    for (size_t i = 0; i < count; i++)
        if (is_below(list, count, i, top)) {
            uint64_t memory = (uint64_t)list[i].pages * (uint64_t)page;
            usage.processes++;
            usage.seconds += (double)list[i].ticks / (double)tick;
            if (list[i].pid != top) /* `top` still has the grader's memory, which does not count */
                usage.memory += sockets_of(list[i].pid) +
                                (exactly ? divided_memory_of(list[i].pid, memory) : memory);
        }
    free(list);
    return usage;
}

grade_usage grade_usage_below(pid_t top)
{
    return add_up(top, false);
}

uint64_t grade_memory_below(pid_t top)
{
    return add_up(top, true).memory;
}
