/* query_walk.c: answers what a query asks about the moves and comments of a game, on a walk along
 * them. Layer: collection. */
#include "collection/query/query.h"
#include "common/smaller_of.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_LIMIT = sizeof((query_facts *)NULL)->keys / sizeof(uint64_t) };

void facts_begin(query_facts *f)
{
    f->known = 0;
    f->met = f->past = 0;
    f->ply = 0;
    f->repetitions = f->quiet = 0;
    f->promotion = f->underpromotion = false;
    f->opening = ARB_NO_OPENING;
    f->key_count = f->tail_len = 0;
    f->count.counted = false;
    f->outcome = (arb_outcome){.result = ARB_ONGOING, .reason = ARB_R_NONE};
}

/* Counts how often the position has occurred since the last capture or pawn move. */
static void note_key(query_facts *f)
{
    uint64_t key = arb_position_key(&f->position);
    unsigned times = 1;
    if (arb_position_halfmove(&f->position) == 0)
        f->key_count = 0;
    if (f->key_count == KEY_LIMIT) {
        memmove(f->keys, f->keys + KEY_LIMIT / 2, KEY_LIMIT / 2 * sizeof f->keys[0]);
        f->key_count = KEY_LIMIT / 2;
    }
    for (size_t i = 0; i < f->key_count; i++)
        times += f->keys[i] == key;
    f->keys[f->key_count++] = key;
    if (times > f->repetitions)
        f->repetitions = times;
}

static bool asks_field(const query *q, query_field field)
{
    for (size_t i = 0; i < q->test_count; i++)
        if (q->tests[i].field == field)
            return true;
    return false;
}

static void look(const query *q, query_facts *f)
{
    for (size_t i = 0; i < q->test_count; i++) {
        const query_test *t = &q->tests[i];
        uint64_t bit = UINT64_C(1) << t->index;
        if (t->field == FIELD_BOARD && !(f->met & bit) &&
            board_passes(&q->boards[t->board], &f->boards[t->board], &f->position, &f->count))
            f->met |= bit;
    }
    if (q->walks_keys)
        note_key(f);
    if (arb_position_halfmove(&f->position) > f->quiet)
        f->quiet = arb_position_halfmove(&f->position);
    if (q->walks_openings && f->ply <= ARB_OPENING_PLIES) {
        arb_opening opening = arb_opening_find(&f->position);
        if (opening != ARB_NO_OPENING)
            f->opening = opening;
    }
}

static bool settles_early(const query *q)
{
    for (size_t i = 0; i < q->test_count; i++) {
        const query_test *t = &q->tests[i];
        if (t->field == FIELD_OPENING || t->field == FIELD_STARTS ||
            (t->field == FIELD_BOARD && q->boards[t->board].kind == BOARD_POSITION))
            return true;
    }
    return false;
}

/* Do keys and moves suffice? Then a position is made only to compare it when its key is equal. */
static bool told_by_keys(const query *q)
{
    for (size_t i = 0; i < q->test_count; i++) {
        const query_test *t = &q->tests[i];
        if (t->field == FIELD_STARTS || t->field == FIELD_REPETITIONS || t->field == FIELD_QUIET ||
            (t->field == FIELD_BOARD && q->boards[t->board].kind != BOARD_POSITION))
            return false;
    }
    return true;
}

/* Most positions of a game are no opening. A table with a bit for each opening's key shows this for
 * nearly all of them without a search. */
static size_t filter_word(uint64_t key)
{
    return key >> 6 & (OPENING_WORDS - 1);
}

static bool may_be_opening(const query *q, uint64_t key)
{
    return (q->opening_filter[filter_word(key)] >> (key & 63) & 1) != 0;
}

static void walk_openings(query *q)
{
    uint64_t key;
    for (arb_opening i = 1; !q->walks_openings && (key = arb_opening_key(i)) != 0; i++)
        q->opening_filter[filter_word(key)] |= UINT64_C(1) << (key & 63);
    q->walks_openings = true;
}

void query_prepare(query *q)
{
    q->walks_keys = asks_field(q, FIELD_REPETITIONS);
    if (asks_field(q, FIELD_OPENING))
        walk_openings(q);
    q->walks_promotions = asks_field(q, FIELD_PROMOTION) || asks_field(q, FIELD_UNDERPROMOTION);
    q->settles_early = settles_early(q);
    q->by_keys = told_by_keys(q);
    for (size_t i = 0; i < q->board_count; i++)
        q->walks_material |= q->boards[i].kind == BOARD_MATERIAL;
}

void query_walk_openings(query *q)
{
    walk_openings(q);
    q->asks |= ASKS_MOVES;
}

void facts_start(const query *q, query_facts *f, const arb_position *start)
{
    if (!(q->asks & ASKS_MOVES))
        return;
    arb_position_copy(&f->position, start);
    f->made = 0;
    if (q->settles_early && (!f->has_start || f->start_key != arb_position_key(start))) {
        f->has_start = true;
        f->start_key = arb_position_key(start);
        f->start_pawns = home_pawns_of(start);
    }
    f->home_pawns = f->start_pawns;
    memset(f->boards, 0, sizeof f->boards);
    for (size_t i = 0; i < q->test_count; i++)
        if (q->tests[i].field == FIELD_STARTS)
            f->met |= UINT64_C(1) << q->tests[i].index; /* the test holds until a move differs */
    look(q, f);
}

/* Compares a move with the next one of a test of first moves, which are in UCI. */
static void test_start(const query_test *t, query_facts *f, arb_move move)
{
    const char *wanted = t->value;
    for (uint64_t i = 0; i < f->ply && *wanted != '\0'; i++) {
        wanted += strcspn(wanted, " ");
        wanted += *wanted == ' ';
    }
    char uci[16];
    if (*wanted == '\0')
        return;
    size_t len = arb_uci_write(&f->position, move, ARB_UCI_RULES, uci, sizeof uci);
    if (strcspn(wanted, " ") != len || memcmp(uci, wanted, len) != 0)
        f->met &= ~(UINT64_C(1) << t->index);
}

static arb_kind note_promotion(query_facts *f, arb_move move)
{
    arb_kind promotion =
        arb_move_type_of(move) == ARB_DROP ? ARB_NO_KIND : arb_move_promotion(move);
    if (promotion != ARB_NO_KIND) {
        f->promotion = true;
        f->underpromotion |= promotion != ARB_QUEEN;
    }
    return promotion;
}

static void make_up_to(query_facts *f, const arb_move *moves, size_t count)
{
    arb_undo undo;
    for (; f->made < count; f->made++)
        arb_position_make(&f->position, moves[f->made], &undo);
}

/* Asks the tests of positions that have this key, which is reached after the first `count` moves.
 * */
static void look_at_key(const query *q, query_facts *f, uint64_t key, const arb_move *moves,
                        size_t count)
{
    for (size_t i = 0; i < q->test_count; i++) {
        const query_test *t = &q->tests[i];
        const board_test *b = &q->boards[t->board];
        if (t->field != FIELD_BOARD ||
            (key != b->of.exact.keys[0] && (!b->either_colour || key != b->of.exact.keys[1])))
            continue;
        make_up_to(f, moves, count);
        if (board_passes(b, &f->boards[t->board], &f->position, &f->count))
            f->met |= UINT64_C(1) << t->index;
    }
}

/* Looks for the last position that is an opening, from the last move backwards. */
static void look_for_opening(const query *q, query_facts *f, const uint64_t *keys, size_t from,
                             size_t to)
{
    size_t plies = f->ply < ARB_OPENING_PLIES ? (size_t)(ARB_OPENING_PLIES - f->ply) : 0;
    size_t i = from + (size_t)smaller_of(to - from, plies);
    arb_opening opening = ARB_NO_OPENING;
    while (i > from && opening == ARB_NO_OPENING)
        if (may_be_opening(q, keys[--i]))
            opening = arb_opening_of_key(&f->position, keys[i]);
    if (opening != ARB_NO_OPENING)
        f->opening = opening;
}

void facts_keys(const query *q, query_facts *f, const arb_move *moves, const uint64_t *keys,
                size_t from, size_t to)
{
    if (q->walks_openings)
        look_for_opening(q, f, keys, from, to);
    f->ply += to - from;
    for (size_t i = from; i < to && (q->walks_promotions || q->board_count > 0); i++) {
        note_promotion(f, moves[i]);
        if (q->board_count == 0)
            continue;
        f->home_pawns = home_pawns_left(f->home_pawns, moves[i]);
        look_at_key(q, f, keys[i], moves, i + 1);
    }
}

void facts_keys_end(query_facts *f, const arb_move *moves, size_t count)
{
    make_up_to(f, moves, count);
    f->made = 0;
}

void facts_moves(const query *q, query_facts *f, const arb_move *moves, size_t count)
{
    arb_undo undo;
    if (!(q->asks & ASKS_MOVES))
        return;
    for (size_t i = 0; i < count; i++) {
        arb_move move = moves[i];
        for (size_t k = 0; q->walks_starts && k < q->test_count; k++)
            if (q->tests[k].field == FIELD_STARTS)
                test_start(&q->tests[k], f, move);
        arb_kind promotion = note_promotion(f, move);
        if (q->walks_material &&
            (arb_move_type_of(move) != ARB_NORMAL || promotion != ARB_NO_KIND ||
             arb_position_piece(&f->position, arb_move_to(move)) != ARB_NO_PIECE))
            f->count.counted = false;
        if (q->settles_early)
            f->home_pawns = home_pawns_left(f->home_pawns, move);
        arb_position_make(&f->position, move, &undo);
        f->ply++;
        look(q, f);
    }
}

/* If a query asks only about the opening, later moves do not matter. */
static bool is_past(const query *q, const query_facts *f, const query_test *t)
{
    if (t->field == FIELD_OPENING)
        return f->ply >= ARB_OPENING_PLIES;
    if (t->field == FIELD_STARTS)
        return !(f->met >> t->index & 1);
    return t->field == FIELD_BOARD && !(f->met >> t->index & 1) &&
           board_is_past(&q->boards[t->board], f->rules, f->home_pawns);
}

void facts_settle(const query *q, query_facts *f)
{
    for (size_t i = 0; i < q->test_count; i++)
        if (is_past(q, f, &q->tests[i]))
            f->past |= UINT64_C(1) << q->tests[i].index;
}

/* A test of first moves fails if the game has fewer moves. */
void facts_end(const query *q, query_facts *f)
{
    for (size_t i = 0; i < q->test_count; i++) {
        const query_test *t = &q->tests[i];
        uint64_t words = t->field == FIELD_STARTS && t->value[0] != '\0';
        if (t->field != FIELD_STARTS)
            continue;
        for (const char *c = t->value; *c != '\0'; c++)
            words += *c == ' ';
        if (f->ply < words)
            f->met &= ~(UINT64_C(1) << t->index);
    }
}

static void look_for_text(const query *q, query_facts *f, const char *text, size_t len)
{
    for (size_t i = 0; i < q->test_count; i++)
        if (q->tests[i].field == FIELD_COMMENT && text_contains(text, len, q->tests[i].value))
            f->met |= UINT64_C(1) << q->tests[i].index;
}

/* Looks for texts in a comment; a text may begin in one piece and end in the next. */
void facts_comment(const query *q, query_facts *f, const char *text, size_t len, bool ends)
{
    char joint[2 * COMMENT_PART];
    size_t part = (size_t)smaller_of(len, COMMENT_PART);
    look_for_text(q, f, text, len);
    if (f->tail_len > 0) {
        memcpy(joint, f->tail, f->tail_len);
        memcpy(joint + f->tail_len, text, part);
        look_for_text(q, f, joint, f->tail_len + part);
    }
    f->tail_len = ends ? 0 : part;
    memcpy(f->tail, text + len - part, f->tail_len);
}
