/* checker.c: where games begin and end, and what each token does. Layer: collection.
 *
 * A line that starts with `[Event ` begins a game whatever came before it, so one bad game never
 * spoils the next, and blocks can be cut there. A game without that tag begins at its first tag
 * after a result or a blank line, or at a first move number. */
#include "collection/checker/checker.h"
#include "common/smaller_of.h"

#include <stdio.h>
#include <string.h>

void checker_init(checker *c, const check_options *options, const char *file, out *o)
{
    memset(&c->counts, 0, sizeof c->counts);
    c->options = options;
    c->file = file;
    c->out = o;
    c->len = 0;
    c->column_base = 0;
    c->variant_len = SIZE_MAX;
    c->comment = c->has_game = c->has_text = c->event_follows = false;
    c->begin = 0;
}

static void end_game(checker *c, size_t at)
{
    if (!c->game.left_out)
        game_finish(c, c->comment);
    c->has_game = c->comment = false;
    if (has_record(c) && !c->game.left_out)
        game_recorded(c);
    if (c->sort)
        c->sort(c->sort_context, c->begin, at - c->begin, true, c->game.faulty);
}

static void begin_game(checker *c, size_t at)
{
    if (c->has_game)
        end_game(c, at);
    game_state *g = &c->game;
    c->has_game = true;
    checker_charge(c, GAME_WORK);
    c->games++;
    c->counts.games++;
    g->in_moves = false;
    c->begin = at;
    g->begin = checker_spot(c, at);
    g->begin_byte = (int64_t)at;
    g->event_line = is_event(c->text, c->len, at);
    g->end = at;
    g->white.text = g->black.text = g->result.text = g->variant.text = "";
    g->white.len = g->black.len = g->result.len = g->variant.len = g->fen_len = 0;
    g->termination.text = g->remark.text = g->round.text = "";
    g->termination.len = g->remark.len = g->round.len = 0;
    g->has_result = g->has_fen = g->has_variant = false;
    g->depth = g->deeper = 0;
    g->lines[0].stopped = g->lines[0].after_null = false;
    g->plies = 0;
    g->stop_line = 0;
    g->result_at = g->fen_at = g->marker_at = g->comment_at = g->blank_at = g->last_result_at =
        (place){0, 0};
    g->end_said = g->has_marker = g->last_is_result = false;
    g->blank_line = g->text_after = g->faulty = false;
    g->rest_asked = g->left_out = g->judged = false;
    g->listed_marks = 0;
    g->said = 0;
    g->list_len = 0;
    g->list_count = 0;
    if (has_record(c))
        record_begin(c->record);
}

static void begin_moves(checker *c)
{
    if (!c->game.in_moves)
        game_set_up(c);
}

static void note_text_after(checker *c, const arb_pgn_token *token)
{
    game_state *g = &c->game;
    if (g->text_after)
        return;
    g->text_after = true;
    found f = {.class = FOUND_TEXT_AFTER,
               .at = checker_place(c, token->begin),
               .token = c->text + token->begin,
               .token_len = token->end - token->begin,
               .detail = c->text + token->begin,
               .detail_len = token->end - token->begin,
               .text = "text behind the result of the game"};
    checker_find(c, &f);
}

/* Do only tags follow, up to an [Event tag? If so, they do not belong to this game. */
static bool leads_to_event(checker *c, const arb_pgn_reader *in, const arb_pgn_token *tag)
{
    if (in->len == c->len && !c->event_follows)
        return false;
    if (c->tags_up_to == in->len)
        return true; /* this was found out before */
    arb_pgn_reader ahead = *in;
    ahead.at = tag->begin;
    ahead.line_start = true;
    for (;;) {
        arb_pgn_token token = arb_pgn_next(&ahead);
        if (token.kind == ARB_PGN_END) {
            c->tags_up_to = in->len;
            return true;
        }
        if (token.kind != ARB_PGN_TAG)
            return false;
    }
}

static void tag_token(checker *c, const arb_pgn_reader *in, arb_pgn_token *token)
{
    game_state *g = &c->game;
    bool may_begin = !c->has_game || (g->in_moves && (g->has_marker || token->blank_before));
    bool joined = c->has_game && g->in_moves && g->has_marker && !token->line_start;
    if (joined)
        note_text_after(c, token);
    if (may_begin && (token->line_start || joined) && !leads_to_event(c, in, token))
        begin_game(c, token->begin);
    if (!c->has_game)
        return;
    if (!g->in_moves) {
        take_tag(c, token);
        return;
    }
    /* A tag in a place where none counts is read as an ordinary word. */
    size_t end = token->begin;
    while (end < token->end && c->text[end] != ' ' && c->text[end] != '\t')
        end++;
    token->kind = ARB_PGN_WORD;
    token->end = end;
}

/* Does a game without tags begin here? It does at the move number 1 at the start of a line, if no
 * game is open or the open one has ended or was left without a result. */
static bool begins_untagged(const checker *c, const arb_pgn_token *token)
{
    const game_state *g = &c->game;
    if (token->kind != ARB_PGN_NUMBER || token->number != 1 || !token->line_start ||
        token->end - token->begin < 2)
        return false;
    if (!c->has_game)
        return true;
    bool black_first = token->end - token->begin > 2;
    return g->in_moves && g->depth == 0 && !black_first &&
           (g->has_marker || (token->blank_before && g->plies > 0 && !g->lines[0].stopped));
}

/* Reported at the end of the game, after the findings on its moves. */
static void note_blank_line(checker *c, size_t at)
{
    game_state *g = &c->game;
    if (g->has_marker || g->last_is_result || g->plies == 0 || g->blank_line)
        return;
    g->blank_line = true;
    g->blank_at = checker_place(c, at);
}

static void note_number(checker *c, const arb_pgn_token *token)
{
    game_state *g = &c->game;
    const play_line *line = game_line(g);
    char detail[48], text[FINDING_NUMBER];
    if (token->number == 0 || line->stopped || g->deeper > 0)
        return;
    unsigned expected = arb_position_fullmove(&line->position);
    if (token->number == expected)
        return;
    snprintf(detail, sizeof detail, "%u expected %u", token->number, expected);
    finding_number(text, c->options->language, token->number, expected);
    found f = {.class = FOUND_MOVE_NUMBER,
               .at = checker_place(c, token->begin),
               .token = c->text + token->begin,
               .token_len = token->end - token->begin,
               .detail = detail,
               .text = text};
    checker_find(c, &f);
}

static void simple_finding(checker *c, finding class, const arb_pgn_token *token, const char *text)
{
    char detail[2] = {c->text[token->begin], '\0'};
    found f = {.class = class,
               .at = checker_place(c, token->begin),
               .token = c->text + token->begin,
               .token_len = 1,
               .detail = class == FOUND_STRAY_CHAR ? detail : NULL,
               .text = text};
    size_t depth = c->game.depth;
    c->game.depth = class == FOUND_STRAY_CHAR ? 0 : depth;
    checker_find(c, &f);
    c->game.depth = depth;
}

static void open_variation(checker *c, const arb_pgn_token *token)
{
    game_state *g = &c->game;
    if (g->has_marker) {
        note_text_after(c, token);
        return;
    }
    if (g->depth == DEPTH_LIMIT) {
        if (g->deeper++ == 0)
            simple_finding(c, FOUND_TOO_DEEP, token,
                           "variations in variations past the limit of 32 are not replayed");
        return;
    }
    checker_charge(c, VARIATION_WORK);
    const play_line *from = game_line(g);
    play_line *to = &g->lines[++g->depth];
    branch_off(to, from);
    to->open = checker_place(c, token->begin);
    if (has_record(c) && !to->stopped)
        record_open(c->record, g->depth);
}

static void close_variation(checker *c, const arb_pgn_token *token)
{
    game_state *g = &c->game;
    if (g->deeper > 0)
        g->deeper--;
    else if (g->depth > 0) {
        if (has_record(c))
            record_close(c->record, g->depth);
        g->depth--;
    } else if (g->has_marker)
        note_text_after(c, token);
    else
        simple_finding(c, FOUND_STRAY_CLOSE_PAREN, token, "this parenthesis closes nothing");
}

static void result_token(checker *c, const arb_pgn_token *token)
{
    game_state *g = &c->game;
    if (g->depth > 0) {
        g->last_is_result = true;
        g->last_result = token->result;
        g->last_result_at = checker_place(c, token->begin);
    } else if (g->has_marker) {
        note_text_after(c, token);
    } else {
        g->has_marker = true;
        g->marker = token->result;
        g->marker_at = checker_spot(c, token->begin);
    }
}

/* Is there a record that wants what stands here besides moves? */
static bool records_here(const checker *c)
{
    const game_state *g = &c->game;
    return has_record(c) && c->has_game && !g->has_marker && g->deeper == 0 &&
           !g->lines[g->depth].stopped;
}

/* Passes a comment, or the part of it that is in this block, to the record, without braces or
 * ';'. */
static void record_remark(checker *c, const arb_pgn_token *token, bool goes_on)
{
    if (!records_here(c))
        return;
    bool brace = token->kind == ARB_PGN_COMMENT;
    size_t begin = token->begin + !goes_on;
    size_t end = token->end - (brace && token->closed);
    record_comment(c->record, c->text + begin, end - begin, !brace || token->closed, c->game.depth);
}

/* Keeps the last comment of the main line: it may say how the game ended. */
static void keep_remark(checker *c, const arb_pgn_token *token)
{
    game_state *g = &c->game;
    if (!c->has_game || !g->in_moves || g->depth > 0)
        return;
    size_t len = token->end - token->begin;
    g->remark.text = c->text + token->begin;
    g->remark.len = (size_t)smaller_of(len, NAME_CAP);
    g->remark_ply = g->plies;
}

static void move_token(checker *c, const arb_pgn_token *token)
{
    game_state *g = &c->game;
    g->last_is_result = false;
    switch (token->kind) {
    case ARB_PGN_NUMBER:
        if (g->has_marker)
            note_text_after(c, token);
        else
            note_number(c, token);
        break;
    case ARB_PGN_WORD:
        if (g->has_marker)
            note_text_after(c, token);
        else if (!game_line(g)->stopped && g->deeper == 0)
            play_word(c, token);
        break;
    case ARB_PGN_RESULT:
        result_token(c, token);
        break;
    case ARB_PGN_OPEN:
        open_variation(c, token);
        break;
    case ARB_PGN_CLOSE:
        close_variation(c, token);
        break;
    case ARB_PGN_NAG:
        if (records_here(c))
            record_nag(c->record, c->text + token->begin, token->end - token->begin, g->depth);
        break;
    case ARB_PGN_STRAY:
        simple_finding(c, FOUND_STRAY_CHAR, token, "this brace closes nothing");
        break;
    default:
        break;
    }
}

/* Reads tags in export format, if the reader is at the start of a line or behind a tag. */
static void read_tags(checker *c, arb_pgn_reader *in)
{
    if (!c->has_game || c->game.in_moves || in->comment)
        return;
    bool line_ends = in->after_tag && in->at < in->len && c->text[in->at] == '\n';
    if (!line_ends && !in->line_start)
        return;
    size_t from = in->at + line_ends;
    size_t at = take_export_tags(c, from, in->len);
    if (at == from)
        return;
    in->at = at;
    in->line_start = true;
    in->after_tag = false;
}

/* The fast path: a game whose moves begin behind a blank line. True: it is read to its end. */
static bool read_first(checker *c, arb_pgn_reader *in)
{
    if (!c->has_game || c->game.in_moves || !in->line_start)
        return false;
    size_t at = in->at;
    at += at < in->len && c->text[at] == '\r';
    at += at < in->len && c->text[at] == '\n';
    if (in->len - at < 2 || c->text[at] != '1' || c->text[at + 1] != '.')
        return false;
    game_set_up(c);
    c->has_text = true;
    if (leaves_out_rest(c, at, in->len)) {
        in->at = in->len;
        return false;
    }
    size_t taken = play_run(c, at, in->len);
    if (taken == 0)
        return false;
    c->game.end = in->at = at + taken;
    in->line_start = false;
    return take_last_result(c, in->at, in->len);
}

/* Reads from an [Event line, or the start of the block, up to the next [Event line. */
static void read_stretch(checker *c, size_t begin, size_t end)
{
    arb_pgn_reader in = arb_pgn_reader_on(c->text, end);
    in.at = begin;
    bool in_comment = in.comment = begin == 0 && c->comment; /* it began in an earlier block */
    c->comment = false;
    read_tags(c, &in);
    if (!in_comment && read_first(c, &in))
        return;
    for (;;) {
        bool left_out = c->has_game && c->game.left_out;
        if (left_out || checker_spent(c) || (!in_comment && leaves_out_rest(c, in.at, end)))
            return;
        arb_pgn_token token = arb_pgn_next(&in);
        if (token.kind == ARB_PGN_TAG) {
            size_t first = token.end;
            tag_token(c, &in, &token);
            in.at = token.end;
            in.after_tag = token.end == first;
            if (token.kind == ARB_PGN_TAG) {
                read_tags(c, &in);
                continue;
            }
        }
        if (begins_untagged(c, &token)) {
            begin_game(c, token.begin);
            begin_moves(c);
        }
        if (c->has_game && c->game.in_moves && token.blank_before)
            note_blank_line(c, token.begin);
        if (token.kind == ARB_PGN_END)
            return;
        c->has_text = true;
        if (token.kind == ARB_PGN_COMMENT) {
            c->comment = !token.closed;
            if (c->comment && c->has_game && !in_comment)
                c->game.comment_at = checker_place(c, token.begin);
            record_remark(c, &token, in_comment);
            keep_remark(c, &token);
            in_comment = false;
            continue;
        }
        if (token.kind == ARB_PGN_LINE_COMMENT)
            record_remark(c, &token, false);
        if (!c->has_game || token.kind == ARB_PGN_ESCAPE || token.kind == ARB_PGN_LINE_COMMENT)
            continue;
        bool fresh = !c->game.in_moves;
        begin_moves(c);
        if (fresh) {
            /* The run begins at the token itself. */
            size_t taken = play_run(c, token.begin, end);
            in.at = token.begin + taken;
            c->game.end = in.at;
            if (taken > 0)
                continue;
            in.at = token.end;
        }
        take_both_lose(c, &in, &token);
        move_token(c, &token);
        c->game.end = token.end;
        if (c->game.has_marker && only_line_ends(c->text, in.at, end))
            return;
        if (token.kind == ARB_PGN_WORD || token.kind == ARB_PGN_CLOSE) {
            in.at += play_run(c, in.at, end);
            c->game.end = in.at;
        }
    }
}

/* Notes the number of the line that begins here. Places before it are no longer needed. */
static void checker_counted(checker *c, size_t at, int64_t line)
{
    c->counted = c->line_begin = at;
    c->line = line;
}

/* The game continues in the next block: its places count from there. */
static void carry_over(checker *c, int64_t lines)
{
    game_state *g = &c->game;
    place *places[] = {&g->begin,      &g->result_at, &g->fen_at,        &g->marker_at,
                       &g->comment_at, &g->blank_at,  &g->last_result_at};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        *places[i] = checker_resolve(c, *places[i]);
        places[i]->line -= lines;
    }
    short_text *texts[] = {&g->white,   &g->black,       &g->round, &g->result,
                           &g->variant, &g->termination, &g->remark};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        memmove(texts[i]->copy, texts[i]->text, texts[i]->len);
        texts[i]->text = texts[i]->copy;
    }
    for (size_t i = 1; i <= g->depth; i++)
        g->lines[i].open.line -= lines;
    if (g->stop_line != 0)
        g->stop_line -= lines;
    g->begin_byte -= (int64_t)c->len;
    g->end = 0;
}

void checker_block(checker *c, const char *text, size_t len, bool ends)
{
    c->text = text;
    c->len = len;
    c->counted = 0;
    c->line = 1;
    c->line_begin = 0;
    c->tags_up_to = 0;
    c->games = 0;
    c->block_ends = ends;
    int64_t line = 1;
    for (size_t at = 0; at < len && !checker_spent(c);) {
        if (is_event(text, len, at)) {
            begin_game(c, at);
            c->comment = false;
        }
        if (at > 0)
            checker_counted(c, at, line);
        line += text[at] == '\n';
        size_t end = next_event(text, len, at + 1, &line);
        read_stretch(c, at, end);
        at = end;
    }
    if (ends && c->has_game)
        end_game(c, len);
    if (c->has_game && c->sort)
        c->sort(c->sort_context, c->begin, len - c->begin, false, false);
    c->begin = 0;
    int64_t lines = checker_place(c, len).line - 1;
    c->block_lines = (uint64_t)lines;
    c->column_base = c->line_begin == 0 ? c->column_base + len : len - c->line_begin;
    if (c->has_game && has_record(c))
        record_block_ends(c->record);
    if (c->has_game)
        carry_over(c, lines);
}
