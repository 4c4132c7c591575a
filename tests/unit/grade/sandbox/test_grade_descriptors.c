/* test_grade_descriptors.c: a process of the sandbox has only its own descriptors, also on a system
 * that cannot close a range of them at once. In place of bubblewrap stands a script. */
#include "check.h"
#include "grade/run_test.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/arbiter-descriptors.XXXXXX";

/* From now on this process and its children have a system without close_range. */
static bool make_old(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_close_range, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog form = {sizeof code / sizeof *code, code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &form) == 0;
}

/* The descriptors that the script has, apart from those of its own. */
static const char *inside(void)
{
    static char output[1000];
    static const char *const argv[] = {"it", NULL};
    const grade_job job = {.argv = argv,
                           .folder = "/",
                           .open_folder = "/",
                           .limits = {.seconds = 60, .memory = 100, .processes = 9, .file = 3}};
    const grade_sandbox sandbox = {.isolation = GRADE_ISOLATED};
    int code = -1;
    CHECK_EQ_INT(grade_run_plain(&sandbox, &job, NULL, output, sizeof output, &code), GRADE_PASSED);
    CHECK_EQ_INT(code, 0);
    return output;
}

static void check_inside(void)
{
    static const int more[] = {4, 5, 9, 57, 300, 1022, 1023};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        CHECK(fcntl(more[i], F_GETFD) >= 0 || dup2(2, more[i]) == more[i]);
    CHECK_EQ_TEXT(inside(), "0 1 2 3 ");
}

TEST(a_process_has_four_descriptors)
{
    check_inside();
}

TEST(a_process_of_an_old_system_has_no_more)
{
    int status = 0;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        unsigned before = check__state.failures;
        CHECK(make_old() && syscall(SYS_close_range, 1000000, 1000000, 0) != 0 && errno == ENOSYS);
        check_inside();
        fflush(stdout);
        _exit(check__state.failures != before);
    }
    CHECK(pid > 0 && waitpid(pid, &status, 0) == pid);
    CHECK_EQ_INT(status, 0);
}

int main(void)
{
    char path[4096];
    const char *before = getenv("PATH");
    if (mkdtemp(folder) == NULL || chmod(folder, 0755) != 0)
        return 1;
    snprintf(path, sizeof path, "%s/bwrap", folder);
    FILE *out = fopen(path, "we");
    fputs("#!/bin/sh\n"
          "for f in 0 1 2 3 4 5 9 57 300 1022 1023; do [ -e /proc/$$/fd/$f ] && printf '%s ' $f; "
          "done\n"
          "exit 0\n",
          out);
    CHECK(fclose(out) == 0 && chmod(path, 0755) == 0);
    snprintf(path, sizeof path, "%s:%s", folder, before != NULL ? before : "/usr/bin:/bin");
    setenv("PATH", path, 1);
    RUN(a_process_has_four_descriptors);
    RUN(a_process_of_an_old_system_has_no_more);
    char command[100];
    snprintf(command, sizeof command, "/bin/rm -r '%s'", folder);
    return system(command) != 0 ? 1 : check_result();
}
