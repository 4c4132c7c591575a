/* board_picture.c: draws a board as pixels: squares, coordinates, pieces, hands. Layer: formats.
 * Each piece is drawn once and then copied to its squares; a new position redraws only what
 * changed. */
#include "formats/picture/board_picture.h"

#include "formats/picture/drawings.h"
#include "formats/picture/piece_sprite.h"

#include <stdio.h>
#include <stdlib.h>

typedef enum { PAPER, LIGHT, DARK, LAST_LIGHT, LAST_DARK, CHECK, GROUNDS } ground;

static const uint32_t grounds[GROUNDS] = {
    [PAPER] = 0xffffff,      [LIGHT] = 0xf0d9b5,     [DARK] = 0xb58863,
    [LAST_LIGHT] = 0xe9d676, [LAST_DARK] = 0xc9a441, [CHECK] = 0xe0604c,
};
static const uint32_t GREY = 0x666666;

const picture_marks picture_no_marks = {ARB_NO_SQUARE, ARB_NO_SQUARE, ARB_NO_SQUARE};

enum { SIZES = 2 }; /* sizes of pieces: on the board and in hand */

struct board_picture {
    const arb_rules *rules;
    arb_size size;
    picture_look look;
    uint32_t edge;
    uint32_t hand; /* height of a row of pieces in hand; 0: none */
    uint32_t width, height;
    uint8_t *rgb;
    sprite sprites[SIZES][2][ARB_KIND_LIMIT];
    bool drawn; /* the next two fields say what the picture shows */
    arb_piece pieces[ARB_SQUARE_LIMIT];
    uint8_t under[ARB_SQUARE_LIMIT];
    uint8_t hands[2][ARB_KIND_LIMIT];
};

uint32_t picture_width(const board_picture *p)
{
    return p->width;
}

uint32_t picture_height(const board_picture *p)
{
    return p->height;
}

const uint8_t *picture_rgb(const board_picture *p)
{
    return p->rgb;
}

board_picture *picture_new(const arb_rules *rules, arb_size size, const picture_look *look)
{
    board_picture *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    uint32_t cell = (uint32_t)look->cell;
    *p = (board_picture){.rules = rules, .size = size, .look = *look, .edge = cell / 2};
    p->hand = rules->capture.to_hand ? cell * 2 / 3 : 0;
    p->width = p->edge + cell * size.files;
    p->height = p->edge + cell * size.ranks + 2 * p->hand;
    p->rgb = malloc(3 * (size_t)p->width * p->height);
    if (p->rgb != NULL)
        return p;
    free(p);
    return NULL;
}

void picture_free(board_picture *p)
{
    if (p == NULL)
        return;
    for (int size = 0; size < SIZES; size++)
        for (int colour = 0; colour < 2; colour++)
            for (int kind = 0; kind < ARB_KIND_LIMIT; kind++)
                free(p->sprites[size][colour][kind].pixels);
    free(p->rgb);
    free(p);
}

/* ---- parts ---- */

static uint8_t *pixel_at(const board_picture *p, uint32_t x, uint32_t y)
{
    return p->rgb + 3 * ((size_t)y * p->width + x);
}

static void fill_box(const board_picture *p, gif_box box, uint32_t colour)
{
    for (uint32_t y = box.top; y < box.top + box.height; y++) {
        uint8_t *to = pixel_at(p, box.left, y);
        for (uint32_t x = 0; x < box.width; x++) {
            *to++ = (uint8_t)(colour >> 16);
            *to++ = (uint8_t)(colour >> 8);
            *to++ = (uint8_t)colour;
        }
    }
}

static const sprite *piece_sprite(board_picture *p, arb_piece piece, bool small)
{
    sprite *s = &p->sprites[small][arb_piece_colour(piece)][arb_piece_kind(piece)];
    if (s->pixels == NULL)
        *s = sprite_piece(p->rules, piece, small ? (int)p->hand : p->look.cell);
    return s->pixels != NULL ? s : NULL;
}

static bool put_text(const board_picture *p, const char *text, uint32_t side, uint32_t x,
                     uint32_t y)
{
    sprite s = sprite_text(text, GREY, (int)side);
    if (s.pixels == NULL)
        return false;
    sprite_lay(&s, pixel_at(p, x, y), p->width);
    free(s.pixels);
    return true;
}

static gif_box box_of(const board_picture *p, arb_square square)
{
    uint32_t cell = (uint32_t)p->look.cell;
    int file = arb_square_file(p->size, square), rank = arb_square_rank(p->size, square);
    int column = p->look.flipped ? p->size.files - 1 - file : file;
    int row = p->look.flipped ? rank : p->size.ranks - 1 - rank;
    return (gif_box){p->edge + cell * (uint32_t)column, cell * (uint32_t)row, cell, cell};
}

static bool put_coordinates(const board_picture *p)
{
    bool good = true;
    uint32_t cell = (uint32_t)p->look.cell, bottom = cell * p->size.ranks,
             in = (cell - p->edge) / 2;
    for (int file = 0; file < p->size.files && good; file++) {
        char name[8];
        arb_square square = arb_square_at(p->size, file, 0);
        size_t len = arb_square_write(p->size, square, name, sizeof name);
        name[len - 1] = '\0'; /* drops the digit of rank 1 */
        good = put_text(p, name, p->edge, box_of(p, square).left + in, bottom);
    }
    for (int rank = 0; rank < p->size.ranks && good; rank++) {
        char name[8];
        snprintf(name, sizeof name, "%d", rank + 1);
        good = put_text(p, name, p->edge, 0, box_of(p, arb_square_at(p->size, 0, rank)).top + in);
    }
    return good;
}

/* ---- a position ---- */

static void grow(gif_box *box, gif_box by)
{
    if (box->width == 0) {
        *box = by;
        return;
    }
    uint32_t right = box->left + box->width, bottom = box->top + box->height;
    uint32_t by_right = by.left + by.width, by_bottom = by.top + by.height;
    box->left = by.left < box->left ? by.left : box->left;
    box->top = by.top < box->top ? by.top : box->top;
    box->width = (by_right > right ? by_right : right) - box->left;
    box->height = (by_bottom > bottom ? by_bottom : bottom) - box->top;
}

static ground ground_of(const board_picture *p, arb_square square, const picture_marks *marks)
{
    bool dark = (arb_square_file(p->size, square) + arb_square_rank(p->size, square)) % 2 == 0;
    if (arb_area_has(&p->rules->board.holes, arb_square_file(p->size, square),
                     arb_square_rank(p->size, square)))
        return PAPER;
    if (square == marks->check)
        return CHECK;
    if (square == marks->from || square == marks->to)
        return dark ? LAST_DARK : LAST_LIGHT;
    return dark ? DARK : LIGHT;
}

static bool put_square(board_picture *p, arb_square square, arb_piece piece, ground under,
                       gif_box *changed)
{
    if (p->drawn && p->pieces[square] == piece && p->under[square] == under)
        return true;
    gif_box box = box_of(p, square);
    fill_box(p, box, grounds[under]);
    if (piece != ARB_NO_PIECE) {
        const sprite *s = piece_sprite(p, piece, false);
        if (s == NULL)
            return false;
        sprite_lay(s, pixel_at(p, box.left, box.top), p->width);
    }
    p->pieces[square] = piece;
    p->under[square] = (uint8_t)under;
    grow(changed, box);
    return true;
}

/* Draws a row of small pieces with their numbers below the board. */
static bool put_hand(board_picture *p, const arb_setup *setup, arb_colour colour, gif_box *changed)
{
    bool below = (colour == ARB_WHITE) == p->look.flipped;
    gif_box row = {0, p->edge + (uint32_t)p->look.cell * p->size.ranks + (below ? p->hand : 0),
                   p->width, p->hand};
    uint32_t left = p->edge;
    if (p->drawn && memcmp(p->hands[colour], setup->hand[colour], sizeof p->hands[colour]) == 0)
        return true;
    fill_box(p, row, grounds[PAPER]);
    for (arb_kind kind = 1; kind < ARB_KIND_LIMIT && left + 2 * p->hand <= p->width; kind++) {
        char count[8];
        if (setup->hand[colour][kind] == 0)
            continue;
        const sprite *s = piece_sprite(p, arb_piece_of(colour, kind), true);
        snprintf(count, sizeof count, "%u", setup->hand[colour][kind]);
        if (s == NULL || !put_text(p, count, p->hand, left + p->hand * 3 / 4, row.top))
            return false;
        sprite_lay(s, pixel_at(p, left, row.top), p->width);
        left += p->hand * 2;
    }
    memcpy(p->hands[colour], setup->hand[colour], sizeof p->hands[colour]);
    grow(changed, row);
    return true;
}

bool picture_draw(board_picture *p, const arb_setup *setup, const picture_marks *marks,
                  gif_box *changed)
{
    const gif_box all = {0, 0, p->width, p->height};
    bool good = true;
    *changed = (gif_box){0, 0, 0, 0};
    if (!p->drawn) {
        fill_box(p, all, grounds[PAPER]);
        good = put_coordinates(p);
    }
    for (int rank = 0; rank < p->size.ranks; rank++)
        for (int file = 0; file < p->size.files && good; file++) {
            arb_square square = arb_square_at(p->size, file, rank);
            good =
                put_square(p, square, setup->board[square], ground_of(p, square, marks), changed);
        }
    if (p->hand > 0)
        good = good && put_hand(p, setup, ARB_WHITE, changed) &&
               put_hand(p, setup, ARB_BLACK, changed);
    if (!p->drawn)
        *changed = all;
    p->drawn = good;
    return good;
}

/* ---- colours for a GIF ---- */

static uint32_t between(uint32_t a, uint32_t b, unsigned step, unsigned steps)
{
    uint32_t mixed = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        unsigned from = a >> shift & 255, to = b >> shift & 255;
        mixed |= (from * (steps - step) + to * step + steps / 2) / steps << shift;
    }
    return mixed;
}

/* At its edges the colours of a piece mix with the background and with each other. */
size_t picture_colours(uint32_t colours[GIF_COLOURS])
{
    enum { TO_OUTLINE = 22, TO_BODY = 10, INSIDE = 40 };
    size_t count = 0;
    const drawing_ink *white = &drawing_inks[ARB_WHITE], *black = &drawing_inks[ARB_BLACK];
    for (int i = 0; i < GROUNDS; i++) {
        for (unsigned step = 0; step <= TO_OUTLINE; step++)
            colours[count++] = between(grounds[i], black->outline, step, TO_OUTLINE);
        for (unsigned step = 1; step <= TO_BODY; step++)
            colours[count++] = between(grounds[i], white->body, step, TO_BODY);
    }
    for (unsigned step = 0; step <= INSIDE; step++)
        colours[count++] = between(black->outline, white->body, step, INSIDE);
    colours[count++] = white->outline;
    colours[count++] = black->body;
    return count; /* 6 * 33 + 41 + 2 */
}
