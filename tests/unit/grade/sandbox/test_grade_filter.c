/* test_grade_filter.c: what the filter of system calls answers to each call. The filter is run here
 * as the kernel would run it. */
#include "check.h"
#include "grade/sandbox/syscall_filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OURS AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OURS AUDIT_ARCH_AARCH64
#elif defined(__riscv)
#define OURS AUDIT_ARCH_RISCV64
#else
#define OURS 0
#endif

static struct sock_filter code[512];
static size_t code_count;

static void load(void)
{
    int fd = grade_filter_open();
    CHECK(fd >= 0 && fcntl(fd, F_GETFD) == FD_CLOEXEC);
    ssize_t size = read(fd, code, sizeof code);
    char more;
    CHECK(size > 0 && size % (ssize_t)sizeof code[0] == 0);
    CHECK_EQ_INT(read(fd, &more, 1), 0);
    close(fd);
    code_count = (size_t)size / sizeof code[0];
}

/* The filter's answer, or 0 if it runs past its end or does what it must not. */
static uint32_t answer(uint32_t architecture, uint32_t call, uint64_t argument)
{
    struct seccomp_data data = {.nr = (int)call, .arch = architecture, .args = {argument}};
    uint32_t value = 0;
    for (size_t at = 0; at < code_count; at++) {
        const struct sock_filter *step = &code[at];
        switch (step->code) {
        case BPF_LD | BPF_W | BPF_ABS:
            if (step->k + sizeof value > sizeof data || step->k % sizeof value != 0)
                return 0;
            memcpy(&value, (const char *)&data + step->k, sizeof value);
            break;
        case BPF_JMP | BPF_JEQ | BPF_K:
            at += value == step->k ? step->jt : step->jf;
            break;
        case BPF_JMP | BPF_JGE | BPF_K:
            at += value >= step->k ? step->jt : step->jf;
            break;
        case BPF_JMP | BPF_JSET | BPF_K:
            at += (value & step->k) != 0 ? step->jt : step->jf;
            break;
        case BPF_RET | BPF_K:
            return step->k;
        default:
            return 0;
        }
    }
    return 0;
}

static const long refused[] = {
    SYS_memfd_create,
    SYS_shmget,
    SYS_shmat,
    SYS_shmctl,
    SYS_shmdt,
    SYS_semget,
    SYS_semop,
    SYS_semctl,
    SYS_semtimedop,
    SYS_msgget,
    SYS_msgsnd,
    SYS_msgrcv,
    SYS_msgctl,
    SYS_mq_open,
    SYS_mq_unlink,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kcmp,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_unshare,
    SYS_setns,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    SYS_fanotify_init,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    SYS_quotactl,
    SYS_syslog,
    SYS_vhangup,
    SYS_lookup_dcookie,
    SYS_personality,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_clock_adjtime,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_io_setup,
#ifdef SYS_memfd_secret
    SYS_memfd_secret,
#endif
#ifdef SYS_iopl
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
#endif
};

/* Three calls of io_uring, six of mounts, clone3 and pidfd_getfd. */
static const long not_there[] = {425, 426, 427, 428, 429, 430, 431, 432, 435, 438, 442};

static bool is_among(long call, const long *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == call)
            return true;
    return false;
}

TEST(every_call_is_answered)
{
    load();
    for (long call = 0; call < 1000; call++) {
        check_case("call %ld", call);
        uint32_t expected = is_among(call, not_there, sizeof not_there / sizeof *not_there)
                                ? SECCOMP_RET_ERRNO | ENOSYS
                            : is_among(call, refused, sizeof refused / sizeof *refused)
                                ? SECCOMP_RET_ERRNO | EPERM
                            : call == SYS_socket ? SECCOMP_RET_ERRNO | EAFNOSUPPORT
                                                 : SECCOMP_RET_ALLOW;
        CHECK_EQ_INT(answer(OURS, (uint32_t)call, 0), expected);
    }
}

TEST(a_call_of_another_architecture_ends_the_program)
{
    load();
    CHECK_EQ_INT(answer(AUDIT_ARCH_I386, SYS_getpid, 0), SECCOMP_RET_KILL_PROCESS);
    CHECK_EQ_INT(answer(OURS + 1, SYS_getpid, 0), SECCOMP_RET_KILL_PROCESS);
#ifdef __x86_64__
    CHECK_EQ_INT(answer(OURS, 0x40000000, 0), SECCOMP_RET_ERRNO | ENOSYS);
    CHECK_EQ_INT(answer(OURS, 0x40000000 | SYS_mount, 0), SECCOMP_RET_ERRNO | ENOSYS);
    CHECK_EQ_INT(answer(OURS, 0x3FFFFFFF, 0), SECCOMP_RET_ALLOW);
    CHECK_EQ_INT(answer(OURS, UINT32_MAX, 0), SECCOMP_RET_ERRNO | ENOSYS);
#endif
}

TEST(sockets_of_the_machine_itself_only)
{
    load();
    for (uint64_t family = 0; family < 64; family++) {
        check_case("family %llu", (unsigned long long)family);
        CHECK_EQ_INT(answer(OURS, SYS_socket, family),
                     family == AF_UNIX ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EAFNOSUPPORT);
        CHECK_EQ_INT(answer(OURS, SYS_socketpair, family), SECCOMP_RET_ALLOW);
    }
}

TEST(clone_makes_no_namespace)
{
    static const uint64_t spaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET |
                                   CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
    load();
    for (unsigned bit = 0; bit < 32; bit++) {
        uint64_t flag = UINT64_C(1) << bit;
        check_case("flag %llx", (unsigned long long)flag);
        CHECK_EQ_INT(answer(OURS, SYS_clone, flag | SIGCHLD),
                     (spaces & flag) != 0 ? SECCOMP_RET_ERRNO | EPERM : SECCOMP_RET_ALLOW);
        CHECK_EQ_INT(answer(OURS, SYS_getpid, flag), SECCOMP_RET_ALLOW);
    }
}

/* What a process with the filter sees: 0 if all is as it should be, or the number of the first
 * fault. */
static int seen_inside(void)
{
    if (!grade_filter_install())
        return errno == EINVAL || errno == ENOSYS ? 77 : 1;
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1)
        return 2;
    if (prctl(PR_GET_SECCOMP) != SECCOMP_MODE_FILTER)
        return 3;
    if (syscall(SYS_unshare, 0) == 0 || errno != EPERM)
        return 4;
    if (syscall(425, 0, 0) >= 0 || errno != ENOSYS)
        return 5;
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || errno != EAFNOSUPPORT)
        return 6;
    return socket(AF_UNIX, SOCK_STREAM, 0) >= 0 ? 0 : 7;
}

/* An emulator of another processor may know no filters. */
TEST(the_kernel_takes_the_filter)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        _exit(seen_inside());
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 77);
#ifdef __x86_64__
    CHECK_EQ_INT(WEXITSTATUS(status), 0);
#endif
}

int main(void)
{
    RUN(every_call_is_answered);
    RUN(a_call_of_another_architecture_ends_the_program);
    RUN(sockets_of_the_machine_itself_only);
    RUN(clone_makes_no_namespace);
    RUN(the_kernel_takes_the_filter);
    return check_result();
}
