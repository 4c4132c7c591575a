/* perft_make.h: every move of a position made, one after another, on a child of it. Layer:
 * position.
 *
 * By the rules of chess. The sets of the kernel's walk are taken apart. A move writes only what it
 * changes: board, rights, clocks, and the key. What a set of moves has in common is written once,
 * and put back after the last of them. Captures change nearly all, and have a child of their own,
 * where nothing is put back. Who goes on from the child is not known here. */
#ifndef ARB_POSITION_PERFT_MAKE_H
#define ARB_POSITION_PERFT_MAKE_H

#include "fast/perft/perft_key.h"
#include "fast/perft/perft_leaf.h"
#include "kernel/bits/move_sets.h"

typedef struct arb__leaf_tree arb__leaf_tree;

/* Makes all lines of `depth` plies from a position and says how many they are; one for each colour
 * and machine. */
typedef uint64_t arb__leaf_go(const arb__leaf_tree *tree, const arb__made *made, unsigned depth);

struct arb__leaf_tree {
    arb__leaf_go *go[2], *last[2]; /* by colour */
    arb__leaf_visitor *visitor;    /* NULL for none */
    void *context;
    arb__leaf_keys keys;
};

/* One position and its moves; the first two are constants wherever it is used. */
typedef struct {
    arb_colour us;
    bool last; /* the lines end with this move, and nobody is told */
    const arb__leaf_tree *tree;
    const arb__made *made;
    const arb__board *before; /* its board, read once; not in the copies for rare moves */
    arb__made *child; /* between moves: the same, with the turn passed on and no en passant */
    arb__made *taken; /* for captures: each writes whatever one of them may change */
    uint64_t key;     /* of that */
    uint64_t marks;   /* without en passant */
    uint64_t rooks;   /* of both sides, that may castle */
    uint32_t halfmove;
    unsigned depth;
    uint64_t total;
} arb__leaf_node;

/* Promotions of pawns that have come that way, and en passant (perft_rare.c). */
__attribute__((noinline)) void arb__make_promotions(arb__leaf_node *n, int way, uint64_t set);
__attribute__((noinline)) void arb__make_special(arb__leaf_node *n, arb_move move);

ARB__INLINE void arb__hand_on(arb__leaf_node *n, const arb__made *child)
{
    const arb__leaf_tree *tree = n->tree;
    if (!n->last && n->depth > 1) {
        n->total += (n->depth == 2 ? tree->last : tree->go)[n->us ^ 1u](tree, child, n->depth - 1);
        return;
    }
    n->total++;
    if (n->last)
        __asm__ volatile("" : : "m"(*child)); /* all of it is in memory now */
    else
        tree->visitor(tree->context, child);
}

/* A word with a piece moved, to a square that is empty in it or not. Where sets share nothing their
 * sum is their union, in one instruction. What is the same for all moves of a set stands by itself:
 * the piece taken up, but of pawns the word. */
ARB__INLINE uint64_t arb__word_moved(uint64_t word, arb_kind kind, uint64_t from, uint64_t at,
                                     bool empty)
{
    if (!empty)
        return (word ^ from) | at;
    return kind == ARB_PAWN ? word ^ (at + from) : (word ^ from) + at;
}

/* What an ordinary move makes of the pieces; words that no such move changes are there. Where the
 * piece arrives its own kind stands in any case, so that only the others lose what is taken. */
ARB__INLINE void arb__make_pieces(arb__leaf_node *n, arb_kind kind, uint64_t from, uint64_t at,
                                  bool takes)
{
    const arb__board *before = n->before;
    arb__board *b = takes ? &n->taken->board : &n->child->board;
    const bool diagonal = kind == ARB_BISHOP || kind == ARB_QUEEN;
    const bool straight = kind == ARB_ROOK || kind == ARB_QUEEN;
    if (takes) {
        b->pawns = before->pawns & ~at;
        b->knights = before->knights & ~at;
        b->diagonals = before->diagonals & ~at;
        b->straights = before->straights & ~at;
        b->colour[n->us ^ 1u] = before->colour[n->us ^ 1u] & ~at;
    }
    if (kind == ARB_PAWN)
        b->pawns = arb__word_moved(before->pawns, kind, from, at, !takes);
    if (kind == ARB_KNIGHT)
        b->knights = arb__word_moved(before->knights, kind, from, at, !takes);
    if (diagonal)
        b->diagonals = arb__word_moved(before->diagonals, kind, from, at, !takes);
    if (straight)
        b->straights = arb__word_moved(before->straights, kind, from, at, !takes);
    if (kind == ARB_KING)
        b->kings = arb__word_moved(before->kings, kind, from, at, !takes);
}

/* `struck`: pawns that step two, each to where it may be taken in passing. */
ARB__INLINE void arb__make_each(arb__leaf_node *n, arb__how how, arb_kind kind, int from,
                                uint64_t set, bool takes, bool struck)
{
    const uint64_t *keys = arb__key_chess[n->us][kind];
    const arb__board *before = n->before;
    const bool pawn = kind == ARB_PAWN, two = how == ARB__BY_PAWN_TWO;
    const bool castles = kind == ARB_KING || kind == ARB_ROOK;
    arb__made *m = takes ? n->taken : n->child;
    uint64_t key = n->key, marks = n->marks; /* with the piece taken up */
    if (set == 0)
        return;
    if (!pawn)
        key ^= keys[from];
    if (castles) {
        marks &= kind == ARB_KING ? before->colour[n->us ^ 1u] : ~arb__bit((unsigned)from);
        key ^= arb__lost_rights(&n->tree->keys, n->rooks, n->rooks & marks);
    }
    if (castles || takes)
        m->board.marks = marks;
    if (pawn && !takes)
        m->halfmove = 0;
    for (uint64_t corners = n->rooks & set; set != 0; set &= set - 1) {
        unsigned to = arb__first(set);
        uint64_t at = set & -set;
        uint64_t left = !pawn ? arb__bit((unsigned)from) : from > 0 ? at >> from : at << -from;
        m->board.colour[n->us] = arb__word_moved(before->colour[n->us], kind, left, at, true);
        arb__make_pieces(n, kind, left, at, takes);
        m->key = key ^ keys[to] ^ (pawn ? keys[(int64_t)to - from] : 0);
        if (takes)
            m->key ^= arb__key_chess[n->us ^ 1u][arb__kind_on(before, to)][to];
        if (takes && corners != 0) {
            m->board.marks = marks & ~at;
            m->key ^= arb__lost_rights(&n->tree->keys, n->rooks & marks, n->rooks & marks & ~at);
        }
        if (kind == ARB_KING)
            m->board.marks = marks | at;
        if (two)
            m->board.marks = marks | arb__ahead(at, arb_other(n->us));
        if (struck) {
            m->passing = arb__passing_key(&n->tree->keys, before, n->us, left, at);
            m->key ^= m->passing;
        }
        arb__hand_on(n, m);
    }
    if (takes && kind == ARB_KING)
        m->board.kings = before->kings;
    if (takes)
        return;
    arb__make_pieces(n, kind, 0, 0, takes);
    if (castles || two)
        m->board.marks = n->marks;
    if (pawn)
        m->halfmove = n->halfmove;
    if (struck)
        m->passing = 0;
}

/* FIDE 3.8.2. The side is a constant, and with it every square. */
ARB__INLINE void arb__make_castling(arb__leaf_node *n, unsigned side)
{
    const arb__board *before = n->before;
    const uint64_t *kings = arb__key_chess[n->us][ARB_KING];
    const uint64_t *rooks = arb__key_chess[n->us][ARB_ROOK];
    const unsigned row = n->us == ARB_WHITE ? 0 : 56;
    const unsigned king = row + 4, king_to = arb__chess.king_to[n->us][side];
    const unsigned rook = side == ARB_QUEEN_SIDE ? row : row + 7;
    const unsigned rook_to = arb__chess.rook_to[n->us][side];
    const uint64_t king_moves = arb__bit(king) | arb__bit(king_to);
    const uint64_t rook_moves = arb__bit(rook) | arb__bit(rook_to);
    arb__made *m = n->child;
    uint64_t marks = n->marks & before->colour[n->us ^ 1u];
    m->board.kings = before->kings ^ king_moves;
    m->board.straights = before->straights ^ rook_moves;
    m->board.colour[n->us] = before->colour[n->us] ^ king_moves ^ rook_moves;
    m->board.marks = marks | arb__bit(king_to);
    m->key = n->key ^ kings[king] ^ kings[king_to] ^ rooks[rook] ^ rooks[rook_to] ^
             arb__lost_rights(&n->tree->keys, n->rooks, n->rooks & marks);
    arb__hand_on(n, m);
    m->board.kings = before->kings;
    m->board.straights = before->straights;
    m->board.marks = n->marks;
}

/* What goes to other functions is a copy, or its constants are lost; and of the board, that which
 * is in memory anyway. */
ARB__INLINE void arb__make_rare(arb__leaf_node *n, arb__how how, int from, uint64_t set)
{
    arb__leaf_node rare = {.us = n->us,
                           .last = n->last,
                           .tree = n->tree,
                           .made = n->made,
                           .child = n->child,
                           .key = n->key,
                           .marks = n->marks,
                           .rooks = n->rooks,
                           .halfmove = n->halfmove,
                           .depth = n->depth};
    if (how == ARB__BY_PROMOTION)
        arb__make_promotions(&rare, from, set);
    else
        arb__make_special(&rare, arb_move_of((arb_square)from, (arb_square)arb__first(set),
                                             ARB_NO_KIND, ARB_EN_PASSANT));
    n->total += rare.total;
}

ARB__INLINE void arb__make_both(arb__leaf_node *n, arb__how how, arb_kind kind, int from,
                                uint64_t set)
{
    uint64_t enemy = n->before->colour[n->us ^ 1u];
    arb__make_each(n, how, kind, from, set & ~enemy, false, false);
    arb__make_each(n, how, kind, from, set & enemy, true, false);
}

/* Those that nobody can take in passing are many, and the others dear. */
ARB__INLINE void arb__make_double_steps(arb__leaf_node *n, int way, uint64_t set)
{
    const arb__board *b = n->before;
    uint64_t takers = b->pawns & b->colour[n->us ^ 1u];
    uint64_t struck = set & ((takers << 1 & ~ARB__FILE_A) | (takers >> 1 & ~ARB__FILE_H));
    arb__make_each(n, ARB__BY_PAWN_TWO, ARB_PAWN, way, set & ~struck, false, false);
    arb__make_each(n, ARB__BY_PAWN_TWO, ARB_PAWN, way, struck, false, true);
}

ARB__INLINE bool arb__make_set(void *context, arb__how how, int from, uint64_t set)
{
    arb__leaf_node *n = context;
    const arb__board *b = n->before;
    switch (how) {
    case ARB__BY_KNIGHT:
        arb__make_both(n, how, ARB_KNIGHT, from, set);
        break;
    case ARB__BY_DIAGONAL:
        if ((b->straights >> from & 1) != 0)
            arb__make_both(n, how, ARB_QUEEN, from, set);
        else
            arb__make_both(n, how, ARB_BISHOP, from, set);
        break;
    case ARB__BY_STRAIGHT:
        if ((b->diagonals >> from & 1) != 0)
            arb__make_both(n, how, ARB_QUEEN, from, set);
        else
            arb__make_both(n, how, ARB_ROOK, from, set);
        break;
    case ARB__BY_KING:
        arb__make_both(n, how, ARB_KING, from, set);
        break;
    case ARB__BY_CASTLING:
        if ((set & ARB__FILE_A) != 0)
            arb__make_castling(n, ARB_QUEEN_SIDE);
        else
            arb__make_castling(n, ARB_KING_SIDE);
        break;
    case ARB__BY_PROMOTION:
    case ARB__BY_EN_PASSANT:
        arb__make_rare(n, how, from, set);
        break;
    case ARB__BY_PAWN:
        arb__make_each(n, how, ARB_PAWN, from, set, from % 8 != 0, false);
        break;
    default:
        arb__make_double_steps(n, from, set);
    }
    return true;
}

#endif
