/* bits_moves.c: the legal moves as a list, as a number, and whether there is one. Layer: kernel.
 * Three things to do with the sets of bits_walk.h. */
#include "kernel/bits_count.h"

typedef struct {
    arb_move *list;
    size_t count;
    const arb__shape *shape;
} tally;

ARB__INLINE void list_one(tally *t, unsigned from, unsigned to, arb_move_type type)
{
    t->list[t->count++] = arb_move_of((arb_square)from, (arb_square)to, ARB_NO_KIND, type);
}

ARB__INLINE void list_promotions(tally *t, unsigned from, unsigned to, arb_move_type type)
{
    for (uint32_t kinds = t->shape->promotion_kinds; kinds != 0; kinds &= kinds - 1)
        t->list[t->count++] =
            arb_move_of((arb_square)from, (arb_square)to, (arb_kind)__builtin_ctz(kinds), type);
}

ARB__INLINE bool take_into_list(void *context, arb__how how, int from, uint64_t set)
{
    tally *t = context;
    for (; set != 0; set &= set - 1) {
        unsigned to = arb__first(set);
        unsigned behind = (unsigned)((int)to - from);
        switch (how) {
        case ARB__BY_PAWN:
        case ARB__BY_PAWN_TWO:
            list_one(t, behind, to, ARB_NORMAL);
            break;
        case ARB__BY_PROMOTION:
            list_promotions(t, behind, to, ARB_NORMAL);
            break;
        case ARB__BY_EN_PASSANT:
            list_one(t, (unsigned)from, to, ARB_EN_PASSANT);
            break;
        case ARB__BY_EN_PASSANT_PROMOTION:
            list_promotions(t, (unsigned)from, to, ARB_EN_PASSANT);
            break;
        case ARB__BY_CASTLING:
            list_one(t, (unsigned)from, to, ARB_CASTLING);
            break;
        default:
            list_one(t, (unsigned)from, to, ARB_NORMAL);
        }
    }
    return true;
}

ARB__INLINE bool take_first(void *context, arb__how how, int from, uint64_t set)
{
    const tally *t = context;
    bool promotes = how == ARB__BY_PROMOTION || how == ARB__BY_EN_PASSANT_PROMOTION;
    (void)from;
    return set == 0 || (promotes && t->shape->promotion_count == 0);
}

ARB__INLINE bool walk(const arb__board *b, const arb__shape *shape, arb_colour us, arb__take *take,
                      void *context)
{
    arb__view v = arb__look(b, shape, us);
    return arb__walk(b, shape, &arb__plain_sight, &v, us, take, context);
}

size_t arb__bits_list(const arb__board *b, const arb__shape *shape, arb_colour us, arb_move *list)
{
    tally t = {list, 0, shape};
    if (us == ARB_WHITE)
        walk(b, shape, ARB_WHITE, take_into_list, &t);
    else
        walk(b, shape, ARB_BLACK, take_into_list, &t);
    return t.count;
}

#if ARB__HAS_AVX2
static ARB__AVX2 unsigned avx2_number(const arb__board *b, const arb__shape *shape, arb_colour us)
{
    return us == ARB_WHITE ? arb__count_moves(b, shape, &arb__avx2_sight, ARB_WHITE)
                           : arb__count_moves(b, shape, &arb__avx2_sight, ARB_BLACK);
}
#endif

unsigned arb__bits_number(const arb__board *b, const arb__shape *shape, arb_colour us,
                          arb__machine machine)
{
#if ARB__HAS_AVX2
    if (machine == ARB__WITH_AVX2)
        return avx2_number(b, shape, us);
#endif
    (void)machine;
    return us == ARB_WHITE ? arb__count_moves(b, shape, &arb__plain_sight, ARB_WHITE)
                           : arb__count_moves(b, shape, &arb__plain_sight, ARB_BLACK);
}

size_t arb__bits_moves(const arb_position *pos, arb_colour colour, arb_move *list)
{
    arb__shape shape = arb__bits_shape(pos);
    arb__board b = arb__bits_board(pos, colour);
    return pos->over ? 0 : arb__bits_list(&b, &shape, colour, list);
}

size_t arb__bits_count(const arb_position *pos, arb_colour colour)
{
    arb__shape shape = arb__bits_shape(pos);
    arb__board b = arb__bits_board(pos, colour);
    return pos->over ? 0 : arb__bits_number(&b, &shape, colour, arb__best_machine());
}

bool arb__bits_has_move(const arb_position *pos, arb_colour colour)
{
    arb__shape shape = arb__bits_shape(pos);
    arb__board b = arb__bits_board(pos, colour);
    tally t = {NULL, 0, &shape};
    if (pos->over)
        return false;
    return colour == ARB_WHITE ? !walk(&b, &shape, ARB_WHITE, take_first, &t)
                               : !walk(&b, &shape, ARB_BLACK, take_first, &t);
}
