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

/* ---- plain moves: on the position's own sets, since they are nearly all that is asked ---- */

typedef struct {
    const arb_position *pos;
    arb_colour us;
    unsigned from, to;
    uint64_t from_bit, to_bit;
    uint64_t enemy, blockers;
} plain;

/* A promotion is named exactly where one is due. */
static bool promotion_fits(const arb_position *pos, arb_colour us, unsigned from, unsigned to,
                           arb_kind promotion)
{
    bool due = (pos->board.bits.pawns & arb__bit(from)) != 0 &&
               arb__promotes(pos->rules, pos->size, us, (arb_square)to);
    return due ? promotion != ARB_NO_KIND &&
                     (pos->rules->pawn.promotion_kinds >> promotion & 1u) != 0
               : promotion == ARB_NO_KIND;
}

static uint64_t pawn_reach(const plain *p)
{
    uint64_t empty = ~p->blockers;
    uint64_t one = arb__ahead(p->from_bit, p->us) & empty;
    uint64_t prey = arb__pawn_attacks(p->from_bit, p->us) & p->enemy;
    if (!arb__double_row(p->pos->rules, p->pos->size, p->us, (arb_square)p->from))
        return one | prey;
    return one | (arb__ahead(one, p->us) & empty) | prey;
}

static uint64_t reach_of(const plain *p)
{
    uint64_t reach = 0;
    if ((p->pos->board.bits.pawns & p->from_bit) != 0)
        return pawn_reach(p);
    if ((p->pos->board.bits.knights & p->from_bit) != 0)
        return arb__knight_steps[p->from];
    if ((p->pos->board.bits.kings & p->from_bit) != 0)
        return arb__king_steps[p->from];
    if ((p->pos->board.bits.diagonals & p->from_bit) != 0)
        reach = arb__diagonal_attacks(p->from, p->blockers);
    if ((p->pos->board.bits.straights & p->from_bit) != 0)
        reach |= arb__straight_attacks(p->from, p->blockers);
    return reach;
}

/* Is the royal king safe once the move is made? */
static bool keeps_royal_safe(const plain *p)
{
    const arb_position *pos = p->pos;
    unsigned king = pos->royal[p->us] == p->from ? p->to : pos->royal[p->us];
    uint64_t blockers = (p->blockers ^ p->from_bit) | p->to_bit;
    uint64_t enemy = p->enemy & ~p->to_bit;
    uint64_t near = (arb__pawn_attacks(arb__bit(king), p->us) & pos->board.bits.pawns) |
                    (arb__knight_steps[king] & pos->board.bits.knights) |
                    (arb__king_steps[king] & pos->board.bits.kings);
    return (near & enemy) == 0 &&
           (arb__straight_attacks(king, blockers) & pos->board.bits.straights & enemy) == 0 &&
           (arb__diagonal_attacks(king, blockers) & pos->board.bits.diagonals & enemy) == 0;
}

static bool normal_legal(const arb_position *pos, arb_colour us, unsigned from, unsigned to,
                         arb_kind promotion)
{
    uint64_t own = pos->board.bits.colour[us];
    uint64_t enemy = pos->board.bits.colour[us ^ 1u];
    uint64_t outside = ~pos->board.bits.area;
    plain p = {.pos = pos,
               .us = us,
               .from = from,
               .to = to,
               .from_bit = arb__bit(from),
               .to_bit = arb__bit(to),
               .enemy = enemy,
               .blockers = own | enemy | outside};
    if ((own & p.from_bit) == 0 || ((own | outside) & p.to_bit) != 0 ||
        (reach_of(&p) & p.to_bit) == 0 || !promotion_fits(pos, us, from, to, promotion))
        return false;
    return !pos->rules->royal.safe || pos->royal[us] == ARB_NO_SQUARE || keeps_royal_safe(&p);
}

/* ---- the others ---- */

static bool en_passant_legal(const attempt *a, const arb_position *pos, arb_kind promotion)
{
    arb_colour them = arb_other(a->us);
    uint64_t mark = a->b->marks & ~a->v->blockers;
    if (!a->shape->en_passant || (a->b->pawns & a->from_bit) == 0 || (mark & a->to_bit) == 0 ||
        (arb__pawn_attacks(a->from_bit, a->us) & a->to_bit) == 0 ||
        !promotion_fits(pos, a->us, a->from, a->to, promotion))
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
    if (type == ARB_NORMAL)
        return normal_legal(pos, colour, from, to, promotion);

    arb__shape shape = arb__bits_shape(pos);
    arb__board b = arb__bits_board(pos, colour);
    arb__view v = {.own = b.colour[colour],
                   .enemy = b.colour[arb_other(colour)],
                   .royal = arb__royal(&b, &shape, colour)};
    v.blockers = v.own | v.enemy | ~shape.area;
    attempt a = {&b, &shape, &v, colour, from, to, arb__bit(from), arb__bit(to)};
    if ((v.own & a.from_bit) == 0 || (shape.area & a.to_bit) == 0)
        return false;
    if (type == ARB_EN_PASSANT)
        return en_passant_legal(&a, pos, promotion);
    return type == ARB_CASTLING && castling_legal(&a, promotion);
}
