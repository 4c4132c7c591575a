/* measure.c: runs a command and reports its exit code and memory. Layer: tests.
 *
 *     measure REPORT COMMAND...
 *
 * Writes "EXIT KB" to the file REPORT: the exit code, or 128 plus the signal that ended it, and the
 * peak of its memory in KiB. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    int status = 0;
    struct rusage usage;
    FILE *report = fopen(argv[1], "w");
    if (report == NULL || child < 0 || wait4(child, &status, 0, &usage) != child)
        return 1;
    fprintf(report, "%d %ld\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            usage.ru_maxrss);
    return fclose(report) != 0;
}
