/* terminal_board.c: draws the board as text. Layer: cli, command play. */
#include "cli/terminal/terminal_board.h"

#include "cli/terminal/piece_text.h"

#include <string.h>

/* What a square is marked as; a later mark replaces an earlier one. */
typedef enum { UNMARKED, LAST, TARGET, PICKED, CHECK } mark;

/* With colours a mark is the background, for light and dark squares. Without colours it is written
 * around the piece. */
static const struct {
    int light, dark;
    char before, after;
} looks[] = {
    [UNMARKED] = {109, 66, ' ', ' '}, [LAST] = {179, 136, '(', ')'},
    [TARGET] = {114, 71, '>', '<'},   [PICKED] = {75, 32, '[', ']'},
    [CHECK] = {167, 160, '!', '!'},
};

/* The square where the king arrives by castling; the library writes castling as king takes rook. */
static arb_square king_arrival(const arb_position *position, arb_move move)
{
    arb_size size = arb_position_size(position);
    arb_square from = arb_move_from(move), to = arb_move_to(move);
    int side = to > from ? ARB_KING_SIDE : ARB_QUEEN_SIDE;
    return arb_square_at(size, arb_position_rules(position)->castling.king_to[side],
                         arb_square_rank(size, from));
}

arb_square play_target(const arb_position *position, arb_move move)
{
    bool by_king =
        arb_move_type_of(move) == ARB_CASTLING && !arb_position_rules(position)->castling.any_home;
    return by_king ? king_arrival(position, move) : arb_move_to(move);
}

/* ---- marks ---- */

static void mark_last(mark *marks, const arb_position *position, arb_move move)
{
    if (move == ARB_NO_MOVE)
        return;
    bool castling = arb_move_type_of(move) == ARB_CASTLING;
    marks[arb_move_from(move)] = LAST;
    marks[castling ? king_arrival(position, move) : arb_move_to(move)] = LAST;
}

static void mark_targets(mark *marks, const arb_position *position, arb_square picked)
{
    arb_move list[ARB_SQUARE_LIMIT * 4];
    size_t cap = sizeof list / sizeof list[0];
    size_t count = arb_position_moves_from(position, picked, list, cap);
    for (size_t i = 0; i < count && i < cap; i++)
        marks[play_target(position, list[i])] = TARGET;
    marks[picked] = PICKED;
}

typedef struct {
    mark *marks;
    arb_kind kind;
} drop_marks;

static bool mark_drop(void *context, arb_move move)
{
    const drop_marks *drops = context;
    if (arb_move_type_of(move) == ARB_DROP && arb_move_promotion(move) == drops->kind)
        drops->marks[arb_move_to(move)] = TARGET;
    return true;
}

/* Marks attacked royal pieces; a rule set may have more than one. */
static void mark_checks(mark *marks, const arb_position *position)
{
    arb_size size = arb_position_size(position);
    uint32_t also = arb_position_rules(position)->royal.also;
    for (int rank = 0; rank < size.ranks; rank++)
        for (int file = 0; file < size.files; file++) {
            arb_square square = arb_square_at(size, file, rank);
            arb_piece piece = arb_position_piece(position, square);
            arb_colour colour = arb_piece_colour(piece);
            bool royal = square == arb_position_royal(position, colour) ||
                         (also >> arb_piece_kind(piece) & 1u) != 0;
            if (piece != ARB_NO_PIECE && royal && arb_position_in_check(position, colour) &&
                arb_position_attackers(position, square, arb_other(colour), NULL, 0) > 0)
                marks[square] = CHECK;
        }
}

/* ---- drawing ---- */

/* Writes the label of a column or row as the player would type it. */
static void label(const play_view *view, arb_size size, bool is_file, int number, char *buf,
                  size_t cap)
{
    if (view->coords == ARB_COORDS_ALGEBRAIC && is_file) {
        char square[8];
        size_t len = arb_square_write(size, arb_square_at(size, number, 0), square, sizeof square);
        snprintf(buf, cap, "%.*s", (int)len - 1, square); /* without the "1" of its rank */
    } else if (view->coords == ARB_COORDS_ALGEBRAIC) {
        snprintf(buf, cap, "%d", number + 1);
    } else {
        snprintf(buf, cap, "%d", is_file ? number : size.ranks - 1 - number);
    }
}

static void draw_files(const play_view *view, arb_size size, int cell)
{
    printf("   ");
    for (int i = 0; i < size.files; i++) {
        char text[8];
        label(view, size, true, view->flipped ? size.files - 1 - i : i, text, sizeof text);
        int len = (int)strlen(text);
        if (cell == 3)
            printf(len > 1 ? "%2s " : " %s ", text);
        else
            printf("%*s", cell, text + (len > cell ? len - cell : 0));
    }
    printf("\n");
}

static void draw_square(const arb_position *position, const play_view *view, arb_square square,
                        mark how, int cell)
{
    arb_size size = arb_position_size(position);
    arb_piece piece = arb_position_piece(position, square);
    bool light = ((arb_square_file(size, square) + arb_square_rank(size, square)) & 1) != 0;
    bool colour = view->style.colour;
    const arb_rules *rules = arb_position_rules(position);
    bool hole = cli_is_hole(rules, size, square);
    char text[8];
    if (hole && colour) {
        printf("%*s", cell, "");
        return;
    }
    if (piece != ARB_NO_PIECE)
        cli_piece_text(rules, piece, view->style.unicode, text, sizeof text);
    else if (hole)
        snprintf(text, sizeof text, "%s", cli_hole_text(view->style.unicode));
    else
        snprintf(text, sizeof text, "%s",
                 !colour         ? (view->style.unicode ? "·" : ".")
                 : how == TARGET ? (view->style.unicode ? "•" : "*")
                                 : " ");
    if (colour)
        printf("\033[48;5;%d;%sm", light ? looks[how].light : looks[how].dark,
               piece != ARB_NO_PIECE && arb_piece_colour(piece) == ARB_BLACK ? "38;5;16"
                                                                             : "1;38;5;231");
    if (cell > 1)
        putchar(colour ? ' ' : looks[how].before);
    fputs(text, stdout);
    if (cell > 2)
        putchar(colour ? ' ' : looks[how].after);
    if (colour)
        fputs("\033[0m", stdout);
}

void play_board_draw(const arb_position *position, const play_view *view, int width)
{
    arb_size size = arb_position_size(position);
    int cell = 3;
    while (cell > 1 && width > 0 && size.files * cell + 3 >= width)
        cell--;
    if (width > 0 && size.files * cell + 3 >= width) {
        printf("(too narrow)\n");
        return;
    }
    mark marks[ARB_SQUARE_LIMIT] = {UNMARKED};
    mark_last(marks, position, view->last);
    if (view->picked != ARB_NO_SQUARE)
        mark_targets(marks, position, view->picked);
    if (view->dropped != ARB_NO_KIND)
        arb_position_each_move(position, mark_drop, &(drop_marks){marks, view->dropped});
    mark_checks(marks, position);
    for (int i = 0; i < size.ranks; i++) {
        char text[8];
        int rank = view->flipped ? i : size.ranks - 1 - i;
        label(view, size, false, rank, text, sizeof text);
        printf("%2s ", text);
        for (int j = 0; j < size.files; j++) {
            int file = view->flipped ? size.files - 1 - j : j;
            arb_square square = arb_square_at(size, file, rank);
            draw_square(position, view, square, marks[square], cell);
        }
        printf("\n");
    }
    draw_files(view, size, cell);
}
