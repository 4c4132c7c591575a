/* test_grade_tables.c: gradebooks as CSV, and the student to whom a submission belongs. */
#include "check.h"
#include "grade/report/roster.h"

#include <stdlib.h>

/* Reads a table from a copy that ends where the text ends, so that a read behind it is seen. */
static bool read_table(grade_table *table, const char *text, size_t len, grade_table_error *error)
{
    char *copy = malloc(len + 1);
    memcpy(copy, text, len);
    bool ok = grade_table_read(table, copy, len, error);
    free(copy);
    return ok;
}

/* The cells of a table: "|" behind a cell, "/" behind a row. */
static const char *shown(const grade_table *table)
{
    static char text[400];
    size_t len = 0;
    text[0] = '\0';
    for (size_t row = 0; row < table->row_count; row++) {
        for (size_t column = 0; column < grade_table_width(table, row); column++)
            len += (size_t)snprintf(text + len, sizeof text - len, "%s|",
                                    grade_table_cell(table, row, column));
        len += (size_t)snprintf(text + len, sizeof text - len, "/");
    }
    return text;
}

TEST(rows_and_cells)
{
    static const struct {
        const char *text, *cells;
    } rows[] = {
        {"a", "a|/"},
        {"a,b", "a|b|/"},
        {"a,b\n", "a|b|/"},
        {"a,b\r\nc,d\r\n", "a|b|/c|d|/"},
        {"a,b\r\nc,d\r", "a|b|/c|d|/"},
        {"a\rb,c\n", "a\rb|c|/"},
        {"a,\n,b\n", "a||/|b|/"},
        {",\n", "||/"},
        {"\n\r\n\na,b\n\n\nc\n", "a|b|/c|/"},
        {"\xEF\xBB\xBF"
         "a,b",
         "a|b|/"},
        {"\xEF\xBB"
         "a,b",
         "\xEF\xBB"
         "a|b|/"},
        {"a;b\nc;d,e", "a|b|/c|d,e|/"},
        {"a;b,c\n", "a;b|c|/"},
        {"a\nb;c,d\n", "a|/b;c|d|/"},
        {"\"a,b\",c", "a,b|c|/"},
        {"\"a\"\"b\",\"\"", "a\"b||/"},
        {"\"a\nb\"\nc", "a\nb|/c|/"},
        {"\"a\r\nb\",c\r\n", "a\r\nb|c|/"},
        {"\"a\"", "a|/"},
        {"a\"b,\"c\"\n", "a\"b|c|/"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_table table;
        grade_table_error error;
        check_case("row %zu: %s", i, rows[i].text);
        if (!CHECK(read_table(&table, rows[i].text, strlen(rows[i].text), &error)))
            continue;
        CHECK_EQ_TEXT(shown(&table), rows[i].cells);
        grade_table_free(&table);
        CHECK(table.row_count == 0 && table.text == NULL);
    }
    check_case("%s", "");
    grade_table table;
    grade_table_error error;
    CHECK(read_table(&table, "a\0b,\"c\0d\"\n", 10, &error));
    CHECK_EQ_TEXT(shown(&table), "a b|c d|/");
    CHECK_EQ_INT(grade_table_column(&table, "A B"), 0);
    CHECK_EQ_INT(grade_table_column(&table, "c d"), 1);
    CHECK_EQ_INT(grade_table_column(&table, "c"), 2);
    CHECK_EQ_TEXT(grade_table_cell(&table, 0, 2), "");
    grade_table_free(&table);
}

TEST(mistakes_have_their_place)
{
    static const struct {
        const char *text, *what;
        size_t line, column;
    } rows[] = {
        {"", "there is no heading", 1, 1},
        {"\xEF\xBB\xBF", "there is no heading", 1, 4},
        {"\n\n", "there is no heading", 3, 1},
        {"a,\"b", "the quote is never closed", 1, 3},
        {"a\nb,\"c\nd\ne", "the quote is never closed", 2, 3},
        {"\"", "the quote is never closed", 1, 1},
        {"a,\"b\"c", "a closing quote ends a cell", 1, 6},
        {"a\n\"b\nc\" ,d", "a closing quote ends a cell", 3, 3},
        {"\"a\";b,c", "a closing quote ends a cell", 1, 4},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_table table;
        grade_table_error error = {0};
        check_case("row %zu: %s", i, rows[i].text);
        CHECK(!read_table(&table, rows[i].text, strlen(rows[i].text), &error));
        CHECK_EQ_TEXT(error.text, rows[i].what);
        CHECK_EQ_INT(error.line, rows[i].line);
        CHECK_EQ_INT(error.column, rows[i].column);
        CHECK(table.text == NULL && table.row_count == 0);
    }
    check_case("%s", "");
}

/* Tables of all sizes around those at which memory grows. */
TEST(tables_of_any_size)
{
    static char text[60000];
    for (size_t rows = 60; rows <= 132; rows++)
        for (size_t columns = 1; columns <= 3; columns += 2) {
            size_t len = 0;
            for (size_t i = 0; i < rows * columns; i++)
                len += (size_t)snprintf(text + len, sizeof text - len, "%zu%c", i,
                                        (i + 1) % columns == 0 ? '\n' : ',');
            grade_table table;
            grade_table_error error;
            check_case("%zu rows of %zu", rows, columns);
            CHECK(read_table(&table, text, len, &error));
            CHECK_EQ_INT(table.row_count, rows);
            for (size_t i = 0; i < rows * columns; i++)
                CHECK_EQ_INT(strtoul(grade_table_cell(&table, i / columns, i % columns), NULL, 10),
                             i);
            CHECK_EQ_INT(grade_table_width(&table, rows - 1), columns);
            grade_table_free(&table);
        }
    check_case("%s", "");
}

/* ---- Rosters ---- */

static const char canvas[] =
    "Student,ID,SIS User ID,SIS Login ID,Section,Lab 3 (4711),Lab 4 (x1),Lab 5 (12\n"
    "    Points Possible,,,,,10,,\n"
    ",,,,,,,\n"
    "\"Lovelace, Ada\",11,s-1,ada@example.org,A,,,\n"
    "\"de la Cruz, Juan\",12,s-2,juan,A,,,\n"
    "\"Li, Bo\",13,s-3,bo,A,,,\n"
    "\"Lovelace, Byron\",14,s-4,byron,A,,,\n"
    "\"X, \",15,s-5,xx,A,,,\n";
static const char brightspace[] = "OrgDefinedId,Username,Last Name,First Name,Email\n"
                                  "#4711,turing,Turing,Alan,al@x.org\n"
                                  "#4712,hopper,Hopper,Grace,gh@x.org\n"
                                  ",,,,\n";

TEST(a_submission_finds_its_student)
{
    static const struct {
        const char *roster, *submission;
        grade_match match;
        const char *name;
    } rows[] = {
        {canvas, "11", GRADE_MATCHED, "Lovelace, Ada"},
        {canvas, "s-1.tar.gz", GRADE_MATCHED, "Lovelace, Ada"},
        {canvas, "ada", GRADE_MATCHED, "Lovelace, Ada"},
        {canvas, "ADA.zip", GRADE_MATCHED, "Lovelace, Ada"},
        {canvas, "ada@example.org", GRADE_MATCHED, "Lovelace, Ada"},
        {canvas, "lab3-ada", GRADE_MATCHED, "Lovelace, Ada"},
        {canvas, "adax", GRADE_UNKNOWN, NULL},
        {canvas, "xada", GRADE_UNKNOWN, NULL},
        {canvas, "lab_11_x", GRADE_UNKNOWN, NULL}, /* shorter than a word that counts */
        {canvas, "lab_bo_x", GRADE_UNKNOWN, NULL},
        {canvas, "bo", GRADE_MATCHED, "Li, Bo"},
        {canvas, "libo_1_2.zip", GRADE_MATCHED, "Li, Bo"},
        {canvas, "Bo Li - Nov 1", GRADE_MATCHED, "Li, Bo"},
        {canvas, "4 - Bo Li", GRADE_MATCHED, "Li, Bo"},
        {canvas, "delacruzjuan_4711_1_lab3.tgz", GRADE_MATCHED, "de la Cruz, Juan"},
        {canvas, "Juan de la Cruz.so", GRADE_MATCHED, "de la Cruz, Juan"},
        {canvas, "juan de la", GRADE_MATCHED, "de la Cruz, Juan"}, /* by the login */
        {canvas, "lovelace", GRADE_UNKNOWN, NULL},
        {canvas, "x", GRADE_UNKNOWN, NULL}, /* one letter is no name */
        {canvas, "ada_byron", GRADE_DOUBTFUL, NULL},
        {canvas, "ada", GRADE_MATCHED, "Lovelace, Ada"},
        {canvas, "12-juan", GRADE_MATCHED, "de la Cruz, Juan"},
        {canvas, "", GRADE_UNKNOWN, NULL},
        {brightspace, "4711", GRADE_MATCHED, "turing"},
        {brightspace, "4712-99 - Grace Hopper - Nov 1", GRADE_MATCHED, "hopper"},
        {brightspace, "7 - Alan Turing", GRADE_MATCHED, "turing"},
        {brightspace, "turing hopper", GRADE_DOUBTFUL, NULL},
        {brightspace, "al", GRADE_MATCHED, "turing"},
        {brightspace, "gracehopper", GRADE_MATCHED, "hopper"},
        {brightspace, "hw3_gracehopper_late", GRADE_MATCHED, "hopper"},
        {brightspace, "3_x_hoppergrace", GRADE_MATCHED, "hopper"},
        {brightspace, "hoppergrace.tar", GRADE_MATCHED, "hopper"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_roster roster;
        grade_table_error error;
        size_t row;
        check_case("row %zu: %s", i, rows[i].submission);
        CHECK(grade_roster_read(&roster, rows[i].roster, strlen(rows[i].roster), &error));
        CHECK(roster.kind == (rows[i].roster == canvas ? GRADE_CANVAS : GRADE_BRIGHTSPACE));
        CHECK_EQ_INT(grade_roster_find(&roster, rows[i].submission, &row), rows[i].match);
        if (rows[i].name == NULL)
            CHECK_EQ_INT(row, GRADE_NO_ROW);
        else
            CHECK_EQ_TEXT(grade_roster_name(&roster, row), rows[i].name);
        grade_roster_free(&roster);
    }
    check_case("%s", "");
}

TEST(a_roster_has_its_headings)
{
    grade_roster roster;
    grade_table_error error;
    CHECK(grade_roster_read(&roster, canvas, sizeof canvas - 1, &error));
    CHECK_EQ_INT(roster.first_student, 3);
    CHECK_EQ_TEXT(grade_roster_heading(&roster, "Lab 3"), "Lab 3 (4711)");
    CHECK_EQ_TEXT(grade_roster_heading(&roster, "Lab 4"), "Lab 4"); /* (x1) is no number */
    CHECK_EQ_TEXT(grade_roster_heading(&roster, "Lab 5"), "Lab 5"); /* nor does (12 end */
    CHECK_EQ_TEXT(grade_roster_heading(&roster, "Lab"), "Lab");
    CHECK_EQ_TEXT(grade_roster_cell(&roster, 4, "section"), "A");
    CHECK_EQ_TEXT(grade_roster_cell(&roster, 4, "none"), "");
    grade_roster_free(&roster);
    CHECK(grade_roster_read(&roster, brightspace, sizeof brightspace - 1, &error));
    CHECK_EQ_INT(roster.first_student, 1);
    CHECK_EQ_TEXT(grade_roster_name(&roster, 3), "?");
    grade_roster_free(&roster);
    static const char *const names[] = {"Username\nann", "OrgDefinedId\n1", "Student,ID\nAnn,1"};
    for (size_t i = 0; i < 3; i++) {
        check_case("%s", names[i]);
        CHECK(grade_roster_read(&roster, names[i], strlen(names[i]), &error));
        CHECK_EQ_TEXT(grade_roster_name(&roster, 1), i == 0 ? "ann" : i == 1 ? "1" : "Ann");
        grade_roster_free(&roster);
    }
    static const char *const others[] = {"Student\nAnn", "ID\n1", "name,mark\nann,1"};
    for (size_t i = 0; i < 3; i++) {
        check_case("%s", others[i]);
        CHECK(!grade_roster_read(&roster, others[i], strlen(others[i]), &error));
        CHECK(error.line == 1 && error.column == 1 &&
              strncmp(error.text, "the heading is neither Canvas's", 31) == 0);
    }
    check_case("%s", "");
    /* A gradebook without students has none, even if its last row is about points. */
    static const char nobody[] = "Student,ID\n  Points Possible,\n";
    size_t row;
    CHECK(grade_roster_read(&roster, nobody, sizeof nobody - 1, &error));
    CHECK_EQ_INT(grade_roster_find(&roster, "ann", &row), GRADE_UNKNOWN);
    grade_roster_free(&roster);
}

int main(void)
{
    RUN(rows_and_cells);
    RUN(mistakes_have_their_place);
    RUN(tables_of_any_size);
    RUN(a_submission_finds_its_student);
    RUN(a_roster_has_its_headings);
    return check_result();
}
