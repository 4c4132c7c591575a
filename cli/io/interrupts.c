/* interrupts.c: lets a command stop in good order when it is interrupted. Layer: cli. */
#include "cli/io/interrupts.h"

#include <signal.h>
#include <stddef.h>

atomic_int cli_interrupted;

static void interrupt(int number)
{
    (void)number;
    cli_interrupted = 1;
}

void cli_catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = interrupt};
    sigemptyset(&action.sa_mask);
    action.sa_flags = (int)SA_RESETHAND;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}
