/* test_causes.c: why there is no move: mates, stalemates and pins as values and sentences. */
#include "positions.h"

enum { ROOM = 64 };

/* Writes all causes, each as its name and squares: "check a8>g8". */
static const char *causes_of(const arb_position *position, const char *from)
{
    static char text[2048];
    arb_cause list[ROOM];
    arb_size size = arb_position_size(position);
    size_t n = 0;
    size_t count = from[0] != '\0'
                       ? arb_position_causes_of(position, test_square(size, from), list, ROOM)
                       : arb_position_causes(position, list, ROOM);
    text[0] = '\0';
    CHECK(count < ROOM);
    for (size_t i = 0; i < count; i++) {
        const arb_verdict *v = &list[i].verdict;
        const arb_square squares[4] = {v->from, v->to, v->at, v->by};
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", i > 0 ? "; " : "",
                              arb_cause_name(list[i].kind));
        for (int k = 0; k < 4; k++) {
            char name[8] = "-";
            if (squares[k] != ARB_NO_SQUARE)
                arb_square_write(size, squares[k], name, sizeof name);
            n += (size_t)snprintf(text + n, sizeof text - n, " %s", name);
        }
    }
    return text;
}

static const struct {
    const char *name, *rules, *fen, *from, *expected; /* each cause: from to at by */
} cases[] = {
    {"back_rank_mate", "chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "",
     "check - - g8 a8; flight g8 h8 - a8; flight g8 g7 - -; flight g8 f8 - a8; flight g8 h7 - -; "
     "flight g8 f7 - -; no-help - - g8 a8"},
    {"smothered_mate", "chess", "6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1", "",
     "check - - h8 f7; flight h8 h7 - -; flight h8 g8 - -; flight h8 g7 - -; no-help - - h8 f7"},
    {"a_pinned_knight_cannot_help", "chess", "4k3/8/8/8/1b6/2N5/4PP2/r3KB2 w - - 0 1", "",
     "check - - e1 a1; flight e1 f1 - -; flight e1 e2 - -; flight e1 d1 - a1; flight e1 f2 - -; "
     "cannot-help c3 b1 - b4; cannot-help c3 d1 - b4"},
    {"double_check", "chess", "4k3/8/3N4/8/8/8/4R3/4K3 b - - 0 1", "",
     "check - - e8 e2; check - - e8 d6; flight e8 e7 - e2; flight e8 f7 - d6; double - - e8 e2"},
    {"stalemate", "chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "",
     "flight h8 h7 - g6; flight h8 g8 - f7; flight h8 g7 - g6"},
    {"stalemate_with_a_blocked_pawn", "chess", "7k/5Q2/6K1/p7/P7/8/8/8 b - - 0 1", "",
     "flight h8 h7 - g6; flight h8 g8 - f7; flight h8 g7 - g6; stuck a5 a4 a4 -"},
    {"a_pin", "chess", "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "c3",
     "pinned c3 - e1 b4; stuck c3 e4 - b4"},
    {"a_bishop_behind_its_pawns", "chess",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "c1", "stuck c1 d2 - -"},
    {"a_knight_that_can_move", "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "g1", ""},
};

TEST(causes_are_named)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t k = 0; k < 2; k++) {
            arb_position position;
            if (!test_position(&position, cases[i].rules, cases[i].fen, test_kernels[k]))
                continue;
            const char *got = causes_of(&position, cases[i].from);
            check_case("%s", cases[i].name);
            CHECK_EQ_TEXT(got, cases[i].expected);
        }
}

TEST(sentences_name_the_pieces)
{
    arb_position position;
    arb_cause list[ROOM];
    char text[200];
    static const char *const expected[] = {
        "The rook on a8 gives check to the king on g8.",
        "The king on g8 cannot move to f8: the rook on a8 would attack it there.",
        "No piece can take the rook on a8 or stand between.",
    };
    static const size_t at[] = {0, 3, 6};
    if (!test_position(&position, "chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", ARB_KERNEL_AUTO))
        return;
    CHECK_EQ_INT(arb_position_causes(&position, list, ROOM), 7);
    for (size_t i = 0; i < 3; i++) {
        arb_cause_text(&list[at[i]], &position, ARB_COORDS_ALGEBRAIC, text, sizeof text);
        CHECK_EQ_TEXT(text, expected[i]);
    }
    CHECK_EQ_TEXT(arb_cause_article(&list[0]), "3.9.1");
    CHECK_EQ_TEXT(arb_cause_article(&list[3]), "3.9.2");
    CHECK_EQ_INT(arb_position_causes(&position, list, 1), 7); /* the true count */
}

TEST(how_pieces_move_is_told)
{
    static const struct {
        const char *rules;
        char letter;
        const char *expected;
    } told[] = {
        {"chess", 'n', "A knight goes two squares straight and one to the side, over anything."},
        {"chess", 'r', "A rook goes any number of squares along its row or column."},
        {"chess", 'b', "A bishop goes any number of squares diagonally."},
        {"chess", 'q', "A queen goes any number of squares in any direction."},
        {"chess", 'k', "A king goes one square in any direction."},
        {"chess", 'p',
         "A pawn goes one square straight ahead, or two from its start row, and takes one square "
         "diagonally ahead."},
        {"capablanca", 'c',
         "A chancellor goes any number of squares along its row or column, or two squares straight "
         "and one to the side, over anything."},
    };
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        const arb_rules *rules = arb_rules_find(told[i].rules, strlen(told[i].rules));
        char text[200] = "";
        if (CHECK(rules != NULL))
            arb_piece_moves_text(rules, arb_rules_kind(rules, told[i].letter), text, sizeof text);
        CHECK_EQ_TEXT(text, told[i].expected);
    }
}

/* Writes all sentences about a rule set, separated by bars. */
static const char *told(const char *name)
{
    static char all[2048];
    size_t n = 0;
    const arb_rules *rules = arb_rules_find(name, strlen(name));
    all[0] = '\0';
    for (size_t i = 0; CHECK(rules != NULL); i++) {
        char text[512];
        if (arb_rules_told(rules, i, text, sizeof text) == 0)
            break;
        n += (size_t)snprintf(all + n, sizeof all - n, "%s%s", i > 0 ? "|" : "", text);
    }
    return all;
}

TEST(rule_sets_are_told)
{
    CHECK_EQ_TEXT(told("chess"), "");
    CHECK_EQ_TEXT(told("three-check"), "Who gives 3 checks wins.");
    CHECK(strstr(told("antichess"), "Who can capture must.|") != NULL);
    CHECK(strstr(told("antichess"), "Who has no legal move wins.") != NULL);
    CHECK(strstr(told("atomic"), "A capture explodes") != NULL);
    CHECK(strstr(told("crazyhouse"), "What is taken changes sides") != NULL);
    CHECK(strstr(told("kingofthehill"), "Whose king reaches a marked square wins.") != NULL);
    CHECK(strstr(told("capablanca"), "The board has 10 columns and 8 rows.|") != NULL);
    CHECK(strstr(told("capablanca"), "An archbishop goes") != NULL);
}

TEST(occurrences_are_listed)
{
    arb_position start;
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8",
                                        "g1f3", "g8f6", "f3g1", "f6g8"};
    arb_position_start(&start, arb_rules_find("chess", 5));
    arb_game *game = arb_game_new(&start, NULL);
    if (!CHECK(game != NULL))
        return;
    for (size_t i = 0; i < 8; i++) {
        arb_typed typed;
        arb_move_read(game, ARB_COORDS_ALGEBRAIC, moves[i], 4, &typed);
        CHECK_EQ_INT(arb_game_play(game, typed.verdict.move), ARB_OK);
    }
    size_t plies[4] = {99, 99, 99, 99};
    CHECK_EQ_INT(arb_game_occurrences(game, plies, 2), 3);
    CHECK_EQ_INT(plies[0], 8);
    CHECK_EQ_INT(plies[1], 4);
    CHECK_EQ_INT(plies[2], 99);
    CHECK_EQ_INT(arb_game_occurrences(game, plies, 4), 3);
    CHECK_EQ_INT(plies[2], 0);
    arb_game_free(game);
}

TEST(faults_have_squares)
{
    static const struct {
        const char *fen;
        arb_faults fault;
        const char *expected;
    } faulty[] = {
        {"4k3/8/8/8/8/8/8/P3K2R w - - 0 1", ARB_FAULT_PAWNS_ON_END_ROWS, "a1 "},
        {"4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", ARB_FAULT_OPPOSITE_CHECK, "e8 e1 "},
        {"4k3/8/8/8/8/8/8/P3R3 w K e6 0 1", ARB_FAULT_OPPOSITE_CHECK, "e8 e1 "}, /* among others */
        {"4k3/8/8/8/8/8/8/K3K3 w - - 0 1", ARB_FAULT_TOO_MANY_KINGS, "a1 e1 e8 "},
        {"4k3/8/8/8/8/8/8/4K3 w K - 0 1", ARB_FAULT_BAD_CASTLING_RIGHTS, "h1 "},
        {"4k3/8/8/8/8/4N3/5P2/p3K3 w - - 0 1", ARB_FAULT_TOO_MANY_WHITE_PAWNS, "f2 "},
        {"4k3/8/8/8/8/4N3/5P2/p3K3 w - - 0 1", ARB_FAULT_TOO_MANY_BLACK_PAWNS, "a1 "},
        {"4k3/8/8/8/8/4N3/5P2/p3K3 w - - 0 1", ARB_FAULT_TOO_MANY_WHITE_PIECES, "e1 f2 e3 "},
        {"4k3/8/8/8/8/4N3/5P2/p3K3 w - - 0 1", ARB_FAULT_TOO_MANY_BLACK_PIECES, "a1 e8 "},
        {"4k3/8/8/4r3/8/r7/8/4K3 w - - 0 1", ARB_FAULT_TOO_MANY_CHECKERS, "e1 e5 "},
        {"4k3/8/8/8/8/r7/8/4K3 w - - 0 1", ARB_FAULT_IMPOSSIBLE_CHECK, ""},
        {"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", ARB_FAULT_BAD_EN_PASSANT, "e6 "},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", ARB_FAULT_BAD_EN_PASSANT, ""},
        {"4k3/8/8/8/8/8/8/8 w - - 0 1", ARB_FAULT_OPPOSITE_CHECK, ""},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", ARB_FAULT_NO_WHITE_KING, ""},
    };
    const arb_rules *rules = arb_rules_find("chess", 5);
    for (size_t i = 0; i < sizeof faulty / sizeof faulty[0]; i++) {
        arb_setup setup;
        arb_error error;
        arb_square list[8];
        char text[64] = "";
        size_t n = 0;
        if (!CHECK_EQ_INT(arb_fen_read(&setup, rules, faulty[i].fen, strlen(faulty[i].fen), &error),
                          ARB_OK))
            continue;
        size_t count = arb_setup_fault_squares(&setup, rules, faulty[i].fault, list, 8);
        for (size_t k = 0; k < count && k < 8; k++) {
            n += arb_square_write(setup.size, list[k], text + n, sizeof text - n);
            text[n++] = ' ';
            text[n] = '\0';
        }
        CHECK_EQ_TEXT(text, faulty[i].expected);
    }
}

int main(void)
{
    RUN(causes_are_named);
    RUN(sentences_name_the_pieces);
    RUN(how_pieces_move_is_told);
    RUN(rule_sets_are_told);
    RUN(occurrences_are_listed);
    RUN(faults_have_squares);
    return check_result();
}
