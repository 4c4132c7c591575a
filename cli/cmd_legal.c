/* cmd_legal.c: the command legal: reads positions and writes their legal moves and state, one line
 * for each. Layer: cli. */
#include "cli/command/command.h"
#include "cli/io/io.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A move with its text in UCI. */
typedef struct {
    arb_move move;
    uint8_t len;
    char text[16];
} named_move;

/* The first bytes of the text as a number: comparing these numbers orders all moves except a few on
 * large boards. */
typedef struct {
    uint64_t key;
    const named_move *named;
} sorted_move;

/* What the call asks for, with room for the moves of one position. */
typedef struct {
    const arb_rules *rules;
    arb_faults accept;
    arb_ep_style ep;
    arb_fen_style style;
    bool san;
    bool lenient;
    arb_move *moves;
    named_move *named;
    sorted_move *sorted;
    size_t cap;
} legal_job;

static int by_text(const void *left, const void *right)
{
    const sorted_move *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return strcmp(a->named->text, b->named->text);
}

static uint64_t key_of(const char *text)
{
    uint64_t key = 0;
    for (size_t i = 0; i < sizeof key; i++)
        key = key << 8 | (unsigned char)text[i];
    return key;
}

static bool grow(legal_job *job, size_t cap)
{
    arb_move *moves = realloc(job->moves, cap * sizeof *moves);
    if (moves != NULL)
        job->moves = moves;
    named_move *named = realloc(job->named, cap * sizeof *named);
    if (named != NULL)
        job->named = named;
    sorted_move *sorted = realloc(job->sorted, cap * sizeof *sorted);
    if (sorted != NULL)
        job->sorted = sorted;
    if (moves == NULL || named == NULL || sorted == NULL) {
        cli_error("not enough memory for %zu moves", cap);
        return false;
    }
    job->cap = cap;
    return true;
}

/* Lists the legal moves in job->sorted. Returns false if there is no memory. */
static bool list_moves(legal_job *job, const arb_position *position, size_t *count)
{
    size_t n = arb_position_moves(position, job->moves, job->cap);
    if (n > job->cap) {
        if (!grow(job, n))
            return false;
        n = arb_position_moves(position, job->moves, job->cap);
    }
    for (size_t i = 0; i < n; i++) {
        named_move *named = &job->named[i];
        *named = (named_move){.move = job->moves[i]};
        named->len = (uint8_t)arb_uci_write(position, named->move, ARB_UCI_RULES, named->text,
                                            sizeof named->text);
        job->sorted[i] = (sorted_move){.key = key_of(named->text), .named = named};
    }
    qsort(job->sorted, n, sizeof *job->sorted, by_text);
    *count = n;
    return true;
}

static void put_moves(const legal_job *job, size_t count)
{
    printf(",\"n\":%zu,\"moves\":[", count);
    for (size_t i = 0; i < count; i++) {
        char quoted[sizeof job->named->text + 3] = ",\"";
        size_t len = job->sorted[i].named->len;
        memcpy(quoted + 2, job->sorted[i].named->text, len);
        quoted[len + 2] = '"';
        bool is_first = i == 0;
        fwrite(quoted + is_first, 1, len + 3 - is_first, stdout);
    }
    putchar(']');
}

static void put_san(const legal_job *job, const arb_position *position, size_t count)
{
    char san[32];
    fputs(",\"san\":{", stdout);
    for (size_t i = 0; i < count; i++) {
        const named_move *named = job->sorted[i].named;
        arb_san_write(position, named->move, san, sizeof san);
        printf("%s\"%s\":\"%s\"", i > 0 ? "," : "", named->text, san);
    }
    putchar('}');
}

static void put_flag(const char *name, bool flag)
{
    fputs(",\"", stdout);
    fputs(name, stdout);
    fputs(flag ? "\":true" : "\":false", stdout);
}

static int put_position(legal_job *job, const arb_position *position)
{
    char fen[ARB_START_LIMIT];
    size_t count = 0;
    if (!list_moves(job, position, &count))
        return CLI_INTERNAL;
    size_t len = arb_position_fen(position, job->style, job->ep, fen, sizeof fen);
    fputs(",\"ok\":true,\"canonical\":", stdout);
    cli_json_text(stdout, fen, len < sizeof fen ? len : sizeof fen - 1);
    put_moves(job, count);
    put_flag("check", arb_position_in_check(position, arb_position_turn(position)));
    put_flag("checkmate", arb_position_is_checkmate(position));
    put_flag("stalemate", arb_position_is_stalemate(position));
    put_flag("insufficient", arb_position_insufficient(position));
    put_flag("insufficient_white", arb_position_cannot_mate(position, ARB_WHITE));
    put_flag("insufficient_black", arb_position_cannot_mate(position, ARB_BLACK));
    arb_outcome outcome = arb_position_outcome(position);
    printf(",\"outcome\":\"%s\",\"reason\":\"%s\"", arb_result_text(outcome.result),
           outcome.reason == ARB_R_NONE ? "" : arb_reason_name(outcome.reason));
    if (job->san)
        put_san(job, position, count);
    fputs("}\n", stdout);
    return CLI_OK;
}

static void put_faults(arb_faults faults)
{
    fputs(",\"ok\":false,\"why\":[", stdout);
    bool first = true;
    for (arb_faults bit = 1; bit < ARB_FAULT_ALL; bit <<= 1) {
        if ((faults & bit) == 0)
            continue;
        printf("%s\"%s\"", first ? "" : ",", arb_fault_name(bit));
        first = false;
    }
    fputs("]}\n", stdout);
}

static const char *put_note(const char *comma, const char *text)
{
    fputs(comma, stdout);
    cli_json_text(stdout, text, strlen(text));
    return ",";
}

/* Writes what was forgiven in a FEN, and what was dropped from it. */
static void put_notes(uint32_t forgiven, uint32_t dropped)
{
    const char *comma = "";
    if (forgiven == 0 && dropped == 0)
        return;
    fputs(",\"notes\":[", stdout);
    for (uint32_t bit = 1; bit < ARB_FEN_FORGIVEN_ALL; bit <<= 1)
        if (forgiven & bit)
            comma = put_note(comma, arb_fen_forgiven_text(bit));
    for (uint32_t bit = 1; bit <= ARB_DROPPED_EN_PASSANT; bit <<= 1)
        if (dropped & bit)
            comma = put_note(comma, arb_dropped_text(bit));
    putchar(']');
}

/* Reads the FEN of a line. With --lenient it is read as people write it, and the answer says what
 * was wrong. */
static arb_status read_fen(const legal_job *job, const char *fen, size_t len, arb_setup *setup,
                           arb_error *error)
{
    uint32_t forgiven;
    if (!job->lenient)
        return arb_fen_read(setup, job->rules, fen, len, error);
    arb_status status = arb_fen_read_lenient(setup, job->rules, fen, len, &forgiven, error);
    if (status == ARB_OK)
        put_notes(forgiven, arb_setup_repair(setup, job->rules));
    return status;
}

static int put_line(legal_job *job, const cli_lines *lines)
{
    arb_setup setup;
    arb_position position;
    arb_error error;
    const char *fen = lines->text;
    size_t len = lines->len;
    size_t cut = cli_trim(&fen, &len);
    if (len == 0 || fen[0] == '#')
        return CLI_OK;

    fputs("{\"fen\":", stdout);
    cli_json_text(stdout, lines->text, lines->len);
    if (read_fen(job, fen, len, &setup, &error) != ARB_OK) {
        error.offset += cut;
        printf(",\"ok\":false,\"why\":[\"syntax\"],\"offset\":%zu,\"text\":", error.offset);
        cli_json_text(stdout, error.text, strlen(error.text));
        fputs("}\n", stdout);
        cli_error_at(lines->name, lines->number, error.offset + 1, "%s", error.text);
        return CLI_BAD_INPUT;
    }
    arb_faults faults =
        arb_position_set(&position, job->rules, &setup, ARB_KERNEL_AUTO, job->accept);
    if (faults != 0) {
        put_faults(faults);
        return CLI_NO;
    }
    return put_position(job, &position);
}

static int put_lines(legal_job *job, const char *path)
{
    cli_lines lines;
    if (!cli_lines_open(&lines, path))
        return CLI_BAD_INPUT;
    int code = CLI_OK; /* the worst code of all lines */
    cli_progress progress = cli_progress_begin();
    progress.on &=
        isatty(STDOUT_FILENO) == 0; /* on a terminal the lines themselves show progress */
    while (code != CLI_INTERNAL && !ferror(stdout) && cli_lines_next(&lines)) {
        cli_progress_show(&progress, lines.read, lines.size);
        int one = put_line(job, &lines);
        code = one > code ? one : code;
    }
    cli_progress_end(&progress);
    if (lines.failed)
        code = CLI_BAD_INPUT;
    cli_lines_close(&lines);
    return code;
}

static int run(const cli_args *args)
{
    arb_rules storage;
    const char *rules = cli_value(args, "rules");
    const char *ep = cli_value(args, "ep");
    const char *style = cli_value(args, "fen-style");
    legal_job job = {
        .rules = cli_rules(rules ? rules : "chess", &storage),
        .accept = cli_given(args, "unreachable") ? ARB_FAULT_UNREACHABLE : 0,
        .ep = !ep || ep[0] == 'l' ? ARB_EP_LEGAL
              : ep[0] == 'p'      ? ARB_EP_PSEUDO
                                  : ARB_EP_ALWAYS,
        .style = style && style[0] == 's' ? ARB_SHREDDER_FEN : ARB_X_FEN,
        .san = cli_given(args, "san"),
        .lenient = cli_given(args, "lenient"),
    };
    if (job.rules == NULL)
        return CLI_BAD_INPUT;
    int code = CLI_INTERNAL;
    if (grow(&job, 256))
        code = put_lines(&job, args->count > 0 ? args->words[0] : "-");
    free(job.moves);
    free(job.named);
    free(job.sorted);
    return code;
}

static const cli_option options[] = {
    {"rules", "NAME|FILE", NULL, "the rule set (chess)"},
    {"san", NULL, NULL, "add every move in SAN"},
    {"ep", "WHEN", "legal|pseudo|always",
     "write the en-passant square when the capture is legal (the default), when a pawn stands "
     "next to it (pseudo), or after every double step (always)"},
    {"fen-style", "STYLE", "x-fen|shredder", "how castling rights are written (x-fen)"},
    {"unreachable", NULL, NULL, "accept positions that no game can reach"},
    {"lenient", NULL, NULL,
     "read FEN as people write it; \"notes\" says what was forgiven or dropped"},
    {"json", NULL, NULL, "print one JSON object a line, which is also the default"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_legal = {
    .name = "legal",
    .arguments = "[FILE]",
    .summary = "list the legal moves and the state of each position",
    .help = "FILE (standard input if left out) has one FEN per line. For each one a JSON object\n"
            "is printed on a line of its own:\n"
            "\n"
            "  {\"fen\":...,\"ok\":true,\"canonical\":...,\"n\":20,\"moves\":[\"a2a3\",...],\n"
            "   \"check\":false,\"checkmate\":false,\"stalemate\":false,\"insufficient\":false,\n"
            "   \"insufficient_white\":false,\"insufficient_black\":false,\n"
            "   \"outcome\":\"*\",\"reason\":\"\"}\n"
            "\n"
            "Moves are UCI, sorted by their bytes; castling is e1g1, and e1h1 where\n"
            "the rule set is Chess960. \"canonical\" is the position written back.\n"
            "\"insufficient_white\" says that White has nothing left to mate with, \"outcome\"\n"
            "and \"reason\" whether the position ends the game, and by which rule.\n"
            "\n"
            "A position that cannot be played has \"ok\":false and \"why\": the codes of all\n"
            "its faults. A line that is no FEN has the one code \"syntax\", \"offset\" (in\n"
            "bytes, from 0) and \"text\", and is reported on standard error too. Empty lines\n"
            "and lines that start with # are skipped; blanks around a line do not matter.\n"
            "\n"
            "The exit code is 3 if a line was no FEN, else 1 if a position was refused.\n",
    .examples = "arbiter legal positions.txt\n"
                "echo \"8/8/8/8/8/5k2/5p2/5K2 w - - 0 1\" | arbiter legal --san\n"
                "arbiter legal --rules chess960 --fen-style shredder positions.txt\n",
    .min_words = 0,
    .max_words = 1,
    .options = options,
    .run = run,
};
