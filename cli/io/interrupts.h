/* interrupts.h: lets a command stop in good order when it is interrupted. Layer: cli. */
#ifndef ARB_CLI_INTERRUPTS_H
#define ARB_CLI_INTERRUPTS_H

#include <stdatomic.h>

/* Set by the first SIGINT or SIGTERM after cli_catch_interrupts; any thread may read it. */
extern atomic_int cli_interrupted;

/* Makes the first interrupt from now on set cli_interrupted; a second one ends the program at
 * once. */
void cli_catch_interrupts(void);

#endif
