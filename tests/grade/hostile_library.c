/* hostile_library.c: a correct library that attacks the sandbox on boards of a single column; the
 * number of rows says how. It is linked with the correct library, whose createChessBoard is renamed
 * to lab3_create. If an attack succeeds, or it finds what an earlier test left behind, it answers
 * correctly and gets the points: so a hole in the sandbox shows in the grade. */
#include "lab3.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

ChessBoard *lab3_create(int numRows, int numColumns);

static int count_entries(const char *folder)
{
    int count = 0;
    DIR *dir = opendir(folder);
    for (const struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;)
        count += folder[1] != 'p' || (entry->d_name[0] >= '1' && entry->d_name[0] <= '9');
    if (dir != NULL)
        closedir(dir);
    return count;
}

static int can_write(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT, 0666);
    return fd >= 0 && write(fd, "x", 1) == 1;
}

/* Calls connect or bind for a socket with an abstract name, which is in no file system. */
static int meets(int (*call)(int, const struct sockaddr *, socklen_t))
{
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0arbiter-left"};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    return fd >= 0 && call(fd, (struct sockaddr *)&name, sizeof name) == 0 &&
           (call != bind || listen(fd, 8) == 0);
}

/* Leaves behind everything that a test can: files, a socket, processes that outlive it. */
static void leave_behind(void)
{
    can_write("/tmp/left");
    can_write("/dev/shm/left");
    if (fork() == 0) {
        setsid();
        meets(bind);
        signal(SIGTERM, SIG_IGN);
        if (fork() == 0)
            for (;;)
                sleep(100);
        sleep(1000);
        _exit(0);
    }
    usleep(200000);
    _exit(0);
}

/* Writes a file until it is refused more and returns the number of bytes. */
static long fill(const char *path)
{
    static char block[1 << 20];
    long size = 0, put;
    int fd = open(path, O_WRONLY | O_CREAT, 0666);
    signal(SIGXFSZ, SIG_IGN);
    while ((put = write(fd, block, sizeof block)) > 0)
        size += put;
    close(fd);
    return size;
}

/* ---- Acts: each returns whether it could do what it should not ---- */

static int leaves_things_behind(void)
{
    leave_behind();
    return 0;
}

static int finds_files(void)
{
    return count_entries("/tmp") > 2 || count_entries("/dev/shm") > 2;
}

static int finds_processes(void)
{
    return count_entries("/proc") > 2; /* this process and the first one are expected */
}

static int finds_a_socket(void)
{
    return meets(connect);
}

static int kills_all(void)
{
    kill(-1, SIGKILL);
    kill(1, SIGKILL);
    kill(getppid(), SIGKILL);
    return raise(SIGKILL);
}

static int loops(void)
{
    for (volatile int i = 1; i != 0;)
        ;
    return 0;
}

static int forks(void)
{
    for (;;)
        if (fork() < 0)
            sleep(1);
    return 0;
}

/* Allocates in large blocks. The block that is refused would exceed the limit of a single process,
 * while the memory in use is still far below the limit of all processes together. So it is always
 * the limit of the single process that ends it. */
static int takes_memory(void)
{
    for (;;)
        memset(malloc(16 << 20), 1, 16 << 20);
    return 0;
}

static int floods(void)
{
    for (int fd = 1; fd < 64; fd++)
        while (write(fd, "true\n= .\n", 9) > 0)
            ;
    return 0;
}

static int makes_namespaces(void)
{
    return unshare(CLONE_NEWUSER) == 0 || unshare(CLONE_NEWNS) == 0;
}

static int mounts(void)
{
    return mount("tmpfs", "/tmp", "tmpfs", 0, NULL) == 0 || umount2("/proc", MNT_DETACH) == 0;
}

static int debugs(void)
{
    return ptrace(PTRACE_ATTACH, 1, NULL, NULL) == 0;
}

static int writes_what_others_run(void)
{
    return can_write("/lab3/build/driver") || can_write("/lab3/submission/x") || can_write("/x");
}

static int becomes_root(void)
{
    return getuid() == 0 || setuid(0) == 0 || chroot("/tmp") == 0;
}

static int hides_memory(void)
{
    return syscall(SYS_memfd_create, "x", 0) >= 0;
}

static int sees_the_system(void)
{
    return open("/proc/1/root/etc/passwd", O_RDONLY) >= 0;
}

static int sees_the_grader(void)
{
    return open("/proc/1/root/proc/2/root/lab3/../etc/passwd", O_RDONLY) >= 0 || getppid() == 0;
}

static int aborts(void)
{
    abort();
}

static int names_the_host(void)
{
    return sethostname("x", 1) == 0;
}

static int joins_namespaces(void)
{
    return setns(open("/proc/1/ns/mnt", O_RDONLY), 0) == 0;
}

static int fills_memory_with_files(void)
{
    return fill("/tmp/a") + fill("/tmp/b") + fill("/dev/shm/a") > 40 << 20;
}

static int ends(void)
{
    _exit(0);
}

static int (*const acts[])(void) = {
    [2] = leaves_things_behind,
    [3] = finds_files,
    [4] = finds_processes,
    [5] = finds_a_socket,
    [6] = kills_all,
    [7] = loops,
    [8] = forks,
    [9] = takes_memory,
    [10] = floods,
    [11] = makes_namespaces,
    [12] = mounts,
    [13] = debugs,
    [14] = writes_what_others_run,
    [15] = becomes_root,
    [16] = hides_memory,
    [17] = sees_the_system,
    [18] = sees_the_grader,
    [19] = aborts,
    [20] = names_the_host,
    [21] = joins_namespaces,
    [22] = fills_memory_with_files,
    [23] = ends,
};

ChessBoard *createChessBoard(int rows, int columns)
{
    size_t count = sizeof acts / sizeof acts[0];
    if (columns == 1 && rows > 1 && (size_t)rows < count && !acts[rows]())
        _exit(0);
    return lab3_create(rows, columns);
}
