/* svg_board.c: draws a board of any size as a picture that needs no other file. Layer: cli. Of the
 * rules it knows only the letters and names of pieces. */
#include "cli/grade/svg_board.h"

#include "cli/terminal/piece_text.h"
#include "formats/picture/drawings.h"

#include <ctype.h>

enum { CELL = 45, EDGE = 22, HAND = 30 };

/* Writes a part of a drawing as an element; details on a body have the colour `color`. */
static void put_part(FILE *out, const char *line)
{
    drawing_part part = drawing_part_of(line);
    if (part.sort == DRAWING_DOT)
        fprintf(out, "<circle class=\"o\" cx=\"%g\" cy=\"%g\" r=\"%g\"/>", part.x, part.y,
                part.radius);
    else
        fprintf(out, "<path%s d=\"%s\"/>", part.sort == DRAWING_LINE ? " class=\"n\"" : "",
                part.path);
}

void cli_svg_put_kind(FILE *out, const arb_rules *rules, arb_kind kind)
{
    const char *const *part = drawing_of(rules, kind);
    for (; part != NULL && drawing_goes_on(*part); part++)
        put_part(out, *part);
    if (drawing_of(rules, kind) == NULL)
        fprintf(out, "<circle cx=\"50\" cy=\"50\" r=\"36\"/><text x=\"50\" y=\"65\">%c</text>",
                toupper((unsigned char)rules->kinds[kind].letter));
}

typedef struct {
    FILE *out;
    const arb_setup *setup;
    const arb_rules *rules;
    bool flipped;
} picture;

static int left_of(const picture *p, int file)
{
    return EDGE + CELL * (p->flipped ? p->setup->size.files - 1 - file : file);
}

static int top_of(const picture *p, int rank)
{
    return CELL * (p->flipped ? rank : p->setup->size.ranks - 1 - rank);
}

static void put_piece_name(const picture *p, arb_piece piece, arb_square square)
{
    char name[8];
    arb_square_write(p->setup->size, square, name, sizeof name);
    fprintf(p->out, "<title>%s %s on %s</title>",
            arb_piece_colour(piece) == ARB_WHITE ? "White" : "Black",
            p->rules->kinds[arb_piece_kind(piece)].name, name);
}

static void put_piece(const picture *p, arb_square square)
{
    bool on = arb_square_on(p->setup->size, square);
    arb_piece piece = on ? p->setup->board[square] : ARB_NO_PIECE;
    if (piece == ARB_NO_PIECE)
        return;
    fprintf(p->out, "<g class=\"%c\" transform=\"translate(%d %d) scale(.45)\">",
            arb_piece_colour(piece) == ARB_WHITE ? 'w' : 'b',
            left_of(p, arb_square_file(p->setup->size, square)),
            top_of(p, arb_square_rank(p->setup->size, square)));
    put_piece_name(p, piece, square);
    cli_svg_put_kind(p->out, p->rules, arb_piece_kind(piece));
    fputs("</g>\n", p->out);
}

static void put_cells(const picture *p, int parity, const char *fill)
{
    arb_size size = p->setup->size;
    fputs("<path d=\"", p->out);
    for (int rank = 0; rank < size.ranks; rank++)
        for (int file = 0; file < size.files; file++)
            if ((rank + file) % 2 == parity &&
                !cli_is_hole(p->rules, size, arb_square_at(size, file, rank)))
                fprintf(p->out, "M%d %dh%dv%dh-%dz", left_of(p, file), top_of(p, rank), CELL, CELL,
                        CELL);
    fprintf(p->out, "\" fill=\"%s\"/>\n", fill);
}

/* Draws the light squares first, as one rectangle if there are no holes, then the dark ones. */
static void put_squares(const picture *p)
{
    arb_size size = p->setup->size;
    if (p->rules->board.holes.count != 0)
        put_cells(p, 1, "#f0d9b5");
    else
        fprintf(p->out, "<rect x=\"%d\" width=\"%d\" height=\"%d\" fill=\"#f0d9b5\"/>\n", EDGE,
                CELL * size.files, CELL * size.ranks);
    put_cells(p, 0, "#b58863");
}

/* ---- below the board ---- */

/* Draws a row of small pieces with their numbers, and the side that has them in hand. */
static void put_hand(const picture *p, arb_colour colour, int top)
{
    int left = EDGE + CELL;
    const char *name = colour == ARB_WHITE ? "White" : "Black";
    fprintf(p->out, "<g class=\"c\"><text x=\"%d\" y=\"%d\">%s</text></g>\n", EDGE + CELL / 2,
            top + 19, name);
    for (arb_kind kind = 1; kind < ARB_KIND_LIMIT; kind++) {
        unsigned count = p->setup->hand[colour][kind];
        if (count == 0)
            continue;
        fprintf(p->out, "<g class=\"%c\" transform=\"translate(%d %d) scale(.27)\">",
                colour == ARB_WHITE ? 'w' : 'b', left, top);
        fprintf(p->out, "<title>%s %s in hand: %u</title>", name, p->rules->kinds[kind].name,
                count);
        cli_svg_put_kind(p->out, p->rules, kind);
        fprintf(p->out, "</g><g class=\"c\"><text x=\"%d\" y=\"%d\">%u</text></g>\n", left + 34,
                top + 19, count);
        left += 48;
    }
}

static void put_coordinates(const picture *p)
{
    arb_size size = p->setup->size;
    fputs("<g class=\"c\">\n", p->out);
    for (int rank = 0; rank < size.ranks; rank++)
        fprintf(p->out, "<text x=\"%d\" y=\"%d\">%d</text>\n", EDGE / 2, top_of(p, rank) + 27,
                rank + 1);
    for (int file = 0; file < size.files; file++) {
        char name[8];
        size_t len = arb_square_write(size, arb_square_at(size, file, 0), name, sizeof name);
        fprintf(p->out, "<text x=\"%d\" y=\"%d\">%.*s</text>\n", left_of(p, file) + CELL / 2,
                CELL * size.ranks + 16, (int)len - 1, name);
    }
    fputs("</g>\n", p->out);
}

void cli_svg_put(FILE *out, const arb_setup *setup, const arb_rules *rules, bool flipped)
{
    picture p = {out, setup, rules, flipped};
    int width = EDGE + CELL * setup->size.files;
    int board = EDGE + CELL * setup->size.ranks;
    int height = rules->capture.to_hand ? board + 2 * HAND : board;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" role=\"img\">\n",
            width, height, width, height);
    fprintf(out, "<title>Board, %s to move</title>\n",
            setup->turn == ARB_WHITE ? "White" : "Black");
    fputs("<style>path,circle{stroke-width:4;stroke-linejoin:round;stroke-linecap:round}", out);
    for (int colour = ARB_WHITE; colour <= ARB_BLACK; colour++)
        fprintf(out, ".%c{fill:#%06x;stroke:#%06x;color:#%06x}", colour == ARB_WHITE ? 'w' : 'b',
                drawing_inks[colour].body, drawing_inks[colour].outline, drawing_inks[colour].on);
    fputs(".n{fill:none;stroke:currentColor}.o{fill:currentColor;stroke:none}"
          "text{font:bold 42px sans-serif;text-anchor:middle;stroke:none;fill:currentColor}"
          ".c text{font-size:13px;fill:#666}</style>\n",
          out);
    put_squares(&p);
    put_coordinates(&p);
    for (int rank = setup->size.ranks - 1; rank >= 0; rank--)
        for (int file = 0; file < setup->size.files; file++)
            put_piece(&p, arb_square_at(setup->size, file, rank));
    for (int i = 0; rules->capture.to_hand && i < 2; i++)
        put_hand(&p, (i == 0) != flipped ? ARB_WHITE : ARB_BLACK, board + i * HAND);
    fputs("</svg>\n", out);
}
