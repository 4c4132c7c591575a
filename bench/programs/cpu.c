/* cpu.c: measures the CPU seconds of a command, user and system, of all its threads.
 *
 *     cpu [-e] [-m] COMMAND [ARGUMENT...] < input
 *
 * prints "SECONDS LASTWORD": the last word of its output tells what was computed. With -e the
 * elapsed seconds stand between the two, with -m the peak of its memory in kilobytes.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Reads to the end and keeps the last word. */
static void last_word(int from, char *word, size_t cap)
{
    FILE *file = fdopen(from, "r");
    if (!file)
        return;
    char line[4096];
    while (fgets(line, sizeof line, file)) {
        char *end = line + strcspn(line, "\r\n");
        while (end > line && end[-1] == ' ')
            end--;
        *end = '\0';
        const char *blank = strrchr(line, ' ');
        if (end > line)
            snprintf(word, cap, "%.255s", blank ? blank + 1 : line);
    }
    fclose(file);
}

int main(int argc, char **argv)
{
    int out[2];
    bool elapsed = argc > 1 && strcmp(argv[1], "-e") == 0;
    argc -= elapsed;
    argv += elapsed;
    bool memory = argc > 1 && strcmp(argv[1], "-m") == 0;
    argc -= memory;
    argv += memory;
    if (argc < 2 || pipe(out) != 0)
        return 2;
    double began = now();
    pid_t child = fork();
    if (child == 0) {
        dup2(out[1], STDOUT_FILENO);
        close(out[0]);
        close(out[1]);
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    close(out[1]);
    char word[256] = "";
    last_word(out[0], word, sizeof word);
    int status = 0;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0) {
        fprintf(stderr, "cpu: %s failed\n", argv[1]);
        return 1;
    }
    double ended = now();
    printf("%.3f ", seconds(usage.ru_utime) + seconds(usage.ru_stime));
    if (elapsed)
        printf("%.3f ", ended - began);
    if (memory)
        printf("%ld ", usage.ru_maxrss);
    printf("%s\n", word);
    return 0;
}
