/* convert_comments.c: comments in their new form, word by word, and the commands in them. Layer:
 * collection. */
#include "collection/convert/convert.h"
#include "common/utf8.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_WIDTH = 79 };

/* Reads "1:02:03.5" in seconds; negative if it is no time. */
static double read_clock(const char *text)
{
    double seconds = 0;
    for (;;) {
        char *end;
        if (*text < '0' || *text > '9')
            return -1;
        double part = strtod(text, &end);
        seconds = seconds * 60 + part;
        if (*end == '\0')
            return seconds;
        if (*end != ':')
            return -1;
        text = end + 1;
    }
}

/* Writes the next entry of an array that has one entry for each move; null if a move has no
 * value. The first value of a move counts. */
static out *entry_of_ply(record *r, spool *s, uint64_t *count)
{
    if (r->shown == 0 || *count >= r->shown)
        return NULL;
    for (; *count + 1 < r->shown; ++*count)
        out_text(next_entry(s), "null");
    ++*count;
    return next_entry(s);
}

static void note_clock(record *r, const char *text)
{
    char number[48];
    double seconds = read_clock(text);
    out *to = seconds >= 0 && seconds < 1e9 ? entry_of_ply(r, &r->clocks, &r->clock_count) : NULL;
    if (!to)
        return;
    snprintf(number, sizeof number, "%.10g", seconds);
    out_text(to, number);
}

/* Notes an evaluation in pawns, or "#-3" for mate; a depth that follows is left out. */
static void note_eval(record *r, const char *text)
{
    char number[48], *end;
    bool mate = *text == '#';
    double value = strtod(text + mate, &end);
    bool fits = end > text + mate && (*end == '\0' || *end == ',') && value > -1e6 && value < 1e6;
    out *to = fits ? entry_of_ply(r, &r->evals, &r->eval_count) : NULL;
    if (!to)
        return;
    snprintf(number, sizeof number, mate ? "\"#%.0f\"" : "%.10g", value);
    out_text(to, number);
}

/* "[%clk 0:10:00]" */
static void note_command(record *r, const char *word, size_t len)
{
    char text[COMMENT_WORD + 8];
    if (len < 8 || word[len - 1] != ']')
        return;
    memcpy(text, word, len - 1);
    text[len - 1] = '\0';
    if (strncmp(text, "[%clk ", 6) == 0)
        note_clock(r, text + 6);
    else if (strncmp(text, "[%eval ", 7) == 0)
        note_eval(r, text + 7);
}

static void flush_word(record *r, size_t depth)
{
    size_t brace = r->word[0] == '{';
    if (r->options->form == TO_NDJSON && depth == 0)
        note_command(r, r->word + brace, r->word_len - brace);
    if (r->options->form == TO_PGN && r->glued)
        movetext_glue(r, r->word, r->word_len);
    else if (r->options->form == TO_PGN)
        movetext_word(r, r->word, r->word_len);
    r->glued = false;
    r->word_len = 0;
    r->word_ended = false;
}

/* Is the word inside a command? A command may hold blanks. */
static bool in_command(const record *r)
{
    size_t brace = r->word_len > 0 && r->word[0] == '{';
    return r->word_len >= brace + 2 && r->word[brace] == '[' && r->word[brace + 1] == '%' &&
           r->word[r->word_len - 1] != ']';
}

static void add_byte(record *r, char c, size_t depth)
{
    bool blank = (unsigned char)c <= ' ' || c == 127;
    bool alone = r->word_len == 1 && r->word[0] == '{';
    if (blank && in_command(r) && r->word_len < COMMENT_WORD) {
        if (r->word[r->word_len - 1] != ' ')
            r->word[r->word_len++] = ' ';
        return;
    }
    if (blank) {
        r->word_ended = r->word_len > 0 && !alone;
        return;
    }
    if (r->word_ended)
        flush_word(r, depth);
    if (r->word_len >= COMMENT_WORD && !utf8_continues(c)) {
        flush_word(r, depth);
        r->glued = true;
    }
    if (c == '%' && r->word_len > 1 && r->word[r->word_len - 1] == '[' &&
        !(r->word_len == 2 && r->word[0] == '{')) {
        r->word_len--; /* a command begins right behind a word */
        flush_word(r, depth);
        r->word[r->word_len++] = '[';
    }
    if (r->word_len < sizeof r->word - 1)
        r->word[r->word_len++] = c;
    if (c == ']' && (r->word[0] == '[' || r->word[0] == '{') && memchr(r->word, '%', 3))
        r->word_ended = true;
}

static void add_comment(record *r, const char *text, size_t len, bool closed, size_t depth)
{
    if (!r->in_comment) {
        r->in_comment = true;
        r->word[0] = '{';
        r->word_len = 1;
        r->word_ended = false;
    }
    for (size_t i = 0; i < len; i++)
        if (text[i] != '}')
            add_byte(r, text[i], depth);
    if (!closed)
        return;
    r->in_comment = false;
    if (r->word_len == 1 && r->word[0] == '{')
        return; /* the comment is empty */
    if (r->options->form == TO_PGN) {
        while (r->word[r->word_len - 1] == ' ')
            r->word_len--;
        r->word[r->word_len++] = '}';
    }
    flush_word(r, depth);
    r->need_number = true;
}

/* ---- byte for byte ---- */

static size_t first_line(const char *text, size_t len)
{
    const char *end = len > 0 ? memchr(text, '\n', len) : NULL;
    return end ? (size_t)(end - text) : len;
}

/* Writes a comment byte for byte, on a new line if its first line would not fit. A comment that
 * contains a closing brace came after a semicolon, and is written so again. */
static void keep_comment(record *r, const char *text, size_t len, bool closed)
{
    bool to_line_end = !r->in_comment && closed && len > 0 && memchr(text, '}', len);
    if (!r->in_comment) {
        movetext_flush(r);
        if (r->column > 0 && r->column + 3 + first_line(text, len) > LINE_WIDTH) {
            out_text(r->movetext, "\n");
            r->column = 0;
        }
        movetext_word(r, to_line_end ? ";" : "{", 1);
        movetext_flush(r);
        r->in_comment = true;
    }
    out_kept(r->movetext, text, len);
    const char *line = text;
    for (const char *end; len > 0 && (end = memchr(line, '\n', (size_t)(text + len - line)));) {
        line = end + 1;
        r->column = 0;
    }
    r->column += (size_t)(text + len - line);
    if (!closed)
        return;
    r->in_comment = false;
    r->need_number = true;
    if (to_line_end) {
        out_text(r->movetext, "\n");
        r->column = 0;
        return;
    }
    r->goes_on = true;
    movetext_glue(r, "}", 1);
}

void write_comment(record *r, const char *text, size_t len, bool closed, size_t depth)
{
    const convert_options *o = r->options;
    if (o->form == TO_NDJSON) {
        if (depth == 0)
            add_comment(r, text, len, closed, depth); /* notes clocks and evaluations */
        if (!o->no_comments)
            json_comment(r, text, len, closed, depth);
    } else if (o->form == TO_PGN && !o->no_comments) {
        if (o->fold)
            add_comment(r, text, len, closed, depth);
        else
            keep_comment(r, text, len, closed);
    }
}

void movetext_close(record *r, const char *text, const char *result)
{
    if (r->in_comment)
        write_comment(r, "", 0, true, 0);
    for (size_t depth = 63; r->opened != 0; depth--)
        write_close(r, depth);
    if (*text != '\0')
        add_comment(r, text, strlen(text), true, 0);
    movetext_word(r, result, strlen(result));
    movetext_word(r, "", 0);
}
