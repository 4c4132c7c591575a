/* svg_board.c: a board as a picture, any size, with nothing to load. Layer: cli. Knows no rules but
 * the letters and names of pieces. */
#include "cli/grade/svg_board.h"

#include "cli/terminal/piece_text.h"

#include <ctype.h>

enum { CELL = 45, EDGE = 22, HAND = 30 };

/* Shapes in a cell of 45 by 45, by kind; a kind without one is shown as its letter on a disc. */
static const char *const shapes[ARB_KIND_LIMIT] = {
    [ARB_PAWN] = "M22.5 9a5.5 5.5 0 0 1 3.6 9.7l3.4 1.3v3h-3.2c.4 5 2.2 8 5.7 10.5V38H13v-4.5c3.5"
                 "-2.5 5.3-5.5 5.7-10.5h-3.2v-3l3.4-1.3A5.5 5.5 0 0 1 22.5 9z",
    [ARB_KNIGHT] = "M14 38c0-8 8-10 8-17l-6.5 4.5-4 .5-2.5-3 7-10.5L17 7l4.5 3.5C30 11 34 18 "
                   "34 27v11z",
    [ARB_BISHOP] = "M22.5 5a3 3 0 0 1 2 5.2c4 2.8 6.5 6.8 6.5 11 0 3.3-1.5 5.8-4 7.3l1.5"
                   " 3.5 4.5 2v4h-21v-4l4.5-2 1.5-3.5c-2.5-1.5-4-4-4-7.3 0-4.2 2.5-8.2 "
                   "6.5-11a3 3 0 0 1 2-5.2z",
    [ARB_ROOK] = "M11 8h5v4h4V8h5v4h4V8h5v9l-4 3v11l3 3v4H12v-4l3-3V20l-4-3z",
    [ARB_QUEEN] = "M12 38v-4l2-3L8 13l8.5 9L17 8l5.5 13L28 8l.5 14L37 13l-6 18 2 3v4z",
    [ARB_KING] = "M21 5h3v3h3v3h-3v4.5c1.8 1 3 2.7 3.5 4.5 5-3.5 11-1 11 4.5 0 3.5-3 5.5-6"
                 ".5 7.5v6H13v-6c-3.5-2-6.5-4-6.5-7.5 0-5.5 6-8 11-4.5.5-1.8 1.7-3.5 "
                 "3.5-4.5V11h-3V8h3z",
};

const char *cli_svg_shape(arb_kind kind)
{
    return kind < ARB_KIND_LIMIT ? shapes[kind] : NULL;
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

static void put_shape(const picture *p, arb_kind kind)
{
    if (shapes[kind] != NULL)
        fprintf(p->out, "<path d=\"%s\"/>", shapes[kind]);
    else
        fprintf(p->out,
                "<circle cx=\"22.5\" cy=\"22.5\" r=\"16\"/><text x=\"22.5\" y=\"29\">%c</text>",
                toupper((unsigned char)p->rules->kinds[kind].letter));
}

static void put_piece(const picture *p, arb_square square)
{
    bool on = arb_square_on(p->setup->size, square);
    arb_piece piece = on ? p->setup->board[square] : ARB_NO_PIECE;
    if (piece == ARB_NO_PIECE)
        return;
    fprintf(p->out, "<g class=\"%c\" transform=\"translate(%d %d)\">",
            arb_piece_colour(piece) == ARB_WHITE ? 'w' : 'b',
            left_of(p, arb_square_file(p->setup->size, square)),
            top_of(p, arb_square_rank(p->setup->size, square)));
    put_piece_name(p, piece, square);
    put_shape(p, arb_piece_kind(piece));
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

/* Light squares first, in one piece where there are no holes, then the dark ones. */
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

/* A row of small pieces with their numbers, and whose they are. */
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
        fprintf(p->out, "<g class=\"%c\" transform=\"translate(%d %d) scale(.6)\">",
                colour == ARB_WHITE ? 'w' : 'b', left, top);
        fprintf(p->out, "<title>%s %s in hand: %u</title>", name, p->rules->kinds[kind].name,
                count);
        put_shape(p, kind);
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
    fputs("<style>path,circle{stroke-width:1.5;stroke-linejoin:round}"
          ".w{fill:#fff;stroke:#000}.b{fill:#222;stroke:#eee}"
          "text{font:bold 18px sans-serif;text-anchor:middle;stroke:none}"
          ".w text{fill:#000}.b text{fill:#fff}.c text{font-size:13px;fill:#666}</style>\n",
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
