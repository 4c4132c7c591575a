/* grid_attacks.c: who attacks a square, on a plain mailbox. Layer: kernel.
 *
 * One looks from the square outwards, backwards along every step of every kind, and sees whether
 * such a piece stands there. Pins, turns and rights are not asked. */
#include "kernel/grid_lines.h"

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

static inline arb_piece look_after(const arb_position *pos, const arb__edit *edit,
                                   arb_square square)
{
    if (edit)
        for (unsigned i = edit->count; i-- > 0;)
            if (edit->at[i] == square)
                return edit->piece[i];
    return pos->board.grid[square];
}

static inline arb_piece look(const query *q, arb_square square)
{
    return look_after(q->pos, q->edit, square);
}

arb_piece arb__grid_look(const arb_position *pos, const arb__edit *edit, arb_square square)
{
    return look_after(pos, edit, square);
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
    if (arb__own_pawn_steps(q->pos->rules))
        return false;
    for (int file = -1; file <= 1; file += 2) {
        arb_square at = arb__step(q->pos->size, q->square, file, -arb__forward(q->by));
        if (at != ARB_NO_SQUARE && look(q, at) == pawn && found(q, at))
            return true;
    }
    return false;
}

/* Does a piece of `colour` leap so to take? */
static bool leaps(const arb_kind_rule *rule, arb_colour colour, int files, int ranks)
{
    for (unsigned i = 0; i < rule->leap_count; i++) {
        arb_step leap = rule->leaps[i];
        if (arb__step_files(leap, colour) == files && arb__step_ranks(leap, colour) == ranks &&
            !(leap.how & ARB_STEP_MOVES))
            return true;
    }
    return false;
}

/* Does it slide so many of these steps to take? */
static bool slides(const arb_kind_rule *rule, arb_colour colour, int files, int ranks,
                   unsigned steps)
{
    for (unsigned i = 0; i < rule->slide_count; i++) {
        arb_step slide = rule->slides[i];
        if (arb__step_files(slide, colour) == files && arb__step_ranks(slide, colour) == ranks &&
            !(slide.how & (ARB_STEP_MOVES | ARB_STEP_HOPS)))
            return slide.range == 0 || steps <= slide.range;
    }
    return false;
}

/* A piece of `by` so far away, if it leaps back to the square. */
static bool find_leaper(const query *q, int files, int ranks)
{
    arb_square at = arb__step(q->pos->size, q->square, files, ranks);
    if (at == ARB_NO_SQUARE)
        return false;
    arb_piece piece = look(q, at);
    return piece != ARB_NO_PIECE && arb_piece_colour(piece) == q->by &&
           leaps(&q->pos->rules->kinds[arb_piece_kind(piece)], q->by, -files, -ranks) &&
           found(q, at);
}

/* The first piece along a line, if it is one of `by` that slides, or from the next square leaps,
 * back to the square. */
static bool find_on_line(const query *q, int files, int ranks)
{
    arb__walker w = arb__walk_from(q->pos->size, q->square);
    arb_piece piece;
    arb_square at;
    do {
        at = arb__walk_on(q->pos, &w, files, ranks);
        if (at == ARB_NO_SQUARE)
            return false;
        piece = look(q, at);
    } while (piece == ARB_NO_PIECE);
    if (arb_piece_colour(piece) != q->by)
        return false;
    const arb_kind_rule *rule = &q->pos->rules->kinds[arb_piece_kind(piece)];
    return (slides(rule, q->by, -files, -ranks, w.steps) ||
            (w.steps == 1 && leaps(rule, q->by, -files, -ranks))) &&
           found(q, at);
}

/* The second piece along a line, if it is one of `kind` and hops over the first. */
static bool find_hopper(const query *q, arb_kind kind, arb_step hop)
{
    int files = -arb__step_files(hop, q->by), ranks = -arb__step_ranks(hop, q->by);
    arb__walker w = arb__walk_from(q->pos->size, q->square);
    for (bool met = false;;) {
        arb_square at = arb__walk_on(q->pos, &w, files, ranks);
        if (at == ARB_NO_SQUARE)
            return false;
        arb_piece piece = look(q, at);
        if (piece == ARB_NO_PIECE)
            continue;
        if (met)
            return arb_piece_kind(piece) == kind && arb_piece_colour(piece) == q->by &&
                   found(q, at);
        if (hop.range != 0 && w.steps > hop.range)
            return false;
        met = true;
    }
}

/* What is not plain, of one kind. */
static bool find_by_other_steps(const query *q, arb_kind kind)
{
    const arb_kind_rule *rule = &q->pos->rules->kinds[kind];
    for (unsigned i = 0; i < rule->leap_count; i++)
        if (!arb__is_plain_leap(rule->leaps[i]) &&
            find_leaper(q, -arb__step_files(rule->leaps[i], q->by),
                        -arb__step_ranks(rule->leaps[i], q->by)))
            return true;
    for (unsigned i = 0; i < rule->slide_count; i++) {
        arb_step slide = rule->slides[i];
        if (arb__on_queen_line(slide) || (slide.how & ARB_STEP_MOVES))
            continue;
        if (slide.how & ARB_STEP_HOPS
                ? find_hopper(q, kind, slide)
                : find_on_line(q, -arb__step_files(slide, q->by), -arb__step_ranks(slide, q->by)))
            return true;
    }
    return false;
}

static bool find_all(const query *q)
{
    if (find_pawns(q))
        return true;
    for (unsigned i = 0; i < 8; i++)
        if (find_on_line(q, arb__queen_lines[i].files, arb__queen_lines[i].ranks))
            return true;
    for (unsigned i = 0; i < 8; i++)
        if (find_leaper(q, arb__knight_leaps[i].files, arb__knight_leaps[i].ranks))
            return true;
    for (arb_kind kind = ARB_PAWN; !q->pos->plain_steps && kind < ARB_KIND_LIMIT; kind++)
        if (find_by_other_steps(q, kind))
            return true;
    return false;
}

bool arb__grid_plain_steps(const arb_rules *rules)
{
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++) {
        const arb_kind_rule *rule = &rules->kinds[kind];
        for (unsigned i = 0; i < rule->leap_count; i++)
            if (!arb__is_plain_leap(rule->leaps[i]))
                return false;
        for (unsigned i = 0; i < rule->slide_count; i++)
            if (!arb__on_queen_line(rule->slides[i]))
                return false;
    }
    return true;
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
    for (unsigned word = 0; word < MARK_WORDS; word++)
        for (uint64_t set = marks[word]; set != 0; set &= set - 1) {
            if (count < cap)
                list[count] = (arb_square)(word * 64 + (unsigned)__builtin_ctzll(set));
            count++;
        }
    return count;
}
