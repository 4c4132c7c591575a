/* page.h: writes results as HTML pages. Layer: cli. A page needs no other file and no script. */
#ifndef ARB_CLI_PAGE_H
#define ARB_CLI_PAGE_H

#include "cli/grade/grade_call.h"
#include "grade/report/class_summary.h"

/* ---- Text (page.c) ---- */

void cli_page_begin(FILE *out, const char *title);
void cli_page_end(FILE *out);
/* Writes text from outside: characters with a meaning in HTML are escaped, control characters
 * become "?". */
void cli_page_text(FILE *out, const char *text);
/* Writes text as part of an address. */
void cli_page_address(FILE *out, const char *text);
void cli_page_points(FILE *out, double points);
/* Draws a bar that is filled by `part`, from 0 to 1. */
void cli_page_bar(FILE *out, double part, const char *kind);

/* ---- Boards (page_boards.c) ---- */

/* The boards of a page: each is drawn once, at the end, however often it is shown. */
typedef struct {
    char **rows; /* the rows of each board, "rnbq/....", by its number */
    size_t count, cap;
    size_t *slots; /* a hash table of boards' numbers, which start at 1 */
    size_t slot_count;
} cli_boards;
void cli_boards_free(cli_boards *boards);

typedef struct {
    const char *title;
    const char *rows;
    const char *call;   /* the squares that it names are marked; may be NULL */
    const char *unlike; /* squares that differ from these rows are marked; may be NULL */
} cli_figure;
/* Shows a board with its title. Returns false if there is no memory. */
bool cli_boards_show(cli_boards *boards, FILE *out, const cli_figure *figure);
void cli_boards_draw(const cli_boards *boards, FILE *out, const arb_rules *rules);
/* ---- One submission (page_student.c) ---- */

typedef struct {
    FILE *out;
    const grade_summary *summary;
    cli_boards boards;
    bool open; /* mistakes are shown without a click, as on printed paper */
    bool all;  /* hidden tests are shown, too */
} cli_page;
/* Writes what went wrong in a submission. Returns false, reported on stderr, if memory runs out. */
bool cli_page_faults(cli_page *page, const grade_student *student);
/* Writes a page for one student; hidden tests are only counted. */
bool cli_page_student(const char *path, const grade_summary *summary, const grade_student *student,
                      const char *title);

/* ---- A class (page_class.c, page_plot.c) ---- */

/* Writes everything about a class into one file, for staff. */
bool cli_page_class(const char *path, const grade_summary *summary, const char *title);
/* Writes an overview without details: links lead to the pages of the students, in `folder`. */
bool cli_page_overview(const char *path, const grade_summary *summary, const char *title,
                       const char *folder);
/* Draws the distribution of marks. */
void cli_page_plot(FILE *out, const grade_summary *summary);

#endif
