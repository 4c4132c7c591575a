/* terminal_text.h: words for a person at a terminal. Layer: cli, command play. Text from engines,
 * files and players passes through here, so that it cannot steer the terminal. */
#ifndef ARB_CLI_TERMINAL_TEXT_H
#define ARB_CLI_TERMINAL_TEXT_H

#include <stddef.h>

/* The columns of the window; 0 if stdout is no terminal. */
int play_width(void);

/* A paragraph on stdout, with a line end: control characters are made harmless, lines are broken
 * at blanks where the window ends. '\n' in the text begins a new line. */
void play_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
