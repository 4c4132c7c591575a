/* bits_legal.c: is this one move legal? Layer: kernel. Answers for any 32 bits, by the piece's own
 * rule and one look along the king's lines, without generating anything. */
#include "kernel/bits_safety.h"

/* ---- plain moves: on the position's own sets, since they are nearly all that is asked. Hardly a
 * branch: which piece, whose move, and whether it is legal are what a predictor guesses worst ----
 */

/* The sort of the piece on `from`, as in arb__relations; pawns as the target is. */
ARB__INLINE uint32_t sorts_on(const arb_position *pos, unsigned us, unsigned from, unsigned to)
{
    uint32_t pawn = (uint32_t)(pos->board.bits.pawns >> from & 1);
    uint32_t far = (uint32_t)(pos->board.bits.double_from[us] >> from & 1);
    uint32_t takes = (uint32_t)(pos->board.bits.colour[us ^ 1u] >> to & 1);
    uint32_t steps = ARB__PAWN_STEPS + far * ARB__PAWN_STEPS_TWO;
    uint32_t pawns = (takes ? ARB__PAWN_TAKES : steps) << us * ARB__PAWN_SORTS;
    return (uint32_t)(pos->board.bits.straights >> from & 1) * ARB__GOES_STRAIGHT |
           (uint32_t)(pos->board.bits.diagonals >> from & 1) * ARB__GOES_DIAGONALLY |
           (uint32_t)(pos->board.bits.knights >> from & 1) * ARB__LEAPS |
           (uint32_t)(pos->board.bits.kings >> from & 1) * ARB__STEPS | (pawns & (0 - pawn));
}

/* A promotion is named exactly where one is due. */
ARB__INLINE bool promotion_fits(const arb_position *pos, unsigned us, unsigned from, unsigned to,
                                arb_kind promotion)
{
    uint64_t due = pos->board.bits.pawns >> from & pos->board.bits.promotion[us] >> to & 1;
    if (due == 0)
        return promotion == ARB_NO_KIND;
    return promotion != ARB_NO_KIND && (pos->rules->pawn.promotion_kinds >> promotion & 1u) != 0;
}

/* Would the royal king be safe on `king`, with these blockers and enemies? Few enemy sliders stand
 * on its lines: each is asked whether it sees it. */
ARB__INLINE bool is_safe(const arb_position *pos, unsigned us, unsigned king, uint64_t blockers,
                         uint64_t enemy)
{
    uint64_t near = (arb__pawn_prey[us][king] & pos->board.bits.pawns) |
                    (arb__knight_steps[king] & pos->board.bits.knights) |
                    (arb__king_steps[king] & pos->board.bits.kings);
    uint64_t aiming = ((arb__straight_rays(king) & pos->board.bits.straights) |
                       (arb__diagonal_rays(king) & pos->board.bits.diagonals)) &
                      enemy;
    uint64_t seen = near & enemy;
    for (; aiming != 0; aiming &= aiming - 1)
        seen |= (arb__between[king][arb__first(aiming)] & blockers) == 0;
    return seen == 0;
}

static bool normal_legal(const arb_position *pos, unsigned us, unsigned from, unsigned to,
                         arb_kind promotion)
{
    uint64_t own = pos->board.bits.colour[us];
    uint64_t enemy = pos->board.bits.colour[us ^ 1u];
    uint64_t outside = ~pos->board.bits.area;
    uint64_t blockers = own | enemy | outside;
    uint64_t to_bit = arb__bit(to);
    uint64_t wrong = ~(own >> from) | (own | outside) >> to;
    uint32_t reach = arb__relations[from][to] & sorts_on(pos, us, from, to);
    uint64_t way = arb__between[from][to] & blockers;
    if ((wrong & 1) != 0 || reach == 0 || way != 0 || !promotion_fits(pos, us, from, to, promotion))
        return false;
    unsigned king = pos->royal[us];
    if (!pos->chess && (!pos->rules->royal.safe || king == ARB_NO_SQUARE))
        return true;
    return is_safe(pos, us, king == from ? to : king, (blockers ^ arb__bit(from)) | to_bit,
                   enemy & ~to_bit);
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
        if ((arb__attackers_to(a->b, a->from, a->v->blockers) & a->v->enemy) != 0)
            return false;
        danger = arb__attacks_of(a->b, &arb__plain_sight, arb_other(a->us),
                                 a->v->blockers ^ a->v->royal);
    }
    return arb__castle_safe(a->b, a->shape, a->v, a->us, a->to_bit, danger);
}

static bool special_legal(const arb_position *pos, arb_colour colour, arb_move move)
{
    unsigned from = arb_move_from(move), to = arb_move_to(move);
    arb_kind promotion = arb_move_promotion(move);
    arb__shape shape = arb__bits_shape(pos);
    arb__board b = arb__bits_board(pos, colour);
    arb__view v = {.own = b.colour[colour],
                   .enemy = b.colour[arb_other(colour)],
                   .royal = arb__royal(&b, &shape, colour)};
    v.blockers = v.own | v.enemy | ~shape.area;
    attempt a = {&b, &shape, &v, colour, from, to, arb__bit(from), arb__bit(to)};
    if ((v.own & a.from_bit) == 0 || (shape.area & a.to_bit) == 0)
        return false;
    if (arb_move_type_of(move) == ARB_EN_PASSANT)
        return en_passant_legal(&a, pos, promotion);
    return arb_move_type_of(move) == ARB_CASTLING && castling_legal(&a, promotion);
}

bool arb__bits_is_legal(const arb_position *pos, arb_colour colour, arb_move move)
{
    /* A square past the 64th, or a bit that no move has. */
    const uint32_t none = ~arb_move_of(63, 63, 31, 3);
    if (pos->over || (move & none) != 0)
        return false;
    if (arb_move_type_of(move) == ARB_NORMAL)
        return normal_legal(pos, colour, arb_move_from(move), arb_move_to(move),
                            arb_move_promotion(move));
    return special_legal(pos, colour, move);
}
