/* progress_bar.c: draws a bar on stderr, if that is a terminal. Layer: cli. */
#include "cli/io/io.h"
#include "common/steady_clock.h"

#include <time.h>
#include <unistd.h>

cli_progress cli_progress_begin(void)
{
    double began = steady_seconds();
    return (cli_progress){.began = began, .shown = began + 1.0, .on = isatty(STDERR_FILENO) == 1};
}

static bool show_bar(cli_progress *progress, uint64_t done, uint64_t total, double *part)
{
    enum { WIDTH = 40 };
    static const char bar[] = "########################################";
    if (!progress->on || total == 0)
        return false;
    double time = steady_seconds();
    if (time < progress->shown)
        return false;
    progress->shown = time + 0.1;
    *part = done < total ? (double)done / (double)total : 1.0;
    fprintf(stderr, "\r[%-*.*s] %3d%%", WIDTH, (int)(*part * WIDTH), bar, (int)(*part * 100));
    return true;
}

void cli_progress_show(cli_progress *progress, uint64_t done, uint64_t total)
{
    double part;
    show_bar(progress, done, total, &part);
}

void cli_progress_rate(cli_progress *progress, uint64_t done, uint64_t total, uint64_t count,
                       const char *things)
{
    double part;
    if (!show_bar(progress, done, total, &part))
        return;
    double spent = steady_seconds() - progress->began;
    unsigned long left = part > 0 ? (unsigned long)(spent / part - spent) : 0;
    fprintf(stderr, " %.0f %s/s, %lu:%02lu left ", (double)count / spent, things, left / 60,
            left % 60);
}

void cli_progress_end(cli_progress *progress)
{
    if (progress->on && progress->shown > progress->began + 1.0)
        fprintf(stderr, "\r%*s\r", 80, "");
    progress->on = false;
}
