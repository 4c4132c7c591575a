/* journal.c: notes what a checker tells about a game, and writes it later. Layer: collection. */
#include "collection/convert/convert.h"
#include "collection/convert/dedupe.h"
#include "common/smaller_of.h"

#include <string.h>

enum { SAN_CAP = 64 };

const arb_position *journal_walk(journal *j, size_t plies)
{
    arb_undo undo;
    for (; j->walked < plies; j->walked++)
        arb_position_make(&j->walk, j->moves[j->walked], &undo);
    return &j->walk;
}

void journal_look(record *r)
{
    const journal *j = &r->journal;
    if (!r->walks || !j->playable)
        return;
    if (j->keys)
        facts_keys(r->options->query, &r->facts, j->moves, j->keys, r->looked, j->move_count);
    else
        facts_moves(r->options->query, &r->facts, j->moves + r->looked, j->move_count - r->looked);
    r->looked = j->move_count;
}

void journal_mix(record *r)
{
    if (!r->options->fingerprint)
        return;
    uint64_t low = r->fingerprint[0], high = r->fingerprint[1];
    for (size_t i = 0; i < r->journal.move_count; i++) {
        low = dedupe_step(low, r->journal.moves[i], UINT64_C(0x9E3779B97F4A7C15));
        high = dedupe_step(high, r->journal.moves[i], UINT64_C(0xD6E8FEB86659FD93));
    }
    r->fingerprint[0] = low;
    r->fingerprint[1] = high;
}

static void write_entry(record *r, const journal_entry *e)
{
    const stretch *s = &e->of;
    switch (e->kind) {
    case NOTE_STRETCH:
        write_stretch(r, s);
        break;
    case NOTE_MOVE:
        write_move(r, e);
        break;
    case NOTE_NULL_MOVE:
        write_null_move(r, e);
        break;
    case NOTE_NAG:
        write_nag(r, s->text, s->len, s->depth);
        break;
    case NOTE_OPEN:
        if (r->options->form == TO_NDJSON)
            json_open(r, s->depth);
        else
            write_open(r, s->depth);
        break;
    case NOTE_CLOSE:
        if (r->options->form == TO_NDJSON)
            json_close(r, s->depth);
        else
            write_close(r, s->depth);
        break;
    case NOTE_COMMENT:
    case NOTE_COMMENT_PART:
        write_comment(r, s->text, s->len, e->kind == NOTE_COMMENT, s->depth);
        break;
    }
}

void journal_write(record *r)
{
    journal *j = &r->journal;
    if (j->playable && !j->begun)
        movetext_begin(r);
    for (size_t i = 0; i < j->count; i++)
        write_entry(r, &j->entries[i]);
    j->count = j->text_len = 0;
}

/* Writes what is noted to the spools, because the journal is full or the text will be gone. */
static void write_ahead(record *r)
{
    journal *j = &r->journal;
    journal_look(r);
    if (j->keys && r->walks)
        facts_keys_end(&r->facts, j->moves, j->move_count);
    r->looked = 0;
    journal_mix(r);
    journal_write(r);
    if (r->keeps)
        journal_walk(j, j->move_count);
    j->move_count = j->walked = 0;
}

void record_block_ends(record *r)
{
    tags_store(&r->tags);
    if (r->wanted)
        write_ahead(r);
}

static bool is_full(const journal *j)
{
    return j->count == JOURNAL_ENTRIES || JOURNAL_TEXT - j->text_len < SAN_CAP;
}

static journal_entry *note(record *r, note_kind kind)
{
    journal *j = &r->journal;
    if (is_full(j))
        write_ahead(r);
    journal_entry *e = &j->entries[j->count++];
    e->kind = kind;
    return e;
}

arb_move *record_room(record *r, size_t *cap, uint64_t **keys)
{
    *keys = NULL;
    if (is_full(&r->journal))
        write_ahead(r); /* now, because it cannot be done between a run and its note */
    if (!r->keeps)
        return NULL;
    *cap = JOURNAL_MOVES - r->journal.move_count;
    if (r->journal.keys)
        *keys = r->journal.keys + r->journal.move_count;
    return r->journal.moves + r->journal.move_count;
}

/* Only PGN and JSON have a place for more than the main line. */
static bool leaves_out(const record *r, size_t depth)
{
    const convert_options *o = r->options;
    return !r->wanted ||
           (depth > 0 && ((o->form != TO_PGN && o->form != TO_NDJSON) || o->no_variations));
}

/* Shows the comments of a stretch to the query. */
static void look_at_comments(record *r, const stretch *s)
{
    const char *at = s->text, *end = s->text + s->len;
    while ((at = memchr(at, '{', (size_t)(end - at))) != NULL) {
        const char *close = memchr(at, '}', (size_t)(end - at));
        if (!close)
            return;
        facts_comment(r->options->query, &r->facts, at + 1, (size_t)(close - at - 1), true);
        at = close;
    }
}

static bool asks_comments(const record *r)
{
    return r->wanted && (r->options->query->asks & ASKS_COMMENTS) != 0;
}

void record_stretch(record *r, const stretch *played)
{
    if (asks_comments(r))
        look_at_comments(r, played);
    if (leaves_out(r, played->depth))
        return;
    journal_entry *e = note(r, NOTE_STRETCH);
    e->of = *played;
    if (played->depth > 0)
        return;
    r->plies += played->plies;
    if (r->keeps) {
        e->of.moves = r->journal.moves + r->journal.move_count;
        r->journal.move_count += played->plies;
    }
}

static uint64_t key_behind(const arb_position *before, arb_move move)
{
    arb_position after;
    arb_undo undo;
    arb_position_copy(&after, before);
    arb_position_make(&after, move, &undo);
    return arb_position_key(&after);
}

void record_move(record *r, const arb_position *before, arb_move move, size_t depth)
{
    if (leaves_out(r, depth))
        return;
    journal_entry *e = note(r, NOTE_MOVE);
    journal *j = &r->journal;
    char *san = j->text + j->text_len;
    size_t len = arb_san_write(before, move, san, SAN_CAP);
    e->of = (stretch){.text = san,
                      .len = (size_t)smaller_of(len, SAN_CAP - 1),
                      .depth = depth,
                      .fullmove = arb_position_fullmove(before),
                      .white = arb_position_turn(before) == ARB_WHITE};
    j->text_len += e->of.len;
    if (depth > 0)
        return;
    e->of.moves = j->moves + j->move_count;
    e->of.plies = 1;
    if (j->keys)
        j->keys[j->move_count] = key_behind(before, move);
    j->moves[j->move_count++] = move;
    r->plies++;
}

void record_null_move(record *r, const arb_position *before)
{
    if (leaves_out(r, 1))
        return;
    note(r, NOTE_NULL_MOVE)->of = (stretch){.depth = 1,
                                            .fullmove = arb_position_fullmove(before),
                                            .white = arb_position_turn(before) == ARB_WHITE};
}

void record_nag(record *r, const char *text, size_t len, size_t depth)
{
    if (!leaves_out(r, depth))
        note(r, NOTE_NAG)->of = (stretch){.text = text, .len = len, .depth = depth};
}

void record_open(record *r, size_t depth)
{
    if (!leaves_out(r, depth))
        note(r, NOTE_OPEN)->of = (stretch){.depth = depth};
}

void record_close(record *r, size_t depth)
{
    if (!leaves_out(r, depth))
        note(r, NOTE_CLOSE)->of = (stretch){.depth = depth};
}

void record_comment(record *r, const char *text, size_t len, bool closed, size_t depth)
{
    if (asks_comments(r))
        facts_comment(r->options->query, &r->facts, text, len, closed);
    if (!leaves_out(r, depth))
        note(r, closed ? NOTE_COMMENT : NOTE_COMMENT_PART)->of =
            (stretch){.text = text, .len = len, .depth = depth};
}
