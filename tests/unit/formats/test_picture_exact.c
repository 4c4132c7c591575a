/* test_picture_exact.c: what is the same in pictures on every machine: colours, places, the bytes
 * of a film, a code as text. Layer: tests. */
#include "check.h"
#include "fmt_buffer.h"

#include "formats/picture/board_picture.h"
#include "formats/picture/drawings.h"
#include "formats/picture/game_film.h"
#include "formats/qr_code.h"

#include <stdlib.h>

enum { CELL = 40, EDGE = 20 };

static uint32_t colour_at(const board_picture *p, size_t x, size_t y)
{
    const uint8_t *at = picture_rgb(p) + 3 * (y * picture_width(p) + x);
    return (uint32_t)at[0] << 16 | (uint32_t)at[1] << 8 | at[2];
}

static void set_up(arb_setup *setup, const arb_rules *rules, const char *fen)
{
    arb_error error;
    CHECK_EQ_INT(arb_fen_read(setup, rules, fen, strlen(fen), &error), ARB_OK);
}

TEST(pieces_and_films_have_these_colours)
{
    uint32_t colours[GIF_COLOURS];
    uint64_t sum = 0;
    CHECK_EQ_INT(drawing_inks[ARB_WHITE].body, 0xfffdf6);
    CHECK_EQ_INT(drawing_inks[ARB_WHITE].outline, 0x2a2320);
    CHECK_EQ_INT(drawing_inks[ARB_WHITE].on, 0x2a2320);
    CHECK_EQ_INT(drawing_inks[ARB_BLACK].body, 0x38332f);
    CHECK_EQ_INT(drawing_inks[ARB_BLACK].outline, 0x120f0d);
    CHECK_EQ_INT(drawing_inks[ARB_BLACK].on, 0xe9e2d6);
    size_t count = picture_colours(colours);
    CHECK_EQ_INT(count, 6 * 33 + 41 + 2);
    CHECK_EQ_INT(colours[0], 0xffffff); /* from the paper to the outline and to White's body */
    CHECK_EQ_INT(colours[11], 0x898786);
    CHECK_EQ_INT(colours[22], 0x120f0d);
    CHECK_EQ_INT(colours[23], 0xfffffe);
    CHECK_EQ_INT(colours[32], 0xfffdf6);
    CHECK_EQ_INT(colours[33], 0xf0d9b5);
    CHECK_EQ_INT(colours[66], 0xb58863);
    CHECK_EQ_INT(colours[99], 0xe9d676);
    CHECK_EQ_INT(colours[132], 0xc9a441);
    CHECK_EQ_INT(colours[165], 0xe0604c);
    CHECK_EQ_INT(colours[198], 0x120f0d); /* from the outline to White's body */
    CHECK_EQ_INT(colours[218], 0x898682);
    CHECK_EQ_INT(colours[238], 0xfffdf6);
    CHECK_EQ_INT(colours[239], 0x2a2320);
    CHECK_EQ_INT(colours[240], 0x38332f);
    for (size_t i = 0; i < count; i++)
        sum = sum * 6364136223846793005u + colours[i] + 1;
    if (!CHECK(sum == 0x64161e485a84ec7e))
        printf("%#llx\n", (unsigned long long)sum);
}

/* A square's corner shows its ground, because no piece reaches there. */
TEST(squares_have_their_grounds_and_marks)
{
    static arb_rules rules;
    arb_setup setup;
    gif_box box;
    static const char own[] = "name = own\nparent = chess\nstart = 4k3/8/8/8/8/2*5/8/4K3 w - - "
                              "0 1\ncastling = no\n";
    CHECK(arb_rules_read(&rules, own, sizeof own - 1, NULL, NULL));
    set_up(&setup, &rules, "4k3/8/8/8/8/2*5/8/4K3 w - - 0 1");
    for (int flipped = 0; flipped < 2; flipped++) {
        picture_look look = {CELL, flipped != 0};
        board_picture *p = picture_new(&rules, setup.size, &look);
        picture_marks marks = {arb_square_at(setup.size, 4, 1), arb_square_at(setup.size, 3, 3),
                               arb_square_at(setup.size, 4, 7)};
        CHECK_EQ_INT(picture_width(p), EDGE + 8 * CELL);
        CHECK_EQ_INT(picture_height(p), EDGE + 8 * CELL);
        CHECK(picture_draw(p, &setup, &marks, &box));
        CHECK(box.left == 0 && box.top == 0 && box.width == picture_width(p) &&
              box.height == picture_height(p));
        for (int file = 0; file < 8; file++)
            for (int rank = 0; rank < 8; rank++) {
                size_t left = EDGE + CELL * (size_t)(flipped ? 7 - file : file);
                size_t top = CELL * (size_t)(flipped ? rank : 7 - rank);
                uint32_t ground = file == 2 && rank == 2   ? 0xffffff
                                  : file == 4 && rank == 7 ? 0xe0604c
                                  : file == 4 && rank == 1 ? 0xe9d676
                                  : file == 3 && rank == 3 ? 0xc9a441
                                  : (file + rank) % 2 == 0 ? 0xb58863
                                                           : 0xf0d9b5;
                check_case("flipped %d, file %d, rank %d", flipped, file, rank);
                CHECK_EQ_INT(colour_at(p, left, top), ground);
                CHECK_EQ_INT(colour_at(p, left + CELL - 1, top + CELL - 1), ground);
            }
        /* The coordinates are grey on white, and stand beside the middle of their squares. */
        unsigned darkest = 255;
        for (size_t y = 0; y < picture_height(p); y++)
            for (size_t x = 0; x < picture_width(p); x++)
                if (x < EDGE || y >= 8 * CELL) {
                    uint32_t colour = colour_at(p, x, y);
                    check_case("%zu %zu", x, y);
                    CHECK((colour & 255) == (colour >> 8 & 255) && (colour & 255) == colour >> 16);
                    darkest = (colour & 255) < darkest ? colour & 255 : darkest;
                    size_t in = x < EDGE ? y % CELL : (x - EDGE) % CELL;
                    if (in < 10 || in >= 30)
                        CHECK_EQ_INT(colour, 0xffffff);
                }
        CHECK_EQ_INT(darkest, 0x66);
        picture_free(p);
    }
}

TEST(only_what_has_changed_is_drawn_anew)
{
    static const struct {
        const char *before, *after;
        unsigned left, top, width, height; /* in squares; the last row is that of hands */
    } cases[] = {
        {"4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1", "4k3/8/8/8/4P3/8/8/4K3[] w - - 0 1", 4, 4, 1, 3},
        {"4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1", "3k4/8/8/8/8/8/4P3/4K3[] w - - 0 1", 3, 0, 2, 1},
        {"Q3k3/8/8/8/8/8/8/4K3[] w - - 0 1", "4k3/8/8/8/8/8/8/4K2Q[] w - - 0 1", 0, 0, 8, 8},
        {"4k2Q/8/8/8/8/8/8/4K3[] w - - 0 1", "4k3/8/8/8/8/8/Q7/4K3[] w - - 0 1", 0, 0, 8, 7},
    };
    const arb_rules *rules = arb_rules_find("crazyhouse", 10);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arb_setup before, after;
        picture_look look = {CELL, false};
        gif_box box;
        set_up(&before, rules, cases[i].before);
        set_up(&after, rules, cases[i].after);
        board_picture *p = picture_new(rules, before.size, &look);
        CHECK(picture_draw(p, &before, &picture_no_marks, &box));
        CHECK(picture_draw(p, &after, &picture_no_marks, &box));
        check_case("%zu", i);
        CHECK_EQ_INT(box.left, EDGE + CELL * cases[i].left);
        CHECK_EQ_INT(box.top, CELL * cases[i].top);
        CHECK_EQ_INT(box.width, CELL * cases[i].width);
        CHECK_EQ_INT(box.height, CELL * cases[i].height);
        CHECK(picture_draw(p, &after, &picture_no_marks, &box));
        CHECK_EQ_INT(box.width, 0);
        picture_free(p);
    }
    /* A hand is a row of 26 pixels below the board: Black's first, or White's if it is flipped. */
    for (int flipped = 0; flipped < 2; flipped++)
        for (int colour = 0; colour < 2; colour++) {
            arb_setup setup;
            picture_look look = {CELL, flipped != 0};
            gif_box box;
            set_up(&setup, rules, "4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
            board_picture *p = picture_new(rules, setup.size, &look);
            CHECK_EQ_INT(picture_height(p), EDGE + 8 * CELL + 2 * 26);
            CHECK(picture_draw(p, &setup, &picture_no_marks, &box));
            setup.hand[colour][ARB_QUEEN] = 1;
            CHECK(picture_draw(p, &setup, &picture_no_marks, &box));
            check_case("flipped %d, colour %d", flipped, colour);
            CHECK_EQ_INT(box.left, 0);
            CHECK_EQ_INT(box.width, EDGE + 8 * CELL);
            CHECK_EQ_INT(box.height, 26);
            CHECK_EQ_INT(box.top, EDGE + 8 * CELL + ((colour == ARB_WHITE) == flipped ? 26 : 0));
            unsigned touched = 0; /* the piece stands at the left edge of the board */
            for (size_t y = box.top; y < box.top + 26; y++)
                for (size_t x = 0; x < picture_width(p); x++)
                    if (colour_at(p, x, y) != 0xffffff) {
                        CHECK(x >= EDGE && x < EDGE + 2 * 26);
                        touched++;
                    }
            CHECK(touched > 100);
            picture_free(p);
        }
}

/* ---- films ---- */

static void check_bytes(const text_builder *got, const char *expected, size_t len)
{
    CHECK_EQ_INT(got->len, len);
    for (size_t i = 0; i < len && i < got->len; i++) {
        check_case("byte %zu", i);
        CHECK_EQ_INT((unsigned char)got->at[i], (unsigned char)expected[i]);
    }
}

TEST(a_film_of_a_few_pixels_has_these_bytes)
{
    static const uint32_t colours[3] = {0x000000, 0xff0000, 0x102030};
    static const char head[] = "GIF89a\3\0\2\0\xf7\0\0\0\0\0\xff\0\0\x10\x20\x30";
    static const char repeats[] = "\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0";
    uint8_t rgb[18] = {0, 0, 0, 255, 0, 0, 16, 32, 48, 0, 0, 0, 0, 0, 0, 250, 3, 3};
    text_builder file = {0};
    gif_writer *gif = gif_begin(&file, 3, 2, colours, 3);
    CHECK_EQ_INT(file.len, 13 + 768 + 19);
    CHECK(memcmp(file.at, head, sizeof head - 1) == 0);
    for (size_t i = 13 + 9; i < 13 + 768; i++)
        CHECK_EQ_INT(file.at[i], 0);
    CHECK(memcmp(file.at + 13 + 768, repeats, 19) == 0);
    text_free(&file);
    file = (text_builder){0};
    /* The first frame is whole whatever its box; codes of nine bits, the lowest first: CLEAR, the
     * colours 0 1 2 0, the code of 0 1, and END. */
    gif_frame(gif, rgb, (gif_box){1, 1, 1, 1}, 300);
    check_bytes(&file,
                "\x21\xf9\x04\x05\x2c\x01\xff\0,\0\0\0\0\3\0\2\0\0\x08"
                "\x08\x00\x01\x04\x10\x00\x40\x60\x40\x00",
                19 + 10);
    text_free(&file);
    file = (text_builder){0};
    /* The second frame: of its box one pixel has changed, and the other is transparent. */
    rgb[3] = 0;
    gif_frame(gif, rgb, (gif_box){1, 0, 2, 1}, 5);
    check_bytes(&file,
                "\x21\xf9\x04\x05\5\0\xff\0,\1\0\0\0\2\0\1\0\0\x08"
                "\x05\x00\x01\xfc\x0b\x08\x00",
                19 + 7);
    text_free(&file);
    file = (text_builder){0};
    gif_frame(gif, rgb, (gif_box){1, 0, 0, 1}, 5); /* nothing: a transparent pixel */
    gif_frame(gif, rgb, (gif_box){1, 0, 1, 0}, 5);
    CHECK_EQ_INT(file.len, 2 * (19 + 6));
    for (size_t i = 0; i < 2 && file.len == 50; i++)
        CHECK(memcmp(file.at + 25 * i + 8, ",\0\0\0\0\1\0\1\0\0\x08\x04\x00\xff\x05\x04\x00", 17) ==
              0);
    text_free(&file);
    file = (text_builder){0};
    CHECK(gif_end(gif));
    check_bytes(&file, ";", 1);
    text_free(&file);
}

TEST(the_size_of_a_film_is_known_before)
{
    static arb_position start;
    arb_position_start(&start, arb_rules_find("chess", 5));
    arb_game *game = arb_game_new(&start, NULL);
    film_options options = {{10, false}, 500, 3, 7};
    CHECK_EQ_INT(film_pixels(game, &options), 5 * 90 * 100);
    options.to = 3;
    CHECK_EQ_INT(film_pixels(game, &options), 90 * 100);
    arb_game_free(game);
    arb_position_start(&start, arb_rules_find("capablanca", 10));
    game = arb_game_new(&start, NULL);
    CHECK_EQ_INT(film_pixels(game, &options), 110 * 100);
    arb_game_free(game);
}

/* A film is the pictures of its positions one after another, each with the marks of its move. */
TEST(a_film_is_made_of_its_pictures)
{
    static const char *const moves[] = {"e2e4", "f7f6", "d1h5"};
    static arb_position start;
    uint32_t colours[GIF_COLOURS];
    arb_position_start(&start, arb_rules_find("chess", 5));
    arb_game *game = arb_game_new(&start, NULL);
    for (size_t i = 0; i < 3; i++) {
        arb_verdict verdict;
        arb_error error;
        arb_uci_read(arb_game_position(game), moves[i], 4, &verdict, &error);
        CHECK_EQ_INT(arb_game_play(game, verdict.move), ARB_OK);
    }
    for (size_t from = 0; from < 4; from++) {
        film_options options = {{12, false}, 700, from, 3};
        text_builder film = {0}, own = {0};
        CHECK(film_write(&film, game, &options));
        CHECK_EQ_INT(arb_game_ply(game), 3);
        board_picture *p = picture_new(arb_rules_at(0), arb_position_size(&start), &options.look);
        gif_writer *gif =
            gif_begin(&own, picture_width(p), picture_height(p), colours, picture_colours(colours));
        for (size_t ply = from; ply <= 3; ply++) {
            arb_setup setup;
            gif_box box;
            picture_marks marks = picture_no_marks;
            arb_game_goto(game, ply);
            arb_position_setup(arb_game_position(game), ARB_EP_LEGAL, &setup);
            if (ply > 0) {
                marks.from = arb_move_from(arb_game_move(game, ply - 1));
                marks.to = arb_move_to(arb_game_move(game, ply - 1));
            }
            if (ply == 3) /* the king on e8 is in check */
                marks.check = arb_square_at(setup.size, 4, 7);
            CHECK(picture_draw(p, &setup, &marks, &box));
            gif_frame(gif, picture_rgb(p), box, ply == 3 ? 280 : 70);
        }
        CHECK(gif_end(gif));
        check_case("from %zu", from);
        CHECK(film.len == own.len && memcmp(film.at, own.at, own.len) == 0);
        picture_free(p);
        text_free(&film);
        text_free(&own);
    }
    arb_game_free(game);
}

/* ---- codes ---- */

TEST(a_code_as_text_and_as_svg_shows_every_module)
{
    static const char *const blocks[4] = {" ", "\xE2\x96\x84", "\xE2\x96\x80", "\xE2\x96\x88"};
    static const size_t lengths[] = {5, 40, 106}; /* the least, one between, the greatest */
    static buffer expected;
    char text[QR_TEXT_LIMIT + 1];
    memset(text, 'x', sizeof text);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        qr_code code;
        text_builder shown = {0}, svg = {0};
        char part[200];
        fmt_out out = buffer_out(&expected);
        CHECK(qr_make(&code, text, lengths[i]));
        qr_put_text(&shown, &code);
        check_case("%zu bytes", lengths[i]);
        for (int row = -2; row < code.side + 2; row += 2) {
            fmt_put_text(&out, "\033[30;47m");
            for (int column = -2; column < code.side + 2; column++) {
                bool inside = column >= 0 && column < code.side;
                bool upper = inside && row >= 0 && row < code.side && code.dark[row][column];
                bool lower =
                    inside && row + 1 >= 0 && row + 1 < code.side && code.dark[row + 1][column];
                fmt_put_text(&out, blocks[2 * upper + lower]);
            }
            fmt_put_text(&out, "\033[0m\n");
        }
        CHECK_EQ_INT(shown.len, expected.len);
        CHECK(shown.len == expected.len && memcmp(shown.at, expected.text, shown.len) == 0);
        out = buffer_out(&expected);
        snprintf(part, sizeof part,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                 "shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h%dv%dH0z\"/><path "
                 "d=\"",
                 code.side + 8, code.side + 8, code.side + 8, code.side + 8);
        fmt_put_text(&out, part);
        for (int row = 0; row < code.side; row++)
            for (int column = 0; column < code.side; column++)
                if (code.dark[row][column]) {
                    snprintf(part, sizeof part, "M%d %dh1v1h-1z", column + 4, row + 4);
                    fmt_put_text(&out, part);
                }
        fmt_put_text(&out, "\"/></svg>\n");
        qr_put_svg(&svg, &code);
        CHECK(svg.len == expected.len && memcmp(svg.at, expected.text, svg.len) == 0);
        text_free(&shown);
        text_free(&svg);
    }
}

int main(void)
{
    RUN(pieces_and_films_have_these_colours);
    RUN(squares_have_their_grounds_and_marks);
    RUN(only_what_has_changed_is_drawn_anew);
    RUN(a_film_of_a_few_pixels_has_these_bytes);
    RUN(the_size_of_a_film_is_known_before);
    RUN(a_film_is_made_of_its_pictures);
    RUN(a_code_as_text_and_as_svg_shows_every_module);
    return check_result();
}
