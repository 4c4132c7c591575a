/* bits_moves.c: the legal moves as a list, as a number, and whether there is one. Layer: kernel.
 * Three things to do with the sets of move_sets.h. */
#include "fast/x86/x86.h"
#include "kernel/bits/move_count.h"
#include "kernel/bits/move_list.h"

ARB__INLINE bool take_first(void *context, arb__how how, int from, uint64_t set)
{
    const arb__shape *shape = context;
    bool promotes = how == ARB__BY_PROMOTION || how == ARB__BY_EN_PASSANT_PROMOTION;
    (void)from;
    return set == 0 || (promotes && shape->promotion_count == 0);
}

ARB__INLINE size_t list_moves(const arb__board *b, const arb__shape *shape, const arb__sight *sight,
                              arb_colour us, arb_move *list)
{
    arb__listing l = {list, shape};
    arb__view v = arb__look(b, shape, us);
    arb__walk(b, shape, sight, &v, us, arb__take_into_list, &l);
    return (size_t)(l.at - list);
}

/* The royal king comes last: where it may go is the dearest question, and hardly ever the only one
 * with a yes. */
ARB__INLINE bool has_move(const arb__board *b, const arb__shape *shape, const arb__sight *sight,
                          arb_colour us)
{
    arb__shape context = *shape;
    arb__view v = arb__look(b, shape, us);
    if (v.targets != 0 &&
        !(arb__walk_pawns(b, shape, &v, us, take_first, &context) &&
          arb__walk_knights(b, &v, take_first, &context) &&
          arb__walk_sliders(b, sight, &v, take_first, &context) &&
          (shape->one_king || arb__walk_other_kings(b, &v, take_first, &context))))
        return true;
    return !arb__walk_royal(b, shape, sight, &v, us, take_first, &context);
}

/* ---- any rules ---- */

size_t arb__bits_list(const arb__board *b, const arb__shape *shape, arb_colour us, arb_move *list)
{
    return us == ARB_WHITE ? list_moves(b, shape, &arb__plain_sight, ARB_WHITE, list)
                           : list_moves(b, shape, &arb__plain_sight, ARB_BLACK, list);
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

/* ---- the rules of chess, folded into the code; for any machine, with AVX2, and with PEXT too
 * (list_pext.c) ---- */

#define CHESS_ON(machine, sight, attribute)                                                        \
    static attribute size_t machine##_chess_list(const arb_position *pos, arb_colour us,           \
                                                 arb_move *list)                                   \
    {                                                                                              \
        arb__board b = arb__bits_board(pos, us);                                                   \
        return us == ARB_WHITE ? list_moves(&b, &arb__chess, sight, ARB_WHITE, list)               \
                               : list_moves(&b, &arb__chess, sight, ARB_BLACK, list);              \
    }                                                                                              \
    static attribute size_t machine##_chess_count(const arb_position *pos, arb_colour us)          \
    {                                                                                              \
        arb__board b = arb__bits_board(pos, us);                                                   \
        return us == ARB_WHITE ? arb__count_moves(&b, &arb__chess, sight, ARB_WHITE)               \
                               : arb__count_moves(&b, &arb__chess, sight, ARB_BLACK);              \
    }                                                                                              \
    static attribute bool machine##_chess_has_move(const arb_position *pos, arb_colour us)         \
    {                                                                                              \
        arb__board b = arb__bits_board(pos, us);                                                   \
        return us == ARB_WHITE ? has_move(&b, &arb__chess, sight, ARB_WHITE)                       \
                               : has_move(&b, &arb__chess, sight, ARB_BLACK);                      \
    }

CHESS_ON(any, &arb__plain_sight, )
#if ARB__HAS_AVX2
CHESS_ON(avx2, &arb__avx2_sight, ARB__AVX2)
/* A first move is found without vectors. */
#define arb__avx512_chess_has_move arb__pext_chess_has_move
#define ON(machine, function, ...)                                                                 \
    ((machine) == ARB__WITH_AVX512 ? arb__avx512_##function(__VA_ARGS__)                           \
     : (machine) == ARB__WITH_PEXT ? arb__pext_##function(__VA_ARGS__)                             \
     : (machine) == ARB__WITH_AVX2 ? avx2_##function(__VA_ARGS__)                                  \
                                   : any_##function(__VA_ARGS__))
#else
#define ON(machine, function, ...) ((void)(machine), any_##function(__VA_ARGS__))
#endif

/* ---- a position's; not inlined below, where most go the shortest way ---- */

#define APART __attribute__((noinline))

APART size_t arb__bits_moves_on(const arb_position *pos, arb_colour colour, arb_move *list,
                                arb__machine machine)
{
    if (pos->chess)
        return ON(machine, chess_list, pos, colour, list);
    if (pos->over)
        return 0;
    arb__board b = arb__bits_board(pos, colour);
    arb__shape shape = arb__bits_shape(pos);
    return arb__bits_list(&b, &shape, colour, list);
}

APART size_t arb__bits_count_on(const arb_position *pos, arb_colour colour, arb__machine machine)
{
    if (pos->chess)
        return ON(machine, chess_count, pos, colour);
    if (pos->over)
        return 0;
    arb__board b = arb__bits_board(pos, colour);
    arb__shape shape = arb__bits_shape(pos);
    return arb__bits_number(&b, &shape, colour, machine);
}

APART bool arb__bits_has_move_on(const arb_position *pos, arb_colour colour, arb__machine machine)
{
    if (pos->chess)
        return ON(machine, chess_has_move, pos, colour);
    if (pos->over)
        return false;
    arb__board b = arb__bits_board(pos, colour);
    arb__shape shape = arb__bits_shape(pos);
    return colour == ARB_WHITE ? has_move(&b, &shape, &arb__plain_sight, ARB_WHITE)
                               : has_move(&b, &shape, &arb__plain_sight, ARB_BLACK);
}

#if ARB__HAS_AVX2
#define SHORTEST(pos, function, ...)                                                               \
    if (__builtin_expect((pos)->chess == 1 + ARB__WITH_PEXT, 1))                                   \
        return arb__pext_##function(pos, __VA_ARGS__);                                             \
    if (__builtin_expect((pos)->chess == 1 + ARB__WITH_AVX512, 1))                                 \
    return arb__avx512_##function(pos, __VA_ARGS__)
#else
#define SHORTEST(pos, function, ...)
#endif

size_t arb__bits_moves(const arb_position *pos, arb_colour colour, arb_move *list)
{
    SHORTEST(pos, chess_list, colour, list);
    return arb__bits_moves_on(pos, colour, list, arb__machine_of(pos));
}

size_t arb__bits_count(const arb_position *pos, arb_colour colour)
{
    SHORTEST(pos, chess_count, colour);
    return arb__bits_count_on(pos, colour, arb__machine_of(pos));
}

bool arb__bits_has_move(const arb_position *pos, arb_colour colour)
{
    SHORTEST(pos, chess_has_move, colour);
    return arb__bits_has_move_on(pos, colour, arb__machine_of(pos));
}
