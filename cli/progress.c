/* progress.c: a bar on the terminal's stderr. Layer: cli. */
#include "cli/io.h"

#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

cli_progress cli_progress_begin(void)
{
    double began = now();
    return (cli_progress){.began = began, .shown = began + 1.0, .on = isatty(STDERR_FILENO) == 1};
}

void cli_progress_show(cli_progress *progress, uint64_t done, uint64_t total)
{
    enum { WIDTH = 40 };
    static const char bar[WIDTH + 1] = "########################################";
    if (!progress->on || total == 0)
        return;
    double time = now();
    if (time < progress->shown)
        return;
    progress->shown = time + 0.1;
    double part = done < total ? (double)done / (double)total : 1.0;
    fprintf(stderr, "\r[%-*.*s] %3d%%", WIDTH, (int)(part * WIDTH), bar, (int)(part * 100));
}

void cli_progress_end(cli_progress *progress)
{
    if (progress->on && progress->shown > progress->began + 1.0)
        fprintf(stderr, "\r%*s\r", 48, "");
    progress->on = false;
}
