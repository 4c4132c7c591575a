/* random_games.c: writes games by random play under any rule set as PGN.
 *
 *     random_games RULES GAMES [SEED]
 *
 * RULES is a name or a file. Every move is legal, and a game stops where its rules end it. */
#include "../property/random.h"
#include "formats/pgn.h"

#include <stdio.h>
#include <stdlib.h>

enum { PLIES = 100, MOVES = 4096, FILE_CAP = 65536 };

static void print_mistake(void *context, const arb_rules_mistake *mistake)
{
    fprintf(stderr, "%s:%u: %s\n", (const char *)context, mistake->line, mistake->text);
}

static const arb_rules *read_rules(char *path, arb_rules *storage)
{
    static char text[FILE_CAP];
    const arb_rules *found = arb_rules_find(path, strlen(path));
    if (found)
        return found;
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    size_t len = fread(text, 1, sizeof text, file);
    fclose(file);
    return arb_rules_read(storage, text, len, print_mistake, path) ? storage : NULL;
}

static bool play(arb_game *game, random_source *source)
{
    static arb_move list[MOVES];
    for (unsigned ply = 0; ply < PLIES; ply++) {
        if (arb_game_outcome(game).reason != ARB_R_NONE)
            return true;
        size_t count = arb_position_moves(arb_game_position(game), list, MOVES);
        if (count == 0 || count > MOVES)
            return true;
        if (arb_game_play(game, list[random_below(source, (unsigned)count)]) != ARB_OK)
            return false;
    }
    return true;
}

static void put(void *context, const char *text, size_t len)
{
    fwrite(text, 1, len, context);
}

int main(int argc, char **argv)
{
    static arb_rules storage;
    const arb_rules *rules = argc > 2 ? read_rules(argv[1], &storage) : NULL;
    random_source source = {argc > 3 ? strtoull(argv[3], NULL, 10) : 1};
    arb_position start;
    if (!rules || arb_position_start(&start, rules) != 0)
        return 1;
    for (unsigned long left = strtoul(argv[2], NULL, 10); left > 0; left--) {
        arb_game *game = arb_game_new(&start, NULL);
        fmt_pgn_tags tags = {.event = "random play"};
        if (!game || !play(game, &source))
            return 1;
        fmt_pgn_write(&(fmt_out){put, stdout}, game, &tags);
        arb_game_free(game);
    }
    return ferror(stdout) != 0;
}
