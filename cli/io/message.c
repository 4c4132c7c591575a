/* message.c: writes messages to stderr. Layer: cli. It knows nothing of commands. */
#include "cli/io/format_out.h"
#include "cli/io/io.h"
#include "common/utf8.h"

#include <string.h>

void cli_safe_text(FILE *out, const char *text, size_t len)
{
    fmt_out sink = cli_format_out(out);
    fmt_put_visible(&sink, text, len);
}

/* Writes the message as one line; it is cut if nobody could read all of it. */
static void put_message(const char *format, va_list list) __attribute__((format(printf, 1, 0)));
static void put_message(const char *format, va_list list)
{
    char line[2048];
    int need = vsnprintf(line, sizeof line, format, list);
    size_t len = strlen(line);
    if (need >= (int)sizeof line) {
        while (len > 0 && utf8_continues(line[len - 1]))
            len--; /* does not leave half a character */
        len -= len > 0;
    }
    cli_safe_text(stderr, line, len);
    fputs(need >= (int)sizeof line ? "...\n" : "\n", stderr);
}

void cli_error_list(const char *format, va_list list)
{
    fflush(stdout); /* keeps the order of stdout and stderr on a terminal */
    fputs("arbiter: ", stderr);
    put_message(format, list);
}

void cli_error(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    cli_error_list(format, list);
    va_end(list);
}

const char *cli_file_name(const char *file)
{
    return strcmp(file, "-") == 0 ? "<stdin>" : file;
}

static void put_file(const char *file)
{
    const char *name = cli_file_name(file);
    fflush(stdout);
    cli_safe_text(stderr, name, strlen(name));
}

void cli_error_at(const char *file, size_t line, size_t column, const char *format, ...)
{
    put_file(file);
    if (line > 0)
        fprintf(stderr, ":%zu", line);
    if (line > 0 && column > 0)
        fprintf(stderr, ":%zu", column);
    fputs(": ", stderr);
    va_list list;
    va_start(list, format);
    put_message(format, list);
    va_end(list);
}

void cli_error_of(const char *file, const char *format, ...)
{
    put_file(file);
    fputs(": ", stderr);
    va_list list;
    va_start(list, format);
    put_message(format, list);
    va_end(list);
}
