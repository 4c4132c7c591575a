/* test_picture_sketch.c: pictures of boards, compared with sketches of them in
 * tests/data/picture_sketches.txt. A letter of a sketch is the brightness of four by four pixels,
 * from A for black to Z for white. It may be one letter off, as rounding differs from machine to
 * machine. SKETCH=update writes the sketches anew: look at the pictures before (`arbiter show
 * --png`). */
#include "positions.h"

#include "formats/picture/board_picture.h"

#include <stdlib.h>

static const char file_name[] = "tests/data/picture_sketches.txt";

enum { BOX = 4, CELL = 24, WIDEST = 128 };

static const struct {
    const char *rules, *fen, *from, *to, *check;
    bool flipped;
} pictures[] = {
    {"crazyhouse", "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR[QQPPPnnb] b KQkq - 0 1", "d2",
     "d4", "e8", false},
    {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[RBBNNNQQPPPPPPPPPPPPppppppppppppqr] w - - 0 1", "a1", "h8",
     "e1", true},
    {"capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", "a1",
     "a1", "f1", false},
    {"shako", NULL, "a1", "a1", "a1", false},
    {"grasshopper", NULL, "a1", "a1", "a1", true},
    {"knightmate", NULL, "a1", "a1", "a1", false},
    {"wolf", NULL, "a1", "a1", "a1", false},
    {"chigorin", NULL, "a1", "a1", "a1", false},
    {"own", NULL, "a1", "a1", "a1", false},
};

/* Its zebras and giraffes have no drawing. */
static const char own_text[] = "name = own\nparent = chess\npiece z zebra = leap 2,3 value 3\n"
                               "piece g giraffe = leap 1,4 value 3\n"
                               "start = zgzgkgzg/8/8/8/8/8/8/ZGZGKGZG w - - 0 1\ncastling = no\n";

/* Stores the sketch of a picture, a text of several lines. */
static void sketch(const board_picture *picture, char *out)
{
    const uint8_t *rgb = picture_rgb(picture);
    size_t width = picture_width(picture), height = picture_height(picture);
    for (size_t y = 0; y + BOX <= height; y += BOX, *out++ = '\n')
        for (size_t x = 0; x + BOX <= width; x += BOX) {
            unsigned sum = 0;
            for (size_t i = 0; i < BOX * BOX; i++)
                for (size_t part = 0; part < 3; part++)
                    sum += rgb[3 * ((y + i / BOX) * width + x + i % BOX) + part];
            *out++ = (char)('A' + sum * 26 / (3 * BOX * BOX * 256));
        }
    *out = '\0';
}

static arb_square square_of(arb_size size, const char *name)
{
    arb_square square = ARB_NO_SQUARE;
    arb_square_read(size, name, strlen(name), &square);
    return square;
}

TEST(pictures_look_as_they_did)
{
    static char now[WIDEST * WIDEST], line[WIDEST + 2];
    bool update = getenv("SKETCH") != NULL;
    FILE *file = update ? fopen(file_name, "w") : check_open(file_name);
    for (size_t i = 0; file && i < sizeof pictures / sizeof *pictures; i++) {
        const arb_rules *rules = arb_rules_find(pictures[i].rules, strlen(pictures[i].rules));
        static arb_rules own;
        if (rules == NULL) {
            CHECK(arb_rules_read(&own, own_text, sizeof own_text - 1, NULL, NULL));
            rules = &own;
        }
        static arb_position start;
        arb_setup setup;
        arb_error error;
        gif_box box;
        check_case("picture %zu: %s", i, pictures[i].rules);
        arb_position_start(&start, rules);
        arb_position_setup(&start, ARB_EP_LEGAL, &setup);
        if (pictures[i].fen)
            CHECK_EQ_INT(
                arb_fen_read(&setup, rules, pictures[i].fen, strlen(pictures[i].fen), &error),
                ARB_OK);
        picture_look look = {CELL, pictures[i].flipped};
        picture_marks marks = {square_of(setup.size, pictures[i].from),
                               square_of(setup.size, pictures[i].to),
                               square_of(setup.size, pictures[i].check)};
        board_picture *picture = picture_new(rules, setup.size, &look);
        CHECK(picture_draw(picture, &setup, &marks, &box));
        sketch(picture, now);
        if (update)
            fprintf(file, "%s", now);
        unsigned row = 0, off = 0;
        for (const char *at = now; !update && *at; at = strchr(at, '\n') + 1, row++) {
            size_t len = strcspn(at, "\n") + 1;
            if (!CHECK(fgets(line, sizeof line, file) && strlen(line) == len))
                break;
            for (size_t x = 0; x < len; x++)
                off += abs(line[x] - at[x]) > 1;
            if (off > 0) {
                printf("line %u of the sketch: %.*s instead of %s", row, (int)len, at, line);
                CHECK(off == 0);
                off = 0;
            }
        }
        if (update)
            fprintf(file, "\n");
        else
            CHECK(fgets(line, sizeof line, file) && line[0] == '\n');
        picture_free(picture);
    }
    if (file)
        fclose(file);
}

int main(void)
{
    RUN(pictures_look_as_they_did);
    return check_result();
}
