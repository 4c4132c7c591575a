/* win_pattern.c: is there a mate among the squares that the pieces may reach? Layer: position.
 *
 * In a mate the king stands on one of its squares, an enemy piece attacks it, and every square
 * beside it is either held by a piece of its own side or attacked. This file tries to place pieces
 * so, each inside its reach and on a square of its own; fixed pieces stand where they are. Whether
 * the placing can be played, whether a line is opened or a checker taken is not asked: where even
 * so nothing fits, no play ends in mate. */
#include "position/winnable/winnable.h"

enum {
    PATIENCE = 20000,  /* placings tried; then the answer is that there may be one */
    REACH_WORK = 1024, /* what a caller's budget pays for the reach of all pieces */
    PLACING_WORK = 128 /* and for one placing */
};

typedef struct {
    const arb__reach *r;
    arb_colour side;
    unsigned king;               /* where the king to be mated stands */
    unsigned own_king;           /* the unit number of the other one */
    uint64_t placed;             /* squares that are taken, without that king's */
    uint64_t blockers;           /* of them those of the mated side */
    uint8_t at[ARB__UNIT_LIMIT]; /* by unit: its square, or NOWHERE */
    unsigned patience;
} mate_pattern;

enum { NOWHERE = 64 };

/* From where a unit of this kind attacks a square. */
static uint64_t attackers_from(arb_kind kind, arb_colour colour, unsigned square, uint64_t placed)
{
    switch (kind) {
    case ARB_PAWN:
        return arb__pawn_attacks(arb__bit(square), arb_other(colour));
    case ARB_KNIGHT:
        return arb__knight_steps[square];
    case ARB_BISHOP:
        return arb__diagonal_attacks(square, placed);
    case ARB_ROOK:
        return arb__straight_attacks(square, placed);
    case ARB_QUEEN:
        return arb__diagonal_attacks(square, placed) | arb__straight_attacks(square, placed);
    default:
        return arb__king_steps[square];
    }
}

/* Squares of its reach from which a unit attacks a square. */
static uint64_t posts(const mate_pattern *b, unsigned i, unsigned square)
{
    const arb__unit *u = &b->r->unit[i];
    uint64_t set = u->reach & attackers_from(u->kind, u->colour, square, b->placed);
    if (u->become != 0)
        set |= u->become & (attackers_from(ARB_QUEEN, u->colour, square, b->placed) |
                            arb__knight_steps[square]);
    if (i == b->own_king)
        set &= ~arb__king_steps[b->king];
    return set & ~arb__bit(b->king);
}

static void place(mate_pattern *b, unsigned i, unsigned square)
{
    b->at[i] = (uint8_t)square;
    b->placed |= arb__bit(square);
    if (b->r->unit[i].colour != b->side)
        b->blockers |= arb__bit(square);
}

static void lift(mate_pattern *b, unsigned i, uint64_t bit)
{
    b->at[i] = NOWHERE;
    b->placed &= ~bit;
    b->blockers &= ~bit;
}

/* Is a square attacked by a piece that is placed? */
static bool is_attacked(const mate_pattern *b, unsigned square)
{
    for (unsigned i = 0; i < b->r->count; i++)
        if (b->r->unit[i].colour == b->side && b->at[i] != NOWHERE &&
            (posts(b, i, square) >> b->at[i] & 1) != 0)
            return true;
    return false;
}

static bool close_all(mate_pattern *b, uint64_t flights);

/* Tries a unit on each of some squares. */
static bool try_posts(mate_pattern *b, unsigned i, uint64_t squares, uint64_t flights)
{
    for (squares &= ~b->placed; squares != 0; squares &= squares - 1) {
        place(b, i, arb__first(squares));
        bool closed = close_all(b, flights);
        lift(b, i, squares & -squares);
        if (closed)
            return true;
    }
    return false;
}

/* Can pieces be placed so that none of these squares is left to the king? At most eight deep. */
static bool close_all(mate_pattern *b, uint64_t flights)
{
    while (flights != 0 &&
           ((b->blockers & flights & -flights) != 0 || is_attacked(b, arb__first(flights))))
        flights &= flights - 1;
    if (flights == 0 || b->patience == 0)
        return true;
    b->patience--;
    unsigned square = arb__first(flights);
    uint64_t rest = flights & (flights - 1);
    for (unsigned i = 0; i < b->r->count; i++) {
        const arb__unit *u = &b->r->unit[i];
        if (b->at[i] != NOWHERE || (u->colour != b->side && u->kind == ARB_KING))
            continue;
        uint64_t squares =
            u->colour == b->side ? posts(b, i, square) : (u->reach | u->become) & arb__bit(square);
        if (squares != 0 && try_posts(b, i, squares, rest))
            return true;
    }
    return false;
}

/* Is there a mate of the king on b->king? */
static bool mate_here(mate_pattern *b, uint64_t area)
{
    uint64_t flights = arb__king_steps[b->king] & area;
    for (unsigned i = 0; i < b->r->count; i++) {
        const arb__unit *u = &b->r->unit[i];
        if (u->colour != b->side || u->kind == ARB_KING)
            continue;
        uint64_t squares = posts(b, i, b->king);
        if (b->at[i] != NOWHERE ? (squares >> b->at[i] & 1) != 0 && close_all(b, flights)
                                : try_posts(b, i, squares, flights))
            return true;
    }
    return false;
}

/* Is there a mate among the squares of this reach? *patience falls by the placings tried. */
static bool has_pattern(const arb__reach *r, arb_colour side, uint64_t area, unsigned *patience)
{
    mate_pattern b = {.r = r, .side = side, .patience = *patience};
    uint64_t squares = 0, fixed = r->fixed[ARB_WHITE] | r->fixed[ARB_BLACK];
    bool found = false;
    for (unsigned i = 0; i < r->count; i++) {
        const arb__unit *u = &r->unit[i];
        b.at[i] = NOWHERE;
        if (u->kind == ARB_KING && u->colour != side)
            squares = u->reach;
        else if ((fixed >> u->origin & 1) != 0)
            place(&b, i, u->origin);
        if (u->kind == ARB_KING && u->colour == side)
            b.own_king = i;
    }
    for (squares &= ~b.placed; squares != 0 && !found; squares &= squares - 1) {
        b.king = arb__first(squares);
        if (b.at[b.own_king] != NOWHERE && (arb__king_steps[b.king] >> b.at[b.own_king] & 1) != 0)
            continue;
        found = mate_here(&b, area);
    }
    *patience = b.patience;
    return found;
}

bool arb__is_blocked(const arb_position *pos, arb_colour side)
{
    arb__reach reach;
    unsigned patience = PATIENCE;
    if (!arb__spend(pos, REACH_WORK))
        return false;
    if (pos->budget != NULL && pos->budget->left / PLACING_WORK < patience)
        patience = (unsigned)(pos->budget->left / PLACING_WORK) + 1;
    unsigned left = patience;
    arb__reach_all(pos, &reach);
    bool found = has_pattern(&reach, side, pos->board.bits.area, &left);
    return arb__spend(pos, (patience - left) * PLACING_WORK) && !found;
}
