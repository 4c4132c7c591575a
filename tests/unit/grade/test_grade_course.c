/* test_grade_course.c: course files: what each statement sets, and each mistake with its place. */
#include "check.h"
#include "grade/course.h"

#include <stdlib.h>

typedef struct {
    char text[1000];
    size_t count;
} heard;

static void hear(void *context, const fmt_error *mistake)
{
    heard *h = context;
    size_t len = strlen(h->text);
    snprintf(h->text + len, sizeof h->text - len, "%zu:%zu: %s\n", mistake->line, mistake->column,
             mistake->text);
    h->count++;
}

static bool read_course(grade_course *course, const char *text, heard *h)
{
    *h = (heard){.count = 0};
    return grade_course_read(course, text, strlen(text), hear, h);
}

TEST(every_key_has_its_field)
{
    static const char text[] = "name = n 1\ntitle = T\nformat = comp250-java\nrules = chess\n"
                               "course-files = files\nroster = who.txt\nbuild = make\n"
                               "run = ./go\nmain = Main\nforbidden = a*  <b>\tc\ntime = 3600\n"
                               "memory = 16\nprocesses = 4096\npartial = yes\nsanitize = yes\n"
                               "leaks = yes\nlegal-only = yes\nloose = yes\n"
                               "seed = 9999999999999999999\n"
                               "part p = generate 1\n";
    grade_course course;
    heard h;
    CHECK(read_course(&course, text, &h));
    CHECK_EQ_TEXT(h.text, "");
    CHECK_EQ_TEXT(course.name, "n 1");
    CHECK_EQ_TEXT(course.title, "T");
    CHECK_EQ_TEXT(course.format->name, "comp250-java");
    CHECK(course.format->questions == GRADE_ASK_GAME && course.format->hand == GRADE_HAND_CLASS);
    CHECK_EQ_TEXT(course.rules, "chess");
    CHECK_EQ_TEXT(course.course_files, "files");
    CHECK_EQ_TEXT(course.roster, "who.txt");
    CHECK_EQ_TEXT(course.build, "make");
    CHECK_EQ_TEXT(course.run, "./go");
    CHECK_EQ_TEXT(course.main, "Main");
    CHECK_EQ_INT(course.forbidden_count, 3);
    CHECK_EQ_TEXT(course.forbidden[0], "a*");
    CHECK_EQ_TEXT(course.forbidden[1], "<b>");
    CHECK_EQ_TEXT(course.forbidden[2], "c");
    CHECK(course.seconds == 3600 && course.memory == 16 && course.processes == 4096);
    CHECK(course.partial && course.sanitize && course.leaks && course.legal_only && course.loose);
    CHECK(course.seed == UINT64_C(9999999999999999999));
    grade_course_free(&course);
    CHECK(course.text == NULL && course.name == NULL);

    static const char small[] = "format = moves\ntime = 1\nmemory = 1048576\nprocesses = 1\n"
                                "partial = no\nseed = 0\npart p = generate 1\n";
    CHECK(read_course(&course, small, &h));
    CHECK_EQ_TEXT(course.name, "moves");
    CHECK_EQ_TEXT(course.rules, "basic");
    CHECK(course.seconds == 1 && course.memory == 1048576 && course.processes == 1);
    CHECK(!course.partial && course.seed == 0 && course.title == NULL && course.build == NULL);
    grade_course_free(&course);
}

TEST(a_part_has_its_words)
{
    static const char text[] =
        "format = narrate\n"
        "part a = points 2.5 files x.txt y*.txt partial rulings\n"
        "hidden b = files z points 0 generate 1000 about mate seed 7 size 5x31\n"
        "part c = generate 1 size any about handout points 1000000\n"
        "part d = generate 2\n"
        "part e = generate 2 size 32x1 files seeds files points 1\n";
    grade_course course;
    heard h;
    CHECK(read_course(&course, text, &h));
    CHECK_EQ_TEXT(h.text, "");
    CHECK_EQ_INT(course.part_count, 5);
    const grade_part *a = &course.parts[0], *b = a + 1, *c = a + 2, *d = a + 3, *e = a + 4;
    CHECK(!a->hidden && a->points == 2.5 && a->partial && a->rulings && a->file_count == 2);
    CHECK_EQ_TEXT(a->files[1], "y*.txt");
    CHECK(a->places[1].line == 2 && a->places[1].column == 33);
    CHECK(a->generate == 0 && !a->seeded && a->size.files == 8 && a->size.ranks == 8);
    CHECK(b->hidden && b->points == 0 && !b->partial && !b->rulings && b->file_count == 1);
    CHECK(b->generate == 1000 && b->about == 4 && b->seeded && b->seed == 7);
    CHECK(b->size.ranks == 5 && b->size.files == 31);
    CHECK(c->size.files == 0 && c->size.ranks == 0 && c->about == 0 && c->points == 1000000);
    CHECK(d->points < 0 && d->file_count == 0);
    CHECK(e->size.ranks == 32 && e->size.files == 1 && e->seeded == false && e->points == 1);
    grade_course_free(&course);
}

TEST(each_mistake_has_its_place)
{
    static const struct {
        const char *text, *told;
    } rows[] = {
        {"", "1:1: a course file states its 'format'\n"},
        {"format = lab", "1:10: 'format' takes lab3-class, lab3-library, lab3-program, moves, "
                         "narrate, narrate-class, game or comp250-java\n"},
        {"format = game\nformat2 = x\n", "2:1: there is no key 'format2'\n"},
        {"format = game\ntime = 0", "2:8: 'time' takes a whole number from 1 to 3600\n"},
        {"format = game\ntime = 3601", "2:8: 'time' takes a whole number from 1 to 3600\n"},
        {"format = game\ntime = 3s", "2:8: 'time' takes a whole number from 1 to 3600\n"},
        {"format = game\ntime = +3", "2:8: 'time' takes a whole number from 1 to 3600\n"},
        {"format = game\ntime = :", "2:8: 'time' takes a whole number from 1 to 3600\n"},
        {"format = game\nmemory = 15", "2:10: 'memory' takes a whole number from 16 to 1048576\n"},
        {"format = game\nmemory = 1048577",
         "2:10: 'memory' takes a whole number from 16 to 1048576\n"},
        {"format = game\nprocesses = 0", "2:13: 'processes' takes a whole number from 1 to 4096\n"},
        {"format = game\nprocesses = 4097",
         "2:13: 'processes' takes a whole number from 1 to 4096\n"},
        {"format = game\npartial = maybe", "2:11: 'partial' takes yes or no\n"},
        {"format = game\nseed = -1", "2:8: 'seed' takes a whole number\n"},
        {"format = game\nseed = 10000000000000000000", "2:8: 'seed' takes a whole number\n"},
        {"format = game\nrules = nosuch", "2:9: there is no rule set 'nosuch'\n"},
        {"format = game\npart = generate 1", "2:1: a part has a name: 'part NAME = ...'\n"},
        {"format = game\nhidden = generate 1", "2:1: a part has a name: 'hidden NAME = ...'\n"},
        {"format = game\npart p q = generate 1", "2:8: the name of a part is one word\n"},
        {"format = game\nhidden p  q = generate 1", "2:11: the name of a part is one word\n"},
        {"format = game\nsecret  s = generate 1",
         "2:9: 's': only part and hidden have a name behind them\n"},
        {"format = game\npart p = generate 0",
         "2:19: 'generate' takes a whole number from 1 to 1000\n"
         "2:6: the part 'p' has no tests: neither files nor generate\n"},
        {"format = game\npart p = generate 1001",
         "2:19: 'generate' takes a whole number from 1 to 1000\n"},
        {"format = game\npart p = generate 1 seed x", "2:26: 'seed' takes a whole number\n"},
        {"format = game\npart p = generate 1 seed", "2:25: 'seed' takes a whole number\n"},
        {"format = game\npart p = generate 1 points",
         "2:27: 'points' takes a number from 0 to 1000000\n"},
        {"format = game\npart p = generate 1 points -1",
         "2:28: 'points' takes a number from 0 to 1000000\n"},
        {"format = game\npart p = generate 1 points 1000001",
         "2:28: 'points' takes a number from 0 to 1000000\n"},
        {"format = game\npart p = generate 1 points 1x",
         "2:28: 'points' takes a number from 0 to 1000000\n"},
        {"format = game\npart p = generate 1 points nan",
         "2:28: 'points' takes a number from 0 to 1000000\n"},
        {"format = game\npart p = generate 1 about",
         "2:26: tests of game are not about 'nothing'\n"},
        {"format = game\npart p = generate 1 about  mate",
         "2:28: tests of game are not about 'mate'\n"},
        {"format = game\npart p = generate 1 rulings",
         "2:28: 'rulings' is of narrate and narrate-class\n"},
        {"format = game\npart p = generate 1 many",
         "2:21: 'many' is none of points, files, generate, about, seed, size, partial and "
         "rulings\n"},
        {"format = game\nformat = game\n", "2:1: 'format' is stated already\n"},
        {"format = game\npart p = generate 1\npart q = generate 1\nhidden p = generate 1\n",
         "4:8: there is a part 'p' already\n"},
        {"format = game\nmain =\n", "2:1: 'main' has no value\n"},
        {"format = game\nmain x\n", "2:1: this is no statement: write 'key = value'\n"},
        {"format = game\npart p = files a points 1 b",
         "2:27: 'b' is none of points, files, generate, about, seed, size, partial and rulings\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_course course;
        heard h;
        check_case("row %zu: %s", i, rows[i].text);
        CHECK(!read_course(&course, rows[i].text, &h));
        CHECK_EQ_TEXT(h.text, rows[i].told);
        CHECK(course.text == NULL && course.part_count == 0);
    }
    check_case("%s", "");
}

TEST(sizes_have_limits)
{
    static const struct {
        const char *size;
        bool good;
    } rows[] = {{"1x1", true},   {"32x32", true}, {"any", true},    {"0x8", false},
                {"8x0", false},  {"33x8", false}, {"8x33", false},  {"8", false},
                {"8x8x", false}, {"8x", false},   {"anyx", false},  {"x8", false},
                {"", false},     {"8x8 ", true},  {"100x8", false}, {"8x100", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[100];
        grade_course course;
        heard h;
        snprintf(text, sizeof text, "format = lab3-class\npart p = generate 1 size %s",
                 rows[i].size);
        check_case("%s", text);
        CHECK(read_course(&course, text, &h) == rows[i].good);
        CHECK_EQ_TEXT(h.text, rows[i].good ? ""
                              : rows[i].size[0] == '\0'
                                  ? "2:25: 'size' takes rows and columns, as in 8x8, each 1 to 32; "
                                    "or any\n"
                                  : "2:26: 'size' takes rows and columns, as in 8x8, each 1 to 32; "
                                    "or any\n");
        if (rows[i].good)
            grade_course_free(&course);
    }
    check_case("%s", "");
}

/* Writes a statement with `count` words, or `count` statements. */
static char *repeated(const char *head, const char *word, size_t count)
{
    static char text[4000];
    size_t len = (size_t)snprintf(text, sizeof text, "%s", head);
    for (size_t i = 0; i < count; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, word, i);
    return text;
}

TEST(lists_have_limits)
{
    grade_course course;
    heard h;
    CHECK(read_course(&course, repeated("format = game\nforbidden =", " f%zu", 64), &h));
    CHECK_EQ_INT(course.forbidden_count, 64);
    grade_course_free(&course);
    CHECK(!read_course(&course, repeated("format = game\nforbidden =", " f%zu", 66), &h));
    CHECK_EQ_TEXT(h.text, "2:259: more than 64 are forbidden\n");
    CHECK(read_course(&course, repeated("format = game\npart p = files", " f%zu", 64), &h));
    CHECK_EQ_INT(course.parts[0].file_count, 64);
    CHECK_EQ_TEXT(course.parts[0].files[63], "f63");
    grade_course_free(&course);
    CHECK(!read_course(&course, repeated("format = game\npart p = files", " f%zu", 65), &h));
    CHECK_EQ_TEXT(h.text, "2:262: a part names at most 64 files\n");
    CHECK(read_course(&course, repeated("format = game\n", "part p%zu = generate 1\n", 32), &h));
    CHECK_EQ_INT(course.part_count, 32);
    CHECK_EQ_TEXT(course.parts[31].name, "p31");
    grade_course_free(&course);
    CHECK(!read_course(&course, repeated("format = game\n", "part p%zu = generate 1\n", 33), &h));
    CHECK_EQ_TEXT(h.text, "34:6: there are more than 32 parts\n");
}

TEST(shipped_courses_are_found_by_name)
{
    size_t count = 0;
    for (const char *name; (name = grade_course_name(count)) != NULL; count++) {
        grade_course course;
        heard h;
        check_case("%s", name);
        CHECK(grade_course_shipped(name) != NULL &&
              read_course(&course, grade_course_shipped(name), &h));
        CHECK_EQ_TEXT(h.text, "");
        grade_course_free(&course);
    }
    check_case("%s", "");
    CHECK(count >= 5 && grade_course_shipped("lab33") == NULL);
}

int main(void)
{
    RUN(every_key_has_its_field);
    RUN(a_part_has_its_words);
    RUN(each_mistake_has_its_place);
    RUN(sizes_have_limits);
    RUN(lists_have_limits);
    RUN(shipped_courses_are_found_by_name);
    return check_result();
}
