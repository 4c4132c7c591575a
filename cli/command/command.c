/* command.c: turns the words of a call into a parsed one. Layer: cli. It knows nothing of chess: it
 * reads the entries. */
#include "cli/command/command.h"
#include "cli/io/io.h"
#include "common/number.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

int cli_usage(const cli_command *command, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    cli_error_list(format, list);
    va_end(list);
    fprintf(stderr, "Try 'arbiter%s%s --help'.\n", command ? " " : "",
            command ? command->name : "");
    return CLI_USAGE;
}

/* ---- The options of an entry ---- */

static size_t option_index(const cli_command *command, const char *name, size_t len)
{
    size_t i = 0;
    while (command->options != NULL && command->options[i].name != NULL) {
        const char *known = command->options[i].name;
        if (strlen(known) == len && memcmp(known, name, len) == 0)
            return i;
        i++;
    }
    return CLI_OPTION_LIMIT;
}

const char *cli_value(const cli_args *args, const char *name)
{
    size_t i = option_index(args->command, name, strlen(name));
    if (i == CLI_OPTION_LIMIT)
        abort(); /* a bug in the program, not a mistake of the user */
    return args->values[i];
}

const char *cli_value_at(const cli_args *args, const char *name, size_t index)
{
    size_t option = option_index(args->command, name, strlen(name));
    for (size_t i = 0; i < args->given_count; i++)
        if (args->given[i].option == option && index-- == 0)
            return args->given[i].value;
    return NULL;
}

bool cli_given(const cli_args *args, const char *name)
{
    return cli_value(args, name) != NULL;
}

const char *cli_dashes(const char *name)
{
    return strlen(name) == 1 ? "-" : "--";
}

arb_language cli_language(const cli_args *args)
{
    const char *tag = cli_value(args, "lang");
    arb_language language = ARB_ENGLISH;
    if (tag != NULL)
        arb_language_find(tag, strlen(tag), &language);
    return language;
}

bool cli_number(const cli_args *args, const char *name, long min, long max, long fallback,
                long *number)
{
    const char *text = cli_value(args, name);
    *number = fallback;
    if (text == NULL)
        return true;
    uint64_t size = 0;
    bool negative = text[0] == '-';
    bool ok = number_whole(text + negative, LONG_MAX, &size);
    long value = negative ? -(long)size : (long)size;
    if (!ok || value < min || value > max) {
        cli_usage(args->command, "%s%s takes a whole number from %ld to %ld, not '%s'",
                  cli_dashes(name), name, min, max, text);
        return false;
    }
    *number = value;
    return true;
}

bool cli_megabytes(const cli_args *args, const char *name, long min, long max, long fallback,
                   long *megabytes)
{
    enum { MEGABYTE = 1000000 };
    const char *text = cli_value(args, name);
    uint64_t bytes;
    *megabytes = fallback;
    if (text == NULL)
        return true;
    if (number_of_bytes(text, MEGABYTE, (uint64_t)max * MEGABYTE, &bytes) &&
        bytes > (uint64_t)(min - 1) * MEGABYTE) {
        *megabytes = (long)((bytes + MEGABYTE - 1) / MEGABYTE);
        return true;
    }
    cli_usage(args->command,
              "--%s takes a size from %ld to %ld megabytes, such as %ld, %ldMB or 2G, not '%s'",
              name, min, max, min, min, text);
    return false;
}

/* ---- Parsing ---- */

bool cli_is_choice(const char *choices, const char *text)
{
    size_t len = strlen(text);
    for (const char *at = choices; at != NULL;) {
        const char *bar = strchr(at, '|');
        size_t n = bar != NULL ? (size_t)(bar - at) : strlen(at);
        if (n == len && memcmp(at, text, n) == 0)
            return true;
        at = bar != NULL ? bar + 1 : NULL;
    }
    return false;
}

static int unknown_option(const cli_command *command, const char *word, size_t len)
{
    char typed[64];
    snprintf(typed, sizeof typed, "%.*s", (int)(len < 63 ? len : 63), word);
    cli_nearest nearest = cli_nearest_to(typed + strspn(typed, "-"));
    for (const cli_option *option = command->options; option && option->name; option++)
        cli_nearest_try(&nearest, option->name);
    cli_nearest_try(&nearest, "help");
    if (nearest.name != NULL)
        return cli_usage(command, "%s has no option '%s'; did you mean '%s%s'?", command->name,
                         typed, cli_dashes(nearest.name), nearest.name);
    return cli_usage(command, "%s has no option '%s'", command->name, typed);
}

/* Takes the option at words[*i] and its value, which may be the next word. */
static int take_option(cli_args *args, int argc, char **words, int *i)
{
    const char *word = words[*i];
    const char *name = word + (word[1] == '-' ? 2 : 1);
    size_t len = word[1] == '-' ? strcspn(name, "=") : 1;
    const char *rest = name + len; /* "=value", or "4" of -j4 */
    size_t index = option_index(args->command, name, len);
    if (index == CLI_OPTION_LIMIT || (word[1] == '-' && len == 1))
        return unknown_option(args->command, word, word[1] == '-' ? len + 2 : strlen(word));

    const cli_option *option = &args->command->options[index];
    const char *value = *rest == '=' ? rest + 1 : *rest != '\0' ? rest : NULL;
    const char *next = *i + 1 < argc ? words[*i + 1] : NULL;
    if (option->value == NULL) {
        if (value != NULL)
            return cli_usage(args->command, "%s%s takes no value", cli_dashes(option->name),
                             option->name);
        value = "";
    } else if (value == NULL && option->value[0] == '[') {
        value = "";
        if (next != NULL && cli_is_choice(option->choices, next)) {
            value = next;
            ++*i;
        }
    } else if (value == NULL) {
        if (next == NULL)
            return cli_usage(args->command, "%s%s needs a value: %s", cli_dashes(option->name),
                             option->name, option->choices ? option->choices : option->value);
        value = next;
        ++*i;
    }
    bool is_left_out = value[0] == '\0' && option->value != NULL && option->value[0] == '[';
    if (option->choices != NULL && !is_left_out && !cli_is_choice(option->choices, value))
        return cli_usage(args->command, "%s%s takes %s, not '%s'", cli_dashes(option->name),
                         option->name, option->choices, value);
    args->values[index] = value;
    if (args->given_count == CLI_GIVEN_LIMIT)
        return cli_usage(args->command, "more than %d options are too many", CLI_GIVEN_LIMIT);
    args->given[args->given_count].option = index;
    args->given[args->given_count++].value = value;
    return CLI_OK;
}

int cli_once(const cli_args *args, size_t index)
{
    size_t option = args->given[index].option;
    const char *name = args->command->options[option].name;
    const char *first = args->given[index].value, *last = args->values[option];
    return strcmp(first, last) == 0 ? CLI_OK
                                    : cli_usage(args->command, "%s%s is given twice: '%s' and '%s'",
                                                cli_dashes(name), name, first, last);
}

/* "-", "-1" and the like are words. */
static bool is_option(const char *word)
{
    return word[0] == '-' && (word[1] == '-' || isalpha((unsigned char)word[1]));
}

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

int cli_run(const cli_command *command, int argc, char **argv)
{
    cli_args args = {.command = command, .words = argv};
    bool options_end = false;

    for (int i = 0; i < argc; i++) {
        if (options_end || !is_option(argv[i])) {
            argv[args.count++] = argv[i];
        } else if (strcmp(argv[i], "--") == 0) {
            options_end = true;
        } else if (is_help(argv[i])) {
            cli_help(stdout, command);
            return cli_finish(CLI_OK);
        } else {
            int code = take_option(&args, argc, argv, &i);
            if (code != CLI_OK)
                return code;
        }
    }
    if (args.count < command->min_words)
        return cli_usage(command, "%s needs %s", command->name, command->arguments);
    if (args.count > command->max_words)
        return cli_usage(command, "%s has no use for '%s'%s", command->name,
                         args.words[command->max_words],
                         strstr(command->arguments, "FEN") ? " (a FEN goes in quotes)" : "");
    int code = cli_spares_all(&args);
    return code == CLI_OK ? cli_finish(command->run(&args)) : code;
}

/* ---- Help ---- */

enum { HELP_WIDTH = 79, SUMMARY_COLUMN = 28 };

/* Writes a summary from SUMMARY_COLUMN on, broken between words. */
static void put_summary(FILE *out, const char *text)
{
    size_t column = SUMMARY_COLUMN;
    while (*text != '\0') {
        size_t len = strcspn(text, " ");
        if (column > SUMMARY_COLUMN && column + 1 + len > HELP_WIDTH) {
            fprintf(out, "\n%*s", SUMMARY_COLUMN, "");
            column = SUMMARY_COLUMN;
        } else if (column > SUMMARY_COLUMN) {
            putc(' ', out);
            column++;
        }
        fwrite(text, 1, len, out);
        column += len;
        text += len + strspn(text + len, " ");
    }
    putc('\n', out);
}

static void put_option(FILE *out, const cli_option *option)
{
    char left[64];
    bool may_be_left_out = option->value != NULL && option->value[0] == '[';
    const char *value = option->choices != NULL ? option->choices
                        : option->value != NULL ? option->value
                                                : "";
    snprintf(left, sizeof left, "  %s%s%s%s%s", cli_dashes(option->name), option->name,
             may_be_left_out ? "[="
             : *value        ? " "
                             : "",
             value, may_be_left_out ? "]" : "");
    if (strlen(left) + 2 > SUMMARY_COLUMN)
        fprintf(out, "%s\n%*s", left, SUMMARY_COLUMN, "");
    else
        fprintf(out, "%-*s", SUMMARY_COLUMN, left);
    put_summary(out, option->summary);
}

/* Writes the text, with two blanks before each line that is not empty. */
static void put_indented(FILE *out, const char *text)
{
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        if (len > 0)
            fprintf(out, "  %.*s", (int)len, text);
        putc('\n', out);
        text += len + (text[len] == '\n');
    }
}

void cli_help(FILE *out, const cli_command *command)
{
    fprintf(out, "Usage: arbiter %s%s%s%s\n\n%c%s.\n", command->name,
            command->options && command->options[0].name ? " [OPTIONS]" : "",
            *command->arguments ? " " : "", command->arguments,
            toupper((unsigned char)command->summary[0]), command->summary + 1);
    if (command->help != NULL && *command->help != '\0') {
        fprintf(out, "\n%s", command->help);
        if (command->help[strlen(command->help) - 1] != '\n')
            putc('\n', out);
    }
    fputs("\nOptions:\n", out);
    for (const cli_option *option = command->options; option && option->name; option++)
        put_option(out, option);
    put_option(out, &(cli_option){"help", NULL, NULL, "show this page"});
    if (command->examples != NULL && *command->examples != '\0') {
        fputs("\nExamples:\n", out);
        put_indented(out, command->examples);
    }
    fputs("\nExit: 0 yes, 1 the answer is no, 2 usage, 3 bad input, 4 internal error.\n", out);
}
