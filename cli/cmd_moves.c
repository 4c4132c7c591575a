/* cmd_moves.c: arbiter moves INPUT OUTPUT: CMPS 12B's batch of boards and moves. Layer: cli. */
#include "cli/command.h"
#include "cli/format_out.h"
#include "cli/io.h"
#include "formats/moves12b.h"

#include <string.h>

/* What `--explain` shows is one line's moves under a heading. */
static void explain(void *context, const fmt_moves *moves, const int move[4], bool legal)
{
    const cli_lines *lines = context;
    fmt_out out = cli_format_out(stderr);
    fmt_putf(&out, "%zu: ", lines->number);
    fmt_moves_explain(&out, moves, move, legal);
}

typedef struct {
    const char *word;
    bool explain;
} moves_options;

/* CLI_BAD_INPUT if a line was malformed: the others have their answers all the same. */
static int judge_lines(fmt_moves *moves, const moves_options *options, cli_lines *lines, FILE *file)
{
    enum { SHOW_EVERY = 4096 };
    fmt_out out = cli_format_out(file);
    cli_progress progress = cli_progress_begin();
    int code = CLI_OK;

    while (cli_lines_next(lines)) {
        fmt_moves_answer answer = fmt_moves_judge(moves, lines->text, lines->len,
                                                  options->explain ? explain : NULL, lines);
        fmt_moves_text(&out, &answer, options->word);
        if (answer.status == FMT_MOVES_MALFORMED) {
            cli_error_at(lines->name, lines->number, answer.column, "%s", answer.text);
            code = CLI_BAD_INPUT;
        }
        if (lines->number % SHOW_EVERY == 0) {
            cli_progress_show(&progress, lines->read, lines->size);
            if (ferror(file))
                break; /* a full disk: said when the output is closed */
        }
    }
    cli_progress_end(&progress);
    return code;
}

static int run(const cli_args *args)
{
    const char *word = cli_value(args, "word");
    moves_options options = {.word = word ? word : "Legal", .explain = cli_given(args, "explain")};
    fmt_moves moves;
    cli_lines lines;
    cli_output output;

    fmt_moves_start(&moves, !cli_given(args, "no-double-step"));
    if (!cli_lines_open(&lines, args->words[0]))
        return CLI_BAD_INPUT;
    if (!cli_output_open(&output, args->words[1])) {
        cli_lines_close(&lines);
        return CLI_INTERNAL;
    }
    int code = judge_lines(&moves, &options, &lines, output.file);
    cli_lines_close(&lines);
    if (lines.failed) {
        cli_output_abandon(&output);
        return CLI_BAD_INPUT;
    }
    if (output.file == stdout)
        return code; /* flushed, and asked for errors, behind every command */
    return cli_output_commit(&output) ? code : CLI_INTERNAL;
}

static const cli_option options[] = {
    {"word", "WORD", "Legal|legal", "what a legal sequence is called (Legal, default)"},
    {"no-double-step", NULL, NULL, "pawns never step two squares"},
    {"explain", NULL, NULL, "show the board after each move, and the verdict, on stderr"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_moves = {
    .name = "moves",
    .arguments = "INPUT OUTPUT",
    .summary = "judge sequences of moves, one board a line (CMPS 12B)",
    .help = "Each line of INPUT is a board and moves: pieces as letter, column, row (capitals are\n"
            "Black), a colon, and four numbers a move. Columns and rows count from 1, row 1 is\n"
            "White's side; White moves first. The line of OUTPUT is 'Legal', or the first illegal\n"
            "move and 'illegal'. No castling, en passant or promotion.\n"
            "\n"
            "A later piece on the same square replaces the earlier one; boards need no kings; a\n"
            "move from or to a square off the board is an illegal move. A malformed line gives\n"
            "'error: ...' on its output line, the rest goes on, and the exit code is 3. OUTPUT\n"
            "appears when it is whole.",
    .examples = "arbiter moves input.txt output.txt\n"
                "# why is it illegal?\n"
                "echo 'k 4 4 r 8 2 B 1 1 K 4 7: 8 2 2 2 1 1 3 3' | arbiter moves --explain - -",
    .min_words = 2,
    .max_words = 2,
    .options = options,
    .run = run,
};
