/* check_report.c: writes the findings of a check as a page or a table for people. Layer: cli.
 *
 * The checker has written a row for each finding and each game (finding_rows.c in collection); this
 * file turns the rows into a page or CSV one by one. Only fingerprints of games are kept in
 * memory. */
#include "cli/batch/check_report.h"

#include "cli/grade/svg_board.h"
#include "cli/io/io.h"

#include <stdlib.h>
#include <string.h>

enum { FIELDS = ROW_FIELDS, FILE_NAMES = 1 << 12, SEEN_LIMIT = 1 << 26 };

typedef struct {
    uint64_t hash;
    uint32_t file; /* index into the array of names */
    uint32_t game;
} seen_game;

typedef struct {
    const check_job *job;
    FILE *out;
    bool html;
    char *field[FIELDS];
    /* The first game with each fingerprint; at most as many as fit into SEEN_LIMIT. */
    seen_game *seen;
    size_t seen_size, seen_count;
    char **files;
    size_t file_count;
    uint64_t duplicates;
} report;

static bool ends_with(const char *path, const char *ending)
{
    size_t len = strlen(path), n = strlen(ending);
    return len >= n && strcmp(path + len - n, ending) == 0;
}

bool check_report_named(const char *path)
{
    return ends_with(path, ".html") || ends_with(path, ".htm") || ends_with(path, ".csv");
}

/* ---- games that came before ---- */

static seen_game *seen_place(const report *r, uint64_t hash)
{
    size_t at = (size_t)hash & (r->seen_size - 1);
    while (r->seen[at].game != 0 && r->seen[at].hash != hash)
        at = (at + 1) & (r->seen_size - 1);
    return &r->seen[at];
}

static bool seen_grow(report *r)
{
    report larger = *r;
    larger.seen_size = r->seen_size ? 2 * r->seen_size : 1024;
    if (larger.seen_size > SEEN_LIMIT)
        return false;
    larger.seen = calloc(larger.seen_size, sizeof *larger.seen);
    if (larger.seen == NULL)
        return false;
    for (size_t i = 0; i < r->seen_size; i++)
        if (r->seen[i].game != 0)
            *seen_place(&larger, r->seen[i].hash) = r->seen[i];
    free(r->seen);
    r->seen = larger.seen;
    r->seen_size = larger.seen_size;
    return true;
}

/* Returns the index of a file's name. Files come one after another, so the last name is looked at
 * first. */
static uint32_t file_index(report *r, const char *name)
{
    for (size_t i = r->file_count; i-- > 0;)
        if (strcmp(r->files[i], name) == 0)
            return (uint32_t)i;
    char *copy = r->file_count < FILE_NAMES ? strdup(name) : NULL;
    if (copy == NULL)
        return UINT32_MAX;
    r->files[r->file_count] = copy;
    return (uint32_t)r->file_count++;
}

/* Returns the earlier game with the same start and moves. If there is none it returns NULL, and
 * remembers this one. */
static const seen_game *find_same(report *r)
{
    uint64_t hash = strtoull(r->field[ROW_HASH], NULL, 16);
    uint32_t file = file_index(r, r->field[ROW_FILE]);
    if (hash == 0 || file == UINT32_MAX)
        return NULL;
    if (r->seen_count >= r->seen_size / 4 * 3 && !seen_grow(r))
        return NULL;
    seen_game *at = seen_place(r, hash);
    if (at->game != 0)
        return at;
    *at = (seen_game){hash, file, (uint32_t)strtoul(r->field[ROW_GAME], NULL, 10)};
    r->seen_count++;
    return NULL;
}

/* ---- CSV ---- */

/* Writes a cell, protected if a spreadsheet would take it for a formula. */
static void put_cell(const report *r, const char *text)
{
    fputc('"', r->out);
    if (text[0] != '\0' && strchr("=+-@", text[0]) != NULL)
        fputc('\'', r->out);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', r->out);
        fputc(*text, r->out);
    }
    fputc('"', r->out);
}

static void put_csv(const report *r, const char *class, const char *what)
{
    static const int first[] = {ROW_FILE,  ROW_GAME,  ROW_LINE,   ROW_ROUND,
                                ROW_WHITE, ROW_BLACK, ROW_RESULT, ROW_MOVE};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        put_cell(r, r->field[first[i]]);
        fputc(',', r->out);
    }
    put_cell(r, class);
    fputc(',', r->out);
    put_cell(r, what);
    fputc(',', r->out);
    put_cell(r, r->field[ROW_FEN]);
    fputs("\r\n", r->out);
}

/* ---- the page ---- */

static void put_html_text(const report *r, const char *text)
{
    for (; *text != '\0'; text++)
        cli_html_char(r->out, *text);
}

static void put_board(const report *r)
{
    const char *fen = r->field[ROW_FEN], *name = r->field[ROW_RULES];
    const arb_rules *own = r->job->options.rules;
    const arb_rules *rules =
        strcmp(own->name, name) == 0 ? own : arb_rules_find(name, strlen(name));
    arb_setup setup;
    if (fen[0] == '\0' || rules == NULL ||
        arb_fen_read(&setup, rules, fen, strlen(fen), NULL) != ARB_OK)
        return;
    fputs("<details open><summary>", r->out);
    put_html_text(r, fen);
    fputs("</summary>", r->out);
    cli_svg_put(r->out, &setup, rules, false);
    fputs("</details>", r->out);
}

static void put_html(const report *r, const char *class, const char *what)
{
    static const int cells[] = {ROW_FILE,  ROW_GAME,  ROW_LINE,   ROW_ROUND,
                                ROW_WHITE, ROW_BLACK, ROW_RESULT, ROW_MOVE};
    bool clean = strcmp(class, "clean") == 0;
    fprintf(r->out, "<tr%s>", clean ? " class=clean" : "");
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        fputs("<td>", r->out);
        put_html_text(r, r->field[cells[i]]);
    }
    fputs("<td><b>", r->out);
    put_html_text(r, class);
    fputs("</b> ", r->out);
    put_html_text(r, what);
    fputs("<td>", r->out);
    if (!clean)
        put_board(r);
    fputs("\n", r->out);
}

static void put_head(const report *r, const check_result *result)
{
    if (!r->html) {
        fputs("file,game,line,round,white,black,result,move,finding,text,fen\r\n", r->out);
        return;
    }
    fputs("<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n<title>Check of games</title>\n"
          "<style>\nbody{font:16px/1.4 system-ui,sans-serif;margin:1rem}\n"
          "table{border-collapse:collapse}\ntd,th{border:1px solid #aaa;padding:.3em .5em;"
          "text-align:left;vertical-align:top}\nsvg{width:15rem;height:auto;display:block}\n"
          "summary{font:12px monospace;word-break:break-all}\n"
          "td:nth-child(7),td:nth-child(8){white-space:nowrap}\ntd:nth-child(9){min-width:14em}\n"
          "#clean:not(:checked)~table tr.clean{display:none}\n</style>\n"
          "<h1>Check of games</h1>\n",
          r->out);
    fprintf(r->out, "<p>%llu game%s in %llu file%s; %llu of them with errors.</p>\n",
            (unsigned long long)result->counts.games, result->counts.games == 1 ? "" : "s",
            (unsigned long long)result->files, result->files == 1 ? "" : "s",
            (unsigned long long)result->counts.faulty);
    fputs("<input type=checkbox id=clean checked><label for=clean>Show the games without "
          "errors</label>\n<table>\n<thead><tr><th>File<th>Game<th>Line<th>Round<th>White<th>Black"
          "<th>Result<th>Move<th>Finding<th>Board</thead>\n<tbody>\n",
          r->out);
}

/* ---- rows ---- */

static void put_row(const report *r, const char *class, const char *what)
{
    if (r->html)
        put_html(r, class, what);
    else
        put_csv(r, class, what);
}

static void take_game(report *r)
{
    char what[512];
    const seen_game *same = find_same(r);
    if (same != NULL) {
        bool here = strcmp(r->files[same->file], r->field[ROW_FILE]) == 0;
        snprintf(what, sizeof what, "the same start and moves as game %lu%s%s",
                 (unsigned long)same->game, here ? "" : " of ", here ? "" : r->files[same->file]);
        put_row(r, "duplicate", what);
        r->duplicates++;
    }
    if (strcmp(r->field[ROW_CLASS], "clean") == 0)
        put_row(r, "clean", "");
}

static bool split(report *r, char *line)
{
    size_t count = 0;
    line[strcspn(line, "\n")] = '\0';
    for (char *rest = line; rest != NULL && count < FIELDS;) {
        r->field[count++] = rest;
        rest = strchr(rest, '\t');
        if (rest != NULL)
            *rest++ = '\0';
    }
    return count == FIELDS;
}

static bool write_rows(report *r, FILE *rows)
{
    char *line = NULL;
    size_t cap = 0;
    if (fflush(rows) != 0 || ferror(rows)) /* some rows were not written */
        return false;
    rewind(rows);
    while (getline(&line, &cap, rows) > 0) {
        if (!split(r, line))
            continue;
        if (strcmp(r->field[ROW_KIND], "game") == 0)
            take_game(r);
        else
            put_row(r, r->field[ROW_CLASS], r->field[ROW_TEXT]);
    }
    free(line);
    if (r->html)
        fputs("</tbody>\n</table>\n</html>\n", r->out);
    return !ferror(rows);
}

bool check_report_write(const check_job *job, const check_result *result, FILE *rows, FILE *to,
                        const char *path)
{
    report r = {.job = job, .out = to, .html = !ends_with(path, ".csv")};
    r.files = calloc(FILE_NAMES, sizeof *r.files);
    bool whole = r.files != NULL && seen_grow(&r);
    if (whole) {
        put_head(&r, result);
        whole = write_rows(&r, rows);
    }
    if (whole && r.duplicates > 0)
        printf("%llu duplicate%s, listed in %s\n", (unsigned long long)r.duplicates,
               r.duplicates == 1 ? "" : "s", path);
    for (size_t i = 0; i < r.file_count; i++)
        free(r.files[i]);
    free(r.files);
    free(r.seen);
    if (!whole)
        cli_error("the report cannot be written: not enough memory or disk");
    return whole;
}
