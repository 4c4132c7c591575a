/* cmd_game.c: the command `arbiter game [FILE]`: a scripted referee session. Layer: cli. */
#include "cli/command/command.h"
#include "cli/io/format_out.h"
#include "cli/io/io.h"
#include "formats/script/script.h"

#include <string.h>

static arb_coords coords_of(const char *name)
{
    if (name && strcmp(name, "rc") == 0)
        return ARB_COORDS_RC;
    return name && strcmp(name, "alg") == 0 ? ARB_COORDS_ALGEBRAIC : ARB_COORDS_XY;
}

/* Prints every move when the game ends, as COMP 250 wants it. */
static void print_at_end(const fmt_script *script, bool *was_over, const fmt_out *out)
{
    bool over = fmt_script_is_over(script);
    if (over && !*was_over)
        fmt_script_history(script, false, out);
    *was_over = over;
}

static int run_lines(fmt_script *script, cli_lines *lines, bool print)
{
    fmt_out out = cli_format_out(stdout);
    fmt_error error;
    int code = CLI_OK;
    bool over = false;

    while (cli_lines_next(lines) && !ferror(stdout)) {
        if (!fmt_script_call(script, lines->text, lines->len, &out, &error)) {
            fmt_put_text(&out, "error\n");
            fflush(stdout);
            cli_error_at(lines->name, lines->number, error.column, "%s", error.text);
            code = CLI_BAD_INPUT;
        }
        if (print)
            print_at_end(script, &over, &out);
    }
    return code;
}

static int run(const cli_args *args)
{
    arb_rules storage;
    fmt_script script;
    cli_lines lines;
    const char *name = cli_value(args, "rules");
    const arb_rules *rules = cli_rules(name ? name : "king-capture", &storage);

    if (rules == NULL || !cli_lines_open(&lines, args->count > 0 ? args->words[0] : "-"))
        return CLI_BAD_INPUT;
    arb_position start;
    arb_faults faults = arb_position_start(&start, rules);
    if (faults != 0) {
        cli_lines_close(&lines);
        cli_error("%s: its start is no position to play from: %s", rules->name,
                  arb_fault_text(faults & (0u - faults)));
        return CLI_BAD_INPUT;
    }
    if (!fmt_script_start(&script, rules, coords_of(cli_value(args, "coords")))) {
        cli_lines_close(&lines);
        cli_error("not enough memory");
        return CLI_INTERNAL;
    }
    script.json = cli_given(args, "json");
    script.language = cli_language(args);
    const char *regulations = cli_value(args, "regulations");
    arb_regulations wanted = ARB_CASUAL;
    if (regulations)
        arb_regulations_find(regulations, strlen(regulations), &wanted);
    if (!fmt_script_regulate(&script, wanted)) {
        fmt_script_end(&script);
        cli_lines_close(&lines);
        cli_error("%s does not follow the FIDE Laws: its games have no regulations but casual",
                  rules->name);
        return CLI_USAGE;
    }
    int code = run_lines(&script, &lines, cli_given(args, "print-at-end"));
    if (code == CLI_OK && script.refused > 0 && cli_given(args, "fail"))
        code = CLI_NO;
    fmt_script_end(&script);
    cli_lines_close(&lines);
    return lines.failed ? CLI_BAD_INPUT : code;
}

static const cli_option options[] = {
    {"rules", "NAME|FILE", NULL, "king-capture (default) or another rule set"},
    {"coords", "STYLE", "xy|rc|alg",
     "column and row from 0, row 0 at the top (xy, default); row and column; e2 e4"},
    {"regulations", "NAME", "standard|rapid|blitz|casual",
     "the regulations that the arbiter applies (casual, default: no clocks, no touched pieces)"},
    {"json", NULL, NULL, "why answers with the verdict as a JSON object, events with the ruling"},
    {"lang", "TAG", "en|de|fr|es|zh",
     "the language of the sentences (en); codes and keys do not change"},
    {"print-at-end", NULL, NULL, "print the history when the game ends"},
    {"fail", NULL, NULL, "exit 1 if a move was refused (otherwise 0)"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_game = {
    .name = "game",
    .arguments = "[FILE]",
    .summary = "a scripted referee session, one call per line (COMP 250 and more)",
    .help =
        "Calls, and what they answer (squares as --coords says; P is the letter of the piece\n"
        "that a pawn becomes, where the rule set gives a choice):\n"
        "  move x y X Y [P]           true if it was played, else false\n"
        "  canMove x y X Y WHITE [P]  may that side play it, even if it is not its turn?\n"
        "  pieceCanMove x y X Y       could the piece go there if the board were empty?\n"
        "  isInCheck WHITE            is that king attacked?\n"
        "  turn                       WHITE or BLACK\n"
        "  symbol x y                 the piece's symbol, '.' for none\n"
        "  history [--latest-first]   the moves, checks and the win, one entry per line\n"
        "  new [FEN]                  starts again: true\n"
        "  legal x y                  where that piece may legally go, on one line\n"
        "  why x y X Y [P]            the verdict: its code, a colon, its sentence\n"
        "  move N@f3, why N@f3        the same for a piece that is dropped from the hand\n"
        "  undo, redo, goto N         true, or false where there is no such move\n"
        "  fen                        the position\n"
        "  board                      a drawing, ended by an empty line\n"
        "  score                      Lab 3's score, as the side to move sees it\n"
        "  outcome                    '*', or the result and its reason: '1-0 checkmate'\n"
        "  claim [x y X Y [P]]        claims a draw, now or with that move: true or false\n"
        "  resign [WHITE]             the side to move, or that side, resigns\n"
        "  draw                       both players agree to a draw\n"
        "  flag [WHITE]               the flag of the side to move, or of that side, has fallen\n"
        "  offer, accept, decline     a draw offer; here and below a side may be named\n"
        "  touch x y, adjust x y      a piece is touched; it is adjusted, as was announced\n"
        "  press, two-hands           the clock is pressed; the move was made with two hands\n"
        "  displace                   pieces were knocked over\n"
        "  both-flags [last]          both flags have fallen; last: in the last period\n"
        "  wrong-start, wrong-board, wrong-colours, illegal-position\n"
        "                             such a mistake was found\n"
        "  both-lose                  both players are guilty (11.8): 0-0\n"
        "With --regulations standard, rapid or blitz, the arbiter rules on move, claim, resign,\n"
        "draw and all calls from 'offer' down. The answer is the ruling's name, a colon, and the\n"
        "sentence with the article of the FIDE Laws; undo, redo and goto are refused. In casual\n"
        "play they answer true or false, and touched pieces and clocks do not matter.\n"
        "Blank lines and lines that start with # have no answer. A malformed line answers\n"
        "'error', is reported with line and column, and changes nothing; the session goes on,\n"
        "and the exit code is 3. A refused move is an answer: the exit code stays 0.",
    .examples = "printf 'move 4 6 4 4\\nturn\\nhistory\\n' | arbiter game\n"
                "printf 'move e2 e4\\nlegal g8\\n' | arbiter game --rules chess --coords alg",
    .min_words = 0,
    .max_words = 1,
    .options = options,
    .run = run,
};
