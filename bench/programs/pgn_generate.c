/* pgn_generate.c: makes a collection of realistic games, the same for the same seed.
 *
 *     pgn_generate GAMES [plain|clocks] [SEED]
 *
 * Openings are skewed as in real collections: in the first plies a few moves are played nearly
 * always. Later captures and checks are preferred, so that pieces leave the board, pawns promote
 * and games end in mate or are resigned. "clocks" writes a clock and an evaluation after every ply,
 * on one line, as the large public dumps have them. */
#include "arbiter.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static uint64_t next(void)
{
    uint64_t x = state += 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

static unsigned below(unsigned n)
{
    return (unsigned)(next() >> 33) % n;
}

/* The weight of a move, which depends on the position alone, so that openings repeat. */
static unsigned liking(const arb_position *pos, arb_move move)
{
    static const unsigned value[] = {0, 1, 3, 3, 5, 9, 0};
    arb_kind taken = arb_piece_kind(arb_position_piece(pos, arb_move_to(move)));
    unsigned file = arb_move_to(move) & 7u, rank = (arb_move_to(move) >> 3) & 7u;
    unsigned centre = (file > 1 && file < 6 ? 1u : 0u) + (rank > 1 && rank < 6 ? 1u : 0u);
    unsigned like = 1 + 2 * centre;
    if (arb_move_type_of(move) == ARB_CASTLING)
        return 40;
    if (taken != ARB_NO_KIND)
        like += 6 * value[taken];
    if (arb_move_promotion(move) == ARB_QUEEN)
        like += 40;
    if (arb_move_promotion(move) != ARB_NO_KIND && arb_move_promotion(move) != ARB_QUEEN)
        like = 1;
    return like + (unsigned)((arb_position_key(pos) ^ move * 0x9E3779B1u) >> 7) % 4;
}

static arb_move choose(const arb_position *pos, unsigned ply)
{
    arb_move list[ARB_MOVES_8X8], best = ARB_NO_MOVE;
    size_t count = arb_position_moves(pos, list, ARB_MOVES_8X8);
    unsigned total = 0, most = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned like = liking(pos, list[i]);
        total += like;
        if (like > most) {
            most = like;
            best = list[i];
        }
    }
    /* In the opening the favourite move is played four times out of five. */
    if (count == 0 || (ply < 16 && below(5) > 0))
        return best;
    unsigned pick = below(total);
    for (size_t i = 0; i < count; i++) {
        unsigned like = liking(pos, list[i]);
        if (pick < like)
            return list[i];
        pick -= like;
    }
    return best;
}

typedef struct {
    char text[64 << 10];
    size_t len, line;
    bool clocks;
} writer;

static void put_word(writer *w, const char *word)
{
    size_t len = strlen(word);
    if (w->len > 0) {
        bool wrap = !w->clocks && w->line + 1 + len > 80;
        w->text[w->len++] = wrap ? '\n' : ' ';
        w->line = wrap ? 0 : w->line + 1;
    }
    memcpy(w->text + w->len, word, len);
    w->len += len;
    w->line += len;
}

static const char *write_moves(writer *w)
{
    arb_position pos;
    arb_undo undo;
    unsigned length = 40 + below(60) + below(60);
    w->len = w->line = 0;
    arb_position_start(&pos, arb_rules_find("chess", 5));
    for (unsigned ply = 0; ply < length; ply++) {
        char word[64];
        arb_move move = choose(&pos, ply);
        if (move == ARB_NO_MOVE)
            break;
        if (ply % 2 == 0 || w->clocks) {
            snprintf(word, sizeof word, "%u%s", ply / 2 + 1, ply % 2 == 0 ? "." : "...");
            put_word(w, word);
        }
        arb_san_write(&pos, move, word, sizeof word);
        put_word(w, word);
        if (w->clocks) {
            snprintf(word, sizeof word, "{ [%%eval %d.%02u] [%%clk 0:%02u:%02u] }",
                     (int)below(3) - 1, below(100), below(3), below(60));
            put_word(w, word);
        }
        arb_position_play(&pos, move, &undo);
        if (arb_position_outcome(&pos).result != ARB_ONGOING)
            break;
    }
    arb_outcome outcome = arb_position_outcome(&pos);
    if (outcome.result == ARB_ONGOING)
        outcome.result = (arb_result)(ARB_WHITE_WINS + below(3));
    /* A resignation is a draw if the other side cannot mate (FIDE 5.1.2). */
    for (int c = 0; c < 2; c++)
        if (outcome.reason == ARB_R_NONE && outcome.result == (arb_result)(ARB_WHITE_WINS + c) &&
            arb_position_win_in_doubt(&pos, (arb_colour)c))
            outcome.result = ARB_DRAW;
    return arb_result_text(outcome.result);
}

static void write_game(writer *w, unsigned number)
{
    static const char *const names[] = {"Adams",         "Becker", "Costa",   "Dubois",  "Evans",
                                        "Fischer-Maier", "Gupta",  "Horvath", "Ivanova", "Jansen"};
    const char *result = write_moves(w);
    put_word(w, result);
    printf(
        "[Event \"Open %u\"]\n[Site \"Town %u\"]\n[Date \"20%02u.%02u.%02u\"]\n[Round \"%u.%u\"]\n",
        number / 60, number % 97, below(24), 1 + below(12), 1 + below(28), 1 + number % 9,
        1 + number % 31);
    printf("[White \"%s,%c\"]\n[Black \"%s,%c\"]\n[Result \"%s\"]\n", names[below(10)],
           'A' + (char)below(26), names[below(10)], 'A' + (char)below(26), result);
    printf("[WhiteElo \"%u\"]\n[BlackElo \"%u\"]\n[ECO \"%c%02u\"]\n\n", 1400 + below(1400),
           1400 + below(1400), 'A' + (char)below(5), below(100));
    fwrite(w->text, 1, w->len, stdout);
    fputs("\n\n", stdout);
}

int main(int argc, char **argv)
{
    static writer w;
    if (argc < 2) {
        fprintf(stderr, "usage: pgn_generate GAMES [plain|clocks] [SEED]\n");
        return 2;
    }
    unsigned games = (unsigned)strtoul(argv[1], NULL, 10);
    w.clocks = argc > 2 && strcmp(argv[2], "clocks") == 0;
    state = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    for (unsigned i = 0; i < games; i++)
        write_game(&w, i);
    return ferror(stdout) != 0;
}
