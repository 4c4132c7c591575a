/* bits_moves.c: the legal moves as a list, as a number, and whether there is one. Layer: kernel.
 * Three things to do with the sets of bits_walk.h. */
#include "kernel/bits_count.h"

#if ARB__HAS_AVX2
#include <immintrin.h>
#endif

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

/* Four moves at a time, though fewer may be left: what is too much is written over by the next or
 * lies behind the last. A branch for every four is guessed better than one for each. */
ARB__INLINE void list_by_four(tally *t, int from, unsigned shift, uint64_t set)
{
    const uint64_t top = (uint64_t)1 << 63;
    arb_move *at = t->list + t->count;
    t->count += arb__count(set);
    do {
        for (int i = 0; i < 4; i++) {
            unsigned to = arb__first(set | top);
            at[i] = (arb_move)((int)(to << 10) + from + (int)(shift * to));
            set &= set - 1;
        }
        at += 4;
    } while (set != 0);
}

#if ARB__HAS_AVX2
/* Up to eight moves at once: those squares of a roster that `which` has bits for. */
static inline ARB__AVX2 void list_by_eight(tally *t, int from, uint64_t roster, uint64_t which)
{
    uint64_t bytes = _pdep_u64(which, ARB__FILE_A) * 0xFF;
    __m128i squares = _mm_cvtsi64_si128((long long)_pext_u64(roster, bytes));
    __m256i moves = _mm256_or_si256(_mm256_slli_epi32(_mm256_cvtepu8_epi32(squares), 10),
                                    _mm256_set1_epi32(from));
    _mm256_storeu_si256((__m256i *)(void *)(t->list + t->count), moves);
    t->count += arb__count(which);
}

/* Sliders have up to 14 squares to go to. */
static inline ARB__AVX2 void list_slider(tally *t, int from, uint64_t lines, int roster,
                                         uint64_t set)
{
    uint64_t which = _pext_u64(set, lines);
    list_by_eight(t, from, arb__rosters[from][roster], which & 0xFF);
    if (which > 0xFF)
        list_by_eight(t, from, arb__rosters[from][roster + 1], which >> 8);
}

/* What a piece could reach on an empty board is a few squares, and those it does reach are some of
 * them: picked out by their bits, without a loop. */
static inline ARB__AVX2 bool take_into_list_fast(void *context, arb__how how, int from,
                                                 uint64_t set)
{
    switch (how) {
    case ARB__BY_PAWN:
    case ARB__BY_PAWN_TWO:
        list_by_four(context, -from, 1, set);
        return true;
    case ARB__BY_KNIGHT:
        list_by_eight(context, from, arb__rosters[from][ARB__KNIGHT_ROSTER],
                      _pext_u64(set, arb__knight_steps[from]));
        return true;
    case ARB__BY_KING:
        list_by_eight(context, from, arb__rosters[from][ARB__KING_ROSTER],
                      _pext_u64(set, arb__king_steps[from]));
        return true;
    case ARB__BY_DIAGONAL:
        list_slider(context, from, arb__empty_rays[from][1], ARB__DIAGONAL_ROSTER, set);
        return true;
    case ARB__BY_STRAIGHT:
        list_slider(context, from, arb__empty_rays[from][0], ARB__STRAIGHT_ROSTER, set);
        return true;
    default:
        return take_into_list(context, how, from, set);
    }
}
#endif

ARB__INLINE bool take_first(void *context, arb__how how, int from, uint64_t set)
{
    const tally *t = context;
    bool promotes = how == ARB__BY_PROMOTION || how == ARB__BY_EN_PASSANT_PROMOTION;
    (void)from;
    return set == 0 || (promotes && t->shape->promotion_count == 0);
}

ARB__INLINE size_t list_moves(const arb__board *b, const arb__shape *shape, const arb__sight *sight,
                              arb_colour us, arb__take *take, arb_move *list)
{
    tally t = {list, 0, shape};
    arb__view v = arb__look(b, shape, us);
    arb__walk(b, shape, sight, &v, us, take, &t);
    return t.count;
}

/* The royal king comes last: where it may go is the dearest question, and hardly ever the only one
 * with a yes. */
ARB__INLINE bool has_move(const arb__board *b, const arb__shape *shape, const arb__sight *sight,
                          arb_colour us)
{
    tally t = {NULL, 0, shape};
    arb__view v = arb__look(b, shape, us);
    if (v.targets != 0 && !(arb__walk_pawns(b, shape, &v, us, take_first, &t) &&
                            arb__walk_knights(b, &v, take_first, &t) &&
                            arb__walk_sliders(b, sight, &v, take_first, &t) &&
                            (shape->one_king || arb__walk_other_kings(b, &v, take_first, &t))))
        return true;
    return !arb__walk_royal(b, shape, sight, &v, us, take_first, &t);
}

/* ---- any rules ---- */

size_t arb__bits_list(const arb__board *b, const arb__shape *shape, arb_colour us, arb_move *list)
{
    return us == ARB_WHITE
               ? list_moves(b, shape, &arb__plain_sight, ARB_WHITE, take_into_list, list)
               : list_moves(b, shape, &arb__plain_sight, ARB_BLACK, take_into_list, list);
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

/* ---- the rules of chess, folded into the code; once for any machine and once with AVX2 ---- */

#define CHESS_ON(machine, sight, take, attribute)                                                  \
    static attribute size_t machine##_chess_list(const arb__board *b, arb_colour us,               \
                                                 arb_move *list)                                   \
    {                                                                                              \
        return us == ARB_WHITE ? list_moves(b, &arb__chess, sight, ARB_WHITE, take, list)          \
                               : list_moves(b, &arb__chess, sight, ARB_BLACK, take, list);         \
    }                                                                                              \
    static attribute unsigned machine##_chess_number(const arb__board *b, arb_colour us)           \
    {                                                                                              \
        return us == ARB_WHITE ? arb__count_moves(b, &arb__chess, sight, ARB_WHITE)                \
                               : arb__count_moves(b, &arb__chess, sight, ARB_BLACK);               \
    }                                                                                              \
    static attribute bool machine##_chess_has_move(const arb__board *b, arb_colour us)             \
    {                                                                                              \
        return us == ARB_WHITE ? has_move(b, &arb__chess, sight, ARB_WHITE)                        \
                               : has_move(b, &arb__chess, sight, ARB_BLACK);                       \
    }

CHESS_ON(any, &arb__plain_sight, take_into_list, )
#if ARB__HAS_AVX2
CHESS_ON(avx2, &arb__avx2_sight, take_into_list_fast, ARB__AVX2)
#define ON(machine, function, ...)                                                                 \
    ((machine) == ARB__WITH_AVX2 ? avx2_##function(__VA_ARGS__) : any_##function(__VA_ARGS__))
#else
#define ON(machine, function, ...) ((void)(machine), any_##function(__VA_ARGS__))
#endif

/* ---- a position's ---- */

size_t arb__bits_moves_on(const arb_position *pos, arb_colour colour, arb_move *list,
                          arb__machine machine)
{
    arb__board b = arb__bits_board(pos, colour);
    if (pos->over)
        return 0;
    if (pos->chess)
        return ON(machine, chess_list, &b, colour, list);
    arb__shape shape = arb__bits_shape(pos);
    return arb__bits_list(&b, &shape, colour, list);
}

size_t arb__bits_count_on(const arb_position *pos, arb_colour colour, arb__machine machine)
{
    arb__board b = arb__bits_board(pos, colour);
    if (pos->over)
        return 0;
    if (pos->chess)
        return ON(machine, chess_number, &b, colour);
    arb__shape shape = arb__bits_shape(pos);
    return arb__bits_number(&b, &shape, colour, machine);
}

bool arb__bits_has_move_on(const arb_position *pos, arb_colour colour, arb__machine machine)
{
    arb__board b = arb__bits_board(pos, colour);
    if (pos->over)
        return false;
    if (pos->chess)
        return ON(machine, chess_has_move, &b, colour);
    arb__shape shape = arb__bits_shape(pos);
    return colour == ARB_WHITE ? has_move(&b, &shape, &arb__plain_sight, ARB_WHITE)
                               : has_move(&b, &shape, &arb__plain_sight, ARB_BLACK);
}

size_t arb__bits_moves(const arb_position *pos, arb_colour colour, arb_move *list)
{
    return arb__bits_moves_on(pos, colour, list, arb__best_machine());
}

size_t arb__bits_count(const arb_position *pos, arb_colour colour)
{
    return arb__bits_count_on(pos, colour, arb__best_machine());
}

bool arb__bits_has_move(const arb_position *pos, arb_colour colour)
{
    return arb__bits_has_move_on(pos, colour, arb__best_machine());
}
