/* say_all.c: prints the sentences of the library in one language, at least one of each kind:
 * say_all TAG. It runs in the project's folder; its output is compared with golden/TAG.txt. */
#include "log_desk.h"
#include "positions.h"
#include "table.h"

#include <stdio.h>

static arb_language language;
static arb_coords coords;
static char text[4096];

static void title(const char *name)
{
    printf("\n## %s\n", name);
}

/* ---- verdicts ---- */

static arb_kind kind_of(const arb_position *position, const char *letter)
{
    return letter[0] == '-' ? ARB_NO_KIND : arb_rules_kind(arb_position_rules(position), letter[0]);
}

static void say_verdicts(void)
{
    table t;
    title("verdicts");
    if (!table_open(&t, "tests/data/verdict_texts.tsv"))
        return;
    while (table_next(&t)) {
        arb_position position;
        if (!test_position(&position, t.column[0], t.column[1], ARB_KERNEL_GRID))
            continue;
        arb_size size = arb_position_size(&position);
        bool drop = t.column[2][0] != '\0' && t.column[2][1] == '@';
        arb_verdict v = drop ? arb_position_verdict_drop(&position, kind_of(&position, t.column[2]),
                                                         test_square(size, t.column[3]))
                             : arb_position_verdict(&position, test_square(size, t.column[2]),
                                                    test_square(size, t.column[3]),
                                                    kind_of(&position, t.column[4]));
        arb_verdict_text_in(&v, &position, coords, text, sizeof text);
        puts(text);
    }
}

/* A queen, whose name is feminine in three languages, in every part that a piece can have. */
static void say_typed(void)
{
    static const char *const cases[][2] = {
        {"4k3/8/8/8/8/8/3q4/R3K2R w KQ - 0 1", "O-O"},
        {"4k3/8/8/8/8/8/3q4/4K3 w - - 0 1", "Kd1"},
        {"4k3/8/8/8/8/8/3q4/4K3 w - - 0 1", "Ke3"},
        {"4kq2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O"},
        {"4k1q1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O"},
        {"4k3/8/8/8/4q3/8/4Q3/4K3 w - - 0 1", "Qd3"},
        {"k7/8/8/8/8/4Q3/8/4K3 w - - 0 1", "Qd1"},
        {"k7/8/8/8/8/4Q3/8/4K3 w - - 0 1", "e3e3"},
        {"k7/8/8/8/8/4Q3/8/4K3 w - - 0 1", "e3i9"},
        {"4k3/8/8/4P3/8/4Q3/8/4K3 w - - 0 1", "Qe7"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qe7"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Nf3"},
        {"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "O-O-O"},
        {"4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1", "Nd4"},
        {"4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1", "Nh8"},
        {"6k1/8/8/Q6Q/8/8/8/4K3 w - - 0 1", "Qd5"},
        {"6k1/8/8/Q6Q/8/8/8/4K3 w - - 0 1", "Qb7"},
        {"4k3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8"},
        {"8/4P3/8/8/8/8/8/k3K3 w - - 0 1", "e8"},
        {"8/4P3/8/8/8/8/8/k3K3 w - - 0 1", "e7e8k"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rubbish"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "0000"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4e5"},
    };
    title("typed moves");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        arb_typed typed;
        arb_game *game = game_from("chess", cases[i][0], NULL);
        arb_move_read(game, coords, cases[i][1], strlen(cases[i][1]), &typed);
        arb_typed_text(&typed, arb_game_position(game), text, sizeof text);
        printf("%s: %s\n", cases[i][1], text);
        arb_game_free(game);
    }
}

/* ---- the rest ---- */

static void say_causes(void)
{
    static const char *const fens[] = {
        "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1",          "6rk/5Npp/8/8/8/8/8/K7 b - - 0 1",
        "4k3/8/4N3/8/8/8/4R3/4K3 b - - 0 1",         "k7/2Q5/2K5/8/8/8/8/8 b - - 0 1",
        "4k3/4q3/8/8/8/8/4R3/4K3 b - - 0 1",         "7k/8/8/1B6/8/8/3N4/r3K3 w - - 0 1",
        "3rkr2/3pp3/5N2/8/8/8/8/4K3 b - - 0 1",      "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",
        "5rk1/5ppp/4r3/8/q7/8/5PPP/1R4K1 w - - 0 1",
    };
    title("why there is no move");
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        arb_position position;
        arb_cause causes[16];
        if (!test_position(&position, "chess", fens[i], ARB_KERNEL_AUTO))
            continue;
        size_t count = arb_position_causes(&position, causes, 16);
        for (size_t k = 0; k < count && k < 16; k++) {
            arb_cause_text(&causes[k], &position, coords, text, sizeof text);
            puts(text);
        }
    }
}

static void say_outcomes(void)
{
    title("outcomes");
    for (int reason = 0; reason < ARB_R_COUNT; reason++)
        for (int result = ARB_ONGOING; result <= ARB_BOTH_LOSE; result++) {
            arb_outcome outcome = {(arb_result)result, (arb_reason)reason, false};
            if (result == ARB_BLACK_WINS && reason != ARB_R_CHECKMATE)
                continue; /* only the colour differs from the sentence for White */
            arb_outcome_text_in(outcome, language, text, sizeof text);
            printf("%s | ", text);
            arb_outcome_sentence_in(outcome, language, text, sizeof text);
            puts(text);
        }
    arb_outcome_late_in((arb_outcome){ARB_DRAW, ARB_R_STALEMATE, false}, language, "Nf6", 3, text,
                        sizeof text);
    puts(text);
}

static void say_winnable(void)
{
    title("can a side still win");
    for (int side = ARB_WHITE; side <= ARB_BLACK; side++)
        for (int answer = 0; answer <= ARB_WIN_NO; answer++)
            for (int proof = 0; proof <= (answer == ARB_WIN_NO ? (int)ARB_PROOF_SEARCH : 0);
                 proof++) {
                arb_winnable w = {.answer = (arb_win_answer)answer, .proof = (arb_win_proof)proof};
                arb_winnable_text_in(&w, (arb_colour)side, language, text, sizeof text);
                puts(text);
            }
}

static void rule(const char *line)
{
    hear(line);
    arb_ruling_text(&desk.ruling, arb_game_position(desk.game), coords, text, sizeof text);
    printf("%s: %s\n", line, text);
}

static void say_rulings(void)
{
    static const char *const games[][12] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "W press", "W move e2e5",
         "W press", "B press", "W move e2e4", "W move d2d4", "W press", "B move e7e4", "B press",
         "W displace", "W resign"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "W adjust b1", "B adjust b8",
         "W touch b1", "W move e2e4", "W claim", "W two-hands", "W move b1c3", "W press", "W offer",
         "B accept", "B decline"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "B move e7e5", "W claim",
         "W offer", "B decline", "B decline", "W claim e2e4", "W wrong-colours", "W both-flags",
         "W both-flags last", "W illegal-position", "W both-lose"},
        {"4k3/8/8/3q4/8/8/8/R3K2R w KQ - 0 1", "W touch a1", "W touch e1", "W move e1c1",
         "W move a1d1", "W press", "B touch a8", "B touch d5", "B touch d1", "B move d5d2",
         "B wrong-board", "B flag"},
        {"4k3/P7/8/8/8/8/8/4K2R w K - 0 1", "W touch e1", "W touch h1", "W move a7a8", "W press",
         "B move e8e9", "B touch a8", "B wrong-start", "B press", "B resign", "B resign", "B flag"},
    };
    title("rulings");
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        for (int kind = ARB_STANDARD; kind <= (i == 2 ? (int)ARB_BLITZ : (int)ARB_STANDARD);
             kind++) {
            open_desk((arb_regulations)kind, games[i][0]);
            for (size_t k = 1; k < 12; k++)
                rule(games[i][k]);
        }
    arb_game_free(desk.game);
}

static void say_rules(void)
{
    title("rule sets");
    for (size_t i = 0; i < arb_rules_count(); i++)
        for (size_t k = 0; arb_rules_told_in(arb_rules_at(i), k, language, text, sizeof text); k++)
            printf("%s: %s\n", arb_rules_at(i)->name, text);
    title("how pieces move");
    const arb_rules *chess = arb_rules_find("chess", 5);
    for (arb_kind kind = ARB_PAWN; kind <= ARB_KING; kind++) {
        arb_piece_moves_text_in(chess, kind, language, text, sizeof text);
        puts(text);
    }
}

static void say_constants(void)
{
    title("faults, repairs, what was forgiven");
    for (arb_faults bit = 1; bit < ARB_FAULT_ALL; bit <<= 1)
        puts(arb_text_in(language, arb_fault_text(bit)));
    for (uint32_t bit = 1; bit <= ARB_DROPPED_EN_PASSANT; bit <<= 1)
        puts(arb_text_in(language, arb_dropped_text(bit)));
    for (uint32_t bit = 1; bit < ARB_FEN_FORGIVEN_ALL; bit <<= 1)
        puts(arb_text_in(language, arb_fen_forgiven_text(bit)));
}

/* A piece's name from a rule-set file is not translated, and the grammar around it is right. */
static void say_own_piece(void)
{
    static const char file[] = "name = own\nparent = chess\npiece h hawk = leap 2,0 3,0 3,1\n"
                               "start = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/HNBQKBNR w Kkq - 0 1\n";
    static arb_rules own;
    static const char *const moves[] = {"a1b3", "a1a2", "a1a3"};
    title("a piece of one's own");
    if (!arb_rules_read(&own, file, sizeof file - 1, NULL, NULL))
        puts("?");
    arb_position position;
    arb_position_start(&position, &own);
    arb_game *game = arb_game_new(&position, NULL);
    for (size_t i = 0; i < 3; i++) {
        arb_typed typed;
        arb_move_read(game, coords, moves[i], 4, &typed);
        arb_typed_text(&typed, &position, text, sizeof text);
        puts(text);
    }
    arb_game_free(game);
}

int main(int argc, char **argv)
{
    if (argc != 2 || !arb_language_find(argv[1], strlen(argv[1]), &language))
        return 2;
    coords = arb_coords_in(ARB_COORDS_ALGEBRAIC, language);
    printf("# The sentences of the library in %s, as tests/languages/say_all prints them.\n",
           arb_language_tag(language));
    say_verdicts();
    say_typed();
    say_causes();
    say_outcomes();
    say_winnable();
    say_rulings();
    say_rules();
    say_constants();
    say_own_piece();
    return 0;
}
