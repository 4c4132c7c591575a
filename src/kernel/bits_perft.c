/* bits_perft.c: how many lines of so many plies there are. Layer: kernel.
 *
 * A child is a copy of one cache line with the move made on it; the last ply is counted as sets and
 * not made. */
#include "kernel/bits_walk.h"

typedef struct {
    const arb__board *parent;
    const arb__shape *shape;
    unsigned depth; /* of the children */
    uint64_t total;
} node;

typedef uint64_t lines_of(const arb__board *b, const arb__shape *shape, unsigned depth);

ARB__INLINE bool take_number(void *context, arb__how how, int from, uint64_t set)
{
    node *n = context;
    bool promotes = how == ARB__BY_PROMOTION || how == ARB__BY_EN_PASSANT_PROMOTION;
    (void)from;
    n->total += arb__count(set) * (promotes ? n->shape->promotion_count : 1);
    return true;
}

/* The parent with one own piece gone from `from` and whatever stood on `to` taken. */
ARB__INLINE arb__board lift(const node *n, arb_colour us, uint64_t from, uint64_t to)
{
    const arb__board *p = n->parent;
    uint64_t gone = from | to;
    arb__board b = {
        .pawns = p->pawns & ~gone,
        .knights = p->knights & ~gone,
        .diagonals = p->diagonals & ~gone,
        .straights = p->straights & ~gone,
        .kings = p->kings & ~gone,
        /* A mark goes with its piece; the one of en passant with the next move. */
        .marks = p->marks & (p->colour[0] | p->colour[1]) & ~gone,
    };
    b.colour[us] = (p->colour[us] & ~from) | to;
    b.colour[us ^ 1u] = p->colour[us ^ 1u] & ~to;
    return b;
}

/* A royal king has been taken: the next one in reading order takes its place (the lowest row, from
 * its right). False if there is none and that ends the game. */
static bool crown_next(arb__board *b, const arb__shape *shape, arb_colour colour)
{
    uint64_t kings = b->kings & b->colour[colour];
    b->marks &= ~b->colour[colour];
    if (kings == 0)
        return !shape->taken_ends;
    uint64_t row = kings & ARB__ROW_1 << (arb__first(kings) & 56u);
    b->marks |= 0x8000000000000000u >> __builtin_clzll(row);
    return true;
}

ARB__INLINE void descend(node *n, arb_colour us, arb__board *b, uint64_t to, lines_of *lines)
{
    arb_colour them = us == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
    if (!n->shape->one_king && (arb__royal(n->parent, n->shape, them) & to) != 0 &&
        !crown_next(b, n->shape, them))
        return;
    n->total += lines(b, n->shape, n->depth);
}

ARB__INLINE void place_promoted(arb__board *b, uint64_t at, unsigned kind)
{
    b->knights |= kind == ARB_KNIGHT ? at : 0;
    b->diagonals |= kind == ARB_BISHOP || kind == ARB_QUEEN ? at : 0;
    b->straights |= kind == ARB_ROOK || kind == ARB_QUEEN ? at : 0;
}

ARB__INLINE void place_piece(arb__board *b, const node *n, arb_colour us, arb__how how,
                             uint64_t from, uint64_t to)
{
    const arb__board *p = n->parent;
    bool royal;
    switch (how) {
    case ARB__BY_KNIGHT:
        b->knights |= to;
        break;
    case ARB__BY_DIAGONAL:
        b->diagonals |= to;
        b->straights |= (p->straights & from) != 0 ? to : 0;
        break;
    case ARB__BY_STRAIGHT:
        b->straights |= to;
        b->diagonals |= (p->diagonals & from) != 0 ? to : 0;
        break;
    default:
        b->kings |= to;
        royal = (arb__royal(p, n->shape, us) & from) != 0;
        /* The rights of the king that moved go; the kings that remain are no royal ones. */
        if (royal)
            b->marks &= ~b->colour[us];
        if (royal && !n->shape->one_king)
            b->marks |= to;
    }
}

ARB__INLINE void castle(node *n, arb_colour us, uint64_t king, uint64_t rook, lines_of *lines)
{
    unsigned side = rook > king ? ARB_KING_SIDE : ARB_QUEEN_SIDE;
    uint64_t king_to = arb__bit(n->shape->king_to[us][side]);
    uint64_t rook_to = arb__bit(n->shape->rook_to[us][side]);
    arb__board b = lift(n, us, king | rook, 0);
    b.kings |= king_to;
    b.straights |= rook_to;
    b.colour[us] |= king_to | rook_to;
    b.marks &= n->parent->colour[us ^ 1u];
    if (!n->shape->one_king)
        b.marks |= king_to;
    descend(n, us, &b, 0, lines);
}

ARB__INLINE void arrive(node *n, arb_colour us, arb__how how, int way, uint64_t to, lines_of *lines)
{
    unsigned square = arb__first(to);
    bool by_way = how == ARB__BY_PAWN || how == ARB__BY_PAWN_TWO || how == ARB__BY_PROMOTION;
    uint64_t from = arb__bit(by_way ? (unsigned)((int)square - way) : (unsigned)way);
    bool passing = how == ARB__BY_EN_PASSANT || how == ARB__BY_EN_PASSANT_PROMOTION;
    if (how == ARB__BY_CASTLING) {
        castle(n, us, from, to, lines);
        return;
    }

    arb__board b = lift(n, us, from, to);
    if (passing) {
        uint64_t taken = us == ARB_WHITE ? to >> 8 : to << 8;
        b.pawns &= ~taken;
        b.colour[us ^ 1u] &= ~taken;
    }
    if (how == ARB__BY_PROMOTION || how == ARB__BY_EN_PASSANT_PROMOTION) {
        for (uint32_t kinds = n->shape->promotion_kinds; kinds != 0; kinds &= kinds - 1) {
            arb__board c = b;
            place_promoted(&c, to, (unsigned)__builtin_ctz(kinds));
            descend(n, us, &c, to, lines);
        }
        return;
    }
    if (by_way || passing)
        b.pawns |= to;
    else
        place_piece(&b, n, us, how, from, to);
    if (how == ARB__BY_PAWN_TWO && n->shape->en_passant)
        b.marks |= us == ARB_WHITE ? to >> 8 : to << 8;
    descend(n, us, &b, to, lines);
}

ARB__INLINE bool take_down(node *n, arb_colour us, arb__how how, int from, uint64_t set,
                           lines_of *lines)
{
    for (; set != 0; set &= set - 1)
        arrive(n, us, how, from, set & -set, lines);
    return true;
}

/* One function a colour and shape: its `take` names the function of the other colour. */
#define DEFINE_LINES(name, us, shape_used, other)                                                  \
    static lines_of other;                                                                         \
    ARB__INLINE bool name##_down(void *context, arb__how how, int from, uint64_t set)              \
    {                                                                                              \
        return take_down(context, us, how, from, set, other);                                      \
    }                                                                                              \
    static __attribute__((noinline)) uint64_t name(const arb__board *b, const arb__shape *shape,   \
                                                   unsigned depth)                                 \
    {                                                                                              \
        (void)shape;                                                                               \
        node n = {b, shape_used, depth - 1, 0};                                                    \
        if (depth == 1)                                                                            \
            arb__walk(b, shape_used, us, take_number, &n);                                         \
        else                                                                                       \
            arb__walk(b, shape_used, us, name##_down, &n);                                         \
        return n.total;                                                                            \
    }

DEFINE_LINES(chess_white, ARB_WHITE, &arb__chess, chess_black)
DEFINE_LINES(chess_black, ARB_BLACK, &arb__chess, chess_white)
DEFINE_LINES(other_white, ARB_WHITE, shape, other_black)
DEFINE_LINES(other_black, ARB_BLACK, shape, other_white)

uint64_t arb__bits_perft(const arb_position *pos, unsigned depth)
{
    arb__shape shape = arb__bits_shape(pos);
    arb__board b = arb__bits_board(pos, (arb_colour)pos->turn);
    bool white = pos->turn == ARB_WHITE;
    if (depth == 0)
        return 1;
    if (pos->over)
        return 0;
    if (arb__bits_is_chess(pos, &shape))
        return (white ? chess_white : chess_black)(&b, &shape, depth);
    return (white ? other_white : other_black)(&b, &shape, depth);
}
