/* nest.c: joins the namespaces of a sandbox that bubblewrap has made. Layer: grade. */
#include "grade/sandbox/nest.h"

#include "grade/sandbox/patient_exec.h"
#include "grade/sandbox/patient_wait.h"
#include "grade/sandbox/small_file.h"
#include "grade/sandbox/syscall_filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/nsfs.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { USER, MOUNT, NETWORK, HOST, INSIDE = 1000 };
_Static_assert(HOST + 1 == GRADE_NEST_SPACES, "a descriptor each");

/* ---- What is made once for a submission ---- */

/* Reads the process that bubblewrap has started from its status output; 0 if that ends early. */
static pid_t read_child(int fd)
{
    char text[1024];
    size_t len = 0;
    ssize_t got;
    fcntl(fd, F_SETFL, 0);
    while ((got = read(fd, text + len, sizeof text - 1 - len)) > 0) {
        len += (size_t)got;
        text[len] = '\0';
        const char *at = strstr(text, "\"child-pid\":");
        if (at != NULL && strchr(at, '\n') != NULL)
            return (pid_t)strtol(at + 12, NULL, 10);
    }
    return 0;
}

/* Waits until bubblewrap has given up its last capabilities, which shows that the root is ready. */
static bool wait_until_ready(pid_t child)
{
    enum { TRIES = 50000 };
    char path[64], text[4096];
    snprintf(path, sizeof path, "/proc/%ld/status", (long)child);
    for (int i = 0; i < TRIES; i++) {
        const char *rights =
            grade_small_file(path, text, sizeof text) ? strstr(text, "CapEff:") : NULL;
        if (rights == NULL)
            return false;
        if (strtoull(rights + 7, NULL, 16) == 0)
            return true;
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    }
    return false;
}

bool grade_nest_hold(grade_nest *nest, int info)
{
    static const char *const names[] = {"user", "mnt", "net", "uts"};
    pid_t child = read_child(info);
    bool whole = child > 0 && wait_until_ready(child);
    for (int i = MOUNT; whole && i < GRADE_NEST_SPACES; i++) {
        char path[64];
        snprintf(path, sizeof path, "/proc/%ld/ns/%s", (long)child, names[i]);
        nest->spaces[i] = open(path, O_RDONLY | O_CLOEXEC);
        whole = whole && nest->spaces[i] >= 0;
    }
    /* Bubblewrap leaves the user namespace that owns the mounts for one below it. */
    nest->spaces[USER] = whole ? ioctl(nest->spaces[MOUNT], NS_GET_USERNS) : -1;
    if (nest->spaces[USER] >= 0)
        fcntl(nest->spaces[USER], F_SETFD, FD_CLOEXEC);
    return nest->spaces[USER] >= 0;
}

void grade_nest_close(grade_nest *nest)
{
    if (nest->pid == 0)
        return;
    grade_group_kill(&nest->group);
    kill(nest->pid, SIGKILL);
    grade_patient_wait(nest->pid);
    grade_group_close(&nest->group);
    close(nest->wake);
    for (int i = 0; i < GRADE_NEST_SPACES; i++)
        if (nest->spaces[i] >= 0)
            close(nest->spaces[i]);
    nest->pid = 0;
}

/* ---- In the process of a test ---- */

/* Ends with a message that begins like bubblewrap's own: by its first word the runner knows that
 * the machine failed, not the submission. */
static _Noreturn void give_up(const char *what)
{
    char text[128];
    int len = snprintf(text, sizeof text, "bwrap: %s: error %d\n", what, errno);
    _exit(write(2, text, (size_t)len) == len ? 125 : 124);
}

static void put_text(int folder, const char *name, const char *text)
{
    int fd = openat(folder, name, O_WRONLY | O_CLOEXEC);
    size_t len = strlen(text);
    if (fd < 0 || write(fd, text, len) != (ssize_t)len)
        give_up(name);
    close(fd);
}

static void put_map(int folder, const char *name, unsigned long outside)
{
    char text[64];
    snprintf(text, sizeof text, "%d %lu 1", INSIDE, outside);
    put_text(folder, name, text);
}

/* The namespaces that each test has for itself. */
#define SPACES (CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWCGROUP)

/* Joins the namespaces that the tests share, then makes those of this test; the new process
 * namespace begins with the next child. */
static void join(const grade_nest *nest)
{
    int self = open("/proc/self", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int i = 0; i < GRADE_NEST_SPACES; i++)
        if (setns(nest->spaces[i], 0) != 0)
            give_up("setns");
    unsigned long user = getuid(), group = getgid();
    if (self < 0 || unshare(SPACES) != 0)
        give_up("unshare");
    prctl(PR_SET_DUMPABLE, 1); /* else root would own its files in /proc */
    put_text(self, "setgroups", "deny");
    put_map(self, "uid_map", user);
    put_map(self, "gid_map", group);
    prctl(PR_SET_DUMPABLE, 0);
    close(self);
}

/* Mounts the folders that can be written or that show processes; each test has its own. */
static void mount_own(const grade_nest_limits *limits)
{
    char size[64];
    unsigned long flags = MS_NOSUID | MS_NODEV;
    snprintf(size, sizeof size, "mode=0755,size=%llu", (unsigned long long)limits->file);
    if (mount("tmpfs", "/tmp", "tmpfs", flags, size) != 0 ||
        mount("tmpfs", "/dev/shm", "tmpfs", flags, size) != 0 ||
        mount("proc", "/proc", "proc", flags | MS_NOEXEC, NULL) != 0)
        give_up("mount");
}

static void bound(int what, uint64_t value)
{
    struct rlimit both = {(rlim_t)value, (rlim_t)value};
    if (setrlimit((__rlimit_resource_t)what, &both) != 0)
        give_up("setrlimit");
}

static void drop_rights(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {{.effective = 0}, {.effective = 0}};
    for (int right = 0; prctl(PR_CAPBSET_READ, right) >= 0; right++)
        if (prctl(PR_CAPBSET_DROP, right) != 0)
            give_up("prctl");
    if (syscall(SYS_capset, &header, none) != 0 || !grade_filter_install())
        give_up("seccomp");
}

static _Noreturn void begin(const grade_nest_limits *limits, const char *folder,
                            const char *const *argv)
{
    static const char *const environment[] = {"PATH=/usr/bin:/bin", "HOME=/tmp", "LC_ALL=C.UTF-8",
                                              NULL};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setsid();
    mount_own(limits);
    if (chdir(folder) != 0)
        give_up(folder);
    bound(RLIMIT_NPROC, limits->processes);
    bound(RLIMIT_AS, limits->address);
    drop_rights();
    grade_patient_exec(argv, environment);
    _exit(errno == ENOENT ? 127 : 126);
}

/* This process stays outside, because it still has the grader's memory; when it is killed, so is
 * the first process inside, and all others with it. */
_Noreturn void grade_nest_run(const grade_nest *nest, const grade_nest_limits *limits,
                              const char *folder, const char *const *argv)
{
    join(nest);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    syscall(SYS_close_range, 3, ~0u, 0);
    pid_t first = fork();
    if (first == 0)
        begin(limits, folder, argv);
    if (first < 0)
        give_up("fork");
    for (int fd = 0; fd < 3; fd++)
        close(fd);
    int status = grade_patient_wait(first);
    _exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}
