/* cmd_narrate.c: arbiter narrate [FILE], or chess [FILE]: the MSc exercise's game manager. Layer:
 * cli. */
#include "cli/command.h"
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
    bool flush = strcmp(path, "-") == 0; /* somebody may wait for the answer */
    while (cli_lines_next(&lines) && !ferror(stdout)) {
        if (!fmt_narrate(&narrator, lines.text, lines.len, &out, &error)) {
            fflush(stdout);
            cli_error_at(lines.name, lines.number, error.column, "%s", error.text);
            code = CLI_BAD_INPUT;
        }
        if (flush)
            fflush(stdout);
    }
    cli_lines_close(&lines);
    if (code == CLI_OK && narrator.refused > 0 && cli_given(args, "fail"))
        code = CLI_NO;
    return lines.failed ? CLI_BAD_INPUT : code;
}

static const cli_option options[] = {
    {"explain", NULL, NULL, "explain each refused move on a line of its own"},
    {"board", NULL, NULL, "draw the board after each move"},
    {"fail", NULL, NULL, "exit 1 if a move was refused (else 0: it was judged)"},
    {"ascii", NULL, NULL, "letters instead of chess symbols on the board"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_narrate = {
    .name = "narrate",
    .arguments = "[FILE]",
    .summary = "narrate a game move by move (MSc exercise 3; also as 'chess')",
    .help =
        "One command a line: 'E2 E4' submits a move, 'new' starts a game (the first move does,\n"
        "if none is started), 'print TEXT' prints TEXT, an empty line prints an empty line, a\n"
        "line that starts with # is ignored. No castling, en passant or promotion.\n"
        "\n"
        "A malformed line is reported with its line and column, changes nothing, and the game\n"
        "goes on; the exit code is then 3. Otherwise it is 0, even after refused moves, as in\n"
        "the exercise's own program. A move may also be written E2E4, 'E2,E4' or '(E2, E4)'.",
    .examples = "arbiter narrate examples/alekhine-vasic.txt\n"
                "printf 'E2 E4\\nE7 E5\\n' | arbiter narrate --board",
    .min_words = 0,
    .max_words = 1,
    .options = options,
    .run = run,
};
