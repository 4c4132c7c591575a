/* docgen.h: man pages and shell completions from the command tables. This tool of the build is not
 * installed, only its output is. */
#ifndef ARB_TOOLS_DOCGEN_H
#define ARB_TOOLS_DOCGEN_H

#include "cli/command/command.h"

/* man.c: pages in scdoc's language. */
void docgen_overview(FILE *out);
void docgen_command(FILE *out, const cli_command *command);

/* completion.c */
void docgen_bash(FILE *out);
void docgen_zsh(FILE *out);
void docgen_fish(FILE *out);

#endif
