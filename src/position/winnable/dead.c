/* dead.c: is a position dead (FIDE 5.2.2): can neither side mate by any series of legal moves?
 * Layer: position. Knows no history.
 *
 * The question is asked after every move of every game, and nearly always the answer is no. So the
 * board is looked at first: where both sides can move freely and one of them has a free rook,
 * queen or pawn, the position is not asked about. That is evidence and no proof, but the same for
 * every caller. What is left is asked in earnest, with a small memory on the stack. */
#include "position/winnable/winnable.h"

enum {
    ROOM = 64 * 1024,     /* bytes on the stack; the search ends with them */
    QUESTION_WORK = 4000, /* what a caller's budget pays for a question without a search */
    SEARCH_WORK = 200000, /* and for one with it */
    FORCED_PLIES = 3
};

/* How freely the pieces of one side can move. */
typedef struct {
    uint64_t force;      /* its rooks and queens with three empty squares or more, and free pawns */
    unsigned life;       /* pieces that can move, roughly */
    bool knight_leaps;   /* a knight has three empty squares or more */
    uint64_t king_walks; /* squares that are safe for its king */
} liveliness;

static bool has_more_than(unsigned count, uint64_t set)
{
    while (count-- > 0)
        set &= set - 1;
    return set != 0;
}

/* Pawns that have no pawn before them on their file, and before them an empty square or a king. */
static uint64_t free_pawns(const arb_position *pos, arb_colour us, uint64_t empty)
{
    uint64_t pawns = pos->board.bits.pawns, own = pawns & pos->board.bits.colour[us];
    uint64_t behind = arb__ahead(pawns, arb_other(us)); /* squares with a pawn before them */
    if (us == ARB_WHITE) {
        behind |= behind >> 8;
        behind |= behind >> 16;
        behind |= behind >> 32;
    } else {
        behind |= behind << 8;
        behind |= behind << 16;
        behind |= behind << 32;
    }
    return own & ~behind & arb__ahead(empty | pos->board.bits.kings, arb_other(us));
}

/* All but the king. */
static liveliness look_at(const arb_position *pos, arb_colour us)
{
    liveliness l = {0, 0, false, 0};
    uint64_t own = pos->board.bits.colour[us], all = own | pos->board.bits.colour[us ^ 1u];
    uint64_t empty = pos->board.bits.area & ~all, blockers = ~empty;
    uint64_t straights = own & pos->board.bits.straights;
    uint64_t bishops = own & pos->board.bits.diagonals & ~straights;
    for (uint64_t s = straights; s != 0; s &= s - 1)
        if (has_more_than(2, arb__straight_attacks(arb__first(s), blockers) & empty)) {
            l.force |= s & -s;
            l.life += 2;
        }
    for (; bishops != 0; bishops &= bishops - 1)
        l.life += has_more_than(2, arb__diagonal_attacks(arb__first(bishops), blockers) & empty);
    for (uint64_t s = own & pos->board.bits.knights; s != 0; s &= s - 1) {
        uint64_t leaps = arb__knight_steps[arb__first(s)] & empty;
        l.life += has_more_than(1, leaps);
        l.knight_leaps = l.knight_leaps || has_more_than(2, leaps);
    }
    uint64_t pushes = arb__ahead(own & pos->board.bits.pawns, us) & empty;
    l.life += has_more_than(0, pushes) + has_more_than(1, pushes);
    l.force |= free_pawns(pos, us, empty);
    return l;
}

static void look_at_king(const arb_position *pos, arb_colour us, liveliness *l)
{
    l->king_walks = arb__king_steps[pos->royal[us]] & pos->board.bits.area &
                    ~pos->board.bits.colour[us] & ~arb__win_attacked(pos, arb_other(us));
    l->life += has_more_than(1, l->king_walks) + has_more_than(2, l->king_walks);
}

/* Do rooks, queens, free pawns and knights show that somebody can win? */
static bool has_force(const arb_position *pos, liveliness lively[2])
{
    for (int c = 0; c < 2; c++)
        lively[c] = look_at(pos, (arb_colour)c);
    uint64_t force = lively[0].force | lively[1].force;
    if (has_more_than(2, force) && lively[0].life >= 3 && lively[1].life >= 3)
        return true;
    for (int c = 0; c < 2; c++)
        look_at_king(pos, (arb_colour)c, &lively[c]);
    for (int c = 0; c < 2; c++) {
        const liveliness *l = &lively[c];
        if (l->king_walks == 0)
            return has_more_than(2, force) && lively[0].life >= 3 && lively[1].life >= 3;
        /* A lone king that walks is life enough beside a queen or a free pawn. */
        if (l->life < 2 && !(has_more_than(1, l->king_walks) &&
                             (lively[c ^ 1].force != 0 || pos->board.bits.pawns == 0)))
            return false;
    }
    return force != 0 || pos->board.bits.pawns == 0 || lively[0].knight_leaps ||
           lively[1].knight_leaps;
}

/* Both sides have two rooks or queens and another piece: the middlegame, at a glance. */
static bool is_middlegame(const arb_position *pos)
{
    uint64_t straights = pos->board.bits.straights;
    uint64_t minors = pos->board.bits.knights | (pos->board.bits.diagonals & ~straights);
    const uint64_t *colour = pos->board.bits.colour;
    return arb__several(straights & colour[0]) && arb__several(straights & colour[1]) &&
           (minors & colour[0]) != 0 && (minors & colour[1]) != 0;
}

/* Is there evidence that somebody can win? Where there are few moves they are looked behind: they
 * may be forced captures. */
static bool seems_alive(const arb_position *pos, unsigned plies)
{
    arb_move moves[ARB_MOVES_8X8];
    liveliness lively[2];
    if (!has_force(pos, lively))
        return false;
    if (lively[pos->turn].life >= 2 && !arb_position_in_check(pos, (arb_colour)pos->turn))
        return true;
    size_t count = arb__bits_moves(pos, (arb_colour)pos->turn, moves);
    if (count > 2)
        return true;
    for (size_t i = 0; i < count && plies > 0; i++) {
        arb_position next;
        arb_undo undo;
        arb_position_copy(&next, pos);
        arb__play(&next, moves[i], &undo);
        if (arb_position_has_move(&next) && !arb_position_insufficient(&next) &&
            seems_alive(&next, plies - 1))
            return true;
    }
    return false;
}

/* The side that is more likely to win: with more pawns, rooks and queens. */
static arb_colour stronger(const arb_position *pos)
{
    uint64_t heavy = pos->board.bits.pawns | pos->board.bits.straights;
    const uint64_t *colour = pos->board.bits.colour;
    return arb__count(heavy & colour[ARB_BLACK]) > arb__count(heavy & colour[ARB_WHITE])
               ? ARB_BLACK
               : ARB_WHITE;
}

/* Is it proved that neither side can win? First without a search, since one side that can is
 * enough. */
static bool nobody_can_win(const arb_position *pos)
{
    uint64_t room[ROOM / sizeof(uint64_t)];
    arb_colour first = stronger(pos);
    arb_winnable answer[2];
    for (unsigned i = 0; i < 2; i++) {
        if (!arb__spend(pos, QUESTION_WORK))
            return false;
        answer[i] = arb_position_winnable(pos, (arb_colour)(first ^ i), 0, NULL, 0, NULL, 0);
        if (answer[i].answer == ARB_WIN_YES)
            return false;
    }
    for (unsigned i = 0; i < 2; i++) {
        if (answer[i].answer == ARB_WIN_NO)
            continue;
        if (!arb__spend(pos, SEARCH_WORK))
            return false;
        answer[i] = arb_position_winnable(pos, (arb_colour)(first ^ i), ARB_WIN_NODES, room,
                                          sizeof room, NULL, 0);
        if (answer[i].answer != ARB_WIN_NO)
            return false;
    }
    return true;
}

/* Is play forced, by few moves at a time, into bare material? Then the board is left to end the
 * game with the last of these moves, as everybody expects who takes the last piece. */
static bool is_forced_bare(const arb_position *pos, unsigned plies)
{
    arb_move moves[ARB_MOVES_8X8];
    size_t count = arb__bits_moves(pos, (arb_colour)pos->turn, moves);
    for (size_t i = 0; i < count; i++) {
        arb_position next;
        arb_undo undo;
        arb_position_copy(&next, pos);
        arb__play(&next, moves[i], &undo);
        if (!arb_position_insufficient(&next) &&
            (count > 2 || plies == 0 || !is_forced_bare(&next, plies - 1)))
            return false;
    }
    return count > 0;
}

bool arb__is_dead(const arb_position *pos)
{
    arb_position twin;
    if (pos->rules->ending.dead_material == ARB_DEAD_NEVER ||
        (pos->kernel == ARB_KERNEL_BITS && is_middlegame(pos)))
        return false;
    if (pos->rules->ending.dead_material != ARB_DEAD_PROVED)
        return arb__is_dead_by_rule(pos);
    pos = arb__on_bits(pos, &twin);
    if (arb_position_insufficient(pos))
        return true;
    return arb__reach_fits(pos) && !seems_alive(pos, FORCED_PLIES) &&
           !is_forced_bare(pos, FORCED_PLIES) && arb_position_has_move(pos) && nobody_can_win(pos);
}
