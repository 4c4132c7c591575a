/* consumer.c: what a user of the installed library writes, in C that also compiles as C++. */
#include <arbiter.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    arb_position position;
    arb_position_start(&position, arb_rules_find("chess", 5));
    if (strcmp(arb_version(), ARB_VERSION) != 0) {
        printf("header %s, library %s\n", ARB_VERSION, arb_version());
        return 1;
    }
    printf("%zu\n", arb_position_moves(&position, NULL, 0));
    return 0;
}
