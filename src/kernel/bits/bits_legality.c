/* bits_legality.c: is this one move legal? Layer: kernel. Accepts any 32 bits as a move. It tests
 * whether the piece can make the move and whether the king is safe afterwards; it generates no
 * moves. */
#include "kernel/bits/king_safety.h"
#include "kernel/bits/normal_move.h"
#include "kernel/fast.h"

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
    uint64_t mark = a->b->marks & ~a->v->blockers;
    if (!a->shape->en_passant || (a->b->pawns & a->from_bit) == 0 || (mark & a->to_bit) == 0 ||
        (arb__pawn_attacks(a->from_bit, a->us) & a->to_bit) == 0 ||
        !arb__promotion_fits(pos, a->us, a->from, a->to, promotion))
        return false;
    return arb__en_passant_safe(a->b, a->shape, a->v, a->from_bit, a->to_bit, a->us);
}

/* The subset of `squares` that the enemy attacks once the king is lifted off the board. */
static uint64_t attacked_of(const attempt *a, const arb_position *pos, uint64_t squares)
{
    uint64_t attacked = 0, blockers = a->v->blockers ^ a->v->royal;
    for (; squares != 0; squares &= squares - 1)
        if (arb__attacked_past(pos, a->us, arb__first(squares), blockers, a->v->enemy))
            attacked |= squares & -squares;
    return attacked;
}

/* The king must not be in check, nor cross or arrive at an attacked square (FIDE 3.8.2.2). */
static bool castling_legal(const attempt *a, const arb_position *pos, arb_kind promotion)
{
    uint64_t danger = 0;
    if (promotion != ARB_NO_KIND || a->from_bit != a->v->royal ||
        (arb__castle_open(a->b, a->shape, a->v, a->us) & a->to_bit) == 0)
        return false;
    if (a->shape->safe) {
        unsigned king_to =
            a->shape->king_to[a->us][a->to > a->from ? ARB_KING_SIDE : ARB_QUEEN_SIDE];
        danger =
            attacked_of(a, pos, a->from_bit | arb__between[a->from][king_to] | arb__bit(king_to));
    }
    return (danger & a->from_bit) == 0 &&
           arb__castle_safe(a->b, a->shape, a->v, a->us, a->to_bit, danger);
}

/* Not inlined, so that normal moves do not have to save registers. */
static __attribute__((noinline)) bool special_legal(const arb_position *pos, arb_colour colour,
                                                    arb_move move)
{
    unsigned from = arb_move_from(move), to = arb_move_to(move);
    arb_kind promotion = arb_move_promotion(move);
    arb__shape other = {0};
    const arb__shape *shape = &arb__chess;
    if (!pos->chess) {
        other = arb__bits_shape(pos);
        shape = &other;
    }
    arb__board b = arb__bits_board(pos, colour);
    arb__view v = {.own = b.colour[colour],
                   .enemy = b.colour[arb_other(colour)],
                   .royal = arb__royal(&b, shape, colour)};
    v.blockers = v.own | v.enemy | ~shape->area;
    attempt a = {&b, shape, &v, colour, from, to, arb__bit(from), arb__bit(to)};
    if ((v.own & a.from_bit) == 0 || (shape->area & a.to_bit) == 0)
        return false;
    if (arb_move_type_of(move) == ARB_EN_PASSANT)
        return en_passant_legal(&a, pos, promotion);
    return arb_move_type_of(move) == ARB_CASTLING && castling_legal(&a, pos, promotion);
}

/* Not inlined, so that the accelerated path does not have to save registers. */
static __attribute__((noinline)) bool core_legal(const arb_position *pos, arb_colour colour,
                                                 arb_move move)
{
    if (pos->over || (move & ARB__NO_MOVE_OF_64) != 0)
        return false;
    return (move & ARB__NOT_NORMAL) != 0 ? special_legal(pos, colour, move)
                                         : arb__normal_legal(pos, colour, move);
}

bool arb__bits_is_legal(const arb_position *pos, arb_colour colour, arb_move move)
{
    if (pos->fast != 0 && (move & ARB__MORE_THAN_SQUARES) == 0)
        return arb__fast.moves[pos->fast].is_legal(pos, colour, move);
    return core_legal(pos, colour, move);
}
