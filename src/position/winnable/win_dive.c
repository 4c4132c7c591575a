/* win_dive.c: goes straight for a mate, one move after the other. Layer: position.
 *
 * Most positions that people reach can be won in an obvious way: the winner takes what it can and
 * makes a queen, the king to be mated walks into a corner, the other king comes near, and sooner or
 * later there is a move that mates. At each ply the moves are valued by what they do for that, and
 * the best is made; nothing is taken back. That often fails, costs a few microseconds, and leaves
 * the rest to the search. */
#include "kernel/bits/normal_move.h"
#include "position/winnable/winnable.h"

enum { LONGEST = 100, VARIANTS = 4 };

typedef struct {
    arb_position pos;
    arb_colour side;
    unsigned corner;
    unsigned variant;
    uint64_t nodes;
    uint64_t guarded;            /* squares that the winner attacks */
    bool has_force;              /* the winner has a queen or rook */
    uint64_t aims[ARB_KING + 1]; /* by kind: from where it would give check */
    uint64_t screens;            /* pieces of the winner on lines of the other king */
    uint64_t visited[8]; /* a set of keys, by their lowest bits: some are taken for others */
    arb_move line[LONGEST];
    size_t length;
} dive;

static int away(unsigned a, unsigned b)
{
    int files = (int)(a & 7) - (int)(b & 7), ranks = (int)(a >> 3) - (int)(b >> 3);
    files = files < 0 ? -files : files;
    ranks = ranks < 0 ? -ranks : ranks;
    return files > ranks ? files : ranks;
}

/* How far the winner's king is from where it helps: two squares from the corner. */
static int off_post(const dive *d, unsigned square)
{
    int far = away(square, d->corner) - 2;
    return far < 0 ? -far : far;
}

static int value_for_winner(const dive *d, unsigned from, unsigned to, arb_kind promotion)
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

static int value_for_loser(const dive *d, unsigned from, unsigned to, arb_kind promotion)
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

/* Makes a move; true if it mates. */
static bool make(dive *d, arb_move move, arb_undo *undo)
{
    arb__play(&d->pos, move, undo);
    d->line[d->length++] = move;
    d->nodes++;
    return d->pos.turn != d->side &&
           arb__attacked_past(&d->pos, d->pos.turn, d->pos.royal[d->pos.turn],
                              d->pos.board.bits.colour[0] | d->pos.board.bits.colour[1],
                              d->pos.board.bits.colour[d->side]) &&
           !arb_position_has_move(&d->pos);
}

static void take_back(dive *d, const arb_undo *undo)
{
    arb_position_undo(&d->pos, undo);
    d->length--;
}

/* From where each kind of the winner's pieces gives check, and pieces whose leaving may do so. */
static void aim(dive *d)
{
    const arb_position *pos = &d->pos;
    unsigned king = pos->royal[d->side ^ 1u];
    uint64_t own = pos->board.bits.colour[d->side];
    uint64_t occupied = own | pos->board.bits.colour[d->side ^ 1u] | ~pos->board.bits.area;
    uint64_t straight = arb__straight_attacks(king, occupied);
    uint64_t diagonal = arb__diagonal_attacks(king, occupied);
    d->aims[ARB_NO_KIND] = d->aims[ARB_KING] = 0;
    d->aims[ARB_PAWN] = arb__pawn_attacks(arb__bit(king), arb_other(d->side));
    d->aims[ARB_KNIGHT] = arb__knight_steps[king];
    d->aims[ARB_BISHOP] = diagonal;
    d->aims[ARB_ROOK] = straight;
    d->aims[ARB_QUEEN] = straight | diagonal;
    /* Only where a slider stands behind them. */
    uint64_t behind_straight = arb__straight_attacks(king, occupied & ~(straight & own)) &
                               pos->board.bits.straights & own & ~straight;
    uint64_t behind_diagonal = arb__diagonal_attacks(king, occupied & ~(diagonal & own)) &
                               pos->board.bits.diagonals & own & ~diagonal;
    d->screens =
        (behind_straight != 0 ? straight & own : 0) | (behind_diagonal != 0 ? diagonal & own : 0);
}

/* May this move give check? Special moves are not asked. */
static bool checks(const dive *d, arb_move move, arb_piece piece)
{
    arb_kind promotion = arb_move_promotion(move);
    arb_kind kind = promotion != ARB_NO_KIND ? promotion : arb_piece_kind(piece);
    return (d->aims[kind] >> arb_move_to(move) & 1) != 0 ||
           (d->screens >> arb_move_from(move) & 1) != 0;
}

static bool is_visited(const dive *d, uint64_t key)
{
    return (d->visited[key >> 6 & 7] >> (key & 63) & 1) != 0;
}

/* Of the moves that are left the best, taken out of the list. */
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

typedef enum { DIVE_ON, DIVE_WON, DIVE_STUCK } dive_state;

/* One ply: a mate if there is one, else the best move to a position not yet seen. */
static dive_state dive_on(dive *d)
{
    arb_move moves[ARB_MOVES_8X8];
    int values[ARB_MOVES_8X8];
    arb_undo undo;
    size_t count = arb__bits_moves(&d->pos, (arb_colour)d->pos.turn, moves);
    bool winner = d->pos.turn == d->side;
    uint64_t own = d->pos.board.bits.colour[d->side];
    d->has_force = (own & d->pos.board.bits.straights) != 0;
    if (winner)
        aim(d);
    else
        d->guarded = arb__win_attacked(&d->pos, d->side);
    for (size_t i = 0; i < count; i++) {
        unsigned from = arb_move_from(moves[i]), to = arb_move_to(moves[i]);
        if (winner && checks(d, moves[i], arb__bits_piece_at(&d->pos, (arb_square)from))) {
            if (make(d, moves[i], &undo))
                return DIVE_WON;
            take_back(d, &undo);
        }
        arb_kind promotion = arb_move_promotion(moves[i]);
        int value = winner ? value_for_winner(d, from, to, promotion)
                           : value_for_loser(d, from, to, promotion);
        /* Something of its own for every move, so that no two dives are the same. */
        values[i] =
            value * 4 +
            (int)((moves[i] * 2654435761u + (unsigned)d->length * 40503u + d->variant * 97u) >> 29);
    }
    for (unsigned tries = 0; count > 0 && tries < 4; tries++) {
        if (make(d, take_best(moves, values, &count), &undo))
            return DIVE_WON;
        if (!is_visited(d, d->pos.key)) {
            d->visited[d->pos.key >> 6 & 7] |= (uint64_t)1 << (d->pos.key & 63);
            return DIVE_ON;
        }
        take_back(d, &undo);
    }
    return DIVE_STUCK;
}

/* The corner nearest to the king that is to be mated, then the one nearest to the other king, then
 * one between. */
static unsigned choose_corner(const arb_position *pos, arb_colour side, unsigned variant)
{
    unsigned prey = variant % 3 == 1 ? pos->royal[side] : pos->royal[side ^ 1u];
    unsigned files = pos->size.files - 1u, ranks = pos->size.ranks - 1u;
    unsigned file = (prey & 7) * 2 > files ? files : 0, rank = (prey >> 3) * 2 > ranks ? ranks : 0;
    if (variant % 3 == 2)
        file = files - file;
    return rank * 8 + file;
}

bool arb__win_dive(const arb_position *root, arb_colour side, arb_winnable *answer, arb_move *line,
                   size_t cap)
{
    dive d = {.side = side};
    for (; d.variant < VARIANTS; d.variant++) {
        arb_position_copy(&d.pos, root);
        d.corner = choose_corner(root, side, d.variant);
        d.length = 0;
        for (size_t i = 0; i < 8; i++)
            d.visited[i] = 0;
        dive_state state = DIVE_ON;
        while (state == DIVE_ON && d.length + 1 < LONGEST)
            state = dive_on(&d);
        answer->nodes += d.nodes;
        d.nodes = 0;
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
