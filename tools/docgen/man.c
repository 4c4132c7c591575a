/* man.c: writes a man page for each command, in scdoc's language, from the same entries as --help.
 */
#include "docgen.h"

#include "arbiter.h"

#include <string.h>

/* Writes plain text, with every character escaped that has a meaning to scdoc. */
static void put_plain(FILE *out, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        bool first = i == 0 || text[i - 1] == '\n';
        if (strchr("\\_*`<>", text[i]) != NULL || (first && strchr("#-|[]+:;", text[i]) != NULL))
            putc('\\', out);
        putc(text[i], out);
    }
}

static void put_text(FILE *out, const char *text)
{
    put_plain(out, text, strlen(text));
}

/* Writes a block that keeps its lines, without the two blanks that --help puts before them. */
static void put_literal(FILE *out, const char *text, size_t len)
{
    fputs("```\n", out);
    for (size_t i = 0; i < len; i++) {
        if ((i == 0 || text[i - 1] == '\n') && strncmp(text + i, "  ", 2) == 0)
            i += 2;
        if (text[i] == '\\')
            putc('\\', out);
        putc(text[i], out);
    }
    if (len > 0 && text[len - 1] != '\n')
        putc('\n', out);
    fputs("```\n", out);
}

/* Writes paragraphs; lines that begin with a blank stay lines of their own. */
static void put_paragraphs(FILE *out, const char *text)
{
    while (*text != '\0') {
        bool literal = text[0] == ' ';
        size_t len = 0;
        while (text[len] != '\0' && text[len] != '\n' && (text[len] == ' ') == literal) {
            len += strcspn(text + len, "\n");
            len += text[len] == '\n';
        }
        if (literal)
            put_literal(out, text, len);
        else
            put_plain(out, text, len);
        fputs(text[len - 1] == '\n' ? "\n" : "\n\n", out);
        text += len;
        text += strspn(text, "\n");
    }
}

static const char *dashes(const char *name)
{
    return strlen(name) == 1 ? "-" : "--";
}

static void put_option(FILE *out, const cli_option *option)
{
    fprintf(out, "*%s%s*", dashes(option->name), option->name);
    const char *value = option->choices != NULL ? option->choices : option->value;
    if (option->value != NULL && option->value[0] == '[') {
        fputs("[=", out);
        put_text(out, value);
        putc(']', out);
    } else if (option->value != NULL) {
        fputs(option->choices != NULL ? " " : " _", out);
        put_text(out, value);
        fputs(option->choices != NULL ? "" : "_", out);
    }
    fputs("\n\t", out);
    put_text(out, option->summary);
    fputs("\n\n", out);
}

static void put_head(FILE *out, const char *name, const char *summary)
{
    fprintf(out, "%s(1) \"\" \"arbiter %s\"\n\n# NAME\n\n%s - ", name, ARB_VERSION, name);
    put_text(out, summary);
    fputs("\n\n# SYNOPSIS\n\n", out);
}

static void put_examples(FILE *out, const char *examples)
{
    if (examples == NULL || *examples == '\0')
        return;
    fputs("# EXAMPLES\n\n", out);
    put_literal(out, examples, strlen(examples));
    putc('\n', out);
}

static void put_exit(FILE *out)
{
    fputs("# EXIT STATUS\n\n"
          "*0*\n\tyes, or done\n\n"
          "*1*\n\tthe answer is no: illegal, faults found, test failed\n\n"
          "*2*\n\tthe options or arguments are wrong\n\n"
          "*3*\n\tinput unreadable or malformed\n\n"
          "*4*\n\tinternal error: no memory, or output that cannot be written\n\n",
          out);
}

void docgen_command(FILE *out, const cli_command *command)
{
    char name[64];
    snprintf(name, sizeof name, "arbiter-%s", command->name);
    put_head(out, name, command->summary);
    fprintf(out, "*arbiter %s* [_OPTIONS_] ", command->name);
    put_text(out, command->arguments);
    fputs("\n\n# DESCRIPTION\n\n", out);
    put_paragraphs(out, command->help != NULL ? command->help : command->summary);
    fputs("# OPTIONS\n\n", out);
    for (const cli_option *option = command->options; option && option->name; option++)
        put_option(out, option);
    put_option(out, &(cli_option){"help", NULL, NULL, "show a page like this one"});
    put_exit(out);
    put_examples(out, command->examples);
    fputs("# SEE ALSO\n\n*arbiter*(1)\n", out);
}

void docgen_overview(FILE *out)
{
    put_head(out, "arbiter", "a referee for chess under any rule set");
    fputs("*arbiter* _COMMAND_ [_OPTIONS_] [_ARGUMENTS_]\n\n"
          "*arbiter* --help | --version\n\n"
          "# DESCRIPTION\n\n"
          "Says which moves are legal, why others are not, and when a game is over: for chess,\n"
          "Chess960, the rules of five course exercises, and rule sets of your own on boards of\n"
          "up to 32x32.\n\n"
          "A file may be \\- for standard input. Data goes to standard output, messages to\n"
          "standard error; a message names file, line and column.\n\n"
          "# COMMANDS\n\n",
          out);
    for (const cli_command *const *command = cli_commands; *command != NULL; command++) {
        fprintf(out, "*arbiter-%s*(1)\n\t", (*command)->name);
        put_text(out, (*command)->summary);
        fputs("\n\n", out);
    }
    put_exit(out);
    fputs("# ENVIRONMENT\n\n"
          "*NO\\_COLOR*\n\tif set and not empty: no colours, unless --color asks for them\n\n"
          "*TERM*\n\ta dumb terminal is given neither colours nor figurines\n\n"
          "*LC\\_ALL*, *LC\\_CTYPE*, *LANG*\n\tfigurines are shown on a terminal with UTF-8\n\n"
          "*XDG\\_DATA\\_HOME*\n\twhere the games of play and serve are kept, under arbiter/ "
          "(~/.local/share)\n\n"
          "# SEE ALSO\n\n",
          out);
    for (const cli_command *const *command = cli_commands; *command != NULL; command++)
        fprintf(out, "%s*arbiter-%s*(1)", command != cli_commands ? ", " : "", (*command)->name);
    fputs("\n", out);
}
