/* perft_leaf.c: every line of so many plies made, move by move. Layer: position.
 *
 * By the rules of chess. The sets of the kernel's walk are taken apart, and each move makes a new
 * position from the one before: board, rights, clocks, and the key from what has changed. */
#include "position/perft_leaf.h"

#include "kernel/bits_walk.h"
#include "position/key.h"
#include "position/position.h"

/* Clocks stop counting here, where FEN stops reading. */
enum { CLOCK_LIMIT = 999999 };

typedef struct {
    arb__leaf_visitor *visitor;
    void *context;
    uint64_t rights[16]; /* keys of all castling rights there can be */
} leaf_tree;

/* One position and its moves; the first is a constant wherever it is used. */
typedef struct {
    arb_colour us;
    const leaf_tree *tree;
    const arb__made *made;
    uint64_t key;   /* with the turn passed on and no en passant */
    uint64_t marks; /* without en passant */
    unsigned depth;
} leaf_node;

static void go_on(const leaf_tree *tree, const arb__made *made, arb_colour us, unsigned depth);

/* The rights as a number: the corners of which rooks may castle. */
ARB__INLINE unsigned rights_of(const arb__board *b)
{
    uint64_t rooks = b->marks & b->straights;
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

ARB__INLINE void count_clocks(arb__made *m, const arb__made *before, arb_colour us, bool again)
{
    m->halfmove = again ? 0 : before->halfmove + (before->halfmove < CLOCK_LIMIT);
    m->fullmove = before->fullmove + (us == ARB_BLACK && before->fullmove < CLOCK_LIMIT);
}

ARB__INLINE void hand_on(const leaf_node *n, const arb__made *made)
{
    if (n->depth == 1)
        n->tree->visitor(n->tree->context, made);
    else
        go_on(n->tree, made, arb_other(n->us), n->depth - 1);
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
static __attribute__((noinline)) void make_special(const leaf_node *n, arb_move move)
{
    const arb__board *before = &n->made->board;
    arb__made m = {.passing = 0};
    arb__bits_child(&m.board, before, &arb__chess, n->us, move);
    uint64_t changed =
        (before->colour[0] ^ m.board.colour[0]) | (before->colour[1] ^ m.board.colour[1]);
    m.key = n->key ^ squares_key(before, changed) ^ squares_key(&m.board, changed) ^
            n->tree->rights[rights_of(before)] ^ n->tree->rights[rights_of(&m.board)];
    count_clocks(&m, n->made, n->us, arb_move_type_of(move) != ARB_CASTLING);
    hand_on(n, &m);
}

static __attribute__((noinline)) void make_promotions(const leaf_node *n, int way, uint64_t set)
{
    for (; set != 0; set &= set - 1)
        for (uint32_t kinds = arb__chess.promotion_kinds; kinds != 0; kinds &= kinds - 1) {
            unsigned to = arb__first(set);
            make_special(n, arb_move_of((arb_square)((int)to - way), (arb_square)to,
                                        (arb_kind)__builtin_ctz(kinds), ARB_NORMAL));
        }
}

/* What an ordinary move makes of the board. */
ARB__INLINE void make_board(const leaf_node *n, arb__board *b, arb_kind kind, uint64_t from,
                            uint64_t to, bool takes)
{
    uint64_t move = from | to, stay = takes ? ~to : ~UINT64_C(0);
    *b = n->made->board;
    if (takes) {
        b->pawns &= stay;
        b->knights &= stay;
        b->diagonals &= stay;
        b->straights &= stay;
        b->colour[n->us ^ 1u] &= stay;
    }
    b->pawns ^= kind == ARB_PAWN ? move : 0;
    b->knights ^= kind == ARB_KNIGHT ? move : 0;
    b->diagonals ^= kind == ARB_BISHOP || kind == ARB_QUEEN ? move : 0;
    b->straights ^= kind == ARB_ROOK || kind == ARB_QUEEN ? move : 0;
    b->kings ^= kind == ARB_KING ? move : 0;
    b->colour[n->us] ^= move;
    b->marks = n->marks & ~move;
    if (kind == ARB_KING)
        b->marks = (b->marks & b->colour[n->us ^ 1u]) | to;
}

ARB__INLINE void make_each(const leaf_node *n, arb__how how, arb_kind kind, int from, uint64_t set,
                           bool takes)
{
    const uint64_t *keys = arb__key_chess[n->us][kind];
    const arb__board *before = &n->made->board;
    for (; set != 0; set &= set - 1) {
        unsigned to = arb__first(set);
        unsigned at = kind == ARB_PAWN ? (unsigned)((int)to - from) : (unsigned)from;
        arb__made m;
        make_board(n, &m.board, kind, arb__bit(at), set & -set, takes);
        m.key = n->key ^ keys[at] ^ keys[to];
        if (takes)
            m.key ^= arb__key_chess[n->us ^ 1u][kind_at(before, to)][to];
        if (((before->marks ^ m.board.marks) & before->straights) != 0)
            m.key ^= n->tree->rights[rights_of(before)] ^ n->tree->rights[rights_of(&m.board)];
        m.passing = 0;
        if (how == ARB__BY_PAWN_TWO) {
            m.board.marks |= arb__ahead(set & -set, arb_other(n->us));
            m.passing = passing_key(&m.board, arb_other(n->us));
            m.key ^= m.passing;
        }
        count_clocks(&m, n->made, n->us, takes || kind == ARB_PAWN);
        hand_on(n, &m);
    }
}

ARB__INLINE void make_both(const leaf_node *n, arb__how how, arb_kind kind, int from, uint64_t set)
{
    uint64_t enemy = n->made->board.colour[n->us ^ 1u];
    make_each(n, how, kind, from, set & ~enemy, false);
    make_each(n, how, kind, from, set & enemy, true);
}

ARB__INLINE bool take_leaf(void *context, arb__how how, int from, uint64_t set)
{
    const leaf_node *n = context;
    const arb__board *b = &n->made->board;
    bool queen = false;
    switch (how) {
    case ARB__BY_KNIGHT:
        make_both(n, how, ARB_KNIGHT, from, set);
        break;
    case ARB__BY_DIAGONAL:
        queen = (b->straights >> from & 1) != 0;
        make_both(n, how, queen ? ARB_QUEEN : ARB_BISHOP, from, set);
        break;
    case ARB__BY_STRAIGHT:
        queen = (b->diagonals >> from & 1) != 0;
        make_both(n, how, queen ? ARB_QUEEN : ARB_ROOK, from, set);
        break;
    case ARB__BY_KING:
        make_both(n, how, ARB_KING, from, set);
        break;
    case ARB__BY_PROMOTION:
        make_promotions(n, from, set);
        break;
    case ARB__BY_EN_PASSANT:
    case ARB__BY_CASTLING:
        make_special(n, arb_move_of((arb_square)from, (arb_square)arb__first(set), ARB_NO_KIND,
                                    how == ARB__BY_CASTLING ? ARB_CASTLING : ARB_EN_PASSANT));
        break;
    case ARB__BY_PAWN:
        make_both(n, how, ARB_PAWN, from, set);
        break;
    default:
        make_each(n, how, ARB_PAWN, from, set, false);
    }
    return true;
}

ARB__INLINE void go_through(const leaf_tree *tree, const arb__made *made, arb_colour us,
                            unsigned depth)
{
    const arb__board *b = &made->board;
    arb__view v = arb__look(b, &arb__chess, us);
    leaf_node n = {.us = us,
                   .tree = tree,
                   .made = made,
                   .key = made->key ^ made->passing ^ arb__key_turn(),
                   .marks = b->marks & (b->colour[0] | b->colour[1]),
                   .depth = depth};
    arb__walk(b, &arb__chess, &arb__plain_sight, &v, us, take_leaf, &n);
}

/* No deeper than ARB_DEPTH_LIMIT. */
static void go_on(const leaf_tree *tree, const arb__made *made, arb_colour us, unsigned depth)
{
    if (us == ARB_WHITE)
        go_through(tree, made, ARB_WHITE, depth);
    else
        go_through(tree, made, ARB_BLACK, depth);
}

void arb__each_leaf(const arb_position *pos, unsigned depth, arb__leaf_visitor *visitor,
                    void *context)
{
    arb_colour us = (arb_colour)pos->turn;
    leaf_tree tree = {.visitor = visitor, .context = context};
    arb__made made = {
        .board = arb__bits_board(pos, us),
        .key = pos->key,
        .passing = pos->en_passant_legal ? arb__key_en_passant(pos->en_passant) : 0,
        .halfmove = pos->halfmove,
        .fullmove = pos->fullmove,
    };
    find_rights(&tree, pos);
    go_on(&tree, &made, us, depth);
}
