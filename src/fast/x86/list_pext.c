/* list_pext.c: lists the legal moves of chess with PEXT and AVX2. Layer: fast.
 *
 * Successive positions have little in common, so branches on the side to move, on the number of
 * pieces and on their reach are mispredicted. Therefore one code serves both colours, and moves are
 * always written eight at a time. A pin, a check, a promotion and en passant take a slow path, in
 * functions of their own. */
#include "fast/entries.h"
#include "fast/x86/attacks_avx2.h"
#include "kernel/bits/move_list.h"

#if ARB__HAS_AVX2

#define APART __attribute__((noinline))

/* ---- checks and pins ---- */

typedef struct {
    uint64_t danger;      /* squares that the enemy attacks */
    bool unpinned;        /* nothing is pinned and there is no check */
    arb__pawn_sets pawns; /* pawn targets, valid if `unpinned` */
} outlook;

/* Pawn targets in a position without pins and checks. */
ARB__INLINE ARB__AVX2 arb__pawn_sets free_pawns(const arb_position *pos, unsigned us,
                                                const arb__sides *s)
{
    arb__four pawns = arb__four_times(&pos->board.bits.pawns) & s->ours;
    arb__four sets = arb__pawns_reach(pawns, s->empty, s->others, us);
    return (arb__pawn_sets){.one = sets[0],
                            .two = sets[1],
                            .west = us == ARB_WHITE ? sets[3] : sets[2],
                            .east = us == ARB_WHITE ? sets[2] : sets[3]};
}

ARB__INLINE ARB__AVX2 outlook look_out(const arb_position *pos, unsigned us)
{
    arb__sides s;
    arb__look_at_both(&s, pos, us);
    bool pins = arb__meet(s.pinned, s.ours);
    return (outlook){s.danger, (bool)(!pins & !(s.danger >> s.king & 1)), free_pawns(pos, us, &s)};
}

/* Specialised for positions without pins and checks, where the masks are constants. The two sets
 * are read again: if gcc may use one load for them and for the vectors, it goes from a general
 * register through memory to the vector, and everything waits for that. */
ARB__INLINE arb__view view_without_pins(const arb_position *pos, unsigned us)
{
    uint64_t own = arb__once(&pos->board.bits.colour[us]);
    uint64_t enemy = arb__once(&pos->board.bits.colour[us ^ 1u]);
    return (arb__view){.own = own,
                       .enemy = enemy,
                       .blockers = own | enemy,
                       .royal = pos->board.bits.kings & own,
                       .targets = ~own};
}

/* ---- the king ---- */

ARB__INLINE bool may_castle(const arb_position *pos, unsigned us, unsigned side, const arb__view *v,
                            uint64_t danger)
{
    return ((arb__castle_barred(v->blockers, danger, us) & arb__castle_path(side)) == 0) &
           (v->checkers == 0) & (pos->castle_rook[us][side] != ARB_NO_SQUARE);
}

/* ---- pawns ---- */

ARB__INLINE bool may_promote(unsigned us, const arb__pawn_sets *sets)
{
    return ((sets->one | sets->west | sets->east) & arb__chess.promotion[us]) != 0;
}

/* ---- lists ---- */

/* Writes those of eight moves whose bits are set in `which`. It always writes eight; the returned
 * end says how many count. */
ARB__INLINE ARB__AVX2 arb_move *list_some(arb_move *at, const uint16_t *moves, uint64_t which)
{
    __m128i all = _mm_load_si128((const __m128i *)(const void *)moves);
    __m128i choice = _mm_load_si128((const __m128i *)(const void *)arb__choices[which]);
    _mm256_storeu_si256((__m256i *)(void *)at,
                        _mm256_cvtepu16_epi32(_mm_shuffle_epi8(all, choice)));
    return at + arb__count(which);
}

/* Writes pawn moves to the squares of `set`, each from `back` squares before. Writes `least` moves
 * without a branch, valid or not, and then the rest. Later moves overwrite the
 * invalid ones, because the returned end counts the set. */
ARB__INLINE ARB__AVX2 arb_move *list_pawns(arb_move *at, uint64_t set, int back, int least)
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

ARB__INLINE ARB__AVX2 arb_move *list_king(const arb_position *pos, unsigned us, const arb__view *v,
                                          uint64_t danger, arb_move *at)
{
    unsigned king = arb__first(v->royal);
    at = list_some(at, arb__rosters[king][ARB__KING_ROSTER],
                   _pext_u64(~(v->own | danger), arb__arounds[king].king));
    /* Each castling move is written without a branch; if it is illegal, the next write replaces
     * it. */
    arb_move castling =
        arb_move_of((arb_square)king, 0, ARB_NO_KIND, ARB_CASTLING) + (us * 56 << 10);
    *at = castling;
    at += may_castle(pos, us, ARB_QUEEN_SIDE, v, danger);
    *at = castling + (7 << 10);
    return at + may_castle(pos, us, ARB_KING_SIDE, v, danger);
}

ARB__INLINE ARB__AVX2 arb_move *list_knights(const arb_position *pos, const arb__view *v,
                                             arb_move *at)
{
    uint64_t set = pos->board.bits.knights & v->own & ~(v->pin_straight | v->pin_diagonal);
    for (; set != 0; set &= set - 1) {
        unsigned from = arb__first(set);
        at = list_some(at, arb__rosters[from][ARB__KNIGHT_ROSTER],
                       _pext_u64(v->targets, arb__arounds[from].knight));
    }
    return at;
}

/* A pinned slider stays on its line. */
ARB__INLINE ARB__AVX2 arb_move *list_sliders(const arb__slider *sliders, uint64_t set,
                                             uint64_t pins, const arb__view *v, arb_move *at)
{
    for (; set != 0; set &= set - 1) {
        unsigned from = arb__first(set);
        const arb__slider *s = &sliders[from];
        uint64_t targets = v->targets & (pins | ((pins >> from & 1) - 1));
        uint64_t which = ((uint64_t)arb__reaches[s->row[0] + _pext_u64(v->blockers, s->line[0])] +
                          arb__reaches[s->row[1] + _pext_u64(v->blockers, s->line[1])]) &
                         _pext_u64(targets, s->all);
        at = list_some(at, s->moves, which & 0xFF);
        at = list_some(at, s->moves + 8, which >> 8);
    }
    return at;
}

/* The double steps of a colour, by ascending square. */
#define TWO_STEPS(to, from) ((to) << 10 | (from))
#define DOUBLES(to, from)                                                                          \
    {                                                                                              \
        TWO_STEPS((to), (from)), TWO_STEPS((to) + 1, (from) + 1), TWO_STEPS((to) + 2, (from) + 2), \
            TWO_STEPS((to) + 3, (from) + 3), TWO_STEPS((to) + 4, (from) + 4),                      \
            TWO_STEPS((to) + 5, (from) + 5), TWO_STEPS((to) + 6, (from) + 6),                      \
            TWO_STEPS((to) + 7, (from) + 7)                                                        \
    }
_Alignas(16) static const uint16_t double_steps[2][8] = {DOUBLES(24, 8), DOUBLES(32, 48)};

/* Pawns that may promote or capture en passant, by the core's generator (move_sets.h). */
static APART arb_move *list_special_pawns(const arb_position *pos, arb_colour us,
                                          const arb__view *v, arb_move *at)
{
    arb__board b = arb__bits_board(pos, us);
    arb__listing l = {at, &arb__chess};
    if (us == ARB_WHITE)
        arb__walk_pawns(&b, &arb__chess, v, ARB_WHITE, arb__take_into_list, &l);
    else
        arb__walk_pawns(&b, &arb__chess, v, ARB_BLACK, arb__take_into_list, &l);
    return l.at;
}

ARB__INLINE ARB__AVX2 size_t list_moves(const arb_position *pos, arb_colour us, const arb__view *v,
                                        const arb__pawn_sets *sets, uint64_t danger, arb_move *list)
{
    arb_move *at = list_king(pos, us, v, danger, list);
    if (v->targets == 0)
        return (size_t)(at - list);
    at = list_knights(pos, v, at);
    at =
        list_sliders(arb__sliders[ARB__DIAGONAL],
                     pos->board.bits.diagonals & v->own & ~v->pin_straight, v->pin_diagonal, v, at);
    at =
        list_sliders(arb__sliders[ARB__STRAIGHT],
                     pos->board.bits.straights & v->own & ~v->pin_diagonal, v->pin_straight, v, at);
    if (ARB__UNLIKELY(may_promote(us, sets) || (pos->en_passant_legal && pos->turn == us))) {
        arb__view copy = *v;
        return (size_t)(list_special_pawns(pos, us, &copy, at) - list);
    }
    int up = 8 - 16 * (int)us;
    at = list_pawns(at, sets->one, up, 4);
    at = list_some(at, double_steps[us], sets->two >> (24 + 8 * us));
    at = list_pawns(at, sets->west, up - 1, 1);
    at = list_pawns(at, sets->east, up + 1, 1);
    return (size_t)(at - list);
}

/* ---- positions with a pin or a check ---- */

/* What the core finds: pins, checks, and the targets of the pawns. */
ARB__INLINE arb__view whole_view(const arb_position *pos, arb_colour us, arb__pawn_sets *sets)
{
    arb__board b = arb__bits_pieces(pos);
    arb__view v = arb__look(&b, &arb__chess, us);
    *sets = arb__pawn_targets(&b, &arb__chess, &v, us);
    return v;
}

/* The squares that the enemy attacks once the king is lifted off the board. */
ARB__INLINE ARB__AVX2 uint64_t danger_to(const arb_position *pos, unsigned us, const arb__view *v)
{
    arb__four others = arb__four_times(&pos->board.bits.colour[us ^ 1u]);
    uint64_t free = ~v->blockers | v->royal;
    const arb__four empty = {free, free, free, free};
    arb__rays theirs;
    arb__fill(&theirs, arb__all_sliders(pos) & others, empty);
    return arb__attacked_by(pos, us ^ 1u, others, v->enemy & pos->board.bits.kings, &theirs);
}

static APART ARB__AVX2 size_t list_with_pins(const arb_position *pos, arb_colour us,
                                             uint64_t danger, arb_move *list)
{
    arb__pawn_sets sets;
    arb__view v =
        us == ARB_WHITE ? whole_view(pos, ARB_WHITE, &sets) : whole_view(pos, ARB_BLACK, &sets);
    if (v.checkers != 0)
        danger = danger_to(pos, us, &v);
    return list_moves(pos, us, &v, &sets, danger, list);
}

ARB__AVX2 size_t arb__pext_list(const arb_position *pos, arb_colour us, arb_move *list)
{
    outlook out = look_out(pos, us);
    if (ARB__UNLIKELY(!out.unpinned))
        return list_with_pins(pos, us, out.danger, list);
    arb__view v = view_without_pins(pos, us);
    return list_moves(pos, us, &v, &out.pawns, out.danger, list);
}

#endif
