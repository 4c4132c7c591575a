/* test_grade_intake.c: where the work is in what was handed in, and in which way it is graded. */
#include "check.h"
#include "grade/intake/intake.h"
#include "grade/intake/submission.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[100];

/* Makes the files of a list, with their folders; a name that ends in '*' is executable, one that
 * ends in '/' is a folder. */
static const char *made(const char *const *files)
{
    static char folder[160];
    static unsigned count;
    char path[400];
    snprintf(folder, sizeof folder, "%s/%u", root, count++);
    mkdir(folder, 0755);
    for (; *files != NULL; files++) {
        snprintf(path, sizeof path, "%s/%s", folder, *files);
        size_t len = strlen(path);
        bool executable = path[len - 1] == '*', is_folder = path[len - 1] == '/';
        if (executable || is_folder)
            path[len - 1] = '\0';
        for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')) != NULL;
             slash++) {
            *slash = '\0';
            mkdir(path, 0755);
            *slash = '/';
        }
        FILE *out = is_folder ? NULL : fopen(path, "w");
        if (is_folder)
            mkdir(path, 0755);
        else if (CHECK(out != NULL))
            fclose(out);
        chmod(path, executable || is_folder ? 0755 : 0644);
    }
    return folder;
}

enum { NOT = -1 };

TEST(a_folder_is_graded_by_what_it_holds)
{
    static const struct {
        const char *files[4];
        int way;
    } rows[] = {
        {{NULL}, NOT},
        {{"readme.txt", NULL}, NOT},
        {{"ChessBoard.hh", NULL}, GRADE_BY_CLASS},
        {{"chessboard.CC", NULL}, GRADE_BY_CLASS},
        {{"ChessBoard.h", NULL}, NOT},
        {{"ChessBoard.hh/", NULL}, NOT},
        {{"lab3*", NULL}, GRADE_BY_FOLDER},
        {{"lab3", NULL}, NOT},
        {{"chess*", NULL}, GRADE_BY_FOLDER},
        {{"chess/", NULL}, NOT},
        {{"a.zip", NULL}, GRADE_BY_CLASS},
        {{"lab3*", "a.zip", NULL}, GRADE_BY_FOLDER},
        {{"lab3*", "ChessBoard.cc", NULL}, GRADE_BY_CLASS},
        {{"lab3*", "x/ChessBoard.cc", NULL}, GRADE_BY_FOLDER},
        {{"x/ChessBoard.cc", NULL}, GRADE_BY_CLASS},
        {{".x/ChessBoard.cc", NULL}, NOT},
        {{"__MACOSX/ChessBoard.cc", NULL}, NOT},
        {{"node_modules/ChessBoard.cc", NULL}, NOT},
        {{"x/a.zip", NULL}, NOT},
        {{"1/2/3/4/5/6/7/ChessBoard.cc", NULL}, GRADE_BY_CLASS},
        {{"1/2/3/4/5/6/7/8/ChessBoard.cc", NULL}, NOT},
    };
    static const grade_assignment lab = {.format = NULL};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_way way;
        check_case("row %zu: %s", i, rows[i].files[0] ? rows[i].files[0] : "nothing");
        bool good = grade_source_guess(made(rows[i].files), &lab, &way);
        CHECK_EQ_INT(good ? (int)way : NOT, rows[i].way);
    }
    check_case("%s", "");
}

TEST(a_file_is_graded_by_its_name)
{
    static const struct {
        const char *file;
        int lab, library, program, class;
    } rows[] = {
        {"a.so", GRADE_BY_LIBRARY, GRADE_BY_LIBRARY, GRADE_BY_SOURCE, NOT},
        {".so", GRADE_BY_LIBRARY, GRADE_BY_LIBRARY, GRADE_BY_SOURCE, NOT},
        {"a.zip", GRADE_BY_CLASS, NOT, GRADE_BY_SOURCE, GRADE_BY_CLASS},
        {"a*", GRADE_BY_FOLDER, NOT, GRADE_BY_SOURCE, NOT},
        {"a", NOT, NOT, GRADE_BY_SOURCE, NOT},
        {"a.py", NOT, NOT, GRADE_BY_SOURCE, NOT},
    };
    static const grade_format formats[] = {
        {"lab3-library", GRADE_ASK_LAB, GRADE_HAND_LIBRARY, "lab"},
        {"moves", GRADE_ASK_MOVES, GRADE_HAND_PROGRAM, "basic"},
        {"comp250-java", GRADE_ASK_GAME, GRADE_HAND_CLASS, "king-capture"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const int ways[] = {rows[i].lab, rows[i].library, rows[i].program, rows[i].class};
        char path[300];
        check_case("%s", rows[i].file);
        snprintf(path, sizeof path, "%s/%s", made((const char *[]){rows[i].file, NULL}),
                 rows[i].file);
        path[strcspn(path, "*")] = '\0';
        for (int f = 0; f < 4; f++) {
            grade_assignment assignment = {.format = f > 0 ? &formats[f - 1] : NULL};
            grade_way way;
            bool good = grade_source_guess(path, &assignment, &way);
            CHECK_EQ_INT(good ? (int)way : NOT, ways[f]);
        }
    }
    check_case("%s", "");
    grade_way way;
    grade_assignment java = {.format = &formats[2]}, script = {.format = &formats[1]};
    CHECK(grade_source_guess(made((const char *[]){"src/Game.java", NULL}), &java, &way));
    CHECK(!grade_source_guess(made((const char *[]){"src/Other.java", NULL}), &java, &way));
    CHECK(grade_source_guess(made((const char *[]){"src/Other.java", NULL}), &script, &way));
    CHECK(grade_source_guess(made((const char *[]){"b.tgz", NULL}), &java, &way));
    CHECK(!grade_source_guess(made((const char *[]){"b.txt", NULL}), &script, &way));
    java.main = "Start"; /* the file of the main class shows the folder as well */
    CHECK(grade_source_guess(made((const char *[]){"src/Start.java", NULL}), &java, &way));
    CHECK(!grade_source_guess("/nowhere", &java, &way));
    CHECK(!grade_source_guess("/nowhere", &(grade_assignment){.format = NULL}, &way));
    CHECK(!grade_source_guess("/dev/null", &(grade_assignment){.format = NULL}, &way));
}

TEST(the_least_deep_folder_is_taken)
{
    static const struct {
        const char *files[5];
        const char *folder, *other, *of_bonus;
    } rows[] = {
        {{"a.c", "x/a.c", NULL}, "", "", ""},
        {{"x/a.c", "y/z/a.c", NULL}, "x", "", "x"},
        {{"y/a.c", "x/a.c", NULL}, "x", "y", "x"},
        {{"x/a.c", "Bonus/a.c", NULL}, "x", "Bonus", "Bonus"},
        {{"lab/a.c", "labBONUS/a.c", "z/a.c", NULL}, "lab", "labBONUS", "labBONUS"},
        {{"bonus1/a.c", "bonus2/a.c", NULL}, "bonus1", "bonus2", "bonus1"},
        {{"bonu/a.c", "onus/a.c", NULL}, "bonu", "onus", "bonu"},
    };
    static const char *const patterns[] = {"*.h", "*.c", NULL};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_found found;
        const char *folder = made(rows[i].files);
        check_case("row %zu", i);
        CHECK(grade_find_work(folder, patterns, false, &found));
        CHECK_EQ_TEXT(found.folder, rows[i].folder);
        CHECK_EQ_TEXT(found.other, rows[i].other);
        CHECK(grade_find_work(folder, patterns, true, &found));
        CHECK_EQ_TEXT(found.folder, rows[i].of_bonus);
    }
    check_case("%s", "");
    grade_found found;
    CHECK(!grade_find_work(made((const char *[]){".c", "x.cc", NULL}), patterns, false, &found));
}

TEST(the_first_archive_by_name)
{
    char path[GRADE_PATH_LIMIT];
    const char *folder =
        made((const char *[]){"b.zip", "a.tar", "c.tgz", ".a.zip", "a.tar.gz/", NULL});
    CHECK(grade_find_archive(folder, path));
    CHECK_EQ_TEXT(path + strlen(folder), "/a.tar");
    CHECK(!grade_find_archive("/nowhere", path));
    CHECK(grade_is_file_in(folder, "b.zip", false) && !grade_is_file_in(folder, "b.zip", true));
    CHECK(!grade_is_file_in(folder, "a.tar.gz", false) && !grade_is_file_in(folder, "d", false));
}

int main(void)
{
    grade_stage stage;
    if (!grade_stage_open(&stage))
        return 1;
    snprintf(root, sizeof root, "%.99s", stage.root);
    RUN(a_folder_is_graded_by_what_it_holds);
    RUN(a_file_is_graded_by_its_name);
    RUN(the_least_deep_folder_is_taken);
    RUN(the_first_archive_by_name);
    grade_stage_close(&stage);
    return check_result();
}
