/* game_start_end.c: how a game starts, and what is said at its end. Layer: collection. */
#include "collection/checker/checker.h"

#include <stdio.h>
#include <string.h>

static bool set_position(arb_position *pos, const arb_rules *rules, const game_state *g,
                         const char **why)
{
    arb_setup setup;
    arb_error error;
    if (arb_fen_read(&setup, rules, g->fen, g->fen_len, &error) != ARB_OK) {
        *why = error.text;
        return false;
    }
    arb_faults faults =
        arb_position_set(pos, rules, &setup, ARB_KERNEL_AUTO, ARB_FAULT_UNREACHABLE);
    if (faults != 0)
        *why = arb_fault_text(faults & (0u - faults));
    return faults == 0;
}

bool check_options_start(check_options *options)
{
    if (arb_position_start(&options->start, options->rules) != 0)
        return false;
    if (options->budget)
        arb_position_set_budget(&options->start, options->budget);
    arb_run_start(&options->start_run, &options->start, &options->start_keys);
    return true;
}

static void say_bad_fen(checker *c, const char *why)
{
    game_state *g = &c->game;
    char text[400];
    finding_fill(text, sizeof text, c->options->language,
                 "the FEN tag is no position to play from: %1",
                 (const char *const[3]){arb_text_in(c->options->language, why), "", ""});
    found f = {.class = FOUND_BAD_FEN,
               .at = g->fen_at,
               .token = g->fen,
               .token_len = g->fen_len,
               .detail = g->fen,
               .detail_len = g->fen_len,
               .text = text};
    checker_find(c, &f);
}

static void say_unknown_variant(checker *c)
{
    game_state *g = &c->game;
    char name[NAME_CAP + 1], text[NAME_CAP + 128];
    snprintf(name, sizeof name, "%.*s", (int)g->variant.len, g->variant.text);
    finding_fill(text, sizeof text, c->options->language,
                 "the rules of %1 are not known here: --rules names a file of them",
                 (const char *const[3]){name, "", ""});
    found f = {.class = FOUND_UNKNOWN_VARIANT,
               .at = g->begin,
               .token = g->variant.text,
               .token_len = g->variant.len,
               .detail = g->variant.text,
               .detail_len = g->variant.len,
               .text = text};
    checker_find(c, &f);
}

static const arb_rules *rules_of_tag(checker *c)
{
    const short_text *tag = &c->game.variant;
    if (tag->len != c->variant_len || memcmp(tag->text, c->variant, tag->len) != 0) {
        memcpy(c->variant, tag->text, tag->len);
        c->variant_len = tag->len;
        c->variant_rules = variant_rules(c->options, tag);
    }
    return c->variant_rules;
}

void game_set_up(checker *c)
{
    game_state *g = &c->game;
    const check_options *options = c->options;
    play_line *line = &g->lines[0];
    const char *why = "", *other = "";
    const arb_rules *rules = options->rules;
    g->in_moves = true;
    arb_position_copy(&line->position, &options->start);
    line->run = options->start_run;
    if (g->has_variant)
        rules = rules_of_tag(c);
    if (!rules) {
        say_unknown_variant(c);
        line->stopped = true;
        rules = options->rules;
    }
    bool own = rules != options->rules; /* the game has other rules than the call */
    checker_charge(c, own ? VARIANT_WORK : 0);
    checker_charge(c, g->has_fen ? FEN_WORK : 0);
    if (own && !g->has_fen)
        arb_position_start(&line->position, rules);
    /* Castling rights from other squares say Chess960, whatever the tags leave out. */
    if (g->has_fen && !set_position(&line->position, rules, g, &why) &&
        (own || !set_position(&line->position, options->chess960, g, &other))) {
        if (!line->stopped)
            say_bad_fen(c, why);
        line->stopped = true;
    }
    if (options->budget)
        arb_position_set_budget(&line->position, options->budget);
    if (own || g->has_fen)
        arb_run_start(&line->run, &line->position, &g->history);
    else
        arb_run_again(&line->run, &line->position, &g->history);
    g->moves_hash = arb_position_key(&line->position);
    if (has_record(c))
        record_start(c->record, &line->position, !line->stopped, !own && !g->has_fen);
}

/* "0-0" at the end of the moves is a result if the Result tag says the same: both players lost
 * (FIDE 11.8). PGN has no such result, so in a game without moves it is an error. A list reads PGN
 * to the letter: there the word is castling. */
void take_both_lose(checker *c, const arb_pgn_reader *in, arb_pgn_token *token)
{
    const game_state *g = &c->game;
    bool may_go_on = in->len == c->len && !c->block_ends && in->len - token->end <= 2;
    if (g->result.len != 3 || memcmp(g->result.text, "0-0", 3) != 0 || g->depth > 0 ||
        g->has_marker || may_go_on || c->options->form == REPORT_LIST ||
        !arb_pgn_is_both_lose(in->text, in->len, token))
        return;
    token->kind = ARB_PGN_RESULT;
    token->result = ARB_BOTH_LOSE;
    found f = {.class = g->plies > 0 ? FOUND_BOTH_LOSE : FOUND_BAD_TOKEN,
               .at = checker_place(c, token->begin),
               .token = c->text + token->begin,
               .token_len = 3,
               .text =
                   "both players lost (11.8): PGN has no such result, and few programs read it"};
    checker_find(c, &f);
}

bool take_last_result(checker *c, size_t at, size_t end)
{
    game_state *g = &c->game;
    if (has_record(c) || end - at < sizeof " 1-0" || (c->text[at] != ' ' && c->text[at] != '\n'))
        return false;
    const char *word = c->text + ++at;
    g->marker = word[0] == '0' ? ARB_BLACK_WINS : word[1] == '-' ? ARB_WHITE_WINS : ARB_DRAW;
    const char *result = arb_result_text(g->marker);
    size_t len = strlen(result);
    if (end - at <= len || memcmp(word, result, len) != 0 ||
        !only_line_ends(c->text, at + len, end))
        return false;
    g->has_marker = true;
    g->marker_at = checker_spot(c, at);
    g->end = at + len;
    return true;
}

static void say(checker *c, finding class, place at, const char *detail, const char *text)
{
    found f = {.class = class, .at = at, .detail = detail, .text = text};
    checker_find(c, &f);
}

static bool same_result(const game_state *g)
{
    const char *marker = arb_result_text(g->marker);
    size_t same = 0;
    while (same < g->result.len && marker[same] != '\0' && marker[same] == g->result.text[same])
        same++;
    return same == g->result.len && marker[same] == '\0';
}

/* Compares the Result tag with the marker at the end of the moves. */
static void compare_results(checker *c)
{
    game_state *g = &c->game;
    char detail[NAME_CAP + 32], result[NAME_CAP + 1], text[NAME_CAP + 128];
    if (!g->has_result)
        say(c, FOUND_NO_RESULT_TAG, g->begin, NULL, "there is no Result tag");
    if (!g->has_marker) {
        say(c, FOUND_NO_MARKER, checker_place(c, g->end), NULL, "the moves end without a result");
    } else if (g->has_result && !same_result(g)) {
        snprintf(detail, sizeof detail, "%.*s vs %s", (int)g->result.len, g->result.text,
                 arb_result_text(g->marker));
        snprintf(result, sizeof result, "%.*s", (int)g->result.len, g->result.text);
        finding_fill(text, sizeof text, c->options->language,
                     "the Result tag says %1, the moves end with %2",
                     (const char *const[3]){result, arb_result_text(g->marker), ""});
        say(c, FOUND_TAG_MARKER, g->result_at, detail, text);
    }
}

void game_finish(checker *c, bool comment_open)
{
    game_state *g = &c->game;
    if (!g->in_moves)
        game_set_up(c);
    size_t depth = g->depth;
    g->depth = 0;
    if (comment_open)
        say(c, FOUND_UNCLOSED_COMMENT, g->comment_at, NULL,
            "a comment is not closed before the game ends");
    if (depth > 0) {
        say(c, FOUND_UNCLOSED_PAREN, g->lines[depth].open, NULL,
            "a variation is not closed before the game ends");
        if (g->last_is_result && !g->has_marker) {
            g->has_marker = true;
            g->marker = g->last_result;
            g->marker_at = g->last_result_at;
        }
    }
    if (g->blank_line)
        say(c, FOUND_BLANK_LINE, g->blank_at, NULL, "a blank line in the middle of the moves");
    compare_results(c);
    if (!g->lines[0].stopped)
        judge_end(c);
    if (g->plies == 0)
        say(c, FOUND_NO_MOVES, g->begin, NULL, "the game has no moves");
    if (c->options->form == REPORT_LIST)
        checker_row(c);
    if (c->options->form == REPORT_ROWS)
        put_game_row(c);
}

/* Returns the result that is written, and the rule that brought it about, if one did. */
static arb_outcome written_outcome(const game_state *g, arb_outcome ruled)
{
    arb_outcome written = {.result = ARB_ONGOING, .reason = ARB_R_NONE};
    for (int i = ARB_WHITE_WINS; i <= ARB_BOTH_LOSE; i++) {
        const char *text = arb_result_text((arb_result)i);
        if (!g->has_marker && g->has_result && strlen(text) == g->result.len &&
            memcmp(text, g->result.text, g->result.len) == 0)
            written.result = (arb_result)i;
    }
    if (g->has_marker)
        written.result = g->marker;
    if (ruled.result == written.result)
        written.reason = ruled.reason;
    return written;
}

void game_recorded(checker *c)
{
    game_state *g = &c->game;
    arb_outcome ruled = end_by_rules(g);
    record_ending ending = {.file = c->file,
                            .game = c->games,
                            .line = record_needs_line(c->record) ? checker_resolve(c, g->begin).line
                                                                 : 0,
                            .byte = g->begin_byte,
                            .event_line = g->event_line,
                            .final = &g->lines[0].position,
                            .outcome = written_outcome(g, ruled),
                            .ruled = ruled};
    record_end(c->record, &ending, c->out);
}
