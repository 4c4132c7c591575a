/* completion.c: writes the completions of bash, zsh and fish from the same entries as --help. */
#include "docgen.h"

#include "arbiter.h"
#include "cli/io/io.h"

#include <string.h>

static const char *dashes(const char *name)
{
    return strlen(name) == 1 ? "-" : "--";
}

static bool takes_file(const cli_option *option)
{
    return option->value != NULL && option->choices == NULL &&
           (strstr(option->value, "FILE") != NULL || strstr(option->value, "PROGRAM") != NULL);
}

static bool takes_rules(const cli_option *option)
{
    return strcmp(option->name, "rules") == 0 && option->value != NULL;
}

/* Writes the words that an option takes, separated by blanks; none if they cannot be listed. */
static void put_words(FILE *out, const cli_option *option)
{
    if (takes_rules(option)) {
        for (size_t i = 0; i < arb_rules_count(); i++)
            fprintf(out, "%s%s", i > 0 ? " " : "", arb_rules_at(i)->name);
        return;
    }
    for (const char *c = option->choices; c != NULL && *c != '\0'; c++)
        putc(*c == '|' ? ' ' : *c, out);
}

/* Writes text to stand in single quotes, with further characters escaped. */
static void put_escaped(FILE *out, const char *text, const char *special, const char *quote)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            fputs(quote, out);
            continue;
        }
        if (strchr(special, *text) != NULL)
            putc('\\', out);
        putc(*text, out);
    }
}

/* ---- bash ---- */

static void bash_command(FILE *out, const cli_command *command)
{
    fprintf(out, "    %s)\n        case $prev in\n", command->name);
    for (const cli_option *option = command->options; option && option->name; option++) {
        if (option->value == NULL || option->value[0] == '[')
            continue;
        fprintf(out, "        %s%s)\n", dashes(option->name), option->name);
        fprintf(out, "            COMPREPLY=($(compgen %s-W '", takes_file(option) ? "-f " : "");
        put_words(out, option);
        fputs("' -- \"$cur\"))\n            return ;;\n", out);
    }
    fputs("        esac\n        words='", out);
    for (const cli_option *option = command->options; option && option->name; option++)
        fprintf(out, "%s%s ", dashes(option->name), option->name);
    fputs("--help' ;;\n", out);
}

void docgen_bash(FILE *out)
{
    fputs("# bash completion for arbiter; made from the tables of its commands\n"
          "_arbiter()\n{\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} words=\n"
          "    COMPREPLY=()\n"
          "    if ((COMP_CWORD == 1)); then\n"
          "        COMPREPLY=($(compgen -W '",
          out);
    for (const cli_command *const *command = cli_commands; *command != NULL; command++)
        fprintf(out, "%s ", (*command)->name);
    fputs("--help --version' -- \"$cur\"))\n        return\n    fi\n"
          "    case ${COMP_WORDS[1]} in\n",
          out);
    for (const cli_command *const *command = cli_commands; *command != NULL; command++)
        bash_command(out, *command);
    fputs("    esac\n"
          "    if [[ $cur == -* ]]; then\n"
          "        COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
          "    fi\n}\n"
          "complete -o default -F _arbiter arbiter\n",
          out);
}

/* ---- zsh ---- */

static void zsh_option(FILE *out, const cli_option *option)
{
    bool optional = option->value != NULL && option->value[0] == '[';
    fprintf(out, "            '%s%s%s[", dashes(option->name), option->name,
            option->value == NULL       ? ""
            : strlen(option->name) == 1 ? "+"
            : optional                  ? "=-"
                                        : "=");
    put_escaped(out, option->summary, "[]:\\", "'\\''");
    putc(']', out);
    if (option->value != NULL) {
        fputs(optional ? "::" : ":", out);
        put_escaped(out, option->name, ":", "'\\''");
        putc(':', out);
        if (takes_rules(option)) {
            fputs("_arbiter_rules", out);
        } else if (option->choices != NULL) {
            putc('(', out);
            put_words(out, option);
            putc(')', out);
        } else if (takes_file(option)) {
            fputs("_files", out);
        }
    }
    fputs("' \\\n", out);
}

void docgen_zsh(FILE *out)
{
    fputs("#compdef arbiter\n# zsh completion for arbiter; made from the tables of its commands\n"
          "_arbiter_rules()\n{\n    _alternative 'names:rule set:(",
          out);
    put_words(out, &(cli_option){"rules", "NAME|FILE", NULL, NULL});
    fputs(")' 'files:file:_files'\n}\n\n"
          "_arbiter()\n{\n    local -a commands\n    commands=(\n",
          out);
    for (const cli_command *const *command = cli_commands; *command != NULL; command++) {
        fprintf(out, "        '%s:", (*command)->name);
        put_escaped(out, (*command)->summary, ":\\", "'\\''");
        fputs("'\n", out);
    }
    fputs("    )\n"
          "    if (( CURRENT == 2 )); then\n"
          "        _describe -t commands command commands\n"
          "        _arguments '--help[show the overview]' '--version[show the version]'\n"
          "        return\n"
          "    fi\n"
          "    shift words\n"
          "    (( CURRENT-- ))\n"
          "    case $words[1] in\n",
          out);
    for (const cli_command *const *command = cli_commands; *command != NULL; command++) {
        fprintf(out, "    %s)\n        _arguments \\\n", (*command)->name);
        for (const cli_option *option = (*command)->options; option && option->name; option++)
            zsh_option(out, option);
        fputs("            '--help[show help]' \\\n            '*:file:_files' ;;\n", out);
    }
    fputs("    esac\n}\n_arbiter \"$@\"\n", out);
}

/* ---- fish ---- */

static void fish_option(FILE *out, const cli_command *command, const cli_option *option)
{
    fprintf(out, "complete -c arbiter -n '__fish_seen_subcommand_from %s' -%c %s -d '",
            command->name, strlen(option->name) == 1 ? 's' : 'l', option->name);
    put_escaped(out, option->summary, "\\", "\\'");
    putc('\'', out);
    if (option->value != NULL && option->value[0] != '[') {
        fputs(takes_file(option) ? " -r -F" : " -x", out);
    }
    if (option->choices != NULL || takes_rules(option)) {
        fputs(" -a '", out);
        put_words(out, option);
        putc('\'', out);
    }
    putc('\n', out);
}

void docgen_fish(FILE *out)
{
    fputs("# fish completion for arbiter; made from the tables of its commands\n", out);
    fputs("complete -c arbiter -f -n __fish_use_subcommand -l help -d 'show the overview'\n"
          "complete -c arbiter -f -n __fish_use_subcommand -l version -d 'show the version'\n",
          out);
    for (const cli_command *const *command = cli_commands; *command != NULL; command++) {
        fprintf(out, "complete -c arbiter -f -n __fish_use_subcommand -a %s -d '",
                (*command)->name);
        put_escaped(out, (*command)->summary, "\\", "\\'");
        fputs("'\n", out);
        for (const cli_option *option = (*command)->options; option && option->name; option++)
            fish_option(out, *command, option);
        fish_option(out, *command, &(cli_option){"help", NULL, NULL, "show help"});
    }
}
