/* test_fen.c: FEN in and out. The cases are in tests/data/fen_*.tsv. */
#include "positions.h"
#include "table.h"

/* Finds a built-in rule set, or reads one from a file, which lives until the next is read. */
static const arb_rules *rules_named(const char *name)
{
    static arb_rules storage;
    return test_rules(&storage, name);
}

TEST(a_text_that_is_no_fen_says_where_and_changes_nothing)
{
    table t;
    CHECK(table_open(&t, "tests/data/fen_errors.tsv"));
    while (table_next(&t)) {
        arb_setup setup, before;
        arb_error error;
        const char *text = t.column[1];
        memset(&setup, 0x5A, sizeof setup);
        before = setup;
        CHECK_EQ_INT(arb_fen_read(&setup, rules_named(t.column[0]), text, strlen(text), &error),
                     ARB_BAD_TEXT);
        CHECK_EQ_INT(error.status, ARB_BAD_TEXT);
        CHECK_EQ_INT(error.offset, test_number(t.column[2]));
        CHECK_EQ_TEXT(error.text, t.column[3]);
        CHECK(memcmp(&setup, &before, sizeof setup) == 0);
    }
}

TEST(fen_is_written_back_in_both_styles)
{
    table t;
    CHECK(table_open(&t, "tests/data/fen_round.tsv"));
    while (table_next(&t)) {
        const arb_rules *rules = rules_named(t.column[0]);
        const char *text = t.column[1];
        arb_setup setup, again;
        arb_error error;
        char buf[2048];
        if (!CHECK_EQ_INT(arb_fen_read(&setup, rules, text, strlen(text), &error), ARB_OK))
            continue;
        CHECK_EQ_TEXT(error.text, "");
        for (int style = ARB_X_FEN; style <= ARB_SHREDDER_FEN; style++) {
            size_t len = arb_fen_write(&setup, rules, (arb_fen_style)style, buf, sizeof buf);
            CHECK_EQ_TEXT(buf, t.column[2 + style]);
            CHECK_EQ_INT(len, strlen(buf));
            CHECK_EQ_INT(arb_fen_read(&again, rules, buf, len, NULL), ARB_OK);
            CHECK(memcmp(&again, &setup, sizeof setup) == 0);
        }
    }
}

TEST(a_text_need_not_end_in_nul_and_a_short_buffer_cuts)
{
    static const char text[] = "8/8/8/8/8/8/8/K6k b - - 12 34 and more";
    const size_t len = 29;
    arb_setup setup;
    char buf[8];
    CHECK_EQ_INT(arb_fen_read(&setup, rules_named("chess"), text, len, NULL), ARB_OK);
    CHECK_EQ_INT(setup.halfmove, 12);
    CHECK_EQ_INT(setup.fullmove, 34);
    CHECK_EQ_INT(arb_fen_write(&setup, rules_named("chess"), ARB_X_FEN, buf, sizeof buf), len);
    CHECK_EQ_TEXT(buf, "8/8/8/8");
    CHECK_EQ_INT(arb_fen_write(&setup, rules_named("chess"), ARB_X_FEN, NULL, 0), len);
}

TEST(rights_belong_to_the_rook_that_is_named)
{
    static const char text[] = "rn2k1r1/8/8/8/8/8/8/2BNK1RR w Gkq - 0 1";
    arb_setup s;
    CHECK_EQ_INT(arb_fen_read(&s, rules_named("chess960"), text, strlen(text), NULL), ARB_OK);
    CHECK_EQ_INT(s.castle_rook[ARB_WHITE][ARB_KING_SIDE], test_square(s.size, "g1"));
    CHECK_EQ_INT(s.castle_rook[ARB_WHITE][ARB_QUEEN_SIDE], ARB_NO_SQUARE);
    CHECK_EQ_INT(s.castle_rook[ARB_BLACK][ARB_KING_SIDE], test_square(s.size, "g8"));
    CHECK_EQ_INT(s.castle_rook[ARB_BLACK][ARB_QUEEN_SIDE], test_square(s.size, "a8"));
}

TEST(two_rooks_named_on_one_side_of_the_king_are_a_fault_of_the_position)
{
    static const char text[] = "2rrk3/8/8/8/8/8/3PPPPP/2RK4 w cd - 0 1";
    arb_position position;
    arb_faults faults = 0;
    CHECK_EQ_INT(
        arb_position_read(&position, rules_named("chess960"), text, strlen(text), &faults, NULL),
        ARB_BAD_POSITION);
    CHECK_EQ_INT(faults, ARB_FAULT_BAD_CASTLING_RIGHTS);
}

/* Every prefix of a FEN, and every FEN with one byte replaced, is read or refused without a crash.
 */
TEST(damaged_fen_is_refused_or_read)
{
    static const char good[] = "r3k2r/8/8/8/3Pp3/8/8/R3K2R b KQkq d3 10 20";
    char text[sizeof good];
    arb_setup setup;
    arb_error error;
    for (size_t rules = 0; rules < arb_rules_count(); rules++) {
        for (size_t at = 0; at < sizeof good - 1; at++) {
            for (int byte = 0; byte < 256; byte++) {
                memcpy(text, good, sizeof good);
                text[at] = (char)byte;
                arb_status status =
                    arb_fen_read(&setup, arb_rules_at(rules), text, sizeof good - 1, &error);
                CHECK(status == ARB_OK || status == ARB_BAD_TEXT);
                CHECK(error.offset < sizeof good);
            }
            CHECK(arb_fen_read(&setup, arb_rules_at(rules), good, at, &error) == ARB_BAD_TEXT ||
                  at >= strlen("r3k2r/8/8/8/3Pp3/8/8/R3K2R b KQkq d3"));
        }
    }
}

TEST(shared_chess960_positions_come_back_byte_for_byte)
{
    table t;
    arb_setup setup;
    char buf[256];
    if (!table_open(&t, "../shared/data/fen/chess960_valid.txt"))
        return;
    while (table_next(&t)) {
        const char *text = t.column[0];
        CHECK_EQ_INT(arb_fen_read(&setup, rules_named("chess960"), text, strlen(text), NULL),
                     ARB_OK);
        arb_fen_write(&setup, rules_named("chess960"), ARB_SHREDDER_FEN, buf, sizeof buf);
        CHECK_EQ_TEXT(buf, text);
    }
}

/* The table has both malformed FENs and well-formed FENs of faulty positions. */
TEST(shared_validity_table_is_followed)
{
    table t;
    if (!table_open(&t, "../shared/data/fen/validity.tsv"))
        return;
    while (table_next(&t)) {
        const arb_rules *rules =
            rules_named(strcmp(t.column[1], "960") == 0 ? "chess960" : "chess");
        const char *text = t.column[3];
        arb_position position;
        arb_faults faults = 0;
        arb_error error;
        arb_status status =
            arb_position_read(&position, rules, text, strlen(text), &faults, &error);
        if (strcmp(t.column[0], "accept") == 0)
            CHECK_EQ_INT(status, ARB_OK);
        else if (strcmp(t.column[2], "position") == 0)
            CHECK_EQ_INT(status, ARB_BAD_POSITION);
        else
            CHECK_EQ_INT(status, ARB_BAD_TEXT);
    }
}

TEST(shared_invalid_positions_of_chess960_are_refused)
{
    table t;
    arb_position position;
    if (!table_open(&t, "../shared/data/fen/chess960_invalid.txt"))
        return;
    while (table_next(&t)) {
        arb_faults faults = 0;
        arb_status status = arb_position_read(&position, rules_named("chess960"), t.column[0],
                                              strlen(t.column[0]), &faults, NULL);
        CHECK(status == ARB_BAD_TEXT || (status == ARB_BAD_POSITION && faults != 0));
    }
}

TEST(shared_en_passant_squares_stay_only_where_the_capture_is_legal)
{
    table t;
    arb_position position;
    char buf[128];
    if (!table_open(&t, "../shared/data/fen/ep_canonical.tsv"))
        return;
    while (table_next(&t)) {
        if (!test_position(&position, "chess", t.column[0], ARB_KERNEL_AUTO))
            continue;
        arb_position_fen(&position, ARB_X_FEN, ARB_EP_LEGAL, buf, sizeof buf);
        CHECK_EQ_TEXT(buf, t.column[1]);
    }
}

/* The three ways write it always, if a pawn stands beside, or if a pawn may capture. */
TEST(the_en_passant_square_is_written_in_three_ways)
{
    static const struct {
        const char *fen, *always, *pseudo, *legal;
    } cases[] = {
        {"4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "c6", "c6", "c6"},
        {"4k3/8/8/1Pp5/8/8/8/4K3 w - c6 0 1", "c6", "c6", "c6"},
        {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "d3", "d3", "d3"},
        {"4k3/8/8/2p1P3/8/8/8/4K3 w - c6 0 1", "c6", "-", "-"},
        {"4k3/8/8/2pp4/8/8/8/4K3 w - c6 0 1", "c6", "-", "-"},
        {"4k3/8/8/2pN4/8/8/8/4K3 w - c6 0 1", "c6", "-", "-"},
        {"4k3/8/8/K1pP3r/8/8/8/8 w - c6 0 1", "c6", "c6", "-"}, /* both pawns leave the row */
        {"k7/8/8/p7/8/8/8/4K3 w - a6 0 1", "a6", "-", "-"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const wanted[3] = {cases[i].legal, cases[i].pseudo, cases[i].always};
        arb_position position;
        check_case("%s", cases[i].fen);
        if (!CHECK_EQ_INT(arb_position_read(&position, arb_rules_find("chess", 5), cases[i].fen,
                                            strlen(cases[i].fen), NULL, NULL),
                          ARB_OK))
            continue;
        for (int style = ARB_EP_LEGAL; style <= ARB_EP_ALWAYS; style++) {
            char fen[128], field[8] = "";
            arb_position_fen(&position, ARB_X_FEN, (arb_ep_style)style, fen, sizeof fen);
            CHECK_EQ_INT(sscanf(fen, "%*s %*s %*s %7s", field), 1);
            CHECK_EQ_TEXT(field, wanted[style]);
        }
    }
}

int main(void)
{
    RUN(a_text_that_is_no_fen_says_where_and_changes_nothing);
    RUN(fen_is_written_back_in_both_styles);
    RUN(a_text_need_not_end_in_nul_and_a_short_buffer_cuts);
    RUN(rights_belong_to_the_rook_that_is_named);
    RUN(two_rooks_named_on_one_side_of_the_king_are_a_fault_of_the_position);
    RUN(damaged_fen_is_refused_or_read);
    RUN(shared_chess960_positions_come_back_byte_for_byte);
    RUN(shared_validity_table_is_followed);
    RUN(shared_invalid_positions_of_chess960_are_refused);
    RUN(shared_en_passant_squares_stay_only_where_the_capture_is_legal);
    RUN(the_en_passant_square_is_written_in_three_ways);
    return check_result();
}
