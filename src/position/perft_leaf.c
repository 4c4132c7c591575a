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
    leaf_go *go[2], *last[2];   /* by colour */
    arb__leaf_visitor *visitor; /* NULL for none */
    void *context;
    uint64_t rights[16];    /* keys of all castling rights there can be */
    uint64_t passing[2][8]; /* of en passant, by the colour and file of who has stepped */
};

/* One position and its moves; the first two are constants wherever it is used. */
typedef struct {
    arb_colour us;
    bool last; /* the lines end with this move, and nobody is told */
    const leaf_tree *tree;
    const arb__made *made;
    const arb__board *before; /* its board, read once; not in the copies for rare moves */
    arb__made *child; /* between moves: the same, with the turn passed on and no en passant */
    uint64_t key;     /* of that */
    uint64_t marks;   /* without en passant */
    uint64_t rooks;   /* of both sides, that may castle */
    uint32_t halfmove;
    unsigned depth;
    uint64_t total;
} leaf_node;

/* The rights as a number: the corners of which rooks may castle, a1, a8, h1, h8. No two of the
 * products share a bit. */
ARB__INLINE unsigned rights_of(uint64_t rooks)
{
    uint64_t gather = UINT64_C(1) << 60 | UINT64_C(1) << 5 | UINT64_C(1) << 55 | 1;
    __asm__("" : "+r"(gather)); /* or gcc makes shifts of it, three times as many steps */
    return (unsigned)(rooks * gather >> 60);
}

static void find_keys(leaf_tree *tree, const arb_position *pos)
{
    arb_position other = *pos;
    for (unsigned i = 0; i < 16; i++) {
        other.castle_rook[ARB_WHITE][ARB_QUEEN_SIDE] = (i & 1) != 0 ? 0 : ARB_NO_SQUARE;
        other.castle_rook[ARB_BLACK][ARB_QUEEN_SIDE] = (i & 2) != 0 ? 56 : ARB_NO_SQUARE;
        other.castle_rook[ARB_WHITE][ARB_KING_SIDE] = (i & 4) != 0 ? 7 : ARB_NO_SQUARE;
        other.castle_rook[ARB_BLACK][ARB_KING_SIDE] = (i & 8) != 0 ? 63 : ARB_NO_SQUARE;
        tree->rights[i] = arb__key_rights(&other);
    }
    for (unsigned file = 0; file < 8; file++) {
        tree->passing[ARB_WHITE][file] = arb__key_en_passant((arb_square)(16 + file));
        tree->passing[ARB_BLACK][file] = arb__key_en_passant((arb_square)(40 + file));
    }
}

ARB__INLINE arb_kind kind_at(const arb__board *b, unsigned square)
{
    static const uint8_t kinds[16] = {
        ARB_KING, ARB_PAWN, ARB_KNIGHT, [4] = ARB_BISHOP, [8] = ARB_ROOK, [12] = ARB_QUEEN};
    uint64_t which = b->straights >> square & 1u;
    which = 2 * which + (b->diagonals >> square & 1u);
    which = 2 * which + (b->knights >> square & 1u);
    which = 2 * which + (b->pawns >> square & 1u);
    return kinds[which];
}

/* A pawn of `us` steps two, to where enemy pawns stand ready: if one may take it in passing, the
 * key says so (FIDE 9.2.3). Only sliders can stand in the way of that: nobody else had the king in
 * check before. */
ARB__INLINE uint64_t passing_key(const leaf_node *n, uint64_t from, uint64_t at)
{
    const arb__board *b = n->before;
    uint64_t own = b->colour[n->us], enemy = b->colour[n->us ^ 1u];
    unsigned king = arb__first(b->kings & enemy);
    uint64_t straights = arb__straight_rays(king) & b->straights;
    uint64_t aiming = (straights | (arb__diagonal_rays(king) & b->diagonals)) & own;
    uint64_t takers = ((at << 1 & ~ARB__FILE_A) | (at >> 1 & ~ARB__FILE_H)) & b->pawns & enemy;
    uint64_t blockers = (own | enemy) ^ from ^ arb__ahead(at, arb_other(n->us));
    uint64_t key = n->tree->passing[n->us][arb__first(at) & 7];
    for (; takers != 0; takers &= takers - 1) {
        uint64_t after = blockers ^ (takers & -takers);
        bool safe = true;
        for (uint64_t set = aiming; set != 0; set &= set - 1)
            safe &= (arb__between[king][arb__first(set)] & after) != 0;
        if (safe)
            return key;
    }
    return 0;
}

ARB__INLINE void hand_on(leaf_node *n)
{
    const leaf_tree *tree = n->tree;
    if (!n->last && n->depth > 1) {
        n->total +=
            (n->depth == 2 ? tree->last : tree->go)[n->us ^ 1u](tree, n->child, n->depth - 1);
        return;
    }
    n->total++;
    if (n->last)
        __asm__ volatile("" : : "m"(*n->child)); /* all of it is in memory now */
    else
        tree->visitor(tree->context, n->child);
}

/* The part of the key that changes when of the rooks that may castle only some are left. */
ARB__INLINE uint64_t lost_rights(const leaf_node *n, uint64_t rooks, uint64_t left)
{
    if (__builtin_expect(rooks == left, 1))
        return 0;
    return n->tree->rights[rights_of(rooks)] ^ n->tree->rights[rights_of(left)];
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

/* Promotion, en passant. */
static __attribute__((noinline)) void make_special(leaf_node *n, arb_move move)
{
    const arb__board *before = &n->made->board;
    arb__made *m = n->child;
    arb__bits_child(&m->board, before, &arb__chess, n->us, move);
    uint64_t changed =
        (before->colour[0] ^ m->board.colour[0]) | (before->colour[1] ^ m->board.colour[1]);
    m->key = n->key ^ squares_key(before, changed) ^ squares_key(&m->board, changed) ^
             lost_rights(n, n->rooks, n->rooks & m->board.marks);
    m->halfmove = 0;
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
    const arb__board *before = n->before;
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

/* `struck`: pawns that step two, each to where it may be taken in passing. */
ARB__INLINE void make_each(leaf_node *n, arb__how how, arb_kind kind, int from, uint64_t set,
                           bool takes, bool struck)
{
    const uint64_t *keys = arb__key_chess[n->us][kind];
    const arb__board *before = n->before;
    const bool pawn = kind == ARB_PAWN, two = how == ARB__BY_PAWN_TWO;
    const bool castles = kind == ARB_KING || kind == ARB_ROOK;
    arb__made *m = n->child;
    uint64_t key = n->key, marks = n->marks; /* with the piece taken up */
    if (set == 0)
        return;
    if (!pawn)
        key ^= keys[from];
    if (castles) {
        marks &= kind == ARB_KING ? before->colour[n->us ^ 1u] : ~arb__bit((unsigned)from);
        key ^= lost_rights(n, n->rooks, n->rooks & marks);
        m->board.marks = marks;
    }
    if (takes || pawn)
        m->halfmove = 0;
    for (uint64_t corners = n->rooks & set; set != 0; set &= set - 1) {
        unsigned to = arb__first(set);
        unsigned came = (unsigned)(pawn ? (int)to - from : from);
        uint64_t at = set & -set, from_to = at | arb__bit(came);
        m->board.colour[n->us] = before->colour[n->us] ^ from_to;
        make_pieces(n, kind, from_to, takes, takes ? ~at : ~UINT64_C(0));
        m->key = key ^ keys[to] ^ (pawn ? keys[came] : 0);
        if (takes)
            m->key ^= arb__key_chess[n->us ^ 1u][kind_at(before, to)][to];
        if (takes && corners != 0) {
            m->board.marks = marks & ~at;
            m->key ^= lost_rights(n, n->rooks & marks, n->rooks & marks & ~at);
        }
        if (kind == ARB_KING)
            m->board.marks = marks | at;
        if (two)
            m->board.marks = marks | arb__ahead(at, arb_other(n->us));
        if (struck) {
            m->passing = passing_key(n, arb__bit(came), at);
            m->key ^= m->passing;
        }
        hand_on(n);
    }
    make_pieces(n, kind, 0, takes, ~UINT64_C(0));
    if (castles || takes || two)
        m->board.marks = n->marks;
    if (takes || pawn)
        m->halfmove = n->halfmove;
    if (struck)
        m->passing = 0;
}

/* FIDE 3.8.2; `rook` is where it stands. */
ARB__INLINE void make_castling(leaf_node *n, uint64_t rook)
{
    const arb__board *before = n->before;
    const uint64_t *kings = arb__key_chess[n->us][ARB_KING];
    const uint64_t *rooks = arb__key_chess[n->us][ARB_ROOK];
    const unsigned row = n->us == ARB_WHITE ? 0 : 56;
    arb__made *m = n->child;
    unsigned corner = arb__first(rook), side = corner == row ? ARB_QUEEN_SIDE : ARB_KING_SIDE;
    unsigned king_to = arb__chess.king_to[n->us][side], rook_to = arb__chess.rook_to[n->us][side];
    uint64_t king_moves = arb__bit(row + 4) | arb__bit(king_to);
    uint64_t rook_moves = rook | arb__bit(rook_to);
    uint64_t marks = n->marks & before->colour[n->us ^ 1u];
    m->board.kings = before->kings ^ king_moves;
    m->board.straights = before->straights ^ rook_moves;
    m->board.colour[n->us] = before->colour[n->us] ^ king_moves ^ rook_moves;
    m->board.marks = marks | arb__bit(king_to);
    m->key = n->key ^ kings[row + 4] ^ kings[king_to] ^ rooks[corner] ^ rooks[rook_to] ^
             lost_rights(n, n->rooks, n->rooks & marks);
    hand_on(n);
    m->board.kings = before->kings;
    m->board.straights = before->straights;
    m->board.marks = n->marks;
}

/* What goes to other functions is a copy, or its constants are lost; and of the board, that which
 * is in memory anyway. */
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
                                        ARB_EN_PASSANT));
    n->total += rare.total;
}

ARB__INLINE void make_both(leaf_node *n, arb__how how, arb_kind kind, int from, uint64_t set)
{
    uint64_t enemy = n->before->colour[n->us ^ 1u];
    make_each(n, how, kind, from, set & ~enemy, false, false);
    make_each(n, how, kind, from, set & enemy, true, false);
}

/* Those that nobody can take in passing are many, and the others dear. */
ARB__INLINE void make_double_steps(leaf_node *n, int way, uint64_t set)
{
    const arb__board *b = n->before;
    uint64_t takers = b->pawns & b->colour[n->us ^ 1u];
    uint64_t struck = set & ((takers << 1 & ~ARB__FILE_A) | (takers >> 1 & ~ARB__FILE_H));
    make_each(n, ARB__BY_PAWN_TWO, ARB_PAWN, way, set & ~struck, false, false);
    make_each(n, ARB__BY_PAWN_TWO, ARB_PAWN, way, struck, false, true);
}

ARB__INLINE bool take_leaf(void *context, arb__how how, int from, uint64_t set)
{
    leaf_node *n = context;
    const arb__board *b = n->before;
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
    case ARB__BY_CASTLING:
        make_castling(n, set);
        break;
    case ARB__BY_PROMOTION:
    case ARB__BY_EN_PASSANT:
        make_rare(n, how, from, set);
        break;
    case ARB__BY_PAWN:
        make_each(n, how, ARB_PAWN, from, set, from % 8 != 0, false);
        break;
    default:
        make_double_steps(n, from, set);
    }
    return true;
}

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

ARB__INLINE uint64_t make_lines(const leaf_tree *tree, const arb__made *made,
                                const arb__sight *sight, arb_colour us, bool last, unsigned depth)
{
    const arb__board board = read_board(&made->board);
    arb__made child;
    arb__view v = arb__look(&board, &arb__chess, us);
    leaf_node n = {
        .us = us,
        .last = last,
        .tree = tree,
        .made = made,
        .before = &board,
        .child = &child,
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
    arb__walk(&board, &arb__chess, sight, &v, us, take_leaf, &n);
    return n.total;
}

/* No deeper than ARB_DEPTH_LIMIT. The last ply is a function of its own: less to save and put back
 * there. */
#define DEFINE_GO(name, us, sight, machine)                                                        \
    static machine uint64_t name##_last(const leaf_tree *tree, const arb__made *made,              \
                                        unsigned depth)                                            \
    {                                                                                              \
        (void)depth;                                                                               \
        return make_lines(tree, made, sight, us, true, 1);                                         \
    }                                                                                              \
    static machine uint64_t name(const leaf_tree *tree, const arb__made *made, unsigned depth)     \
    {                                                                                              \
        return make_lines(tree, made, sight, us, false, depth);                                    \
    }

DEFINE_GO(plain_white, ARB_WHITE, &arb__plain_sight, __attribute__((noinline)))
DEFINE_GO(plain_black, ARB_BLACK, &arb__plain_sight, __attribute__((noinline)))
#if ARB__HAS_AVX2
DEFINE_GO(avx2_white, ARB_WHITE, &arb__avx2_sight, ARB__AVX2)
DEFINE_GO(avx2_black, ARB_BLACK, &arb__avx2_sight, ARB__AVX2)
DEFINE_GO(pext_white, ARB_WHITE, &arb__pext_sight, ARB__AVX2)
DEFINE_GO(pext_black, ARB_BLACK, &arb__pext_sight, ARB__AVX2)
#endif

/* For each machine: by colour, for all plies but the last, and for the last. */
static leaf_go *const machines[][2][2] = {
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
    leaf_tree tree = {.visitor = visitor, .context = context};
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
    find_keys(&tree, pos);
    return (depth == 1 ? tree.last : tree.go)[us](&tree, &made, depth);
}
