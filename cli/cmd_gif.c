/* cmd_gif.c: the command gif: writes a game as an animated picture. Layer: cli. */
#include "cli/command/command.h"
#include "cli/io/io.h"
#include "formats/pgn.h"
#include "formats/picture/game_film.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    long cell, delay, number, from, to;
} wish;

/* Finds the text of the game with this number, from 1. Returns false, with a message, if there are
 * fewer games. */
static bool find_game(const char *path, const char **text, size_t *len, long number)
{
    arb_tree *tree = arb_tree_new(NULL);
    bool good = tree != NULL;
    for (long i = 1; good && i <= number; i++) {
        size_t taken;
        good = arb_tree_read(tree, arb_rules_at(0), *text, *len, &taken) == ARB_OK;
        if (good && i < number) {
            *text += taken;
            *len -= taken;
        }
    }
    arb_tree_free(tree);
    if (!good)
        cli_error("%s has no game %ld", cli_file_name(path), number);
    return good;
}

/* The ply at which White's move `number` begins; the count starts with the number of the game's
 * first move. */
static size_t ply_of_move(const arb_game *game, long number)
{
    const arb_position *start = arb_game_start(game);
    long first = (long)arb_position_fullmove(start);
    long ply = 2 * (number - first) - (arb_position_turn(start) == ARB_BLACK);
    return ply > 0 ? (size_t)ply : 0;
}

static int write_film(arb_game *game, const film_options *options, const char *path)
{
    text_builder file = {0};
    cli_output output;
    int code = CLI_BAD_INPUT;
    if (!film_write(&file, game, options)) {
        cli_error("not enough memory for the pictures");
        code = CLI_INTERNAL;
    } else if (cli_output_open(&output, path)) {
        fwrite(file.at, 1, file.len, output.file);
        code = cli_output_commit(&output) ? CLI_OK : CLI_INTERNAL;
    }
    text_free(&file);
    return code;
}

static int show_game(arb_game *game, const wish *w, bool flipped, const char *path)
{
    size_t length = arb_game_length(game);
    film_options options = {.look = {(int)w->cell, flipped},
                            .delay_ms = (unsigned)w->delay,
                            .from = w->from > 0 ? ply_of_move(game, w->from) : 0,
                            .to = w->to > 0 ? ply_of_move(game, w->to + 1) : length};
    if (options.to > length)
        options.to = length;
    if (options.from > options.to) {
        cli_error("the game has no moves from %ld on", w->from);
        return CLI_BAD_INPUT;
    }
    return write_film(game, &options, path);
}

static int run(const cli_args *args)
{
    arb_rules storage;
    wish w;
    const char *path = args->words[0], *to = cli_value(args, "o");
    if (!cli_number(args, "size", PICTURE_CELL_MIN, PICTURE_CELL_MAX, 48, &w.cell) ||
        !cli_number(args, "delay", 20, 60000, 1000, &w.delay) ||
        !cli_number(args, "game", 1, 1000000, 1, &w.number) ||
        !cli_number(args, "from", 1, 1000000, 0, &w.from) ||
        !cli_number(args, "to", 1, 1000000, 0, &w.to))
        return CLI_USAGE;
    if (to == NULL && isatty(STDOUT_FILENO))
        return cli_usage(args->command, "name the file to write: -o game.gif");
    const arb_rules *rules =
        cli_rules(cli_value(args, "rules") ? cli_value(args, "rules") : "chess", &storage);
    char *text;
    size_t len;
    if (rules == NULL || !cli_read_file(path, &text, &len))
        return CLI_BAD_INPUT;
    const char *at = text;
    int code = CLI_BAD_INPUT;
    if (find_game(path, &at, &len, w.number)) {
        arb_tree *tree = NULL;
        fmt_pgn_tags tags;
        fmt_error error;
        arb_game *game = fmt_pgn_open(rules, at, len, &tree, &tags, &error);
        if (error.text[0] != '\0')
            cli_error("%s: %s", cli_file_name(path), error.text);
        if (game != NULL)
            code = show_game(game, &w, cli_given(args, "flip"), to != NULL ? to : "-");
        if (code == CLI_OK && error.text[0] != '\0')
            code = CLI_NO; /* the film ends before the fault */
        arb_game_free(game);
        arb_tree_free(tree);
    }
    free(text);
    return code;
}

static const cli_option options[] = {
    {"o", "FILE", NULL, "the file to write (the standard output, if that is no terminal)"},
    {"size", "N", NULL, "pixels of a square's side (48)"},
    {"delay", "MS", NULL, "how long a move is shown (1000); the last one four times as long"},
    {"flip", NULL, NULL, "Black at the bottom"},
    {"from", "N", NULL, "begin before move N"},
    {"to", "N", NULL, "end after move N"},
    {"game", "N", NULL, "which game of the file (1)"},
    {"rules", "NAME|FILE", NULL, "the rule set, where the game's tags do not say (chess)"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_gif = {
    .name = "gif",
    .arguments = "GAME.pgn",
    .summary = "write a game as an animated picture",
    .help = "Writes the main line of a game as an animated GIF: one picture per move,\n"
            "with the squares of the last move and a king in check marked. Boards of any size\n"
            "and a rule set's own pieces are drawn too; - reads the standard input.\n"
            "\n"
            "A faulty game is shown up to its fault, which is reported; the exit code is then 1.\n",
    .examples = "arbiter gif games.pgn -o game.gif\n"
                "arbiter gif --game 1 --to 2 --delay 500 games.pgn -o opening.gif\n"
                "arbiter gif --flip --size 80 - < game.pgn > game.gif\n",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .writes = "o",
    .run = run,
};
