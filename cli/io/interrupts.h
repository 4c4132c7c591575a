/* interrupts.h: a command that stops in good order when it is interrupted. Layer: cli. */
#ifndef ARB_CLI_INTERRUPTS_H
#define ARB_CLI_INTERRUPTS_H

#include <stdatomic.h>

/* Set by the first SIGINT or SIGTERM after cli_catch_interrupts; any thread may look at it. */
extern atomic_int cli_interrupted;

/* From now on the first interrupt sets cli_interrupted; a second one ends the program at once. */
void cli_catch_interrupts(void);

#endif
