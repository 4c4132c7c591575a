/* win_pattern.c: is there a mate among the squares that the pieces may reach? Layer: position.
 *
 * In a mate the king stands on one of its squares, an enemy piece attacks it, and every square
 * beside it is occupied by a piece of its own side or attacked. This file tries to place the pieces
 * so, each inside its reach and on its own square; fixed pieces stay where they are. It ignores
 * whether the placing can be played, whether a line is open and whether the checker can be
 * captured. So if nothing fits even then, no line of play ends in mate. */
#include "position/winnable/winnable.h"

enum {
    PATIENCE = 20000,  /* placings that are tried before the answer is "there may be a mate" */
    REACH_WORK = 1024, /* charged to the caller's budget for the reach of all pieces */
    PLACING_WORK = 128 /* and for each placing */
};

typedef struct {
    const arb__reach *r;
    arb_colour side;
    unsigned king;                 /* where the king to be mated stands */
    unsigned own_king;             /* the unit number of the winner's king */
    uint64_t placed;               /* occupied squares, except that of the king to be mated */
    uint64_t blockers;             /* those of them with pieces of the mated side */
    uint8_t at[ARB__UNIT_LIMIT];   /* by unit: its square, or NOWHERE */
    uint8_t like[ARB__UNIT_LIMIT]; /* by unit: an earlier unit with the same kind and reach, or
                                      itself */
    unsigned patience;             /* placings that may still be tried */
    bool real;                  /* only mates in which the piece that gives check cannot be taken */
    unsigned checker;           /* its unit */
    const arb__last_move *last; /* NULL: it is not known which move mates */
} mate_pattern;

enum { NOWHERE = 64 };

/* The squares from which a unit of this kind attacks a square. */
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

/* Squares one move away from a set, on an empty board. */
static uint64_t attackers_from_set(arb_kind kind, uint64_t set)
{
    uint64_t all = 0;
    if (kind == ARB_KNIGHT)
        return arb__knights_see(set);
    for (; set != 0; set &= set - 1)
        all |= attackers_from(kind, ARB_WHITE, arb__first(set), 0);
    return all;
}

/* The squares within its reach from which unit `i` attacks a square. */
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

/* Is a square attacked by a piece that has been placed? */
static bool is_attacked(const mate_pattern *b, unsigned square)
{
    for (unsigned i = 0; i < b->r->count; i++)
        if (b->r->unit[i].colour == b->side && b->at[i] != NOWHERE &&
            (posts(b, i, square) >> b->at[i] & 1) != 0)
            return true;
    return false;
}

/* Finds interchangeable units: of several bishops that reach the same squares it does not matter
 * which one is placed. */
static void find_alike(mate_pattern *b)
{
    for (unsigned i = 0; i < b->r->count; i++) {
        const arb__unit *u = &b->r->unit[i];
        b->like[i] = (uint8_t)i;
        for (unsigned k = i; b->at[i] == NOWHERE && k-- > 0;) {
            const arb__unit *v = &b->r->unit[k];
            if (b->at[k] != NOWHERE || v->colour != u->colour || v->kind != u->kind ||
                v->reach != u->reach || v->become != u->become)
                continue;
            b->like[i] = (uint8_t)k;
            break;
        }
    }
}

/* Is an interchangeable unit still unplaced that is to be tried first? */
static bool is_spare(const mate_pattern *b, unsigned i)
{
    return b->like[i] != i && b->at[b->like[i]] == NOWHERE;
}

/* Is the piece that gives check safe from the king and from the pieces beside it? */
static bool check_holds(const mate_pattern *b)
{
    unsigned square = b->at[b->checker];
    for (unsigned i = 0; i < b->r->count; i++) {
        const arb__unit *u = &b->r->unit[i];
        if (u->colour == b->side || b->at[i] == NOWHERE || (u->reach >> b->at[i] & 1) == 0)
            continue;
        if ((attackers_from(u->kind, u->colour, square, b->placed) >> b->at[i] & 1) != 0)
            return false;
    }
    return (arb__king_steps[b->king] >> square & 1) == 0 || is_attacked(b, square);
}

static bool close_all(mate_pattern *b, uint64_t flights);

/* The subset of `squares` that the unit reaches in the fewest moves. */
static uint64_t nearest(const arb__unit *u, uint64_t squares)
{
    uint64_t near = arb__bit(u->origin);
    while ((near & squares) == 0) {
        uint64_t more =
            u->kind == ARB_PAWN ? arb__ahead(near, u->colour) : attackers_from_set(u->kind, near);
        if ((more & ~near) == 0)
            return squares;
        near |= more;
    }
    return near & squares;
}

/* Tries unit `i` on each of these squares. */
static bool try_posts(mate_pattern *b, unsigned i, uint64_t squares, uint64_t flights)
{
    squares &= ~b->placed;
    while (squares != 0) {
        uint64_t next = b->real ? nearest(&b->r->unit[i], squares) : squares;
        next &= -next;
        place(b, i, arb__first(next));
        if (close_all(b, flights))
            return true;
        lift(b, i, next);
        squares &= ~next;
    }
    return false;
}

/* Can pieces be placed so that the king can go to none of these squares? The recursion is at most
 * eight deep. */
static bool close_all(mate_pattern *b, uint64_t flights)
{
    while (flights != 0 &&
           ((b->blockers & flights & -flights) != 0 || is_attacked(b, arb__first(flights))))
        flights &= flights - 1;
    if (flights == 0)
        return !b->real || check_holds(b);
    if (b->patience == 0)
        return !b->real;
    b->patience--;
    unsigned square = arb__first(flights);
    uint64_t rest = flights & (flights - 1);
    if (b->real && b->at[b->own_king] == NOWHERE &&
        try_posts(b, b->own_king, posts(b, b->own_king, square), rest))
        return true;
    for (unsigned promoted = 0; promoted < 2; promoted++)
        for (unsigned i = 0; i < b->r->count; i++) {
            const arb__unit *u = &b->r->unit[i];
            if (b->at[i] != NOWHERE || (u->colour != b->side && u->kind == ARB_KING) ||
                (promoted && u->become == 0) || is_spare(b, i))
                continue;
            uint64_t squares = u->colour == b->side ? posts(b, i, square)
                                                    : (u->reach | u->become) & arb__bit(square);
            squares &= promoted ? u->become : u->reach;
            if (squares != 0 && try_posts(b, i, squares, rest))
                return true;
        }
    return false;
}

/* The squares from which a unit may give check by the last move: the piece that moved gives it from
 * its new square, any other piece along a line through the square that was left. */
static uint64_t checking_posts(const mate_pattern *b, unsigned i)
{
    const arb__unit *u = &b->r->unit[i];
    uint64_t squares = posts(b, i, b->king), open = 0;
    if (b->last == NULL)
        return squares;
    if (u->kind == ARB_PAWN)
        return b->last->to < NOWHERE ? squares & arb__bit(b->last->to) : 0;
    if (b->last->from == NOWHERE)
        return squares;
    for (; squares != 0; squares &= squares - 1)
        if ((arb__between[b->king][arb__first(squares)] >> b->last->from & 1) != 0)
            open |= squares & -squares;
    return open;
}

/* Is there a mate of the king on b->king? */
static bool mate_here(mate_pattern *b, uint64_t area)
{
    uint64_t flights = arb__king_steps[b->king] & area;
    for (unsigned i = 0; i < b->r->count; i++) {
        const arb__unit *u = &b->r->unit[i];
        if (u->colour != b->side || u->kind == ARB_KING || is_spare(b, i))
            continue;
        uint64_t squares = checking_posts(b, i);
        b->checker = i;
        if (b->at[i] != NOWHERE ? (squares >> b->at[i] & 1) != 0 && close_all(b, flights)
                                : try_posts(b, i, squares, flights))
            return true;
    }
    return false;
}

/* Places the fixed pieces and returns the squares on which the other king may be mated. */
static uint64_t set_up(mate_pattern *b, const arb__reach *r, arb_colour side)
{
    uint64_t squares = 0, fixed = r->fixed[ARB_WHITE] | r->fixed[ARB_BLACK];
    *b = (mate_pattern){.r = r, .side = side};
    for (unsigned i = 0; i < r->count; i++) {
        const arb__unit *u = &r->unit[i];
        b->at[i] = NOWHERE;
        if (u->kind == ARB_KING && u->colour != side)
            squares = u->reach;
        else if ((fixed & arb__bit(u->origin)) == (u->reach | u->become))
            place(b, i, u->origin);
        if (u->kind == ARB_KING && u->colour == side)
            b->own_king = i;
    }
    find_alike(b);
    return squares & ~b->placed;
}

static bool kings_apart(const mate_pattern *b)
{
    unsigned other = b->at[b->own_king];
    return other == NOWHERE || (arb__king_steps[b->king] >> other & 1) == 0;
}

/* Is there a mate among the squares of this reach? Subtracts the number of placings tried from
 * *patience. */
static bool has_pattern(const arb__reach *r, arb_colour side, uint64_t area, unsigned *patience)
{
    mate_pattern b;
    bool found = false;
    uint64_t squares = set_up(&b, r, side);
    b.patience = *patience;
    for (; squares != 0 && !found; squares &= squares - 1) {
        b.king = arb__first(squares);
        found = kings_apart(&b) && mate_here(&b, area);
    }
    *patience = b.patience;
    return found;
}

bool arb__mate_fits(const arb__reach *pieces, arb_colour side, uint64_t area,
                    const arb__last_move *last, unsigned *patience)
{
    mate_pattern b;
    set_up(&b, pieces, side);
    b.last = last;
    b.patience = *patience;
    for (unsigned i = 0; i < pieces->count; i++)
        if (pieces->unit[i].kind == ARB_KING && pieces->unit[i].colour != side)
            b.king = pieces->unit[i].origin;
    bool fits = mate_here(&b, area);
    *patience = b.patience;
    return fits || b.patience == 0;
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

/* ---- mates to aim at ---- */

static arb__win_goal goal_of(const mate_pattern *b)
{
    arb__win_goal goal = {.prey = b->king, .king = NOWHERE};
    uint64_t fixed = b->r->fixed[ARB_WHITE] | b->r->fixed[ARB_BLACK];
    for (unsigned i = 0; i < b->r->count; i++) {
        const arb__unit *u = &b->r->unit[i];
        unsigned at = b->at[i];
        if (at == NOWHERE || (fixed >> u->origin & 1) != 0)
            continue;
        if (u->kind == ARB_KING) {
            goal.king = at;
            continue;
        }
        arb_kind kind = (u->reach >> at & 1) != 0              ? u->kind
                        : u->colour != b->side                 ? ARB_KNIGHT
                        : arb__knight_steps[b->king] >> at & 1 ? ARB_KNIGHT
                                                               : ARB_QUEEN;
        if (goal.count < 8) {
            goal.piece[goal.count].colour = u->colour;
            goal.piece[goal.count].kind = kind;
            goal.piece[goal.count++].square = at;
        }
    }
    return goal;
}

enum { GOAL_PATIENCE = 300 };

unsigned arb__find_goals(const arb_position *pos, arb_colour side, arb__win_goal *goals)
{
    arb__reach reach;
    mate_pattern b;
    unsigned count = 0, cost[ARB__GOALS];
    if (!arb__spend(pos, REACH_WORK))
        return 0;
    arb__reach_all(pos, &reach);
    for (uint64_t squares = set_up(&b, &reach, side); squares != 0; squares &= squares - 1) {
        set_up(&b, &reach, side);
        b.king = arb__first(squares);
        b.real = true;
        b.patience = GOAL_PATIENCE;
        if (!kings_apart(&b) || !mate_here(&b, pos->board.bits.area))
            continue;
        arb__win_goal goal = goal_of(&b);
        unsigned far = arb__lean_to(pos, side, &goal);
        if (count == ARB__GOALS && far >= cost[count - 1])
            continue;
        count += count < ARB__GOALS;
        unsigned at = count - 1;
        for (; at > 0 && cost[at - 1] > far; at--) {
            cost[at] = cost[at - 1];
            goals[at] = goals[at - 1];
        }
        cost[at] = far;
        goals[at] = goal;
    }
    return count;
}
