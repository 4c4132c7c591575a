/* board_text.c: writes boards as text. Layer: formats. Knows neither moves nor history. */
#include "formats/board_text.h"

#include <ctype.h>

const char *fmt_colour_name(arb_colour colour)
{
    return colour == ARB_WHITE ? "White" : "Black";
}

/* The letter of a piece, a capital for White; '.' for no piece. */
static char letter_of(const arb_rules *rules, arb_piece piece)
{
    if (piece == ARB_NO_PIECE)
        return '.';
    char letter = rules->kinds[arb_piece_kind(piece)].letter;
    return arb_piece_colour(piece) == ARB_WHITE ? (char)toupper((unsigned char)letter) : letter;
}

void fmt_put_symbol(const fmt_out *out, const arb_rules *rules, arb_piece piece, const char *none)
{
    static const char *const symbols[2][ARB_FIRST_CUSTOM_KIND] = {
        {"", "♙", "♘", "♗", "♖", "♕", "♔"},
        {"", "♟", "♞", "♝", "♜", "♛", "♚"},
    };
    arb_kind kind = arb_piece_kind(piece);
    char letter = letter_of(rules, piece);

    if (piece == ARB_NO_PIECE)
        fmt_put_text(out, none);
    else if (kind < ARB_FIRST_CUSTOM_KIND)
        fmt_put_text(out, symbols[arb_piece_colour(piece)][kind]);
    else
        fmt_put(out, &letter, 1);
}

static arb_piece piece_at(const arb_position *position, int row, int column)
{
    arb_size size = arb_position_size(position);
    return arb_position_piece(position, fmt_square_at(size, row, column));
}

static void put_border(const fmt_out *out, int columns)
{
    fmt_put_text(out, "  ");
    for (int column = 0; column < columns; column++)
        fmt_put_text(out, "-");
    fmt_put_text(out, "\n");
}

/* Numbers above 9 take two columns, as in the output of the course's own program. */
void fmt_put_display(const fmt_out *out, const arb_position *position)
{
    arb_size size = arb_position_size(position);

    fmt_put_text(out, "  ");
    for (int column = 0; column < size.files; column++)
        fmt_put_number(out, column);
    fmt_put_text(out, "\n");
    put_border(out, size.files);
    for (int row = 0; row < size.ranks; row++) {
        fmt_put_number(out, row);
        fmt_put_text(out, "|");
        for (int column = 0; column < size.files; column++)
            fmt_put_symbol(out, arb_position_rules(position), piece_at(position, row, column), " ");
        fmt_put_text(out, "|\n");
    }
    put_border(out, size.files);
    fmt_put_text(out, "\n");
}

void fmt_rows_text(const arb_position *position, char rows[FMT_ROWS_LIMIT])
{
    arb_size size = arb_position_size(position);
    for (int row = 0; row < size.ranks; row++) {
        if (row > 0)
            *rows++ = '/';
        for (int column = 0; column < size.files; column++)
            *rows++ = letter_of(arb_position_rules(position), piece_at(position, row, column));
    }
    *rows = '\0';
}

void fmt_put_rows(const fmt_out *out, const arb_position *position)
{
    char rows[FMT_ROWS_LIMIT];
    fmt_rows_text(position, rows);
    fmt_put_text(out, rows);
}

/* Writes the name of a file: that of its square on rank 1 without the last digit. */
static void put_file_name(const fmt_out *out, arb_size size, int file, bool capital)
{
    char name[8];
    size_t len = arb_square_write(size, arb_square_at(size, file, 0), name, sizeof name) - 1;
    for (size_t i = 0; capital && i < len; i++)
        name[i] = (char)toupper((unsigned char)name[i]);
    fmt_putf(out, len == 1 ? " %.*s" : "%.*s", (int)len, name);
}

void fmt_put_diagram(const fmt_out *out, const arb_position *position, fmt_diagram style)
{
    arb_size size = arb_position_size(position);
    const arb_rules *rules = arb_position_rules(position);
    int margin = size.ranks > 9 ? 2 : 1;

    for (int row = 0; row < size.ranks; row++) {
        fmt_putf(out, "%*d", margin, size.ranks - row);
        for (int column = 0; column < size.files; column++) {
            arb_piece piece = piece_at(position, row, column);
            if (style.unicode) {
                fmt_put_text(out, " ");
                fmt_put_symbol(out, rules, piece, ".");
            } else {
                fmt_putf(out, " %c", letter_of(rules, piece));
            }
        }
        fmt_put_text(out, "\n");
    }
    fmt_putf(out, "%*s", margin, "");
    for (int file = 0; file < size.files; file++)
        put_file_name(out, size, file, style.capital_files);
    fmt_put_text(out, "\n");
}
