/* bits_child.c: the board after a legal move, as a copy of one cache line. Layer: kernel. */
#include "kernel/bits/bits.h"

/* After the capture of a royal king another king becomes royal: on the row closest to White's home
 * row, the one furthest towards the h-file. Returns false if there is none and the rules end the
 * game then. */
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

static void castle(arb__board *b, const arb__shape *shape, arb_colour us, uint64_t king,
                   uint64_t rook)
{
    unsigned side = rook > king ? ARB_KING_SIDE : ARB_QUEEN_SIDE;
    uint64_t king_to = arb__bit(shape->king_to[us][side]);
    uint64_t rook_to = arb__bit(shape->rook_to[us][side]);
    b->kings = (b->kings & ~king) | king_to;
    b->straights = (b->straights & ~rook) | rook_to;
    b->colour[us] = (b->colour[us] & ~(king | rook)) | king_to | rook_to;
    b->marks = (b->marks & b->colour[us ^ 1u]) | king_to;
}

static void promote(arb__board *b, uint64_t at, arb_kind kind)
{
    b->pawns &= ~at;
    b->knights |= kind == ARB_KNIGHT ? at : 0;
    b->diagonals |= kind == ARB_BISHOP || kind == ARB_QUEEN ? at : 0;
    b->straights |= kind == ARB_ROOK || kind == ARB_QUEEN ? at : 0;
}

bool arb__bits_child(arb__board *child, const arb__board *parent, const arb__shape *shape,
                     arb_colour us, arb_move move)
{
    arb_colour them = arb_other(us);
    uint64_t from = arb__bit(arb_move_from(move));
    uint64_t to = arb__bit(arb_move_to(move));
    uint64_t behind = arb__ahead(to, them);
    if (arb_move_type_of(move) == ARB_CASTLING) {
        *child = *parent;
        castle(child, shape, us, from, to);
        return true;
    }
    arb__bits_step(child, parent, us, from, to);
    if (arb_move_type_of(move) == ARB_EN_PASSANT) {
        child->pawns &= ~behind;
        child->colour[them] &= ~behind;
    }
    if (arb_move_promotion(move) != ARB_NO_KIND)
        promote(child, to, arb_move_promotion(move));
    else if (shape->en_passant && (child->pawns & to) != 0 &&
             (from == to << 16 || from == to >> 16))
        child->marks |= behind;
    return (parent->marks & parent->kings & parent->colour[them] & to) == 0 ||
           crown_next(child, shape, them);
}
