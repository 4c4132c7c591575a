/* test_verdict.c: the verdicts of tests/data/verdicts.tsv and their sentences, on both kernels. */
#include "positions.h"
#include "table.h"

static table t;

static arb_kind kind_of(const arb_position *position, const char *letter)
{
    return letter[0] == '-' ? ARB_NO_KIND : arb_rules_kind(arb_position_rules(position), letter[0]);
}

static arb_verdict ask(const arb_position *position, const char *from, const char *to,
                       const char *promotion)
{
    arb_size size = arb_position_size(position);
    if (from[0] != '\0' && from[1] == '@')
        return arb_position_verdict_drop(position, kind_of(position, from), test_square(size, to));
    return arb_position_verdict(position, test_square(size, from), test_square(size, to),
                                kind_of(position, promotion));
}

static void check_verdict(const arb_position *position)
{
    arb_size size = arb_position_size(position);
    arb_verdict v = ask(position, t.column[2], t.column[3], t.column[4]);
    CHECK_EQ_TEXT(arb_verdict_name(v.code), t.column[5]);
    CHECK_EQ_INT(v.at, test_square(size, t.column[6]));
    CHECK_EQ_INT(v.by, test_square(size, t.column[7]));
    CHECK_EQ_INT(v.from, test_square(size, t.column[2]));
    CHECK_EQ_INT(v.to, test_square(size, t.column[3]));
    CHECK_EQ_INT(v.promotion, kind_of(position, t.column[4]));
    CHECK((v.code == ARB_V_OK) == arb_position_is_legal(position, v.move));
    CHECK((v.code == ARB_V_OK) == (v.move != ARB_NO_MOVE));
}

TEST(every_attempt_has_its_verdict)
{
    bool seen[ARB_V_COUNT] = {false};
    CHECK(table_open(&t, "tests/data/verdicts.tsv"));
    while (table_next(&t))
        for (size_t k = 0; k < 2; k++) {
            arb_position position;
            if (!test_position(&position, t.column[0], t.column[1], test_kernels[k]))
                continue;
            check_verdict(&position);
            seen[ask(&position, t.column[2], t.column[3], t.column[4]).code] = true;
        }
    for (int code = 0; code < ARB_V_COUNT; code++) {
        check_case("%s", arb_verdict_name((arb_verdict_code)code));
        CHECK(seen[code]);
    }
}

TEST(every_verdict_has_its_sentence_and_article)
{
    bool seen[ARB_V_COUNT] = {false};
    CHECK(table_open(&t, "tests/data/verdict_texts.tsv"));
    while (table_next(&t))
        for (size_t k = 0; k < 2; k++) {
            arb_position position;
            char text[256];
            if (!test_position(&position, t.column[0], t.column[1], test_kernels[k]))
                continue;
            arb_verdict v = ask(&position, t.column[2], t.column[3], t.column[4]);
            size_t needed = arb_verdict_text(&v, &position, text, sizeof text);
            CHECK_EQ_INT(needed, strlen(text));
            CHECK_EQ_TEXT(text, t.column[6]);
            CHECK_EQ_TEXT(arb_verdict_article(&v), t.column[5]);
            CHECK_EQ_INT(arb_verdict_text(&v, &position, NULL, 0), needed);
            seen[v.code] = true;
        }
    for (int code = 0; code < ARB_V_COUNT; code++) {
        check_case("%s", arb_verdict_name((arb_verdict_code)code));
        CHECK(seen[code]);
    }
}

TEST(any_number_that_is_no_square_is_off_the_board)
{
    arb_position position;
    arb_position_start(&position, arb_rules_at(0));
    for (unsigned square = 64; square <= 0xFFFF; square++) {
        arb_verdict v = arb_position_verdict(&position, (arb_square)square, 0, ARB_NO_KIND);
        CHECK(v.code == ARB_V_OFF_BOARD && v.from == ARB_NO_SQUARE && v.to == 0);
        v = arb_position_verdict(&position, 1, (arb_square)square, ARB_NO_KIND);
        CHECK(v.code == ARB_V_OFF_BOARD && v.from == 1 && v.to == ARB_NO_SQUARE);
    }
}

TEST(any_number_may_be_asked_as_a_promotion)
{
    arb_position position;
    if (!test_position(&position, "chess", "k7/4P3/8/8/8/8/8/K7 w - - 0 1", ARB_KERNEL_AUTO))
        return;
    for (unsigned kind = 1; kind <= 255; kind++) {
        bool may = kind >= ARB_KNIGHT && kind <= ARB_QUEEN;
        arb_verdict v = arb_position_verdict(&position, 52, 60, (arb_kind)kind);
        char text[256];
        CHECK_EQ_INT(v.code, may ? ARB_V_OK : ARB_V_PROMOTION_NOT_ALLOWED);
        CHECK(arb_verdict_text(&v, &position, text, sizeof text) > 0);
    }
}

TEST(without_turns_a_piece_answers_for_its_own_side)
{
    arb_position position;
    arb_position_start(&position, arb_rules_find("lab", 3));
    CHECK_EQ_INT(arb_position_verdict(&position, 52, 36, ARB_NO_KIND).code, ARB_V_NOT_YOUR_TURN);
    arb_verdict v = arb_position_verdict_any_turn(&position, 52, 36, ARB_NO_KIND);
    CHECK_EQ_INT(v.code, ARB_V_OK);
    CHECK_EQ_INT(v.move, arb_move_of(52, 36, ARB_NO_KIND, ARB_NORMAL));
    CHECK_EQ_INT(arb_position_verdict_any_turn(&position, 28, 36, ARB_NO_KIND).code,
                 ARB_V_NO_PIECE);
}

TEST(en_passant_is_for_the_side_to_move_only)
{
    arb_position position;
    /* White may take on d6; the pawn on c7 must not profit from that square. */
    if (!test_position(&position, "lab-bonus", "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1",
                       ARB_KERNEL_AUTO))
        return;
    CHECK_EQ_INT(arb_position_verdict_any_turn(&position, 36, 43, ARB_NO_KIND).code, ARB_V_OK);
    CHECK_EQ_INT(arb_position_verdict_any_turn(&position, 50, 43, ARB_NO_KIND).code,
                 ARB_V_PAWN_NO_CAPTURE);
}

TEST(the_move_is_the_one_of_the_move_list)
{
    static const struct {
        const char *rules, *fen;
        arb_square from, to;
        arb_move move;
    } cases[] = {
        {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 4, 6, 4 | 7 << 10 | ARB_CASTLING << 26},
        {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 4, 2, 4 | ARB_CASTLING << 26},
        {"chess960", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", 5, 6, 5 | 6 << 10 | ARB_CASTLING << 26},
        {"chess960", "4k3/8/8/8/8/8/8/R2K3R w HA - 0 1", 3, 2, 3 | 2 << 10},
        {"chess960", "4k3/8/8/8/8/8/8/R2K3R w HA - 0 1", 3, 0, 3 | ARB_CASTLING << 26},
        {"chess960", "4k3/8/8/8/8/8/8/R2K3R w HA - 0 1", 3, 6, 3 | 7 << 10 | ARB_CASTLING << 26},
        {"lab-bonus", "k7/4P3/8/8/8/8/8/K7 w - - 0 1", 52, 60, 52 | 60 << 10 | ARB_QUEEN << 20},
        {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 36, 43,
         36 | 43 << 10 | ARB_EN_PASSANT << 26},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        arb_position position;
        check_case("%s %s", cases[i].rules, cases[i].fen);
        if (!test_position(&position, cases[i].rules, cases[i].fen, ARB_KERNEL_AUTO))
            continue;
        arb_verdict v = arb_position_verdict(&position, cases[i].from, cases[i].to, ARB_NO_KIND);
        CHECK_EQ_INT(v.code, ARB_V_OK);
        CHECK_EQ_INT(v.move, cases[i].move);
    }
}

/* Makes a rule set with a new piece, which slides ahead at most three squares, leaps two to the
 * right, and slides to the right in steps of two. */
static arb_rules rules_with_custom_piece(void)
{
    arb_rules rules = *arb_rules_find("lab", 3);
    rules.kinds[ARB_FIRST_CUSTOM_KIND] =
        (arb_kind_rule){.letter = 'a',
                        .name = "archer",
                        .leap_count = 1,
                        .leaps = {{-2, 0, 1, 0}},
                        .slide_count = 3,
                        .slides = {{0, 1, 3, 0}, {1, 0, 2, 0}, {2, 0, 0, 0}}};
    return rules;
}

TEST(custom_pieces_move_by_their_own_steps)
{
    static const struct {
        const char *fen, *from, *to;
        arb_verdict_code code;
        const char *at, *comment;
    } cases[] = {
        {"8/8/8/8/8/8/8/3A4 w - -", "d1", "d4", ARB_V_OK, "-", "three steps ahead"},
        {"8/8/8/8/8/8/8/3A4 w - -", "d1", "d5", ARB_V_WRONG_SHAPE, "-", "not four"},
        {"8/8/8/3A4/8/8/8/8 w - -", "d5", "d4", ARB_V_WRONG_SHAPE, "-", "not back"},
        {"8/8/8/3a4/8/8/8/8 b - -", "d5", "d4", ARB_V_OK, "-", "ahead is down for Black"},
        {"8/8/8/3a4/8/8/8/8 b - -", "d5", "f5", ARB_V_OK, "-", "right is right for Black too"},
        {"8/8/8/8/8/3p4/3p4/3A4 w - -", "d1", "d4", ARB_V_BLOCKED, "d2", "the first in the way"},
        {"8/8/8/8/8/8/8/3Ap3 w - -", "d1", "f1", ARB_V_OK, "-", "one of two ways is free"},
        {"8/8/8/8/8/8/8/3A1p2 w - -", "d1", "h1", ARB_V_BLOCKED, "f1", "by twos"},
        {"8/8/8/8/8/8/8/3A4 w - -", "d1", "g1", ARB_V_WRONG_SHAPE, "-", "three is no two"},
        {"8/8/8/8/8/8/8/2pA4 w - -", "d1", "b1", ARB_V_OK, "-", "leaps over"},
        {"8/8/8/8/8/8/8/3A4 w - -", "d1", "c1", ARB_V_WRONG_SHAPE, "-", "no step between"},
    };
    arb_rules rules = rules_with_custom_piece();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        arb_position position;
        check_case("%s", cases[i].comment);
        if (!test_position_by(&position, &rules, cases[i].fen, ARB_KERNEL_AUTO))
            continue;
        arb_verdict v = ask(&position, cases[i].from, cases[i].to, "-");
        CHECK_EQ_INT(v.code, cases[i].code);
        CHECK_EQ_INT(v.at, test_square(arb_position_size(&position), cases[i].at));
    }
}

TEST(a_sentence_uses_the_names_of_the_rule_set)
{
    arb_rules rules = rules_with_custom_piece();
    arb_position position;
    char text[128];
    if (!test_position_by(&position, &rules, "8/8/8/8/8/3p4/8/3A4 w - -", ARB_KERNEL_AUTO))
        return;
    arb_verdict v = ask(&position, "d1", "e2", "-");
    arb_verdict_text(&v, &position, text, sizeof text);
    CHECK_EQ_TEXT(text, "The archer on d1 cannot move to e2: an archer does not move that way.");
    CHECK_EQ_TEXT(arb_verdict_article(&v), "3");
}

TEST(a_short_buffer_is_cut_and_the_length_told)
{
    arb_position position;
    char text[8];
    arb_position_start(&position, arb_rules_at(0));
    arb_verdict v = ask(&position, "e4", "e5", "-");
    CHECK_EQ_INT(arb_verdict_text(&v, &position, text, sizeof text), 24);
    CHECK_EQ_TEXT(text, "There i");
}

int main(void)
{
    RUN(every_attempt_has_its_verdict);
    RUN(every_verdict_has_its_sentence_and_article);
    RUN(any_number_that_is_no_square_is_off_the_board);
    RUN(any_number_may_be_asked_as_a_promotion);
    RUN(without_turns_a_piece_answers_for_its_own_side);
    RUN(en_passant_is_for_the_side_to_move_only);
    RUN(the_move_is_the_one_of_the_move_list);
    RUN(custom_pieces_move_by_their_own_steps);
    RUN(a_sentence_uses_the_names_of_the_rule_set);
    RUN(a_short_buffer_is_cut_and_the_length_told);
    return check_result();
}
