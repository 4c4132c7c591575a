/* failing_calls.c: makes calls to the system fail on demand. Layer: tests.
 *
 * It is built in two ways. Linked into the command with the linker's --wrap, beside the sanitizers,
 * it makes the command's own calls fail. As a library to preload (FAULTS_PRELOAD) it also makes
 * those of the command's libraries fail, SQLite's above all.
 *
 *     FAULT_AT=K        the K-th call fails, from 1; nothing fails without it
 *     FAULT_ON=1        every later call fails, too
 *     FAULT_KIND=adfps  which calls count: allocations; descriptors; files; processes and threads;
 *                       sockets and waiting (preloaded only)
 *     FAULT_REPORT=F    at the end the number of calls goes to the file F */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_long calls;

static bool fails(char kind)
{
    static _Thread_local bool inside; /* keeps getenv and the like from calling us again */
    const char *kinds, *at;
    if (inside)
        return false;
    inside = true;
    kinds = getenv("FAULT_KIND");
    at = getenv("FAULT_AT");
    inside = false;
    if (kinds == NULL || strchr(kinds, kind) == NULL)
        return false;
    long number = ++calls;
    long wanted = at != NULL ? strtol(at, NULL, 10) : 0;
    return wanted > 0 && (number == wanted || (number > wanted && getenv("FAULT_ON") != NULL));
}

static pid_t counted; /* the process whose calls are counted; those of its children are not */

__attribute__((constructor)) static void begin(void)
{
    counted = getpid();
}

__attribute__((destructor)) static void report(void)
{
    const char *path = getenv("FAULT_REPORT");
    char text[32];
    if (path == NULL || getpid() != counted)
        return;
    unsetenv("FAULT_AT");
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    int len = snprintf(text, sizeof text, "%ld\n", (long)calls);
    if (file >= 0 && write(file, text, (size_t)len) == len)
        close(file);
}

#ifdef FAULTS_PRELOAD
#define NAME(function) function
/* The function of this name that this file hides. */
#define REAL(function, type)                                                                       \
    static type real;                                                                              \
    if (real == NULL)                                                                              \
        *(void **)&real = dlsym(RTLD_NEXT, #function);
#else
#define NAME(function) __wrap_##function
#define REAL(function, type)                                                                       \
    extern __typeof__(function) __real_##function;                                                 \
    type real = __real_##function;
#endif

/* Defines a function that reports failure by a value and errno. */
#define FAULTY(kind, result, function, parameters, arguments, failure, error)                      \
    result NAME(function) parameters;                                                              \
    result NAME(function) parameters                                                               \
    {                                                                                              \
        typedef result(*real_type) parameters;                                                     \
        REAL(function, real_type)                                                                  \
        if (fails(kind)) {                                                                         \
            errno = error;                                                                         \
            return failure;                                                                        \
        }                                                                                          \
        return real arguments;                                                                     \
    }

#ifdef FAULTS_PRELOAD
/* dlsym allocates, so these functions are reached by the C library's internal names. */
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
#define ALLOCATOR(function, parameters, arguments)                                                 \
    void *function parameters                                                                      \
    {                                                                                              \
        if (fails('a')) {                                                                          \
            errno = ENOMEM;                                                                        \
            return NULL;                                                                           \
        }                                                                                          \
        return __libc_##function arguments;                                                        \
    }
ALLOCATOR(malloc, (size_t size), (size))
ALLOCATOR(calloc, (size_t count, size_t size), (count, size))
ALLOCATOR(realloc, (void *block, size_t size), (block, size))
#else
FAULTY('a', void *, malloc, (size_t size), (size), NULL, ENOMEM)
FAULTY('a', void *, calloc, (size_t count, size_t size), (count, size), NULL, ENOMEM)
FAULTY('a', void *, realloc, (void *block, size_t size), (block, size), NULL, ENOMEM)
FAULTY('a', char *, strdup, (const char *text), (text), NULL, ENOMEM)
FAULTY('d', FILE *, fopen, (const char *path, const char *mode), (path, mode), NULL, EMFILE)
FAULTY('d', FILE *, fdopen, (int file, const char *mode), (file, mode), NULL, ENOMEM)
FAULTY('d', FILE *, tmpfile, (void), (), NULL, EMFILE)
FAULTY('d', FILE *, open_memstream, (char **text, size_t *len), (text, len), NULL, ENOMEM)
FAULTY('d', int, fflush, (FILE * file), (file), EOF, EIO)
#endif

#ifdef FAULTS_PRELOAD
FAULTY('s', int, socket, (int family, int type, int protocol), (family, type, protocol), -1, EMFILE)
FAULTY('s', int, bind, (int file, const struct sockaddr *address, socklen_t len),
       (file, address, len), -1, EADDRINUSE)
FAULTY('s', int, listen, (int file, int backlog), (file, backlog), -1, EADDRINUSE)
FAULTY('s', int, accept4, (int file, struct sockaddr *address, socklen_t *len, int flags),
       (file, address, len, flags), -1, EMFILE)
FAULTY('s', int, getsockname, (int file, struct sockaddr *address, socklen_t *len),
       (file, address, len), -1, ENOBUFS)
FAULTY('s', int, setsockopt, (int file, int level, int name, const void *value, socklen_t len),
       (file, level, name, value, len), -1, ENOMEM)
FAULTY('s', int, epoll_create1, (int flags), (flags), -1, EMFILE)
FAULTY('s', int, epoll_ctl, (int file, int how, int of, struct epoll_event *event),
       (file, how, of, event), -1, ENOSPC)
FAULTY('s', int, epoll_wait, (int file, struct epoll_event *events, int count, int ms),
       (file, events, count, ms), -1, EBADF)
#endif

FAULTY('p', int, pipe2, (int ends[2], int flags), (ends, flags), -1, EMFILE)
FAULTY('p', pid_t, fork, (void), (), -1, EAGAIN)
FAULTY('p', int, posix_spawn,
       (pid_t * pid, const char *path, const posix_spawn_file_actions_t *files,
        const posix_spawnattr_t *how, char *const words[], char *const names[]),
       (pid, path, files, how, words, names), EAGAIN, EAGAIN)

FAULTY('d', ssize_t, read, (int file, void *bytes, size_t len), (file, bytes, len), -1, EIO)
FAULTY('d', ssize_t, write, (int file, const void *bytes, size_t len), (file, bytes, len), -1,
       ENOSPC)
FAULTY('d', ssize_t, writev, (int file, const struct iovec *parts, int count), (file, parts, count),
       -1, EPIPE)
FAULTY('f', ssize_t, pread64, (int file, void *bytes, size_t len, off64_t at),
       (file, bytes, len, at), -1, EIO)
FAULTY('f', ssize_t, pwrite64, (int file, const void *bytes, size_t len, off64_t at),
       (file, bytes, len, at), -1, ENOSPC)
FAULTY('f', int, fsync, (int file), (file), -1, EIO)
FAULTY('f', int, fdatasync, (int file), (file), -1, EIO)
FAULTY('f', int, ftruncate, (int file, off_t len), (file, len), -1, EIO)
FAULTY('f', int, rename, (const char *from, const char *to), (from, to), -1, EIO)
FAULTY('f', int, mkstemp, (char *path), (path), -1, EMFILE)
FAULTY('f', int, mkdir, (const char *path, mode_t mode), (path, mode), -1, ENOSPC)
FAULTY('d', ssize_t, getrandom, (void *bytes, size_t len, unsigned flags), (bytes, len, flags), -1,
       ENOSYS)
FAULTY('p', int, pthread_create,
       (pthread_t * thread, const pthread_attr_t *how, void *(*run)(void *), void *context),
       (thread, how, run, context), EAGAIN, EAGAIN)

/* open has a third argument, the mode, only if it may create the file. */
int NAME(open)(const char *path, int flags, ...);
int NAME(open)(const char *path, int flags, ...)
{
    typedef int (*real_type)(const char *, int, ...);
    REAL(open, real_type)
    va_list list;
    va_start(list, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(list, mode_t) : 0;
    va_end(list);
    if (fails('f')) {
        errno = EMFILE;
        return -1;
    }
    return real(path, flags, mode);
}
