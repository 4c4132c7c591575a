/* command.h: what a sub-command is. Layer: cli.
 *
 * A command is one const entry (name, arguments, summary, help, options, run). Help pages, man
 * pages, shell completion and the parser all read the same entries. */
#ifndef ARB_CLI_COMMAND_H
#define ARB_CLI_COMMAND_H

#include "arbiter.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Exit codes, the same for every command. */
enum {
    CLI_OK = 0,        /* yes */
    CLI_NO = 1,        /* the answer is no: illegal, faults found, test failed */
    CLI_USAGE = 2,     /* the command line is wrong */
    CLI_BAD_INPUT = 3, /* the input cannot be read or is malformed */
    CLI_INTERNAL = 4   /* no memory, a full disk */
};

typedef struct {
    const char *name;  /* without the dashes; a single letter is a short option: -j */
    const char *value; /* its argument, "FILE" or "N"; NULL: a switch. "[WHEN]": may be left out */
    const char *choices; /* "grid|bits" if only these values are allowed; else NULL */
    const char *summary;
} cli_option;

enum { CLI_OPTION_LIMIT = 48, CLI_GIVEN_LIMIT = 64 };

typedef struct cli_command cli_command;

/* The words of one call, parsed. */
typedef struct {
    const cli_command *command;
    size_t count; /* number of words that are not options */
    char **words;
    const char *values[CLI_OPTION_LIMIT]; /* by option, in table order; "" for a given switch */
    size_t given_count; /* the first options, in the order in which they were given */
    struct {
        size_t option;
        const char *value;
    } given[CLI_GIVEN_LIMIT];
} cli_args;

#define CLI_ANY_WORDS SIZE_MAX

struct cli_command {
    const char *name;
    const char *arguments; /* "DEPTH [FEN]" */
    const char *summary;   /* one line in lower case, without a full stop */
    const char *help;      /* a few paragraphs, wrapped at 78 columns */
    const char *examples;  /* each line is a command, or a comment that starts with # */
    size_t min_words, max_words;
    const cli_option *options; /* ends with a NULL name; may be NULL */
    const char *writes; /* "good|bad": the options whose file is written. A call is refused if it
                           names such a file as an input too, or twice; NULL: nothing is checked */
    bool writes_last;   /* the last word names a file that is written */
    int (*run)(const cli_args *args);
};

/* The option's value ("" for a switch), or NULL if it was not given. `name` must be in the table.
 */
const char *cli_value(const cli_args *args, const char *name);
bool cli_given(const cli_args *args, const char *name);
/* The value at `index` of an option that may be given several times, or NULL. */
const char *cli_value_at(const cli_args *args, const char *name, size_t index);
/* Reads a whole number within [min, max]; `fallback` if the option was not given. Returns false,
 * with a message on stderr, if it is not such a number. */
bool cli_number(const cli_args *args, const char *name, long min, long max, long fallback,
                long *number);
/* The same for a size within [min, max] megabytes: "256", "500KB", "2G". It is rounded up. */
bool cli_megabytes(const cli_args *args, const char *name, long min, long max, long fallback,
                   long *megabytes);

/* The language that --lang names. Without it English is taken, whatever the user's locale is, so
 * that the output that scripts read is the same on every machine. */
arb_language cli_language(const cli_args *args);

/* Reports what is wrong with the call and how to get help. Returns CLI_USAGE. */
int cli_usage(const cli_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Is `text` one of the choices, such as "grid|bits"? */
bool cli_is_choice(const char *choices, const char *text);
/* What is written before an option's name. */
const char *cli_dashes(const char *name);

/* Refuses an output (NULL or "-": none) that is the file, or the standard input, to be read: it
 * would replace what was read. Returns CLI_OK or CLI_USAGE. */
int cli_spares(const cli_command *command, const char *input, const char *output);
/* Refuses the option that was given at `index` if another value was given for it later, which would
 * replace the first. Returns CLI_OK or CLI_USAGE. */
int cli_once(const cli_args *args, size_t index);
/* Refuses a call in which an output is also an input, two outputs are one file, or an option names
 * two outputs. */
int cli_spares_all(const cli_args *args);

/* Parses the words after the command's name and runs the command, or shows its help. argv is
 * reordered. */
int cli_run(const cli_command *command, int argc, char **argv);
void cli_help(FILE *out, const cli_command *command);

/* Finds the nearest of some names, if one is near enough to be a typing error; else NULL. */
typedef struct {
    const char *typed;
    const char *name;
    size_t distance;
} cli_nearest;
cli_nearest cli_nearest_to(const char *typed);
void cli_nearest_try(cli_nearest *nearest, const char *name);

/* The commands, one line for each in commands.c; ends with NULL. */
extern const cli_command *const cli_commands[];
const cli_command *cli_command_find(const char *name);

extern const cli_command cli_command_lab;
extern const cli_command cli_command_moves;
extern const cli_command cli_command_narrate;
extern const cli_command cli_command_game;
extern const cli_command cli_command_play;
extern const cli_command cli_command_serve;
extern const cli_command cli_command_backup;
extern const cli_command cli_command_store;
extern const cli_command cli_command_token;
extern const cli_command cli_command_legal;
extern const cli_command cli_command_why;
extern const cli_command cli_command_perft;
extern const cli_command cli_command_check;
extern const cli_command cli_command_convert;
extern const cli_command cli_command_stats;
extern const cli_command cli_command_index;
extern const cli_command cli_command_match;
extern const cli_command cli_command_grade;
extern const cli_command cli_command_show;
extern const cli_command cli_command_gif;
extern const cli_command cli_command_rules;
extern const cli_command cli_command_score;
extern const cli_command cli_command_winnable;

#endif
