/* perft_leaf.c: every line of so many plies made, move by move. Layer: position.
 *
 * By the rules of chess. The sets of the kernel's walk are taken apart, and each move is made on
 * one child of the position: board, rights, clocks, and the key from what has changed. What a set
 * of moves has in common is written once, and put back after the last of them. */
#include "position/perft_leaf.h"

#include "kernel/bits_sight_pext.h"
#include "kernel/bits_walk.h"
#include "position/key.h"
#include "position/position.h"

/* Clocks stop counting here, where FEN stops reading. */
enum { CLOCK_LIMIT = 999999 };

typedef struct leaf_tree leaf_tree;

/* Makes all lines of `depth` plies from a position and says how many they are; one for each colour
 * and machine. */
typedef uint64_t leaf_go(const leaf_tree *tree, const arb__made *made, unsigned depth);

struct leaf_tree {
    leaf_go *go[2];             /* by colour */
    arb__leaf_visitor *visitor; /* NULL for none */
    void *context;
    uint64_t rights[16]; /* keys of all castling rights there can be */
};

/* One position and its moves; the first two are constants wherever it is used. */
typedef struct {
    arb_colour us;
    bool last; /* the lines end with this move, and nobody is told */
    const leaf_tree *tree;
    const arb__made *made;
    arb__made *child; /* between moves: the same, with the turn passed on and no en passant */
    uint64_t key;     /* of that */
    uint64_t marks;   /* without en passant */
    uint64_t rooks;   /* of both sides, that may castle */
    uint32_t halfmove;
    unsigned depth;
    uint64_t total;
} leaf_node;

/* The rights as a number: the corners of which rooks may castle. */
ARB__INLINE unsigned rights_of(uint64_t rooks)
{
    return (unsigned)((rooks & 1) | (rooks >> 6 & 2) | (rooks >> 54 & 4) | (rooks >> 60 & 8));
}

static void find_rights(leaf_tree *tree, const arb_position *pos)
{
    arb_position other = *pos;
    for (unsigned i = 0; i < 16; i++) {
        other.castle_rook[ARB_WHITE][ARB_QUEEN_SIDE] = (i & 1) != 0 ? 0 : ARB_NO_SQUARE;
        other.castle_rook[ARB_WHITE][ARB_KING_SIDE] = (i & 2) != 0 ? 7 : ARB_NO_SQUARE;
        other.castle_rook[ARB_BLACK][ARB_QUEEN_SIDE] = (i & 4) != 0 ? 56 : ARB_NO_SQUARE;
        other.castle_rook[ARB_BLACK][ARB_KING_SIDE] = (i & 8) != 0 ? 63 : ARB_NO_SQUARE;
        tree->rights[i] = arb__key_rights(&other);
    }
}

ARB__INLINE arb_kind kind_at(const arb__board *b, unsigned square)
{
    static const uint8_t kinds[16] = {
        [1] = ARB_PAWN, [2] = ARB_KNIGHT, [4] = ARB_BISHOP, [8] = ARB_ROOK, [12] = ARB_QUEEN};
    uint64_t which = (b->pawns >> square & 1u) | (b->knights >> square & 1u) << 1 |
                     (b->diagonals >> square & 1u) << 2 | (b->straights >> square & 1u) << 3;
    return which == 0 ? ARB_KING : kinds[which];
}

static bool stop_at_first(void *context, arb__how how, int from, uint64_t set)
{
    (void)context;
    (void)how;
    (void)from;
    return set == 0;
}

/* A pawn has just stepped over a square where it may be taken: the key says so (FIDE 9.2.3). */
static __attribute__((noinline)) uint64_t passing_key(const arb__board *b, arb_colour them)
{
    arb__view v = arb__look(b, &arb__chess, them);
    bool none = them == ARB_WHITE
                    ? arb__walk_en_passant(b, &arb__chess, &v, ARB_WHITE, stop_at_first, NULL)
                    : arb__walk_en_passant(b, &arb__chess, &v, ARB_BLACK, stop_at_first, NULL);
    return none ? 0 : arb__key_en_passant((arb_square)arb__first(b->marks & ~v.blockers));
}

ARB__INLINE void hand_on(leaf_node *n)
{
    const leaf_tree *tree = n->tree;
    if (!n->last && n->depth > 1) {
        n->total += tree->go[n->us ^ 1u](tree, n->child, n->depth - 1);
        return;
    }
    n->total++;
    if (n->last)
        __asm__ volatile("" : : "m"(*n->child)); /* all of it is in memory now */
    else
        tree->visitor(tree->context, n->child);
}

/* The part of the key that changes when of the rooks that may castle only some are left. */
static __attribute__((noinline)) uint64_t lost_key(const leaf_tree *tree, uint64_t rooks,
                                                   uint64_t left)
{
    return tree->rights[rights_of(rooks)] ^ tree->rights[rights_of(left)];
}

ARB__INLINE uint64_t lost_rights(leaf_node *n, uint64_t rooks, uint64_t left)
{
    return __builtin_expect(rooks == left, 1) ? 0 : lost_key(n->tree, rooks, left);
}

/* The part of the key that tells what stands on some squares. */
static uint64_t squares_key(const arb__board *b, uint64_t squares)
{
    uint64_t key = 0;
    squares &= b->colour[0] | b->colour[1];
    for (; squares != 0; squares &= squares - 1) {
        unsigned at = arb__first(squares);
        key ^= arb__key_chess[b->colour[ARB_BLACK] >> at & 1u][kind_at(b, at)][at];
    }
    return key;
}

/* Promotion, en passant, castling. */
static __attribute__((noinline)) void make_special(leaf_node *n, arb_move move)
{
    const arb__board *before = &n->made->board;
    arb__made *m = n->child;
    arb__bits_child(&m->board, before, &arb__chess, n->us, move);
    uint64_t changed =
        (before->colour[0] ^ m->board.colour[0]) | (before->colour[1] ^ m->board.colour[1]);
    m->key = n->key ^ squares_key(before, changed) ^ squares_key(&m->board, changed) ^
             lost_rights(n, n->rooks, n->rooks & m->board.marks);
    m->halfmove = arb_move_type_of(move) == ARB_CASTLING ? n->halfmove : 0;
    hand_on(n);
    m->board = *before;
    m->board.marks = n->marks;
    m->halfmove = n->halfmove;
}

static __attribute__((noinline)) void make_promotions(leaf_node *n, int way, uint64_t set)
{
    for (; set != 0; set &= set - 1)
        for (uint32_t kinds = arb__chess.promotion_kinds; kinds != 0; kinds &= kinds - 1) {
            unsigned to = arb__first(set);
            make_special(n, arb_move_of((arb_square)((int)to - way), (arb_square)to,
                                        (arb_kind)__builtin_ctz(kinds), ARB_NORMAL));
        }
}

/* What an ordinary move makes of the pieces; words that no such move changes are there. */
ARB__INLINE void make_pieces(leaf_node *n, arb_kind kind, uint64_t from_to, bool takes,
                             uint64_t stay)
{
    const arb__board *before = &n->made->board;
    arb__board *b = &n->child->board;
    bool diagonal = kind == ARB_BISHOP || kind == ARB_QUEEN;
    bool straight = kind == ARB_ROOK || kind == ARB_QUEEN;
    if (takes || kind == ARB_PAWN)
        b->pawns = (before->pawns & stay) ^ (kind == ARB_PAWN ? from_to : 0);
    if (takes || kind == ARB_KNIGHT)
        b->knights = (before->knights & stay) ^ (kind == ARB_KNIGHT ? from_to : 0);
    if (takes || diagonal)
        b->diagonals = (before->diagonals & stay) ^ (diagonal ? from_to : 0);
    if (takes || straight)
        b->straights = (before->straights & stay) ^ (straight ? from_to : 0);
    if (kind == ARB_KING)
        b->kings = before->kings ^ from_to;
    if (takes)
        b->colour[n->us ^ 1u] = before->colour[n->us ^ 1u] & stay;
}

ARB__INLINE void make_each(leaf_node *n, arb__how how, arb_kind kind, int from, uint64_t set,
                           bool takes)
{
    const uint64_t *keys = arb__key_chess[n->us][kind];
    const arb__board *before = &n->made->board;
    const bool pawn = kind == ARB_PAWN, two = how == ARB__BY_PAWN_TWO;
    const bool castles = kind == ARB_KING || kind == ARB_ROOK;
    arb__made *m = n->child;
    uint64_t key = n->key, marks = n->marks; /* with the piece taken up */
    uint64_t strikes = 0; /* where a pawn that has stepped two may be taken in passing */
    if (set == 0)
        return;
    if (!pawn)
        key ^= keys[from];
    if (castles) {
        marks &= kind == ARB_KING ? before->colour[n->us ^ 1u] : ~arb__bit((unsigned)from);
        key ^= lost_rights(n, n->rooks, n->rooks & marks);
        m->board.marks = marks;
    }
    if (two) {
        uint64_t takers = before->pawns & before->colour[n->us ^ 1u];
        strikes = set & arb__ahead(arb__pawn_attacks(takers, arb_other(n->us)), n->us);
    }
    if (takes || pawn)
        m->halfmove = 0;
    for (; set != 0; set &= set - 1) {
        unsigned to = arb__first(set);
        unsigned came = (unsigned)(pawn ? (int)to - from : from);
        uint64_t at = set & -set, from_to = at | arb__bit(came);
        m->board.colour[n->us] = before->colour[n->us] ^ from_to;
        make_pieces(n, kind, from_to, takes, takes ? ~at : ~UINT64_C(0));
        m->key = key ^ keys[to] ^ (pawn ? keys[came] : 0);
        if (takes) {
            m->board.marks = marks & ~at;
            m->key ^= arb__key_chess[n->us ^ 1u][kind_at(before, to)][to] ^
                      lost_rights(n, n->rooks & marks, n->rooks & marks & ~at);
        }
        if (kind == ARB_KING)
            m->board.marks = (marks & ~at) | at;
        if (two)
            m->board.marks = marks | arb__ahead(at, arb_other(n->us));
        if (two && strikes != 0) {
            m->passing = (strikes & at) != 0 ? passing_key(&m->board, arb_other(n->us)) : 0;
            m->key ^= m->passing;
        }
        hand_on(n);
    }
    make_pieces(n, kind, 0, takes, ~UINT64_C(0));
    if (castles || takes || two)
        m->board.marks = n->marks;
    if (takes || pawn)
        m->halfmove = n->halfmove;
    if (two)
        m->passing = 0;
}

/* What goes to other functions is a copy, or its constants are lost. */
ARB__INLINE void make_rare(leaf_node *n, arb__how how, int from, uint64_t set)
{
    leaf_node rare = {.us = n->us,
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
        make_promotions(&rare, from, set);
    else
        make_special(&rare, arb_move_of((arb_square)from, (arb_square)arb__first(set), ARB_NO_KIND,
                                        how == ARB__BY_CASTLING ? ARB_CASTLING : ARB_EN_PASSANT));
    n->total += rare.total;
}

ARB__INLINE void make_both(leaf_node *n, arb__how how, arb_kind kind, int from, uint64_t set)
{
    uint64_t enemy = n->made->board.colour[n->us ^ 1u];
    make_each(n, how, kind, from, set & ~enemy, false);
    make_each(n, how, kind, from, set & enemy, true);
}

ARB__INLINE bool take_leaf(void *context, arb__how how, int from, uint64_t set)
{
    leaf_node *n = context;
    const arb__board *b = &n->made->board;
    switch (how) {
    case ARB__BY_KNIGHT:
        make_both(n, how, ARB_KNIGHT, from, set);
        break;
    case ARB__BY_DIAGONAL:
        if ((b->straights >> from & 1) != 0)
            make_both(n, how, ARB_QUEEN, from, set);
        else
            make_both(n, how, ARB_BISHOP, from, set);
        break;
    case ARB__BY_STRAIGHT:
        if ((b->diagonals >> from & 1) != 0)
            make_both(n, how, ARB_QUEEN, from, set);
        else
            make_both(n, how, ARB_ROOK, from, set);
        break;
    case ARB__BY_KING:
        make_both(n, how, ARB_KING, from, set);
        break;
    case ARB__BY_PROMOTION:
    case ARB__BY_EN_PASSANT:
    case ARB__BY_CASTLING:
        make_rare(n, how, from, set);
        break;
    case ARB__BY_PAWN:
        make_both(n, how, ARB_PAWN, from, set);
        break;
    default:
        make_each(n, how, ARB_PAWN, from, set, false);
    }
    return true;
}

ARB__INLINE uint64_t make_lines(const leaf_tree *tree, const arb__made *made,
                                const arb__sight *sight, arb_colour us, bool last, unsigned depth)
{
    const arb__board *b = &made->board;
    arb__view v = arb__look(b, &arb__chess, us);
    arb__made child = *made;
    leaf_node n = {
        .us = us,
        .last = last,
        .tree = tree,
        .made = made,
        .child = &child,
        .key = made->key ^ made->passing ^ arb__key_turn(),
        .marks = b->marks & v.blockers,
        .rooks = b->marks & b->straights,
        .halfmove = made->halfmove + (made->halfmove < CLOCK_LIMIT),
        .depth = depth,
    };
    child.board.marks = n.marks;
    child.halfmove = n.halfmove;
    child.passing = 0;
    child.fullmove += us == ARB_BLACK && made->fullmove < CLOCK_LIMIT;
    arb__walk(b, &arb__chess, sight, &v, us, take_leaf, &n);
    return n.total;
}

/* No deeper than ARB_DEPTH_LIMIT. */
#define DEFINE_GO(name, us, sight, machine)                                                        \
    static machine uint64_t name(const leaf_tree *tree, const arb__made *made, unsigned depth)     \
    {                                                                                              \
        if (depth == 1 && tree->visitor == NULL)                                                   \
            return make_lines(tree, made, sight, us, true, 1);                                     \
        return make_lines(tree, made, sight, us, false, depth);                                    \
    }

DEFINE_GO(plain_go_white, ARB_WHITE, &arb__plain_sight, __attribute__((noinline)))
DEFINE_GO(plain_go_black, ARB_BLACK, &arb__plain_sight, __attribute__((noinline)))
#if ARB__HAS_AVX2
DEFINE_GO(avx2_go_white, ARB_WHITE, &arb__avx2_sight, ARB__AVX2)
DEFINE_GO(avx2_go_black, ARB_BLACK, &arb__avx2_sight, ARB__AVX2)
DEFINE_GO(pext_go_white, ARB_WHITE, &arb__pext_sight, ARB__AVX2)
DEFINE_GO(pext_go_black, ARB_BLACK, &arb__pext_sight, ARB__AVX2)
#endif

uint64_t arb__each_leaf(const arb_position *pos, unsigned depth, arb__machine machine,
                        arb__leaf_visitor *visitor, void *context)
{
    arb_colour us = (arb_colour)pos->turn;
    leaf_tree tree = {
        .go = {plain_go_white, plain_go_black}, .visitor = visitor, .context = context};
    arb__made made = {
        .board = arb__bits_board(pos, us),
        .key = pos->key,
        .passing = pos->en_passant_legal ? arb__key_en_passant(pos->en_passant) : 0,
        .halfmove = pos->halfmove,
        .fullmove = pos->fullmove,
    };
#if ARB__HAS_AVX2
    if (machine != ARB__ANY_MACHINE) {
        tree.go[ARB_WHITE] = machine == ARB__WITH_PEXT ? pext_go_white : avx2_go_white;
        tree.go[ARB_BLACK] = machine == ARB__WITH_PEXT ? pext_go_black : avx2_go_black;
    }
#endif
    (void)machine;
    find_rights(&tree, pos);
    return tree.go[us](&tree, &made, depth);
}
