/* win_dive_step.c: a dive's moves that do not mate: kings walk, pawns run, pieces are offered and
 * taken. Layer: position. */
#include "position/winnable/win_dive.h"

static int away(unsigned a, unsigned b)
{
    int files = (int)(a & 7) - (int)(b & 7), ranks = (int)(a >> 3) - (int)(b >> 3);
    files = files < 0 ? -files : files;
    ranks = ranks < 0 ? -ranks : ranks;
    return files > ranks ? files : ranks;
}

/* ---- one move ---- */

/* Makes a legal move, unless it leads to a position that was seen before. */
static bool go(arb__dive *d, arb_move move)
{
    arb_undo undo;
    arb__play(&d->pos, move, &undo);
    uint64_t key = d->pos.key, *seen = &d->visited[key >> 6 & 7];
    if ((*seen >> (key & 63) & 1) != 0) {
        arb_position_undo(&d->pos, &undo);
        return false;
    }
    *seen |= (uint64_t)1 << (key & 63);
    d->line[d->length++] = move;
    return true;
}

bool arb__dive_go_to(arb__dive *d, unsigned from, uint64_t targets, arb_kind promotion)
{
    for (; targets != 0; targets &= targets - 1) {
        arb_move move =
            arb_move_of((arb_square)from, (arb_square)arb__first(targets), promotion, ARB_NORMAL);
        if (arb__normal_legal(&d->pos, d->pos.turn, move) && go(d, move))
            return true;
    }
    return false;
}

static uint64_t free_squares(const arb_position *pos)
{
    return pos->board.bits.area & ~(pos->board.bits.colour[0] | pos->board.bits.colour[1]);
}

/* ---- kings ---- */

/* The winner's king goes to a square two away from the corner, the loser's king goes into the
 * corner. */
bool arb__dive_walk(arb__dive *d)
{
    unsigned from = d->pos.royal[d->pos.turn];
    int far = away(from, d->corner);
    uint64_t steps = arb__king_steps[from] & free_squares(&d->pos);
    if (d->pos.turn == d->side)
        steps &= far > 2 ? d->box[far - 1] : far < 2 ? ~d->box[far] : 0;
    else
        steps &= far > 0 ? d->box[far - 1] : 0;
    return arb__dive_go_to(d, from, steps, ARB_NO_KIND);
}

/* Goes by a shortest path of at most twelve steps; the king avoids squares that pawns guard. */
bool arb__dive_hunt(arb__dive *d)
{
    const arb_position *pos = &d->pos;
    unsigned from = pos->royal[d->side];
    uint64_t own = pos->board.bits.colour[d->side], enemy = pos->board.bits.colour[d->side ^ 1u];
    uint64_t steps = arb__king_steps[from] & pos->board.bits.area & ~own;
    uint64_t near = enemy & ~pos->board.bits.kings & ~d->keep;
    uint64_t way = ~own & ~arb__pawn_attacks(enemy & pos->board.bits.pawns, arb_other(d->side));
    for (unsigned n = 0; near != 0 && n < 12; n++) {
        if (arb__dive_go_to(d, from, near & steps, ARB_NO_KIND))
            return true;
        uint64_t row = near | (near << 1 & ~ARB__FILE_A) | (near >> 1 & ~ARB__FILE_H);
        near |= (row | row << 8 | row >> 8) & way;
    }
    return false;
}

/* ---- other pieces ---- */

bool arb__dive_push(arb__dive *d)
{
    const arb_position *pos = &d->pos;
    uint64_t free = free_squares(pos), own = pos->board.bits.colour[d->side];
    uint64_t able = arb__ahead(free, arb_other(d->side)) & pos->board.bits.pawns & own;
    while (able != 0) {
        unsigned from =
            d->side == ARB_WHITE ? 63u - (unsigned)__builtin_clzll(able) : arb__first(able);
        uint64_t at = arb__bit(from), to = arb__ahead(at, d->side);
        if ((to & pos->board.bits.promotion[d->side]) != 0)
            return arb__dive_go_to(d, from, to, ARB_QUEEN);
        if ((at & pos->board.bits.double_from[d->side]) != 0 &&
            arb__dive_go_to(d, from, arb__ahead(to, d->side) & free, ARB_NO_KIND))
            return true;
        if (arb__dive_go_to(d, from, to, ARB_NO_KIND))
            return true;
        able &= ~at;
    }
    return false;
}

bool arb__dive_take(arb__dive *d)
{
    const arb_position *pos = &d->pos;
    uint64_t own = pos->board.bits.colour[d->side], enemy = pos->board.bits.colour[d->side ^ 1u];
    uint64_t spared = pos->board.bits.kings | d->keep;
    if (d->has_force || d->keep != 0)
        spared |= pos->board.bits.pawns;
    uint64_t victims = enemy & ~spared;
    for (uint64_t left = victims != 0 ? own : 0; left != 0; left &= left - 1) {
        unsigned from = arb__first(left);
        arb_kind kind = arb_piece_kind(arb__bits_piece_at(pos, (arb_square)from));
        uint64_t occupied = own | enemy | ~pos->board.bits.area;
        uint64_t targets = arb__dive_attacks(kind, d->side, from, occupied) & victims;
        bool promotes = kind == ARB_PAWN && (targets & pos->board.bits.promotion[d->side]) != 0;
        if (arb__dive_go_to(d, from, targets, promotes ? ARB_QUEEN : ARB_NO_KIND))
            return true;
    }
    return false;
}

bool arb__dive_wait_by_pawn(arb__dive *d)
{
    const arb_position *pos = &d->pos;
    arb_colour us = (arb_colour)pos->turn;
    uint64_t free = free_squares(pos) & ~pos->board.bits.promotion[us];
    uint64_t able = pos->board.bits.colour[us] & pos->board.bits.pawns;
    able &= arb__ahead(free, arb_other(us));
    for (; able != 0; able &= able - 1)
        if (arb__dive_go_to(d, arb__first(able), arb__ahead(able & -able, us), ARB_NO_KIND))
            return true;
    return false;
}

bool arb__dive_wait_by_piece(arb__dive *d, uint64_t squares)
{
    const arb_position *pos = &d->pos;
    arb_colour us = (arb_colour)pos->turn;
    uint64_t own = pos->board.bits.colour[us], free = free_squares(pos);
    uint64_t left = own & ~pos->board.bits.kings & ~pos->board.bits.pawns & ~d->keep;
    for (; left != 0; left &= left - 1) {
        unsigned from = arb__first(left);
        arb_kind kind = arb_piece_kind(arb__bits_piece_at(pos, (arb_square)from));
        uint64_t targets = arb__dive_attacks(kind, us, from, ~free) & free & squares;
        if (arb__dive_go_to(d, from, targets, ARB_NO_KIND))
            return true;
    }
    return false;
}

/* ---- all moves, by a value ---- */

/* How far the winner's king is from where it helps: two squares from the corner. */
static int off_post(const arb__dive *d, unsigned square)
{
    int far = away(square, d->corner) - 2;
    return far < 0 ? -far : far;
}

static int value_for_winner(const arb__dive *d, unsigned from, unsigned to, arb_kind promotion)
{
    const arb_position *pos = &d->pos;
    int value = 0;
    if (pos->board.bits.colour[d->side ^ 1u] >> to & 1)
        value += 40;
    if (promotion != ARB_NO_KIND)
        value += promotion == ARB_QUEEN ? 80 : promotion == ARB_ROOK ? 60 : -80;
    else if (pos->board.bits.pawns >> from & 1)
        value += d->has_force ? 2 : 24;
    if (from == pos->royal[d->side])
        value += 16 * (off_post(d, from) - off_post(d, to));
    return value;
}

static int value_for_loser(const arb__dive *d, unsigned from, unsigned to, arb_kind promotion)
{
    const arb_position *pos = &d->pos;
    int value = promotion != ARB_NO_KIND ? -40 : 0;
    if (pos->board.bits.colour[d->side] >> to & 1)
        value -= 60 + (pos->board.bits.straights >> to & 1 ? 60 : 0);
    if (from == pos->royal[d->side ^ 1u])
        value += 20 * (away(from, d->corner) - away(to, d->corner));
    else if (d->guarded >> to & 1)
        value += 12; /* offered */
    return value;
}

/* Removes the best move from the list and returns it. */
static arb_move take_best(arb_move *moves, int *values, size_t *count)
{
    size_t best = 0;
    for (size_t i = 1; i < *count; i++)
        if (values[i] > values[best])
            best = i;
    arb_move move = moves[best];
    (*count)--;
    moves[best] = moves[*count];
    values[best] = values[*count];
    return move;
}

bool arb__dive_choose(arb__dive *d)
{
    arb_move moves[ARB_MOVES_8X8];
    int values[ARB_MOVES_8X8];
    bool winner = d->pos.turn == d->side;
    size_t count = arb__bits_moves(&d->pos, (arb_colour)d->pos.turn, moves);
    if (!winner)
        d->guarded = arb__win_attacked(&d->pos, d->side);
    for (size_t i = 0; i < count; i++) {
        unsigned from = arb_move_from(moves[i]), to = arb_move_to(moves[i]);
        arb_kind promotion = arb_move_promotion(moves[i]);
        int value = winner ? value_for_winner(d, from, to, promotion)
                           : value_for_loser(d, from, to, promotion);
        /* A pseudo-random part makes dives differ from one another. */
        values[i] =
            value * 4 +
            (int)((moves[i] * 2654435761u + (unsigned)d->length * 40503u + d->variant * 97u) >> 29);
    }
    for (unsigned tries = 0; count > 0 && tries < 4; tries++)
        if (go(d, take_best(moves, values, &count)))
            return true;
    return false;
}
