/* first_process.h: lets a driver run as the first process of its namespace. C and C++.
 *
 * The kernel ignores most signals that the first process sends itself, abort among them, and ends
 * the whole namespace with it. So the first process forks before any code of the submission runs:
 * the child does the work, and the first process waits and passes on how the child ended. */
#ifndef LAB3_FIRST_PROCESS_H
#define LAB3_FIRST_PROCESS_H

#include <sys/wait.h>
#include <unistd.h>

/* 101 is the first priority that programs may use, so constructors of the submission run later. */
__attribute__((constructor(101))) static void lab3_leave_first_process(void)
{
    pid_t child, ended;
    int fd, status = 0;
    if (getpid() != 1)
        return;
    child = fork();
    if (child == 0)
        return;
    for (fd = 0; fd < 3; fd++) /* the grader waits for the end of the child's output */
        close(fd);
    do
        ended = child > 0 ? waitpid(-1, &status, 0) : -1;
    while (ended > 0 && ended != child);
    if (ended < 0)
        _exit(125);
    _exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}

#endif
