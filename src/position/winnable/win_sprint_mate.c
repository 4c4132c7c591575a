/* win_sprint_mate.c: a sprint's moves that mate with a queen or rook, or prepare such a mate.
 * Layer: position. */
#include "position/winnable/win_sprint.h"

enum { EDGE_OPEN = 4 }; /* the most open squares beside a king that one queen can still guard */

static bool has_more_than(unsigned count, uint64_t set)
{
    while (count-- > 0)
        set &= set - 1;
    return set != 0;
}

/* What a queen or rook attacks on an empty board. */
static uint64_t force_rays(bool queen, unsigned square)
{
    return arb__straight_rays(square) | (queen ? arb__diagonal_rays(square) : 0);
}

/* Squares from which a queen or rook attacks all of `squares` on an empty board. */
static uint64_t posts_for(bool queen, uint64_t squares)
{
    uint64_t posts = ~UINT64_C(0);
    for (; squares != 0; squares &= squares - 1)
        posts &= force_rays(queen, arb__first(squares));
    return posts;
}

bool arb__sprint_is_answered(const arb__sprint *s, unsigned at, uint64_t occupied)
{
    arb_colour loser = arb_other(s->side);
    uint64_t between = arb__between[at][s->king[loser]];
    uint64_t pawns = s->pawns & s->colour[loser];
    uint64_t once = arb__ahead(pawns, loser) & ~occupied;
    uint64_t twice = arb__ahead(once, loser) & ~occupied;
    if (((once | twice) & between) != 0)
        return true;
    for (uint64_t left = between | arb__bit(at); left != 0; left &= left - 1)
        if (arb__sprint_attackers(s, loser, arb__first(left), occupied) != 0)
            return true;
    return false;
}

/* Mates with the queen or rook of this number a king that stands at the edge. */
static bool mate_with(arb__sprint *s, const arb__sprint_view *view, unsigned i, uint64_t open)
{
    arb_colour us = s->side;
    unsigned prey = s->king[us ^ 1u], from = view->from[i];
    bool queen = (s->diagonals >> from & 1) != 0;
    uint64_t own = s->colour[us], empty = arb__sprint_all(s) & ~arb__bit(from);
    uint64_t targets = view->attacks[i] & ~own & posts_for(queen, open | arb__bit(prey));
    if (targets != 0)
        targets &= arb__force_attacks(queen, prey, empty);
    for (; targets != 0; targets &= targets - 1) {
        unsigned to = arb__first(targets);
        uint64_t occupied = (empty & ~arb__bit(prey)) | arb__bit(to);
        uint64_t seen = arb__force_attacks(queen, to, occupied);
        if ((open & ~seen) != 0)
            continue;
        seen |= arb__sprint_attacked(s, us, own & ~arb__bit(from), occupied);
        if ((arb__king_steps[prey] & ~(s->colour[us ^ 1u] & ~arb__bit(to)) & ~seen) != 0 ||
            arb__sprint_is_answered(s, to, empty | arb__bit(to)))
            continue;
        if (arb__sprint_go(s, from, to, ARB_NO_KIND))
            return true;
    }
    return false;
}

/* Can the loser make a move that changes little? */
static bool can_wait(const arb__sprint *s)
{
    arb_colour loser = arb_other(s->side);
    uint64_t own = s->colour[loser], last = loser == ARB_WHITE ? ARB__ROW_8 : ARB__ROW_1;
    return (arb__ahead(own & s->pawns, loser) & ~arb__sprint_all(s) & ~last) != 0 ||
           (own & ~s->pawns & ~arb__bit(s->king[loser])) != 0;
}

/* Moves the queen or rook of this number to a square from which it mates next if the loser's king
 * then stands on `aim`. `rest` is what the winner's other pieces attack. */
static bool prepare_for(arb__sprint *s, const arb__sprint_view *view, unsigned i, uint64_t rest,
                        unsigned aim)
{
    arb_colour us = s->side;
    unsigned prey = s->king[us ^ 1u], from = view->from[i];
    bool queen = (s->diagonals >> from & 1) != 0;
    uint64_t own = s->colour[us], all = arb__sprint_all(s);
    uint64_t occupied = all & ~arb__bit(from) & ~arb__bit(prey);
    uint64_t open = arb__king_steps[aim] & ~s->colour[us ^ 1u] & ~rest;
    if (aim != prey)
        open |= arb__bit(prey) & ~rest;
    if (has_more_than(EDGE_OPEN, open))
        return false;
    uint64_t posts = posts_for(queen, open | arb__bit(aim)) & ~own;
    if (posts == 0)
        return false;
    uint64_t checks = arb__force_attacks(queen, aim, occupied);
    uint64_t starts = view->attacks[i] & ~all & ~checks & ~arb__bit(aim);
    for (posts &= checks; starts != 0 && posts != 0; posts &= posts - 1) {
        unsigned at = arb__first(posts);
        if ((open & ~arb__force_attacks(queen, at, occupied)) != 0)
            continue;
        uint64_t ways = starts & arb__force_attacks(queen, at, occupied | arb__bit(aim));
        if (arb__sprint_go_to_one(s, from, ways)) {
            s->aim = aim;
            return true;
        }
    }
    return false;
}

/* Is the winner's king near enough to help: at most three files and three ranks away? */
static bool king_is_near(const arb__sprint *s)
{
    unsigned prey = s->king[s->side ^ 1u], king = s->king[s->side];
    return (prey & 7) - (king & 7) + 3 <= 6 && (prey >> 3) - (king >> 3) + 3 <= 6;
}

bool arb__sprint_mate(arb__sprint *s, const arb__sprint_view *view)
{
    unsigned prey = s->king[s->side ^ 1u];
    uint64_t steps = arb__king_steps[prey] & ~s->colour[s->side ^ 1u];
    uint64_t open = steps & ~arb__sprint_seen(view, ARB__FORCE);
    if (has_more_than(king_is_near(s) ? EDGE_OPEN - 1 : EDGE_OPEN - 2, open))
        return false;
    for (unsigned i = 0; i < view->count; i++)
        if (mate_with(s, view, i, steps & ~arb__sprint_seen(view, i)))
            return true;
    return false;
}

bool arb__sprint_prepare(arb__sprint *s, const arb__sprint_view *view)
{
    unsigned prey = s->king[s->side ^ 1u];
    uint64_t others = ~s->colour[s->side ^ 1u] & ~arb__sprint_seen(view, ARB__FORCE);
    uint64_t aims = arb__king_steps[prey] & ARB__EDGE & ~arb__sprint_all(s) &
                    ~arb__king_steps[s->king[s->side]];
    if (can_wait(s))
        aims |= arb__bit(prey);
    unsigned most = king_is_near(s) ? EDGE_OPEN - 1 : EDGE_OPEN - 3;
    for (uint64_t left = aims; left != 0; left &= left - 1)
        if (has_more_than(most, arb__king_steps[arb__first(left)] & others))
            aims &= ~(left & -left);
    for (unsigned i = 0; aims != 0 && i < view->count; i++) {
        uint64_t rest = arb__sprint_seen(view, i);
        for (uint64_t at = aims & ~(rest & ~arb__bit(prey)); at != 0; at &= at - 1)
            if (prepare_for(s, view, i, rest, arb__first(at)))
                return true;
    }
    return false;
}
