/* finding_text.c: findings as lines for people, as JSON, as a list. Layer: collection. */
#include "collection/checker/checker.h"
#include "common/smaller_of.h"

#include <stdio.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#ifdef __SSE2__
/* Counts the line ends in `pieces` times sixteen bytes; `pieces` is at most 255. */
static unsigned count_wide(const char *text, size_t pieces)
{
    __m128i sums = _mm_setzero_si128();
    for (size_t i = 0; i < pieces; i++) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(text + 16 * i));
        sums = _mm_sub_epi8(sums, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n')));
    }
    sums = _mm_sad_epu8(sums, _mm_setzero_si128());
    return (unsigned)_mm_cvtsi128_si32(sums) + (unsigned)_mm_extract_epi16(sums, 4);
}
#endif

static int64_t count_lines(const char *text, size_t len)
{
    int64_t lines = 0;
    size_t at = 0;
#ifdef __SSE2__
    while (len - at >= 16) {
        size_t pieces = (size_t)smaller_of((len - at) / 16, 255);
        lines += count_wide(text + at, pieces);
        at += 16 * pieces;
    }
#endif
    for (; at < len; at++)
        lines += text[at] == '\n';
    return lines;
}

/* Lines and columns are counted only when somebody asks for them, and no byte is counted twice. */
place checker_place(checker *c, size_t at)
{
    if (c->counted < at) {
        int64_t lines = count_lines(c->text + c->counted, at - c->counted);
        c->counted = at;
        c->line += lines;
        if (lines > 0)
            for (c->line_begin = at; c->text[c->line_begin - 1] != '\n';)
                c->line_begin--;
    }
    place p = {.line = c->line};
    size_t begin = c->line_begin;
    /* A place before what has been counted is a few lines back at most. */
    for (; at < begin; begin--)
        p.line -= c->text[begin - 1] == '\n';
    if (begin < c->line_begin)
        while (begin > 0 && c->text[begin - 1] != '\n')
            begin--;
    p.column = at - begin + 1 + (begin == 0 ? c->column_base : 0);
    return p;
}

place checker_spot(const checker *c, size_t at)
{
    (void)c;
    return (place){UNPLACED, at};
}

place checker_resolve(checker *c, place at)
{
    return at.line == UNPLACED ? checker_place(c, at.column) : at;
}

static bool is_error(const checker *c, const found *f)
{
    bool error = f->class < FOUND_FIRST_WARNING && !f->only_warning;
    return error || (c->options->strict && f->class < FOUND_FIRST_NOTE);
}

/* Writes a move as "23...Nf6", with the number that it has in its line. */
static void put_move(checker *c, const found *f)
{
    const arb_position *pos = &game_line(&c->game)->position;
    out_number(c->out, arb_position_fullmove(pos));
    out_text(c->out, arb_position_turn(pos) == ARB_WHITE ? "." : "...");
    out_safe(c->out, f->token, f->token_len);
}

static void put_line(checker *c, const found *f)
{
    const game_state *g = &c->game;
    out_safe(c->out, c->file, strlen(c->file));
    out_text(c->out, ":");
    out_relative(c->out, OUT_LINE, f->at.line);
    out_text(c->out, ":");
    out_number(c->out, f->at.column);
    out_text(c->out, ": game ");
    out_relative(c->out, OUT_GAME, c->games);
    if (g->white.len > 0 || g->black.len > 0) {
        out_text(c->out, " (");
        out_safe(c->out, g->white.text, g->white.len);
        out_text(c->out, " - ");
        out_safe(c->out, g->black.text, g->black.len);
        out_text(c->out, ")");
    }
    if (f->is_move) {
        out_text(c->out, ", move ");
        put_move(c, f);
        if (g->depth > 0)
            out_text(c->out, " in a variation");
    }
    out_text(c->out, ": ");
    out_text(c->out, finding_name(f->class));
    out_text(c->out, ": ");
    out_safe(c->out, f->text, strlen(f->text));
    out_text(c->out, "\n");
}

/* Writes who played, and in which round, where the tags say so. */
static void put_players(checker *c)
{
    const game_state *g = &c->game;
    const struct {
        const char *name;
        const short_text *value;
    } tags[] = {{",\"white\":", &g->white}, {",\"black\":", &g->black}, {",\"round\":", &g->round}};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (tags[i].value->len > 0) {
            out_text(c->out, tags[i].name);
            out_json(c->out, tags[i].value->text, tags[i].value->len);
        }
}

static void put_json(checker *c, const found *f)
{
    out_text(c->out, "{\"file\":");
    out_json(c->out, c->file, strlen(c->file));
    out_text(c->out, ",\"line\":");
    out_relative(c->out, OUT_LINE, f->at.line);
    out_text(c->out, ",\"column\":");
    out_number(c->out, f->at.column);
    out_text(c->out, ",\"game\":");
    out_relative(c->out, OUT_GAME, c->games);
    out_text(c->out, ",\"ply\":");
    out_number(c->out, c->game.plies + (f->is_move ? 1 : 0));
    out_text(c->out, ",\"finding\":\"");
    out_text(c->out, finding_name(f->class));
    out_text(c->out, "\"");
    if (f->token) {
        out_text(c->out, ",\"token\":");
        out_json(c->out, f->token, f->token_len);
    }
    if (f->verdict) {
        char members[128];
        arb_verdict_members(f->verdict, &game_line(&c->game)->position, members, sizeof members);
        out_text(c->out, ",");
        out_text(c->out, members);
    }
    if (f->proof) {
        out_text(c->out, ",\"proof\":\"");
        out_text(c->out, f->proof);
        out_text(c->out, "\"");
    }
    if (f->witness && f->witness[0] != '\0') {
        out_text(c->out, ",");
        out_text(c->out, f->witness);
    }
    if (c->game.depth > 0)
        out_text(c->out, ",\"variation\":true");
    out_text(c->out, ",\"text\":");
    out_json(c->out, f->text, strlen(f->text));
    put_players(c);
    out_text(c->out, "}\n");
}

/* Adds a finding to the line of a list, which has the first ones of the main line, each text
 * once. */
static void add_to_list(checker *c, const found *f)
{
    game_state *g = &c->game;
    char entry[1024];
    bool after_mate = f->class == FOUND_AFTER_END;
    /* A list has no class of its own for moves behind the end. */
    const char *name = after_mate ? finding_name(FOUND_ILLEGAL) : finding_name(f->class);
    int len = f->detail ? snprintf(entry, sizeof entry, "%s:", name)
                        : snprintf(entry, sizeof entry, "%s", name);
    size_t used = (size_t)len;
    if (f->detail) {
        size_t rest = f->detail_len > 0 ? f->detail_len : strlen(f->detail);
        rest = (size_t)smaller_of(rest, sizeof entry - used);
        memcpy(entry + used, f->detail, rest);
        used += rest;
    }
    /* Of each kind of wrong check mark only the first is listed. */
    if (f->class >= FOUND_MISSING_MARK && f->class <= FOUND_HASH_FOR_CHECK) {
        uint32_t bit = 1u << (f->class - FOUND_MISSING_MARK);
        if (g->listed_marks & bit)
            return;
        g->listed_marks |= bit;
    }
    if (g->list_count == LIST_FINDINGS || g->list_len + used + 1 > LIST_CAP)
        return;
    for (size_t at = 0; at < g->list_len;) {
        const char *end = memchr(g->list + at, ';', g->list_len - at);
        size_t n = end ? (size_t)(end - g->list) - at : g->list_len - at;
        if (n == used && memcmp(g->list + at, entry, n) == 0)
            return;
        at += n + 1;
    }
    if (g->list_len > 0)
        g->list[g->list_len++] = ';';
    memcpy(g->list + g->list_len, entry, used);
    g->list_len += used;
    g->list_count++;
}

void checker_find(checker *c, const found *given)
{
    game_state *g = &c->game;
    found placed = *given;
    const found *f = &placed;
    placed.text = finding_in(c->options->language, placed.text);
    c->counts.findings[f->class]++;
    if (is_error(c, f) && !g->faulty) {
        g->faulty = true;
        c->counts.faulty++;
    }
    if (has_record(c) && is_error(c, f))
        record_fault(c->record, f->class, f->text);
    if (c->options->form == REPORT_NOTHING)
        return;
    if (c->options->form == REPORT_LIST) {
        if (g->depth == 0 && !f->unlisted)
            add_to_list(c, f);
        return;
    }
    if (!is_error(c, f) && !c->options->warnings)
        return;
    if (g->said++ >= SHOWN_CAP)
        return;
    placed.at = checker_resolve(c, placed.at);
    if (c->options->form == REPORT_ROWS)
        put_finding_row(c, f);
    else if (c->options->form == REPORT_JSON)
        put_json(c, f);
    else
        put_line(c, f);
}

void checker_row(checker *c)
{
    game_state *g = &c->game;
    char fen[ARB_START_LIMIT];
    const arb_position *pos = &g->lines[0].position;
    bool stopped = g->lines[0].stopped;
    out_relative(c->out, OUT_GAME, c->games);
    out_text(c->out, "\t");
    out_relative(c->out, OUT_LINE, checker_resolve(c, g->begin).line);
    out_text(c->out, "\t");
    out_number(c->out, g->plies);
    out_text(c->out, stopped ? "\tstop\t" : "\tok\t");
    if (stopped && g->stop_line != 0)
        out_relative(c->out, OUT_LINE, g->stop_line);
    else
        out_text(c->out, "0");
    out_text(c->out, "\t");
    if (g->has_result)
        out_field(c->out, g->result.text, g->result.len);
    else
        out_text(c->out, "-");
    out_text(c->out, "\t");
    out_text(c->out, g->has_marker ? arb_result_text(g->marker) : "-");
    out_text(c->out, "\t");
    arb_position_fen(pos, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    out_text(c->out, fen);
    out_text(c->out, "\t");
    out_field(c->out, g->list, g->list_len);
    out_text(c->out, "\n");
}
