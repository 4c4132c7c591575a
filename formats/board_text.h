/* board_text.h: writes boards as text. Layer: formats. Knows neither moves nor history.
 *
 * Rows and columns are those of the handouts: row 0 is at the top, on Black's side; column 0 is at
 * the left. */
#ifndef ARB_FORMATS_BOARD_TEXT_H
#define ARB_FORMATS_BOARD_TEXT_H

#include "arbiter.h"
#include "common/text_out.h"

static inline arb_square fmt_square_at(arb_size size, int row, int column)
{
    return row < 0 || row >= size.ranks ? ARB_NO_SQUARE
                                        : arb_square_at(size, column, size.ranks - 1 - row);
}

static inline int fmt_square_row(arb_size size, arb_square square)
{
    return size.ranks - 1 - arb_square_rank(size, square);
}

static inline int fmt_square_column(arb_size size, arb_square square)
{
    return arb_square_file(size, square);
}

/* "White" or "Black". */
const char *fmt_colour_name(arb_colour colour);

/* Writes White's ♔♕♖♗♘♙, Black's ♚♛♜♝♞♟, the letter of a piece that has no symbol, or `none` for no
 * piece. */
void fmt_put_symbol(const fmt_out *out, const arb_rules *rules, arb_piece piece, const char *none);

/* Writes the board as Lab 3's displayBoard does, with the empty line at its end. */
void fmt_put_display(const fmt_out *out, const arb_position *position);
/* Writes "..../..k./..../R..K": the rows from row 0 on, with '.' for an empty square. */
void fmt_put_rows(const fmt_out *out, const arb_position *position);
/* The same into a string. */
enum { FMT_ROWS_LIMIT = ARB_SQUARE_LIMIT + 64 };
void fmt_rows_text(const arb_position *position, char rows[FMT_ROWS_LIMIT]);
/* How a board is drawn: ranks and files are named at the edge, as "A" or "a"; pieces are symbols or
 * letters. */
typedef struct {
    bool unicode;
    bool capital_files;
} fmt_diagram;
void fmt_put_diagram(const fmt_out *out, const arb_position *position, fmt_diagram style);

#endif
