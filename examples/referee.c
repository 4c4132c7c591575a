#include "arbiter.h"
#include <stdio.h>

int main(void)
{
    arb_position position;
    arb_position_start(&position, arb_rules_find("chess", 5));
    arb_verdict verdict;
    arb_error error;
    arb_uci_read(&position, "d1d4", 4, &verdict, &error);
    char text[160];
    arb_verdict_text(&verdict, &position, text, sizeof text);
    printf("%zu legal moves. %s\n", arb_position_moves(&position, NULL, 0), text);
}
