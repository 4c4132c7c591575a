/* bits_legal.c: is this one move legal? Layer: kernel. Answers for any 32 bits, by the piece's own
 * rule and one look along the king's lines, without generating anything. */
#include "kernel/bits_safety.h"

/* ---- plain moves: on the position's own sets, since they are nearly all that is asked ---- */

typedef struct {
    const arb_position *pos;
    arb_colour us;
    unsigned from, to;
    uint64_t from_bit, to_bit;
    uint64_t enemy, blockers;
} plain;

/* The set if a square is in another one. No branch: which piece is asked for is hard to guess. */
ARB__INLINE uint64_t if_among(uint64_t set, unsigned square, uint64_t value)
{
    return value & (0 - (set >> square & 1));
}

/* FIDE 3.7. Where a pawn goes from here. */
ARB__INLINE uint64_t pawn_reach(const plain *p)
{
    uint64_t empty = ~p->blockers;
    uint64_t one = arb__ahead(p->from_bit, p->us) & empty;
    uint64_t far = if_among(p->pos->board.bits.double_from[p->us], p->from, empty);
    return one | (arb__ahead(one, p->us) & far) |
           (arb__pawn_attacks(p->from_bit, p->us) & p->enemy);
}

/* Whatever piece it is, on an empty board; a pawn as the board is. */
ARB__INLINE bool reaches(const plain *p)
{
    const arb_position *pos = p->pos;
    uint64_t reach = if_among(pos->board.bits.knights, p->from, arb__knight_steps[p->from]) |
                     if_among(pos->board.bits.kings, p->from, arb__king_steps[p->from]) |
                     if_among(pos->board.bits.diagonals, p->from, arb__diagonal_rays(p->from)) |
                     if_among(pos->board.bits.straights, p->from, arb__straight_rays(p->from)) |
                     if_among(pos->board.bits.pawns, p->from, pawn_reach(p));
    uint64_t way = arb__between[p->from][p->to] & p->blockers;
    return ((reach >> p->to & 1) & (way == 0)) != 0;
}

/* A promotion is named exactly where one is due. */
ARB__INLINE bool promotion_fits(const arb_position *pos, arb_colour us, unsigned from, unsigned to,
                                arb_kind promotion)
{
    const uint32_t none = 1u << ARB_NO_KIND;
    uint64_t due = pos->board.bits.pawns >> from & pos->board.bits.promotion[us] >> to & 1;
    uint32_t kinds = due ? pos->rules->pawn.promotion_kinds & ~none : none;
    return (kinds >> promotion & 1u) != 0;
}

/* Is the royal king safe once the move is made? Few enemy sliders stand on its lines: each is asked
 * whether it sees it. */
ARB__INLINE bool keeps_royal_safe(const plain *p)
{
    const arb_position *pos = p->pos;
    unsigned king = pos->royal[p->us] == p->from ? p->to : pos->royal[p->us];
    uint64_t blockers = (p->blockers ^ p->from_bit) | p->to_bit;
    uint64_t enemy = p->enemy & ~p->to_bit;
    uint64_t near = (arb__pawn_attacks(arb__bit(king), p->us) & pos->board.bits.pawns) |
                    (arb__knight_steps[king] & pos->board.bits.knights) |
                    (arb__king_steps[king] & pos->board.bits.kings);
    uint64_t aiming = ((arb__straight_rays(king) & pos->board.bits.straights) |
                       (arb__diagonal_rays(king) & pos->board.bits.diagonals)) &
                      enemy;
    bool safe = (near & enemy) == 0;
    for (; aiming != 0; aiming &= aiming - 1)
        safe &= (arb__between[king][arb__first(aiming)] & blockers) != 0;
    return safe;
}

ARB__INLINE bool normal_legal(const arb_position *pos, arb_colour us, unsigned from, unsigned to,
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
    if (!((own >> from & ~(own | outside) >> to & 1) & reaches(&p) &
          promotion_fits(pos, us, from, to, promotion)))
        return false;
    return !pos->rules->royal.safe || pos->royal[us] == ARB_NO_SQUARE || keeps_royal_safe(&p);
}

/* ---- the others ---- */

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
        return colour == ARB_WHITE ? normal_legal(pos, ARB_WHITE, from, to, promotion)
                                   : normal_legal(pos, ARB_BLACK, from, to, promotion);

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
