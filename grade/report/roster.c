/* roster.c: finds the student of a gradebook to whom a submission belongs. Layer: grade. */
#include "grade/report/roster.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { NAME_LIMIT = 512, SHORTEST_WORD = 3 };

static bool has_column(const grade_roster *roster, const char *heading)
{
    return grade_table_column(&roster->table, heading) < grade_table_width(&roster->table, 0);
}

const char *grade_roster_cell(const grade_roster *roster, size_t row, const char *heading)
{
    return grade_table_cell(&roster->table, row, grade_table_column(&roster->table, heading));
}

bool grade_roster_read(grade_roster *roster, const char *text, size_t len, grade_table_error *error)
{
    *roster = (grade_roster){.first_student = 1};
    if (!grade_table_read(&roster->table, text, len, error))
        return false;
    if (has_column(roster, "Student") && has_column(roster, "ID"))
        roster->kind = GRADE_CANVAS;
    else if (has_column(roster, "OrgDefinedId") || has_column(roster, "Username"))
        roster->kind = GRADE_BRIGHTSPACE;
    else {
        *error = (grade_table_error){1, 1,
                                     "the heading is neither Canvas's (Student, ID, SIS User ID, "
                                     "...) nor Brightspace's (OrgDefinedId, Username, ...)"};
        grade_roster_free(roster);
        return false;
    }
    /* Canvas puts one or two rows about the assignments before the students. */
    while (roster->kind == GRADE_CANVAS && roster->first_student < roster->table.row_count &&
           (strstr(grade_table_cell(&roster->table, roster->first_student, 0), "Points Possible") ||
            grade_roster_cell(roster, roster->first_student, "ID")[0] == '\0'))
        roster->first_student++;
    return true;
}

void grade_roster_free(grade_roster *roster)
{
    grade_table_free(&roster->table);
}

/* ---- Names ---- */

static bool is_word_byte(char c)
{
    unsigned char byte = (unsigned char)c;
    return isalnum(byte) || byte >= 0x80;
}

/* Keeps letters and digits only, in lower case. */
static void squeeze(const char *text, size_t len, char *buf)
{
    size_t n = 0;
    for (size_t i = 0; i < len && text[i] != '\0' && n + 1 < NAME_LIMIT; i++)
        if (is_word_byte(text[i]))
            buf[n++] = (char)tolower((unsigned char)text[i]);
    buf[n] = '\0';
}

/* Returns the name's length without the suffix of an archive or a library. */
static size_t stem_length(const char *name)
{
    static const char *const ends[] = {".tar.gz", ".tgz", ".tar", ".zip", ".so"};
    size_t len = strlen(name);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        size_t size = strlen(ends[i]);
        if (len > size && strcasecmp(name + len - size, ends[i]) == 0)
            return len - size;
    }
    return len;
}

/* ---- How well a student fits ---- */

typedef enum { FITS_NOT, FITS_BY_NAME, FITS_BY_WORD, FITS_WHOLLY } fit;

static fit fit_of_id(const char *id, const char *stem)
{
    id += *id == '#'; /* Brightspace writes it, so that no spreadsheet takes the id for a number */
    size_t len = strlen(id);
    if (len == 0)
        return FITS_NOT;
    if (strcasecmp(id, stem) == 0)
        return FITS_WHOLLY;
    for (const char *at = stem; len >= SHORTEST_WORD && *at != '\0'; at++)
        if (strncasecmp(at, id, len) == 0 && (at == stem || !is_word_byte(at[-1])) &&
            !is_word_byte(at[len]))
            return FITS_BY_WORD;
    return FITS_NOT;
}

/* Is a piece of the stem, between "_" or " - ", this name? */
static bool has_name(const char *stem, const char *name)
{
    char piece[NAME_LIMIT];
    for (const char *at = stem;; at++) {
        const char *end = at;
        while (*end != '\0' && *end != '_' && strncmp(end, " - ", 3) != 0)
            end++;
        squeeze(at, (size_t)(end - at), piece);
        if (strcmp(piece, name) == 0)
            return true;
        if (*end == '\0')
            return false;
        at = *end == '_' ? end : end + 2;
    }
}

static fit fit_of_name(const char *last, const char *first, const char *stem)
{
    char a[NAME_LIMIT], b[NAME_LIMIT], both[2 * NAME_LIMIT];
    squeeze(last, NAME_LIMIT, a);
    squeeze(first, NAME_LIMIT, b);
    if (strlen(a) + strlen(b) < SHORTEST_WORD)
        return FITS_NOT;
    snprintf(both, sizeof both, "%s%s", a, b);
    if (has_name(stem, both))
        return FITS_BY_NAME;
    snprintf(both, sizeof both, "%s%s", b, a);
    return has_name(stem, both) ? FITS_BY_NAME : FITS_NOT;
}

static fit fit_of(const grade_roster *roster, size_t row, const char *stem)
{
    static const char *const ids[] = {"ID",           "SIS User ID", "SIS Login ID",
                                      "OrgDefinedId", "Username",    "Email"};
    fit best = FITS_NOT;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        const char *id = grade_roster_cell(roster, row, ids[i]);
        char local[NAME_LIMIT]; /* a login may be an address, whose first part names the folder */
        snprintf(local, sizeof local, "%.*s", (int)strcspn(id, "@"), id);
        fit found = fit_of_id(id, stem);
        fit part = id[strcspn(id, "@")] != '\0' ? fit_of_id(local, stem) : FITS_NOT;
        found = part > found ? part : found;
        best = found > best ? found : best;
    }
    if (best != FITS_NOT)
        return best;
    const char *student = grade_roster_cell(roster, row, "Student");
    size_t comma = strcspn(student, ",");
    char last[NAME_LIMIT];
    snprintf(last, sizeof last, "%.*s", (int)comma, student);
    return student[0] != '\0' ? fit_of_name(last, student + comma, stem)
                              : fit_of_name(grade_roster_cell(roster, row, "Last Name"),
                                            grade_roster_cell(roster, row, "First Name"), stem);
}

grade_match grade_roster_find(const grade_roster *roster, const char *submission, size_t *row)
{
    char stem[NAME_LIMIT];
    fit best = FITS_NOT;
    size_t count = 0, len = stem_length(submission);
    *row = GRADE_NO_ROW;
    snprintf(stem, sizeof stem, "%.*s", (int)len, submission);
    for (size_t i = roster->first_student; i < roster->table.row_count; i++) {
        fit found = fit_of(roster, i, stem);
        if (found == FITS_NOT || found < best)
            continue;
        count = found > best ? 1 : count + 1;
        best = found;
        *row = i;
    }
    if (count > 1)
        *row = GRADE_NO_ROW;
    return count == 0 ? GRADE_UNKNOWN : count > 1 ? GRADE_DOUBTFUL : GRADE_MATCHED;
}

const char *grade_roster_name(const grade_roster *roster, size_t row)
{
    static const char *const columns[] = {"Student", "Username",     "SIS Login ID",
                                          "Email",   "OrgDefinedId", "ID"};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        const char *cell = grade_roster_cell(roster, row, columns[i]);
        if (cell[0] != '\0')
            return cell;
    }
    return "?";
}

const char *grade_roster_heading(const grade_roster *roster, const char *title)
{
    size_t len = strlen(title);
    for (size_t i = 0; i < grade_table_width(&roster->table, 0); i++) {
        const char *cell = grade_table_cell(&roster->table, 0, i);
        if (strncmp(cell, title, len) == 0 && strncmp(cell + len, " (", 2) == 0 &&
            strspn(cell + len + 2, "0123456789") + 1 == strlen(cell + len + 2))
            return cell;
    }
    return title;
}
