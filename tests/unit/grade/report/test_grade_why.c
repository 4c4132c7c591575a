/* test_grade_why.c: what is said about a line that is wrong or missing, and the boards around it.
 */
#include "check.h"
#include "grade/report/report.h"
#include "grade/report/why_lines.h"

#include <stdlib.h>

/* The first has a legal line, refused moves of both colours, and a line without moves. */
static const char moves[] = "k 4 4 K 4 7: 4 4 3 3 4 7 4 8\n"
                            "k 4 4 r 8 2 B 1 1 K 4 7: 8 2 2 2 1 1 3 3 4 4 5 5\n"
                            "k 4 4 K 4 7: 4 4 4 5 4 7 4 6 4 5 4 4\n"
                            "k 4 4 K 4 7: 0 4 1 1\n"
                            "k 4 4 K 4 7: 4 0 1 1\n"
                            "k 4 4 K 4 7: 9 4 1 1\n"
                            "k 4 4 K 4 7: 4 9 1 1\n"
                            "k 4 4 K 4 7: 1 1 8 8\n"
                            "k 4 4 K 4 7: 8 8 1 1\n"
                            "k 4 4 K 4 7:\n";
static const char narrated[] = "new\nE2 E4\nE2 E4\nE7 E5\nD1 H5\nA7 A6\nH5 F7\nE8 D8\nE8 F7\n"
                               "new\nE2 E4\nE7 E5\nD1 H5\nA7 A6\nF1 C4\nB7 B6\nH5 F7\nA6 A5\n";
static const char game[] = "canMove 4 6 4 4 WHITE\ncanMove 4 6 4 4 BLACK\ncanMove 4 6 4 3 WHITE\n"
                           "isInCheck WHITE\nmove 4 6 4 4\nmove 3 1 3 3\nmove 5 7 1 3\n"
                           "isInCheck BLACK\nhistory\nmove 1 3 4 0\nmove 3 0 3 2\n"
                           "move 4 4 4 3\nmove 3 2 4 3\nisInCheck WHITE\nhistory\n"
                           "move 1 3 4 0\ncanMove 4 3 4 4 BLACK\nhistory\nturn\n";

static grade_test test_of(grade_questions questions, const char *text)
{
    grade_test test = {.count = 0};
    fmt_error error = {.line = 0};
    const char *rules = questions == GRADE_ASK_GAME ? "king-capture" : "basic";
    grade_reading reading = {.questions = questions, .rules = arb_rules_find(rules, strlen(rules))};
    if (!CHECK(grade_test_read(&test, reading, "test", text, strlen(text), &error)))
        printf("%zu:%zu: %s\n", error.line, error.column, error.text);
    return test;
}

typedef struct {
    size_t question, said;
    const char *given; /* NULL: nothing came */
    const char *told;  /* the finding and the boards */
} row;

/* Adds a position to the text, or "=" if it is the one before it. */
static void add_position(char *text, size_t cap, const arb_position *position, char last[200])
{
    char fen[200];
    arb_position_fen(position, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    size_t len = strlen(text);
    snprintf(text + len, cap - len, "|%s", strcmp(fen, last) == 0 ? "=" : fen);
    memcpy(last, fen, sizeof fen);
}

static void explain(grade_questions questions, const char *text, const row *rows, size_t count)
{
    grade_test test = test_of(questions, text);
    for (size_t i = 0; i < count; i++) {
        const row *r = &rows[i];
        size_t len = r->given != NULL ? strlen(r->given) : 0;
        grade_finding f;
        grade_boards boards;
        char told[2000], fen[200] = "";
        check_case("row %zu", i);
        CHECK(grade_why_line(&test, r->question, r->said, r->given, len, &f, &boards));
        CHECK(f.rule == NULL && !f.about_board);
        snprintf(told, sizeof told, "%s|%s|%s|%zu|%s|%s", f.call, f.expected, f.given, f.more,
                 f.about_move ? arb_verdict_name(f.verdict) : "", f.why);
        add_position(told, sizeof told, &boards.start, fen);
        add_position(told, sizeof told, &boards.before, fen);
        add_position(told, sizeof told, &boards.after, fen);
        CHECK_EQ_TEXT(told, r->told);
    }
    check_case("%s", "");
    grade_test_free(&test);
}

TEST(a_line_of_moves)
{
    static const row rows[] = {
        {0, 0, NULL,
         "k 4 4 K 4 7: 4 4 3 3 4 7 4 8|Legal||0||No rule forbids any of the "
         "moves.|8/3k4/8/8/3K4/8/8/8 w - - 0 1|=|3k4/8/8/8/8/2K5/8/8 w - - 2 2"},
        {0, 0, "4 4 3 3 illegal\nLegal\n",
         "k 4 4 K 4 7: 4 4 3 3 4 7 4 8|Legal|4 4 3 3 illegal|9|ok|The king on 4, 4 can move to 3, "
         "3.|8/3k4/8/8/3K4/8/8/8 w - - 0 1|=|3k4/8/8/8/8/2K5/8/8 w - - 2 2"},
        {0, 0, "4 7 4 8 illegal\n1 1 3 3 illegal\nLegal\n0 4 1 1 illegal\nLegal",
         "k 4 4 K 4 7: 4 4 3 3 4 7 4 8|Legal|4 7 4 8 illegal|7|ok|The king on 4, 7 can move to 4, "
         "8.|8/3k4/8/8/3K4/8/8/8 w - - 0 1|8/3k4/8/8/8/2K5/8/8 b - - 1 1|3k4/8/8/8/8/2K5/8/8 w - - "
         "2 2"},
        {0, 0, "4 7 4 9 illegal",
         "k 4 4 K 4 7: 4 4 3 3 4 7 4 8|Legal|4 7 4 9 illegal|9||No rule forbids any of the "
         "moves.|8/3k4/8/8/3K4/8/8/8 w - - 0 1|=|3k4/8/8/8/8/2K5/8/8 w - - 2 2"},
        {0, 0, "4 7 4",
         "k 4 4 K 4 7: 4 4 3 3 4 7 4 8|Legal|4 7 4|9||No rule forbids any of the "
         "moves.|8/3k4/8/8/3K4/8/8/8 w - - 0 1|=|3k4/8/8/8/8/2K5/8/8 w - - 2 2"},
        {1, 0, "Legal\nLegal",
         "k 4 4 r 8 2 B 1 1 K 4 7: 8 2 2 2 1 1 3 3 4 4 5 5|1 1 3 3 illegal|Legal|8|blocked|The "
         "bishop on 1, 1 cannot move to 3, 3: the rook on 2, 2 is in the "
         "way.|8/3k4/8/8/3K4/8/7R/b7 w - - 0 1|8/3k4/8/8/3K4/8/1R6/b7 b - - 1 1|="},
        {1, 0, "8 2 2 2 illegal\n",
         "k 4 4 r 8 2 B 1 1 K 4 7: 8 2 2 2 1 1 3 3 4 4 5 5|1 1 3 3 illegal|8 2 2 2 "
         "illegal|8|ok|The rook on 8, 2 can move to 2, 2.|8/3k4/8/8/3K4/8/7R/b7 w - - 0 "
         "1|=|8/3k4/8/8/3K4/8/1R6/b7 b - - 1 1"},
        {1, 0, "\nLegal\nLegal\n",
         "k 4 4 r 8 2 B 1 1 K 4 7: 8 2 2 2 1 1 3 3 4 4 5 5|1 1 3 3 illegal|an empty "
         "line|8|blocked|The bishop on 1, 1 cannot move to 3, 3: the rook on 2, 2 is in the "
         "way.|8/3k4/8/8/3K4/8/7R/b7 w - - 0 1|8/3k4/8/8/3K4/8/1R6/b7 b - - 1 1|="},
        {2, 0, NULL,
         "k 4 4 K 4 7: 4 4 4 5 4 7 4 6 4 5 4 4|4 7 4 6 illegal||0|king-into-check|The king on 4, 7 "
         "cannot move to 4, 6: the king on 4, 5 would attack it there.|8/3k4/8/8/3K4/8/8/8 w - - 0 "
         "1|8/3k4/8/3K4/8/8/8/8 b - - 1 1|="},
        {2, 0, "Legal",
         "k 4 4 K 4 7: 4 4 4 5 4 7 4 6 4 5 4 4|4 7 4 6 illegal|Legal|7|king-into-check|The king on "
         "4, 7 cannot move to 4, 6: the king on 4, 5 would attack it there.|8/3k4/8/8/3K4/8/8/8 w "
         "- - 0 1|8/3k4/8/3K4/8/8/8/8 b - - 1 1|="},
        {3, 0, "Legal",
         "k 4 4 K 4 7: 0 4 1 1|0 4 1 1 illegal|Legal|6|off-board|There is no such square to move "
         "from.|8/3k4/8/8/3K4/8/8/8 w - - 0 1|=|="},
        {4, 0, "Legal",
         "k 4 4 K 4 7: 4 0 1 1|4 0 1 1 illegal|Legal|5|off-board|There is no such square to move "
         "from.|8/3k4/8/8/3K4/8/8/8 w - - 0 1|=|="},
        {5, 0, "Legal",
         "k 4 4 K 4 7: 9 4 1 1|9 4 1 1 illegal|Legal|4|off-board|There is no such square to move "
         "from.|8/3k4/8/8/3K4/8/8/8 w - - 0 1|=|="},
        {6, 0, "Legal",
         "k 4 4 K 4 7: 4 9 1 1|4 9 1 1 illegal|Legal|3|off-board|There is no such square to move "
         "from.|8/3k4/8/8/3K4/8/8/8 w - - 0 1|=|="},
        {7, 0, "Legal",
         "k 4 4 K 4 7: 1 1 8 8|1 1 8 8 illegal|Legal|2|no-piece|There is no piece on 1, "
         "1.|8/3k4/8/8/3K4/8/8/8 w - - 0 1|=|="},
        {8, 0, "Legal",
         "k 4 4 K 4 7: 8 8 1 1|8 8 1 1 illegal|Legal|1|no-piece|There is no piece on 8, "
         "8.|8/3k4/8/8/3K4/8/8/8 w - - 0 1|=|="},
        {9, 0, "illegal",
         "k 4 4 K 4 7:|Legal|illegal|0||No rule forbids any of the moves.|8/3k4/8/8/3K4/8/8/8 w - "
         "- 0 1|=|="},
    };
    explain(GRADE_ASK_MOVES, moves, rows, sizeof rows / sizeof *rows);
}

TEST(a_line_of_a_narrated_game)
{
    static const row rows[] = {
        {0, 0, NULL,
         "new|A new chess game is started!||0|||rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - "
         "0 1|=|="},
        {1, 0, "White's Pawn",
         "E2 E4|White's Pawn moves from E2 to E4|White's Pawn|0|ok|The pawn on e2 can move to "
         "e4.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|=|rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1"},
        {2, 0, NULL,
         "E2 E4|There is no piece at position E2!||0|no-piece|There is no piece on "
         "e2.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1|="},
        {6, 0, "",
         "H5 F7|White's Queen moves from H5 to F7 taking Black's Pawn|an empty line|0|ok|The queen "
         "on h5 can move to f7.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|rnbqkbnr/1ppp1ppp/p7/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w - - 0 "
         "3|rnbqkbnr/1ppp1Qpp/p7/4p3/4P3/8/PPPP1PPP/RNB1KBNR b - - 0 3"},
        {6, 1, "Check!",
         "H5 F7|Black is in check|Check!|0|ok|The queen on h5 can move to f7. The queen on f7 "
         "attacks Black's king.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|rnbqkbnr/1ppp1ppp/p7/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w - - 0 "
         "3|rnbqkbnr/1ppp1Qpp/p7/4p3/4P3/8/PPPP1PPP/RNB1KBNR b - - 0 3"},
        {7, 0, "Black's King moves from E8 to D8",
         "E8 D8|Black's King cannot move to D8!|Black's King moves from E8 to D8|0|own-piece|The "
         "king on e8 cannot move to d8: a piece of its own side is "
         "there.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|rnbqkbnr/1ppp1Qpp/p7/4p3/4P3/8/PPPP1PPP/RNB1KBNR b - - 0 3|="},
        {8, 0, "no",
         "E8 F7|Black's King moves from E8 to F7 taking White's Queen|no|0|ok|The king on e8 can "
         "move to f7.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|rnbqkbnr/1ppp1Qpp/p7/4p3/4P3/8/PPPP1PPP/RNB1KBNR b - - 0 "
         "3|rnbq1bnr/1ppp1kpp/p7/4p3/4P3/8/PPPP1PPP/RNB1KBNR w - - 0 4"},
        {9, 0, "no",
         "new|A new chess game is started!|no|0|||rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - "
         "- 0 1|rnbq1bnr/1ppp1kpp/p7/4p3/4P3/8/PPPP1PPP/RNB1KBNR w - - 0 "
         "4|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"},
        {16, 1, "no",
         "H5 F7|Black is in checkmate|no|0|ok|The queen on h5 can move to f7. The queen on f7 "
         "attacks Black's king, and no move helps.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - "
         "- 0 1|rnbqkbnr/2pp1ppp/pp6/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w - - 0 "
         "4|rnbqkbnr/2pp1Qpp/pp6/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b - - 0 4"},
        {17, 0, "no",
         "A6 A5|The game is over!|no|0|||rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|rnbqkbnr/2pp1Qpp/pp6/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b - - 0 4|="},
    };
    explain(GRADE_ASK_NARRATE, narrated, rows, sizeof rows / sizeof *rows);
}

TEST(a_line_of_a_game)
{
    static const row rows[] = {
        {0, 0, "false",
         "canMove 4 6 4 4 WHITE|true|false|0|ok|The pawn on 4, 6 can move to 4, "
         "4.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1|=|="},
        {1, 0, "true",
         "canMove 4 6 4 4 BLACK|false|true|0|not-your-turn|The pawn there is White's: Black cannot "
         "move it.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1|=|="},
        {2, 0, "true",
         "canMove 4 6 4 3 WHITE|false|true|0|wrong-shape|The pawn on 4, 6 cannot move to 4, 3: a "
         "pawn does not move that way.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1|=|="},
        {3, 0, "true",
         "isInCheck WHITE|false|true|0||White's king is not "
         "attacked.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1|=|="},
        {4, 0, NULL,
         "move 4 6 4 4|true||0|ok|The pawn on 4, 6 can move to 4, "
         "4.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|=|rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1"},
        {6, 0, "no",
         "move 5 7 1 3|true|no|0|ok|The bishop on 5, 7 can move to 1, "
         "3.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 "
         "2|rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b - - 1 2"},
        {7, 0, "no",
         "isInCheck BLACK|true|no|0||The bishop on 1, 3 attacks Black's "
         "king.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b - - 1 2|="},
        {8, 0, "no",
         "history|WHITE♙ at 4, 6 to 4, 4|no|0|||rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - "
         "0 1|rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b - - 1 "
         "2|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"},
        {8, 1, "no",
         "history|BLACK♟ at 3, 1 to 3, 3|no|0|||rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - "
         "0 1|rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b - - 1 "
         "2|rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1"},
        {8, 2, "no",
         "history|WHITE♗ at 5, 7 to 1, 3|no|0|||rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - "
         "0 1|rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b - - 1 "
         "2|rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 2"},
        {8, 3, "no",
         "history|BLACK is in check|no|0||The bishop on 1, 3 attacks Black's "
         "king.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b - - 1 2|="},
        {9, 0, "no",
         "move 1 3 4 0|false|no|0|not-your-turn|The bishop on 1, 3 cannot move: it is Black's "
         "turn.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b - - 1 2|="},
        {13, 0, "no",
         "isInCheck WHITE|true|no|0||The queen on 4, 3 attacks White's "
         "king.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|rnb1kbnr/ppp1pppp/8/1B1pq3/8/8/PPPP1PPP/RNBQK1NR w - - 0 4|="},
        {14, 3, "no",
         "history|BLACK is in check|no|0||The bishop on 1, 3 attacks Black's "
         "king.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|rnb1kbnr/ppp1pppp/8/1B1pq3/8/8/PPPP1PPP/RNBQK1NR w - - 0 "
         "4|rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b - - 1 2"},
        {14, 4, "no",
         "history|BLACK♛ at 3, 0 to 3, 2|no|0|||rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - "
         "0 1|rnb1kbnr/ppp1pppp/8/1B1pq3/8/8/PPPP1PPP/RNBQK1NR w - - 0 "
         "4|rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b - - 1 2"},
        {14, 5, "no",
         "history|BLACK is in check|no|0||The bishop on 1, 3 attacks Black's "
         "king.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|rnb1kbnr/ppp1pppp/8/1B1pq3/8/8/PPPP1PPP/RNBQK1NR w - - 0 "
         "4|rnb1kbnr/ppp1pppp/3q4/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR w - - 2 3"},
        {14, 7, "no",
         "history|BLACK is in check|no|0||The bishop on 1, 3 attacks Black's "
         "king.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|rnb1kbnr/ppp1pppp/8/1B1pq3/8/8/PPPP1PPP/RNBQK1NR w - - 0 "
         "4|rnb1kbnr/ppp1pppp/3q4/1B1pP3/8/8/PPPP1PPP/RNBQK1NR b - - 0 3"},
        {14, 8, "no",
         "history|BLACK♛ at 3, 2 captures ♙ at 4, "
         "3|no|0|||rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|rnb1kbnr/ppp1pppp/8/1B1pq3/8/8/PPPP1PPP/RNBQK1NR w - - 0 "
         "4|rnb1kbnr/ppp1pppp/3q4/1B1pP3/8/8/PPPP1PPP/RNBQK1NR b - - 0 3"},
        {15, 0, "no",
         "move 1 3 4 0|true|no|0|ok|The bishop on 1, 3 can move to 4, "
         "0.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|rnb1kbnr/ppp1pppp/8/1B1pq3/8/8/PPPP1PPP/RNBQK1NR w - - 0 "
         "4|rnb1Bbnr/ppp1pppp/8/3pq3/8/8/PPPP1PPP/RNBQK1NR w - - 0 4"},
        {16, 0, "no",
         "canMove 4 3 4 4 BLACK|false|no|0|game-over|The game is over: White wins by the capture "
         "of the king.|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|rnb1Bbnr/ppp1pppp/8/3pq3/8/8/PPPP1PPP/RNBQK1NR w - - 0 4|="},
        {17, 8, "no",
         "history|BLACK♛ at 3, 2 captures ♙ at 4, "
         "3|no|0|||rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|rnb1Bbnr/ppp1pppp/8/3pq3/8/8/PPPP1PPP/RNBQK1NR w - - 0 "
         "4|rnb1kbnr/ppp1pppp/3q4/1B1pP3/8/8/PPPP1PPP/RNBQK1NR b - - 0 3"},
        {18, 0, "no",
         "turn|WHITE|no|0|||rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 "
         "1|rnb1Bbnr/ppp1pppp/8/3pq3/8/8/PPPP1PPP/RNBQK1NR w - - 0 4|="},
    };
    explain(GRADE_ASK_GAME, game, rows, sizeof rows / sizeof *rows);
}

TEST(what_was_given_is_quoted)
{
    static char x[300];
    char fits[300], cut[300], wide[300], wider[300];
    memset(x, 'x', sizeof x - 1);
    snprintf(fits, sizeof fits, "%.123s", x);
    snprintf(cut, sizeof cut, "%.124s", x);
    snprintf(wide, sizeof wide, "%.121s\xC3\xA9", x);
    snprintf(wider, sizeof wider, "%.122s\xC3\xA9", x);
    static const char odd[] = "a\x1b[1m\tb\xff\xc3\xa9\xe2\x80\xaez\r\nmore";
    const struct {
        const char *given, *end;
        size_t len;
    } rows[] = {{"y\nmore than that was given", "y", 1},
                {"\nmore than that was given", "an empty line", 13},
                {fits, "xx", 123},
                {cut, "x...", 126},
                {wide, "x\xC3\xA9", 123},
                {wider, "x...", 125},
                {x, "x...", 126},
                {odd, "a?[1m?b?\xc3\xa9?z?", 13}};
    grade_test test = test_of(GRADE_ASK_GAME, "turn");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_finding f;
        grade_boards boards;
        check_case("row %zu", i);
        CHECK(grade_why_line(&test, 0, 0, rows[i].given, strlen(rows[i].given), &f, &boards));
        size_t len = strlen(f.given), end = strlen(rows[i].end);
        CHECK_EQ_INT(len, rows[i].len);
        CHECK_EQ_TEXT(f.given + (len > end ? len - end : 0), rows[i].end);
    }
    check_case("%s", "");
    grade_test_free(&test);
}

/* ---- Points ---- */

typedef struct {
    grade_ending ending;
    size_t matched, placed;
    const char *said;
    double right;    /* questions, if points are partial */
    const char *end; /* what the report ends with */
} points;

static void score(grade_questions questions, const char *text, const points *rows, size_t count)
{
    static char said[1000];
    grade_test test = test_of(questions, text);
    for (size_t i = 0; i < count; i++) {
        const points *r = &rows[i];
        grade_report report;
        check_case("row %zu", i);
        snprintf(said, sizeof said, "%s", r->said != NULL ? r->said : "");
        const grade_run run = {.ending = r->ending,
                               .matched = r->matched,
                               .placed = r->placed,
                               .said = r->said != NULL ? said : NULL,
                               .said_len = strlen(said)};
        for (int partial = 0; partial < 3; partial++) {
            const grade_scheme scheme = {.partial = partial == 1,
                                         .limits = {.seconds = 7, .processes = 16}};
            test.partial = partial == 2;
            CHECK(grade_report_make(&report, &test, &run, GRADE_PROGRAM, &scheme));
            double all = r->ending == GRADE_PASSED ? 1 : 0;
            CHECK(report.score == (partial > 0 ? r->right / (double)test.asked : all));
            CHECK_EQ_INT(report.line,
                         r->ending == GRADE_PASSED
                             ? 0
                             : test.lines[r->matched - (r->matched == test.count)].line);
            CHECK_EQ_INT(report.answered, r->ending == GRADE_MISMATCH && r->said != NULL);
            CHECK_EQ_TEXT(report.happened, r->end);
        }
    }
    check_case("%s", "");
    grade_test_free(&test);
}

TEST(each_right_line_of_moves_has_its_points)
{
    static const points rows[] = {
        {GRADE_PASSED, 10, 0, NULL, 10, ""},
        {GRADE_MISMATCH, 0, 0, "x\n1 1 3 3 illegal\nLegal\n0 4 1 1 illegal", 2, ""},
        {GRADE_MISMATCH, 8, 0, "x\nLegal\n", 9, ""},
        {GRADE_MISMATCH, 9, 0, "x\n", 9, ""},
        {GRADE_SILENT, 4, 0, NULL, 4, "It ended with exit code 0 and did not answer."},
        {GRADE_SILENT, 10, 0, NULL, 9, "It ended with exit code 0 and did not answer."},
        {GRADE_TIMEOUT, 10, 0, NULL, 9, "It took longer than 7 s to end."},
        {GRADE_TIMEOUT, 9, 0, NULL, 9, "It took longer than 7 s."},
        {GRADE_CRASH, 10, 0, NULL, 9, "It crashed behind its last answer: a signal (signal 0)."},
        {GRADE_CRASH, 9, 0, NULL, 9, "It crashed: a signal (signal 0)."},
        {GRADE_NOT_BUILT, 0, 0, NULL, 0, "It could not be built."},
    };
    score(GRADE_ASK_MOVES, moves, rows, sizeof rows / sizeof *rows);
}

TEST(right_lines_behind_a_wrong_one_have_points_in_a_narrated_game)
{
    static const points rows[] = {
        {GRADE_PASSED, 18, 0, NULL, 18, ""},
        {GRADE_MISMATCH, 1, 0, "x\n", 1, ""},
        {GRADE_MISMATCH, 1, 0, "x\nThere is no piece at position E2!\n", 2, ""},
        {GRADE_MISMATCH, 6, 1, "Black is in check\nBlack's King cannot move to D8!\n", 8, ""},
        {GRADE_MISMATCH, 6, 1, "Check!\nBlack's King cannot move to D8!\n", 7, ""},
        {GRADE_SILENT, 3, 0, NULL, 3, "It ended with exit code 0 and did not answer."},
    };
    score(GRADE_ASK_NARRATE, narrated, rows, sizeof rows / sizeof *rows);
}

TEST(a_game_has_points_up_to_its_first_wrong_line)
{
    static const points rows[] = {
        {GRADE_PASSED, 19, 0, NULL, 19, ""},
        {GRADE_MISMATCH, 1, 0, "x\n", 1, ""},
        {GRADE_MISMATCH, 1, 0, "x\nfalse\nfalse\n", 1, ""},
        {GRADE_MISMATCH, 8, 2, "x\n", 8, ""},
    };
    score(GRADE_ASK_GAME, game, rows, sizeof rows / sizeof *rows);
}

int main(void)
{
    RUN(a_line_of_moves);
    RUN(a_line_of_a_narrated_game);
    RUN(a_line_of_a_game);
    RUN(what_was_given_is_quoted);
    RUN(each_right_line_of_moves_has_its_points);
    RUN(right_lines_behind_a_wrong_one_have_points_in_a_narrated_game);
    RUN(a_game_has_points_up_to_its_first_wrong_line);
    return check_result();
}
