/* compare_answer.c: finds where an answer ends and compares it with the referee's. Layer: grade. */
#include "grade/compare_answer.h"

#include "common/text_out.h"
#include "formats/board_text.h"
#include "formats/line_words.h"
#include "grade/report/why_expected.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Where an answer ends ---- */

static bool is_scan(fmt_lab_kind kind)
{
    return kind == FMT_LAB_VALID_SCAN || kind == FMT_LAB_THREAT_SCAN;
}

typedef struct {
    const char *text;
    size_t len;
    size_t next; /* offset of the next line */
    bool whole;  /* the line has its line end, or no more text will come */
} answer_line;

/* The line at `at`, without blanks at its ends. */
static answer_line line_at(const char *text, size_t len, size_t at, bool at_end)
{
    const char *start = text + at;
    const char *stop = len > at ? memchr(start, '\n', len - at) : NULL;
    size_t size = stop ? (size_t)(stop - start) : len - at;
    answer_line line = {start, size, at + size + (stop != NULL), stop != NULL || at_end};
    while (line.len > 0 && strchr(" \t\r", line.text[line.len - 1]) && line.text[line.len - 1])
        line.len--;
    while (line.len > 0 && (line.text[0] == ' ' || line.text[0] == '\t')) {
        line.text++;
        line.len--;
    }
    return line;
}

static bool is_blank(const answer_line *line)
{
    return line->len == 0;
}

static size_t skip_blank(const char *text, size_t len, bool at_end)
{
    size_t at = 0;
    while (at < len) {
        answer_line line = line_at(text, len, at, at_end);
        if (!line.whole || !is_blank(&line))
            break;
        at = line.next;
    }
    return at;
}

/* Skips the board that a program may draw for displayBoard: from a header line that starts with two
 * blanks to the next empty line. The drawing is optional and is not judged. */
static bool cut_display(const char *text, size_t len, bool at_end, size_t *used)
{
    *used = 0;
    if (len < 2 && !at_end)
        return false;
    if (len < 2 || memcmp(text, "  ", 2) != 0)
        return true;
    for (size_t at = 0; at < len;) {
        answer_line line = line_at(text, len, at, at_end);
        if (!line.whole)
            return false;
        at = line.next;
        *used = at;
        if (is_blank(&line))
            return true;
    }
    return at_end;
}

static size_t count_numbers(const answer_line *line, int *numbers, size_t cap)
{
    fmt_line words = fmt_line_of(line->text, line->len);
    fmt_word word;
    size_t count = 0;
    while (fmt_line_word(&words, &word)) {
        if (count == cap || !fmt_word_number(&word, &numbers[count]))
            return 0;
        count++;
    }
    return count;
}

/* Reads a line of a scan: four numbers for isValidScan, else two, small enough for a board. */
static bool read_item(fmt_lab_kind kind, const answer_line *line, fmt_lab_item *item)
{
    int numbers[4] = {0};
    size_t count = count_numbers(line, numbers, 4);
    if (count != (kind == FMT_LAB_VALID_SCAN ? 4u : 2u))
        return false;
    for (size_t i = 0; i < 4; i++) {
        if (numbers[i] < 0 || numbers[i] >= ARB_SIDE_LIMIT)
            return false;
        item->at[i] = (uint8_t)numbers[i];
    }
    return true;
}

static bool is_dot(const answer_line *line)
{
    return line->len == 1 && line->text[0] == '.';
}

bool grade_line_cut(const char *text, size_t len, bool at_end, size_t *used)
{
    answer_line line = line_at(text, len, 0, at_end);
    *used = line.next;
    return len > 0 && line.whole;
}

/* Finds the end of an answer, without the board line of a driver. */
static bool cut_answer(fmt_lab_kind kind, const char *text, size_t len, bool at_end, size_t *used)
{
    *used = 0;
    for (size_t at = skip_blank(text, len, at_end); at < len;) {
        answer_line line = line_at(text, len, at, at_end);
        fmt_lab_item item;
        if (!line.whole)
            return false;
        at = line.next;
        *used = at;
        if (!is_scan(kind) || is_dot(&line) || !read_item(kind, &line, &item))
            return true;
    }
    return false;
}

bool grade_answer_cut(grade_speaker speaker, fmt_lab_kind kind, const char *text, size_t len,
                      bool at_end, size_t *used)
{
    size_t board = 0;
    *used = 0;
    if (kind == FMT_LAB_DISPLAY)
        return speaker == GRADE_DRIVER || cut_display(text, len, at_end, used);
    if (!cut_answer(kind, text, len, at_end, used))
        return false;
    if (speaker == GRADE_PROGRAM)
        return true;
    if (!grade_line_cut(text + *used, len - *used, at_end, &board))
        return false;
    *used += board;
    return true;
}

/* ---- Differences ---- */

static void quote(const answer_line *line, char *buf, size_t cap)
{
    size_t len = 0;
    if (line->len == 0) {
        snprintf(buf, cap, "an empty line");
        return;
    }
    for (size_t i = 0; i < line->len && len + 5 < cap && len < 60; i++) {
        unsigned char c = (unsigned char)line->text[i];
        buf[len++] = c < 0x20 || c >= 0x7F ? '?' : (char)c;
    }
    buf[len] = '\0';
    if (len < line->len)
        memcpy(buf + len, "...", sizeof "...");
}

static grade_judgement malformed(const grade_referee *referee, const answer_line *line,
                                 const char *wanted, grade_finding *finding)
{
    char given[80];
    grade_expect(referee, finding);
    quote(line, given, sizeof given);
    snprintf(finding->given, sizeof finding->given, "%s", given);
    snprintf(finding->why, sizeof finding->why, "An answer to %s is %s.",
             fmt_lab_kind_name(referee->answer.action.kind), wanted);
    return GRADE_WRONG;
}

static const char *yes_or_no(bool yes)
{
    return yes ? "true" : "false";
}

/* "true" or "false". */
static grade_judgement judge_bool(const grade_referee *referee, const answer_line *line,
                                  grade_finding *finding)
{
    fmt_line words = fmt_line_of(line->text, line->len);
    fmt_word word;
    bool has = fmt_line_word(&words, &word);
    bool yes = has && word.len == 4 && strncasecmp(word.text, "true", 4) == 0;
    bool no = has && word.len == 5 && strncasecmp(word.text, "false", 5) == 0;

    if ((!yes && !no) || fmt_line_word(&words, &(fmt_word){.len = 0}))
        return malformed(referee, line, "true or false", finding);
    if (yes != referee->answer.yes) {
        grade_expect(referee, finding);
        snprintf(finding->given, sizeof finding->given, "%s", yes_or_no(yes));
        return GRADE_WRONG;
    }
    return GRADE_RIGHT;
}

static grade_judgement judge_score(const grade_referee *referee, const answer_line *line,
                                   grade_finding *finding)
{
    char text[40] = "", *end = text;
    double score = 0;
    if (line->len > 0 && line->len < sizeof text) {
        memcpy(text, line->text, line->len);
        text[line->len] = '\0';
        score = strtod(text, &end);
    }
    if (end == text || *end != '\0')
        return malformed(referee, line, "a number", finding);
    /* The handout gives no score for a side without a move, so any score is accepted. */
    if (!referee->answer.yes || fabs(score - referee->answer.tenths / 10.0) < 0.05)
        return GRADE_RIGHT;
    grade_expect(referee, finding);
    snprintf(finding->given, sizeof finding->given, "%.10g", score);
    return GRADE_WRONG;
}

static int compare_items(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(fmt_lab_item));
}

/* Moves of the side that is not to move are not asked for, but listing them is no mistake. */
static bool is_unasked(const grade_referee *referee, const fmt_lab_item *item)
{
    const arb_position *before = &referee->before;
    arb_piece piece = arb_position_piece(
        before, fmt_square_at(arb_position_size(before), item->at[0], item->at[1]));
    return referee->answer.action.kind == FMT_LAB_VALID_SCAN && piece != ARB_NO_PIECE &&
           arb_piece_colour(piece) != arb_position_turn(before);
}

static bool on_board(const grade_referee *referee, const fmt_lab_item *item)
{
    arb_size size = arb_position_size(&referee->before);
    return item->at[0] < size.ranks && item->at[1] < size.files && item->at[2] < size.ranks &&
           item->at[3] < size.files;
}

/* Reads the items. Returns false, with the faulty line in *line, if one is malformed or the final
 * dot is missing. */
static bool read_items(const grade_referee *referee, const char *text, size_t len,
                       fmt_lab_item *items, size_t *count, answer_line *line)
{
    fmt_lab_kind kind = referee->answer.action.kind;
    *count = 0;
    for (size_t at = skip_blank(text, len, true);; at = line->next) {
        fmt_lab_item item;
        *line = line_at(text, len, at, true);
        if (is_dot(line))
            return true;
        if (!read_item(kind, line, &item) || !on_board(referee, &item))
            return false;
        if (!is_unasked(referee, &item))
            items[(*count)++] = item;
    }
}

static grade_judgement compare_scan(const grade_referee *referee, fmt_lab_item *items, size_t count,
                                    grade_finding *finding)
{
    const fmt_lab_answer *expected = &referee->answer;
    size_t differing = 0, e = 0, g = 0;

    qsort(items, count, sizeof *items, compare_items);
    while (e < expected->count || g < count) {
        int order = e == expected->count ? 1
                    : g == count         ? -1
                                         : compare_items(&expected->items[e], &items[g]);
        const fmt_lab_item *item = order <= 0 ? &expected->items[e] : &items[g];
        if (order != 0 && differing++ == 0)
            grade_why_item(referee, item, order < 0, finding);
        e += order <= 0;
        while (order >= 0 && g < count && compare_items(&items[g], item) == 0)
            g++; /* an item that is listed twice counts once */
    }
    if (differing == 0)
        return GRADE_RIGHT;
    finding->more = differing - 1;
    return GRADE_WRONG;
}

static grade_judgement judge_scan(const grade_referee *referee, const char *text, size_t len,
                                  grade_finding *finding)
{
    answer_line line = {.text = ""};
    size_t count;
    fmt_lab_item *items = malloc((len / 2 + 1) * sizeof *items);
    if (items == NULL)
        return GRADE_NO_MEMORY;
    grade_judgement judgement;
    if (read_items(referee, text, len, items, &count, &line))
        judgement = compare_scan(referee, items, count, finding);
    else
        judgement = malformed(referee, &line,
                              referee->answer.action.kind == FMT_LAB_VALID_SCAN
                                  ? "lines of four numbers on the board, and a dot"
                                  : "lines of two numbers on the board, and a dot",
                              finding);
    free(items);
    return judgement;
}

static grade_judgement judge_answer(const grade_referee *referee, const char *text, size_t len,
                                    grade_finding *finding)
{
    fmt_lab_kind kind = referee->answer.action.kind;
    if (is_scan(kind))
        return judge_scan(referee, text, len, finding);
    answer_line line = line_at(text, len, skip_blank(text, len, true), true);
    if (kind == FMT_LAB_SCORE || kind == FMT_LAB_NEXT_SCORE)
        return judge_score(referee, &line, finding);
    return judge_bool(referee, &line, finding);
}

/* ---- Boards ---- */

/* Reads the rows of "= ..../R..K"; there are none if a submission cannot show its board. Returns
 * false for any other line. */
static bool read_board(const char *text, size_t len, fmt_word *rows)
{
    answer_line line = line_at(text, len, 0, true);
    fmt_line words = fmt_line_of(line.text, line.len);
    fmt_word mark;
    *rows = (fmt_word){.len = 0};
    if (!fmt_line_word(&words, &mark) || !fmt_word_is(&mark, "="))
        return false;
    fmt_line_word(&words, rows);
    return true;
}

static grade_judgement no_board(const char *text, size_t len, grade_finding *finding)
{
    answer_line line = line_at(text, len, 0, true);
    quote(&line, finding->given, sizeof finding->given);
    snprintf(finding->why, sizeof finding->why, "This is nothing that the driver says.");
    return GRADE_WRONG;
}

grade_judgement grade_judge_piece(const grade_test *test, size_t count, const char *text,
                                  size_t len, grade_finding *finding)
{
    fmt_word rows;
    *finding = (grade_finding){.call = ""};
    bool shown = read_board(text, len, &rows);
    if (shown && (rows.len == 0 || grade_why_pieces(test, count, rows.text, rows.len, finding)))
        return GRADE_RIGHT;
    if (shown)
        return GRADE_WRONG;
    grade_expect_piece(test, count - 1, finding);
    return no_board(text, len, finding);
}

grade_judgement grade_judge(const grade_referee *referee, grade_speaker speaker, const char *text,
                            size_t len, grade_finding *finding)
{
    size_t answer = len;
    fmt_word rows;
    *finding = (grade_finding){.call = ""};
    if (referee->answer.action.kind == FMT_LAB_DISPLAY)
        return GRADE_RIGHT;
    if (speaker == GRADE_DRIVER)
        cut_answer(referee->answer.action.kind, text, len, true, &answer);
    grade_judgement judgement = judge_answer(referee, text, answer, finding);
    if (judgement != GRADE_RIGHT || speaker == GRADE_PROGRAM)
        return judgement;
    if (!read_board(text + answer, len - answer, &rows)) {
        grade_expect(referee, finding);
        return no_board(text + answer, len - answer, finding);
    }
    return rows.len == 0 || grade_why_board(referee, rows.text, rows.len, finding) ? GRADE_RIGHT
                                                                                   : GRADE_WRONG;
}
