/* grid_attacks.c: who attacks a square, on a plain mailbox. Layer: kernel.
 *
 * One looks from the square outwards, backwards along every step of every kind, and sees whether
 * such a piece stands there. Pins, turns and rights are not asked. */
#include "kernel/kernel.h"

enum { MARK_WORDS = ARB_SQUARE_LIMIT / 64 };

/* What is asked, and the attackers found so far as bits by square. Without `marks` the first one
 * found is enough. */
typedef struct {
    const arb_position *pos;
    const arb__edit *edit;
    arb_square square;
    arb_colour by;
    uint64_t *marks;
} query;

static arb_piece look(const query *q, arb_square square)
{
    if (q->edit)
        for (unsigned i = q->edit->count; i-- > 0;)
            if (q->edit->at[i] == square)
                return q->edit->piece[i];
    return q->pos->board.grid[square];
}

/* True: one is enough, stop. */
static bool found(const query *q, arb_square at)
{
    if (!q->marks)
        return true;
    q->marks[at / 64] |= 1ull << (at % 64);
    return false;
}

/* A pawn attacks diagonally ahead, even where it has nothing to take (FIDE 3.7.3). */
static bool find_pawns(const query *q)
{
    arb_piece pawn = arb_piece_of(q->by, ARB_PAWN);
    for (int file = -1; file <= 1; file += 2) {
        arb_square at = arb__step(q->pos->size, q->square, file, -arb__forward(q->by));
        if (at != ARB_NO_SQUARE && look(q, at) == pawn && found(q, at))
            return true;
    }
    return false;
}

static bool find_leapers(const query *q, arb_kind kind)
{
    const arb_kind_rule *rule = &q->pos->rules->kinds[kind];
    arb_piece piece = arb_piece_of(q->by, kind);
    for (unsigned i = 0; i < rule->leap_count; i++) {
        arb_square at = arb__step(q->pos->size, q->square, -rule->leaps[i].files,
                                  -rule->leaps[i].ranks * arb__forward(q->by));
        if (at != ARB_NO_SQUARE && look(q, at) == piece && found(q, at))
            return true;
    }
    return false;
}

static bool find_sliders(const query *q, arb_kind kind)
{
    const arb_kind_rule *rule = &q->pos->rules->kinds[kind];
    arb_piece piece = arb_piece_of(q->by, kind);
    for (unsigned i = 0; i < rule->slide_count; i++) {
        int files = -rule->slides[i].files;
        int ranks = -rule->slides[i].ranks * arb__forward(q->by);
        arb_square at = q->square;
        for (unsigned steps = 1; rule->slides[i].range == 0 || steps <= rule->slides[i].range;
             steps++) {
            at = arb__step(q->pos->size, at, files, ranks);
            if (at == ARB_NO_SQUARE)
                break;
            arb_piece there = look(q, at);
            if (there == piece && found(q, at))
                return true;
            if (there != ARB_NO_PIECE)
                break;
        }
    }
    return false;
}

static bool find_all(const query *q)
{
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++) {
        if (q->pos->rules->kinds[kind].letter == 0)
            continue;
        if (kind == ARB_PAWN ? find_pawns(q) : find_leapers(q, kind) || find_sliders(q, kind))
            return true;
    }
    return false;
}

bool arb__grid_attacked(const arb_position *pos, const arb__edit *edit, arb_square square,
                        arb_colour by)
{
    query q = {pos, edit, square, by, NULL};
    return find_all(&q);
}

size_t arb__grid_attackers(const arb_position *pos, const arb__edit *edit, arb_square square,
                           arb_colour by, arb_square *list, size_t cap)
{
    uint64_t marks[MARK_WORDS] = {0};
    query q = {pos, edit, square, by, marks};
    size_t count = 0;

    find_all(&q);
    for (unsigned at = 0; at < ARB_SQUARE_LIMIT; at++) {
        if (!(marks[at / 64] >> (at % 64) & 1u))
            continue;
        if (count < cap)
            list[count] = (arb_square)at;
        count++;
    }
    return count;
}
