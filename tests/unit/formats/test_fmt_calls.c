/* test_fmt_calls.c: what each call of a session answers, word for word, and how each mistake in a
 * call is told. Layer: tests. */
#include "check.h"
#include "fmt_buffer.h"
#include "formats/board_text.h"
#include "formats/script/script.h"

typedef struct {
    const char *call;
    const char *answer; /* the text, or the column and what is wrong */
} exchange;

typedef struct {
    const char *rules;
    arb_coords coords;
    bool laws; /* under the Laws; else casual play */
    const exchange *exchanges;
    size_t refused; /* moves */
    bool json;
} session;

static const exchange session_0[] = {
    {"   ", ""},
    {"\t# a remark", ""},
    {"turn", "WHITE\n"},
    {"turn x", "column 6: the end of the line expected, not 'x'"},
    {"symbol 0 0", "\xe2\x99\x9c\n"},
    {"symbol 4 0", "\xe2\x99\x9a\n"},
    {"symbol 4 4", ".\n"},
    {"symbol 8 0", ".\n"},
    {"symbol -1 0", ".\n"},
    {"symbol 0", "column 9: a row expected at the end of the line"},
    {"symbol x 0", "column 8: a column expected, not 'x'"},
    {"symbol 0 0 0", "column 12: the end of the line expected, not '0'"},
    {"symbol - 0", "column 8: a column expected, not '-'"},
    {"symbol --1 0", "column 8: a column expected, not '--1'"},
    {"symbol 1x 0", "column 8: a column expected, not '1x'"},
    {"symbol 99999999999 0", "column 8: a column expected, not '99999999999'"},
    {"board", "  01234567\n  "
              "--------\n0|"
              "\xe2\x99\x9c\xe2\x99\x9e\xe2\x99\x9d\xe2\x99\x9b\xe2\x99\x9a\xe2\x99\x9d\xe2\x99\x9e"
              "\xe2\x99\x9c|\n1|"
              "\xe2\x99\x9f\xe2\x99\x9f\xe2\x99\x9f\xe2\x99\x9f\xe2\x99\x9f\xe2\x99\x9f\xe2\x99\x9f"
              "\xe2\x99\x9f|\n2|        |\n3|        |\n4|        |\n5|        "
              "|\n6|"
              "\xe2\x99\x99\xe2\x99\x99\xe2\x99\x99\xe2\x99\x99\xe2\x99\x99\xe2\x99\x99\xe2\x99\x99"
              "\xe2\x99\x99|\n7|"
              "\xe2\x99\x96\xe2\x99\x98\xe2\x99\x97\xe2\x99\x95\xe2\x99\x94\xe2\x99\x97\xe2\x99\x98"
              "\xe2\x99\x96|\n  --------\n\n"},
    {"board x", "column 7: the end of the line expected, not 'x'"},
    {"fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"},
    {"fen x", "column 5: the end of the line expected, not 'x'"},
    {"score x", "column 7: the end of the line expected, not 'x'"},
    {"outcome x", "column 9: the end of the line expected, not 'x'"},
    {"undo", "false\n"},
    {"undo x", "column 6: the end of the line expected, not 'x'"},
    {"redo x", "column 6: the end of the line expected, not 'x'"},
    {"redo", "false\n"},
    {"legal 1 0", "\n"},
    {"legal 0 0", "\n"},
    {"legal 4 4", "\n"},
    {"legal 9 9", "\n"},
    {"legal 1", "column 8: a row expected at the end of the line"},
    {"legal 1 0 1", "column 11: the end of the line expected, not '1'"},
    {"history", ""},
    {"history --latest-first", ""},
    {"history latest", "column 9: --latest-first expected, not 'latest'"},
    {"history --latest-first x", "column 24: the end of the line expected, not 'x'"},
    {"canMove 4 6 4 4 WHITE", "true\n"},
    {"canMove 4 6 4 4 BLACK", "false\n"},
    {"canMove 4 6 4 4", "column 16: WHITE or BLACK expected at the end of the line"},
    {"canMove 4 6 4", "column 14: a row expected at the end of the line"},
    {"canMove 4 6 4 4 RED", "column 17: WHITE or BLACK expected, not 'RED'"},
    {"canMove 4 6 4 4 WHITE q", "false\n"},
    {"canMove 4 6 4 4 WHITE qq",
     "column 23: the letter of the piece that the pawn becomes expected, not 'qq'"},
    {"canMove 4 6 4 4 WHITE x",
     "column 23: the letter of the piece that the pawn becomes expected, not 'x'"},
    {"canMove 4 6 4 4 WHITE q x", "column 25: the end of the line expected, not 'x'"},
    {"canMove 4 1 4 3 BLACK", "true\n"},
    {"pieceCanMove 4 6 4 4", "true\n"},
    {"pieceCanMove 4 6 4 3", "false\n"},
    {"pieceCanMove 0 7 0 0", "true\n"},
    {"pieceCanMove 0 7 1 0", "false\n"},
    {"pieceCanMove 0 7 0 7", "true\n"},
    {"pieceCanMove 1 7 1 7", "false\n"},
    {"pieceCanMove 4 7 4 7", "true\n"},
    {"pieceCanMove 4 6 4 6", "false\n"},
    {"pieceCanMove 4 4 4 4", "false\n"},
    {"pieceCanMove 4 6 5 5", "false\n"},
    {"pieceCanMove 4 6 9 5", "false\n"},
    {"pieceCanMove 9 6 4 5", "false\n"},
    {"pieceCanMove 4 6", "column 17: a column expected at the end of the line"},
    {"pieceCanMove 4 6 4 4 4", "column 22: the end of the line expected, not '4'"},
    {"isInCheck WHITE", "false\n"},
    {"isInCheck BLACK", "false\n"},
    {"isInCheck", "column 10: WHITE or BLACK expected at the end of the line"},
    {"isInCheck WHITE x", "column 17: the end of the line expected, not 'x'"},
    {"isInCheck white", "column 11: WHITE or BLACK expected, not 'white'"},
    {"why 4 6 4 3",
     "wrong-shape: The pawn on 4, 6 cannot move to 4, 3: a pawn does not move that way.\n"},
    {"why 4 6 4 4", "ok: The pawn on 4, 6 can move to 4, 4.\n"},
    {"why 4 6 4", "column 10: a row expected at the end of the line"},
    {"why 4 6 4 3 q x", "column 15: the end of the line expected, not 'x'"},
    {"move 4 6 4 4", "true\n"},
    {"move 4 1 4 3", "true\n"},
    {"move 4 4 4 3", "false\n"},
    {"history", "WHITE\xe2\x99\x99 at 4, 6 to 4, 4\nBLACK\xe2\x99\x9f at 4, 1 to 4, 3\n"},
    {"history --latest-first",
     "BLACK\xe2\x99\x9f at 4, 1 to 4, 3\nWHITE\xe2\x99\x99 at 4, 6 to 4, 4\n"},
    {"undo", "true\n"},
    {"redo", "true\n"},
    {"redo", "false\n"},
    {"goto 1", "true\n"},
    {"turn", "BLACK\n"},
    {"goto 2", "true\n"},
    {"goto 0", "true\n"},
    {"goto -1", "false\n"},
    {"goto 9", "false\n"},
    {"goto", "column 5: a number of moves expected at the end of the line"},
    {"goto x", "column 6: a number of moves expected, not 'x'"},
    {"goto 1 x", "column 8: the end of the line expected, not 'x'"},
    {"fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"},
    {"new", "true\n"},
    {"new 8/4P1k1/8/8/8/8/8/K6r w - - 0 1", "true\n"},
    {"isInCheck WHITE", "true\n"},
    {"isInCheck BLACK", "false\n"},
    {"legal 4 1", "\n"},
    {"canMove 4 1 4 0 WHITE", "false\n"},
    {"canMove 4 1 4 0 WHITE n", "false\n"},
    {"pieceCanMove 4 1 4 0", "true\n"},
    {"move 0 7 0 6 ", "true\n"},
    {"turn", "BLACK\n"},
    {"move 7 7 0 7", "true\n"},
    {"move 0 6 0 7", "true\n"},
    {"move 6 1 6 2", "true\n"},
    {"move 4 1 4 0", "false\n"},
    {"move 4 1 4 0 q", "true\n"},
    {"history", "WHITE\xe2\x99\x94 at 0, 7 to 0, 6\nBLACK\xe2\x99\x9c at 7, 7 to 0, 7\nWHITE is in "
                "check\nWHITE\xe2\x99\x94 at 0, 6 captures \xe2\x99\x9c at 0, 7\nBLACK\xe2\x99\x9a "
                "at 6, 1 to 6, 2\nWHITE\xe2\x99\x99 at 4, 1 to 4, 0\nBLACK is in check\n"},
    {"new \t rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3 \t", "true\n"},
    {"pieceCanMove 3 4 4 5", "true\n"},
    {"pieceCanMove 3 4 2 5", "false\n"},
    {"pieceCanMove 3 4 4 4", "false\n"},
    {"fen", "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3\n"},
    {"new 8/8 w", "column 8: there are too few rows"},
    {"new 8/8/8/8/8/8/8/8 w - - 0 1", "column 5: there is no piece on the board"},
    {"new 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "true\n"},
    {"legal 4 7", "3,6 3,7 4,6 5,6 5,7 6,7\n"},
    {"score", "6.0\n"},
    {"new 7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "true\n"},
    {"outcome", "1-0 checkmate\n"},
    {"legal 7 0", "\n"},
    {"canMove 7 0 7 1 BLACK", "false\n"},
    {"move 7 0 7 1", "false\n"},
    {"draw", "false\n"},
    {"claim", "false\n"},
    {"new", "true\n"},
    {"draw x", "column 6: the end of the line expected, not 'x'"},
    {"draw", "false\n"},
    {"outcome", "*\n"},
    {"move 4 6 4 4", "true\n"},
    {"move 4 1 4 3", "true\n"},
    {"offer", "true\n"},
    {"draw", "true\n"},
    {"outcome", "1/2-1/2 agreement\n"},
    {"undo", "true\n"},
    {"new", "true\n"},
    {"move 4 6 4 4", "true\n"},
    {"move 4 1 4 3", "true\n"},
    {"draw", "true\n"},
    {"outcome", "1/2-1/2 agreement\n"},
    {"draw", "false\n"},
    {"offer", "false\n"},
    {"new", "true\n"},
    {"move 4 6 4 4", "true\n"},
    {"new", "true\n"},
    {"claim 1 7 2", "column 12: a row expected at the end of the line"},
    {"claim x", "column 7: a column expected, not 'x'"},
    {"claim", "false\n"},
    {"press x", "column 7: WHITE or BLACK expected, not 'x'"},
    {"press", "true\n"},
    {"press WHITE", "true\n"},
    {"touch 4", "column 8: a row expected at the end of the line"},
    {"touch 4 6", "true\n"},
    {"touch 4 6 BLACK", "true\n"},
    {"adjust 0 0", "true\n"},
    {"both-flags", "true\n"},
    {"both-flags x", "column 12: last expected, not 'x'"},
    {"offer", "true\n"},
    {"decline", "true\n"},
    {"offer BLACK", "true\n"},
    {"accept", "false\n"},
    {"outcome", "*\n"},
    {"resign x", "column 8: WHITE or BLACK expected, not 'x'"},
    {"new", "true\n"},
    {"resign WHITE", "true\n"},
    {"outcome", "0-1 resignation\n"},
    {"undo", "true\n"},
    {"turn", "WHITE\n"},
    {"mov 1 2 3 4", "column 1: a call such as move or canMove expected, not 'mov'"},
    {"A_very_long_word_that_nobody_wants_to_see_wh\xc3\xa9ole_in_a_message 1",
     "column 1: a call such as move or canMove expected, not "
     "'A_very_long_word_that_nobody_wants_to_se'"},
    {"123456789012345678901234567890123456789\xc3\xa9\xc3\xa9 1",
     "column 1: a call such as move or canMove expected, not "
     "'123456789012345678901234567890123456789'"},
    {"1234567890123456789012345678901234567890 1",
     "column 1: a call such as move or canMove expected, not "
     "'1234567890123456789012345678901234567890'"},
    {"move 4 6 4 4\x01", "column 13: a byte 0x01 that is no text"},
    {"mo\x80ve", "column 3: a byte 0x80 that is no text"},
    {"move 1 2 3 \x7f", "column 12: a byte 0x7f that is no text"},
    {NULL, NULL},
};

static const exchange session_1[] = {
    {"move e2", "column 8: a square such as e2 expected at the end of the line"},
    {"move e2 x9x", "column 9: a square such as e2 expected, not 'x9x'"},
    {"move 4 6", "column 6: a square such as e2 expected, not '4'"},
    {"move e2 e44", "false\n"},
    {"move e2 e4 q", "false\n"},
    {"canMove e7 e5 BLACK", "true\n"},
    {"move e22 e4", "false\n"},
    {"move \xc3\xa9"
     "2 e4",
     "column 6: a square such as e2 expected, not '\xc3\xa9"
     "2'"},
    {"move e e4", "column 6: a square such as e2 expected, not 'e'"},
    {"move 22 e4", "column 6: a square such as e2 expected, not '22'"},
    {"why e9 e4", "off-board: There is no square e9 on this board.\n"},
    {"why e2 e9", "off-board: There is no square e9 on this board.\n"},
    {"board",
     "8 \xe2\x99\x9c \xe2\x99\x9e \xe2\x99\x9d \xe2\x99\x9b \xe2\x99\x9a \xe2\x99\x9d \xe2\x99\x9e "
     "\xe2\x99\x9c\n7 \xe2\x99\x9f \xe2\x99\x9f \xe2\x99\x9f \xe2\x99\x9f \xe2\x99\x9f "
     "\xe2\x99\x9f \xe2\x99\x9f \xe2\x99\x9f\n6 . . . . . . . .\n5 . . . . . . . .\n4 . . . . . . "
     ". .\n3 . . . . . . . .\n2 \xe2\x99\x99 \xe2\x99\x99 \xe2\x99\x99 \xe2\x99\x99 \xe2\x99\x99 "
     "\xe2\x99\x99 \xe2\x99\x99 \xe2\x99\x99\n1 \xe2\x99\x96 \xe2\x99\x98 \xe2\x99\x97 "
     "\xe2\x99\x95 \xe2\x99\x94 \xe2\x99\x97 \xe2\x99\x98 \xe2\x99\x96\n  a b c d e f g h\n\n"},
    {"symbol e4", ".\n"},
    {"symbol i9", ".\n"},
    {"legal g1", "f3 h3\n"},
    {"touch e2", "true\n"},
    {"move g1f3", "column 6: a square such as e2 expected, not 'g1f3'"},
    {"move g1 f3", "true\n"},
    {"history", "WHITE\xe2\x99\x98 at g1 to f3\n"},
    {"new 4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "true\n"},
    {"legal e1", "c1 d1 d2 e2 f1 f2 g1\n"},
    {"canMove e1 h1 WHITE", "true\n"},
    {"canMove e1 g1 WHITE", "true\n"},
    {"canMove e1 b1 WHITE", "false\n"},
    {"move e1 a1", "true\n"},
    {"fen", "4k3/P7/8/8/8/8/8/2KR3R b - - 1 1\n"},
    {"undo", "true\n"},
    {"move a7 a8", "false\n"},
    {"move a7 a8 q", "true\n"},
    {"outcome", "*\n"},
    {NULL, NULL},
};

static const exchange session_2[] = {
    {"symbol 7 4", "\xe2\x99\x94\n"},
    {"symbol 0 4", "\xe2\x99\x9a\n"},
    {"move 6 x 4 4", "column 8: a column expected, not 'x'"},
    {"move x 4 4 4", "column 6: a row expected, not 'x'"},
    {"legal 7 6", "5,5 5,7\n"},
    {"move 7 6 5 5", "true\n"},
    {"history", "WHITE\xe2\x99\x98 at 7, 6 to 5, 5\n"},
    {"board",
     "  01234567\n  "
     "--------\n0|"
     "\xe2\x99\x9c\xe2\x99\x9e\xe2\x99\x9d\xe2\x99\x9b\xe2\x99\x9a\xe2\x99\x9d\xe2\x99\x9e\xe2\x99"
     "\x9c|\n1|"
     "\xe2\x99\x9f\xe2\x99\x9f\xe2\x99\x9f\xe2\x99\x9f\xe2\x99\x9f\xe2\x99\x9f\xe2\x99\x9f\xe2\x99"
     "\x9f|\n2|        |\n3|        |\n4|        |\n5|     \xe2\x99\x98  "
     "|\n6|"
     "\xe2\x99\x99\xe2\x99\x99\xe2\x99\x99\xe2\x99\x99\xe2\x99\x99\xe2\x99\x99\xe2\x99\x99\xe2\x99"
     "\x99|\n7|\xe2\x99\x96\xe2\x99\x98\xe2\x99\x97\xe2\x99\x95\xe2\x99\x94\xe2\x99\x97 "
     "\xe2\x99\x96|\n  --------\n\n"},
    {NULL, NULL},
};

static const exchange session_3[] = {
    {"move 4 6 4 4", "true\n"},
    {"move 3 1 3 3", "true\n"},
    {"move 4 4 3 3", "true\n"},
    {"move 3 0 3 3", "true\n"},
    {"move P@ 4 4", "true\n"},
    {"why P@ 4 4",
     "drop-occupied: The pawn in hand cannot be dropped on 4, 4: the pawn on 4, 4 is there.\n"},
    {"why P@ 9 9 9", "column 7: a square is expected here"},
    {"why P@", "column 7: a square is expected here"},
    {"move P@ 0 0", "false\n"},
    {"move N@ 4 4", "false\n"},
    {"move P@4,4", "column 9: a square is expected here"},
    {"why P@ 3 3",
     "drop-occupied: The pawn in hand cannot be dropped on 3, 3: the queen on 3, 3 is there.\n"},
    {NULL, NULL},
};

static const exchange session_4[] = {
    {"new r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "true\n"},
    {"legal e1", "a1 d1 d2 e2 f1 f2 h1\n"},
    {"move e1 h1", "true\n"},
    {"fen", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1\n"},
    {NULL, NULL},
};

static const exchange session_5[] = {
    {"move 4 6 4 4", "made: White has made the move (4.7).\n"},
    {"why 4 1 4 1", "same-square: The pawn on 4, 1 must move to another square.\n"},
    {"press", "completed: White has completed the move (6.2.1).\n"},
    {"undo", "false\n"},
    {"claim", "wrong-claim: The claim is wrong: White gets two minutes more; the claim is an offer "
              "of a draw (9.5.3).\n"},
    {"touch 0 0",
     "touched: Nothing touched can be moved or captured: Black may make any legal move (4.5).\n"},
    {"offer", "offer-stands: A draw has been offered already (9.1.2.1).\n"},
    {"move 4 1 4 2", "made: Black has made the move (4.7).\n"},
    {"flag", "ended: The game is over: White wins on time (6.9).\n"},
    {"both-flags last", "over: The game is over: White wins on time (6.9).\n"},
    {NULL, NULL},
};

static const exchange session_6[] = {
    {"move 4 6 4 4",
     "{\"ruling\":\"made\",\"ok\":true,\"event\":\"move\",\"by\":\"white\",\"article\":\"4.7\","
     "\"result\":\"*\",\"text\":\"White has made the move (4.7).\"}\n"},
    {"why 4 1 4 3", "{\"legal\":true,\"verdict\":\"ok\",\"move\":\"e7e5\",\"san\":\"e5\","
                    "\"article\":\"\",\"text\":\"The pawn on 4, 1 can move to 4, 3.\"}\n"},
    {"why 4 6 4 5", "{\"legal\":false,\"verdict\":\"no-piece\",\"article\":\"1.1\",\"text\":"
                    "\"There is no piece on 4, 6.\"}\n"},
    {"claim 4 1 4 3", "{\"ruling\":\"wrong-claim\",\"ok\":false,\"event\":\"claim\",\"by\":"
                      "\"black\",\"article\":\"9.5.3\",\"result\":\"*\",\"text\":\"The claim is "
                      "wrong: White gets two minutes more, and the intended move has been made; "
                      "the claim is an offer of a draw (9.5.3).\",\"seconds\":120}\n"},
    {"press x", "column 7: WHITE or BLACK expected, not 'x'"},
    {NULL, NULL},
};

static const session sessions[] = {
    {"chess", ARB_COORDS_XY, false, session_0, 3, false},
    {"chess", ARB_COORDS_ALGEBRAIC, false, session_1, 4, false},
    {"chess", ARB_COORDS_RC, false, session_2, 0, false},
    {"crazyhouse", ARB_COORDS_XY, false, session_3, 2, false},
    {"chess960", ARB_COORDS_ALGEBRAIC, false, session_4, 0, false},
    {"chess", ARB_COORDS_XY, true, session_5, 0, false},
    {"chess", ARB_COORDS_XY, true, session_6, 0, true},
};

TEST(every_call_has_its_answer)
{
    static fmt_script script;
    static buffer got;
    for (size_t s = 0; s < sizeof sessions / sizeof *sessions; s++) {
        const arb_rules *rules = arb_rules_find(sessions[s].rules, strlen(sessions[s].rules));
        CHECK(fmt_script_start(&script, rules, sessions[s].coords));
        if (sessions[s].laws)
            CHECK(fmt_script_regulate(&script, ARB_STANDARD));
        script.json = sessions[s].json;
        for (const exchange *e = sessions[s].exchanges; e->call != NULL; e++) {
            fmt_error error = {.line = 0};
            fmt_out to = buffer_out(&got);
            char mistake[600];
            const char *answer = got.text;
            check_case("session %zu: %s", s, e->call);
            if (!fmt_script_call(&script, e->call, strlen(e->call), &to, &error)) {
                CHECK_EQ_INT(error.line, 0);
                CHECK_EQ_TEXT(got.text, "");
                snprintf(mistake, sizeof mistake, "column %zu: %s", error.column, error.text);
                answer = mistake;
            }
            CHECK_EQ_TEXT(answer, e->answer);
        }
        check_case("session %zu", s);
        CHECK_EQ_INT(script.refused, sessions[s].refused);
        fmt_script_end(&script);
    }
}

TEST(boards_of_any_size_are_text)
{
    static buffer got;
    arb_position position;
    arb_error error;
    fmt_out out = buffer_out(&got);
    const arb_rules *rules = arb_rules_find("lab", 3);
    static const char small[] = "2k/R2/2K w - - 0 1",
                      wide[] = "r26k/28/28/28/28/28/28/28/28/K27 w - - 0 1";
    CHECK_EQ_INT(arb_position_read(&position, rules, small, sizeof small - 1, NULL, &error),
                 ARB_OK);
    fmt_put_rows(&out, &position);
    CHECK_EQ_TEXT(got.text, "..k/R../..K");
    out = buffer_out(&got);
    fmt_put_diagram(&out, &position, (fmt_diagram){.capital_files = true});
    CHECK_EQ_TEXT(got.text, "3 . . k\n2 R . .\n1 . . K\n  A B C\n");
    out = buffer_out(&got);
    fmt_put_diagram(&out, &position, (fmt_diagram){.unicode = true});
    CHECK_EQ_TEXT(got.text,
                  "3 . . \xE2\x99\x9A\n2 \xE2\x99\x96 . .\n1 . . \xE2\x99\x94\n  a b c\n");
    out = buffer_out(&got);
    fmt_put_display(&out, &position);
    CHECK_EQ_TEXT(
        got.text,
        "  012\n  ---\n0|  \xE2\x99\x9A|\n1|\xE2\x99\x96  |\n2|  \xE2\x99\x94|\n  ---\n\n");
    CHECK_EQ_INT(arb_position_read(&position, rules, wide, sizeof wide - 1, NULL, &error), ARB_OK);
    out = buffer_out(&got);
    fmt_put_diagram(&out, &position, (fmt_diagram){.capital_files = true});
    CHECK(strncmp(got.text, "10 r . .", 8) == 0);
    CHECK(strstr(got.text, "\n 9 . . .") != NULL);
    CHECK(strstr(got.text, "\n 1 K . .") != NULL);
    CHECK(strstr(got.text, "\n   A B C D E F G H I J K L M N O P Q R S T U V W X Y ZAAAB\n") !=
          NULL);
    out = buffer_out(&got);
    fmt_put_display(&out, &position);
    static const char head[] = "  0123456789101112131415161718192021222324252627\n"
                               "  ----------------------------\n0|";
    CHECK(strncmp(got.text, head, sizeof head - 1) == 0);
}

int main(void)
{
    RUN(boards_of_any_size_are_text);
    RUN(every_call_has_its_answer);
    return check_result();
}
