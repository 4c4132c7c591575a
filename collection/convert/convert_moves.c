/* convert_moves.c: moves, comments and variations in their new form, as they come. Layer:
 * collection.
 *
 * Only PGN has a place for more than the main line. Its lines stay below 80 columns; only a single
 * word that is longer than that is not broken. */
#include "collection/convert/convert.h"

#include "common/number.h"

#include <string.h>

enum { WORD_CAP = 64, SHORT_WORD = 16 };

/* Writes the word that was held back, because text that follows it without a blank must be on the
 * same line. */
void movetext_flush(record *r)
{
    out *to = r->movetext;
    size_t len = r->held.len;
    if (len == 0)
        return;
    if (r->column > 0 && !r->goes_on) {
        bool fits = r->column + 1 + len <= MOVETEXT_LINE;
        out_bytes(to, fits ? " " : "\n", 1);
        r->column = fits ? r->column + 1 : 0;
    }
    if (len <= SHORT_WORD && to->cap - to->len >= SHORT_WORD) {
        memcpy(to->text + to->len, r->held_text,
               SHORT_WORD); /* a constant size, for which the compiler needs no call */
        to->len += len;
    } else {
        out_bytes(to, r->held_text, len);
    }
    r->column += len;
    r->held.len = 0;
    r->goes_on = false;
}

void movetext_glue(record *r, const char *text, size_t len)
{
    if (r->held.len + 3 * len >
        sizeof r->held_text) { /* a byte of an old file becomes up to three */
        movetext_flush(r);
        r->goes_on = true;
    }
    out_utf8(&r->held, text, len);
}

void movetext_word(record *r, const char *text, size_t len)
{
    movetext_flush(r);
    while (r->pending > 0) { /* parentheses stand right before the first word */
        movetext_glue(r, "(", 1);
        r->pending--;
    }
    movetext_glue(r, text, len);
}

/* Does the same for a move or its number, which are short and ASCII. */
static void short_word(record *r, const char *text, size_t len)
{
    if (r->pending > 0 || len > SHORT_WORD) {
        movetext_word(r, text, len);
        return;
    }
    movetext_flush(r);
    memcpy(r->held_text, text, len);
    r->held.len = len;
}

static void put_number(record *r, uint32_t number, bool white)
{
    char word[NUMBER_DIGITS + 3];
    if (!white && !r->need_number && r->pending == 0)
        return;
    size_t begin = number_write(word, number);
    memcpy(word + NUMBER_DIGITS, "...", 3);
    short_word(r, word + begin, NUMBER_DIGITS - begin + (white ? 1 : 3));
}

out *next_entry(spool *s)
{
    if (s->out.len > 0 || s->filed > 0)
        out_text(&s->out, ",");
    return &s->out;
}

static void put_word(record *r, const char *uci, size_t len)
{
    if (r->shown > 0 || r->start_fen[0] != '\0')
        out_bytes(r->movetext, " ", 1);
    out_bytes(r->movetext, uci, len);
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

void put_position(record *r, const arb_position *pos)
{
    char text[ARB_START_LIMIT + 64], clocks[64];
    if (r->options->form == TO_KEYS) {
        put_key(r->movetext, pos);
        return;
    }
    if (r->options->form == TO_EPD) {
        arb_setup setup;
        arb_position_setup(pos, ARB_EP_LEGAL, &setup);
        int len =
            snprintf(clocks, sizeof clocks, "hmvc %u; fmvn %u;",
                     (unsigned)arb_position_halfmove(pos), (unsigned)arb_position_fullmove(pos));
        arb_epd_write(&setup, arb_position_rules(pos), clocks, (size_t)len, text, sizeof text);
    } else {
        arb_position_fen(pos, ARB_X_FEN, ARB_EP_LEGAL, text, sizeof text);
    }
    out_text(r->movetext, text);
    out_text(r->movetext, "\n");
}

static void put_san(record *r, uint32_t number, bool white, const char *san, size_t len)
{
    put_number(r, number, white);
    short_word(r, san, len);
    r->need_number = false;
}

/* Writes a move as UCI. Where the king goes in castling depends on the position. */
static size_t uci_of(record *r, const arb_move *move, char *uci, size_t cap)
{
    journal *j = &r->journal;
    if (arb_move_type_of(*move) == ARB_CASTLING)
        journal_walk(j, (size_t)(move - j->moves));
    return arb_uci_write(&j->walk, *move, ARB_UCI_RULES, uci, cap);
}

/* Writes a move in UCI straight into the output, where there is room. */
static void put_uci(record *r, const arb_move *move)
{
    char text[WORD_CAP];
    out *to = r->movetext;
    bool apart = r->shown > 0 || r->start_fen[0] != '\0';
    if (to->cap - to->len < WORD_CAP) {
        put_word(r, text, uci_of(r, move, text, sizeof text));
        return;
    }
    to->text[to->len] = ' ';
    to->len += apart;
    to->len += uci_of(r, move, to->text + to->len, WORD_CAP - 1);
}

/* Writes a move of the main line in a form that has only moves or positions. */
static void put_bare(record *r, const arb_move *move)
{
    char text[WORD_CAP];
    journal *j = &r->journal;
    size_t before = (size_t)(move - j->moves);
    if (r->options->form == TO_UCI)
        put_uci(r, move);
    else if (r->options->form == TO_LAN)
        put_word(r, text, arb_lan_write(journal_walk(j, before), *move, text, sizeof text));
    else if (has_positions(r))
        put_position(r, journal_walk(j, before + 1));
    r->shown++;
}

static void put_json_move(record *r, const arb_move *move, const char *san, size_t len)
{
    char uci[WORD_CAP];
    if (!move) { /* it is a move of a variation */
        json_move(r, san, len);
        return;
    }
    uci_of(r, move, uci, sizeof uci);
    put_json(r, san, len, uci);
    r->shown++;
}

static bool has_text(const record *r)
{
    return r->options->form == TO_PGN || r->options->form == TO_NDJSON;
}

void write_move(record *r, const journal_entry *e)
{
    const stretch *s = &e->of;
    if (!has_text(r)) {
        put_bare(r, s->moves);
        return;
    }
    if (r->options->form == TO_PGN)
        put_san(r, s->fullmove, s->white, s->text, s->len);
    else
        put_json_move(r, s->moves, s->text, s->len);
}

void write_null_move(record *r, const journal_entry *e)
{
    if (r->options->form == TO_NDJSON)
        json_move(r, "--", 2);
    else
        put_san(r, e->of.fullmove, e->of.white, "--", 2);
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_mark(char c)
{
    return c == '!' || c == '?';
}

/* Returns the end of a move of a stretch, or of a NAG in digits. */
static size_t word_end(const char *text, size_t at, size_t len)
{
    while (at < len && !is_blank(text[at]) && text[at] != '{' && text[at] != '$' &&
           !is_mark(text[at]))
        at++;
    return at;
}

static size_t number_end(const char *text, size_t at, size_t len)
{
    while (at < len && ((text[at] >= '0' && text[at] <= '9') || text[at] == '.'))
        at++;
    return at;
}

void write_stretch(record *r, const stretch *s)
{
    uint32_t fullmove = s->fullmove;
    bool white = s->white;
    size_t ply = 0;
    if (!has_text(r)) {
        for (; s->moves && ply < s->plies; ply++)
            put_bare(r, s->moves + ply);
        return;
    }
    bool bare = r->options->form == TO_PGN && is_bare(s->text, s->len);
    if (bare && write_whole(r, s))
        return;
    for (size_t at = 0; at < s->len;) {
        if (r->options->form == TO_PGN)
            at = write_words(r, s, at, bare, &fullmove, &white);
        const char *word = s->text + at;
        size_t end = at;
        if (is_blank(*word)) {
            at++;
            continue;
        }
        if (*word == '{') {
            const char *close = memchr(word, '}', s->len - at);
            end = close ? (size_t)(close - s->text) : s->len;
            write_comment(r, word + 1, end - at - 1, true, s->depth);
            end += close != NULL;
        } else if (*word >= '0' && *word <= '9') {
            end =
                number_end(s->text, at, s->len); /* a run plays only text with right move numbers */
        } else if (*word == '$' || is_mark(*word)) {
            while (end < s->len && is_mark(s->text[end]))
                end++;
            end = *word == '$' ? word_end(s->text, at + 1, s->len) : end;
            write_nag(r, word, end - at, s->depth);
        } else {
            end = word_end(s->text, at, s->len);
            if (r->options->form == TO_PGN)
                put_san(r, fullmove, white, word, end - at);
            else
                put_json_move(r, s->moves ? s->moves + ply++ : NULL, word, end - at);
            fullmove += !white;
            white = !white;
        }
        at = end > at ? end : at + 1;
    }
}

/* The number of a NAG such as "$5" or "!?"; 0 if the text is none. */
static unsigned nag_of(const char *text, size_t len)
{
    static const char *const signs[] = {"!", "?", "!!", "??", "!?", "?!"};
    uint64_t nag = 0;
    if (text[0] == '$')
        number_read(text + 1, len - 1, 999999, &nag);
    for (unsigned i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strlen(signs[i]) == len && memcmp(signs[i], text, len) == 0)
            nag = i + 1;
    return (unsigned)nag;
}

void write_nag(record *r, const char *text, size_t len, size_t depth)
{
    char word[3] = "$";
    unsigned nag = nag_of(text, len);
    if (r->options->no_nags)
        return;
    if (r->options->form == TO_NDJSON) {
        if (nag > 0)
            json_nag(r, nag, depth);
        return;
    }
    if (r->options->form != TO_PGN || r->pending > 0)
        return;
    if (text[0] == '$') {
        if (len > 1 && len < 8)
            movetext_word(r, text, len);
    } else if (nag > 0) {
        word[1] = (char)('0' + nag);
        movetext_word(r, word, 2);
    }
}

void write_open(record *r, size_t depth)
{
    r->opened |= UINT64_C(1) << depth;
    r->pending++;
}

void write_close(record *r, size_t depth)
{
    uint64_t bit = UINT64_C(1) << depth;
    if (!(r->opened & bit))
        return;
    r->opened &= ~bit;
    if (r->pending > 0) {
        r->pending--; /* the variation is empty */
        return;
    }
    movetext_glue(r, ")", 1);
    r->need_number = true;
}
