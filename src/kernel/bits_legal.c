/* bits_legal.c: is this one move legal? Layer: kernel. Answers for any 32 bits, by the piece's own
 * rule and one look along the king's lines, without generating anything. */
#include "kernel/bits_safety.h"

typedef struct {
    const arb__board *b;
    const arb__shape *shape;
    const arb__view *v;
    arb_colour us;
    unsigned from, to;
    uint64_t from_bit, to_bit;
} attempt;

/* Would the royal king, standing on `king` afterwards, be safe? `taken` is off the board,
 * `blockers` is what then stands in the way. */
static bool royal_safe(const attempt *a, unsigned king, uint64_t blockers, uint64_t taken)
{
    return (arb__attackers_to(a->b, king, blockers) & a->v->enemy & ~taken) == 0;
}

static bool piece_reaches(const attempt *a)
{
    const arb__board *b = a->b;
    uint64_t reach = 0;
    if ((b->knights & a->from_bit) != 0)
        reach = arb__knight_steps[a->from];
    else if ((b->kings & a->from_bit) != 0)
        reach = arb__king_steps[a->from];
    if ((b->diagonals & a->from_bit) != 0)
        reach = arb__diagonal_attacks(a->from, a->v->blockers);
    if ((b->straights & a->from_bit) != 0)
        reach |= arb__straight_attacks(a->from, a->v->blockers);
    return (reach & a->to_bit) != 0;
}

static bool pawn_reaches(const attempt *a)
{
    uint64_t empty = ~a->v->blockers;
    uint64_t one = arb__ahead(a->from_bit, a->us) & empty;
    uint64_t two =
        (a->from_bit & a->shape->double_from[a->us]) != 0 ? arb__ahead(one, a->us) & empty : 0;
    uint64_t prey = arb__pawn_attacks(a->from_bit, a->us) & a->v->enemy;
    return ((one | two | prey) & a->to_bit) != 0;
}

/* A promotion is named exactly where one is due. */
static bool promotion_fits(const attempt *a, arb_kind promotion)
{
    bool due = (a->b->pawns & a->from_bit) != 0 && (a->shape->promotion[a->us] & a->to_bit) != 0;
    return due ? promotion != ARB_NO_KIND && (a->shape->promotion_kinds >> promotion & 1u) != 0
               : promotion == ARB_NO_KIND;
}

static bool normal_legal(const attempt *a, arb_kind promotion)
{
    bool pawn = (a->b->pawns & a->from_bit) != 0;
    if ((a->v->own & a->to_bit) != 0 || !promotion_fits(a, promotion))
        return false;
    if (!(pawn ? pawn_reaches(a) : piece_reaches(a)))
        return false;
    if (!a->shape->safe || a->v->royal == 0)
        return true;
    unsigned king = a->from_bit == a->v->royal ? a->to : arb__first(a->v->royal);
    return royal_safe(a, king, (a->v->blockers ^ a->from_bit) | a->to_bit, a->to_bit);
}

static bool en_passant_legal(const attempt *a, arb_kind promotion)
{
    arb_colour them = arb_other(a->us);
    uint64_t mark = a->b->marks & ~a->v->blockers;
    if (!a->shape->en_passant || (a->b->pawns & a->from_bit) == 0 || (mark & a->to_bit) == 0 ||
        (arb__pawn_attacks(a->from_bit, a->us) & a->to_bit) == 0 || !promotion_fits(a, promotion))
        return false;
    return arb__en_passant_safe(a->b, a->shape, a->v, a->from_bit, a->to_bit,
                                arb__ahead(a->to_bit, them));
}

static bool castling_legal(const attempt *a, arb_kind promotion)
{
    uint64_t danger = 0;
    if (promotion != ARB_NO_KIND || a->from_bit != a->v->royal)
        return false;
    if ((arb__castle_open(a->b, a->shape, a->v, a->us) & a->to_bit) == 0)
        return false;
    if (a->shape->safe) {
        if (!royal_safe(a, a->from, a->v->blockers, 0))
            return false;
        danger = arb__attacks_of(a->b, &arb__plain_sight, arb_other(a->us),
                                 a->v->blockers ^ a->v->royal);
    }
    return arb__castle_safe(a->b, a->shape, a->v, a->us, a->to_bit, danger);
}

bool arb__bits_is_legal(const arb_position *pos, arb_colour colour, arb_move move)
{
    unsigned from = arb_move_from(move);
    unsigned to = arb_move_to(move);
    arb_kind promotion = arb_move_promotion(move);
    arb_move_type type = arb_move_type_of(move);
    if (pos->over || from > 63 || to > 63 ||
        move != arb_move_of((arb_square)from, (arb_square)to, promotion, type))
        return false;

    arb__shape shape = arb__bits_shape(pos);
    arb__board b = arb__bits_board(pos, colour);
    arb__view v = {.own = b.colour[colour],
                   .enemy = b.colour[arb_other(colour)],
                   .royal = arb__royal(&b, &shape, colour)};
    v.blockers = v.own | v.enemy | ~shape.area;
    attempt a = {&b, &shape, &v, colour, from, to, arb__bit(from), arb__bit(to)};
    if ((v.own & a.from_bit) == 0 || (shape.area & a.to_bit) == 0)
        return false;
    switch (type) {
    case ARB_NORMAL:
        return normal_legal(&a, promotion);
    case ARB_EN_PASSANT:
        return en_passant_legal(&a, promotion);
    case ARB_CASTLING:
        return castling_legal(&a, promotion);
    }
    return false;
}
