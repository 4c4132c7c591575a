/* cmd_perft.c: the command perft: counts the lines of legal moves. Layer: cli. */
#include "cli/batch/perft_suite.h"
#include "cli/command/command.h"
#include "cli/io/io.h"
#include "common/number.h"
#include "common/steady_clock.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A root move as it will be printed. */
typedef struct {
    char text[16];
    uint64_t nodes;
} divide_line;

static int by_text(const void *left, const void *right)
{
    const divide_line *a = left, *b = right;
    return strcmp(a->text, b->text);
}

/* Writes the speed, on a terminal only, and before the count, which comes last. */
static void say_how(const cli_perft *job, uint64_t nodes, double began)
{
    static const char *const names[] = {
        [ARB_COUNT_PRODUCT] = "product", [ARB_COUNT_BULK] = "bulk", [ARB_COUNT_LEAF] = "leaf"};
    double seconds = steady_seconds() - began;
    if (isatty(STDERR_FILENO) == 1)
        fprintf(stderr, "by %s: %.3f s, %.1f million lines a second\n", names[job->count], seconds,
                (double)nodes / 1e6 / (seconds > 1e-6 ? seconds : 1e-6));
}

static int divide(const cli_perft *job, const arb_position *position)
{
    double began = steady_seconds();
    cli_branch *branches = NULL;
    size_t count = 0;
    uint64_t total = 0;
    if (!cli_perft_branches(job, position, &branches, &count))
        return CLI_INTERNAL;
    divide_line *list = calloc(count + 1, sizeof *list);
    if (list == NULL) {
        cli_error("not enough memory for %zu moves", count);
        free(branches);
        return CLI_INTERNAL;
    }
    for (size_t i = 0; i < count; i++) {
        arb_uci_write(position, branches[i].move, ARB_UCI_RULES, list[i].text, sizeof list[i].text);
        list[i].nodes = branches[i].nodes;
        total += branches[i].nodes;
    }
    qsort(list, count, sizeof *list, by_text);
    say_how(job, total, began);
    for (size_t i = 0; i < count; i++)
        printf("%s: %" PRIu64 "\n", list[i].text, list[i].nodes);
    printf("\n%" PRIu64 "\n", total);
    free(list);
    free(branches);
    return CLI_OK;
}

static int count(const cli_args *args, cli_suite *suite)
{
    arb_position position;
    uint64_t depth = 0, nodes = 0;
    if (!number_whole(args->words[0], CLI_PERFT_DEPTH_LIMIT, &depth))
        return cli_usage(args->command, "DEPTH is a whole number from 0 to %d, not '%s'",
                         CLI_PERFT_DEPTH_LIMIT, args->words[0]);
    suite->perft.depth = (unsigned)depth;
    const char *fen = args->count > 1 ? args->words[1] : "start";
    int code = cli_position(fen, suite->rules, suite->kernel, suite->accept, &position);
    if (code != CLI_OK)
        return code;
    if (suite->kernel != ARB_KERNEL_AUTO && arb_position_kernel(&position) != suite->kernel)
        return cli_usage(args->command, "the bits kernel cannot serve this board");
    if (cli_given(args, "divide") && depth > 0)
        return divide(&suite->perft, &position);
    double began = steady_seconds();
    if (!cli_perft_total(&suite->perft, &position, &nodes))
        return CLI_INTERNAL;
    say_how(&suite->perft, nodes, began);
    printf("%" PRIu64 "\n", nodes);
    return CLI_OK;
}

static int run(const cli_args *args)
{
    arb_rules storage;
    long threads = 1, megabytes = 0;
    const char *rules = cli_value(args, "rules");
    const char *how = cli_value(args, "count");
    const char *kernel = cli_value(args, "kernel");
    const char *file = cli_value(args, "suite");
    const char *max_nodes = cli_value(args, "max-nodes");
    cli_suite suite = {
        .kernel = kernel == NULL     ? ARB_KERNEL_AUTO
                  : kernel[0] == 'g' ? ARB_KERNEL_GRID
                                     : ARB_KERNEL_BITS,
        .accept = ARB_FAULT_UNREACHABLE, /* unreachable positions can be counted, too */
        .max_nodes = UINT64_MAX,
        .perft = {.count = how == NULL || how[0] == 'p' ? ARB_COUNT_PRODUCT
                           : how[0] == 'b'              ? ARB_COUNT_BULK
                                                        : ARB_COUNT_LEAF},
    };
    if (!cli_number(args, "threads", 1, CLI_PERFT_THREAD_LIMIT, 1, &threads))
        return CLI_USAGE;
    suite.perft.threads = (unsigned)threads;
    if (!cli_megabytes(args, "hash", 1, CLI_PERFT_HASH_LIMIT, 0, &megabytes))
        return CLI_USAGE;
    suite.perft.megabytes = (unsigned)megabytes;
    if (max_nodes != NULL && !number_whole(max_nodes, UINT64_MAX, &suite.max_nodes))
        return cli_usage(args->command, "--max-nodes takes a whole number, not '%s'", max_nodes);
    if (file == NULL && args->count == 0)
        return cli_usage(args->command, "perft needs DEPTH [FEN], or --suite FILE");
    if (file != NULL && args->count > 0)
        return cli_usage(args->command, "perft --suite has no use for '%s'", args->words[0]);
    suite.rules = cli_rules(rules ? rules : "chess", &storage);
    if (suite.rules == NULL)
        return CLI_BAD_INPUT;
    return file != NULL ? cli_suite_run(&suite, file) : count(args, &suite);
}

static const cli_option options[] = {
    {"rules", "NAME|FILE", NULL, "the rule set (chess)"},
    {"divide", NULL, NULL, "show the count of each first move, too"},
    {"count", "HOW", "product|bulk|leaf", "how to count (product)"},
    {"threads", "N", NULL, "use N threads (1); the count does not change"},
    {"hash", "MB", NULL, "remember counts in a table of MB megabytes (none)"},
    {"kernel", "NAME", "grid|bits", "compute with this kernel"},
    {"suite", "FILE", NULL, "check the counts of a file with lines FEN ;D1 20 ;D2 400"},
    {"max-nodes", "N", NULL, "with --suite: skip counts larger than N"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_perft = {
    .name = "perft",
    .arguments = "DEPTH [FEN]",
    .summary = "count sequences of legal moves",
    .help =
        "Prints how many sequences of DEPTH legal moves there are from the position (the\n"
        "rule set's start position if none is given). The last number printed is the\n"
        "count. With --divide each first move comes with its share, sorted, before an\n"
        "empty line and the count. Positions that no game can reach are counted, too.\n"
        "\n"
        "--count says how to count; all three ways give the same number. 'product'\n"
        "multiplies where a move provably cannot change the number of replies; 'bulk'\n"
        "makes every move except those of the last ply, which it counts; 'leaf' makes\n"
        "every move, with key and clocks. On a terminal a line on stderr says how it was\n"
        "counted and how fast.\n"
        "\n"
        "--hash keeps the counts of positions that come up again, in a table that all\n"
        "threads share. An entry holds the whole position and is compared with it, so\n"
        "that the number stays exact. A position whose FEN, without its clocks, is longer than\n"
        "106 characters is not kept.\n"
        "\n"
        "--suite checks the counts that a file gives and prints 'ok' or 'WRONG' for\n"
        "each one and a summary; a refused position is wrong. Empty lines and lines\n"
        "that start with # are skipped. The exit code is 1 if a count is wrong, 3 if a\n"
        "line cannot be read.\n",
    .examples = "arbiter perft 5\n"
                "arbiter perft --divide 2 \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"\n"
                "arbiter perft --threads 4 --suite positions.epd --max-nodes 30000000\n",
    .min_words = 0,
    .max_words = 2,
    .options = options,
    .run = run,
};
