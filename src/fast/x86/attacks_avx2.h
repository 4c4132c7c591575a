/* attacks_avx2.h: attacks of sliders and of a whole side, four sets at a time. Layer: fast.
 *
 * One code serves both colours. The four sets of a vector are the directions along the file, along
 * the rank and along the two diagonals. For pawns they are single steps, double steps and captures
 * along either diagonal. */
#ifndef ARB_FAST_ATTACKS_AVX2_H
#define ARB_FAST_ATTACKS_AVX2_H

#include "fast/x86/vectors_avx2.h"

#if ARB__HAS_AVX2

/* ---- sliders: the steps of arb__fill as functions ---- */

/* Each step doubles the distance covered, so that three steps cover the seven squares of a line. */
static const arb__four arb__strides[3] = {{8, 1, 9, 7}, {16, 2, 18, 14}, {32, 4, 36, 28}};
/* Masks that keep a ray from wrapping round the edge of the board. */
static const arb__four arb__strides_up = {~UINT64_C(0), ~ARB__FILE_A, ~ARB__FILE_A, ~ARB__FILE_H};
static const arb__four arb__strides_down = {~UINT64_C(0), ~ARB__FILE_H, ~ARB__FILE_H, ~ARB__FILE_A};

ARB__INLINE ARB__AVX2 arb__rays arb__free_strides(arb__four empty)
{
    return (arb__rays){arb__strides_up & empty, arb__strides_down & empty};
}

ARB__INLINE ARB__AVX2 void arb__stride(arb__rays *rays, const arb__rays *free, arb__four far)
{
    rays->up |= free->up & rays->up << far;
    rays->down |= free->down & rays->down >> far;
}

ARB__INLINE ARB__AVX2 void arb__free_farther(arb__rays *free, arb__four far)
{
    free->up &= free->up << far;
    free->down &= free->down >> far;
}

/* Shifts the squares passed over by one step, which gives the squares attacked. */
ARB__INLINE ARB__AVX2 void arb__stride_on(arb__rays *rays)
{
    rays->up = rays->up << arb__strides[0] & arb__strides_up;
    rays->down = rays->down >> arb__strides[0] & arb__strides_down;
}

ARB__INLINE ARB__AVX2 arb__rays arb__rays_of(arb__four sliders, arb__four empty)
{
    arb__rays rays = {sliders, sliders}, free = arb__free_strides(empty);
    arb__stride(&rays, &free, arb__strides[0]);
    arb__free_farther(&free, arb__strides[0]);
    arb__stride(&rays, &free, arb__strides[1]);
    arb__free_farther(&free, arb__strides[1]);
    arb__stride(&rays, &free, arb__strides[2]);
    arb__stride_on(&rays);
    return rays;
}

/* Slider attacks from one square. Upwards the first blocker is the lowest bit met; downwards the
 * squares behind each blocker are filled and removed. */
ARB__INLINE ARB__AVX2 arb__rays arb__rays_from(unsigned square, arb__four empty)
{
    arb__four above = arb__four_at(arb__compasses[square].above);
    arb__four below = arb__four_at(arb__compasses[square].below);
    arb__four met = arb__without(above, empty);
    arb__four hidden = arb__without(below, empty) >> arb__strides[0];
    hidden |= hidden >> arb__strides[0];
    hidden |= hidden >> arb__strides[1];
    hidden |= hidden >> arb__strides[2];
    return (arb__rays){above & (met ^ (met - 1)), arb__without(below, hidden)};
}

/* The squares that an enemy slider and the king both see along one line: those between them. A
 * piece on such a square is the only one between them, and so pinned. */
ARB__INLINE ARB__AVX2 arb__four arb__between_them(const arb__rays *enemy, const arb__rays *king)
{
    return (enemy->up & king->down) | (enemy->down & king->up);
}

ARB__INLINE ARB__AVX2 arb__four arb__all_sliders(const arb_position *pos)
{
    return arb__two_and_two(arb__four_times(&pos->board.bits.straights),
                            arb__four_times(&pos->board.bits.diagonals));
}

/* Both sides of a board, each set in all four elements of a vector, and the attacks of their
 * sliders. */
typedef struct {
    arb__four ours, others, empty, sliders;
    arb__rays we, they;
} arb__sides;

/* ---- pawns ---- */

/* By colour: the squares where pawns can arrive, and the shifts of their moves. A shift by 64
 * clears the set, for the direction in which this colour does not move. */
static const arb__four arb__pawn_reach[2] = {
    {~UINT64_C(0), ARB__ROW_1 << 24, ~ARB__FILE_A, ~ARB__FILE_H},
    {~UINT64_C(0), ARB__ROW_1 << 32, ~ARB__FILE_H, ~ARB__FILE_A}};
static const arb__four arb__pawn_takes[2] = {{64, 64, 9, 7}, {64, 64, 64, 64}};
static const arb__four arb__pawn_goes[2] = {{8, 16, 9, 7}, {64, 64, 64, 64}};
static const arb__four arb__stepped_over[2] = {{0, 8, 0, 0}, {64, 64, 64, 64}};
static const arb__four arb__last_rows[2] = {
    {ARB__ROW_1 << 56, ARB__ROW_1 << 56, ARB__ROW_1 << 56, ARB__ROW_1 << 56},
    {ARB__ROW_1, ARB__ROW_1, ARB__ROW_1, ARB__ROW_1}};

/* Shifts sets forward: upwards for White, downwards for Black. */
ARB__INLINE ARB__AVX2 arb__four arb__onward(arb__four sets, const arb__four *far, unsigned us)
{
    return sets << far[us] | sets >> far[us ^ 1u];
}

/* A double step needs the square passed over to be empty too. */
ARB__INLINE ARB__AVX2 arb__four arb__pawns_reach(arb__four pawns, arb__four empty, arb__four enemy,
                                                 unsigned us)
{
    arb__four free = arb__onward(empty, arb__stepped_over, us) & empty;
    return arb__onward(pawns, arb__pawn_goes, us) & arb__two_and_two(free, enemy) &
           arb__pawn_reach[us];
}

/* ---- all pieces ---- */

ARB__INLINE ARB__AVX2 arb__four arb__knights_leap(arb__four knights)
{
    const arb__four far = {17, 15, 10, 6};
    const uint64_t ab = ARB__FILE_A | ARB__FILE_A << 1, gh = ARB__FILE_H | ARB__FILE_H >> 1;
    const arb__four on_up = {~ARB__FILE_A, ~ARB__FILE_H, ~ab, ~gh};
    const arb__four on_down = {~ARB__FILE_H, ~ARB__FILE_A, ~gh, ~ab};
    return (knights << far & on_up) | (knights >> far & on_down);
}

/* Every square that `by` attacks. `pieces` is the set of its pieces in all four elements, `king`
 * its king, `rays` the attacks of its sliders. */
ARB__INLINE ARB__AVX2 uint64_t arb__attacked_by(const arb_position *pos, unsigned by,
                                                arb__four pieces, uint64_t king,
                                                const arb__rays *rays)
{
    arb__four leaps = arb__knights_leap(arb__four_times(&pos->board.bits.knights) & pieces);
    arb__four pawns = arb__four_times(&pos->board.bits.pawns) & pieces;
    arb__four takes = arb__onward(pawns, arb__pawn_takes, by) & arb__pawn_reach[by];
    return arb__first_of(arb__joined(rays->up | rays->down | (leaps | takes))) |
           arb__arounds[arb__first(king)].king;
}

/* ---- functions that AVX2 and AVX-512 have each their own of; constants, so that they are inlined
 * ---- */

typedef struct {
    void (*look)(arb__sides *sides, const arb_position *pos, unsigned us);
    /* The number of squares in all twelve sets together. */
    unsigned (*size)(arb__four a, arb__four b, arb__four c);
    /* Writes those of sixteen moves whose bits are set in `which`. */
    arb_move *(*list_slider)(arb_move *at, const uint16_t *moves, uint64_t which);
    /* Writes pawn moves to the squares of `set`, each from `back` squares before. There are seldom
     * more than `least`. */
    arb_move *(*list_pawns)(arb_move *at, uint64_t set, int back, int least);
} arb__vectors;

#endif

#endif
