/* sandbox.c: runs processes in bubblewrap, under limits. Layer: grade. */
#include "grade/sandbox/sandbox.h"

#include "grade/sandbox/patient_exec.h"
#include "grade/sandbox/patient_wait.h"
#include "grade/sandbox/syscall_filter.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORD_LIMIT = 1022, FIRST_USER = 60000000, FILTER_FILE = 3 };

typedef struct {
    const char *words[WORD_LIMIT + 1]; /* the list ends with NULL */
    size_t count;
    bool too_many; /* there were more */
    char numbers[8][48];
    size_t number_count;
} words;

static void add(words *w, const char *word)
{
    w->too_many = w->too_many || w->count == WORD_LIMIT;
    if (!w->too_many)
        w->words[w->count++] = word;
}

static void add_all(words *w, const char *const *list)
{
    for (; *list != NULL; list++)
        add(w, *list);
}

static void add_number(words *w, const char *prefix, uint64_t number)
{
    char *text = w->numbers[w->number_count++];
    snprintf(text, sizeof w->numbers[0], "%s%llu", prefix, (unsigned long long)number);
    add(w, text);
}

static uint64_t bytes_of(unsigned mebibytes)
{
    return (uint64_t)mebibytes << 20;
}

/* Adds the visible parts of the system. */
static void add_system(words *w, const grade_root *root)
{
    const char *word = root->words.at;
    for (size_t i = 0; i < root->count; i++, word += strlen(word) + 1)
        add(w, word);
}

static void add_isolation(words *w, const grade_sandbox *sandbox, const grade_job *job)
{
    static const char *const apart[] = {"bwrap",
                                        "--unshare-all",
                                        "--unshare-user",
                                        "--uid",
                                        "1000",
                                        "--gid",
                                        "1000",
                                        "--hostname",
                                        "sandbox",
                                        "--new-session",
                                        "--die-with-parent",
                                        "--cap-drop",
                                        "ALL",
                                        "--clearenv",
                                        "--setenv",
                                        "PATH",
                                        "/usr/bin:/bin",
                                        "--setenv",
                                        "HOME",
                                        "/tmp",
                                        "--setenv",
                                        "LC_ALL",
                                        "C.UTF-8",
                                        NULL};
    add_all(w, apart);
    add_system(w, &sandbox->roots[job->root]);
    add(w, "--seccomp");
    add_number(w, "", FILTER_FILE);
    for (int i = 0; i < 2; i++) {
        add(w, "--size");
        add_number(w, "", bytes_of(job->limits.file));
        add(w, "--tmpfs");
        add(w, i == 0 ? "/tmp" : "/dev/shm");
    }
}

static uint64_t address_of(const grade_limits *limits)
{
    return bytes_of(limits->address > 0 ? limits->address : limits->memory);
}

/* Limits of a user's processes count inside the new user namespace only if they are set there. */
static void add_command(words *w, const grade_job *job)
{
    add(w, "--chdir");
    add(w, job->folder);
    add_all(w, (const char *const[]){"--remount-ro", "/dev", "--remount-ro", "/", "--",
                                     "/usr/bin/prlimit", NULL});
    add_number(w, "--nproc=", job->limits.processes);
    add_number(w, "--as=", address_of(&job->limits));
    add(w, "--");
    add_all(w, job->argv);
}

static void build_words(words *w, const grade_sandbox *sandbox, const grade_job *job, bool waits)
{
    static const char *const wait[] = {"--info-fd", "1", "--block-fd", "0", NULL};
    *w = (words){.count = 0};
    if (sandbox->isolation == GRADE_OPEN) {
        add_all(w, job->argv);
        return;
    }
    add_isolation(w, sandbox, job);
    if (waits)
        add_all(w, wait);
    add(w, "--dir");
    add(w, job->folder);
    for (size_t i = 0; i < job->bind_count; i++) {
        add(w, job->binds[i].writable ? "--bind" : "--ro-bind");
        add(w, job->binds[i].source);
        add(w, job->binds[i].dest);
    }
    add_command(w, job);
}

uint32_t grade_user_of(const grade_sandbox *sandbox, unsigned slot)
{
    return sandbox->user != 0 ? sandbox->user + slot : (uint32_t)getuid();
}

static void limit(int what, uint64_t value)
{
    struct rlimit both = {(rlim_t)value, (rlim_t)value};
    setrlimit((__rlimit_resource_t)what, &both);
}

static void set_limits(const grade_sandbox *sandbox, const grade_limits *limits)
{
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, limits->seconds + 1);
    limit(RLIMIT_FSIZE, bytes_of(limits->file));
    limit(RLIMIT_NOFILE, 256);
    if (sandbox->isolation == GRADE_OPEN)
        limit(RLIMIT_AS, address_of(limits));
}

static bool drop_root(uint32_t user)
{
    return setgroups(0, NULL) == 0 && setresgid(user, user, user) == 0 &&
           setresuid(user, user, user) == 0 && setuid(0) != 0;
}

static void close_others(void)
{
    if (syscall(SYS_close_range, FILTER_FILE + 1, ~0u, 0) == 0)
        return;
    for (int fd = FILTER_FILE + 1; fd < 1024; fd++) /* Linux before 5.9 has no close_range */
        close(fd);
}

/* Moves the filter to its descriptor (-1: there is none) and closes all others but the standard
 * streams. */
static void keep_filter(int filter)
{
    if (filter == FILTER_FILE)
        fcntl(FILTER_FILE, F_SETFD, 0);
    else if (filter < 0)
        close(FILTER_FILE);
    else if (dup2(filter, FILTER_FILE) < 0)
        _exit(125);
    close_others();
}

/* Runs in the child process. It neither allocates nor locks, because the caller may have
 * threads. */
static void become(const grade_sandbox *sandbox, const grade_job *job, const words *w,
                   const int files[4], int group)
{
    if (group >= 0 && write(group, "0", 1) != 1)
        _exit(125);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setsid(); /* Ctrl-C goes to the grader only; the session can be killed as one group */
    for (int i = 0; i < 3; i++)
        if (dup2(files[i], i) < 0)
            _exit(125);
    if (job->nest == NULL) /* the descriptors of a nest are still needed */
        keep_filter(files[FILTER_FILE]);
    if (sandbox->isolation == GRADE_OPEN && chdir(job->open_folder) != 0)
        _exit(125);
    set_limits(sandbox, &job->limits);
    bool drop = sandbox->user != 0 && (sandbox->isolation == GRADE_ISOLATED || job->copied);
    if (drop && sandbox->isolation == GRADE_OPEN)
        limit(RLIMIT_NPROC, job->limits.processes); /* counts for this user number alone */
    if (drop && !drop_root(grade_user_of(sandbox, job->slot)))
        _exit(125);
    if (job->nest != NULL) {
        grade_nest_limits limits = {job->limits.processes, address_of(&job->limits),
                                    bytes_of(job->limits.file)};
        grade_nest_run(job->nest, &limits, job->folder, job->argv);
    }
    /* Processes inside can read bubblewrap's own environment, so it says nothing. */
    static const char *const nothing[] = {"LC_ALL=C.UTF-8", NULL};
    grade_patient_exec(w->words, sandbox->isolation == GRADE_OPEN ? NULL : nothing);
    _exit(errno == ENOENT ? 127 : 126);
}

/* Opens three pipes; end [0] is read, end [1] is written. */
static bool open_pipes(int pipes[3][2])
{
    for (int i = 0; i < 3; i++)
        pipes[i][0] = pipes[i][1] = -1;
    for (int i = 0; i < 3; i++)
        if (pipe2(pipes[i], O_CLOEXEC) != 0)
            return false;
    return true;
}

static void close_pipes(int pipes[3][2])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            close(pipes[i][j]); /* -1 is none */
}

static bool start(const grade_sandbox *sandbox, const grade_job *job, bool waits,
                  grade_process *process)
{
    words w;
    int pipes[3][2];
    grade_group group;
    int entry = grade_group_open(&group, &sandbox->groups, job->slot, job->limits.memory,
                                 job->limits.processes);
    bool filtered = sandbox->isolation == GRADE_ISOLATED && job->nest == NULL;
    int filter = filtered ? grade_filter_open() : -1;
    build_words(&w, sandbox, job, waits);
    bool ready = open_pipes(pipes) && (entry >= 0 || sandbox->groups.base[0] == '\0') &&
                 (filter >= 0 || !filtered) && !w.too_many;
    pid_t pid = ready ? fork() : -1;
    if (pid == 0)
        become(sandbox, job, &w, (const int[4]){pipes[0][0], pipes[1][1], pipes[2][1], filter},
               entry);
    if (filter >= 0)
        close(filter);
    if (entry >= 0)
        close(entry);
    if (pid < 0) {
        grade_group_close(&group);
        close_pipes(pipes);
        return false;
    }
    close(pipes[0][0]);
    close(pipes[1][1]);
    close(pipes[2][1]);
    *process = (grade_process){pid, pipes[0][1], pipes[1][0], pipes[2][0], group};
    fcntl(process->in, F_SETFL, O_NONBLOCK);
    fcntl(process->out, F_SETFL, O_NONBLOCK);
    fcntl(process->err, F_SETFL, O_NONBLOCK);
    return true;
}

bool grade_start(const grade_sandbox *sandbox, const grade_job *job, grade_process *process)
{
    return start(sandbox, job, false, process);
}

/* Killing bubblewrap ends all processes in its namespace. */
void grade_kill(const grade_process *process)
{
    grade_group_kill(&process->group);
    kill(-process->pid, SIGKILL);
    kill(process->pid, SIGKILL);
}

void grade_forget(grade_process *process)
{
    if (process->group.path[0] == '\0')
        return;
    grade_group_kill(&process->group); /* what it may have left behind */
    grade_group_close(&process->group);
}

/* ---- Namespaces for several runs ---- */

/* Does a program run in the nest? */
static bool can_run(const grade_sandbox *sandbox, const grade_job *job, const grade_nest *nest)
{
    static const char *const argv[] = {"/usr/bin/prlimit", "--version", NULL};
    grade_job trial = *job;
    grade_process process;
    trial.argv = argv;
    trial.nest = nest;
    if (!grade_start(sandbox, &trial, &process))
        return false;
    int status = grade_patient_wait(process.pid);
    close(process.in);
    close(process.out);
    close(process.err);
    grade_forget(&process);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool grade_nest_open(grade_nest *nest, const grade_sandbox *sandbox, const grade_job *job)
{
    static const char *const argv[] = {"/usr/bin/prlimit", "--version", NULL};
    grade_job held = *job;
    grade_process process;
    *nest = (grade_nest){.pid = 0};
    held.argv = argv;
    if (sandbox->isolation != GRADE_ISOLATED || !start(sandbox, &held, true, &process))
        return false;
    *nest = (grade_nest){process.pid, process.in, {-1, -1, -1, -1}, process.group};
    bool held_it = grade_nest_hold(nest, process.out);
    close(process.out);
    close(process.err);
    if (held_it && can_run(sandbox, job, nest))
        return true;
    grade_nest_close(nest);
    return false;
}

/* ---- What can be done here ---- */

/* Returns the first of a range of user numbers that nobody has; 0 if we are not root and so have no
 * rights to give up. */
static uint32_t own_users(void)
{
    return geteuid() == 0 ? FIRST_USER + (uint32_t)getpid() % 4000000u * GRADE_SLOT_LIMIT : 0;
}

grade_sandbox grade_sandbox_open(void)
{
    grade_sandbox sandbox = {.isolation = GRADE_OPEN, .user = own_users()};
    grade_group_tree_find(&sandbox.groups);
    return sandbox;
}

/* Runs `true` in the sandbox. If that fails, the message of bubblewrap goes to `why`. */
static bool try_it(const grade_sandbox *sandbox, char *why, size_t cap)
{
    static const char *const argv[] = {"/bin/sh", "-c", "exit 42", NULL};
    grade_job job = {.argv = argv,
                     .root = GRADE_ROOT_SHELL,
                     .folder = "/tmp",
                     .open_folder = "/",
                     .limits = {.seconds = 10, .memory = 256, .processes = 16, .file = 1}};
    grade_process process;
    size_t len = 0;
    ssize_t got;

    if (!grade_start(sandbox, &job, &process)) {
        snprintf(why, cap, "no process can be started");
        return false;
    }
    close(process.in);
    close(process.out);
    fcntl(process.err, F_SETFL, 0);
    while ((got = read(process.err, why + len, cap - 1 - len)) > 0)
        len += (size_t)got;
    why[len] = '\0';
    why[strcspn(why, "\n")] = '\0';
    close(process.err);
    int status = grade_patient_wait(process.pid);
    grade_forget(&process);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        snprintf(why, cap, "bubblewrap (bwrap) is not installed");
    return WIFEXITED(status) && WEXITSTATUS(status) == 42;
}

bool grade_sandbox_find(grade_sandbox *sandbox, char *why, size_t cap)
{
    bool whole = true;
    *sandbox = (grade_sandbox){.isolation = GRADE_ISOLATED, .user = own_users()};
    for (int kind = 0; kind < GRADE_ROOT_COUNT; kind++) {
        grade_root_make(&sandbox->roots[kind], (grade_root_kind)kind);
        whole = whole && !sandbox->roots[kind].words.failed;
    }
    grade_group_tree_find(&sandbox->groups);
    if (!whole)
        snprintf(why, cap, "not enough memory");
    if (whole && try_it(sandbox, why, cap))
        return true;
    grade_sandbox_free(sandbox);
    return false;
}

void grade_sandbox_free(grade_sandbox *sandbox)
{
    for (int kind = 0; kind < GRADE_ROOT_COUNT; kind++)
        grade_root_free(&sandbox->roots[kind]);
    grade_group_tree_leave(&sandbox->groups);
}
