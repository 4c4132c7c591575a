/* cmd_moves.c: the command `arbiter moves INPUT OUTPUT`: CMPS 12B's batch of boards and moves.
 * Layer: cli. */
#include "cli/batch/moves_threads.h"
#include "cli/command/command.h"
#include "cli/io/format_out.h"
#include "cli/io/io.h"
#include "formats/moves12b.h"

#include <unistd.h>

/* Shows a move for `--explain`, after the number of its line. */
static void explain(void *context, const fmt_moves *moves, const int move[4], bool legal)
{
    const cli_lines *lines = context;
    fmt_out out = cli_format_out(stderr);
    fmt_putf(&out, "%zu: ", lines->number);
    fmt_moves_explain(&out, moves, move, legal);
}

/* What is done with the answers, line by line. */
typedef struct {
    const char *word;
    const cli_lines *lines;
    FILE *file;
    FILE *boards; /* the file for the final boards, or NULL */
    cli_progress progress;
    size_t number; /* number of the last line that was answered */
    bool illegal;  /* some line has an illegal move */
    int code;      /* CLI_BAD_INPUT if a line was malformed; the others are answered all the same */
} report;

static bool put_answer(void *context, const fmt_moves_answer *answer)
{
    enum { SHOW_EVERY = 4096 };
    report *r = context;
    fmt_out out = cli_format_out(r->file);

    fmt_moves_text(&out, answer, r->word);
    r->number++;
    r->illegal = r->illegal || answer->status == FMT_MOVES_ILLEGAL;
    if (answer->status == FMT_MOVES_MALFORMED) {
        cli_error_at(r->lines->name, r->number, answer->column, "%s", answer->text);
        r->code = CLI_BAD_INPUT;
    }
    if (r->number % SHOW_EVERY != 0)
        return true;
    cli_progress_show(&r->progress, r->lines->read, r->lines->size);
    return !ferror(r->file); /* a full disk is reported when the output is closed */
}

/* Writes one line for each line of input. A malformed line has no board; its line says so. */
static void put_final_board(FILE *file, const fmt_moves *moves, const fmt_moves_answer *answer)
{
    fmt_out out = cli_format_out(file);
    if (answer->status == FMT_MOVES_MALFORMED)
        fmt_moves_text(&out, answer, "");
    else
        fmt_moves_board(&out, moves);
}

static void judge_in_turn(fmt_moves *moves, cli_lines *lines, bool explained, report *r)
{
    bool goes_on = true;
    while (goes_on && cli_lines_next(lines)) {
        fmt_moves_answer answer =
            fmt_moves_judge(moves, lines->text, lines->len, explained ? explain : NULL, lines);
        goes_on = put_answer(r, &answer);
        if (r->boards)
            put_final_board(r->boards, moves, &answer);
    }
}

/* Chooses the number of threads. A small file is done before threads would have started. On a pipe
 * nobody knows when the next line comes, so each answer is given at once. */
static unsigned threads_for(const cli_lines *lines, long asked)
{
    enum { SMALL = 1 << 20 };
    if (lines->size == 0 || (asked == 0 && lines->size < SMALL))
        return 1;
    if (asked > 0)
        return (unsigned)asked;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > MOVES_THREAD_LIMIT ? MOVES_THREAD_LIMIT : (unsigned)cores;
}

static int judge_lines(fmt_moves *moves, const cli_args *args, long asked, cli_lines *lines,
                       FILE *file, FILE *boards)
{
    const char *word = cli_value(args, "word");
    bool explained = cli_given(args, "explain");
    unsigned threads = explained || boards ? 1 : threads_for(lines, asked);
    report r = {.word = word ? word : "Legal",
                .lines = lines,
                .file = file,
                .boards = boards,
                .progress = cli_progress_begin(),
                .code = CLI_OK};

    if (threads == 1 || !moves_judge_side_by_side(moves, lines, threads, put_answer, &r))
        judge_in_turn(moves, lines, explained, &r);
    cli_progress_end(&r.progress);
    return r.code == CLI_OK && r.illegal && cli_given(args, "fail") ? CLI_NO : r.code;
}

static int run(const cli_args *args)
{
    fmt_moves moves;
    cli_lines lines;
    cli_output output, boards = {.file = NULL};
    const char *boards_path = cli_value(args, "boards");
    long threads;

    if (!cli_number(args, "threads", 1, MOVES_THREAD_LIMIT, 0, &threads))
        return CLI_USAGE;
    fmt_moves_start(&moves, !cli_given(args, "no-double-step"));
    if (!cli_lines_open(&lines, args->words[0]))
        return CLI_BAD_INPUT;
    if (!cli_output_open(&output, args->words[1])) {
        cli_lines_close(&lines);
        return CLI_BAD_INPUT;
    }
    if (boards_path && !cli_output_open(&boards, boards_path)) {
        cli_output_abandon(&output);
        cli_lines_close(&lines);
        return CLI_BAD_INPUT;
    }
    int code = judge_lines(&moves, args, threads, &lines, output.file, boards.file);
    cli_lines_close(&lines);
    if (lines.failed) {
        cli_output_abandon(&output);
        if (boards_path)
            cli_output_abandon(&boards);
        return CLI_BAD_INPUT;
    }
    if (boards_path && boards.file != stdout && !cli_output_commit(&boards))
        code = CLI_INTERNAL;
    if (output.file == stdout)
        return code; /* every command ends with a flush and a test for errors */
    return cli_output_commit(&output) ? code : CLI_INTERNAL;
}

static const cli_option options[] = {
    {"word", "WORD", "Legal|legal", "what a legal sequence is called (Legal, default)"},
    {"no-double-step", NULL, NULL, "pawns never step two squares"},
    {"explain", NULL, NULL, "show the board after each move, and the verdict, on stderr"},
    {"boards", "FILE", NULL, "write the final board of each line, in the form of INPUT"},
    {"fail", NULL, NULL, "exit 1 if a line is illegal (otherwise 0)"},
    {"threads", "N", NULL,
     "use N threads, at most 8 (one for each core); the output does not change"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_moves = {
    .name = "moves",
    .arguments = "INPUT OUTPUT",
    .summary = "judge sequences of moves, one board per line (CMPS 12B)",
    .help =
        "Each line of INPUT is a board and moves: pieces as letter, column, row (capitals are\n"
        "Black), a colon, and four numbers for each move. Columns and rows count from 1, row\n"
        "1 is White's side; White moves first. OUTPUT gets one line for each: 'Legal', or the\n"
        "first illegal move and 'illegal'. No castling, en passant or promotion.\n"
        "\n"
        "A later piece on the same square replaces the earlier one; boards need no kings; a\n"
        "move from or to a square off the board is an illegal move. A malformed line gives\n"
        "'error: ...' on its output line, the other lines are still judged, and the exit\n"
        "code is 3. OUTPUT appears only when it is complete.\n"
        "\n"
        "Large files are judged by as many threads as there are cores. One thread judges input\n"
        "from a pipe, and any input with --explain or --boards, line by line.\n"
        "\n"
        "The exit code is 0 when every line was judged, legal or not: the course's own program\n"
        "does the same.",
    .examples = "arbiter moves input.txt output.txt\n"
                "# why is it illegal?\n"
                "echo 'k 4 4 r 8 2 B 1 1 K 4 7: 8 2 2 2 1 1 3 3' | arbiter moves --explain - -",
    .min_words = 2,
    .max_words = 2,
    .options = options,
    .writes = "boards",
    .writes_last = true,
    .run = run,
};
