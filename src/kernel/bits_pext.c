/* bits_pext.c: lists and a first move of chess, with PEXT and AVX2. Layer: kernel.
 *
 * Positions that are asked one after another have little in common, and a processor guesses wrongly
 * what depends on them: whose move it is, how many pieces there are, how far they go. So there is
 * one code for both colours, and moves are written eight at a time, however many there are. What is
 * rare (a pin, a check, a promotion, en passant) is a branch, and goes to bits_walk.h. */
#include "kernel/bits_pext.h"
#include "kernel/bits_list.h"
#include "kernel/bits_outlook.h"

#if ARB__HAS_AVX2

#define RARELY(condition) __builtin_expect((condition) != 0, 0)

/* Round the board, by rows and files; what comes in from the other side must be taken off. */
ARB__INLINE uint64_t turned(uint64_t set, unsigned squares)
{
    return set << (squares & 63) | set >> (-squares & 63);
}

/* How far a pawn steps, upwards round the board. By numbers: a choice might become a branch. */
ARB__INLINE unsigned step_of(unsigned us)
{
    return 8 + 48 * us;
}

/* Where its pawns promote. */
ARB__INLINE uint64_t last_row_of(unsigned us)
{
    return ARB__ROW_1 << 56 >> 56 * us;
}

/* Where its only king stands. Not from pos->royal: gcc puts two bytes on the stack and reads eight
 * back, for which a processor waits. */
ARB__INLINE ARB__AVX2 unsigned king_of(const arb_position *pos, unsigned us)
{
    return (unsigned)_tzcnt_u64(pos->board.bits.kings & pos->board.bits.colour[us]);
}

/* ---- checks and pins ---- */

/* Does nothing give check? */
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

typedef struct {
    uint64_t danger;      /* what the enemy attacks */
    bool calm;            /* nothing is pinned and there is no check */
    arb__pawn_sets pawns; /* where they go if so */
} outlook;

/* Where pawns go that nothing keeps from it. */
ARB__INLINE ARB__AVX2 arb__pawn_sets free_pawns(const arb_position *pos, unsigned us,
                                                arb__four ours, arb__four others, arb__four empty)
{
    arb__four pawns = arb__four_times(&pos->board.bits.pawns) & ours;
    arb__four sets = arb__pawns_reach(pawns, empty, others, us);
    return (arb__pawn_sets){.one = sets[0],
                            .two = sets[1],
                            .west = us == ARB_WHITE ? sets[3] : sets[2],
                            .east = us == ARB_WHITE ? sets[2] : sets[3]};
}

ARB__INLINE ARB__AVX2 outlook look_out(const arb_position *pos, unsigned us)
{
    arb__four ours = arb__four_times(&pos->board.bits.colour[us]);
    arb__four others = arb__four_times(&pos->board.bits.colour[us ^ 1u]);
    arb__four empty = arb__without(~(arb__four){0}, ours | others);
    arb__rays theirs = arb__rays_of(arb__all_sliders(pos) & others, empty);
    uint64_t own = arb__once(&pos->board.bits.colour[us]);
    uint64_t enemy = arb__once(&pos->board.bits.colour[us ^ 1u]);
    unsigned king = arb__first(pos->board.bits.kings & own);
    uint64_t danger =
        arb__attacked_by(pos, us ^ 1u, others, enemy & pos->board.bits.kings, &theirs);
    arb__rays aims = arb__rays_from(king, empty);
    bool pins = arb__meet(arb__between_them(&theirs, &aims), ours);
    return (outlook){danger, !pins & !(danger >> king & 1),
                     free_pawns(pos, us, ours, others, empty)};
}

/* With constants where it is calm. */
ARB__INLINE arb__view calm_view(const arb_position *pos, unsigned us)
{
    uint64_t own = pos->board.bits.colour[us], enemy = pos->board.bits.colour[us ^ 1u];
    return (arb__view){.own = own,
                       .enemy = enemy,
                       .blockers = own | enemy,
                       .royal = pos->board.bits.kings & own,
                       .targets = ~own};
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

/* What the enemy attacks with the king lifted off. */
ARB__INLINE ARB__AVX2 uint64_t danger_to(const arb_position *pos, unsigned us, const arb__view *v)
{
    arb__four others = arb__four_times(&pos->board.bits.colour[us ^ 1u]);
    uint64_t free = ~v->blockers | v->royal;
    const arb__four empty = {free, free, free, free};
    arb__rays theirs = arb__rays_of(arb__all_sliders(pos) & others, empty);
    return arb__attacked_by(pos, us ^ 1u, others, v->enemy & pos->board.bits.kings, &theirs);
}

/* ---- the king ---- */

/* May the side castle there (FIDE 3.8.2)? Nothing is to stand on `way`, squares of the home row,
 * and none of them but the one beside a queen's rook is to be attacked. */
ARB__INLINE bool castles(const arb_position *pos, unsigned us, int side, const arb__view *v,
                         uint64_t danger)
{
    const uint64_t way = side == ARB_KING_SIDE ? 0x60 : 0x0E;
    uint64_t barred = (v->blockers | (danger & ~(ARB__FILE_A << 1))) >> us * 56;
    return ((barred & way) == 0) & (v->checkers == 0) &
           (pos->castle_rook[us][side] != ARB_NO_SQUARE);
}

/* ---- pawns ---- */

/* As arb__pawn_targets. A pawn goes from a line of a pin only along it. */
ARB__INLINE ARB__AVX2 arb__pawn_sets pawn_sets(const arb_position *pos, unsigned us,
                                               const arb__view *v)
{
    unsigned step = step_of(us);
    uint64_t pawns = pos->board.bits.pawns & v->own & ~last_row_of(us);
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

ARB__INLINE bool may_promote(unsigned us, const arb__pawn_sets *sets)
{
    return ((sets->one | sets->west | sets->east) & last_row_of(us)) != 0;
}

ARB__INLINE bool may_pass(const arb_position *pos, unsigned us)
{
    return pos->en_passant_legal && pos->turn == us;
}

/* ---- lists ---- */

/* Those of eight moves that `which` has bits for; eight are written. */
ARB__INLINE ARB__AVX2 arb_move *list_some(arb_move *at, const uint16_t *roster, uint64_t which)
{
    __m128i all = _mm_load_si128((const __m128i *)(const void *)roster);
    __m128i choice = _mm_load_si128((const __m128i *)(const void *)arb__choices[which]);
    _mm256_storeu_si256((__m256i *)(void *)at,
                        _mm256_cvtepu16_epi32(_mm_shuffle_epi8(all, choice)));
    return at + arb__count(which);
}

ARB__INLINE ARB__AVX2 arb_move *list_king(const arb_position *pos, unsigned us, const arb__view *v,
                                          uint64_t danger, arb_move *at)
{
    unsigned king = king_of(pos, us);
    at = list_some(at, arb__rosters[king][ARB__KING_ROSTER],
                   _pext_u64(~(v->own | danger), arb__arounds[king].king));
    /* Written in any case, and over again if it may not. */
    arb_move castling =
        arb_move_of((arb_square)king, 0, ARB_NO_KIND, ARB_CASTLING) + (us * 56 << 10);
    *at = castling;
    at += castles(pos, us, ARB_QUEEN_SIDE, v, danger);
    *at = castling + (7 << 10);
    return at + castles(pos, us, ARB_KING_SIDE, v, danger);
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

/* `least` moves of pawns that have come `back` squares are written in any case, and then the rest.
 */
ARB__INLINE ARB__AVX2 arb_move *list_pawns(arb_move *at, uint64_t set, int back, int least)
{
    arb_move *end = at + arb__count(set);
    for (int i = 0; i < least; i++, set &= set - 1) {
        unsigned to = (unsigned)_tzcnt_u64(set);
        *at++ = (to << 10) + to - (unsigned)back;
    }
    for (; RARELY(set); set &= set - 1) {
        unsigned to = (unsigned)_tzcnt_u64(set);
        *at++ = (to << 10) + to - (unsigned)back;
    }
    return end;
}

/* From the second row to the fourth, in order of squares. */
#define TWO(to, from) ((to) << 10 | (from))
#define DOUBLES(to, from)                                                                          \
    {                                                                                              \
        TWO((to), (from)), TWO((to) + 1, (from) + 1), TWO((to) + 2, (from) + 2),                   \
            TWO((to) + 3, (from) + 3), TWO((to) + 4, (from) + 4), TWO((to) + 5, (from) + 5),       \
            TWO((to) + 6, (from) + 6), TWO((to) + 7, (from) + 7)                                   \
    }
static const _Alignas(16) uint16_t double_steps[2][8] = {DOUBLES(24, 8), DOUBLES(32, 48)};

/* As bits_walk.h has it. */
static __attribute__((noinline)) arb_move *walk_pawns(const arb_position *pos, arb_colour us,
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
    if (RARELY(may_promote(us, sets) || may_pass(pos, us))) {
        arb__view copy = *v;
        return (size_t)(walk_pawns(pos, us, &copy, at) - list);
    }
    int up = 8 - 16 * (int)us;
    at = list_pawns(at, sets->one, up, 4);
    at = list_some(at, double_steps[us], sets->two >> (24 + 8 * us));
    at = list_pawns(at, sets->west, up - 1, 1);
    at = list_pawns(at, sets->east, up + 1, 1);
    return (size_t)(at - list);
}

static __attribute__((noinline)) ARB__AVX2 size_t list_unsettled(const arb_position *pos,
                                                                 arb_colour us, uint64_t danger,
                                                                 arb_move *list)
{
    arb__view v = whole_view(pos, us);
    if (v.checkers != 0)
        danger = danger_to(pos, us, &v);
    arb__pawn_sets sets = pawn_sets(pos, us, &v);
    return list_moves(pos, us, &v, &sets, danger, list);
}

ARB__AVX2 size_t arb__pext_chess_list(const arb_position *pos, arb_colour us, arb_move *list)
{
    outlook out = look_out(pos, us);
    if (RARELY(!out.calm))
        return list_unsettled(pos, us, out.danger, list);
    arb__view v = calm_view(pos, us);
    return list_moves(pos, us, &v, &out.pawns, out.danger, list);
}

/* ---- a first move ---- */

/* Without a check, a pawn or knight that is on no line with the king may go where it can. There
 * nearly always is one. */
ARB__AVX2 bool arb__pext_chess_has_move(const arb_position *pos, arb_colour us)
{
    uint64_t own = pos->board.bits.colour[us], enemy = pos->board.bits.colour[us ^ 1u];
    unsigned king = king_of(pos, us);
    uint64_t loose = own & ~(arb__arounds[king].straight | arb__arounds[king].diagonal);
    uint64_t pawns = pos->board.bits.pawns & loose & ~last_row_of(us);
    unsigned step = step_of(us);
    uint64_t found =
        (turned(pawns, step) & ~(own | enemy)) |
        (((turned(pawns, step - 1) & ~ARB__FILE_H) | (turned(pawns, step + 1) & ~ARB__FILE_A)) &
         enemy);
    if (RARELY(found == 0))
        found = arb__knights_see(pos->board.bits.knights & loose) & ~own;
    return (found != 0 && is_safe(pos, us, king, own, enemy)) ||
           arb__bits_has_move_on(pos, us, ARB__WITH_AVX2);
}

#endif
