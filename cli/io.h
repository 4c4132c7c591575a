/* io.h: files, lines, messages, JSON text. Layer: cli. Everything a command says goes through here,
 * so that errors look alike and nothing is half-written. */
#ifndef ARB_CLI_IO_H
#define ARB_CLI_IO_H

#include "arbiter.h"

#include <stdarg.h>
#include <stdio.h>

/* "arbiter: message" on stderr; with a place "file:line:column: message" (line, column 0 = left
 * out). Control characters in the message are made harmless. */
void cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void cli_error_at(const char *file, size_t line, size_t column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A whole file ("-" is stdin) in memory the caller frees. False: said so on stderr. */
enum { CLI_FILE_LIMIT = 64 << 20 };
bool cli_read_file(const char *path, char **text, size_t *len);

/* A file line by line in the memory of one line. Line ends LF or CRLF are cut off; the last line
 * need not have one. NUL bytes are part of the line. */
enum { CLI_LINE_LIMIT = 64 << 20 };
typedef struct {
    FILE *file;
    const char *name; /* "-" is shown as "<stdin>" */
    char *text;
    size_t len;
    size_t cap;
    size_t number; /* of the line in `text`, from 1 */
    bool failed;   /* could not be read, or a line past the limit; said so on stderr */
} cli_lines;
bool cli_lines_open(cli_lines *lines, const char *path);
bool cli_lines_next(cli_lines *lines);
void cli_lines_close(cli_lines *lines);

/* An output file that appears whole or not at all: written beside its place, then renamed. "-" is
 * stdout. Commit is false, and said on stderr, if anything could not be written. */
typedef struct {
    FILE *file;
    char *path;
    char *temporary;
} cli_output;
bool cli_output_open(cli_output *output, const char *path);
bool cli_output_commit(cli_output *output);
void cli_output_abandon(cli_output *output);

/* Flushes stdout; CLI_INTERNAL, said on stderr, if it could not be written, else `code`. A closed
 * pipe is no error. */
int cli_finish(int code);

/* A JSON string with its quotes; bytes that are no UTF-8 become U+FFFD. */
void cli_json_text(FILE *out, const char *text, size_t len);

/* A rule set by name or from a file. NULL: said so on stderr. `storage` holds one from a file. */
const arb_rules *cli_rules(const char *name_or_file, arb_rules *storage);

/* May stdout show colours, and Unicode? By terminal, NO_COLOR, TERM, locale, --color, --ascii. */
typedef struct {
    bool colour;
    bool unicode;
} cli_style;
cli_style cli_style_of(const char *color_option, bool ascii_option);

#endif
