/* terminal_text.h: writes text for a person at a terminal. Layer: cli, command play. Text from
 * engines, files and players passes through here, so that it cannot control the terminal. */
#ifndef ARB_CLI_TERMINAL_TEXT_H
#define ARB_CLI_TERMINAL_TEXT_H

#include <stddef.h>

/* The number of columns of the window; 0 if stdout is not a terminal. */
int play_width(void);

/* Writes a paragraph and a line end on stdout: control characters are made harmless, and lines are
 * broken at blanks where the window ends. '\n' in the text begins a new line. */
void play_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
