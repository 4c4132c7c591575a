/* cmd_lab.c: the command `arbiter lab FILE...`: runs Lab 3's config files. Layer: cli. */
#include "cli/command/command.h"
#include "cli/io/format_out.h"
#include "cli/io/io.h"
#include "formats/board_text.h"
#include "formats/lab/lab.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const arb_rules *rules;
    arb_mobility mobility;
    bool json;
    fmt_out out;
} lab_options;

static int fail_at(const char *file, const fmt_error *error)
{
    fflush(stdout); /* prints the results before the message */
    cli_error_at(file, error->line, error->column, "%s", error->text);
    return CLI_BAD_INPUT;
}

static int run_actions(const lab_options *options, const char *file, fmt_lab *lab,
                       fmt_lab_reader *reader)
{
    fmt_lab_action action;
    fmt_lab_answer answer;
    fmt_error error;

    for (;;) {
        switch (fmt_lab_read_action(reader, &action, &error)) {
        case FMT_LAB_END:
            return CLI_OK;
        case FMT_LAB_MISTAKE:
            return fail_at(file, &error);
        case FMT_LAB_ACTION:
            break;
        }
        if (!fmt_lab_run(lab, &action, &answer)) {
            cli_error("not enough memory");
            return CLI_INTERNAL;
        }
        if (options->json)
            fmt_lab_json(&options->out, file, &answer, &lab->position);
        else
            fmt_lab_text(&options->out, &answer, &lab->position);
    }
}

static void put_state(const lab_options *options, const char *title, const arb_position *position)
{
    if (options->json)
        return;
    fmt_put_text(&options->out, title);
    fmt_put_display(&options->out, position);
}

static int run_text(const lab_options *options, const char *file, const char *text, size_t len)
{
    fmt_lab_reader reader = fmt_lab_reader_on(text, len);
    fmt_lab_setup setup;
    fmt_lab lab;
    fmt_error error;
    arb_faults faults;

    if (!fmt_lab_read_setup(&reader, options->rules, &setup, &error))
        return fail_at(file, &error);
    if (!fmt_lab_start(&lab, options->rules, &setup.setup, options->mobility, &faults)) {
        fmt_error_set(&error, reader.line, 1, "the rule set %s cannot play this board: %s",
                      options->rules->name, arb_fault_text(faults & (0u - faults)));
        return fail_at(file, &error);
    }
    if (!options->json) {
        cli_safe_text(stdout, file, strlen(file));
        putchar('\n');
    }
    put_state(options, "Initial state:\n", &lab.position);
    int code = run_actions(options, file, &lab, &reader);
    put_state(options, "Final state:\n", &lab.position);
    fmt_lab_end(&lab);
    return code;
}

static int run(const cli_args *args)
{
    arb_rules storage;
    const char *rules = cli_value(args, "rules");
    const char *mobility = cli_value(args, "mobility");
    lab_options options = {.rules = cli_rules(rules ? rules : "lab", &storage),
                           .json = cli_given(args, "json"),
                           .out = cli_format_out(stdout)};
    int code = CLI_OK;

    if (options.rules == NULL)
        return CLI_BAD_INPUT;
    if (mobility && strcmp(mobility, "legal-only") == 0)
        options.mobility = ARB_MOBILITY_LEGAL_ONLY;
    for (size_t i = 0; i < args->count; i++) {
        char *text;
        size_t len;
        int one = CLI_BAD_INPUT;
        if (cli_read_file(args->words[i], &text, &len)) {
            one = run_text(&options, cli_file_name(args->words[i]), text, len);
            free(text);
        }
        if (one > code)
            code = one;
    }
    return code;
}

static const cli_option options[] = {
    {"rules", "NAME|FILE", NULL, "lab (default), lab-bonus, or another rule set"},
    {"mobility", "HOW", "valid|legal-only",
     "in scores, count moves that take the king (valid, default) or leave them out"},
    {"json", NULL, NULL, "print one JSON object for each action"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_lab = {
    .name = "lab",
    .arguments = "FILE...",
    .summary = "run Lab 3 config files",
    .help =
        "Reads each config file (points; rows and columns; pieces; ~; actions), shows the board,\n"
        "runs the actions one after the other and shows the board again. A refused move is\n"
        "explained and changes nothing. Actions: movePiece, isValidScan, underThreatScan,\n"
        "isValidMove, isPieceUnderThreat, getPiece, scoreBoard, getHighestNextScore,\n"
        "displayBoard.\n"
        "\n"
        "Lines that start with // and blank lines are skipped. A malformed line stops its\n"
        "file: the actions before it were run and are shown, and the message names file, line\n"
        "and column. The other files are still run, and the exit code is 3.",
    .examples = "arbiter lab tests/part3_4x4_1.txt\n"
                "# the bonus: en passant, promotion, scores\n"
                "arbiter lab --rules lab-bonus bonus.txt\n"
                "arbiter lab --json *.txt",
    .min_words = 1,
    .max_words = CLI_ANY_WORDS,
    .options = options,
    .run = run,
};
