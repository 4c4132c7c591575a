/* convert_write.c: a whole game in its new form. Layer: collection. */
#include "collection/convert/convert.h"

#include <string.h>

/* Writes the text of the moves: what is in the spool, then the rest directly to the output. */
static void write_moves(record *r, out *to)
{
    spool_pour(&r->moves, to);
    r->movetext = to;
    journal_write(r);
}

/* Writes a game as PGN; a fault is described in a comment in front of the result. */
void write_pgn(record *r, const record_ending *ending, out *to)
{
    const char *result = arb_result_text(ending->outcome.result);
    if (r->start_fen[0] != '\0') {
        tags_add(&r->tags, "SetUp", "1");
        tags_add(&r->tags, "FEN", r->start_fen);
    }
    char added[sizeof "PlyCount,ECO,Opening,HashCode"];
    if (r->options->tags != TAGS_ALL)
        snprintf(added, sizeof added, "%s%s%s", r->options->add_plies ? "PlyCount," : "",
                 r->options->add_eco ? "ECO,Opening," : "", r->options->add_hash ? "HashCode" : "");
    if (r->options->tags == TAGS_ALL)
        tags_write_pgn(&r->tags, result, to);
    else if (r->options->tags == TAGS_ROSTER)
        tags_write_roster(&r->tags, added, result, to);
    else
        tags_write_chosen(&r->tags, r->options->chosen_tags, added, result, to);
    out_text(to, "\n");
    write_moves(r, to);
    movetext_close(r, r->has_fault ? r->remark : "", result);
    out_text(to, "\n\n");
}

static void write_uci(record *r, out *to)
{
    write_moves(r, to);
    if (r->has_fault) {
        out_text(to, r->plies > 0 || r->start_fen[0] != '\0' ? " # " : "# ");
        out_safe(to, r->remark, strlen(r->remark));
    }
    out_text(to, "\n");
}

static void put_array(const char *name, spool *s, out *to)
{
    out_text(to, ",\"");
    out_text(to, name);
    out_text(to, "\":[");
    spool_pour(s, to);
    out_text(to, "]");
}

/* Writes an array of as many entries as there are moves, if any entry has a value. */
static void put_sparse(const record *r, const char *name, spool *s, uint64_t count, out *to)
{
    if (count == 0)
        return;
    for (; count < r->plies; count++)
        out_text(&s->out, ",null");
    put_array(name, s, to);
}

static void put_text(const char *name, const char *text, out *to)
{
    out_text(to, ",\"");
    out_text(to, name);
    out_text(to, "\":");
    out_json(to, text, strlen(text));
}

static void put_outcome(arb_outcome outcome, out *to)
{
    out_text(to, ",\"outcome\":{\"result\":\"");
    out_text(to, arb_result_text(outcome.result));
    out_text(to, "\",\"reason\":");
    if (outcome.reason == ARB_R_NONE)
        out_text(to, "null");
    else
        out_json(to, arb_reason_name(outcome.reason), strlen(arb_reason_name(outcome.reason)));
    out_text(to, "}");
}

static void write_json(record *r, const record_ending *ending, out *to)
{
    char fen[ARB_START_LIMIT];
    journal_write(r); /* to the spools, one for each array */
    json_close_all(r);
    out_text(to, "{\"file\":");
    out_json(to, ending->file, strlen(ending->file));
    out_text(to, ",\"line\":");
    out_relative(to, OUT_LINE, ending->line);
    out_text(to, ",\"game\":");
    out_relative(to, OUT_GAME, ending->game);
    out_text(to, ",\"tags\":{");
    tags_write_json(&r->tags, to);
    out_text(to, "}");
    put_text("rules", arb_position_rules(ending->final)->name, to);
    if (r->start_fen[0] != '\0')
        put_text("start", r->start_fen, to);
    put_array("moves", &r->moves, to);
    put_array("uci", &r->uci, to);
    out_text(to, ",\"plies\":");
    out_number(to, r->plies);
    arb_position_fen(ending->final, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    put_text("final", fen, to);
    put_outcome(ending->outcome, to);
    put_sparse(r, "clocks", &r->clocks, r->clock_count, to);
    put_sparse(r, "evals", &r->evals, r->eval_count, to);
    if (r->has_notes)
        put_array("annotations", &r->notes, to);
    if (r->has_fault)
        put_text("fault", r->remark, to);
    out_text(to, "}\n");
}

void record_write(record *r, const record_ending *ending, out *to)
{
    switch (r->options->form) {
    case TO_PGN:
        (r->options->lines_apart ? write_lines : write_pgn)(r, ending, to);
        break;
    case TO_UCI:
    case TO_LAN:
        write_uci(r, to);
        break;
    case TO_CSV:
        write_csv(r, ending, to);
        break;
    case TO_NOTHING:
        break;
    case TO_KEYS:
        keys_names(r, to);
        write_moves(r, to);
        break;
    case TO_FEN:
    case TO_EPD:
        write_moves(r, to);
        break;
    case TO_NDJSON:
        write_json(r, ending, to);
        break;
    }
}
