/* win_sprint.c: the fastest way to a yes: plays the beginner's mate on a light board. Layer:
 * position.
 *
 * The board is a few sets of squares, because only three rules are needed: how pieces move, that no
 * king is left attacked, and what mate is. The winner captures pieces, promotes a pawn and mates
 * with a queen or rook at the edge; the loser offers its pieces and walks its king into a corner.
 * Each move is tested for leaving the own king attacked, and the mate for every answer; why that is
 * enough is in docs/design/winnable-proofs.md. If no mate is found within ARB__SPRINT plies, the
 * dive (win_dive.c) takes over. */
#include "position/winnable/win_sprint.h"

enum {
    PREPARED = 6,   /* moves of the winner that prepare a mate, at most */
    TAKEN_BACK = 5, /* moves of the winner that are replaced because the loser cannot answer */
    IDLE = 5,       /* moves of the winner without a plan */
    ROAMS = 4       /* moves of a queen or rook to where it attacks most */
};

bool arb__sprint_go(arb__sprint *s, unsigned from, unsigned to, arb_kind promotion)
{
    arb_colour us = s->turn, them = arb_other(us);
    uint64_t start = arb__bit(from), end = arb__bit(to);
    unsigned king = s->king[us] == from ? to : s->king[us];
    if ((arb__sprint_attackers(s, them, king, (arb__sprint_all(s) & ~start) | end) & ~end) != 0 ||
        (arb__king_steps[king] >> s->king[them] & 1) != 0)
        return false;
    s->colour[them] &= ~end;
    s->colour[us] = (s->colour[us] & ~start) | end;
    uint64_t *sets[] = {&s->pawns, &s->knights, &s->diagonals, &s->straights};
    for (unsigned i = 0; i < 4; i++)
        *sets[i] = (*sets[i] & ~(start | end)) | (*sets[i] >> from & 1) << to;
    if (promotion != ARB_NO_KIND) {
        s->pawns &= ~end;
        s->diagonals |= end;
        s->straights |= end;
    }
    if (from == s->king[us]) {
        s->king[us] = to;
        s->left[us] = from;
    }
    s->turn = them;
    s->line[s->length++] = arb_move_of((arb_square)from, (arb_square)to, promotion, ARB_NORMAL);
    return true;
}

bool arb__sprint_go_to_one(arb__sprint *s, unsigned from, uint64_t targets)
{
    for (; targets != 0; targets &= targets - 1)
        if (arb__sprint_go(s, from, arb__first(targets), ARB_NO_KIND))
            return true;
    return false;
}

static unsigned nearest_corner(unsigned square)
{
    return ((square & 4) != 0 ? 7u : 0u) + ((square & 32) != 0 ? 56u : 0u);
}

/* The squares within this distance of the corner. */
static uint64_t box(unsigned corner, unsigned distance)
{
    uint64_t files = (corner & 7) == 0 ? 0xFFu >> (7 - distance) : 0xFFu << (7 - distance) & 0xFFu;
    uint64_t all = files * ARB__FILE_A;
    return corner < 8 ? all & ~UINT64_C(0) >> (56 - 8 * distance)
                      : all & ~UINT64_C(0) << (56 - 8 * distance);
}

/* ---- other moves of the winner ---- */

/* Captures one of these pieces. */
static bool take(arb__sprint *s, uint64_t victims)
{
    arb_colour us = s->side;
    uint64_t last = us == ARB_WHITE ? ARB__ROW_8 : ARB__ROW_1;
    for (; victims != 0; victims &= victims - 1) {
        unsigned to = arb__first(victims);
        uint64_t takers = arb__sprint_attackers(s, us, to, arb__sprint_all(s)) |
                          (arb__king_steps[to] & arb__bit(s->king[us]));
        for (; takers != 0; takers &= takers - 1) {
            unsigned from = arb__first(takers);
            bool promotes = (s->pawns & takers & -takers) != 0 && (last >> to & 1) != 0;
            if (arb__sprint_go(s, from, to, promotes ? ARB_QUEEN : ARB_NO_KIND))
                return true;
        }
    }
    return false;
}

static bool push(arb__sprint *s)
{
    arb_colour us = s->side;
    uint64_t empty = ~arb__sprint_all(s),
             home = us == ARB_WHITE ? ARB__ROW_1 << 8 : ARB__ROW_1 << 48;
    uint64_t last = us == ARB_WHITE ? ARB__ROW_8 : ARB__ROW_1;
    uint64_t able = s->pawns & s->colour[us] & arb__ahead(empty, arb_other(us));
    while (able != 0) {
        unsigned from = us == ARB_WHITE ? 63u - (unsigned)__builtin_clzll(able) : arb__first(able);
        uint64_t at = arb__bit(from), to = arb__ahead(at, us), two = arb__ahead(to, us) & empty;
        if ((at & home) != 0 && two != 0 && arb__sprint_go(s, from, arb__first(two), ARB_NO_KIND))
            return true;
        if (arb__sprint_go(s, from, arb__first(to), (to & last) != 0 ? ARB_QUEEN : ARB_NO_KIND))
            return true;
        able &= ~at;
    }
    return false;
}

/* The king goes for something to capture and avoids squares that pawns guard. */
static bool hunt(arb__sprint *s)
{
    arb_colour us = s->side, them = arb_other(us);
    unsigned from = s->king[us];
    uint64_t own = s->colour[us], enemy = s->colour[them];
    uint64_t near = enemy & ~arb__bit(s->king[them]), steps = arb__king_steps[from] & ~own;
    uint64_t way = ~own & ~arb__bit(s->king[them]) & ~arb__pawn_attacks(enemy & s->pawns, them);
    for (unsigned n = 0; near != 0 && n < 12; n++) {
        if ((near & steps) != 0 && arb__sprint_go_to_one(s, from, near & steps))
            return true;
        near |= arb__spread(near) & way;
    }
    return false;
}

/* Moves a king along a shortest path to one of the squares of `goal`; `free` is the set of squares
 * that it may enter. */
static bool travel(arb__sprint *s, uint64_t goal, uint64_t free)
{
    unsigned from = s->king[s->turn];
    uint64_t steps = arb__king_steps[from] & free, near = goal & free, before = 0;
    if ((goal >> from & 1) != 0)
        return false;
    for (; near != before; before = near, near = arb__spread(near) & free) {
        if ((near & steps) != 0 && arb__sprint_go_to_one(s, from, near & steps))
            return true;
    }
    return false;
}

/* Squares that the king of the side to move may enter. */
static uint64_t safe_squares(const arb__sprint *s)
{
    arb_colour us = s->turn, them = arb_other(us);
    uint64_t all = arb__sprint_all(s);
    return ~all & ~arb__sprint_attacked(s, them, s->colour[them], all & ~arb__bit(s->king[us]));
}

/* The winner's king goes to two squares from the loser's corner. */
static bool come_near(arb__sprint *s)
{
    unsigned prey = s->king[s->side ^ 1u];
    uint64_t goal = box(s->corner, 2) & ~box(s->corner, 1);
    if ((ARB__EDGE >> prey & 1) != 0)
        goal = arb__spread(arb__spread(arb__bit(prey)));
    return travel(s, goal & ~arb__king_steps[prey], safe_squares(s));
}

/* Any step of a king; back to the square it came from only if there is no other. */
static bool step(arb__sprint *s)
{
    unsigned from = s->king[s->turn];
    uint64_t steps = arb__king_steps[from] & ~s->colour[s->turn],
             quiet = steps & ~arb__sprint_all(s);
    uint64_t back = s->left[s->turn] < 64 ? arb__bit(s->left[s->turn]) & steps : 0;
    return arb__sprint_go_to_one(s, from, quiet & ~back) || arb__sprint_go_to_one(s, from, steps);
}

/* A queen or rook goes where it attacks least, so that the loser's king can walk, or most, so that
 * its next moves may prepare a mate. It leaves the loser's king where it is. */
static bool move_force(arb__sprint *s, bool most)
{
    uint64_t all = arb__sprint_all(s), prey = arb__bit(s->king[s->side ^ 1u]);
    for (uint64_t left = s->colour[s->side] & s->straights; left != 0; left &= left - 1) {
        unsigned from = arb__first(left), best = from;
        bool queen = (s->diagonals & left & -left) != 0;
        uint64_t targets = arb__force_attacks(queen, from, all) & ~all,
                 rest = all & ~arb__bit(from);
        unsigned record = arb__count(targets);
        for (targets &= ~s->roamed; targets != 0; targets &= targets - 1) {
            uint64_t seen = arb__force_attacks(queen, arb__first(targets), rest);
            unsigned count = arb__count(seen & ~all);
            if ((most ? best == from || count > record : count < record) && (seen & prey) == 0) {
                record = count;
                best = arb__first(targets);
            }
        }
        if (best != from && arb__sprint_go(s, from, best, ARB_NO_KIND)) {
            s->roamed |= left & -left;
            return true;
        }
    }
    return false;
}

/* A move without a plan: any step of the king. After IDLE such moves the sprint gives up. */
static bool idle(arb__sprint *s)
{
    return s->idle++ < IDLE && step(s);
}

static void look(const arb__sprint *s, arb__sprint_view *view)
{
    uint64_t own = s->colour[s->side], all = arb__sprint_all(s), left = own & s->straights;
    for (view->count = 0; left != 0 && view->count < ARB__FORCE; left &= left - 1) {
        unsigned from = arb__first(left);
        view->from[view->count] = from;
        view->attacks[view->count++] =
            arb__force_attacks((s->diagonals & left & -left) != 0, from, all);
        own &= ~(left & -left);
    }
    view->others = arb__sprint_attacked(s, s->side, own, all);
}

static bool win_on(arb__sprint *s, bool *mated)
{
    bool force = (s->colour[s->side] & s->straights) != 0;
    unsigned prey = s->king[s->side ^ 1u];
    bool edge = force && (ARB__EDGE >> prey & 1) != 0;
    uint64_t victims = s->colour[s->side ^ 1u] & ~arb__bit(prey) & ~(force ? s->pawns : 0);
    arb__sprint_view view;
    s->aim = 64;
    if (edge) {
        look(s, &view);
        victims &= arb__sprint_seen(&view, ARB__FORCE);
    }
    *mated = edge && arb__sprint_mate(s, &view);
    if (*mated || take(s, victims))
        return true;
    if (edge && s->patience > 0 && arb__sprint_prepare(s, &view)) {
        s->patience--;
        return true;
    }
    if (!force && (push(s) || hunt(s)))
        return true;
    return come_near(s) || (s->shut_in && move_force(s, false)) ||
           (edge && s->roams++ < ROAMS && move_force(s, true)) || push(s) || idle(s);
}

static bool win_otherwise(arb__sprint *s)
{
    s->aim = 64;
    return move_force(s, false) || idle(s) || push(s);
}

/* ---- moves of the loser ---- */

static bool wait_by_pawn(arb__sprint *s)
{
    arb_colour us = s->turn;
    uint64_t able = s->colour[us] & s->pawns;
    uint64_t last = us == ARB_WHITE ? ARB__ROW_8 : ARB__ROW_1;
    able &= arb__ahead(~arb__sprint_all(s) & ~last, arb_other(us));
    for (; able != 0; able &= able - 1)
        if (arb__sprint_go(s, arb__first(able), arb__first(arb__ahead(able & -able, us)),
                           ARB_NO_KIND))
            return true;
    return false;
}

static bool wait_by_piece(arb__sprint *s, uint64_t squares)
{
    uint64_t all = arb__sprint_all(s);
    uint64_t left = s->colour[s->turn] & ~s->pawns & ~arb__bit(s->king[s->turn]);
    for (; left != 0; left &= left - 1) {
        unsigned from = arb__first(left);
        uint64_t bit = left & -left, targets = 0;
        if ((s->knights & bit) != 0)
            targets = arb__knight_steps[from];
        if ((s->diagonals & bit) != 0)
            targets = arb__diagonal_attacks(from, all);
        if ((s->straights & bit) != 0)
            targets |= arb__straight_attacks(from, all);
        if (arb__sprint_go_to_one(s, from, targets & ~all & squares))
            return true;
    }
    return false;
}

static bool lose_on(arb__sprint *s)
{
    arb_colour us = s->turn;
    unsigned king = s->king[us];
    bool edge = (ARB__EDGE >> king & 1) != 0;
    bool pieces = (s->colour[us] & ~s->pawns & ~arb__bit(king)) != 0;
    if (s->aim < 64 && s->aim != king && arb__sprint_go(s, king, s->aim, ARB_NO_KIND))
        return true;
    if (s->aim == king && (wait_by_pawn(s) || wait_by_piece(s, ~UINT64_C(0))))
        return true;
    if (edge)
        s->corner = nearest_corner(king);
    uint64_t way = safe_squares(s);
    if ((pieces && wait_by_piece(s, ~way)) || travel(s, arb__bit(s->corner), way) ||
        (!edge && travel(s, ARB__EDGE, way)))
        return true;
    s->shut_in = !edge;
    return wait_by_pawn(s) || (pieces && wait_by_piece(s, ~UINT64_C(0))) || step(s);
}

/* The loser's king cannot move: is it mate? A check by a pawn does not count, because the pawn
 * might be captured en passant. */
static bool is_mated(const arb__sprint *s)
{
    arb_colour us = s->side;
    uint64_t all = arb__sprint_all(s),
             checkers = arb__sprint_attackers(s, us, s->king[us ^ 1u], all);
    if (checkers == 0 || (checkers & s->pawns) != 0)
        return false;
    return arb__several(checkers) || !arb__sprint_is_answered(s, arb__first(checkers), all);
}

size_t arb__win_sprint(const arb_position *root, arb_colour side, arb_move *line)
{
    arb__sprint s = {
        .colour = {root->board.bits.colour[0], root->board.bits.colour[1]},
        .pawns = root->board.bits.pawns,
        .knights = root->board.bits.knights,
        .diagonals = root->board.bits.diagonals,
        .straights = root->board.bits.straights,
        .king = {root->royal[0], root->royal[1]},
        .side = side,
        .turn = (arb_colour)root->turn,
        .corner = nearest_corner(root->royal[side ^ 1u]),
        .aim = 64,
        .left = {64, 64},
        .patience = PREPARED,
        .line = line,
    };
    arb__sprint before = s;
    if ((s.colour[side] & (s.pawns | s.straights)) == 0)
        return 0;
    for (unsigned back = 0; s.length < ARB__SPRINT && back < TAKEN_BACK;) {
        bool mated = false;
        if (s.turn == side) {
            before = s;
            if (!win_on(&s, &mated))
                return 0;
            if (mated)
                return s.length;
        } else if (!lose_on(&s)) {
            if (is_mated(&s))
                return s.length;
            /* The loser has none of the moves that this file makes, so the winner's last move is
             * replaced by another one. */
            s = before;
            if (s.turn != side || !win_otherwise(&s))
                return 0;
            back++;
        }
    }
    return 0;
}
