/* compare_answer.h: one answer of a submission beside the referee's. Layer: grade. Knows the text
 * of answers, not where it comes from. */
#ifndef ARB_GRADE_COMPARE_ANSWER_H
#define ARB_GRADE_COMPARE_ANSWER_H

#include "grade/test.h"

/* Who speaks: a program of the student's, or a driver of ours around the student's code. A driver
 * is asked one action at a time, displayBoard never, and ends each answer with a line that shows
 * the whole board, "= ..../R..K". It says such a line after each piece that it creates, too. */
typedef enum { GRADE_PROGRAM, GRADE_DRIVER } grade_speaker;

/* Is there a whole answer to such an action at the start of the text? Then *used is its length,
 * with the blank lines before it. `at_end`: no more text will come. */
bool grade_answer_cut(grade_speaker speaker, fmt_lab_kind kind, const char *text, size_t len,
                      bool at_end, size_t *used);

/* What differs, in words. The texts hold no control characters. */
typedef struct {
    char call[128]; /* the very call: of a scan the first that differs, "isValidMove 1 1 3 1" */
    char expected[128];
    char given[128];
    char why[512];            /* the rule; "" if there is nothing to explain */
    arb_verdict_code verdict; /* of the call, if it is about a move */
    bool about_move;
    const char *rule; /* that the call is about, "castling through check"; NULL if none */
    bool about_board; /* the answer is right, the board after it is not */
    char wanted[ARB_SQUARE_LIMIT + 64]; /* then: the referee's board, as rows */
    char board[ARB_SQUARE_LIMIT + 64];  /* then: the submission's own, as rows */
    size_t more;                        /* further calls of the same scan that differ */
} grade_finding;

typedef enum { GRADE_RIGHT, GRADE_WRONG, GRADE_NO_MEMORY } grade_judgement;

/* The board line of a driver that has created the first `count` pieces. */
bool grade_line_cut(const char *text, size_t len, bool at_end, size_t *used);
grade_judgement grade_judge_piece(const grade_test *test, size_t count, const char *text,
                                  size_t len, grade_finding *finding);
/* The call that creates a piece, "createChessPiece White Rook 3 0", and what it should do. */
void grade_expect_piece(const grade_test *test, size_t index, grade_finding *finding);

/* The referee stands behind the action. `finding` is set if the answer is wrong. */
grade_judgement grade_judge(const grade_referee *referee, grade_speaker speaker, const char *text,
                            size_t len, grade_finding *finding);

/* The call as it stands in the config, "movePiece 1 2 3 2". */
void grade_call_text(const fmt_lab_action *action, char *buf, size_t cap);
/* What the referee answers to the whole action, and why: for a submission that said nothing. */
void grade_expect(const grade_referee *referee, grade_finding *finding);

#endif
