/* io.h: files, lines, messages, JSON text. Layer: cli. Everything a command says goes through here,
 * so that errors look alike and nothing is half-written. */
#ifndef ARB_CLI_IO_H
#define ARB_CLI_IO_H

#include "arbiter.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- Messages (message.c) ---- */

/* "arbiter: message" on stderr; with a place "file:line:column: message" (line, column 0 = left
 * out). Control characters in the message are made harmless. */
void cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void cli_error_at(const char *file, size_t line, size_t column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void cli_error_list(const char *format, va_list list) __attribute__((format(printf, 1, 0)));

/* What a file is called in all output: "-" is "<stdin>". */
const char *cli_file_name(const char *file);

/* Text from outside for a person to read: control characters, bytes that are no UTF-8 and
 * characters that turn the direction of writing come out as \x1b, \u202e. */
void cli_safe_text(FILE *out, const char *text, size_t len);

/* ---- Input (input_lines.c) ---- */

/* A whole file ("-" is stdin) in memory the caller frees; a NUL stands behind its end. False: said
 * so on stderr. */
enum { CLI_FILE_LIMIT = 64 << 20 };
bool cli_read_file(const char *path, char **text, size_t *len);

/* A file line by line in the memory of one line. Line ends LF or CRLF are cut off; the last line
 * need not have one. NUL bytes are part of the line; one more stands behind its end. A line is
 * given as soon as it has arrived. */
enum { CLI_LINE_LIMIT = 64 << 20 };
typedef struct {
    const char *name; /* for cli_error_at */
    char *text;
    size_t len;
    size_t number; /* of the line in `text`, from 1 */
    uint64_t read; /* bytes up to the end of this line */
    uint64_t size; /* of the file, 0 if not known */
    bool failed;   /* could not be read, or a line past the limit; said on stderr when closed */
    int file;      /* the rest is private */
    char failure[128];
    size_t failed_line;
    char *block;
    size_t cap, start, end;
    bool at_end;
} cli_lines;
bool cli_lines_open(cli_lines *lines, const char *path);
bool cli_lines_next(cli_lines *lines);
void cli_lines_close(cli_lines *lines);

/* The text without the blanks at its ends; how many were cut off in front. */
size_t cli_trim(const char **text, size_t *len);

/* ---- Output (output_file.c, json_text.c, html_text.c) ---- */

/* An output file that appears whole or not at all: written beside its place, then renamed. "-" is
 * stdout; a device or pipe is written to directly. Commit is false, and said on stderr, if anything
 * could not be written; either way the output is closed. */
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

/* A byte of text in HTML or XML: what these take for their own (& < > ") is escaped. */
void cli_html_char(FILE *out, char c);

/* ---- Rules and positions named in a call (named_rules.c) ---- */

/* A rule set by name or from a file. NULL (the exit code is CLI_BAD_INPUT): said so on stderr.
 * `storage` holds one from a file. */
const arb_rules *cli_rules(const char *name_or_file, arb_rules *storage);

/* Reads a rule set from the text of the file `path`; its parent may be a file, which is opened. */
typedef void cli_rules_handler(const arb_rules_mistake *mistake);
bool cli_rules_read(const char *path, arb_rules *rules, const char *text, size_t len,
                    cli_rules_handler *handler);

/* A FEN given as a word of the call, or "start" for the rule set's own. It is read leniently, and
 * for a position castling rights and en-passant squares that cannot be are dropped: notes on stderr
 * say so. CLI_OK, CLI_NO for a position with faults, CLI_BAD_INPUT for one that cannot be read; the
 * reason is on stderr. */
int cli_setup(const char *fen, const arb_rules *rules, arb_setup *setup);
int cli_position(const char *fen, const arb_rules *rules, arb_kernel kernel, arb_faults accept,
                 arb_position *position);

/* ---- The terminal (style.c, progress_bar.c) ---- */

/* May stdout show colours, and Unicode? By terminal, NO_COLOR, TERM, locale, --color, --ascii. */
typedef struct {
    bool colour;
    bool unicode;
} cli_style;
cli_style cli_style_of(const char *color_option, bool ascii_option);

/* A bar on stderr, if that is a terminal and the work lasts longer than a second. */
typedef struct {
    double began;
    double shown;
    bool on;
} cli_progress;
cli_progress cli_progress_begin(void);
void cli_progress_show(cli_progress *progress, uint64_t done, uint64_t total);
/* Shows the progress with a rate per second and the time that is left. */
void cli_progress_rate(cli_progress *progress, uint64_t done, uint64_t total, uint64_t count,
                       const char *things);
void cli_progress_end(cli_progress *progress);

#endif
