/* list_pext.c: lists and counts legal moves of chess and tells whether there is one, with PEXT and
 * AVX2. Layer: fast.
 *
 * It has the AVX2 functions that list_vectors.h and count_vectors.h call, and the slow path that
 * AVX2 and AVX-512 share. */
#include "fast/x86/count_vectors.h"
#include "fast/x86/list_vectors.h"
#include "kernel/bits/move_count.h"
#include "kernel/bits/move_list.h"
#include "kernel/bits/normal_move.h"

#if ARB__HAS_AVX2

#define APART __attribute__((noinline))

/* ---- functions on vectors of four sets, writing eight moves at a time ---- */

/* As arb__rays_of, for both sides at once. The two fills alternate, so that the processor works on
 * one while the other waits for a result. */
ARB__INLINE ARB__AVX2 void fill_both(arb__rays *a, arb__rays *b, arb__four empty)
{
    arb__rays free = arb__free_strides(empty);
    arb__stride(a, &free, arb__strides[0]);
    arb__stride(b, &free, arb__strides[0]);
    arb__free_farther(&free, arb__strides[0]);
    arb__stride(a, &free, arb__strides[1]);
    arb__stride(b, &free, arb__strides[1]);
    arb__free_farther(&free, arb__strides[1]);
    arb__stride(a, &free, arb__strides[2]);
    arb__stride(b, &free, arb__strides[2]);
    arb__stride_on(a);
    arb__stride_on(b);
}

static inline ARB__AVX2 void look_at_both(arb__sides *s, const arb_position *pos, unsigned us)
{
    s->ours = arb__four_times(&pos->board.bits.colour[us]);
    s->others = arb__four_times(&pos->board.bits.colour[us ^ 1u]);
    s->empty = arb__without(~(arb__four){0}, s->ours | s->others);
    s->sliders = arb__all_sliders(pos);
    s->we = (arb__rays){s->sliders & s->ours, s->sliders & s->ours};
    s->they = (arb__rays){s->sliders & s->others, s->sliders & s->others};
    fill_both(&s->we, &s->they, s->empty);
}

/* The number of set bits in each byte, by a lookup for each half byte. */
ARB__INLINE ARB__AVX2 __m256i bits_of_bytes(arb__four sets)
{
    const __m256i low = _mm256_set1_epi8(15);
    const __m256i known = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1,
                                           2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    __m256i all = (__m256i)sets;
    return _mm256_add_epi8(
        _mm256_shuffle_epi8(known, _mm256_and_si256(all, low)),
        _mm256_shuffle_epi8(known, _mm256_and_si256(_mm256_srli_epi16(all, 4), low)));
}

static inline ARB__AVX2 unsigned size_together(arb__four a, arb__four b, arb__four c)
{
    __m256i bytes =
        _mm256_add_epi8(_mm256_add_epi8(bits_of_bytes(a), bits_of_bytes(b)), bits_of_bytes(c));
    __m256i sums = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    return (unsigned)_mm_cvtsi128_si32(_mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E)));
}

static inline ARB__AVX2 arb_move *list_sixteen(arb_move *at, const uint16_t *moves, uint64_t which)
{
    at = arb__list_some(at, moves, which & 0xFF);
    return arb__list_some(at, moves + 8, which >> 8);
}

/* Writes `least` moves without a branch, valid or not, and then the rest. Later moves overwrite the
 * invalid ones, because the returned end counts the set. */
static inline ARB__AVX2 arb_move *list_pawns(arb_move *at, uint64_t set, int back, int least)
{
    arb_move *end = at + arb__count(set);
    for (int i = 0; i < least; i++, set &= set - 1) {
        unsigned to = (unsigned)_tzcnt_u64(set);
        *at++ = (to << 10) + to - (unsigned)back;
    }
    for (; ARB__UNLIKELY(set); set &= set - 1) {
        unsigned to = (unsigned)_tzcnt_u64(set);
        *at++ = (to << 10) + to - (unsigned)back;
    }
    return end;
}

static const arb__vectors on_avx2 = {look_at_both, size_together, list_sixteen, list_pawns};

ARB__AVX2 size_t arb__pext_list(const arb_position *pos, arb_colour us, arb_move *list)
{
    return arb__list_chess_by(&on_avx2, pos, us, list);
}

ARB__AVX2 size_t arb__pext_count(const arb_position *pos, arb_colour us)
{
    return arb__count_chess_by(&on_avx2, pos, us);
}

/* ---- positions with a pin or a check ---- */

/* Rotates the set by a number of squares. The caller masks off squares that have wrapped round the
 * edge. */
ARB__INLINE uint64_t turned(uint64_t set, unsigned squares)
{
    return set << (squares & 63) | set >> (-squares & 63);
}

/* A pawn step as a rotation: 8 upwards, for Black 56, which is 8 downwards. Computed, since a
 * choice might become a branch. */
ARB__INLINE unsigned step_of(unsigned us)
{
    return 8 + 48 * us;
}

ARB__INLINE arb__view whole_view(const arb_position *pos, arb_colour us)
{
    arb__board b = {.pawns = pos->board.bits.pawns,
                    .knights = pos->board.bits.knights,
                    .diagonals = pos->board.bits.diagonals,
                    .straights = pos->board.bits.straights,
                    .kings = pos->board.bits.kings,
                    .colour = {pos->board.bits.colour[0], pos->board.bits.colour[1]}};
    return us == ARB_WHITE ? arb__look(&b, &arb__chess, ARB_WHITE)
                           : arb__look(&b, &arb__chess, ARB_BLACK);
}

/* The squares that the enemy attacks once the king is lifted off the board. */
ARB__INLINE ARB__AVX2 uint64_t danger_to(const arb_position *pos, unsigned us, const arb__view *v)
{
    arb__four others = arb__four_times(&pos->board.bits.colour[us ^ 1u]);
    uint64_t free = ~v->blockers | v->royal;
    const arb__four empty = {free, free, free, free};
    arb__rays theirs = arb__rays_of(arb__all_sliders(pos) & others, empty);
    return arb__attacked_by(pos, us ^ 1u, others, v->enemy & pos->board.bits.kings, &theirs);
}

/* As arb__pawn_targets. A pinned pawn moves only along the line of its pin. */
ARB__INLINE ARB__AVX2 arb__pawn_sets pawn_sets(const arb_position *pos, unsigned us,
                                               const arb__view *v)
{
    unsigned step = step_of(us);
    uint64_t pawns = pos->board.bits.pawns & v->own & ~arb__last_row_of(us);
    uint64_t third = ARB__ROW_1 << (16 + 24 * us);
    uint64_t takers = pawns & ~v->pin_straight, prey = v->enemy & v->targets;
    arb__pawn_sets sets;
    sets.one = turned(pawns & ~v->pin_diagonal, step) & ~v->blockers &
               (v->pin_straight | ~turned(v->pin_straight, step));
    sets.two = turned(sets.one & third, step) & ~v->blockers & v->targets;
    sets.one &= v->targets;
    sets.west = turned(takers, step - 1) & ~ARB__FILE_H & prey &
                (v->pin_diagonal | ~turned(v->pin_diagonal, step - 1));
    sets.east = turned(takers, step + 1) & ~ARB__FILE_A & prey &
                (v->pin_diagonal | ~turned(v->pin_diagonal, step + 1));
    return sets;
}

APART ARB__AVX2 size_t arb__list_with_pins(const arb_position *pos, arb_colour us, uint64_t danger,
                                           arb_move *list)
{
    arb__view v = whole_view(pos, us);
    if (v.checkers != 0)
        danger = danger_to(pos, us, &v);
    arb__pawn_sets sets = pawn_sets(pos, us, &v);
    return arb__list_moves(&on_avx2, pos, us, &v, &sets, danger, list);
}

/* ---- pawns that may promote or take en passant ---- */

/* Uses the core's generator for pawns, in move_sets.h. */
APART arb_move *arb__list_special_pawns(const arb_position *pos, arb_colour us, const arb__view *v,
                                        arb_move *at)
{
    arb__board b = arb__bits_board(pos, us);
    arb__listing l = {at, &arb__chess};
    if (us == ARB_WHITE)
        arb__walk_pawns(&b, &arb__chess, v, ARB_WHITE, arb__take_into_list, &l);
    else
        arb__walk_pawns(&b, &arb__chess, v, ARB_BLACK, arb__take_into_list, &l);
    return l.at;
}

/* ---- the core's code compiled with these instructions ---- */

APART ARB__AVX2 size_t arb__avx2_count(const arb_position *pos, arb_colour us)
{
    arb__board b = arb__bits_board(pos, us);
    return us == ARB_WHITE ? arb__count_moves(&b, &arb__chess, &arb__avx2_sliders, ARB_WHITE)
                           : arb__count_moves(&b, &arb__chess, &arb__avx2_sliders, ARB_BLACK);
}

static APART ARB__AVX2 bool any_move(const arb_position *pos, arb_colour us)
{
    arb__board b = arb__bits_board(pos, us);
    return us == ARB_WHITE ? arb__any_move(&b, &arb__chess, &arb__avx2_sliders, ARB_WHITE)
                           : arb__any_move(&b, &arb__chess, &arb__avx2_sliders, ARB_BLACK);
}

/* ---- is there a move? ---- */

/* Is the king of `us` not in check? */
ARB__INLINE ARB__AVX2 bool is_safe(const arb_position *pos, unsigned us, unsigned king,
                                   uint64_t own, uint64_t enemy)
{
    const arb__packed_line *lines = arb__packed_lines[king];
    uint64_t straights = pos->board.bits.straights & enemy;
    uint64_t diagonals = pos->board.bits.diagonals & enemy;
    uint64_t hits = (arb__arounds[king].knight & pos->board.bits.knights & enemy) |
                    (arb__arounds[king].prey[us] & pos->board.bits.pawns & enemy);
    for (int i = 0; i < 4; i++)
        hits |= arb__seen[lines[i].row + _pext_u64(own | enemy, lines[i].line)] &
                _pext_u64(i < 2 ? straights : diagonals, lines[i].line);
    return hits == 0;
}

/* Without a check, a pawn or knight on no line with the king cannot be pinned, so each of its
 * pseudo-legal moves is legal. Nearly every position has such a move. */
ARB__AVX2 bool arb__pext_has_move(const arb_position *pos, arb_colour us)
{
    uint64_t own = pos->board.bits.colour[us], enemy = pos->board.bits.colour[us ^ 1u];
    unsigned king = arb__king_of(pos, us);
    uint64_t loose = own & ~(arb__arounds[king].straight | arb__arounds[king].diagonal);
    uint64_t pawns = pos->board.bits.pawns & loose & ~arb__last_row_of(us);
    unsigned step = step_of(us);
    uint64_t found =
        (turned(pawns, step) & ~(own | enemy)) |
        (((turned(pawns, step - 1) & ~ARB__FILE_H) | (turned(pawns, step + 1) & ~ARB__FILE_A)) &
         enemy);
    if (ARB__UNLIKELY(found == 0))
        found = arb__knights_see(pos->board.bits.knights & loose) & ~own;
    return (found != 0 && is_safe(pos, us, king, own, enemy)) || any_move(pos, us);
}

/* ---- one move ---- */

ARB__AVX2 bool arb__pext_is_legal(const arb_position *pos, arb_colour us, arb_move move)
{
    return arb__chess_legal(pos, us, move);
}

#endif
