/* compare_answer.h: compares one answer of a submission with the referee's. Layer: grade. Knows the
 * text of answers, not where it comes from. */
#ifndef ARB_GRADE_COMPARE_ANSWER_H
#define ARB_GRADE_COMPARE_ANSWER_H

#include "formats/board_text.h"
#include "grade/test.h"

/* Who writes the answers: the student's program, or our driver around the student's code. A driver
 * is asked one action at a time and never displayBoard. It ends each answer with a line that shows
 * the whole board, "= ..../R..K", and writes such a line after each piece that it creates, too. */
typedef enum { GRADE_PROGRAM, GRADE_DRIVER } grade_speaker;

/* Does the text start with a complete answer to such an action? Then *used is its length, including
 * blank lines before it. `at_end` means that no more text will come. */
bool grade_answer_cut(grade_speaker speaker, fmt_lab_kind kind, const char *text, size_t len,
                      bool at_end, size_t *used);

/* A difference in words. The texts contain no control characters. */
typedef struct {
    char call[128]; /* the call; for a scan the first that differs, "isValidMove 1 1 3 1" */
    char expected[128];
    char given[128];
    char why[512];            /* the rule; "" if there is nothing to explain */
    arb_verdict_code verdict; /* the verdict on the call, if it is about a move */
    bool about_move;
    const char *rule;            /* the rule concerned, "castling through check"; NULL if none */
    bool about_board;            /* the answer is right, but the board after it is wrong */
    char wanted[FMT_ROWS_LIMIT]; /* if about_board: the referee's board, as rows */
    char board[FMT_ROWS_LIMIT];  /* if about_board: the submission's board, as rows */
    size_t more;                 /* further calls of the same scan that differ */
} grade_finding;

typedef enum { GRADE_RIGHT, GRADE_WRONG, GRADE_NO_MEMORY } grade_judgement;

/* Judges the board line of a driver that has created the first `count` pieces. */
bool grade_line_cut(const char *text, size_t len, bool at_end, size_t *used);
grade_judgement grade_judge_piece(const grade_test *test, size_t count, const char *text,
                                  size_t len, grade_finding *finding);
/* Describes the call that creates a piece, "createChessPiece White Rook 3 0", and its right
 * effect. */
void grade_expect_piece(const grade_test *test, size_t index, grade_finding *finding);

/* Judges an answer; the referee has already played the action. Sets `finding` if the answer is
 * wrong. */
grade_judgement grade_judge(const grade_referee *referee, grade_speaker speaker, const char *text,
                            size_t len, grade_finding *finding);

/* The call as the config has it, "movePiece 1 2 3 2". */
void grade_call_text(const fmt_lab_action *action, char *buf, size_t cap);
/* Describes the referee's answer to the whole action and the reason, for a submission that gave no
 * answer. */
void grade_expect(const grade_referee *referee, grade_finding *finding);

#endif
