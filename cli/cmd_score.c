/* cmd_score.c: the command score: Lab 3's score of a position. Layer: cli. */
#include "cli/command/command.h"
#include "cli/io/io.h"
#include "common/number.h"

#include <stdlib.h>
#include <string.h>

static int run(const cli_args *args)
{
    arb_rules storage;
    arb_position position;
    const char *name = cli_value(args, "rules");
    const char *reading = cli_value(args, "mobility");
    arb_mobility mobility = reading != NULL && strcmp(reading, "legal-only") == 0
                                ? ARB_MOBILITY_LEGAL_ONLY
                                : ARB_MOBILITY_VALID;
    const arb_rules *rules = cli_rules(name ? name : "lab-bonus", &storage);
    if (rules == NULL)
        return CLI_BAD_INPUT;
    int code = cli_position(args->words[0], rules, ARB_KERNEL_AUTO, 0, &position);
    if (code != CLI_OK)
        return code;

    char text[NUMBER_TENTHS];
    int32_t next = 0;
    int32_t score = arb_position_score(&position, arb_position_turn(&position), mobility);
    bool has_next = arb_position_next_score(&position, mobility, &next);
    bool json = cli_given(args, "json");
    fputs(json ? "{\"score\":" : "score ", stdout);
    fputs(number_tenths(text, score), stdout);
    fputs(json ? ",\"next\":" : "\nhighest next score ", stdout);
    if (has_next)
        fputs(number_tenths(text, next), stdout);
    else
        fputs(json ? "null" : "none", stdout);
    fputs(json ? "}\n" : "\n", stdout);
    return CLI_OK;
}

static const cli_option options[] = {
    {"rules", "NAME|FILE", NULL, "the rule set (lab-bonus)"},
    {"mobility", "READING", "valid|legal-only",
     "count moves that take the king (valid, the default) or leave them out (legal-only)"},
    {"json", NULL, NULL, "print {\"score\":-0.3,\"next\":198.3}"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_score = {
    .name = "score",
    .arguments = "FEN",
    .summary = "score a position as Lab 3's bonus part does",
    .help = "Prints the score of the position as the side to move sees it, and the highest\n"
            "score that this side can have after one move ('none' if it has no move). A\n"
            "side's score is what its pieces are worth and a tenth of a point for every\n"
            "valid move, minus the same sum for the other side. The board may have any\n"
            "size; FEN may be 'start'.\n",
    .examples = "arbiter score \"4k3/8/8/q1Rn4/8/8/8/2K1R3 w - - 0 1\"\n"
                "arbiter score --mobility legal-only --json start\n",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .run = run,
};
