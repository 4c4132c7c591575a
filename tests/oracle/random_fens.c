/* random_fens.c: prints positions to ask other programs about, one FEN on each line.
 *
 *     random_fens play RULES COUNT SEED                from random games
 *     random_fens place RULES COUNT SEED FILES RANKS   pieces anywhere on a board of that size
 *
 * RULES is a name or a rule-set file. The same seed gives the same positions. */
#include "arbiter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static uint64_t random_below(uint64_t limit) /* splitmix64 */
{
    uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (z ^ (z >> 31)) % limit;
}

static const arb_rules *load_rules(const char *name, arb_rules *storage)
{
    const arb_rules *rules = arb_rules_find(name, strlen(name));
    if (rules)
        return rules;
    static char text[1 << 16];
    FILE *file = fopen(name, "r");
    if (!file)
        return NULL;
    size_t len = fread(text, 1, sizeof text, file);
    fclose(file);
    return arb_rules_read(storage, text, len, NULL, NULL) ? storage : NULL;
}

static void print_fen(const arb_position *position)
{
    char fen[4096];
    arb_position_fen(position, ARB_SHREDDER_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    puts(fen);
}

/* Prints one position of a random game that is not finished. */
static void play(const arb_rules *rules)
{
    for (;;) {
        arb_setup setup;
        arb_setup_start(&setup, rules);
        if (rules->castling.any_home)
            arb_setup_chess960(&setup, (unsigned)random_below(960));
        arb_position position;
        arb_position_set(&position, rules, &setup, ARB_KERNEL_AUTO, 0);
        uint64_t plies = random_below(120);
        arb_move list[ARB_MOVES_8X8];
        size_t count = arb_position_moves(&position, list, ARB_MOVES_8X8);
        for (uint64_t ply = 0; ply < plies && count > 0; ply++) {
            arb_undo undo;
            arb_position_play(&position, list[random_below(count)], &undo);
            count = arb_position_moves(&position, list, ARB_MOVES_8X8);
        }
        if (count > 0) {
            print_fen(&position);
            return;
        }
    }
}

/* Places two kings and a few other pieces until the rules accept the position. */
static void place(const arb_rules *rules, arb_size size)
{
    arb_position position;
    arb_setup setup;
    do {
        arb_setup_clear(&setup, size);
        setup.turn = random_below(2) ? ARB_BLACK : ARB_WHITE;
        uint64_t others = random_below((uint64_t)size.files * size.ranks / 3 + 1);
        for (uint64_t n = 0; n < others + 2; n++) {
            arb_kind kind = (arb_kind)(n < 2 ? ARB_KING : ARB_PAWN + random_below(5));
            arb_colour colour = (n < 2 ? n == 0 : random_below(2)) ? ARB_WHITE : ARB_BLACK;
            arb_square square =
                arb_square_at(size, (int)random_below(size.files), (int)random_below(size.ranks));
            if (setup.board[square] == ARB_NO_PIECE)
                arb_setup_put(&setup, rules, square, arb_piece_of(colour, kind));
        }
    } while (arb_position_set(&position, rules, &setup, ARB_KERNEL_AUTO, 0) != 0 ||
             !arb_position_has_move(&position));
    print_fen(&position);
}

int main(int argc, char **argv)
{
    arb_rules storage;
    const arb_rules *rules = argc >= 5 ? load_rules(argv[2], &storage) : NULL;
    if (!rules) {
        fputs("usage: random_fens play|place RULES COUNT SEED [FILES RANKS]\n", stderr);
        return 2;
    }
    state = strtoull(argv[4], NULL, 10);
    unsigned long count = strtoul(argv[3], NULL, 10);
    for (unsigned long n = 0; n < count; n++) {
        if (argc >= 7)
            place(rules, (arb_size){(uint8_t)strtoul(argv[5], NULL, 10),
                                    (uint8_t)strtoul(argv[6], NULL, 10)});
        else
            play(rules);
    }
    return 0;
}
