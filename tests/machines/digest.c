/* digest.c: a digest of the library's answers, the same on every machine and from every build.
 *
 *     digest [POSITIONS] [SEED]
 *
 * It prints a line for each rule set: its first perft counts, then hashes of random play: of the
 * legal moves of either kernel, verdicts and their sentences, keys, checks, pins, scores, outcomes,
 * FEN, SAN and UCI; of a game's history; of a score that is read in one run; and of noise given to
 * each reader. Only what the public header promises is hashed. The script `run` compares the lines
 * of all builds. */
#include "../property/random.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* FNV-1a. */
typedef struct {
    uint64_t value;
} hash;

static void hash_bytes(hash *h, const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        h->value = (h->value ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001B3);
}

static void hash_text(hash *h, const char *text)
{
    hash_bytes(h, text, strlen(text) + 1);
}

static void hash_number(hash *h, uint64_t number)
{
    char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (char)(number >> 8 * i & 0xFF);
    hash_bytes(h, bytes, sizeof bytes);
}

static void hash_verdict(hash *h, const arb_position *pos, arb_verdict verdict)
{
    char text[512];
    hash_number(h, verdict.code);
    hash_number(h, verdict.move);
    hash_number(h, verdict.at);
    hash_number(h, verdict.by);
    hash_text(h, arb_verdict_article(&verdict));
    arb_verdict_text(&verdict, pos, text, sizeof text);
    hash_text(h, text);
}

static void hash_squares(hash *h, const arb_position *pos)
{
    arb_size size = arb_position_size(pos);
    for (int rank = 0; rank < size.ranks; rank++)
        for (int file = 0; file < size.files; file++) {
            arb_square square = arb_square_at(size, file, rank);
            hash_number(h, arb_position_piece(pos, square));
            hash_number(h, arb_position_attackers(pos, square, ARB_WHITE, NULL, 0));
            hash_number(h, arb_position_attackers(pos, square, ARB_BLACK, NULL, 0));
            hash_number(h, arb_position_threatened(pos, square));
        }
}

static void hash_position(hash *h, const arb_position *pos)
{
    char text[2048];
    arb_outcome outcome = arb_position_outcome(pos);
    arb_pin pins[64];
    int32_t next = 0;
    for (int ep = ARB_EP_LEGAL; ep <= ARB_EP_ALWAYS; ep++) {
        arb_position_fen(pos, ARB_X_FEN, (arb_ep_style)ep, text, sizeof text);
        hash_text(h, text);
    }
    hash_number(h, arb_position_key(pos));
    arb_outcome_text(outcome, text, sizeof text);
    hash_text(h, text);
    hash_squares(h, pos);
    for (int colour = 0; colour < 2; colour++) {
        size_t count = arb_position_pins(pos, (arb_colour)colour, pins, 64);
        for (size_t i = 0; i < count && i < 64; i++)
            hash_number(h, pins[i].pinned * 65536u + pins[i].by);
        hash_number(h, arb_position_in_check(pos, (arb_colour)colour));
        hash_number(h, arb_position_cannot_mate(pos, (arb_colour)colour));
        hash_number(h, arb_position_moves_of(pos, (arb_colour)colour, NULL, 0));
        hash_number(h, (uint64_t)arb_position_score(pos, (arb_colour)colour, ARB_MOBILITY_VALID));
    }
    hash_number(h, arb_position_next_score(pos, ARB_MOBILITY_LEGAL_ONLY, &next));
    hash_number(h, (uint64_t)next);
}

/* Fills a text with letters that have a meaning to some reader and, at times, with any byte. */
static size_t noise(random_source *source, char *text, size_t most)
{
    static const char letters[] = "abcdefgh12345678NBRQKPx=+#O-0/ wbkq.{}();\"[]$!?*\n%";
    size_t len = random_below(source, (unsigned)most);
    for (size_t i = 0; i < len; i++)
        text[i] = random_chance(source, 97) ? letters[random_below(source, sizeof letters - 1)]
                                            : (char)(unsigned char)random_below(source, 256);
    return len;
}

static void hash_noise(hash *h, const arb_position *pos, random_source *source)
{
    char text[80], why[1024];
    arb_error error;
    arb_verdict verdict;
    arb_san san;
    arb_setup setup;
    size_t len = noise(source, text, sizeof text);
    arb_status status = arb_fen_read(&setup, arb_position_rules(pos), text, len, &error);
    hash_number(h, status);
    if (status != ARB_OK) {
        hash_number(h, error.offset);
        hash_text(h, error.text);
    }
    hash_number(h, arb_uci_read(pos, text, len % 6, &verdict, &error));
    hash_number(h, arb_san_read(pos, text, len % 8, &san));
    arb_san_text(&san, pos, why, sizeof why);
    hash_text(h, why);
    arb_pgn_reader reader = arb_pgn_reader_on(text, len);
    arb_pgn_token token;
    do {
        token = arb_pgn_next(&reader);
        hash_number(h, token.kind);
        hash_number(h, token.end);
        hash_number(h, token.number);
    } while (token.kind != ARB_PGN_END);
}

/* Hashes every move of the position in each notation. Returns false if there is no move. */
static bool hash_moves(hash *h, const arb_position *pos, random_source *source, arb_move *chosen)
{
    static arb_move list[ARB_SQUARE_LIMIT * 8];
    char text[64];
    size_t cap = sizeof list / sizeof *list;
    size_t count = arb_position_moves(pos, list, cap);
    hash_number(h, count);
    if (count == 0 || count > cap)
        return false;
    for (size_t i = 0; i < count; i++) {
        hash_number(h, list[i]);
        arb_san_write(pos, list[i], text, sizeof text);
        hash_text(h, text);
        arb_uci_write(pos, list[i], ARB_UCI_RULES, text, sizeof text);
        hash_text(h, text);
    }
    *chosen = list[random_below(source, (unsigned)count)];
    return true;
}

static void hash_verdicts(hash *h, const arb_position *pos, random_source *source)
{
    arb_size size = arb_position_size(pos);
    for (int i = 0; i < 40; i++) {
        arb_square from = random_square(source, size);
        arb_square to = random_square(source, size);
        arb_kind kind = random_chance(source, 80) ? ARB_NO_KIND
                                                  : (arb_kind)random_below(source, ARB_KIND_LIMIT);
        hash_verdict(h, pos, arb_position_verdict(pos, from, to, kind));
        hash_verdict(h, pos, arb_position_verdict_any_turn(pos, from, to, kind));
    }
}

static void hash_history(hash *h, const arb_game *game)
{
    char text[128];
    size_t count = arb_game_history_count(game);
    for (size_t i = 0; i < count; i++) {
        arb_game_history_entry(game, i, ARB_COORDS_ALGEBRAIC, text, sizeof text);
        hash_text(h, text);
    }
}

/* Hashes one random game, whose score is then read in one run. */
static size_t random_game(hash *h, const arb_position *start, random_source *source)
{
    static char score[64 * 32];
    static arb_run_keys keys;
    arb_game *game = arb_game_new(start, NULL);
    arb_move move;
    size_t len = 0, plies = 0;
    if (!game)
        abort();
    for (; plies < 60; plies++) {
        const arb_position *pos = arb_game_position(game);
        hash_position(h, pos);
        hash_verdicts(h, pos, source);
        hash_noise(h, pos, source);
        hash_number(h, arb_game_repetitions(game) * 4 + arb_game_claimable(game));
        if (!hash_moves(h, pos, source, &move))
            break;
        size_t room = sizeof score - len;
        if (room > 32) {
            len += arb_san_write(pos, move, score + len, room);
            score[len++] = ' ';
        }
        if (arb_game_play(game, move) != ARB_OK)
            break;
    }
    hash_number(h, arb_game_outcome(game).reason);
    hash_history(h, game);
    arb_game_free(game);

    arb_position pos = *start;
    arb_run run;
    uint64_t run_plies = 0;
    char fen[2048];
    arb_run_start(&run, &pos, &keys);
    hash_number(h, arb_run_score(&run, &pos, score, len, &run_plies));
    hash_number(h, run_plies);
    arb_position_fen(&pos, ARB_X_FEN, ARB_EP_ALWAYS, fen, sizeof fen);
    hash_text(h, fen);
    return plies + 1;
}

static void digest(const arb_rules *rules, size_t wanted, random_source *source)
{
    arb_position pos;
    arb_setup setup;
    hash h = {UINT64_C(0xCBF29CE484222325)};
    printf("%s", rules->name);
    if (arb_position_start(&pos, rules) != 0)
        abort();
    for (unsigned depth = 1; depth <= 4; depth++)
        printf(" %" PRIu64, arb_position_perft(&pos, depth));
    for (size_t met = 0; met < wanted;) {
        arb_kernel kernel = random_chance(source, 70) ? ARB_KERNEL_AUTO : ARB_KERNEL_GRID;
        if (random_chance(source, 30))
            arb_setup_start(&setup, rules);
        else
            random_setup(source, &setup, rules, rules->board.size);
        arb_faults faults = arb_position_set(&pos, rules, &setup, kernel,
                                             ARB_FAULT_UNREACHABLE | ARB_FAULT_OPPOSITE_CHECK);
        hash_number(&h, faults);
        met += faults == 0 ? random_game(&h, &pos, source) : 1;
    }
    char text[16384];
    hash_number(&h, arb_rules_write(rules, text, sizeof text));
    hash_text(&h, text);
    printf(" %016" PRIx64 "\n", h.value);
}

int main(int argc, char **argv)
{
    size_t wanted = argc > 1 ? (size_t)strtoull(argv[1], NULL, 10) : 500;
    random_source source = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    for (size_t i = 0; i < ARB_BUILT_IN; i++)
        digest(arb_rules_at(i), wanted, &source);
    return 0;
}
