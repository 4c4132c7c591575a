/* causes.c: why a side or a piece cannot move: the reasons behind a mate, a stalemate, a pin.
 * Layer: position. Every reason is a verdict or a square that another function of this layer has
 * given; this file has no rule of its own. */
#include "position/position.h"

/* From this rank of a verdict on, only king safety or a forced move forbids a move
 * (verdict_names.c). */
enum { KING_SAFETY_RANK = 40 };
enum { CHECKERS = 8 };

typedef struct {
    const arb_position *pos;
    arb_colour colour;
    arb_cause *list;
    size_t cap, count;
} causes;

static void add(causes *c, arb_cause cause)
{
    if (c->count < c->cap)
        c->list[c->count] = cause;
    c->count++;
}

static arb_verdict squares(const arb_position *pos, arb_square from, arb_square at, arb_square by)
{
    return (arb_verdict){.from = from,
                         .to = ARB_NO_SQUARE,
                         .at = at,
                         .by = by,
                         .piece = from != ARB_NO_SQUARE ? arb__piece_at(pos, from) : ARB_NO_PIECE};
}

/* A promotion without a letter is refused for the missing letter, which would hide the real reason.
 * So the letters are tried until one is allowed. */
static arb_verdict verdict_to(const arb_position *pos, arb_square from, arb_square to)
{
    arb_verdict v = arb_position_verdict_any_turn(pos, from, to, ARB_NO_KIND);
    uint32_t kinds = pos->rules->pawn.promotion_kinds | pos->rules->kinds[ARB_PAWN].becomes;
    for (arb_kind kind = 1; v.code == ARB_V_PROMOTION_MISSING && kind < ARB_KIND_LIMIT; kind++)
        if (kinds >> kind & 1u)
            v = arb_position_verdict_any_turn(pos, from, to, kind);
    return v;
}

static arb_square square_by(const arb_position *pos, arb_square from, arb_step step)
{
    arb_colour colour = arb_piece_colour(arb__piece_at(pos, from));
    return arb__step(pos->size, from, arb__step_files(step, colour),
                     arb__forward(colour) * step.ranks);
}

/* The squares one step away in each direction of the piece. */
static size_t near_squares(const arb_position *pos, arb_square from, arb_square *list, size_t cap)
{
    static const arb_step pawn[] = {{0, 1, 1, 0}, {-1, 1, 1, 0}, {1, 1, 1, 0}};
    arb_kind kind = arb_piece_kind(arb__piece_at(pos, from));
    const arb_kind_rule *rule = &pos->rules->kinds[kind];
    size_t count = 0, all = (size_t)rule->leap_count + rule->slide_count;
    bool chess_pawn = kind == ARB_PAWN && all == 0;
    for (size_t i = 0; i < (chess_pawn ? 3 : all); i++) {
        arb_step step = chess_pawn             ? pawn[i]
                        : i < rule->leap_count ? rule->leaps[i]
                                               : rule->slides[i - rule->leap_count];
        arb_square to = square_by(pos, from, step);
        if (to != ARB_NO_SQUARE && count < cap)
            list[count++] = to;
    }
    return count;
}

enum { NEAR = 2 * ARB_STEP_LIMIT };

static void add_flights(causes *c, arb_square royal)
{
    arb_square to[NEAR];
    size_t count = near_squares(c->pos, royal, to, NEAR);
    for (size_t i = 0; i < count; i++) {
        arb_verdict v = verdict_to(c->pos, royal, to[i]);
        if (v.code != ARB_V_OK && v.code != ARB_V_OFF_BOARD && v.code != ARB_V_WRONG_SHAPE)
            add(c, (arb_cause){.kind = ARB_CAUSE_FLIGHT, .verdict = v});
    }
}

static int common_divisor(int a, int b)
{
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

/* The squares where another piece could end the check: the checker's own and those between. */
static size_t answers(const arb_position *pos, arb_square royal, arb_square checker,
                      arb_square *list, size_t cap)
{
    int files = arb_square_file(pos->size, royal) - arb_square_file(pos->size, checker);
    int ranks = arb_square_rank(pos->size, royal) - arb_square_rank(pos->size, checker);
    int steps = common_divisor(files, ranks);
    size_t count = 0;
    bool slides = pos->rules->kinds[arb_piece_kind(arb__piece_at(pos, checker))].slide_count > 0;
    for (int i = 0; i < (slides ? steps : 1) && count < cap; i++)
        list[count++] = arb__step(pos->size, checker, files / steps * i, ranks / steps * i);
    return count;
}

static bool hinders(arb_verdict v)
{
    return v.code != ARB_V_OK && arb_verdict_rank(v.code) >= KING_SAFETY_RANK;
}

/* Adds why a single piece cannot move, or can move only along a line. */
static void add_stuck(causes *c, arb_square from)
{
    arb_square to[NEAR];
    size_t count = near_squares(c->pos, from, to, NEAR);
    arb_verdict nearest = {.code = ARB_V_OK};
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        arb_verdict v = verdict_to(c->pos, from, to[i]);
        if (v.code == ARB_V_OK)
            return;
        if (v.code == ARB_V_PAWN_NO_CAPTURE) /* an empty capture square is no obstacle */
            continue;
        if (!any || arb_verdict_rank(v.code) > arb_verdict_rank(nearest.code))
            nearest = v;
        any = true;
    }
    if (any)
        add(c, (arb_cause){.kind = ARB_CAUSE_STUCK, .verdict = nearest});
}

static arb_square pinner_of(const arb_pin *pins, size_t count, arb_square square)
{
    for (size_t i = 0; i < count; i++)
        if (pins[i].pinned == square)
            return pins[i].by;
    return ARB_NO_SQUARE;
}

static void add_pinned(causes *c, arb_square from, arb_square by)
{
    add(c, (arb_cause){.kind = ARB_CAUSE_PINNED,
                       .verdict = squares(c->pos, from, c->pos->royal[c->colour], by)});
}

/* Calls a function for every piece of the side except its royal one. */
typedef void piece_visitor(causes *c, arb_square from, const void *what);

static void each_piece(causes *c, piece_visitor *visit, const void *what)
{
    arb_size size = c->pos->size;
    for (arb_square square = 0; square != ARB_NO_SQUARE; square = arb__next_square(size, square)) {
        arb_piece piece = arb__piece_at(c->pos, square);
        if (piece != ARB_NO_PIECE && arb_piece_colour(piece) == c->colour &&
            square != c->pos->royal[c->colour])
            visit(c, square, what);
    }
}

typedef struct {
    arb_square at[ARB_SIDE_LIMIT + 1];
    size_t count;
} answer_list;

static void add_helper(causes *c, arb_square from, const void *what)
{
    const answer_list *list = (const answer_list *)what;
    for (size_t i = 0; i < list->count; i++) {
        arb_verdict v = verdict_to(c->pos, from, list->at[i]);
        if (hinders(v))
            add(c, (arb_cause){.kind = ARB_CAUSE_CANNOT_HELP, .verdict = v});
    }
}

typedef struct {
    const arb_pin *list;
    size_t count;
} pin_list;

static void add_hindered(causes *c, arb_square from, const void *what)
{
    const pin_list *pins = (const pin_list *)what;
    arb_square by = pinner_of(pins->list, pins->count, from);
    if (by != ARB_NO_SQUARE)
        add_pinned(c, from, by);
    else
        add_stuck(c, from);
}

/* Adds the reasons for a side in check: the checkers, why the king cannot move, why no other piece
 * can help. */
static void add_check(causes *c, arb_square royal, const arb_square *checkers, size_t count)
{
    answer_list list = {.count = 0};
    for (size_t i = 0; i < count; i++)
        add(c, (arb_cause){.kind = ARB_CAUSE_CHECK,
                           .verdict = squares(c->pos, ARB_NO_SQUARE, royal, checkers[i])});
    add_flights(c, royal);
    if (count > 1) {
        add(c, (arb_cause){.kind = ARB_CAUSE_DOUBLE,
                           .verdict = squares(c->pos, ARB_NO_SQUARE, royal, checkers[0])});
        return;
    }
    list.count = answers(c->pos, royal, checkers[0], list.at, ARB_SIDE_LIMIT + 1);
    size_t before = c->count;
    each_piece(c, add_helper, &list);
    if (!arb_position_has_move(c->pos))
        add(c, (arb_cause){.kind = ARB_CAUSE_NO_HELP,
                           .between = list.count > 1,
                           .other = c->count > before,
                           .verdict = squares(c->pos, ARB_NO_SQUARE, royal, checkers[0])});
}

size_t arb_position_causes(const arb_position *pos, arb_cause *list, size_t cap)
{
    causes c = {pos, (arb_colour)pos->turn, list, cap, 0};
    arb_square royal = pos->royal[c.colour];
    arb_square checkers[CHECKERS];
    arb_pin pins[ARB_SIDE_LIMIT];
    size_t count = royal == ARB_NO_SQUARE || !pos->rules->royal.safe
                       ? 0
                       : arb_position_checkers(pos, c.colour, checkers, CHECKERS);
    if (count > 0) {
        add_check(&c, royal, checkers, count < CHECKERS ? count : CHECKERS);
        return c.count;
    }
    if (royal != ARB_NO_SQUARE)
        add_flights(&c, royal);
    pin_list found = {pins, 0};
    if (pos->rules->royal.safe)
        found.count = arb_position_pins(pos, c.colour, pins, ARB_SIDE_LIMIT);
    found.count = found.count < ARB_SIDE_LIMIT ? found.count : ARB_SIDE_LIMIT;
    each_piece(&c, add_hindered, &found);
    return c.count;
}

size_t arb_position_causes_of(const arb_position *pos, arb_square from, arb_cause *list, size_t cap)
{
    arb_piece piece = arb_square_on(pos->size, from) ? arb__piece_at(pos, from) : ARB_NO_PIECE;
    if (piece == ARB_NO_PIECE)
        return 0;
    causes c = {pos, arb_piece_colour(piece), list, cap, 0};
    arb_pin pins[ARB_SIDE_LIMIT];
    if (from == pos->royal[c.colour]) {
        add_flights(&c, from);
        return c.count;
    }
    size_t count =
        pos->rules->royal.safe ? arb_position_pins(pos, c.colour, pins, ARB_SIDE_LIMIT) : 0;
    arb_square by = pinner_of(pins, count < ARB_SIDE_LIMIT ? count : ARB_SIDE_LIMIT, from);
    if (by != ARB_NO_SQUARE)
        add_pinned(&c, from, by);
    add_stuck(&c, from);
    return c.count;
}
