/* cmd_winnable.c: the command winnable: reads positions and says who can still win. Layer: cli.
 * This file reads the lines and keeps their order; winnable_answer.c asks about a position. */
#include "cli/batch/winnable_answer.h"
#include "collection/thread_spread.h"

#include <stdlib.h>
#include <string.h>

enum { FEN_LIMIT = 4096, THREAD_LIMIT = 256, LINES_A_THREAD = 32, MOST_NODES = 100000000 };

/* Lines that several threads answer, and that are printed in their order. */
typedef struct {
    const winnable_terms *terms;
    winnable_item *items;
    size_t cap, count, next;
    winnable_room *rooms; /* one for each thread */
    size_t next_room;
    pthread_mutex_t lock;
} batch;

static winnable_item *take_item(batch *b)
{
    pthread_mutex_lock(&b->lock);
    winnable_item *item = b->next < b->count ? &b->items[b->next++] : NULL;
    pthread_mutex_unlock(&b->lock);
    return item;
}

static void *work(void *context)
{
    batch *b = context;
    pthread_mutex_lock(&b->lock);
    winnable_room *room = &b->rooms[b->next_room++];
    pthread_mutex_unlock(&b->lock);
    for (winnable_item *item = take_item(b); item != NULL; item = take_item(b))
        winnable_ask(item, b->terms, room);
    return NULL;
}

/* Asks about every line of the batch; the calling thread helps. */
static void ask_all(batch *b, unsigned threads)
{
    pthread_t helpers[THREAD_LIMIT];
    unsigned started = 0;
    b->next = b->next_room = 0;
    while (started + 1 < threads && spread_thread(&helpers[started], started + 1, work, b) == 0)
        started++;
    work(b);
    for (unsigned i = 0; i < started; i++)
        pthread_join(helpers[i], NULL);
}

/* Prints the answers in the order of the lines; returns the worst exit code. */
static int put_all(batch *b, const char *name)
{
    int code = CLI_OK;
    for (size_t i = 0; i < b->count; i++) {
        winnable_item *item = &b->items[i];
        if (item->text != NULL)
            fwrite(item->text, 1, item->text_len, stdout);
        if (item->error[0] != '\0')
            cli_error_at(name, item->number, item->column, "%s", item->error);
        if (item->code == CLI_INTERNAL)
            cli_error("not enough memory for an answer");
        code = item->code > code ? item->code : code;
        free(item->text);
        free(item->line);
    }
    b->count = 0;
    return code;
}

static bool add_line(batch *b, const char *text, size_t len, size_t number)
{
    char *copy = malloc(len + 1);
    if (copy == NULL)
        return false;
    memcpy(copy, text, len);
    copy[len] = '\0';
    b->items[b->count++] = (winnable_item){.line = copy, .len = len, .number = number};
    return true;
}

/* A single thread answers each line as it comes; several take as many lines as keep them busy. */
static int ask_lines(batch *b, const char *path, unsigned threads)
{
    cli_lines lines;
    int code = CLI_OK;
    if (!cli_lines_open(&lines, path))
        return CLI_BAD_INPUT;
    cli_progress progress = cli_progress_begin();
    for (bool more = true; more && code != CLI_INTERNAL && !ferror(stdout);) {
        while (b->count < b->cap && code != CLI_INTERNAL && (more = cli_lines_next(&lines)))
            if (!add_line(b, lines.text, lines.len, lines.number))
                code = CLI_INTERNAL;
        ask_all(b, threads);
        int worst = put_all(b, lines.name);
        code = worst > code ? worst : code;
        fflush(stdout);
        cli_progress_show(&progress, lines.read, lines.size);
    }
    cli_progress_end(&progress);
    if (lines.failed)
        code = CLI_BAD_INPUT;
    cli_lines_close(&lines);
    return code;
}

/* Asks about the FEN of a call. */
static int ask_one(batch *b, const char *fen)
{
    if (!add_line(b, fen, strlen(fen), 1))
        return CLI_INTERNAL;
    ask_all(b, 1);
    return put_all(b, "FEN");
}

/* Allocates memory for every thread, and asks. */
static int ask(const winnable_terms *terms, const char *fen, const char *path, unsigned threads)
{
    batch b = {.terms = terms,
               .cap = threads == 1 ? 1 : threads * LINES_A_THREAD,
               .lock = PTHREAD_MUTEX_INITIALIZER};
    unsigned ready = 0;
    int code = CLI_INTERNAL;
    b.items = calloc(b.cap, sizeof *b.items);
    b.rooms = calloc(threads, sizeof *b.rooms);
    while (b.rooms != NULL && ready < threads && winnable_room_open(&b.rooms[ready], terms))
        ready++;
    if (b.items == NULL || ready < threads)
        cli_error("not enough memory for %u threads", threads);
    else
        code = fen != NULL ? ask_one(&b, fen) : ask_lines(&b, path, threads);
    while (ready > 0)
        winnable_room_close(&b.rooms[--ready]);
    free(b.items);
    free(b.rooms);
    return code;
}

static int run(const cli_args *args)
{
    arb_rules storage;
    const char *rules = cli_value(args, "rules");
    const char *side = cli_value(args, "side");
    const char *fen = cli_value(args, "fen");
    long nodes, threads;
    if (!cli_number(args, "nodes", 1, MOST_NODES, ARB_WIN_NODES, &nodes) ||
        !cli_number(args, "j", 1, THREAD_LIMIT, 1, &threads))
        return CLI_USAGE;
    if (fen != NULL && args->count > 0)
        return cli_usage(args->command, "winnable takes --fen or a file, not both");
    winnable_terms terms = {
        .rules = cli_rules(rules ? rules : "chess", &storage),
        .nodes = (uint64_t)nodes,
        .json = cli_given(args, "json"),
        .asked = {side == NULL || strcmp(side, "black") != 0,
                  side == NULL || strcmp(side, "white") != 0},
    };
    if (terms.rules == NULL)
        return CLI_BAD_INPUT;
    char start[FEN_LIMIT];
    if (fen != NULL && strcmp(fen, "start") == 0) { /* `why`, `show` and `perft` take it, too */
        arb_setup setup;
        arb_setup_start(&setup, terms.rules);
        arb_fen_write(&setup, terms.rules, ARB_X_FEN, start, sizeof start);
        fen = start;
    }
    return ask(&terms, fen, args->count > 0 ? args->words[0] : "-",
               fen != NULL ? 1 : (unsigned)threads);
}

static const cli_option options[] = {
    {"fen", "FEN", NULL, "ask about this position ('start': the rule set's own)"},
    {"side", "SIDE", "white|black|both", "ask about one side only (both)"},
    {"nodes", "N", NULL, "search at most N different positions for one answer (500000)"},
    {"j", "N", NULL, "use N threads (1)"},
    {"rules", "NAME|FILE", NULL, "the rule set (chess)"},
    {"json", NULL, NULL, "print one JSON object per line"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_winnable = {
    .name = "winnable",
    .arguments = "[FILE]",
    .summary = "tell whether a side can still checkmate by any series of legal moves",
    .help =
        "FILE (standard input if left out) has one FEN per line; castling rights and the\n"
        "fields after them may be left out. For each position and side the answer is\n"
        "\n"
        "  yes           with a line of moves that ends in checkmate by that side\n"
        "  no            with its proof: \"material\", the pieces left cannot mate; \"blocked\",\n"
        "                pawns and pieces are locked so that nobody can ever mate;\n"
        "                \"search\", every position that play can reach was looked at\n"
        "  undetermined  --nodes was not enough to find either\n"
        "\n"
        "If neither side can win, the position is dead and the game is drawn (FIDE 5.2.2);\n"
        "a side that cannot win does not win on time either (6.9). Repetitions and the 50\n"
        "and 75 moves are not counted. In a rule set with another goal than checkmate, the\n"
        "question is whether the side can still win.\n"
        "\n"
        "With --json:\n"
        "\n"
        "  {\"fen\":...,\"white\":\"yes\",\"white_line\":\"f1f7 ...\",\"black\":\"no\",\n"
        "   \"black_proof\":\"material\"}\n"
        "\n"
        "A line that is no FEN or no position is reported; the others are still answered. Empty\n"
        "lines and lines that start with # are skipped. The exit code is 3 if a line was no\n"
        "FEN, else 1 if an answer is undetermined or a position was refused.\n",
    .examples = "arbiter winnable --fen \"4k3/8/8/8/8/8/8/4KR2 w - - 0 1\"\n"
                "arbiter winnable --json -j 4 positions.txt\n"
                "arbiter winnable --side black --nodes 5000000 positions.txt\n",
    .min_words = 0,
    .max_words = 1,
    .options = options,
    .run = run,
};
