/* convert.c: the life of a record: a game begins, starts, fails, ends. Layer: collection. */
#include "collection/convert/convert.h"
#include "collection/convert/dedupe.h"
#include "collection/stats/stats.h"
#include "common/utf8.h"

#include <stdlib.h>
#include <string.h>

record *record_new(const convert_options *options)
{
    record *r = malloc(sizeof *r);
    if (!r)
        return NULL;
    r->options = options;
    r->counts = (convert_counts){.games = 0};
    r->failed = false;
    r->facts.has_start = false;
    r->journal.moves = malloc(JOURNAL_MOVES * sizeof *r->journal.moves);
    const query *q = options->query;
    bool keyed = q->by_keys && ((q->asks & ASKS_MOVES) != 0 || options->walk_openings);
    r->journal.keys = keyed ? malloc(JOURNAL_MOVES * sizeof *r->journal.keys) : NULL;
    if (!r->journal.moves || (keyed && !r->journal.keys)) {
        free(r->journal.moves);
        free(r->journal.keys);
        free(r);
        return NULL;
    }
    spool *spools[] = {&r->moves, &r->uci, &r->clocks, &r->evals, &r->notes};
    for (size_t i = 0; i < sizeof spools / sizeof *spools; i++)
        spool_init(spools[i]);
    return r;
}

void record_free(record *r)
{
    if (!r)
        return;
    spool_free(&r->moves);
    spool_free(&r->uci);
    spool_free(&r->clocks);
    spool_free(&r->evals);
    spool_free(&r->notes);
    free(r->journal.moves);
    free(r->journal.keys);
    free(r);
}

void record_begin(record *r)
{
    tags_clear(&r->tags);
    spool_clear(&r->moves);
    spool_clear(&r->uci);
    spool_clear(&r->clocks);
    spool_clear(&r->evals);
    spool_clear(&r->notes);
    r->has_notes = r->in_json_comment = false;
    r->note_is_first = true;
    r->wanted = true;
    r->looked = 0;
    facts_begin(&r->facts);
    r->facts.tags = &r->tags;
    r->has_fault = false;
    r->plies = r->shown = r->clock_count = r->eval_count = r->opened = 0;
    r->journal.count = r->journal.text_len = r->journal.move_count = r->journal.walked = 0;
    r->journal.begun = r->journal.playable = false;
    r->movetext = &r->moves.out;
    r->column = r->word_len = 0;
    r->pending = 0;
    r->need_number = true;
    r->in_comment = r->word_ended = r->glued = r->goes_on = false;
    r->held = (out){r->held_text, 0, sizeof r->held_text, NULL, NULL};
}

/* Writes the FEN of the start; "" if it is the rule set's own start. */
static void other_start(const arb_position *start, char *fen, size_t cap)
{
    char own_fen[ARB_START_LIMIT];
    arb_position own;
    const arb_rules *rules = arb_position_rules(start);
    arb_position_fen(start, ARB_X_FEN, ARB_EP_LEGAL, fen, cap);
    if (rules->castling.any_home || arb_position_start(&own, rules) != 0)
        return;
    arb_position_fen(&own, ARB_X_FEN, ARB_EP_LEGAL, own_fen, sizeof own_fen);
    if (strcmp(fen, own_fen) == 0)
        fen[0] = '\0';
}

static void mix_text(record *r, const char *text)
{
    for (; *text != '\0'; text++) {
        r->fingerprint[0] = dedupe_mix(r->fingerprint[0], (unsigned char)*text);
        r->fingerprint[1] = dedupe_mix(r->fingerprint[1], ~(uint64_t)(unsigned char)*text);
    }
}

void movetext_begin(record *r)
{
    r->journal.begun = true;
    if ((r->options->form == TO_UCI || r->options->form == TO_LAN) && r->start_fen[0] != '\0') {
        out_text(r->movetext, "fen ");
        out_text(r->movetext, r->start_fen);
        out_text(r->movetext, " moves");
    } else if (has_positions(r)) {
        put_position(r, &r->journal.walk);
    }
}

void record_start(record *r, const arb_position *start, bool playable, bool own)
{
    r->fingerprint[0] = 1;
    r->fingerprint[1] = 2;
    r->start_fen[0] = '\0';
    r->facts.rules = arb_position_rules(start);
    r->facts.known = ASKS_TAGS;
    query_answer answer = query_ask(r->options->query, &r->facts);
    r->wanted = answer != ANSWER_NO;
    r->early = answer == ANSWER_OPEN && r->options->query->settles_early;
    if (!playable || !r->wanted)
        return;
    r->walks = (answer == ANSWER_OPEN && (r->options->query->asks & ASKS_MOVES) != 0) ||
               r->options->add_eco || r->options->walk_openings;
    convert_form form = r->options->form;
    r->keeps = r->walks || r->options->fingerprint ||
               (form != TO_PGN && form != TO_CSV && form != TO_NOTHING);
    if (r->walks)
        facts_start(r->options->query, &r->facts, start);
    r->journal.playable = true;
    arb_position_copy(&r->journal.walk, start);
    if (!own)
        other_start(start, r->start_fen, sizeof r->start_fen);
    if (r->options->fingerprint) {
        mix_text(r, arb_position_rules(start)->name);
        mix_text(r, r->start_fen);
    }
}

bool record_hears(const record *r)
{
    return r->wanted;
}

bool record_asks_early(const record *r)
{
    return r->wanted && r->early;
}

void record_look(record *r)
{
    journal_look(r);
    facts_settle(r->options->query, &r->facts);
    query_answer answer = query_ask(r->options->query, &r->facts);
    r->wanted = answer != ANSWER_NO;
    r->early = answer == ANSWER_OPEN;
}

/* Notes a fault; the first one is written. */
void record_fault(record *r, finding class, const char *text)
{
    bool of_result = class >= FOUND_NO_MARKER && class <= FOUND_RESULT_VARIANT_END;
    if (r->has_fault || (of_result && r->options->mend_results))
        return;
    r->has_fault = true;
    snprintf(r->remark, sizeof r->remark, "%s: %s", finding_name(class), text);
}

/* Is the game wanted? This is asked at its end if the tags did not settle it: first by how the game
 * ended, then by its moves. */
static bool is_wanted(record *r, const record_ending *ending)
{
    const query *q = r->options->query;
    query_facts *f = &r->facts;
    if (!r->wanted)
        return false;
    f->known |= ASKS_END;
    f->plies = r->plies;
    f->outcome = ending->outcome;
    f->final = ending->final;
    query_answer answer = query_ask(q, f);
    if (answer != ANSWER_OPEN)
        return answer == ANSWER_YES;
    journal_look(r);
    facts_end(q, f);
    f->known |= ASKS_MOVES | ASKS_COMMENTS;
    return query_ask(q, f) == ANSWER_YES;
}

/* Adds the tags that were asked for. */
static void add_tags(record *r)
{
    char text[ARB_OPENING_NAME];
    if (r->options->add_plies) {
        snprintf(text, sizeof text, "%llu", (unsigned long long)r->plies);
        tags_add(&r->tags, "PlyCount", text);
    }
    if (r->options->add_eco) {
        journal_look(r);
        if (r->facts.opening != ARB_NO_OPENING) {
            arb_opening_eco(r->facts.opening, text, sizeof text);
            tags_add(&r->tags, "ECO", text);
            arb_opening_name(r->facts.opening, text, sizeof text);
            tags_add(&r->tags, "Opening", text);
        }
    }
    if (r->options->add_hash) {
        snprintf(text, sizeof text, "%016llx%016llx", (unsigned long long)r->fingerprint[0],
                 (unsigned long long)r->fingerprint[1]);
        tags_add(&r->tags, "HashCode", text);
    }
}

/* Writes the fields that stats_add counts. */
static void put_stats(record *r, const record_ending *ending, out *to)
{
    static const char *const tags[] = {"WhiteElo", "BlackElo", "Date", "White", "Black"};
    char fields[OUT_KEY];
    journal_look(r);
    size_t used = (size_t)snprintf(fields, sizeof fields, "%d\t%d\t%llu\t%u",
                                   (int)ending->outcome.result, (int)ending->outcome.reason,
                                   (unsigned long long)r->plies, (unsigned)r->facts.opening);
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        char text[STATS_NAME];
        size_t len = 0;
        const char *value = tags_find(&r->tags, tags[i], &len);
        utf8_copy_old(text, sizeof text, value ? value : "", value ? len : 0);
        fields[used++] = '\t';
        for (const char *c = text; *c != '\0'; c++)
            fields[used++] = (unsigned char)*c < ' ' ? ' ' : *c;
    }
    out_head(to, r->fingerprint[0], r->fingerprint[1], fields, used);
}

static void put_head(const record *r, out *to)
{
    static const char *const names[][2] = {[KEY_NONE] = {NULL, NULL},
                                           [KEY_ECO] = {"ECO", NULL},
                                           [KEY_PLAYER] = {"White", "Black"},
                                           [KEY_EVENT] = {"Event", NULL},
                                           [KEY_STATS] = {NULL, NULL}};
    char key[OUT_KEY];
    size_t used = 0;
    for (int i = 0; i < 2 && names[r->options->key][i]; i++) {
        size_t len = 0;
        const char *value = tags_find(&r->tags, names[r->options->key][i], &len);
        if (i > 0)
            key[used++] = '\t';
        if (len > OUT_KEY / 2 - 1)
            len = OUT_KEY / 2 - 1;
        if (value)
            memcpy(key + used, value, len);
        used += len;
    }
    out_head(to, r->fingerprint[0], r->fingerprint[1], key, used);
}

bool record_needs_line(const record *r)
{
    return r->options->form == TO_NDJSON || r->options->form == TO_KEYS;
}

void record_end(record *r, const record_ending *ending, out *to)
{
    record_ending mended = *ending;
    if (r->options->mend_results && ending->ruled.result != ARB_ONGOING)
        mended.outcome = ending->ruled;
    ending = &mended;
    if (!is_wanted(r, ending))
        return;
    r->counts.games++;
    r->counts.faulty += r->has_fault;
    if (r->tags.too_large && r->options->form != TO_KEYS) {
        r->counts.too_large++;
        return;
    }
    if (r->has_fault && !r->options->keep)
        return;
    r->counts.written++;
    journal_mix(r);
    for (int i = 0; r->options->fingerprint && i < 2; i++)
        r->fingerprint[i] = dedupe_mix(r->fingerprint[i], r->plies);
    add_tags(r);
    if (r->options->key == KEY_STATS)
        put_stats(r, ending, to);
    else if (r->options->form == TO_KEYS)
        keys_head(r, ending, to);
    else if (r->options->head)
        put_head(r, to);
    record_write(r, ending, to);
    r->failed |=
        r->moves.failed || r->uci.failed || r->clocks.failed || r->evals.failed || r->notes.failed;
}
