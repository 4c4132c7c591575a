/* cmd_play.c: a game at the terminal. Layer: cli. It turns the call's words into a session; the
 * game itself is in cli/play. */
#include "cli/command/command.h"
#include "cli/io/io.h"
#include "cli/play/play_session.h"
#include "cli/terminal/event_wait.h"
#include "cli/terminal/terminal_text.h"
#include "common/number.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static arb_coords coords_of(const char *name)
{
    return name == NULL || name[0] == 'a' ? ARB_COORDS_ALGEBRAIC
           : name[0] == 'x'               ? ARB_COORDS_XY
                                          : ARB_COORDS_RC;
}

/* ---- where the game begins ---- */

static int start_chess960(const cli_args *args, const char *text, const arb_rules *rules,
                          arb_position *position)
{
    uint64_t number;
    arb_setup setup;
    if (strcmp(text, "random") == 0)
        number = ((uint64_t)time(NULL) * 31 + (uint64_t)getpid() * 17) % 960;
    else if (!number_whole(text, 959, &number))
        return cli_usage(args->command, "--chess960 takes a number from 0 to 959, or random");
    arb_setup_chess960(&setup, (unsigned)number);
    return arb_position_set(position, rules, &setup, ARB_KERNEL_AUTO, 0) == 0 ? CLI_OK
                                                                              : CLI_INTERNAL;
}

/* Makes the first position or game: from a file, from a FEN, or the rule set's own start. */
static int start_game(const cli_args *args, play_session *session)
{
    const char *name = cli_value(args, "rules"), *fen = cli_value(args, "fen");
    const char *number = cli_value(args, "chess960");
    if ((args->count > 0) + (fen != NULL) + (number != NULL) > 1)
        return cli_usage(args->command, "FILE, --fen and --chess960 each say where the game "
                                        "begins: give one of them");
    session->rules = cli_rules(name != NULL     ? name
                               : number != NULL ? "chess960"
                                                : "chess",
                               &session->storage);
    if (session->rules == NULL)
        return CLI_BAD_INPUT;
    if (args->count > 0) {
        arb_tree *tree;
        arb_game *loaded = play_load(session->rules, args->words[0], &session->tags, &tree);
        if (loaded != NULL)
            play_begin(session, loaded, tree);
        return loaded != NULL ? CLI_OK : CLI_BAD_INPUT;
    }
    arb_position position;
    int code = number != NULL ? start_chess960(args, number, session->rules, &position)
                              : cli_position(fen != NULL ? fen : "start", session->rules,
                                             ARB_KERNEL_AUTO, 0, &position);
    if (code != CLI_OK)
        return code;
    arb_game *game = arb_game_new(&position, NULL);
    if (game == NULL) {
        cli_error("there is no memory for the game");
        return CLI_INTERNAL;
    }
    play_begin(session, game, NULL);
    return CLI_OK;
}

static int begin(const cli_args *args, play_session *session)
{
    const char *clock = cli_value(args, "clock"), *journal = cli_value(args, "journal");
    if (clock != NULL && !play_clock_read(&session->clock, clock))
        return cli_usage(args->command,
                         "--clock takes minutes and seconds a move, as in 5+3, not '%s'", clock);
    int code = start_game(args, session);
    if (code != CLI_OK)
        return code;
    session->played = arb_game_length(session->game) > 0;
    if (!play_journal_create(&session->journal, journal)) {
        if (journal != NULL)
            return CLI_BAD_INPUT;
        play_say("This game is not kept on disk.");
    }
    play_record_start(session);
    return CLI_OK;
}

static int resume(const cli_args *args, play_session *session)
{
    static const char *const settled[] = {"rules", "fen", "chess960", "clock"};
    for (size_t i = 0; i < sizeof settled / sizeof settled[0]; i++) {
        if (cli_given(args, settled[i]))
            return cli_usage(args->command, "--resume goes on as the game began, without --%s",
                             settled[i]);
    }
    const char *path = args->count > 0 ? args->words[0] : cli_value(args, "journal");
    char *text;
    size_t len;
    if (!play_journal_open(&session->journal, path, &text, &len))
        return CLI_BAD_INPUT;
    bool good = play_replay(session, text, len);
    free(text);
    if (good)
        play_say("Going on with %s.", session->journal.path);
    return good ? CLI_OK : CLI_BAD_INPUT;
}

/* ---- the engine ---- */

static int engine_options(const cli_args *args, play_session *session)
{
    static const char *const of_engine[] = {"engine-plays", "engine-time", "engine-elo"};
    const char *side = cli_value(args, "engine-plays");
    session->engine_program = cli_value(args, "engine");
    session->engine_side = side != NULL && side[0] == 'w' ? ARB_WHITE : ARB_BLACK;
    session->engine_side_given = side != NULL;
    if (!cli_number(args, "engine-time", 1, 3600000, 0, &session->engine_ms) ||
        !cli_number(args, "engine-elo", 1, 5000, 0, &session->engine_elo))
        return CLI_USAGE;
    for (size_t i = 0; i < 3; i++) {
        if (session->engine_program == NULL && cli_given(args, of_engine[i]))
            return cli_usage(args->command, "--%s needs --engine", of_engine[i]);
    }
    return CLI_OK;
}

static int play(const cli_args *args, play_session *session)
{
    int code = engine_options(args, session);
    if (code == CLI_OK)
        code = cli_given(args, "resume") ? resume(args, session) : begin(args, session);
    if (code != CLI_OK)
        return code;
    session->view.flipped = session->engine_program != NULL && session->engine_side == ARB_WHITE;
    if (session->engine_program != NULL && !play_engine_begin(session))
        return CLI_BAD_INPUT;
    session->reader = play_reader_open(play_complete, session);
    if (session->reader == NULL) {
        cli_error("there is no memory for the game");
        return CLI_INTERNAL;
    }
    if (isatty(STDIN_FILENO) == 1)
        play_say("Type a move, or help.");
    int result = play_loop(session);
    if (isatty(STDIN_FILENO) == 1 && session->journal.fd >= 0 && session->played &&
        !play_is_over(session))
        play_say("The game is kept: 'arbiter play --resume%s%s' goes on with it.",
                 session->journal.named_by_us ? "" : " ",
                 session->journal.named_by_us ? "" : session->journal.path);
    return result;
}

static int run(const cli_args *args)
{
    play_session *session = calloc(1, sizeof *session);
    if (session == NULL) {
        cli_error("there is no memory for the game");
        return CLI_INTERNAL;
    }
    session->journal.fd = -1;
    session->view = (play_view){
        .style = cli_style_of(cli_value(args, "color"), cli_given(args, "ascii")),
        .coords = coords_of(cli_value(args, "coords")),
        .picked = ARB_NO_SQUARE,
    };
    session->language = cli_language(args);
    play_signals_catch();
    int code = play(args, session);
    engine_stop(&session->engine);
    play_reader_close(session->reader);
    play_journal_close(&session->journal, !session->played);
    arb_game_free(session->game);
    arb_tree_free(session->tree);
    free(session);
    play_signals_release();
    return code;
}

static const cli_option options[] = {
    {"rules", "NAME|FILE", NULL, "the rule set (chess)"},
    {"fen", "FEN", NULL, "begin at this position"},
    {"chess960", "N", NULL, "begin at Chess960 position N, 0 to 959, or 'random'"},
    {"lang", "TAG", "en|de|fr|es|zh",
     "the language of the sentences (en); codes and keys do not change"},
    {"coords", "STYLE", "alg|rc|xy",
     "the board's labels, and how numbers are read: row column (rc), column row (xy)"},
    {"clock", "M+S", NULL, "M minutes a side and S seconds a move"},
    {"engine", "PROGRAM", NULL, "play against a UCI engine"},
    {"engine-plays", "SIDE", "white|black", "the engine's side (black)"},
    {"engine-time", "MS", NULL, "the engine's time for a move in milliseconds (1000)"},
    {"engine-elo", "N", NULL, "the engine's strength, if it can be lowered"},
    {"resume", NULL, NULL, "go on with an interrupted game: the last one, or that of FILE"},
    {"journal", "FILE", NULL, "where the game is kept while it is played"},
    {"ascii", NULL, NULL, "letters instead of figurines"},
    {"color", "[WHEN]", "auto|always|never", "colour the squares (auto: on a terminal)"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_play = {
    .name = "play",
    .arguments = "[FILE]",
    .summary = "play a game at the terminal, against a person or an engine",
    .help = "A move is typed as SAN (Nf3), UCI (g1f3), two squares (g1 f3) or four numbers\n"
            "(7 6 5 5: row, column, row, column from 0 at the top left; with --coords xy\n"
            "column, row); a drop as N@f3. A refused move is answered with the reason. FILE\n"
            "is a game (PGN), a position (FEN) or a Lab 3 config file to begin with.\n"
            "\n"
            "  hint [SQUARE|N@]         the legal moves, or a piece's targets on the board\n"
            "  why MOVE                 why a move is not legal\n"
            "  undo, redo, goto N       go back and forward\n"
            "  go                       let the engine move from here\n"
            "  history, board, flip     show the moves; the board again; the board turned round\n"
            "  fen, score               the position as FEN; its score in Lab 3\n"
            "  save FILE, load FILE     the game as PGN, or the position where FILE is *.fen\n"
            "  claim [MOVE]             claim a draw, now or with that move\n"
            "  draw, resign             offer a draw; give the game up\n"
            "  new, help, quit\n"
            "\n"
            "Tab completes moves and commands; the arrow keys edit a line and bring earlier ones\n"
            "back. Ctrl-C cancels a line; Ctrl-C twice, or Ctrl-D, quits. Lines from a pipe are\n"
            "read without prompts.\n"
            "\n"
            "Every move is on disk before the next prompt: 'arbiter play --resume' goes on\n"
            "with the last game, whatever interrupted it. Its journal is plain text, under\n"
            "$XDG_DATA_HOME/arbiter (~/.local/share/arbiter) unless --journal names a file.\n"
            "\n"
            "An engine is looked for on PATH and in /usr/games; it plays chess,\n"
            "chess960 and the variants that it announces.\n"
            "An engine that ends, does not move in time or plays an illegal move loses the game.\n"
            "With --clock the engine plays by the clock, unless --engine-time is given.\n",
    .examples = "arbiter play\n"
                "arbiter play --engine stockfish --engine-elo 1500 --clock 5+3\n"
                "arbiter play --chess960 random --engine stockfish --engine-plays white\n"
                "arbiter play --rules lab --coords rc --fen \"k3/4/4/3K w - - 0 1\"\n"
                "arbiter play --rules crazyhouse\n"
                "arbiter play --resume\n",
    .min_words = 0,
    .max_words = 1,
    .options = options,
    .run = run,
};
