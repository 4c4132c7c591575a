/* test_picture_paths.c: the paths that drawings are made of, and the area that their lines cover.
 * Layer: tests. */
#include "check.h"

#include "formats/picture/drawings.h"
#include "formats/picture/path_shape.h"
#include "formats/picture/raster.h"
#include "formats/picture/stroke_font.h"

TEST(every_path_of_a_drawing_can_be_read)
{
    static path_shape shape;
    size_t paths = 0;
    for (const char *const *line = drawing_lines; *line != NULL; line++)
        if (strncmp(*line, "body ", 5) == 0 || strncmp(*line, "line ", 5) == 0) {
            check_case("%s", *line);
            CHECK(path_read(&shape, *line + 5));
            paths++;
        }
    CHECK(paths > 60);
    check_case("a font");
    for (const char *letter = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
         *letter != '\0'; letter++)
        CHECK(path_read(&shape, glyph_path(*letter)));
    CHECK(glyph_path('-') == NULL);
}

TEST(other_paths_are_refused)
{
    static path_shape shape;
    static const char *const bad[] = {"",     "L1 1", "M1", "M1 1q2 2 3 3", "M1 1a2 3 0 0 1 4 4",
                                      "M0 0x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        check_case("%s", bad[i]);
        CHECK(!path_read(&shape, bad[i]));
    }
}

TEST(a_path_ends_where_its_commands_lead)
{
    static const struct {
        const char *path;
        size_t rings;
        double x, y;
    } cases[] = {
        {"M1 2", 1, 1, 2},
        {"M1 2 3 4 5 6", 1, 5, 6},
        {"m1 2 3 4", 1, 4, 6},
        {"M1 2h3v4H2V3", 1, 2, 3},
        {"M1 2l3 4L0 1", 1, 0, 1},
        {"M1 2c1 1 2 2 3 4", 1, 4, 6},
        {"M1 2C1 1 2 2 3 4", 1, 3, 4},
        {"M1 2a3 3 0 0 1 3 3", 1, 4, 5},
        {"M1 2h3v4zm1 1", 2, 2, 3},
        {"M1 2h3v4zM5 6h2v2zm1 1", 3, 6, 7},
        {"M1 2h3v4zM5 6h2v2zM8 9h2v2zm1 1", 4, 9, 10},
    };
    static path_shape shape;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%s", cases[i].path);
        CHECK(path_read(&shape, cases[i].path));
        CHECK_EQ_INT(shape.rings, cases[i].rings);
        CHECK_EQ_INT(shape.ends[shape.rings - 1], shape.count);
        shape_point last = shape.points[shape.count - 1];
        CHECK(last.x > cases[i].x - 1e-6 && last.x < cases[i].x + 1e-6);
        CHECK(last.y > cases[i].y - 1e-6 && last.y < cases[i].y + 1e-6);
    }
}

TEST(curves_and_arcs_have_so_many_points)
{
    static path_shape shape;
    CHECK(path_read(&shape, "M1 2c1 1 2 2 3 4"));
    CHECK_EQ_INT(shape.count, 1 + 12);
    CHECK(path_read(&shape, "M1 2a3 3 0 0 1 3 3"));
    CHECK_EQ_INT(shape.count, 1 + 20);
    shape.count = shape.rings = 0;
    CHECK(path_add_circle(&shape, (shape_point){5, 5}, 2));
    CHECK_EQ_INT(shape.count, 40);
    CHECK(shape.closed[0]);
    for (size_t i = 0; i < shape.count; i++) {
        double x = shape.points[i].x - 5, y = shape.points[i].y - 5;
        CHECK(x * x + y * y > 4 - 1e-6 && x * x + y * y < 4 + 1e-6);
    }
}

TEST(every_kind_of_a_shipped_rule_set_is_drawn_and_by_its_own_name)
{
    for (size_t i = 0; i < arb_rules_count(); i++) {
        const arb_rules *rules = arb_rules_at(i);
        for (arb_kind kind = 1; kind < ARB_KIND_LIMIT; kind++) {
            if (rules->kinds[kind].letter == '\0')
                continue;
            check_case("%s %s", rules->name, rules->kinds[kind].name);
            const char *const *found = drawing_of(rules, kind);
            if (CHECK(found != NULL))
                CHECK(strstr(found[-1], rules->kinds[kind].name) != NULL);
        }
    }
}

/* A line and its two round ends cover its length times its width and a circle. */
TEST(a_line_covers_its_area_whichever_way_it_goes)
{
    static const struct {
        const char *path;
        double length;
    } cases[] = {{"M8 8L24 8", 16},  {"M8 8L8 24", 16},   {"M4 8L28 15", 25}, {"M28 15L4 8", 25},
                 {"M28 8L4 15", 25}, {"M4 28L28 10", 30}, {"M10 4L28 28", 30}};
    static path_shape shape;
    static uint8_t covered[64 * 64];
    raster_mask mask = {64, covered};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double area = 0,
               wanted = 4 * 4 * (cases[i].length * 2 + 3.06); /* the circle has ten edges */
        check_case("%s", cases[i].path);
        CHECK(path_read(&shape, cases[i].path));
        CHECK(raster_stroke(&mask, &shape, 2, 2));
        for (size_t at = 0; at < sizeof covered; at++)
            area += 4 * covered[at] / 255.0;
        CHECK(area > wanted * 0.96 && area < wanted * 1.04);
    }
}

/* A round end is a regular polygon of ten edges; a line of any length is drawn. */
TEST(dots_and_short_lines_cover_their_area)
{
    static const struct {
        const char *path;
        double scale, width, area;
    } cases[] = {{"M16 16L16.001 16", 2, 20, 2.939 * 20 * 20},
                 {"M1 1L1.9 1", 20, 0.4, 0.9 * 0.4 * 400 + 2.939 * 4 * 4},
                 {"M1 1L1.1 1", 20, 0.2, 0.1 * 0.2 * 400 + 2.939 * 2 * 2}};
    static path_shape shape;
    static uint8_t covered[64 * 64];
    raster_mask mask = {64, covered};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double area = 0;
        check_case("%s", cases[i].path);
        CHECK(path_read(&shape, cases[i].path));
        CHECK(raster_stroke(&mask, &shape, cases[i].scale, cases[i].width));
        for (size_t at = 0; at < sizeof covered; at++)
            area += covered[at] / 255.0;
        CHECK(area > cases[i].area * 0.98 && area < cases[i].area * 1.02);
    }
}

int main(void)
{
    RUN(every_path_of_a_drawing_can_be_read);
    RUN(other_paths_are_refused);
    RUN(a_path_ends_where_its_commands_lead);
    RUN(curves_and_arcs_have_so_many_points);
    RUN(every_kind_of_a_shipped_rule_set_is_drawn_and_by_its_own_name);
    RUN(a_line_covers_its_area_whichever_way_it_goes);
    RUN(dots_and_short_lines_cover_their_area);
    return check_result();
}
