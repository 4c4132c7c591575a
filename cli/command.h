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
    CLI_BAD_INPUT = 3, /* input unreadable or malformed */
    CLI_INTERNAL = 4   /* no memory, a full disk */
};

typedef struct {
    const char *name;    /* without the dashes; a single letter is a short option: -j */
    const char *value;   /* its argument, "FILE" or "N"; NULL: a switch. "[WHEN]": optional */
    const char *choices; /* "grid|bits" if only these are taken; else NULL */
    const char *summary;
} cli_option;

enum { CLI_OPTION_LIMIT = 48, CLI_GIVEN_LIMIT = 64 };

typedef struct cli_command cli_command;

/* The words of one call, parsed. */
typedef struct {
    const cli_command *command;
    size_t count; /* words that are no options */
    char **words;
    const char *values[CLI_OPTION_LIMIT]; /* by option, in table order; "" for a given switch */
    size_t given_count;                   /* options as they were given, the first ones */
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
    const char *examples;  /* lines: a command, or a comment that starts with # */
    size_t min_words, max_words;
    const cli_option *options; /* ends with a NULL name; may be NULL */
    int (*run)(const cli_args *args);
};

/* The option's value ("" for a switch), or NULL if it was not given. `name` must be in the table.
 */
const char *cli_value(const cli_args *args, const char *name);
bool cli_given(const cli_args *args, const char *name);
/* Of an option that may be given several times: the value at `index`, or NULL. */
const char *cli_value_at(const cli_args *args, const char *name, size_t index);
/* A whole number within [min, max]; `fallback` if not given. False: said so on stderr. */
bool cli_number(const cli_args *args, const char *name, long min, long max, long fallback,
                long *number);

/* The language that --lang names; English without it, whatever the user's locale is, so that what
 * scripts read does not change from machine to machine. */
arb_language cli_language(const cli_args *args);

/* Reports what is wrong with the call and where help is. Returns CLI_USAGE. */
int cli_usage(const cli_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Parses the words behind the command's name and runs it; or shows its help. argv is reordered. */
int cli_run(const cli_command *command, int argc, char **argv);
void cli_help(FILE *out, const cli_command *command);

/* The nearest of some names, if one is near enough to be a slip of the keys; else NULL. */
typedef struct {
    const char *typed;
    const char *name;
    size_t distance;
} cli_nearest;
cli_nearest cli_nearest_to(const char *typed);
void cli_nearest_try(cli_nearest *nearest, const char *name);

/* One line a command in commands.c; ends with NULL. */
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
