/* cmd_narrate.c: the command `arbiter narrate [FILE]`, or `chess [FILE]`: the MSc exercise's game
 * manager. Layer: cli. */
#include "cli/command/command.h"
#include "cli/io/format_out.h"
#include "cli/io/io.h"
#include "formats/narrate.h"

#include <string.h>

static int run(const cli_args *args)
{
    const char *path = args->count > 0 ? args->words[0] : "-";
    fmt_narrator narrator = {
        .explain = cli_given(args, "explain"),
        .board = cli_given(args, "board"),
        .diagram = {.unicode = cli_style_of(NULL, cli_given(args, "ascii")).unicode,
                    .capital_files = true}};
    fmt_out out = cli_format_out(stdout);
    fmt_error error;
    cli_lines lines;
    int code = CLI_OK;

    if (!cli_lines_open(&lines, path))
        return CLI_BAD_INPUT;
    while (cli_lines_next(&lines) && !ferror(stdout)) {
        if (!fmt_narrate(&narrator, lines.text, lines.len, &out, &error)) {
            fflush(stdout);
            cli_error_at(lines.name, lines.number, error.column, "%s", error.text);
            code = CLI_BAD_INPUT;
        }
    }
    cli_lines_close(&lines);
    if (code == CLI_OK && narrator.refused > 0 && cli_given(args, "fail"))
        code = CLI_NO;
    return lines.failed ? CLI_BAD_INPUT : code;
}

static const cli_option options[] = {
    {"explain", NULL, NULL, "explain each refused move on a line of its own"},
    {"board", NULL, NULL, "draw the board after each move"},
    {"fail", NULL, NULL, "exit 1 if a move was refused (otherwise 0)"},
    {"ascii", NULL, NULL, "letters instead of chess symbols on the board"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_narrate = {
    .name = "narrate",
    .arguments = "[FILE]",
    .summary = "narrate a game move by move (MSc exercise 3; the program 'chess' does the same)",
    .help =
        "One command per line: 'E2 E4' submits a move, 'new' starts a game (so does the first\n"
        "move, if there is none yet), 'print TEXT' prints TEXT, an empty line prints an empty\n"
        "line, a line that starts with # is ignored. No castling, en passant or promotion.\n"
        "\n"
        "A malformed line is reported with its line and column and changes nothing; the game goes\n"
        "on, and the exit code is 3. Otherwise the exit code is 0, even after refused moves, as\n"
        "in the exercise's own program. A move may also be written E2E4, 'E2,E4' or '(E2, E4)'.",
    .examples = "arbiter narrate examples/alekhine-vasic.txt\n"
                "printf 'E2 E4\\nE7 E5\\n' | arbiter narrate --board",
    .min_words = 0,
    .max_words = 1,
    .options = options,
    .run = run,
};
