/* perft_leaf.c: every line of so many plies, by machine and colour. Layer: position.
 *
 * A position is read once, its children are filled, and the moves are made on them (perft_make.h).
 */
#include "fast/perft/perft_leaf.h"

#include "fast/perft/perft_make.h"

/* Clocks stop counting here, where FEN stops reading. */
enum { CLOCK_LIMIT = 999999 };

/* A position just written, word by word: a wide load of narrow stores would wait for them. */
ARB__INLINE uint64_t read_word(uint64_t word)
{
    __asm__("" : "+r"(word));
    return word;
}

ARB__INLINE arb__board read_board(const arb__board *b)
{
    return (arb__board){
        .pawns = read_word(b->pawns),
        .knights = read_word(b->knights),
        .diagonals = read_word(b->diagonals),
        .straights = read_word(b->straights),
        .kings = read_word(b->kings),
        .colour = {read_word(b->colour[0]), read_word(b->colour[1])},
        .marks = read_word(b->marks),
    };
}

ARB__INLINE uint64_t make_lines(const arb__leaf_tree *tree, const arb__made *made,
                                const arb__sight *sight, arb_colour us, bool last, unsigned depth)
{
    const arb__board board = read_board(&made->board);
    arb__made child, taken;
    arb__view v = arb__look(&board, &arb__chess, us);
    arb__leaf_node n = {
        .us = us,
        .last = last,
        .tree = tree,
        .made = made,
        .before = &board,
        .child = &child,
        .taken = &taken,
        .key = made->key ^ made->passing ^ arb__key_turn(),
        .marks = board.marks & v.blockers,
        .rooks = board.marks & board.straights,
        .halfmove = made->halfmove + (made->halfmove < CLOCK_LIMIT),
        .depth = depth,
    };
    child.board.pawns = board.pawns;
    child.board.knights = board.knights;
    child.board.diagonals = board.diagonals;
    child.board.straights = board.straights;
    child.board.kings = board.kings;
    child.board.colour[us ^ 1u] = board.colour[us ^ 1u]; /* the other is written by every move */
    child.board.marks = n.marks;
    child.passing = 0;
    child.halfmove = n.halfmove;
    child.fullmove = made->fullmove + (us == ARB_BLACK && made->fullmove < CLOCK_LIMIT);
    taken.board.kings = board.kings; /* the other words are written by every capture */
    taken.passing = 0;
    taken.halfmove = 0;
    taken.fullmove = child.fullmove;
    arb__walk(&board, &arb__chess, sight, &v, us, arb__make_set, &n);
    return n.total;
}

/* No deeper than ARB_DEPTH_LIMIT. The last ply is a function of its own: less to save and put back
 * there. */
#define DEFINE_GO(name, us, sight, machine)                                                        \
    static machine uint64_t name##_last(const arb__leaf_tree *tree, const arb__made *made,         \
                                        unsigned depth)                                            \
    {                                                                                              \
        (void)depth;                                                                               \
        return make_lines(tree, made, sight, us, true, 1);                                         \
    }                                                                                              \
    static machine uint64_t name(const arb__leaf_tree *tree, const arb__made *made,                \
                                 unsigned depth)                                                   \
    {                                                                                              \
        return make_lines(tree, made, sight, us, false, depth);                                    \
    }

DEFINE_GO(plain_white, ARB_WHITE, &arb__plain_sight, __attribute__((noinline)))
DEFINE_GO(plain_black, ARB_BLACK, &arb__plain_sight, __attribute__((noinline)))
#if ARB__HAS_AVX2
/* Not inlined: where there are vectors gcc keeps a register for the frame, all through. */
static __attribute__((noinline)) ARB__AVX2 uint64_t see_many(uint64_t straights, uint64_t diagonals,
                                                             uint64_t blockers)
{
    return arb__see_together(straights, diagonals, blockers);
}

static inline ARB__AVX2 uint64_t see_few_or_many(uint64_t straights, uint64_t diagonals,
                                                 uint64_t blockers)
{
    return arb__several(straights | diagonals)
               ? see_many(straights, diagonals, blockers)
               : arb__packed_see_lone(straights, diagonals, blockers);
}

/* What the walk asks for. */
static const arb__sight pext_sight = {
    .straight = arb__packed_straight, .diagonal = arb__packed_diagonal, .see = see_few_or_many};

DEFINE_GO(avx2_white, ARB_WHITE, &arb__avx2_sight, ARB__AVX2)
DEFINE_GO(avx2_black, ARB_BLACK, &arb__avx2_sight, ARB__AVX2)
DEFINE_GO(pext_white, ARB_WHITE, &pext_sight, ARB__AVX2)
DEFINE_GO(pext_black, ARB_BLACK, &pext_sight, ARB__AVX2)
#endif

/* For each machine: by colour, for all plies but the last, and for the last. */
static arb__leaf_go *const machines[][2][2] = {
    [ARB__ANY_MACHINE] = {{plain_white, plain_black}, {plain_white_last, plain_black_last}},
#if ARB__HAS_AVX2
    [ARB__WITH_AVX2] = {{avx2_white, avx2_black}, {avx2_white_last, avx2_black_last}},
    [ARB__WITH_PEXT] = {{pext_white, pext_black}, {pext_white_last, pext_black_last}},
    [ARB__WITH_AVX512] = {{pext_white, pext_black}, {pext_white_last, pext_black_last}},
#endif
};

uint64_t arb__each_leaf(const arb_position *pos, unsigned depth, arb__machine machine,
                        arb__leaf_visitor *visitor, void *context)
{
    arb_colour us = (arb_colour)pos->turn;
    arb__leaf_tree tree = {.visitor = visitor, .context = context};
    arb__made made = {
        .board = arb__bits_board(pos, us),
        .key = pos->key,
        .passing = pos->en_passant_legal ? arb__key_en_passant(pos->en_passant) : 0,
        .halfmove = pos->halfmove,
        .fullmove = pos->fullmove,
    };
    for (int i = 0; i < 2; i++) {
        tree.go[i] = machines[machine][0][i];
        tree.last[i] = machines[machine][visitor == NULL][i];
    }
    arb__find_leaf_keys(&tree.keys, pos);
    return (depth == 1 ? tree.last : tree.go)[us](&tree, &made, depth);
}
