/* test_picture.c: pictures of boards and games: PNG and GIF, which are read back by readers of this
 * test. */
#include "check.h"

#include "formats/picture/game_film.h"
#include "formats/picture/png_write.h"

#include <stdlib.h>
#include <zlib.h>

/* ---- PNG ---- */

static uint32_t u32(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

TEST(a_png_unpacks_to_the_same_pixels)
{
    enum { WIDTH = 7, HEIGHT = 5, STRIDE = 3 * WIDTH };
    uint8_t all[STRIDE * (HEIGHT + 1)], *rgb = all + STRIDE, rows[(STRIDE + 1) * HEIGHT],
                                        above[STRIDE] = {0};
    for (size_t i = 0; i < sizeof all; i++) /* there is something above the first row, too */
        all[i] = (uint8_t)(i * 37 + i / 11 + 5);
    text_builder file = {0};
    CHECK(png_write(&file, rgb, WIDTH, HEIGHT));
    const uint8_t *at = (const uint8_t *)file.at;
    CHECK(memcmp(at, "\x89PNG\r\n\x1a\n", 8) == 0);
    CHECK_EQ_INT(u32(at + 16), WIDTH);
    CHECK_EQ_INT(u32(at + 20), HEIGHT);
    CHECK(memcmp(at + 24, "\x08\x02\0\0\0", 5) == 0); /* 8 bits of each of three colours */
    static const char *const names[] = {"IHDR", "IDAT", "IEND"};
    size_t chunks = 0;
    for (at += 8; at < (const uint8_t *)file.at + file.len; chunks++) {
        uint32_t len = u32(at);
        CHECK_EQ_INT(u32(at + 8 + len), crc32(0, at + 4, len + 4));
        CHECK(chunks < 3 && memcmp(at + 4, names[chunks % 3], 4) == 0);
        if (memcmp(at + 4, "IDAT", 4) == 0) {
            uLongf got = sizeof rows;
            CHECK_EQ_INT(uncompress(rows, &got, at + 8, len), Z_OK);
            CHECK_EQ_INT(got, sizeof rows);
        }
        at += 12 + len;
    }
    CHECK_EQ_INT(chunks, 3);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < STRIDE; x++) {
            uint8_t filter = rows[y * (STRIDE + 1)], value = rows[y * (STRIDE + 1) + 1 + x];
            CHECK_EQ_INT(filter, y > 0 ? 2 : 0);
            above[x] = (uint8_t)(filter == 2 ? above[x] + value : value);
            CHECK_EQ_INT(above[x], rgb[y * STRIDE + x]);
        }
    text_free(&file);
}

/* ---- GIF: a reader of our own ---- */

typedef struct {
    const uint8_t *at, *end;
    uint32_t width, height;
    uint8_t colours[256][3];
    uint8_t *screen; /* three bytes for each pixel */
    size_t frames;
    unsigned hundredths; /* the duration of all frames, in 1/100 s */
} film;

typedef struct {
    uint8_t bytes[1 << 20];
    size_t len;
} packed;

static void take_blocks(film *f, packed *p)
{
    p->len = 0;
    while (f->at < f->end && *f->at != 0) {
        memcpy(p->bytes + p->len, f->at + 1, *f->at);
        p->len += *f->at;
        f->at += *f->at + 1;
    }
    f->at++;
}

/* Unpacks pixels. Returns false if a code is invalid. */
static bool unpack(const packed *p, uint8_t *pixels, size_t count)
{
    static uint16_t prefix[4096];
    static uint8_t last[4096];
    static size_t length[4096];
    unsigned width = 9, next = 258, before = 4096;
    size_t bit = 0, made = 0;
    for (unsigned i = 0; i < 256; i++) {
        last[i] = (uint8_t)i;
        length[i] = 1;
    }
    while (bit + width <= 8 * p->len) {
        unsigned code = 0;
        for (unsigned i = 0; i < width; i++, bit++)
            code |= (unsigned)(p->bytes[bit / 8] >> bit % 8 & 1) << i;
        if (code == 257)
            return made == count;
        if (code == 256) {
            width = 9;
            next = 258;
            before = 4096;
            continue;
        }
        if (code > next || (code == next && before == 4096))
            return false;
        unsigned known = code < next ? code : before;
        size_t len = length[known] + (code == next);
        if (made + len > count)
            return false;
        size_t at = made + length[known];
        for (unsigned walk = known;; walk = prefix[walk]) {
            pixels[--at] = last[walk];
            if (length[walk] == 1)
                break;
        }
        if (code == next)
            pixels[made + len - 1] = pixels[made];
        if (before != 4096 && next < 4096) {
            prefix[next] = (uint16_t)before;
            last[next] = pixels[made];
            length[next] = length[before] + 1;
            next++;
            if (next == 1u << width && width < 12)
                width++;
        }
        made += len;
        before = code;
    }
    return false;
}

static void show_frame(film *f, packed *p)
{
    uint32_t left = f->at[1] | (uint32_t)f->at[2] << 8, top = f->at[3] | (uint32_t)f->at[4] << 8;
    uint32_t width = f->at[5] | (uint32_t)f->at[6] << 8,
             height = f->at[7] | (uint32_t)f->at[8] << 8;
    f->at += 11;
    take_blocks(f, p);
    uint8_t *pixels = malloc((size_t)width * height);
    CHECK(left + width <= f->width && top + height <= f->height);
    CHECK(unpack(p, pixels, (size_t)width * height));
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++)
            if (pixels[y * width + x] != GIF_CLEAR)
                memcpy(f->screen + 3 * ((size_t)(top + y) * f->width + left + x),
                       f->colours[pixels[y * width + x]], 3);
    free(pixels);
    f->frames++;
}

static void play_film(film *f, const text_builder *file)
{
    static packed p;
    *f = (film){.at = (const uint8_t *)file->at, .end = (const uint8_t *)file->at + file->len};
    CHECK(memcmp(f->at, "GIF89a", 6) == 0);
    f->width = f->at[6] | (uint32_t)f->at[7] << 8;
    f->height = f->at[8] | (uint32_t)f->at[9] << 8;
    memcpy(f->colours, f->at + 13, sizeof f->colours);
    f->screen = calloc((size_t)f->width * f->height, 3);
    f->at += 13 + sizeof f->colours;
    while (f->at < f->end && *f->at != ';')
        if (*f->at == ',') {
            show_frame(f, &p);
        } else {
            if (f->at[1] == 0xf9)
                f->hundredths += f->at[4] | (unsigned)f->at[5] << 8;
            f->at += 2;
            take_blocks(f, &p);
        }
    CHECK(f->at + 1 == f->end);
}

/* Returns the largest difference of a pixel between a picture and the film's last one. */
static int worst(const film *f, const uint8_t *rgb)
{
    int most = 0;
    for (size_t i = 0; i < 3 * (size_t)f->width * f->height; i++) {
        int by = abs(f->screen[i] - rgb[i]);
        most = by > most ? by : most;
    }
    return most;
}

/* Plays moves and films them; the film's last picture must be that of the last position. */
static void check_film(const char *name, const char *moves, int cell, bool flipped, size_t frames)
{
    const arb_rules *rules = arb_rules_find(name, strlen(name));
    static arb_position start;
    arb_position_start(&start, rules);
    arb_game *game = arb_game_new(&start, NULL);
    for (const char *at = moves; *at != '\0'; at += strcspn(at, " "), at += strspn(at, " ")) {
        arb_typed typed;
        CHECK_EQ_INT(arb_move_read(game, ARB_COORDS_ALGEBRAIC, at, strcspn(at, " "), &typed),
                     ARB_OK);
        CHECK_EQ_INT(arb_game_play(game, typed.verdict.move), ARB_OK);
    }
    text_builder file = {0};
    size_t ply = arb_game_ply(game);
    film_options options = {{cell, flipped}, 500, 0, ply};
    film f;
    check_case("%s", name);
    CHECK(film_write(&file, game, &options));
    CHECK_EQ_INT(arb_game_ply(game), ply);
    play_film(&f, &file);
    CHECK_EQ_INT(f.frames, frames);
    CHECK_EQ_INT(f.hundredths, 50 * (frames - 1) + 200);
    board_picture *picture = picture_new(rules, arb_position_size(&start), &options.look);
    arb_setup setup;
    gif_box box;
    arb_position_setup(arb_game_position(game), ARB_EP_LEGAL, &setup);
    arb_move last = arb_game_move(game, ply - 1);
    arb_colour turn = arb_position_turn(arb_game_position(game));
    picture_marks marks = {arb_move_from(last), arb_move_to(last), ARB_NO_SQUARE};
    if (arb_position_in_check(arb_game_position(game), turn))
        marks.check = arb_position_royal(arb_game_position(game), turn);
    CHECK(picture_draw(picture, &setup, &marks, &box));
    CHECK_EQ_INT(box.width, f.width);
    CHECK_EQ_INT(box.height, f.height);
    CHECK(worst(&f, picture_rgb(picture)) < 24);
    picture_free(picture);
    free(f.screen);
    text_free(&file);
    arb_game_free(game);
}

TEST(a_film_ends_with_the_last_position)
{
    check_film("chess", "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7", 20, false, 8);
    check_film("chess", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1", 33, true, 8);
    check_film("crazyhouse", "e2e4 d7d5 e4d5 d8d5 P@e4", 24, false, 6);
    check_film("grand", "e3e5 f8f6", 12, false, 3);
}

TEST(a_plain_picture_takes_few_bytes)
{
    enum { SIDE = 300 };
    static uint8_t rgb[3 * SIDE * SIDE];
    static const uint32_t colours[GIF_COLOURS] = {0};
    text_builder file = {0};
    film f;
    gif_writer *gif = gif_begin(&file, SIDE, SIDE, colours, GIF_COLOURS);
    gif_frame(gif, rgb, (gif_box){0, 0, SIDE, SIDE}, 10);
    CHECK(gif_end(gif));
    CHECK(file.len < 2000);
    play_film(&f, &file);
    CHECK_EQ_INT(worst(&f, rgb), 0);
    free(f.screen);
    text_free(&file);
}

TEST(a_large_picture_with_many_codes_unpacks)
{
    enum { SIDE = 300 };
    static uint8_t rgb[3 * SIDE * SIDE];
    uint32_t colours[GIF_COLOURS], seed = 7;
    for (uint32_t i = 0; i < GIF_COLOURS; i++)
        colours[i] = i << 16 | i << 8 | i;
    for (size_t i = 0; i < SIDE * SIDE; i++) { /* noise: the codes fill up and begin anew */
        seed = seed * 1664525 + 1013904223;
        memset(rgb + 3 * i, (int)(seed >> 24) % 255 / 8 * 8, 3);
    }
    text_builder file = {0};
    film f;
    gif_writer *gif = gif_begin(&file, SIDE, SIDE, colours, GIF_COLOURS);
    gif_frame(gif, rgb, (gif_box){0, 0, 0, 0}, 10);
    gif_frame(gif, rgb, (gif_box){0, 0, SIDE, SIDE}, 10); /* nothing has changed */
    CHECK(gif_end(gif));
    play_film(&f, &file);
    CHECK_EQ_INT(f.frames, 2);
    CHECK_EQ_INT(worst(&f, rgb), 0);
    free(f.screen);
    text_free(&file);
}

/* Each picture needs one code more than the one before, so that one of them ends where codes get
 * longer or are full. */
TEST(a_picture_with_any_number_of_codes_unpacks)
{
    enum { LONGEST = 4200 };
    static uint8_t rgb[3 * LONGEST];
    static const uint32_t ends[][2] = {{240, 280}, {3800, LONGEST}};
    uint32_t colours[GIF_COLOURS], seed = 9;
    for (uint32_t i = 0; i < GIF_COLOURS; i++)
        colours[i] = i % 7 * 32 << 16 | i / 7 % 7 * 32 << 8 | i / 49 * 32;
    for (size_t i = 0; i < LONGEST; i++) {
        seed = seed * 1664525 + 1013904223;
        for (size_t part = 0; part < 3; part++)
            rgb[3 * i + part] = (uint8_t)(colours[(seed >> 16) % GIF_COLOURS] >> (16 - 8 * part));
    }
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        for (uint32_t width = ends[i][0]; width < ends[i][1]; width++) {
            text_builder file = {0};
            film f;
            check_case("%u pixels", (unsigned)width);
            gif_writer *gif = gif_begin(&file, width, 1, colours, GIF_COLOURS);
            gif_frame(gif, rgb, (gif_box){0, 0, width, 1}, 10);
            CHECK(gif_end(gif));
            play_film(&f, &file);
            CHECK_EQ_INT(worst(&f, rgb), 0);
            free(f.screen);
            text_free(&file);
        }
}

/* Colours that differ in any of their five upper bits are told apart. */
TEST(every_colour_of_a_palette_is_shown_as_it_is)
{
    enum { COUNT = 216 };
    uint32_t colours[COUNT];
    uint8_t rgb[3 * COUNT];
    text_builder file = {0};
    film f;
    for (uint32_t i = 0; i < COUNT; i++) {
        colours[i] = i / 36 * 48 << 16 | i / 6 % 6 * 48 << 8 | i % 6 * 48;
        for (uint32_t part = 0; part < 3; part++)
            rgb[3 * i + part] = (uint8_t)(colours[i] >> (16 - 8 * part));
    }
    gif_writer *gif = gif_begin(&file, COUNT, 1, colours, COUNT);
    gif_frame(gif, rgb, (gif_box){0, 0, COUNT, 1}, 10);
    CHECK(gif_end(gif));
    play_film(&f, &file);
    CHECK_EQ_INT(worst(&f, rgb), 0);
    free(f.screen);
    text_free(&file);
}

TEST(a_picture_shows_squares_pieces_and_the_other_side)
{
    static arb_position start;
    arb_setup setup;
    gif_box box;
    arb_position_start(&start, arb_rules_at(0));
    arb_position_setup(&start, ARB_EP_LEGAL, &setup);
    for (int flipped = 0; flipped < 2; flipped++) {
        picture_look look = {40, flipped != 0};
        board_picture *p = picture_new(arb_rules_at(0), setup.size, &look);
        CHECK(picture_draw(p, &setup, &picture_no_marks, &box));
        const uint8_t *rgb = picture_rgb(p);
        size_t top =
            3 * (22 * (size_t)box.width + 20 + 40 * 4 + 16); /* in the fifth square's piece */
        CHECK(flipped ? rgb[top] > 200 : rgb[top] < 100);    /* White's queen, Black's king */
        size_t empty = 3 * ((40 * 3 + 5) * (size_t)box.width + 20 + 5);
        CHECK_EQ_INT(rgb[empty], 0xb5);
        CHECK_EQ_INT(rgb[empty + 3 * 40], 0xf0);
        CHECK(picture_draw(p, &setup, &picture_no_marks, &box));
        CHECK_EQ_INT(box.width, 0); /* the same again */
        picture_free(p);
    }
}

/* Both squares of the last move are marked, and no other one. */
TEST(the_last_move_is_marked)
{
    static arb_position start;
    arb_setup setup;
    gif_box box;
    arb_position_start(&start, arb_rules_at(0));
    arb_position_setup(&start, ARB_EP_LEGAL, &setup);
    picture_look look = {40, false};
    board_picture *plain = picture_new(arb_rules_at(0), setup.size, &look);
    board_picture *marked = picture_new(arb_rules_at(0), setup.size, &look);
    picture_marks marks = {arb_square_at(setup.size, 0, 3), arb_square_at(setup.size, 4, 4),
                           ARB_NO_SQUARE};
    CHECK(picture_draw(plain, &setup, &picture_no_marks, &box));
    CHECK(picture_draw(marked, &setup, &marks, &box));
    for (int file = 0; file < 8; file++)
        for (int rank = 0; rank < 8; rank++) {
            arb_square square = arb_square_at(setup.size, file, rank);
            size_t at = 40 * (7 - (size_t)rank) + 1, along = 20 + 40 * (size_t)file + 1;
            size_t pixel = 3 * (at * picture_width(plain) + along);
            check_case("square %u", (unsigned)square);
            CHECK_EQ_INT(memcmp(picture_rgb(plain) + pixel, picture_rgb(marked) + pixel, 3) != 0,
                         square == marks.from || square == marks.to);
        }
    picture_free(plain);
    picture_free(marked);
}

int main(void)
{
    RUN(a_png_unpacks_to_the_same_pixels);
    RUN(a_film_ends_with_the_last_position);
    RUN(a_plain_picture_takes_few_bytes);
    RUN(a_large_picture_with_many_codes_unpacks);
    RUN(a_picture_with_any_number_of_codes_unpacks);
    RUN(every_colour_of_a_palette_is_shown_as_it_is);
    RUN(a_picture_shows_squares_pieces_and_the_other_side);
    RUN(the_last_move_is_marked);
    return check_result();
}
