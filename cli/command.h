/* command.h: what a sub-command is. Layer: cli.
 *
 * A command is one const entry (name, arguments, summary, help, options, run). Help pages, man
 * pages, shell completion and the parser all read the same entries. */
#ifndef ARB_CLI_COMMAND_H
#define ARB_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

/* Exit codes, the same for every command. */
enum {
    CLI_OK = 0,        /* yes */
    CLI_NO = 1,        /* a well-formed no: illegal, faults found, test failed */
    CLI_USAGE = 2,     /* the call's words are off */
    CLI_BAD_INPUT = 3, /* input unreadable or malformed */
    CLI_INTERNAL = 4   /* no memory, output cannot be written */
};

typedef struct {
    const char *name;    /* without the dashes */
    const char *value;   /* what follows, "FILE", "N"; NULL: a switch */
    const char *choices; /* "grid|bits" if only these are taken; else NULL */
    const char *summary;
} cli_option;

enum { CLI_OPTION_LIMIT = 24 };

typedef struct cli_command cli_command;

/* The words of one call, parsed. */
typedef struct {
    const cli_command *command;
    size_t count; /* words that are no options */
    char **words;
    const char *values[CLI_OPTION_LIMIT]; /* by option, in table order; "" for a given switch */
} cli_args;

struct cli_command {
    const char *name;
    const char *arguments; /* "DEPTH [FEN]" */
    const char *summary;   /* one line */
    const char *help;      /* a few paragraphs */
    const char *examples;  /* lines: a command, or a comment that starts with # */
    size_t min_words, max_words;
    const cli_option *options; /* ends with a NULL name */
    int (*run)(const cli_args *args);
};

/* The option's value ("" for a switch), or NULL if it was not given. `name` must be in the table.
 */
const char *cli_value(const cli_args *args, const char *name);
bool cli_given(const cli_args *args, const char *name);
/* A whole number within [min, max]; `fallback` if not given. False: said so on stderr. */
bool cli_number(const cli_args *args, const char *name, long min, long max, long fallback,
                long *number);

/* One line a command: const cli_command cli_command_legal; and so on. */
extern const cli_command *const cli_commands[]; /* ends with NULL */

#endif
