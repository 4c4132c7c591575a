/* grid_guard.c: the pieces whose moves may uncover an attack. Layer: kernel.
 *
 * While the royal piece is not attacked, a move of another piece can only expose it by leaving a
 * line on which an enemy slider stands behind it. From the royal piece one looks along every line:
 * where the first piece is an own one and the next an enemy that slides, the own piece is a shield,
 * and its moves are asked one by one. A shield too many costs a question, never a wrong answer.
 * Leaps cannot be shielded. */
#include "kernel/grid_guard.h"

#include "kernel/grid_lines.h"

/* The next piece along a line; ARB_NO_SQUARE at the edge. */
static arb_square next_piece(const arb_position *pos, arb__walker *w, int files, int ranks)
{
    arb_square at;
    do
        at = arb__walk_on(pos, w, files, ranks);
    while (at != ARB_NO_SQUARE && pos->board.grid[at] == ARB_NO_PIECE);
    return at;
}

static void find_shield(const arb_position *pos, arb_colour colour, int files, int ranks,
                        arb__grid_guard *guard)
{
    arb__walker w = arb__walk_from(pos->size, pos->royal[colour]);
    arb_square shield = next_piece(pos, &w, files, ranks);
    if (shield == ARB_NO_SQUARE || arb_piece_colour(pos->board.grid[shield]) != colour)
        return;
    arb_square behind = next_piece(pos, &w, files, ranks);
    if (behind == ARB_NO_SQUARE || arb_piece_colour(pos->board.grid[behind]) == colour ||
        pos->rules->kinds[arb_piece_kind(pos->board.grid[behind])].slide_count == 0)
        return;
    guard->shields[shield / 64] |= 1ull << (shield % 64);
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
    for (unsigned i = 0; i < 8; i++)
        find_shield(pos, colour, arb__queen_lines[i].files, arb__queen_lines[i].ranks, &guard);
    for (arb_kind kind = ARB_PAWN; !pos->plain_steps && kind < ARB_KIND_LIMIT; kind++) {
        const arb_kind_rule *rule = &pos->rules->kinds[kind];
        for (unsigned i = 0; i < rule->slide_count; i++)
            if (!arb__on_queen_line(rule->slides[i]))
                find_shield(pos, colour, -arb__step_files(rule->slides[i], enemy),
                            -arb__step_ranks(rule->slides[i], enemy), &guard);
    }
    return guard;
}
