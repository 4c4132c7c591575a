/* grid_attacks.c: who attacks a square, on a mailbox. Layer: kernel.
 *
 * The search starts at the square and follows every step of every kind backwards, to see whether
 * such a piece stands there. Pins, the side to move and castling rights play no part. */
#include "base/inline.h"
#include "kernel/grid/grid_lines.h"

enum { MARK_WORDS = ARB_SQUARE_LIMIT / 64 };

/* One search. `marks` collects the attackers as bits by square; if it is NULL, the search stops at
 * the first attacker. */
typedef struct {
    const arb_position *pos;
    const arb__edit *edit;
    uint64_t edited; /* filter: bit n stands for edited squares that are n modulo 64 */
    arb__spot spot;
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
    return (q->edited >> (square % 64) & 1u) != 0 ? look_after(q->pos, q->edit, square)
                                                  : q->pos->board.grid[square];
}

static query query_of(const arb_position *pos, const arb__edit *edit, arb_square square,
                      arb_colour by, uint64_t *marks)
{
    query q = {pos, edit, 0, arb__spot_of(pos->size, square), by, marks};
    for (unsigned i = 0; edit != NULL && i < edit->count; i++)
        q.edited |= 1ull << (edit->at[i] % 64);
    return q;
}

arb_piece arb__grid_look(const arb_position *pos, const arb__edit *edit, arb_square square)
{
    return look_after(pos, edit, square) & (ARB_PROMOTED - 1u);
}

/* Notes an attacker. Returns true if the search can stop. */
static bool found(const query *q, arb_square at)
{
    if (!q->marks)
        return true;
    q->marks[at / 64] |= 1ull << (at % 64);
    return false;
}

/* A pawn attacks the squares diagonally ahead even if they are empty (FIDE 3.7.3). */
static bool find_pawns(const query *q)
{
    arb_piece pawn = arb_piece_of(q->by, ARB_PAWN);
    if (arb__own_pawn_steps(q->pos->rules))
        return false;
    for (int file = -1; file <= 1; file += 2) {
        arb_square at = arb__leap_to(q->pos, q->spot, file, -arb__forward(q->by));
        if (at != ARB_NO_SQUARE && look(q, at) == pawn && found(q, at))
            return true;
    }
    return false;
}

/* Can the kind capture with this leap? */
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

/* Can the kind capture by sliding this number of steps? */
static bool slides(const arb_kind_rule *rule, arb_colour colour, int files, int ranks, int steps)
{
    for (unsigned i = 0; i < rule->slide_count; i++) {
        arb_step slide = rule->slides[i];
        if (arb__step_files(slide, colour) == files && arb__step_ranks(slide, colour) == ranks &&
            !(slide.how & (ARB_STEP_MOVES | ARB_STEP_HOPS)))
            return slide.range == 0 || steps <= slide.range;
    }
    return false;
}

/* Looks for a piece of `by` at this distance that can leap to the square. */
static bool find_leaper(const query *q, int files, int ranks)
{
    arb_square at = arb__leap_to(q->pos, q->spot, files, ranks);
    if (at == ARB_NO_SQUARE)
        return false;
    arb_piece piece = look(q, at);
    return piece != ARB_NO_PIECE && arb_piece_colour(piece) == q->by &&
           leaps(&q->pos->rules->kinds[arb_piece_kind(piece)], q->by, -files, -ranks) &&
           found(q, at);
}

/* Does the first piece on a line, `steps` away, attack the square by sliding or, as a neighbour, by
 * leaping? */
static bool comes_along(const query *q, arb_square at, int files, int ranks, int steps)
{
    arb_piece piece = look(q, at);
    const arb_kind_rule *rule = &q->pos->rules->kinds[arb_piece_kind(piece)];
    return arb_piece_colour(piece) == q->by &&
           (slides(rule, q->by, -files, -ranks, steps) ||
            (steps == 1 && leaps(rule, q->by, -files, -ranks))) &&
           found(q, at);
}

ARB__INLINE bool find_on_line(const query *q, int files, int ranks)
{
    arb__way way = arb__way_from(q->pos, q->spot, files, ranks);
    int at = q->spot.square;
    for (int steps = 1; steps <= way.count; steps++) {
        at += way.step;
        if (look(q, (arb_square)at) != ARB_NO_PIECE)
            return comes_along(q, (arb_square)at, files, ranks, steps);
    }
    return false;
}

/* Looks for an attacker of this kind that hops: the second piece on the line, over the first. */
static bool find_hopper(const query *q, arb_kind kind, arb_step hop)
{
    arb__way way =
        arb__way_from(q->pos, q->spot, -arb__step_files(hop, q->by), -arb__step_ranks(hop, q->by));
    int at = q->spot.square;
    bool over = false; /* has the first piece been passed? */
    for (int steps = 1; steps <= way.count; steps++) {
        at += way.step;
        arb_piece piece = look(q, (arb_square)at);
        if (piece == ARB_NO_PIECE)
            continue;
        if (over)
            return arb_piece_kind(piece) == kind && arb_piece_colour(piece) == q->by &&
                   found(q, (arb_square)at);
        if (hop.range != 0 && steps > hop.range)
            return false;
        over = true;
    }
    return false;
}

/* Looks for an attacker of one kind by the steps that no piece of chess has. */
static bool find_by_other_steps(const query *q, arb_kind kind)
{
    const arb_kind_rule *rule = &q->pos->rules->kinds[kind];
    for (unsigned i = 0; i < rule->leap_count; i++)
        if (!arb__is_chess_leap(rule->leaps[i]) &&
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

/* The squares that are looked at: 40 on 8x8, where most lines are short, 232 on 32x32. */
static inline unsigned query_work(arb_size size)
{
    unsigned work = 4u * (size.files + size.ranks);
    return work > 40 ? work - 24 : 16;
}

static bool find_all(const query *q)
{
    if (!arb__spend(q->pos, query_work(q->pos->size)))
        return true;
    /* Eight calls instead of a loop, so that the direction is a constant in each. */
    if (find_pawns(q) || find_on_line(q, 0, 1) || find_on_line(q, 1, 1) || find_on_line(q, 1, 0) ||
        find_on_line(q, 1, -1) || find_on_line(q, 0, -1) || find_on_line(q, -1, -1) ||
        find_on_line(q, -1, 0) || find_on_line(q, -1, 1))
        return true;
    for (unsigned i = 0; i < 8; i++)
        if (find_leaper(q, arb__knight_leaps[i].files, arb__knight_leaps[i].ranks))
            return true;
    for (uint32_t kinds = q->pos->other_steps; kinds != 0; kinds &= kinds - 1) {
        arb_kind kind = (arb_kind)__builtin_ctz(kinds);
        if (!arb__spend(q->pos, arb__kind_work(&q->pos->rules->kinds[kind])) ||
            find_by_other_steps(q, kind))
            return true;
    }
    return false;
}

uint32_t arb__grid_other_steps(const arb_rules *rules)
{
    uint32_t kinds = 0;
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++) {
        const arb_kind_rule *rule = &rules->kinds[kind];
        for (unsigned i = 0; i < rule->leap_count; i++)
            kinds |= (uint32_t)!arb__is_chess_leap(rule->leaps[i]) << kind;
        for (unsigned i = 0; i < rule->slide_count; i++)
            kinds |= (uint32_t)!arb__on_queen_line(rule->slides[i]) << kind;
    }
    return kinds;
}

bool arb__grid_attacked(const arb_position *pos, const arb__edit *edit, arb_square square,
                        arb_colour by)
{
    query q = query_of(pos, edit, square, by, NULL);
    return find_all(&q);
}

size_t arb__grid_attackers(const arb_position *pos, const arb__edit *edit, arb_square square,
                           arb_colour by, arb_square *list, size_t cap)
{
    uint64_t marks[MARK_WORDS] = {0};
    query q = query_of(pos, edit, square, by, marks);
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
