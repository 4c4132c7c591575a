/* moves12b.h: judges CMPS 12B's lines, each a board and a sequence of moves. Layer: formats. Knows
 * neither files nor flags.
 *
 * In "k 4 4 r 8 2 B 1 1 K 4 7: 8 2 2 2 1 1 3 3" pieces are written as letter, column, row (capitals
 * are Black), then come a colon and moves as four numbers each. Columns and rows count from 1; row
 * 1 is on White's side. */
#ifndef ARB_FORMATS_MOVES12B_H
#define ARB_FORMATS_MOVES12B_H

#include "arbiter.h"
#include "common/text_out.h"

/* The state of a judge; it serves any number of lines. */
typedef struct {
    arb_rules rules;       /* the rule set "basic", for any board that a line can describe */
    arb_piece pieces[256]; /* by letter */
    arb_setup setup;       /* board of the line */
    arb_position position; /* after the moves that were legal */
} fmt_moves;

void fmt_moves_start(fmt_moves *moves, bool double_step);

typedef enum { FMT_MOVES_LEGAL, FMT_MOVES_ILLEGAL, FMT_MOVES_MALFORMED } fmt_moves_status;

typedef struct {
    fmt_moves_status status;
    int move[4];      /* ILLEGAL: the first illegal move as written */
    size_t column;    /* MALFORMED: the place, from 1 */
    const char *text; /* MALFORMED: what is wrong */
} fmt_moves_answer;

/* Called for every move up to the first refused one; `moves->position` is the position after the
 * move. */
typedef void fmt_moves_listener(void *context, const fmt_moves *moves, const int move[4],
                                bool legal);

/* Judges one line without its line end; `listener` may be NULL. */
fmt_moves_answer fmt_moves_judge(fmt_moves *moves, const char *line, size_t len,
                                 fmt_moves_listener *listener, void *context);

/* Writes the output line: "Legal" (or the given word), "1 1 3 3 illegal", or "error: column 9:
 * ...". */
void fmt_moves_text(const fmt_out *out, const fmt_moves_answer *answer, const char *legal_word);

/* Writes the board of `moves->position` as a line of input without moves: "k 4 4 r 2 2 K 4 7:". */
void fmt_moves_board(const fmt_out *out, const fmt_moves *moves);

/* Writes for people the move, its verdict, and the board after it with the letters of the line. */
void fmt_moves_explain(const fmt_out *out, const fmt_moves *moves, const int move[4], bool legal);

#endif
