/* io.h: files, lines, messages, JSON text. Layer: cli. Everything that a command writes goes
 * through here, so that errors look alike and no file is left half-written. */
#ifndef ARB_CLI_IO_H
#define ARB_CLI_IO_H

#include "arbiter.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- Messages (message.c) ---- */

/* Writes "arbiter: message" on stderr or, with a place, "file:line:column: message" (a line or
 * column of 0 is left out) or "file: message". Control characters in it are made harmless. */
void cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void cli_error_at(const char *file, size_t line, size_t column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void cli_error_of(const char *file, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cli_error_list(const char *format, va_list list) __attribute__((format(printf, 1, 0)));

/* The name of a file in all output; "-" is "<stdin>". */
const char *cli_file_name(const char *file);

/* Writes text from outside for a person to read: control characters, bytes that are not UTF-8, and
 * characters that change the direction of writing appear as \x1b, \u202e. */
void cli_safe_text(FILE *out, const char *text, size_t len);

/* ---- Input (input_lines.c) ---- */

/* Reads a whole file ("-" is stdin) into memory that the caller frees; a NUL follows its end.
 * Returns false, with a message on stderr, if it cannot be read. */
enum { CLI_FILE_LIMIT = 64 << 20 };
bool cli_read_file(const char *path, char **text, size_t *len);

/* Reads a file line by line, in the memory of one line. Line ends LF or CRLF are cut off, and so is
 * a byte order mark before the first line; the last line need not have a line end. NUL bytes are
 * part of a line; one more follows its end. A line is returned as soon as it has arrived. */
enum { CLI_LINE_LIMIT = 64 << 20 };
typedef struct {
    const char *name; /* for cli_error_at */
    char *text;
    size_t len;
    size_t number; /* number of the line in `text`, from 1 */
    uint64_t read; /* bytes up to the end of this line */
    uint64_t size; /* size of the file, 0 if unknown */
    bool failed;   /* reading failed, or a line exceeds the limit; cli_lines_close reports it */
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

/* Cuts off the blanks at both ends of the text; returns how many were cut off in front. */
size_t cli_trim(const char **text, size_t *len);

/* Remembers a file that is read from now on. Returns false if there is no memory. */
bool cli_note_read(int file);
/* Is it one of the files that were read so far? A message on stderr says so. */
bool cli_was_read(const char *path);

/* ---- Output (output_file.c, json_text.c, html_text.c) ---- */

/* An output file that appears whole or not at all: it is written under another name and then
 * renamed. "-" is stdout; a device or pipe is written to directly. Commit returns false, with a
 * message on stderr, if anything could not be written; the output is closed in either case. */
typedef struct {
    FILE *file;
    char *path;
    char *temporary;
} cli_output;
bool cli_output_open(cli_output *output, const char *path);
/* The same for a file that was perhaps read before: cli_output_open refuses it. */
bool cli_output_replace(cli_output *output, const char *path);
bool cli_output_commit(cli_output *output);
void cli_output_abandon(cli_output *output);

/* Flushes stdout. Returns CLI_INTERNAL, with a message on stderr, if it could not be written, else
 * `code`. A closed pipe is not an error. */
int cli_finish(int code);

/* Writes a JSON string with its quotes; bytes that are not UTF-8 become U+FFFD. */
void cli_json_text(FILE *out, const char *text, size_t len);

/* Writes a byte of text in HTML or XML; the characters & < > " are escaped. */
void cli_html_char(FILE *out, char c);

/* ---- Rules and positions named in a call (named_rules.c) ---- */

/* Finds a rule set by name or reads it from a file, into `storage`. Returns NULL, with a message on
 * stderr, if there is none; the exit code is then CLI_BAD_INPUT. */
const arb_rules *cli_rules(const char *name_or_file, arb_rules *storage);

/* Reads a rule set from the text of the file `path`; its parent may be a file, which is opened. */
typedef void cli_rules_handler(const arb_rules_mistake *mistake);
bool cli_rules_read(const char *path, arb_rules *rules, const char *text, size_t len,
                    cli_rules_handler *handler);

/* Reads a FEN that is a word of the call; "start" is the rule set's start. It is read leniently,
 * and castling rights and en-passant squares that are impossible in the position are dropped; notes
 * on stderr say so. Returns CLI_OK, CLI_NO for a position with faults, CLI_BAD_INPUT for a FEN that
 * cannot be read; the reason is on stderr. */
int cli_setup(const char *fen, const arb_rules *rules, arb_setup *setup);
int cli_position(const char *fen, const arb_rules *rules, arb_kernel kernel, arb_faults accept,
                 arb_position *position);

/* ---- The terminal (style.c, progress_bar.c) ---- */

/* May stdout show colours and Unicode? Terminal, NO_COLOR, TERM, locale, --color and --ascii
 * decide. */
typedef struct {
    bool colour;
    bool unicode;
} cli_style;
cli_style cli_style_of(const char *color_option, bool ascii_option);

/* A bar on stderr, shown if that is a terminal and the work lasts longer than a second. */
typedef struct {
    double began;
    double shown;
    bool on;
} cli_progress;
cli_progress cli_progress_begin(void);
void cli_progress_show(cli_progress *progress, uint64_t done, uint64_t total);
/* Shows the progress with a rate per second and the remaining time. */
void cli_progress_rate(cli_progress *progress, uint64_t done, uint64_t total, uint64_t count,
                       const char *things);
void cli_progress_end(cli_progress *progress);

#endif
