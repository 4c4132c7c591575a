/* grid_guard.c: finds the pieces whose moves may expose the royal piece. Layer: kernel.
 *
 * While the royal piece is not attacked, a move of another piece can expose it only by leaving a
 * line with an enemy slider behind it. So every line is followed outwards from the royal piece: if
 * the first piece is an own one and the next an enemy that slides, the own piece is a shield, and
 * each of its moves is tested. A shield too many costs a test, never a wrong answer. Leaps cannot
 * be blocked, so they need no shields. On a line with an enemy that hops, every move that leaves
 * the line or arrives on it is tested. */
#include "kernel/grid/grid_guard.h"

#include "kernel/grid/grid_lines.h"

static void find_shield(const arb_position *pos, arb_colour colour, arb__spot royal, int files,
                        int ranks, arb__grid_guard *guard)
{
    arb__way way = arb__way_from(pos, royal, files, ranks);
    arb_square shield = ARB_NO_SQUARE;
    int at = royal.square;
    for (; way.count > 0; way.count--) {
        at += way.step;
        arb_piece piece = pos->board.grid[at];
        if (piece == ARB_NO_PIECE)
            continue;
        if (shield != ARB_NO_SQUARE) {
            if (arb_piece_colour(piece) != colour &&
                pos->rules->kinds[arb_piece_kind(piece)].slide_count != 0)
                guard->shields[shield / 64] |= 1ull << (shield % 64);
            return;
        }
        if (arb_piece_colour(piece) != colour)
            return;
        shield = (arb_square)at;
    }
}

/* Marks the line up to the furthest enemy piece that hops along it. */
static void find_mounts(const arb_position *pos, arb_piece hopper, arb__spot royal, arb__way way,
                        arb__grid_guard *guard)
{
    int last = royal.square + way.count * way.step;
    while (last != royal.square && (pos->board.grid[last] & (ARB_PROMOTED - 1u)) != hopper)
        last -= way.step;
    for (int at = royal.square; at != last;) {
        at += way.step;
        guard->hops = true;
        guard->mounts[at / 64] |= 1ull << (at % 64);
        guard->shields[at / 64] |= 1ull << (at % 64);
    }
}

arb__grid_guard arb__grid_guard_of(const arb_position *pos, arb_colour colour)
{
    arb__grid_guard guard = {.ask_none = false};
    arb_colour enemy = arb_other(colour);
    if (pos->special & ARB__SPECIAL_SAFETY) {
        guard.ask_all = true;
        return guard;
    }
    if (!pos->rules->royal.safe || pos->royal[colour] == ARB_NO_SQUARE) {
        guard.ask_none = true;
        return guard;
    }
    guard.ask_all = arb__grid_attacked(pos, NULL, pos->royal[colour], enemy);
    if (guard.ask_all)
        return guard;
    arb__spot royal = arb__spot_of(pos->size, pos->royal[colour]);
    for (unsigned i = 0; i < 8; i++)
        find_shield(pos, colour, royal, arb__queen_lines[i].files, arb__queen_lines[i].ranks,
                    &guard);
    for (uint32_t kinds = pos->other_steps; kinds != 0; kinds &= kinds - 1) {
        arb_kind kind = (arb_kind)__builtin_ctz(kinds);
        const arb_kind_rule *rule = &pos->rules->kinds[kind];
        for (unsigned i = 0; i < rule->slide_count; i++) {
            int files = -arb__step_files(rule->slides[i], enemy);
            int ranks = -arb__step_ranks(rule->slides[i], enemy);
            if (rule->slides[i].how & ARB_STEP_HOPS)
                find_mounts(pos, arb_piece_of(enemy, kind), royal,
                            arb__way_from(pos, royal, files, ranks), &guard);
            else if (!arb__on_queen_line(rule->slides[i]))
                find_shield(pos, colour, royal, files, ranks, &guard);
        }
    }
    return guard;
}
