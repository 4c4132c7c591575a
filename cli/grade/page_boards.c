/* page_boards.c: draws boards in HTML pages. Layer: cli. A board is given as text rows, because a
 * student's board may be one that cannot be played. */
#include "cli/grade/page.h"
#include "cli/grade/svg_board.h"
#include "cli/io/format_out.h"
#include "formats/board_text.h"

#include <stdlib.h>
#include <string.h>

enum { CELL = 45, EDGE = 24 };

/* ---- Each board once ---- */

static size_t hash_of(const char *rows)
{
    size_t hash = 5381;
    for (; *rows != '\0'; rows++)
        hash = hash * 33 + (unsigned char)*rows;
    return hash;
}

/* The place in the table where these rows are, or would be. */
static size_t *slot_of(const cli_boards *boards, const char *rows)
{
    size_t at = hash_of(rows) & (boards->slot_count - 1);
    while (boards->slots[at] != 0 && strcmp(boards->rows[boards->slots[at] - 1], rows) != 0)
        at = (at + 1) & (boards->slot_count - 1);
    return &boards->slots[at];
}

static bool grow(cli_boards *boards)
{
    size_t cap = boards->cap == 0 ? 64 : boards->cap * 2;
    char **rows = realloc(boards->rows, cap * sizeof *rows);
    if (rows != NULL)
        boards->rows = rows;
    size_t *slots = calloc(cap * 2, sizeof *slots); /* at most half of the places are used */
    if (rows == NULL || slots == NULL) {
        free(slots);
        return false;
    }
    free(boards->slots);
    boards->slots = slots;
    boards->slot_count = cap * 2;
    boards->cap = cap;
    for (size_t i = 0; i < boards->count; i++)
        *slot_of(boards, boards->rows[i]) = i + 1;
    return true;
}

/* The number of these rows, from 1; 0 if there is no memory. */
static size_t number_of(cli_boards *boards, const char *rows)
{
    if (boards->count == boards->cap && !grow(boards))
        return 0;
    size_t *slot = slot_of(boards, rows);
    if (*slot == 0) {
        char *copy = strdup(rows);
        if (copy == NULL)
            return 0;
        boards->rows[boards->count++] = copy;
        *slot = boards->count;
    }
    return *slot;
}

void cli_boards_free(cli_boards *boards)
{
    for (size_t i = 0; i < boards->count; i++)
        free(boards->rows[i]);
    free(boards->rows);
    free(boards->slots);
    *boards = (cli_boards){.count = 0};
}

/* ---- Pictures ---- */

static void put_shapes(FILE *out, const arb_rules *rules)
{
    for (arb_kind kind = 1; kind < ARB_KIND_LIMIT; kind++) {
        if (rules->kinds[kind].letter == 0)
            continue;
        fprintf(out, "<g id=\"p%d\"><g transform=\"scale(.45)\">", kind);
        cli_svg_put_kind(out, rules, kind);
        fputs("</g></g>\n", out);
    }
}

static void size_of(const char *rows, int *tall, int *wide)
{
    *wide = (int)strcspn(rows, "/");
    *tall = 1;
    for (; *rows != '\0'; rows++)
        *tall += *rows == '/';
}

/* Numbers rows and columns as the handout does. */
static void put_squares(FILE *out, int tall, int wide)
{
    for (int row = 0; row < tall; row++)
        fprintf(out, "<text class=\"c\" x=\"%d\" y=\"%d\">%d</text>", EDGE / 2,
                EDGE + CELL * row + 28, row);
    for (int column = 0; column < wide; column++)
        fprintf(out, "<text class=\"c\" x=\"%d\" y=\"16\">%d</text>",
                EDGE + CELL * column + CELL / 2, column);
    fprintf(out,
            "<rect class=\"l\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/><path class=\"d\" "
            "d=\"",
            EDGE, EDGE, CELL * wide, CELL * tall);
    for (int row = 0; row < tall; row++)
        for (int column = (tall + row + 1) % 2; column < wide; column += 2)
            fprintf(out, "M%d %dh%dv%dh-%dz", EDGE + CELL * column, EDGE + CELL * row, CELL, CELL,
                    CELL);
    fputs("\"/>", out);
}

static void put_pieces(FILE *out, const arb_rules *rules, const char *rows)
{
    for (int row = 0, column = 0; *rows != '\0'; rows++) {
        arb_kind kind = *rows == '.' || *rows == '/' ? ARB_NO_KIND : arb_rules_kind(rules, *rows);
        int x = EDGE + CELL * column, y = EDGE + CELL * row;
        if (kind != ARB_NO_KIND)
            fprintf(out, "<use href=\"#p%d\" class=\"%c\" x=\"%d\" y=\"%d\"/>", kind,
                    *rows >= 'a' ? 'k' : 'w', x, y);
        else if (*rows != '.' && *rows != '/')
            fprintf(out, "<text class=\"t\" x=\"%d\" y=\"%d\">?</text>", x + CELL / 2, y + 29);
        column = *rows == '/' ? 0 : column + 1;
        row += *rows == '/';
    }
}

void cli_boards_draw(const cli_boards *boards, FILE *out, const arb_rules *rules)
{
    if (boards->count == 0)
        return;
    fputs("<svg class=\"h\" aria-hidden=\"true\"><defs>\n", out);
    put_shapes(out, rules);
    for (size_t i = 0; i < boards->count; i++) {
        int tall, wide;
        size_of(boards->rows[i], &tall, &wide);
        fprintf(out, "<g id=\"b%zu\">", i + 1);
        put_squares(out, tall, wide);
        put_pieces(out, rules, boards->rows[i]);
        fputs("</g>\n", out);
    }
    fputs("</defs></svg>\n", out);
}

static void put_mark(FILE *out, const char *kind, long row, long column)
{
    fprintf(out, "<rect class=\"%s\" x=\"%ld\" y=\"%ld\" width=\"%d\" height=\"%d\"/>", kind,
            EDGE + CELL * column + 2, EDGE + CELL * row + 2, CELL - 4, CELL - 4);
}

/* Marks the squares that the call names. */
static void mark_call(FILE *out, const char *call, int tall, int wide)
{
    const char *at = call + strcspn(call, "-0123456789"); /* skips words */
    while (*at != '\0') {
        char *end;
        long row = strtol(at, &end, 10);
        if (end == at)
            return;
        long column = strtol(end, &end, 10);
        if (row >= 0 && column >= 0 && row < tall && column < wide)
            put_mark(out, "m", row, column);
        at = end;
    }
}

static void mark_unlike(FILE *out, const char *rows, const char *others, int wide)
{
    size_t len = strlen(rows);
    if (strlen(others) != len)
        return;
    for (size_t i = 0; i < len; i++)
        if (rows[i] != others[i])
            put_mark(out, "x", (long)i / (wide + 1), (long)i % (wide + 1));
}

bool cli_boards_show(cli_boards *boards, FILE *out, const cli_figure *figure)
{
    int tall, wide;
    size_t number = number_of(boards, figure->rows);
    size_of(figure->rows, &tall, &wide);
    fprintf(
        out,
        "<figure><figcaption>%s</figcaption><svg class=\"b\" role=\"img\" viewBox=\"0 0 %d %d\" "
        "aria-label=\"%s, rows from 0: ",
        figure->title, EDGE + CELL * wide, EDGE + CELL * tall, figure->title);
    cli_page_text(out, figure->rows);
    fprintf(out, "\"><use href=\"#b%zu\"/>", number);
    if (figure->call != NULL)
        mark_call(out, figure->call, tall, wide);
    if (figure->unlike != NULL)
        mark_unlike(out, figure->rows, figure->unlike, wide);
    fputs("</svg></figure>\n", out);
    return number != 0;
}
