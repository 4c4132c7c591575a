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

/* Attacked by a piece that slides like a queen or leaps like king or knight, the royal piece moves,
 * or the attacker is taken, or one steps between; of two attackers only the first helps. */
static void find_answers(const arb_position *pos, arb_colour colour, arb__grid_guard *guard)
{
    arb_square attackers[2], royal = pos->royal[colour];
    guard->answers_only = pos->plain_steps && pos->special == 0;
    if (!guard->answers_only ||
        arb__grid_attackers(pos, NULL, royal, arb_other(colour), attackers, 2) != 1)
        return;
    int files = arb_square_file(pos->size, royal) - arb_square_file(pos->size, attackers[0]);
    int ranks = arb_square_rank(pos->size, royal) - arb_square_rank(pos->size, attackers[0]);
    arb__walker w = arb__walk_from(pos->size, attackers[0]);
    arb_square at = attackers[0];
    do {
        guard->answers[at / 64] |= 1ull << (at % 64);
        at = arb__walk_on(pos, &w, (files > 0) - (files < 0), (ranks > 0) - (ranks < 0));
    } while (at != royal && at != ARB_NO_SQUARE); /* a leaper's way leads past: a few more to ask */
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
    if (guard.ask_all) {
        find_answers(pos, colour, &guard);
        return guard;
    }
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
