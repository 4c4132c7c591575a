/* twin_answers.c: positions under every rule set, and what the library answers about them, for the
 * tests of the bindings: through each language the answers must be these bytes.
 *
 *     twin_answers [POSITIONS] [SEED]
 *
 * Each position is a line of fields separated by tabs: rule set, FEN, language of the sentences,
 * key, colour to move, check ("check" or "-"), moves in UCI, moves in SAN, result, reason, article,
 * sentence; then pairs of a typed move and the JSON of its verdict. The positions come from random
 * play that begins at random set-ups or at the start position. One line in four has the SAN of
 * every move, the others "-", because on large boards SAN costs more than all the rest. */
#include "../property/random.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void print_moves(const arb_position *pos, const arb_move *list, size_t count, bool san)
{
    char text[64];
    putchar('\t');
    for (size_t i = 0; i < count; i++) {
        if (san)
            arb_san_write(pos, list[i], text, sizeof text);
        else
            arb_uci_write(pos, list[i], ARB_UCI_RULES, text, sizeof text);
        printf("%s%s", i ? " " : "", text);
    }
}

static void print_verdict(arb_game *game, arb_language lang, const char *typed)
{
    static arb_typed read;
    static char json[16384];
    arb_move_read(game, arb_coords_in(ARB_COORDS_ALGEBRAIC, lang), typed, strlen(typed), &read);
    if (arb_typed_json(&read, arb_game_position(game), json, sizeof json) >= sizeof json)
        abort();
    printf("\t%s\t%s", typed, json);
}

/* Prints verdicts on moves that somebody might type: any two squares, a legal move, a legal move
 * with one letter too many. */
static void print_verdicts(arb_game *game, arb_language lang, const arb_move *list, size_t count,
                           random_source *source)
{
    static const char *const odd[] = {"O-O",   "O-O-O", "e4",   "Nf3", "exd5",
                                      "Qxh7#", "a8=Q",  "P@e4", "0-0", "zz"};
    const arb_position *pos = arb_game_position(game);
    arb_size size = arb_position_size(pos);
    char typed[64];
    for (int i = 0; i < 4; i++) {
        arb_square from = random_square(source, size);
        for (int tries = 0; tries < 8 && !arb_position_piece(pos, from); tries++)
            from = random_square(source, size);
        size_t len = arb_square_write(size, from, typed, sizeof typed);
        arb_square_write(size, random_square(source, size), typed + len, sizeof typed - len);
        print_verdict(game, lang, typed);
    }
    print_verdict(game, lang, odd[random_below(source, sizeof odd / sizeof *odd)]);
    if (count) {
        arb_san_write(pos, list[random_below(source, (unsigned)count)], typed, sizeof typed);
        print_verdict(game, lang, typed);
    }
}

/* Prints the line of a position. Returns false if no game can start from its FEN. */
static bool print_position(const arb_position *from, size_t number, random_source *source)
{
    arb_language lang = (arb_language)(number % ARB_LANGUAGE_COUNT);
    static arb_move list[ARB_SQUARE_LIMIT * 8];
    char fen[2048], text[512];
    const arb_rules *rules = arb_position_rules(from);
    arb_position pos;
    arb_faults faults;
    arb_error error;
    size_t len = arb_position_fen(from, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    if (arb_position_read(&pos, rules, fen, len, &faults, &error) != ARB_OK)
        return false;
    arb_game *game = arb_game_new(&pos, NULL);
    size_t count = arb_position_moves(&pos, list, sizeof list / sizeof *list);
    if (!game || count > sizeof list / sizeof *list)
        abort();
    arb_colour turn = arb_position_turn(&pos);
    arb_outcome outcome = arb_game_outcome(game);
    arb_outcome_text_in(outcome, lang, text, sizeof text);
    printf("%s\t%s\t%s\t%016" PRIx64 "\t%s\t%s", rules->name, fen, arb_language_tag(lang),
           arb_position_key(&pos), turn == ARB_WHITE ? "white" : "black",
           arb_position_in_check(&pos, turn) ? "check" : "-");
    print_moves(&pos, list, count, false);
    if (number % 4 == 0)
        print_moves(&pos, list, count, true);
    else
        printf("\t-");
    printf("\t%s\t%s\t%s\t%s", arb_result_text(outcome.result), arb_reason_name(outcome.reason),
           arb_outcome_article(outcome), text);
    print_verdicts(game, lang, list, count, source);
    putchar('\n');
    arb_game_free(game);
    return true;
}

static void print_rules(const arb_rules *rules, size_t wanted, random_source *source)
{
    static arb_move list[ARB_SQUARE_LIMIT * 8];
    arb_setup setup;
    arb_position pos;
    arb_undo undo;
    for (size_t met = 0; met < wanted;) {
        if (random_chance(source, 5))
            arb_setup_start(&setup, rules);
        else
            random_setup(source, &setup, rules, rules->board.size);
        if (arb_position_set(&pos, rules, &setup, ARB_KERNEL_AUTO, 0) != 0)
            continue;
        for (int ply = 0; ply < 40 && met < wanted; ply++) {
            met += print_position(&pos, met, source);
            size_t count = arb_position_moves(&pos, list, sizeof list / sizeof *list);
            if (count == 0 || arb_position_outcome(&pos).result != ARB_ONGOING)
                break;
            arb_position_play(&pos, list[random_below(source, (unsigned)count)], &undo);
        }
    }
}

int main(int argc, char **argv)
{
    size_t wanted = argc > 1 ? (size_t)strtoull(argv[1], NULL, 10) : 1000;
    random_source source = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    size_t sets = arb_rules_count();
    for (size_t i = 0; i < sets; i++)
        print_rules(arb_rules_at(i), (wanted + sets - 1) / sets, &source);
    return 0;
}
