/* cmd_show.c: the command show: draws a board. Layer: cli. It draws any set-up, legal or not. */
#include "cli/command/command.h"
#include "cli/grade/svg_board.h"
#include "cli/io/io.h"
#include "cli/terminal/piece_text.h"
#include "formats/picture/board_picture.h"
#include "formats/picture/png_write.h"

#include <string.h>

typedef struct {
    const arb_setup *setup;
    const arb_rules *rules;
    cli_style style;
    bool flipped;
} drawing;

/* Are the squares one column wider? Files after z have names of two letters. */
static bool is_wide(const drawing *d)
{
    return d->style.colour || d->setup->size.files > 26;
}

static void put_cell(const drawing *d, arb_square square)
{
    arb_piece piece = d->setup->board[square];
    char text[8];
    fputs(is_wide(d) ? "  " : " ", stdout);
    if (piece != ARB_NO_PIECE) {
        cli_piece_text(d->rules, piece, d->style.unicode, text, sizeof text);
        fputs(text, stdout);
    } else if (cli_is_hole(d->rules, d->setup->size, square)) {
        fputs(cli_hole_text(d->style.unicode), stdout);
    } else {
        fputs(d->style.unicode ? "·" : ".", stdout);
    }
}

/* Draws a square by its background colour, with equal width and height; a hole has no colour. */
static void put_coloured_cell(const drawing *d, arb_square square, bool is_dark)
{
    arb_piece piece = d->setup->board[square];
    char text[8] = " ";
    if (cli_is_hole(d->rules, d->setup->size, square)) {
        fputs("\033[0m   ", stdout);
        return;
    }
    if (piece != ARB_NO_PIECE)
        cli_piece_text(d->rules, piece, d->style.unicode, text, sizeof text);
    printf("\033[%d;48;5;%dm %s ", arb_piece_colour(piece) == ARB_WHITE ? 97 : 30,
           is_dark ? 66 : 109, text);
}

static void put_files(const drawing *d)
{
    arb_size size = d->setup->size;
    fputs(d->style.colour ? " " : "  ", stdout);
    for (int i = 0; i < size.files; i++) {
        char name[8];
        int file = d->flipped ? size.files - 1 - i : i;
        size_t len = arb_square_write(size, arb_square_at(size, file, 0), name, sizeof name);
        name[len - 1] = '\0'; /* drops the digit of rank 1 */
        printf("%*s", is_wide(d) ? 3 : 2, name);
    }
    putchar('\n');
}

/* Writes what the board does not show, pieces in hand and checks, if the rule set has them. */
static void put_beside(const drawing *d)
{
    for (int colour = ARB_WHITE; d->rules->capture.to_hand && colour <= ARB_BLACK; colour++) {
        fputs(colour == ARB_WHITE ? "White's hand: " : "Black's hand: ", stdout);
        cli_put_hand(stdout, d->rules, d->setup, (arb_colour)colour, d->style.unicode);
        putchar('\n');
    }
    cli_put_checks(stdout, d->rules, d->setup);
}

static void put_board(const drawing *d)
{
    arb_size size = d->setup->size;
    for (int i = size.ranks - 1; i >= 0; i--) {
        int rank = d->flipped ? size.ranks - 1 - i : i;
        printf("%2d", rank + 1);
        for (int j = 0; j < size.files; j++) {
            int file = d->flipped ? size.files - 1 - j : j;
            arb_square square = arb_square_at(size, file, rank);
            if (d->style.colour)
                put_coloured_cell(d, square, (rank + file) % 2 == 0);
            else
                put_cell(d, square);
        }
        puts(d->style.colour ? "\033[0m" : "");
    }
    put_files(d);
    printf("\n%s to move\n", d->setup->turn == ARB_WHITE ? "White" : "Black");
    put_beside(d);
}

/* Writes the name of the opening, if the position is one of chess that has a name. */
static void put_opening(const char *fen, const arb_rules *rules)
{
    char eco[4], name[ARB_OPENING_NAME];
    arb_setup setup;
    arb_position position;
    if (arb_fen_read_lenient(&setup, rules, fen, strlen(fen), NULL, NULL) != ARB_OK ||
        arb_position_set(&position, rules, &setup, ARB_KERNEL_AUTO, 0) != 0)
        return;
    arb_opening opening = arb_opening_find(&position);
    if (arb_opening_eco(opening, eco, sizeof eco) == 0)
        return;
    arb_opening_name(opening, name, sizeof name);
    printf("%s (%s)\n", name, eco);
}

/* Writes a PNG file, whole or not at all. */
static int put_png(const arb_setup *setup, const arb_rules *rules, const picture_look *look,
                   const char *path)
{
    text_builder file = {0};
    gif_box all;
    cli_output output;
    board_picture *picture = picture_new(rules, setup->size, look);
    bool drawn = picture != NULL && picture_draw(picture, setup, &picture_no_marks, &all) &&
                 png_write(&file, picture_rgb(picture), all.width, all.height);
    int code = CLI_BAD_INPUT;
    if (!drawn) {
        cli_error("not enough memory for the picture");
        code = CLI_INTERNAL;
    } else if (cli_output_open(&output, path)) {
        fwrite(file.at, 1, file.len, output.file);
        code = cli_output_commit(&output) ? CLI_OK : CLI_INTERNAL;
    }
    picture_free(picture);
    text_free(&file);
    return code;
}

static int run(const cli_args *args)
{
    arb_rules storage;
    long cell;
    arb_setup setup;
    const char *name = cli_value(args, "rules");
    if (!cli_number(args, "size", PICTURE_CELL_MIN, PICTURE_CELL_MAX, 60, &cell))
        return CLI_USAGE;
    const arb_rules *rules = cli_rules(name ? name : "lab", &storage);
    if (rules == NULL)
        return CLI_BAD_INPUT;
    int code = cli_setup(args->words[0], rules, &setup);
    if (code != CLI_OK)
        return code;
    bool flipped = cli_given(args, "flip");
    if (cli_given(args, "svg")) {
        cli_svg_put(stdout, &setup, rules, flipped);
        return CLI_OK;
    }
    if (cli_given(args, "png"))
        return put_png(&setup, rules, &(picture_look){(int)cell, flipped}, cli_value(args, "png"));
    put_board(&(drawing){
        .setup = &setup,
        .rules = rules,
        .style = cli_style_of(cli_value(args, "color"), cli_given(args, "ascii")),
        .flipped = flipped,
    });
    /* The rule set lab, which is the default because it can draw everything, has no openings, so
     * chess is taken. */
    put_opening(args->words[0], name ? rules : arb_rules_at(0));
    return CLI_OK;
}

static const cli_option options[] = {
    {"rules", "NAME|FILE", NULL, "the rule set whose pieces and board these are (lab: any board)"},
    {"flip", NULL, NULL, "Black at the bottom"},
    {"ascii", NULL, NULL, "letters instead of figurines"},
    {"color", "[WHEN]", "auto|always|never", "colour the squares (auto: on a terminal)"},
    {"svg", NULL, NULL, "an SVG picture"},
    {"png", "FILE", NULL, "a PNG picture into this file (- is the standard output)"},
    {"size", "N", NULL, "pixels of a square's side in a PNG (60)"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_show = {
    .name = "show",
    .arguments = "FEN",
    .summary = "draw a board",
    .help = "Draws the position FEN ('start' is the rule set's own) with its coordinates.\n"
            "The position need not be playable. Boards of any size are drawn;\n"
            "a hole in the board is shaded, or * in plain text. Below the board stand the\n"
            "pieces in hand and the checks still to give, in rule sets that have them, and\n"
            "the name and ECO code of the opening, if the position has one.\n"
            "\n"
            "Colours and figurines are used where the terminal takes them: NO_COLOR, TERM\n"
            "and the locale decide. In a file or a pipe figurines are used unless TERM is dumb.\n",
    .examples = "arbiter show start\n"
                "arbiter show --svg \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\" > board.svg\n"
                "arbiter show --png board.png --size 90 --flip start\n"
                "arbiter show --ascii \"k3/4/4/3K w - - 0 1\"\n"
                "arbiter show --rules crazyhouse \"4k3/8/8/8/8/8/8/4K3[QPn] w - - 0 1\"\n",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .writes = "png",
    .run = run,
};
