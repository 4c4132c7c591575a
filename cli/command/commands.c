/* commands.c: the list of commands, in the order of the overview. Layer: cli. */
#include "cli/command/command.h"

#include <string.h>

const cli_command *const cli_commands[] = {
    &cli_command_lab,   &cli_command_moves, &cli_command_narrate,  &cli_command_game,
    &cli_command_play,  &cli_command_match, &cli_command_serve,    &cli_command_backup,
    &cli_command_store, &cli_command_token, &cli_command_legal,    &cli_command_why,
    &cli_command_perft, &cli_command_check, &cli_command_convert,  &cli_command_stats,
    &cli_command_index, &cli_command_grade, &cli_command_show,     &cli_command_gif,
    &cli_command_rules, &cli_command_score, &cli_command_winnable, NULL,
};

const cli_command *cli_command_find(const char *name)
{
    for (const cli_command *const *command = cli_commands; *command != NULL; command++)
        if (strcmp((*command)->name, name) == 0)
            return *command;
    return NULL;
}
