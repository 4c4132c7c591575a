/* convert_moves.c: moves, comments and variations in their new form, as they come. Room:
 * collection.
 *
 * Only PGN has a place for more than the main line. Its lines stay below 80 columns; only a single
 * word that is longer than that is not broken. */
#include "collection/convert/convert.h"
#include "collection/convert/dedupe.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_LIMIT = 79, WORD_CAP = 64 };

/* The last word waits: what is glued to it belongs on the same line. */
static void flush_held(record *r)
{
    out *to = &r->moves.out;
    if (r->held.len == 0)
        return;
    if (r->column > 0 && !r->goes_on) {
        bool fits = r->column + 1 + r->held.len <= LINE_LIMIT;
        out_text(to, fits ? " " : "\n");
        r->column = fits ? r->column + 1 : 0;
    }
    out_bytes(to, r->held_text, r->held.len);
    r->column += r->held.len;
    r->held.len = 0;
    r->goes_on = false;
}

static void movetext_glue(record *r, const char *text, size_t len)
{
    if (r->held.len + 2 * len > sizeof r->held_text) { /* bytes of Latin-1 become two */
        flush_held(r);
        r->goes_on = true;
    }
    out_utf8(&r->held, text, len);
}

static void movetext_word(record *r, const char *text, size_t len)
{
    flush_held(r);
    while (r->pending > 0) { /* parentheses stand right before the first word */
        movetext_glue(r, "(", 1);
        r->pending--;
    }
    movetext_glue(r, text, len);
}

static void put_number(record *r, uint32_t number, bool white)
{
    char word[16];
    size_t at = sizeof word;
    if (!white && !r->need_number && r->pending == 0)
        return;
    for (int dots = white ? 1 : 3; dots > 0; dots--)
        word[--at] = '.';
    do
        word[--at] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    movetext_word(r, word + at, sizeof word - at);
}

/* The next entry of an array in JSON. */
static out *next_entry(spool *s)
{
    if (s->out.len > 0 || s->filed > 0)
        out_text(&s->out, ",");
    return &s->out;
}

static void put_uci(record *r, const char *uci)
{
    if (r->plies > 0 || r->moves.out.len > 0)
        out_text(&r->moves.out, " ");
    out_text(&r->moves.out, uci);
}

static void put_json(record *r, const char *san, size_t len, const char *uci)
{
    out *to = next_entry(&r->moves);
    out_text(to, "\"");
    out_bytes(to, san, len);
    out_text(to, "\"");
    to = next_entry(&r->uci);
    out_text(to, "\"");
    out_text(to, uci);
    out_text(to, "\"");
}

static void put_fen(record *r, const arb_position *pos)
{
    char fen[ARB_START_LIMIT];
    arb_position_fen(pos, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    out_text(&r->moves.out, fen);
    out_text(&r->moves.out, "\n");
}

static void note_move(record *r, arb_move move)
{
    r->plies++;
    r->fingerprint[0] = dedupe_mix(r->fingerprint[0], move);
    r->fingerprint[1] = dedupe_mix(r->fingerprint[1], ~(uint64_t)move);
}

static void put_san(record *r, uint32_t number, bool white, const char *san, size_t len)
{
    put_number(r, number, white);
    movetext_word(r, san, len);
    r->need_number = false;
}

static bool leaves_out(const record *r, size_t depth)
{
    return !r->wanted || (depth > 0 && (r->options->form != TO_PGN || r->options->no_variations));
}

void record_move(record *r, const arb_position *before, arb_move move, size_t depth)
{
    char san[WORD_CAP], uci[WORD_CAP];
    convert_form form = r->options->form;
    if (leaves_out(r, depth))
        return;
    size_t len = 0;
    if (form == TO_PGN || form == TO_NDJSON)
        len = arb_san_write(before, move, san, sizeof san);
    if (form == TO_UCI || form == TO_NDJSON)
        arb_uci_write(before, move, ARB_UCI_RULES, uci, sizeof uci);
    if (form == TO_PGN)
        put_san(r, arb_position_fullmove(before), arb_position_turn(before) == ARB_WHITE, san, len);
    else if (form == TO_UCI)
        put_uci(r, uci);
    else if (form == TO_NDJSON)
        put_json(r, san, len, uci);
    if (form == TO_FEN) {
        arb_position after = *before;
        arb_undo undo;
        arb_position_play(&after, move, &undo);
        put_fen(r, &after);
    }
    if (depth == 0)
        note_move(r, move);
}

void record_played(record *r, const arb_position *after, const arb_undo *undo, const char *san,
                   size_t len, size_t depth)
{
    char uci[WORD_CAP];
    convert_form form = r->options->form;
    if (leaves_out(r, depth))
        return;
    if (form == TO_UCI || form == TO_NDJSON) {
        /* Where the king is written to go depends on the position before. */
        arb_position before;
        const arb_position *pos = after;
        if (arb_move_type_of(undo->move) == ARB_CASTLING) {
            before = *after;
            arb_position_undo(&before, undo);
            pos = &before;
        }
        arb_uci_write(pos, undo->move, ARB_UCI_RULES, uci, sizeof uci);
    }
    if (form == TO_PGN)
        put_san(r, undo->fullmove, undo->turn == ARB_WHITE, san, len);
    else if (form == TO_UCI)
        put_uci(r, uci);
    else if (form == TO_NDJSON)
        put_json(r, san, len, uci);
    else
        put_fen(r, after);
    if (depth == 0)
        note_move(r, undo->move);
}

void record_null_move(record *r, const arb_position *before)
{
    if (!leaves_out(r, 1))
        put_san(r, arb_position_fullmove(before), arb_position_turn(before) == ARB_WHITE, "--", 2);
}

/* "!?" as "$5". */
void record_nag(record *r, const char *text, size_t len)
{
    static const char *const signs[] = {"!", "?", "!!", "??", "!?", "?!"};
    char word[3] = "$";
    if (!r->wanted || r->options->form != TO_PGN || r->options->no_nags || r->pending > 0)
        return;
    if (text[0] == '$') {
        if (len > 1 && len < 8)
            movetext_word(r, text, len);
        return;
    }
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strlen(signs[i]) == len && memcmp(signs[i], text, len) == 0) {
            word[1] = (char)('1' + i);
            movetext_word(r, word, 2);
        }
}

void record_open(record *r, size_t depth)
{
    if (leaves_out(r, depth))
        return;
    r->opened |= UINT64_C(1) << depth;
    r->pending++;
}

void record_close(record *r, size_t depth)
{
    uint64_t bit = UINT64_C(1) << depth;
    if (!(r->opened & bit))
        return;
    r->opened &= ~bit;
    if (r->pending > 0) {
        r->pending--; /* there was nothing in it */
        return;
    }
    movetext_glue(r, ")", 1);
    r->need_number = true;
}

/* ---- comments ---- */

/* Seconds of "1:02:03.5"; negative if it is no time. */
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

/* Entries stand beside the moves: null where a move has none. The first of a move counts. */
static out *entry_of_ply(record *r, spool *s, uint64_t *count)
{
    if (r->plies == 0 || *count >= r->plies)
        return NULL;
    for (; *count + 1 < r->plies; ++*count)
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

/* In pawns, "#-3" for mate; the depth that may follow is left out. */
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

/* A command may have blanks within. */
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
    if (r->word_len >= COMMENT_WORD && ((unsigned char)c & 0xC0) != 0x80) {
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
        return; /* an empty one */
    if (r->options->form == TO_PGN) {
        while (r->word[r->word_len - 1] == ' ')
            r->word_len--;
        r->word[r->word_len++] = '}';
    }
    flush_word(r, depth);
    r->need_number = true;
}

void record_comment(record *r, const char *text, size_t len, bool closed, size_t depth)
{
    bool heard =
        r->options->form == TO_NDJSON || (r->options->form == TO_PGN && !r->options->no_comments);
    if (heard && !leaves_out(r, depth))
        add_comment(r, text, len, closed, depth);
}

void movetext_close(record *r, const char *text, const char *result)
{
    if (r->in_comment)
        add_comment(r, "", 0, true, 0);
    for (size_t depth = 63; depth > 0; depth--)
        record_close(r, depth);
    if (*text != '\0')
        add_comment(r, text, strlen(text), true, 0);
    movetext_word(r, result, strlen(result));
    flush_held(r);
}
