/* output_file.c: writes an output file that appears complete or not at all. Layer: cli. It knows
 * nothing of the content. */
#include "cli/command/command.h"
#include "cli/io/io.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Interrupts remove the temporary file ---- */

static const int interrupts[] = {SIGINT, SIGTERM, SIGHUP};
enum { INTERRUPTS = sizeof interrupts / sizeof interrupts[0] };

static char *volatile unfinished; /* the file opened last; it is global because a signal handler can
                                     find it in no other way */
static struct sigaction handled_before[INTERRUPTS];

static void remove_unfinished(int interrupt)
{
    if (unfinished != NULL)
        unlink(unfinished);
    signal(interrupt, SIG_DFL);
    raise(interrupt);
}

/* Watches for signals; those that are ignored, or that the command handles, stay so. */
static void watch(char *temporary)
{
    struct sigaction action = {.sa_handler = remove_unfinished};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; unfinished == NULL && i < INTERRUPTS; i++) {
        sigaction(interrupts[i], NULL, &handled_before[i]);
        if (handled_before[i].sa_handler == SIG_DFL)
            sigaction(interrupts[i], &action, NULL);
    }
    unfinished = temporary;
}

static void unwatch(const char *temporary)
{
    if (temporary == NULL || unfinished != temporary)
        return;
    unfinished = NULL;
    for (size_t i = 0; i < INTERRUPTS; i++)
        if (handled_before[i].sa_handler == SIG_DFL)
            sigaction(interrupts[i], &handled_before[i], NULL);
}

/* ---- Opening, committing, abandoning ---- */

/* Opens a new file beside `path`, with the access rights that `path` has or would get. */
static FILE *open_beside(const char *path, const struct stat *old, char **temporary)
{
    static const char ending[] = ".XXXXXX";
    size_t size = strlen(path) + sizeof ending;
    char *name = malloc(size);
    if (name == NULL)
        return NULL;
    snprintf(name, size, "%s%s", path, ending);

    int file = mkstemp(name);
    if (file < 0) {
        free(name);
        return NULL;
    }
    mode_t mask = umask(0);
    umask(mask);
    mode_t mode = old != NULL ? old->st_mode & 0777 : 0666 & ~mask;
    FILE *stream = fchmod(file, mode) == 0 ? fdopen(file, "w") : NULL;
    if (stream == NULL) {
        close(file);
        unlink(name);
        free(name);
        return NULL;
    }
    *temporary = name;
    watch(name);
    return stream;
}

bool cli_output_replace(cli_output *output, const char *path)
{
    struct stat old;
    bool exists = stat(path, &old) == 0;

    *output = (cli_output){.file = NULL};
    if (strcmp(path, "-") == 0) {
        output->file = stdout;
        return true;
    }
    /* A link stays a link: the file that it leads to is replaced. */
    output->path = exists ? realpath(path, NULL) : strdup(path);
    if (output->path != NULL) {
        if (exists && !S_ISREG(old.st_mode))
            output->file = fopen(path, "w");
        else
            output->file = open_beside(output->path, exists ? &old : NULL, &output->temporary);
    }
    if (output->file == NULL) {
        cli_error_of(path, "cannot be written: %s", strerror(errno));
        cli_output_abandon(output);
        return false;
    }
    return true;
}

bool cli_output_open(cli_output *output, const char *path)
{
    *output = (cli_output){.file = NULL};
    return !cli_was_read(path) && cli_output_replace(output, path);
}

void cli_output_abandon(cli_output *output)
{
    if (output->file != NULL && output->file != stdout)
        fclose(output->file);
    if (output->temporary != NULL)
        unlink(output->temporary);
    unwatch(output->temporary);
    free(output->temporary);
    free(output->path);
    *output = (cli_output){.file = NULL};
}

bool cli_output_commit(cli_output *output)
{
    if (output->file == stdout) {
        output->file = NULL;
        return cli_finish(CLI_OK) == CLI_OK;
    }
    bool ok = fflush(output->file) == 0 && !ferror(output->file);
    if (ok && output->temporary != NULL)
        ok = fsync(fileno(output->file)) == 0 || errno == EINVAL;
    int error = errno;
    if (fclose(output->file) != 0 && ok) {
        ok = false;
        error = errno;
    }
    output->file = NULL;
    if (ok && output->temporary != NULL) {
        ok = rename(output->temporary, output->path) == 0;
        error = errno;
        if (ok) {
            unwatch(output->temporary);
            free(output->temporary);
            output->temporary = NULL;
        }
    }
    if (!ok)
        cli_error_of(output->path, "cannot be written: %s", strerror(error));
    cli_output_abandon(output);
    return ok;
}

/* Has the reader of stdout gone away? `arbiter ... | head` is not a failure. */
static bool is_closed_pipe(int error)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return error == EPIPE || (poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0);
}

int cli_finish(int code)
{
    bool failed = ferror(stdout) != 0;
    errno = 0;
    if (fflush(stdout) != 0 || failed) {
        int error = errno;
        if (!is_closed_pipe(error)) {
            static bool said; /* reported once */
            if (!said)
                cli_error_of("<stdout>", "cannot be written: %s",
                             error != 0 ? strerror(error) : "write error");
            said = true;
            return CLI_INTERNAL;
        }
    }
    return code;
}
