/* win_dive.c: plays straight for a mate without ever taking a move back. Layer: position.
 *
 * Most positions of real games can be won in an obvious way: the winner captures what it can and
 * promotes a pawn, the loser's king walks into a corner, the winner's king comes near, and sooner
 * or later a move mates. Each ply makes the first step of that plan that is possible, or else the
 * move with the best simple value. A dive costs a few microseconds; where it fails, the search goes
 * on. */
#include "position/winnable/win_dive.h"

/* The variants of a dive aim at different corners; the last ones have no plan and choose every move
 * by its value. A winner with only knights and bishops seldom mates by a dive, so it gets few
 * variants. */
enum { VARIANTS = 8, MINORS = 2, PLANNED = 4, PLANNED_PLIES = 60 };

static bool go_on_winning(arb__dive *d)
{
    bool pawns = (d->pos.board.bits.pawns & d->pos.board.bits.colour[d->side]) != 0;
    d->net = false;
    if (arb__dive_take(d))
        return true;
    if (d->has_force && d->cornered && arb__dive_prepare(d)) {
        d->net = true;
        return true;
    }
    if (!d->has_force && pawns && (arb__dive_push(d) || arb__dive_hunt(d)))
        return true;
    return arb__dive_walk(d);
}

static bool go_on_losing(arb__dive *d)
{
    return (d->net && arb__dive_wait_by_pawn(d)) ||
           arb__dive_wait_by_piece(d, arb__win_attacked(&d->pos, d->side)) ||
           (!d->net && arb__dive_walk(d)) || arb__dive_wait_by_pawn(d) ||
           arb__dive_wait_by_piece(d, ~UINT64_C(0));
}

typedef enum { DIVE_ON, DIVE_WON, DIVE_STUCK } dive_state;

static dive_state go_on(arb__dive *d)
{
    bool winner = d->pos.turn == d->side, planned = d->variant < PLANNED;
    if (winner && arb__dive_mate(d))
        return DIVE_WON;
    d->has_force = (d->pos.board.bits.colour[d->side] & d->pos.board.bits.straights) != 0;
    if (planned && (winner ? go_on_winning(d) : go_on_losing(d)))
        return DIVE_ON;
    return arb__dive_choose(d) ? DIVE_ON : DIVE_STUCK;
}

/* The corner nearest to the king that is to be mated, then the one nearest to the other king, then
 * the neighbours of the first. */
static unsigned choose_corner(const arb_position *pos, arb_colour side, unsigned variant)
{
    unsigned prey = variant % 4 == 1 ? pos->royal[side] : pos->royal[side ^ 1u];
    unsigned files = pos->size.files - 1u, ranks = pos->size.ranks - 1u;
    unsigned file = (prey & 7) * 2 > files ? files : 0, rank = (prey >> 3) * 2 > ranks ? ranks : 0;
    if (variant % 4 == 2)
        file = files - file;
    if (variant % 4 == 3)
        rank = ranks - rank;
    return rank * 8 + file;
}

static void start(arb__dive *d, const arb_position *root, unsigned variant)
{
    arb_position_copy(&d->pos, root);
    d->variant = variant;
    d->net = false;
    d->length = 0;
    d->corner = choose_corner(root, d->side, variant);
    d->box[0] = arb__bit(d->corner);
    for (int n = 1; n < 8; n++) {
        uint64_t row = d->box[n - 1] | (d->box[n - 1] << 1 & ~ARB__FILE_A) |
                       (d->box[n - 1] >> 1 & ~ARB__FILE_H);
        d->box[n] = row | row << 8 | row >> 8;
    }
    for (size_t i = 0; i < 8; i++)
        d->visited[i] = 0;
}

bool arb__win_dive(const arb_position *root, arb_colour side, arb_winnable *answer, arb_move *line,
                   size_t cap)
{
    arb__dive d = {.side = side};
    uint64_t able = root->board.bits.pawns | root->board.bits.straights;
    unsigned variants = (able & root->board.bits.colour[side]) != 0 ? VARIANTS : MINORS;
    for (unsigned variant = 0; variant < variants; variant++) {
        start(&d, root, variant);
        size_t longest = variant < PLANNED ? (size_t)PLANNED_PLIES : (size_t)ARB__DIVE;
        dive_state state = DIVE_ON;
        while (state == DIVE_ON && d.length + 1 < longest)
            state = go_on(&d);
        answer->nodes += d.length;
        if (state != DIVE_WON)
            continue;
        answer->answer = ARB_WIN_YES;
        answer->length = d.length;
        for (size_t i = 0; line != NULL && i < d.length && i < cap; i++)
            line[i] = d.line[i];
        return true;
    }
    return false;
}

/* ---- a lone knight or bishop ---- */

/* The loser's piece that is not captured, because it may block its own king: a knight, else a
 * bishop or rook that can do so. */
static uint64_t choose_helper(const arb_position *pos, arb_colour side)
{
    uint64_t enemy = pos->board.bits.colour[side ^ 1u], own = pos->board.bits.colour[side];
    uint64_t knights = enemy & pos->board.bits.knights;
    uint64_t bishops = enemy & pos->board.bits.diagonals & ~pos->board.bits.straights;
    uint64_t rooks = enemy & pos->board.bits.straights & ~pos->board.bits.diagonals;
    if ((own & pos->board.bits.knights) == 0) {
        const uint64_t dark = UINT64_C(0xAA55AA55AA55AA55);
        rooks = 0;
        bishops &= (own & pos->board.bits.diagonals & dark) != 0 ? ~dark : dark;
    }
    uint64_t helpers = knights != 0 ? knights : bishops != 0 ? bishops : rooks;
    return helpers & -helpers;
}

static bool has_more_to_take(const arb__dive *d)
{
    return (d->pos.board.bits.colour[d->side ^ 1u] & ~d->pos.board.bits.pawns &
            ~d->pos.board.bits.kings & ~d->keep) != 0;
}

size_t arb__win_strip(const arb_position *root, arb_colour side, arb_position *pos, arb_move *line)
{
    arb__dive d = {.side = side, .keep = choose_helper(root, side)};
    size_t taken = 0; /* plies up to the last capture */
    start(&d, root, 0);
    while (d.length < ARB__STRIP && has_more_to_take(&d)) {
        if (d.pos.turn != side) {
            if (!arb__dive_wait_by_piece(&d, arb__win_attacked(&d.pos, side)) &&
                !arb__dive_wait_by_piece(&d, ~UINT64_C(0)) && !arb__dive_wait_by_pawn(&d))
                break;
        } else if (arb__dive_take(&d)) {
            taken = d.length;
        } else if (!arb__dive_hunt(&d)) {
            break;
        }
    }
    arb_position_copy(pos, root);
    for (size_t i = 0; i < taken; i++) {
        arb_undo undo;
        line[i] = d.line[i];
        arb__play(pos, line[i], &undo);
    }
    return taken;
}
