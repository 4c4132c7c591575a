/* test_grade_expected.c: what is expected of each call, and by which rule, in words. */
#include "check.h"
#include "grade/compare_answer.h"

#include <stdlib.h>

typedef struct {
    const char *pieces, *actions; /* of a test on 8x8 */
    const char *told;             /* of each action: "call|expected|why|rule" */
} row;

static void expect(const row *r)
{
    static char config[4000], told[8000];
    grade_test test;
    grade_referee referee;
    fmt_error error;
    grade_reading reading = {.rules = arb_rules_find("lab-bonus", 9)};
    size_t len = (size_t)snprintf(config, sizeof config, "1\n8 8\n%s~\n%s", r->pieces, r->actions);
    if (!CHECK(grade_test_read(&test, reading, "test", config, len, &error))) {
        printf("%zu:%zu: %s\n", error.line, error.column, error.text);
        return;
    }
    CHECK(grade_referee_start(&referee, &test));
    len = 0;
    told[0] = '\0';
    while (grade_referee_next(&referee)) {
        grade_finding f;
        grade_expect(&referee, &f);
        CHECK(f.given[0] == '\0' && f.more == 0 && !f.about_board);
        len += (size_t)snprintf(told + len, sizeof told - len, "%s|%s|%s|%s\n", f.call, f.expected,
                                f.why, f.rule != NULL ? f.rule : "");
    }
    CHECK_EQ_INT(referee.next, test.count);
    CHECK_EQ_TEXT(told, r->told);
    grade_referee_end(&referee);
    grade_test_free(&test);
}

TEST(each_call_and_its_rule)
{
    static const row rows[] = {
        /* Sliders, own pieces, empty squares, the board's end; threats. */
        {"w r 7 0\nw k 7 4\nb k 0 4\nb r 0 0\nb n 2 1\nw b 5 2\n",
         "isValidMove 7 0 0 0\nisValidMove 7 0 5 2\nisValidMove 7 0 7 6\nisValidMove 7 0 7 4\n"
         "isValidMove 4 4 3 3\nisValidMove 7 0 7 8\nisValidMove 7 0 7 0\nisValidMove 0 0 0 1\n"
         "isValidMove 0 0 7 1\nmovePiece 0 0 0 1\nisPieceUnderThreat 0 0\nisPieceUnderThreat 2 1\n"
         "isPieceUnderThreat 4 4\ngetPiece 2 1\ngetPiece 1 2\nscoreBoard\ngetHighestNextScore\n"
         "underThreatScan\nisValidScan\ndisplayBoard\n",
         "isValidMove 7 0 0 0|true|The rook on 7, 0 may move to 0, 0: no rule forbids it.|capture\n"
         "isValidMove 7 0 5 2|false (own-piece)|The rook on 7, 0 cannot move to 5, 2: a piece of "
         "its own side is there.|own piece on the target\n"
         "isValidMove 7 0 7 6|false (blocked at 7 4)|The rook on 7, 0 cannot move to 7, 6: the "
         "king on 7, 4 is in the way.|blocked slider\n"
         "isValidMove 7 0 7 4|false (own-piece)|The rook on 7, 0 cannot move to 7, 4: a piece of "
         "its own side is there.|own piece on the target\n"
         "isValidMove 4 4 3 3|false (no-piece)|There is no piece on 4, 4.|from an empty square\n"
         "isValidMove 7 0 7 8|false (off-board)|The rook on 7, 0 cannot leave the board.|off the "
         "board\n"
         "isValidMove 7 0 7 0|false (same-square)|The rook on 7, 0 must move to another square.|to "
         "the same square\n"
         "isValidMove 0 0 0 1|true|The rook on 0, 0 may move to 0, 1: no rule forbids it.|plain "
         "move\n"
         "isValidMove 0 0 7 1|false (wrong-shape)|The rook on 0, 0 cannot move to 7, 1: a rook "
         "does not move that way.|a way the piece does not go\n"
         "movePiece 0 0 0 1|false (not-your-turn)|The rook on 0, 0 cannot move: it is White's "
         "turn.|out of turn\n"
         "isPieceUnderThreat 0 0|true|It stands in the line of attack of the rook at 7 0.|piece "
         "under threat\n"
         "isPieceUnderThreat 2 1|false|No white piece attacks 2 1.|piece under threat\n"
         "isPieceUnderThreat 4 4|false|There is no piece at 4 4.|piece under threat\n"
         "getPiece 2 1|true|A piece stands at 2 1.|\n"
         "getPiece 1 2|false|There is no piece at 1 2.|\n"
         "scoreBoard|0.4|White's pieces and a tenth for each of its valid moves, less the same for "
         "the other side.|score\n"
         "getHighestNextScore|7.1|The best score that White can have after one move.|highest next "
         "score\n"
         "underThreatScan|2 pieces under threat||\n"
         "isValidScan|25 valid moves of White||\n"
         "displayBoard|||\n"},
        /* Several attackers. */
        {"w k 7 4\nb k 0 4\nw q 3 3\nb r 3 0\nb r 0 3\nb b 0 0\nb n 1 2\nb n 5 4\nb q 3 7\n",
         "isPieceUnderThreat 3 3\nisPieceUnderThreat 3 0\nisPieceUnderThreat 9 "
         "9\nunderThreatScan\n",
         "isPieceUnderThreat 3 3|true|It stands in the line of attack of the knight at 5 4 and 3 0 "
         "and 3 7 and 1 2.|piece under threat\n"
         "isPieceUnderThreat 3 0|true|It stands in the line of attack of the queen at 3 3.|piece "
         "under threat\n"
         "isPieceUnderThreat 9 9|false|There is no piece at 9 9.|piece under threat\n"
         "underThreatScan|5 pieces under threat||\n"},
        {"w k 7 4\nb k 0 4\nw q 3 3\nb r 3 0\nb r 0 3\n", "isPieceUnderThreat 3 3\n",
         "isPieceUnderThreat 3 3|true|It stands in the line of attack of the rook at 3 0 and 0 "
         "3.|piece under threat\n"},
        /* Pawns. */
        {"w k 7 4\nb k 0 4\nw p 6 0\nw p 6 1\nw p 6 2\nb r 5 1\nb r 4 2\nw p 1 6\nb n 0 7\nb p 1 "
         "0\nb "
         "p 4 3\nw p 4 4\n",
         "isValidMove 6 0 5 0\nisValidMove 6 0 4 0\nisValidMove 6 1 4 1\nisValidMove 6 2 4 2\n"
         "isValidMove 6 0 5 1\nisValidMove 6 2 5 3\nisValidMove 4 4 2 4\nisValidMove 6 0 3 0\n"
         "isValidMove 1 6 0 6\nisValidMove 1 6 0 7\nmovePiece 4 4 3 4\nmovePiece 1 0 3 0\n",
         "isValidMove 6 0 5 0|true|The pawn on 6, 0 may move to 5, 0: no rule forbids it.|pawn "
         "step\n"
         "isValidMove 6 0 4 0|true|The pawn on 6, 0 may move to 4, 0: no rule forbids it.|double "
         "step\n"
         "isValidMove 6 1 4 1|false (pawn-blocked at 5 1)|The pawn on 6, 1 cannot move to 4, 1: "
         "the rook on 5, 1 is in the way.|double step over a piece\n"
         "isValidMove 6 2 4 2|false (pawn-blocked at 4 2)|The pawn on 6, 2 cannot move to 4, 2: "
         "the rook on 4, 2 is in the way.|double step onto a piece\n"
         "isValidMove 6 0 5 1|true|The pawn on 6, 0 may move to 5, 1: no rule forbids it.|pawn "
         "capture\n"
         "isValidMove 6 2 5 3|false (pawn-no-capture)|The pawn on 6, 2 cannot move to 5, 3: there "
         "is nothing to capture.|pawn capture of nothing\n"
         "isValidMove 4 4 2 4|false (pawn-double-step)|The pawn on 4, 4 cannot move to 2, 4: a "
         "pawn steps two squares only from its start row.|double step from another row\n"
         "isValidMove 6 0 3 0|false (wrong-shape)|The pawn on 6, 0 cannot move to 3, 0: a pawn "
         "does not move that way.|a way the piece does not go\n"
         "isValidMove 1 6 0 6|true|The pawn on 1, 6 may move to 0, 6: no rule forbids "
         "it.|promotion\n"
         "isValidMove 1 6 0 7|true|The pawn on 1, 6 may move to 0, 7: no rule forbids "
         "it.|promotion by capture\n"
         "movePiece 4 4 3 4|true|The pawn on 4, 4 may move to 3, 4: no rule forbids it.|pawn step\n"
         "movePiece 1 0 3 0|true|The pawn on 1, 0 may move to 3, 0: no rule forbids it.|double "
         "step\n"},
        /* En passant in time and too late. */
        {"w k 7 4\nb k 0 4\nw p 3 4\nb p 1 3\nb p 1 5\nw p 6 0\nb r 0 0\n",
         "movePiece 7 4 7 3\nmovePiece 1 3 3 3\nisValidMove 3 4 2 3\nisValidMove 3 4 2 5\n"
         "movePiece 6 0 5 0\nmovePiece 0 0 0 1\nmovePiece 3 4 2 3\n",
         "movePiece 7 4 7 3|true|The king on 7, 4 may move to 7, 3: no rule forbids it.|plain "
         "move\n"
         "movePiece 1 3 3 3|true|The pawn on 1, 3 may move to 3, 3: no rule forbids it.|double "
         "step\n"
         "isValidMove 3 4 2 3|true|The pawn on 3, 4 may move to 2, 3, taking in passing: no rule "
         "forbids it.|en passant in time\n"
         "isValidMove 3 4 2 5|false (pawn-no-capture)|The pawn on 3, 4 cannot move to 2, 5: there "
         "is nothing to capture.|pawn capture of nothing\n"
         "movePiece 6 0 5 0|true|The pawn on 6, 0 may move to 5, 0: no rule forbids it.|pawn step\n"
         "movePiece 0 0 0 1|true|The rook on 0, 0 may move to 0, 1: no rule forbids it.|plain "
         "move\n"
         "movePiece 3 4 2 3|false (pawn-no-capture)|The pawn on 3, 4 cannot move to 2, 3: there is "
         "nothing to capture.|pawn capture of nothing\n"},
        /* Pins, checks, and answers to them. */
        {"w k 7 4\nb k 0 0\nw r 6 4\nb r 0 4\nw b 7 5\nb b 4 0\n",
         "isValidMove 6 4 6 0\nisValidMove 6 4 5 4\nisValidMove 7 4 6 3\nisValidMove 7 4 7 3\n",
         "isValidMove 6 4 6 0|false (exposes-king by 0 4)|The rook on 6, 4 cannot move to 6, 0: "
         "the king on 7, 4 would be in check from the rook on 0, 4.|pinned piece leaves its line\n"
         "isValidMove 6 4 5 4|true|The rook on 6, 4 may move to 5, 4: no rule forbids it.|pinned "
         "piece along its line\n"
         "isValidMove 7 4 6 3|true|The king on 7, 4 may move to 6, 3: no rule forbids it.|plain "
         "move\n"
         "isValidMove 7 4 7 3|false (king-into-check by 4 0)|The king on 7, 4 cannot move to 7, 3: "
         "the bishop on 4, 0 would attack it there.|king into check\n"},
        {"w k 7 4\nb k 0 0\nb r 0 4\nw b 7 5\nw r 0 7\nw p 6 0\n",
         "isValidMove 6 0 5 0\nisValidMove 7 5 6 4\nisValidMove 0 7 0 4\nisValidMove 7 4 6 3\n"
         "isValidMove 7 4 7 3\nisValidMove 7 4 6 4\n",
         "isValidMove 6 0 5 0|false (still-in-check by 0 4)|The pawn on 6, 0 cannot move to 5, 0: "
         "the king on 7, 4 would still be in check from the rook on 0, 4.|check not answered\n"
         "isValidMove 7 5 6 4|true|The bishop on 7, 5 may move to 6, 4: no rule forbids it.|check "
         "answered by a block\n"
         "isValidMove 0 7 0 4|true|The rook on 0, 7 may move to 0, 4: no rule forbids it.|check "
         "answered by a capture\n"
         "isValidMove 7 4 6 3|true|The king on 7, 4 may move to 6, 3: no rule forbids it.|check "
         "answered by the king\n"
         "isValidMove 7 4 7 3|true|The king on 7, 4 may move to 7, 3: no rule forbids it.|check "
         "answered by the king\n"
         "isValidMove 7 4 6 4|false (king-into-check by 0 4)|The king on 7, 4 cannot move to 6, 4: "
         "the rook on 0, 4 would attack it there.|king into check\n"},
        {"w k 7 4\nb k 0 4\nb r 6 3\nb b 5 4\nw n 4 4\nw r 1 4\n",
         "isValidMove 7 4 6 3\nisValidMove 1 4 1 0\nisValidMove 4 4 2 3\n",
         "isValidMove 7 4 6 3|false (king-into-check by 5 4)|The king on 7, 4 cannot move to 6, 3: "
         "the bishop on 5, 4 would attack it there.|king takes a guarded piece\n"
         "isValidMove 1 4 1 0|true|The rook on 1, 4 may move to 1, 0: no rule forbids it.|plain "
         "move\n"
         "isValidMove 4 4 2 3|true|The knight on 4, 4 may move to 2, 3: no rule forbids it.|knight "
         "jump\n"},
        {"w k 7 4\nb k 0 4\nw b 4 4\nw r 6 4\n",
         "isValidMove 4 4 2 3\nisValidMove 4 4 3 3\nisValidMove 6 4 5 4\n",
         "isValidMove 4 4 2 3|false (wrong-shape)|The bishop on 4, 4 cannot move to 2, 3: a bishop "
         "does not move that way.|a way the piece does not go\n"
         "isValidMove 4 4 3 3|true|The bishop on 4, 4 may move to 3, 3: no rule forbids "
         "it.|discovered check\n"
         "isValidMove 6 4 5 4|true|The rook on 6, 4 may move to 5, 4: no rule forbids it.|plain "
         "move\n"},
        /* Castling. */
        {"w k 7 4\nw r 7 0\nw r 7 7\nb k 0 4\nb r 0 7\nb r 0 0\nb b 3 0\n",
         "isValidMove 7 4 7 6\nisValidMove 7 4 7 2\nmovePiece 7 4 7 6\nisValidMove 0 4 0 6\n"
         "isValidMove 0 4 0 2\n",
         "isValidMove 7 4 7 6|false (castle-in-check by 3 0)|The king on 7, 4 cannot castle "
         "kingside: it is in check from the bishop on 3, 0.|castling out of check\n"
         "isValidMove 7 4 7 2|false (castle-in-check by 3 0)|The king on 7, 4 cannot castle "
         "queenside: it is in check from the bishop on 3, 0.|castling out of check\n"
         "movePiece 7 4 7 6|false (castle-in-check by 3 0)|The king on 7, 4 cannot castle "
         "kingside: it is in check from the bishop on 3, 0.|castling out of check\n"
         "isValidMove 0 4 0 6|true|The king on 0, 4 may castle to 0, 6: no rule forbids it.|plain "
         "move\n"
         "isValidMove 0 4 0 2|true|The king on 0, 4 may castle to 0, 2: no rule forbids it.|plain "
         "move\n"},
        {"w k 7 4\nw r 7 0\nw r 7 7\nb k 0 4\nb r 0 1\n",
         "isValidMove 7 4 7 2\nisValidMove 7 4 7 6\n",
         "isValidMove 7 4 7 2|true|The king on 7, 4 may castle to 7, 2: no rule forbids "
         "it.|castling with the rook's way attacked\n"
         "isValidMove 7 4 7 6|true|The king on 7, 4 may castle to 7, 6: no rule forbids "
         "it.|castling kingside\n"},
        {"w k 7 4\nw r 7 0\nb k 0 4\n", "isValidMove 7 4 7 2\nmovePiece 7 4 7 2\n",
         "isValidMove 7 4 7 2|true|The king on 7, 4 may castle to 7, 2: no rule forbids "
         "it.|castling queenside\n"
         "movePiece 7 4 7 2|true|The king on 7, 4 may castle to 7, 2: no rule forbids it.|castling "
         "queenside\n"},
        {"w k 7 4\nw r 7 0\nw n 7 1\nb k 0 4\nb r 0 5\n",
         "isValidMove 7 4 7 2\nisValidMove 7 4 7 6\n",
         "isValidMove 7 4 7 2|false (castle-blocked at 7 1)|The king on 7, 4 cannot castle "
         "queenside: the knight on 7, 1 is in the way.|castling with the way blocked\n"
         "isValidMove 7 4 7 6|false (castle-no-rook)|The king on 7, 4 cannot castle kingside: "
         "there is no rook to castle with.|castling without a rook\n"},
        {"w k 7 4\nw r 7 7\nw r 7 0\nb k 0 4\nb r 0 5\nb r 0 2\n",
         "isValidMove 7 4 7 2\nisValidMove 7 4 7 6\n",
         "isValidMove 7 4 7 2|false (castle-into-check at 7 2 by 0 2)|The king on 7, 4 cannot "
         "castle queenside: it would arrive on 7, 2, which the rook on 0, 2 attacks.|castling into "
         "check\n"
         "isValidMove 7 4 7 6|false (castle-through-check at 7 5 by 0 5)|The king on 7, 4 cannot "
         "castle kingside: it would cross 7, 5, which the rook on 0, 5 attacks.|castling through "
         "check\n"},
        {"w k 7 4\nw r 7 7\nw r 7 0\nb k 0 0\nb r 0 4\n",
         "isValidMove 7 4 7 2\nisValidMove 7 4 7 6\n",
         "isValidMove 7 4 7 2|false (castle-in-check by 0 4)|The king on 7, 4 cannot castle "
         "queenside: it is in check from the rook on 0, 4.|castling out of check\n"
         "isValidMove 7 4 7 6|false (castle-in-check by 0 4)|The king on 7, 4 cannot castle "
         "kingside: it is in check from the rook on 0, 4.|castling out of check\n"},
        {"w k 7 4\nw r 7 7\nw r 7 0\nb k 0 1\nb p 1 7\nb p 1 6\n",
         "movePiece 7 7 6 7\nmovePiece 1 7 2 7\nmovePiece 6 7 7 7\nmovePiece 2 7 3 7\n"
         "isValidMove 7 4 7 6\nmovePiece 7 4 7 3\nmovePiece 3 7 4 7\nmovePiece 7 3 7 4\nmovePiece "
         "4 7 5 7\nisValidMove 7 4 7 2\n",
         "movePiece 7 7 6 7|true|The rook on 7, 7 may move to 6, 7: no rule forbids it.|plain "
         "move\n"
         "movePiece 1 7 2 7|true|The pawn on 1, 7 may move to 2, 7: no rule forbids it.|pawn step\n"
         "movePiece 6 7 7 7|true|The rook on 6, 7 may move to 7, 7: no rule forbids it.|plain "
         "move\n"
         "movePiece 2 7 3 7|true|The pawn on 2, 7 may move to 3, 7: no rule forbids it.|pawn step\n"
         "isValidMove 7 4 7 6|false (castle-rook-moved)|The king on 7, 4 cannot castle kingside: "
         "the rook has moved, and the right is lost.|castling after the rook moved\n"
         "movePiece 7 4 7 3|true|The king on 7, 4 may move to 7, 3: no rule forbids it.|plain "
         "move\n"
         "movePiece 3 7 4 7|true|The pawn on 3, 7 may move to 4, 7: no rule forbids it.|pawn step\n"
         "movePiece 7 3 7 4|true|The king on 7, 3 may move to 7, 4: no rule forbids it.|plain "
         "move\n"
         "movePiece 4 7 5 7|true|The pawn on 4, 7 may move to 5, 7: no rule forbids it.|pawn step\n"
         "isValidMove 7 4 7 2|false (castle-king-moved)|The king on 7, 4 cannot castle queenside: "
         "it has moved, and the right is lost.|castling after the king moved\n"},
        /* Scores where a side has no move; one piece and one move. */
        {"w k 7 7\nb k 5 6\nb q 6 6\n", "scoreBoard\ngetHighestNextScore\nisValidScan\n",
         "scoreBoard|-11.3|White's pieces and a tenth for each of its valid moves, less the same "
         "for the other side.|score\n"
         "getHighestNextScore|a number||highest next score\n"
         "isValidScan|0 valid moves of White||\n"},
        {"w k 0 0\nb k 2 0\nb r 4 1\nw p 4 7\n", "isValidScan\nunderThreatScan\n",
         "isValidScan|1 valid move of White||\n"
         "underThreatScan|1 piece under threat||\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("row %zu", i);
        expect(&rows[i]);
    }
    check_case("%s", "");
}

/* A piece that comes where another was created replaces it. */
TEST(each_piece_is_created)
{
    static const char config[] =
        "1\n1 8\nw k 0 0\nb k 0 7\nw r 0 0\nb r 0 1\nw b 0 2\nb q 0 1\n~\n";
    static const char *const expected[] = {
        "createChessPiece White King 0 0|a white king at 0 0|",
        "createChessPiece Black King 0 7|a black king at 0 7|",
        "createChessPiece White Rook 0 0|a white rook at 0 0|It replaces the piece that was "
        "created "
        "there before.",
        "createChessPiece Black Rook 0 1|a black rook at 0 1|",
        "createChessPiece White Bishop 0 2|a white bishop at 0 2|",
        "createChessPiece Black Queen 0 1|a black queen at 0 1|It replaces the piece that was "
        "created "
        "there before.",
    };
    grade_test test;
    fmt_error error;
    const grade_reading reading = {.rules = arb_rules_find("lab-bonus", 9)};
    CHECK(grade_test_read(&test, reading, "test", config, sizeof config - 1, &error));
    CHECK_EQ_INT(test.piece_count, 6);
    for (size_t i = 0; i < test.piece_count && i < 6; i++) {
        grade_finding f;
        char told[800];
        check_case("piece %zu", i);
        grade_expect_piece(&test, i, &f);
        snprintf(told, sizeof told, "%s|%s|%s", f.call, f.expected, f.why);
        CHECK_EQ_TEXT(told, expected[i]);
        CHECK_EQ_TEXT(f.rule, "creating pieces");
    }
    check_case("%s", "");
    grade_test_free(&test);
}

TEST(a_board_that_the_rules_refuse)
{
    static const char config[] = "1\n8 8\nw k 7 4\n~\nisValidScan\n";
    grade_test test;
    fmt_error error;
    const grade_reading reading = {.rules = arb_rules_find("chess", 5)};
    CHECK(!grade_test_read(&test, reading, "test", config, sizeof config - 1, &error));
    CHECK_EQ_TEXT(error.text, "the rule set chess cannot play this board: Black has no king");
    CHECK_EQ_INT(error.line, 4);
    CHECK_EQ_INT(error.column, 1);
}

int main(void)
{
    RUN(each_piece_is_created);
    RUN(a_board_that_the_rules_refuse);
    RUN(each_call_and_its_rule);
    return check_result();
}
