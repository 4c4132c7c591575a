/* test_outcome.c: when a position ends the game, and what material cannot mate. */
#include "positions.h"
#include "table.h"

static table t;

TEST(each_position_has_its_outcome)
{
    CHECK(table_open(&t, "tests/data/outcomes.tsv"));
    while (table_next(&t))
        for (size_t k = 0; k < 2; k++) {
            arb_position position;
            if (!test_position(&position, t.column[0], t.column[1], test_kernels[k]))
                continue;
            arb_outcome outcome = arb_position_outcome(&position);
            CHECK_EQ_TEXT(arb_result_text(outcome.result), t.column[2]);
            CHECK_EQ_TEXT(arb_reason_name(outcome.reason), t.column[3]);
            CHECK_EQ_INT(arb_position_is_checkmate(&position), test_number(t.column[4]));
            CHECK_EQ_INT(arb_position_is_stalemate(&position), test_number(t.column[5]));
        }
}

static void check_material(const char *rules, const char *fen, const char *white, const char *black)
{
    for (size_t k = 0; k < 2; k++) {
        arb_position position;
        if (!test_position(&position, rules, fen, test_kernels[k]))
            continue;
        CHECK_EQ_INT(arb_position_cannot_mate(&position, ARB_WHITE), test_number(white));
        CHECK_EQ_INT(arb_position_cannot_mate(&position, ARB_BLACK), test_number(black));
        CHECK_EQ_INT(arb_position_insufficient(&position),
                     test_number(white) && test_number(black));
    }
}

TEST(material_that_cannot_mate)
{
    CHECK(table_open(&t, "tests/data/mating_material.tsv"));
    while (table_next(&t))
        check_material(t.column[0], t.column[1], t.column[2], t.column[3]);
}

TEST(material_of_the_shared_table)
{
    for (table_open(&t, "../shared/data/outcome/no_mating_material.tsv"); table_next(&t);)
        check_material("chess", t.column[0], t.column[3], t.column[4]);
}

TEST(positions_of_the_shared_table)
{
    for (table_open(&t, "../shared/data/outcome/positions.tsv"); table_next(&t);) {
        arb_position position;
        if (!test_position(&position, "chess", t.column[0], ARB_KERNEL_AUTO))
            continue;
        CHECK_EQ_INT(arb_position_moves(&position, NULL, 0), test_number(t.column[1]));
        CHECK_EQ_INT(arb_position_in_check(&position, arb_position_turn(&position)),
                     test_number(t.column[2]));
        CHECK_EQ_INT(arb_position_is_checkmate(&position), test_number(t.column[3]));
        CHECK_EQ_INT(arb_position_is_stalemate(&position), test_number(t.column[4]));
        CHECK_EQ_INT(arb_position_insufficient(&position), test_number(t.column[5]));
    }
}

TEST(last_positions_of_the_shared_games)
{
    for (table_open(&t, "../shared/data/outcome/terminal_positions.tsv"); table_next(&t);) {
        arb_position position;
        if (!test_position(&position, "chess", t.column[1], ARB_KERNEL_AUTO))
            continue;
        const char *kind = t.column[0];
        CHECK_EQ_INT(arb_position_is_checkmate(&position), strcmp(kind, "checkmate") == 0);
        CHECK_EQ_INT(arb_position_is_stalemate(&position), strcmp(kind, "stalemate") == 0);
        if (strstr(kind, "insufficient"))
            CHECK(arb_position_insufficient(&position));
    }
}

/* The table also has positions that are dead for other reasons than material, which are skipped. A
 * line without the fields of a FEN is no case. */
TEST(who_can_mate_is_never_said_to_be_unable)
{
    const arb_rules *chess = arb_rules_at(0);
    unsigned lines = 0, cases = 0;
    for (table_open(&t, "../shared/data/outcome/dead_positions.tsv"); table_next(&t); lines++) {
        arb_setup setup;
        arb_position position;
        if (arb_fen_read(&setup, chess, t.column[1], strlen(t.column[1]), NULL) != ARB_OK ||
            arb_position_set(&position, chess, &setup, ARB_KERNEL_AUTO, ARB_FAULT_UNREACHABLE) != 0)
            continue;
        cases++;
        if (t.column[0][0] == 'W')
            CHECK(!arb_position_cannot_mate(&position, ARB_WHITE));
        if (t.column[0][1] == 'B')
            CHECK(!arb_position_cannot_mate(&position, ARB_BLACK));
    }
    CHECK(cases >= lines - lines / 100);
}

/* Puts the pieces on every set of squares; then, with Black to move, a side that is said to be
 * unable to mate must not have mated. */
static unsigned long try_everywhere(arb_setup *setup, const char *pieces)
{
    const arb_rules *rules = arb_rules_find("lab", 3);
    arb_position position;
    unsigned long unable = 0;
    if (*pieces == '\0') {
        if (arb_position_set(&position, rules, setup, ARB_KERNEL_AUTO, 0) != 0 ||
            arb_position_in_check(&position, ARB_WHITE) ||
            !arb_position_cannot_mate(&position, ARB_WHITE))
            return 0;
        CHECK(!arb_position_is_checkmate(&position));
        return 1;
    }
    arb_colour colour = *pieces >= 'a' ? ARB_BLACK : ARB_WHITE;
    for (int rank = 0; rank < setup->size.ranks; rank++)
        for (int file = 0; file < setup->size.files; file++) {
            arb_square square = arb_square_at(setup->size, file, rank);
            if (setup->board[square] != ARB_NO_PIECE)
                continue;
            arb_setup_put(setup, rules, square,
                          arb_piece_of(colour, arb_rules_kind(rules, *pieces)));
            unable += try_everywhere(setup, pieces + 1);
            arb_setup_put(setup, rules, square, ARB_NO_PIECE);
        }
    return unable;
}

TEST(on_no_small_board_mates_who_is_said_to_be_unable)
{
    static const char *const armies[] = {"Kk",   "KkN",  "KkB",  "KkNq", "KkBq",
                                         "KkBr", "KkBb", "KkBB", "KkBn"};
    unsigned long unable = 0;
    for (int files = 1; files <= 4; files++)
        for (int ranks = 1; ranks <= 3; ranks++)
            for (size_t i = 0; i < sizeof armies / sizeof armies[0]; i++) {
                arb_setup setup;
                check_case("%s on %dx%d", armies[i], files, ranks);
                arb_setup_clear(&setup, (arb_size){(uint8_t)files, (uint8_t)ranks});
                setup.turn = ARB_BLACK;
                unable += try_everywhere(&setup, armies[i]);
            }
    CHECK(unable > 10000);
}

static arb_outcome outcome_by(const arb_rules *rules, const char *fen)
{
    arb_position position;
    if (!test_position_by(&position, rules, fen, ARB_KERNEL_AUTO))
        return (arb_outcome){ARB_ONGOING, ARB_R_COUNT, false};
    return arb_position_outcome(&position);
}

TEST(stalemate_means_what_the_rule_set_says)
{
    static const arb_result results[] = {ARB_ONGOING, ARB_WHITE_WINS, ARB_DRAW, ARB_BLACK_WINS};
    static const arb_effect effects[] = {ARB_GOES_ON, ARB_LOSES, ARB_DRAWS, ARB_WINS};
    arb_rules rules = *arb_rules_at(0);
    for (size_t i = 0; i < 4; i++) {
        rules.ending.stalemate = effects[i];
        arb_outcome outcome = outcome_by(&rules, "k7/2K5/1Q6/8/8/8/8/8 b - - 0 1");
        CHECK_EQ_INT(outcome.result, results[i]);
        CHECK_EQ_INT(outcome.reason, i == 0 ? ARB_R_NONE : ARB_R_STALEMATE);
    }
}

TEST(checkmate_means_what_the_rule_set_says)
{
    arb_rules rules = *arb_rules_at(0);
    rules.ending.checkmate = ARB_WINS;
    arb_outcome outcome = outcome_by(&rules, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    CHECK_EQ_INT(outcome.result, ARB_BLACK_WINS);
    CHECK_EQ_INT(outcome.reason, ARB_R_CHECKMATE);
}

TEST(a_bare_king_means_what_the_rule_set_says)
{
    arb_rules rules = *arb_rules_at(0);
    rules.ending.bare = ARB_LOSES;
    arb_outcome outcome = outcome_by(&rules, "7k/8/6K1/8/8/8/8/N7 w - - 0 1");
    CHECK_EQ_INT(outcome.result, ARB_WHITE_WINS);
    CHECK_EQ_INT(outcome.reason, ARB_R_BARE_KING);
    outcome = outcome_by(&rules, "7k/4p3/6K1/8/8/8/8/8 w - - 0 1");
    CHECK_EQ_INT(outcome.result, ARB_BLACK_WINS);
    outcome = outcome_by(&rules, "7k/8/6K1/8/8/8/8/8 w - - 0 1");
    CHECK_EQ_INT(outcome.result, ARB_DRAW);
    outcome = outcome_by(&rules, "7k/7n/8/4K3/8/8/8/N7 b - - 0 1");
    CHECK_EQ_INT(outcome.result, ARB_ONGOING);
    rules.ending.bare = ARB_DRAWS;
    outcome = outcome_by(&rules, "7k/8/6K1/8/8/8/8/Q7 b - - 0 1");
    CHECK_EQ_INT(outcome.result, ARB_DRAW);
    CHECK_EQ_INT(outcome.reason, ARB_R_BARE_KING);
}

TEST(nothing_is_dead_where_more_than_mate_wins)
{
    const char *fen = "7k/8/6K1/8/8/8/8/N7 w - - 0 1";
    arb_rules rules = *arb_rules_at(0);
    CHECK_EQ_INT(outcome_by(&rules, fen).reason, ARB_R_DEAD_POSITION);
    rules.ending.stalemate = ARB_LOSES;
    CHECK_EQ_INT(outcome_by(&rules, fen).result, ARB_ONGOING);
    rules = *arb_rules_at(0);
    rules.kinds[ARB_KNIGHT].leaps[0] = (arb_step){1, 0, 1, 0};
    CHECK_EQ_INT(outcome_by(&rules, fen).result, ARB_ONGOING);
    rules = *arb_rules_at(0);
    rules.kinds[ARB_KING].leap_count = 7;
    CHECK_EQ_INT(outcome_by(&rules, fen).result, ARB_ONGOING);
}

/* Uses the grid kernel, which serves every rule set that a program may fill in. */
static bool cannot_mate_by(const arb_rules *rules, const char *fen)
{
    arb_position position;
    return test_position_by(&position, rules, fen, ARB_KERNEL_GRID) &&
           arb_position_cannot_mate(&position, ARB_WHITE);
}

/* Material decides only if the game is won by mate alone, and with the pieces of chess. */
TEST(whoever_may_win_otherwise_is_not_said_to_be_unable)
{
    static const char knight[] = "7k/8/6K1/8/8/8/8/N7 w - - 0 1";
    static const char bishop[] = "7k/8/6K1/8/8/8/8/B7 b - - 0 1";
    static const char queen[] = "q6k/8/6K1/8/8/8/8/1N6 w - - 0 1";
    arb_rules rules = *arb_rules_at(0);
    CHECK(cannot_mate_by(&rules, knight));
    CHECK(cannot_mate_by(&rules, queen));
    rules.board.faults = 0;
    for (int way = 0; way < 15; way++) {
        arb_rules r = rules;
        switch (way) {
        case 0:
            r.ending.stalemate = ARB_LOSES;
            break;
        case 1:
            r.ending.stalemate = ARB_WINS;
            break;
        case 2:
            r.ending.bare = ARB_LOSES;
            break;
        case 3:
            r.ending.bare = ARB_WINS;
            break;
        case 4:
            r.royal.no_checks = true;
            break;
        case 5:
            r.capture.forced = true;
            break;
        case 6:
            r.capture.explodes = true;
            break;
        case 7:
            r.capture.to_hand = true;
            break;
        case 8:
            r.ending.checks = 3;
            break;
        case 9:
            r.ending.bereft = ARB_LOSES;
            break;
        case 10:
            r.ending.extinct[ARB_PAWN] = 1;
            break;
        case 11:
            r.royal.also = 1u << ARB_QUEEN;
            break;
        case 12:
            r.royal.safe = false;
            break;
        case 13:
            r.ending.goal.count = 1;
            r.ending.goal.rows[3] = 1u << 3;
            break;
        default:
            r.royal.kind = ARB_NO_KIND;
        }
        check_case("way %d", way);
        CHECK(!cannot_mate_by(&r, knight));
    }
    for (arb_kind kind = ARB_KNIGHT; kind <= ARB_KING; kind++) {
        arb_rules r = rules;
        const char *fen = kind == ARB_BISHOP ? bishop : kind == ARB_QUEEN ? queen : knight;
        check_case("kind %u", (unsigned)kind);
        if (kind == ARB_ROOK)
            continue;
        r.kinds[kind].leaps[r.kinds[kind].leap_count++] = (arb_step){0, 3, 1, 0};
        CHECK(!cannot_mate_by(&r, fen));
        r = rules;
        r.kinds[kind].slides[r.kinds[kind].slide_count++] = (arb_step){2, 3, 0, 0};
        CHECK(!cannot_mate_by(&r, fen));
        r = rules;
        if (r.kinds[kind].slide_count > 0)
            r.kinds[kind].slides[1].range = 2;
        else
            r.kinds[kind].leaps[1].files = 3;
        CHECK(!cannot_mate_by(&r, fen));
    }
}

TEST(taking_the_king_ends_the_game_and_the_turn_stays)
{
    arb_position position;
    arb_undo undo;
    if (!test_position(&position, "king-capture", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
                       ARB_KERNEL_AUTO))
        return;
    CHECK(arb_position_play(&position, arb_move_of(12, 60, ARB_NO_KIND, ARB_NORMAL), &undo));
    arb_outcome outcome = arb_position_outcome(&position);
    CHECK_EQ_INT(outcome.result, ARB_WHITE_WINS);
    CHECK_EQ_INT(outcome.reason, ARB_R_KING_CAPTURED);
    CHECK_EQ_INT(arb_position_turn(&position), ARB_WHITE);
    CHECK_EQ_INT(arb_position_verdict(&position, 60, 59, ARB_NO_KIND).code, ARB_V_GAME_OVER);
    CHECK(!arb_position_is_checkmate(&position) && !arb_position_is_stalemate(&position));
}

TEST(outcomes_in_words)
{
    static const struct {
        arb_outcome outcome;
        const char *text;
    } cases[] = {
        {{ARB_ONGOING, ARB_R_NONE, false}, "The game goes on"},
        {{ARB_WHITE_WINS, ARB_R_CHECKMATE, false}, "White wins by checkmate (5.1.1)"},
        {{ARB_DRAW, ARB_R_STALEMATE, false}, "Draw by stalemate (5.2.1)"},
        {{ARB_BLACK_WINS, ARB_R_KING_CAPTURED, false}, "Black wins by the capture of the king"},
        {{ARB_WHITE_WINS, ARB_R_BARE_KING, false}, "White wins by a bare king"},
        {{ARB_DRAW, ARB_R_DEAD_POSITION, false}, "Draw, since neither side can win (5.2.2)"},
        {{ARB_DRAW, ARB_R_REPETITION, false}, "Draw by fivefold repetition (9.6.1)"},
        {{ARB_DRAW, ARB_R_MOVE_LIMIT, false}, "Draw by the 75-move rule (9.6.2)"},
        {{ARB_DRAW, ARB_R_REPETITION_CLAIM, false}, "Draw by threefold repetition (9.2)"},
        {{ARB_DRAW, ARB_R_MOVE_LIMIT_CLAIM, false}, "Draw by the 50-move rule (9.3)"},
        {{ARB_DRAW, ARB_R_AGREEMENT, false}, "Draw by agreement (5.2.3)"},
        {{ARB_BLACK_WINS, ARB_R_RESIGNATION, false}, "Black wins by resignation (5.1.2)"},
        {{ARB_BLACK_WINS, ARB_R_FLAG, false}, "Black wins on time (6.9)"},
        {{ARB_DRAW, ARB_R_FLAG, false}, "Draw on time, since the opponent cannot win (6.9)"},
        {{ARB_DRAW, ARB_R_FLAG, true}, "Draw on time, since the opponent cannot win"},
        {{ARB_DRAW, ARB_R_DEAD_POSITION, true}, "Draw, since neither side can win"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[64];
        size_t needed = arb_outcome_text(cases[i].outcome, text, sizeof text);
        CHECK_EQ_TEXT(text, cases[i].text);
        CHECK_EQ_INT(needed, strlen(cases[i].text));
        CHECK(arb_reason_name(cases[i].outcome.reason)[0] != '\0');
    }
    CHECK_EQ_TEXT(arb_result_text(ARB_DRAW), "1/2-1/2");
    CHECK_EQ_TEXT(arb_reason_name(ARB_R_COUNT), "");
}

int main(void)
{
    RUN(each_position_has_its_outcome);
    RUN(material_that_cannot_mate);
    RUN(material_of_the_shared_table);
    RUN(positions_of_the_shared_table);
    RUN(last_positions_of_the_shared_games);
    RUN(who_can_mate_is_never_said_to_be_unable);
    RUN(on_no_small_board_mates_who_is_said_to_be_unable);
    RUN(stalemate_means_what_the_rule_set_says);
    RUN(checkmate_means_what_the_rule_set_says);
    RUN(a_bare_king_means_what_the_rule_set_says);
    RUN(nothing_is_dead_where_more_than_mate_wins);
    RUN(whoever_may_win_otherwise_is_not_said_to_be_unable);
    RUN(taking_the_king_ends_the_game_and_the_turn_stays);
    RUN(outcomes_in_words);
    return check_result();
}
