/* cmd_match.c: the command match: lets engines play against each other, refereed. Layer: cli. */
#include "cli/command/command.h"
#include "cli/io/io.h"
#include "cli/match/match_call.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t stopped;

static void stop(int number)
{
    (void)number;
    stopped = 1;
}

static void catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = stop};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    signal(SIGPIPE, SIG_IGN); /* a write shows that an engine has ended */
}

static bool take_game(void *context, const tournament *t, const tour_table *table)
{
    match_call *call = context;
    match_progress_clear(call);
    if (!match_pgn_add(call, table))
        return false;
    match_say_game(call, table);
    if (call->interval > 0 && t->standings.played % (size_t)call->interval == 0 &&
        t->standings.played < t->standings.total)
        match_say_standings(call);
    return !ferror(stdout);
}

static void look(void *context, const tour_table *tables, size_t count, int64_t now)
{
    match_call *call = context;
    match_show(call, tables, count, now);
    match_progress(call, tables, count, now);
}

/* The exit code: CLI_NO if the test says no; others if something went wrong. */
static int code_of(const match_call *call, tour_end end)
{
    const tournament *t = &call->t;
    switch (end) {
    case TOUR_NO_ENGINE:
        cli_error("%s", t->fault);
        return CLI_BAD_INPUT;
    case TOUR_NO_MEMORY:
        cli_error("not enough memory");
        return CLI_INTERNAL;
    case TOUR_NOT_KEPT:
        return CLI_INTERNAL;
    case TOUR_STOPPED:
        cli_error("stopped after %zu of %zu games%s", t->standings.played, t->standings.total,
                  call->pgn >= 0 ? "; --resume goes on" : "");
        return CLI_NO;
    case TOUR_DONE:
    case TOUR_DECIDED:
        break;
    }
    if (t->test == NULL)
        return CLI_OK;
    return sprt_judge(t->test, standings_llr(&t->standings, 0, t->test)) == SPRT_H1 ? CLI_OK
                                                                                    : CLI_NO;
}

static int run_match(match_call *call)
{
    tournament *t = &call->t;
    catch_interrupts();
    t->stop = &stopped;
    t->done = take_game;
    t->context = call;
    match_progress_open(call);
    t->look = call->report != NULL || call->progress.on ? look : NULL;
    tour_end end = tournament_run(t);
    match_progress_clear(call);
    match_show_close(call);
    if (end != TOUR_NO_ENGINE)
        match_say_standings(call);
    return code_of(call, end);
}

static int run(const cli_args *args)
{
    match_call *call = calloc(1, sizeof *call);
    if (call == NULL) {
        cli_error("not enough memory");
        return CLI_INTERNAL;
    }
    call->pgn = -1;
    call->began = time(NULL);
    int code = match_options(args, call);
    if (code == CLI_OK)
        code = match_pgn_open(args, call);
    if (code == CLI_OK)
        code = match_show_open(args, call);
    if (code == CLI_OK)
        code = run_match(call);
    if (call->pgn >= 0 && close(call->pgn) != 0 && code == CLI_OK)
        code = CLI_INTERNAL;
    match_options_free(call);
    free(call);
    return cli_finish(code);
}

static const cli_option options[] = {
    {"tc", "TC", NULL, "time of each player: 40/60+0.6, 5:00+3, inf (10+0.1)"},
    {"st", "SECONDS", NULL, "time for each move, instead of a clock"},
    {"depth", "N", NULL, "plies that an engine searches at most"},
    {"nodes", "N", NULL, "positions that an engine searches at most"},
    {"option", "NAME=VALUE", NULL, "an option of all engines; may be given several times"},
    {"rounds", "N", NULL, "how often each pair of engines meets (1)"},
    {"games", "N", NULL, "games of an encounter (2): each opening with both colours"},
    {"tournament", "FORM", "round-robin|gauntlet",
     "everybody against everybody, or the first engine against the others"},
    {"concurrency", "N", NULL, "games at once (1)"},
    {"openings", "FILE", NULL, "begin with these: .epd, .fen, .txt, .pgn, or a Polyglot book .bin"},
    {"order", "ORDER", "sequential|random", "of openings (sequential)"},
    {"plies", "N", NULL, "moves taken from a game or a book (16)"},
    {"srand", "N", NULL, "the seed of everything random (0)"},
    {"draw", "WORDS", NULL, "end games as drawn: 'movenumber=40 movecount=8 score=10'"},
    {"resign", "WORDS", NULL, "end games as lost: 'movecount=3 score=400 twosided=true'"},
    {"maxmoves", "N", NULL, "end games as drawn after so many moves"},
    {"timemargin", "MS", NULL, "milliseconds past the flag that are forgiven (0)"},
    {"sprt", "WORDS", NULL,
     "stop when it is clear: 'elo0=0 elo1=5 alpha=0.05 beta=0.05 model=logistic|normalized'"},
    {"pgnout", "FILE", NULL, "add the games to a PGN file, with clocks and evaluations"},
    {"resume", NULL, NULL, "go on with the match whose games are in --pgnout"},
    {"event", "TEXT", NULL, "the tag Event (Match)"},
    {"site", "TEXT", NULL, "the tag Site (?)"},
    {"ratinginterval", "N", NULL, "standings after every N games, and not only at the end"},
    {"variant", "NAME", NULL, "the same as --rules, as cutechess-cli calls it"},
    {"rules", "NAME|FILE", NULL, "the rule set (chess); the engines must play it"},
    {"server", "URL", NULL, "show the match live on the page \"Bots\" of this server"},
    {"token", "TOKEN", NULL, "made by 'arbiter token' for --server (else ARBITER_TOKEN)"},
    {"json", NULL, NULL, "a line for each game and one for the standings"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_match = {
    .name = "match",
    .arguments = "ENGINE ENGINE...",
    .summary = "play matches between UCI engines; every move is judged",
    .help = "Plays matches and tournaments between UCI engines. The library judges every move:\n"
            "an engine that moves illegally, ends, hangs or oversteps its time loses the game,\n"
            "and the reason is given with the article of the Laws; it is a draw if the opponent\n"
            "could not mate by any series of moves. Games end by the rules, dead positions\n"
            "included; draws by repetition and by the 50-move rule are claimed as soon as they\n"
            "can be.\n"
            "\n"
            "ENGINE is a program, or settings in one argument: 'cmd=./new name=New option.Hash=64\n"
            "tc=10+0.1 st=1 depth=8 nodes=5000 arg=--quiet'. Put a value with blanks in double\n"
            "quotes. An engine plays chess, chess960 and the variants that it announces.\n"
            "\n"
            "Options have the names that cutechess-cli and fastchess use for the same thing.\n"
            "Where --games is even, Elo is computed from pairs of games with the same opening.\n"
            "\n"
            "Exit 1 if --sprt did not accept elo1, or if the match was interrupted.\n",
    .examples =
        "arbiter match stockfish 'cmd=fairy-stockfish name=Fairy' --nodes 100 --pgnout out.pgn\n"
        "# Is the new one stronger? At most 5,000 rounds from random openings:\n"
        "#   arbiter match ./new ./old --openings book.epd --order random --rounds 5000 \\\n"
        "#       --tc 10+0.1 --concurrency 2 --sprt 'elo0=0 elo1=5'\n"
        "arbiter match fairy-stockfish 'cmd=fairy-stockfish name=B' --depth 1 --rules crazyhouse\n",
    .min_words = 2,
    .max_words = CLI_ANY_WORDS,
    .options = options,
    .writes = "pgnout",
    .run = run,
};
