/* dead.c: is a position dead (FIDE 5.2.2): can neither side mate by any series of legal moves?
 * Layer: position. Knows no history.
 *
 * The question is asked after every move of every game, and the answer is nearly always no. So a
 * cheap test comes first: if both sides can move and something can still happen (a rook, queen or
 * pawn is free, pawns can meet, a king can free a pawn, there are no pawns), the position counts as
 * alive. That is evidence, not proof, but every caller gets the same answer. All other positions
 * get the full question of winnable.c, with a small memory on the stack. */
#include "position/winnable/winnable.h"

enum {
    ROOM = 192 * 1024,   /* bytes of stack for the proofs */
    SEARCHED = 5000,     /* positions searched for a mate; the room holds fewer */
    SWEPT = 800000,      /* moves made to visit every position */
    QUESTION_WORK = 200, /* charged to the caller's budget for a question */
    PLY_WORK = 60,       /* and for each ply of an attempt to mate */
    NODE_WORK = 150,     /* and for each position searched */
    FORCED_PLIES = 3,
    MOBILE = 5, /* life of a side that is never short of moves */
    SHUT_IN = 9 /* a king that can walk to so few squares may never come out */
};

/* How freely the pieces of one side can move. */
typedef struct {
    uint64_t force;      /* its rooks and queens with three empty squares or more, and free pawns */
    unsigned life;       /* roughly the number of pieces that can move */
    bool knight_leaps;   /* a knight has three empty squares or more */
    uint64_t king_walks; /* squares that are safe for its king */
} liveliness;

static bool has_more_than(unsigned count, uint64_t set)
{
    while (count-- > 0)
        set &= set - 1;
    return set != 0;
}

/* A set and all squares ahead of it, as seen by `us`. */
static uint64_t fill(uint64_t set, arb_colour us)
{
    if (us == ARB_WHITE) {
        set |= set << 8;
        set |= set << 16;
        return set | set << 32;
    }
    set |= set >> 8;
    set |= set >> 16;
    return set | set >> 32;
}

/* Pawns with no pawn ahead of them on their file, whose next square is empty or holds a king. */
static uint64_t free_pawns(const arb_position *pos, arb_colour us, uint64_t empty)
{
    uint64_t pawns = pos->board.bits.pawns, own = pawns & pos->board.bits.colour[us];
    uint64_t behind = fill(arb__ahead(pawns, arb_other(us)), arb_other(us));
    return own & ~behind & arb__ahead(empty | pos->board.bits.kings, arb_other(us));
}

static void look_at_pawns(const arb_position *pos, arb_colour us, uint64_t empty, liveliness *l)
{
    uint64_t pawns = pos->board.bits.pawns & pos->board.bits.colour[us];
    uint64_t pushes = arb__ahead(pawns, us) & empty;
    l->life += has_more_than(0, pushes) + has_more_than(1, pushes);
    l->force |= free_pawns(pos, us, empty);
}

static void look_at_rooks_and_queens(const arb_position *pos, arb_colour us, uint64_t empty,
                                     liveliness *l)
{
    uint64_t set = pos->board.bits.straights & pos->board.bits.colour[us];
    for (; set != 0; set &= set - 1)
        if (has_more_than(2, arb__straight_attacks(arb__first(set), ~empty) & empty)) {
            l->force |= set & -set;
            l->life += 2;
        }
}

static void look_at_minor_pieces(const arb_position *pos, arb_colour us, uint64_t empty,
                                 liveliness *l)
{
    uint64_t own = pos->board.bits.colour[us];
    uint64_t bishops = own & pos->board.bits.diagonals & ~pos->board.bits.straights;
    for (; bishops != 0; bishops &= bishops - 1)
        l->life += has_more_than(2, arb__diagonal_attacks(arb__first(bishops), ~empty) & empty);
    for (uint64_t s = own & pos->board.bits.knights; s != 0; s &= s - 1) {
        uint64_t leaps = arb__knight_steps[arb__first(s)] & empty;
        l->life += has_more_than(1, leaps);
        l->knight_leaps = l->knight_leaps || has_more_than(2, leaps);
    }
}

static uint64_t king_walks(const arb_position *pos, arb_colour us)
{
    return arb__king_steps[pos->royal[us]] & pos->board.bits.area & ~pos->board.bits.colour[us] &
           ~arb__win_attacked(pos, arb_other(us));
}

static void look_at_king(const arb_position *pos, arb_colour us, liveliness *l)
{
    l->king_walks = king_walks(pos, us);
    l->life += has_more_than(1, l->king_walks) + has_more_than(2, l->king_walks);
}

static bool are_lively(const liveliness lively[2])
{
    return has_more_than(2, lively[0].force | lively[1].force) && lively[0].life >= 3 &&
           lively[1].life >= 3;
}

/* ---- pawns that are not locked ---- */

/* The squares that pawns of `us` may reach by steps, if everything else stays where it is. */
static uint64_t pawn_steps(const arb_position *pos, arb_colour us)
{
    uint64_t set = pos->board.bits.pawns & pos->board.bits.colour[us];
    uint64_t others = pos->board.bits.colour[0] | pos->board.bits.colour[1];
    for (unsigned n = 0; n < 5; n++)
        set |= arb__ahead(set, us) & ~others;
    return set;
}

/* Can a pawn attack another one, if both go on? */
static bool pawns_may_meet(const arb_position *pos)
{
    return (arb__pawn_attacks(pawn_steps(pos, ARB_WHITE), ARB_WHITE) &
            pawn_steps(pos, ARB_BLACK)) != 0;
}

/* Enemy pawns that alone keep a pawn of `us` from a way without pawns to its promotion. */
static uint64_t last_obstacles(const arb_position *pos, arb_colour us)
{
    uint64_t pawns = pos->board.bits.pawns, own = pawns & pos->board.bits.colour[us];
    uint64_t ahead = arb__ahead(own, us);
    for (unsigned n = 0; n < 5; n++)
        ahead |= arb__ahead(ahead & ~pawns, us);
    return ahead & ~own & pawns & ~fill(arb__ahead(pawns, arb_other(us)), arb_other(us));
}

/* Can the king of `us` take such a pawn? */
static bool king_frees_pawn(const arb_position *pos, arb_colour us)
{
    uint64_t pawns = last_obstacles(pos, us);
    return pawns != 0 && (arb__king_roams(pos, us, true) & pawns) != 0;
}

/* ---- the evidence ---- */

/* Do rooks, queens, free pawns and knights show that somebody can win? Stops as soon as they do, so
 * `lively` may be incomplete then. */
static bool has_force(const arb_position *pos, liveliness lively[2])
{
    uint64_t empty = pos->board.bits.area &
                     ~(pos->board.bits.colour[ARB_WHITE] | pos->board.bits.colour[ARB_BLACK]);
    for (int c = 0; c < 2; c++) {
        lively[c] = (liveliness){0, 0, false, 0};
        look_at_pawns(pos, (arb_colour)c, empty, &lively[c]);
        look_at_rooks_and_queens(pos, (arb_colour)c, empty, &lively[c]);
    }
    if (are_lively(lively))
        return true;
    for (int c = 0; c < 2; c++)
        look_at_minor_pieces(pos, (arb_colour)c, empty, &lively[c]);
    if (are_lively(lively))
        return true;
    for (int c = 0; c < 2; c++)
        look_at_king(pos, (arb_colour)c, &lively[c]);
    /* Without pawns only a forced capture or a forced stalemate makes a position dead. */
    if (pos->board.bits.pawns == 0 || are_lively(lively))
        return true;
    if (lively[pos->turn].king_walks == 0 && lively[pos->turn].life < MOBILE &&
        !arb_position_in_check(pos, (arb_colour)pos->turn))
        return false;
    for (int c = 0; c < 2; c++)
        if ((lively[c].king_walks == 0 ? lively[c].life < MOBILE : lively[c].life < 2) &&
            !has_more_than(SHUT_IN, arb__king_roams(pos, (arb_colour)c, false)))
            return false;
    return (lively[0].force | lively[1].force) != 0 || lively[0].knight_leaps ||
           lively[1].knight_leaps || pawns_may_meet(pos) || king_frees_pawn(pos, ARB_WHITE) ||
           king_frees_pawn(pos, ARB_BLACK);
}

bool arb__is_middlegame(const arb_position *pos)
{
    uint64_t straights = pos->board.bits.straights, pawns = pos->board.bits.pawns;
    uint64_t pieces = pos->board.bits.knights | pos->board.bits.diagonals | straights;
    const uint64_t *colour = pos->board.bits.colour;
    uint64_t ahead = (pawns & colour[ARB_WHITE]) << 8 | (pawns & colour[ARB_BLACK]) >> 8;
    /* One branch for the caller, because none of the questions alone can be predicted. */
    unsigned heavy[2] = {(straights & colour[0]) != 0, (straights & colour[1]) != 0};
    unsigned more[2] = {arb__several(pieces & colour[0]), arb__several(pieces & colour[1])};
    unsigned steps = (ahead & ~pawns) != 0, no_pawns = pawns == 0;
    return (heavy[0] & heavy[1] & more[0] & more[1] & (steps | no_pawns)) != 0;
}

/* Can two pawns or pieces of this side move, and its king, if only pawns and the other king guard
 * squares? */
static bool is_loose(const arb_position *pos, arb_colour us, uint64_t empty, uint64_t movers)
{
    arb_colour them = arb_other(us);
    uint64_t guarded =
        arb__king_steps[pos->royal[them]] |
        arb__pawn_attacks(pos->board.bits.pawns & pos->board.bits.colour[them], them);
    return arb__several(movers & pos->board.bits.colour[us]) &&
           (arb__king_steps[pos->royal[us]] & empty & ~guarded) != 0;
}

/* A quick test for endings of chess: a pawn is free, and neither side is short of moves. It has no
 * loops, because nothing in them could be predicted. */
static bool is_free(const arb_position *pos)
{
    const uint64_t *colour = pos->board.bits.colour;
    uint64_t pawns = pos->board.bits.pawns, empty = ~(colour[ARB_WHITE] | colour[ARB_BLACK]);
    uint64_t steps = pawns & ((colour[ARB_WHITE] & empty >> 8) | (colour[ARB_BLACK] & empty << 8));
    uint64_t movers = steps | (pos->board.bits.knights & arb__knights_see(empty)) |
                      arb__sliders_beside(pos, empty);
    uint64_t free = free_pawns(pos, ARB_WHITE, empty) | free_pawns(pos, ARB_BLACK, empty);
    return pos->chess && (free & steps) != 0 && is_loose(pos, ARB_WHITE, empty, movers) &&
           is_loose(pos, ARB_BLACK, empty, movers) &&
           !arb_position_in_check(pos, (arb_colour)pos->turn);
}

/* Squares that are certainly safe for the king of `us`: some of king_walks. Nothing is thought to
 * stand in the way of sliders, which is less to look up. */
static __attribute__((noinline)) uint64_t sure_walks(const arb_position *pos, arb_colour us)
{
    arb_colour them = arb_other(us);
    uint64_t enemy = pos->board.bits.colour[them];
    uint64_t straights = pos->board.bits.straights, diagonals = pos->board.bits.diagonals;
    uint64_t unsafe = arb__king_steps[pos->royal[them]] |
                      arb__pawn_attacks(enemy & pos->board.bits.pawns, them) |
                      arb__knight_attacks(enemy & pos->board.bits.knights);
    for (uint64_t left = (straights | diagonals) & enemy; left != 0; left &= left - 1) {
        unsigned at = arb__first(left);
        unsafe |= (arb__straight_rays(at) & (0 - (straights >> at & 1))) |
                  (arb__diagonal_rays(at) & (0 - (diagonals >> at & 1)));
    }
    return arb__king_steps[pos->royal[us]] & ~pos->board.bits.colour[us] & ~unsafe;
}

/* Most endings: both kings have three squares to walk to, which is life enough, and a pawn is free,
 * or there is none but a rook or queen. What follows would say the same. */
static bool kings_are_at_large(const arb_position *pos)
{
    if (!pos->chess)
        return false;
    uint64_t empty = ~(pos->board.bits.colour[ARB_WHITE] | pos->board.bits.colour[ARB_BLACK]);
    uint64_t force = free_pawns(pos, ARB_WHITE, empty) | free_pawns(pos, ARB_BLACK, empty);
    force |= pos->board.bits.pawns == 0 ? pos->board.bits.straights : 0;
    unsigned white_walks = has_more_than(2, sure_walks(pos, ARB_WHITE));
    unsigned black_walks = has_more_than(2, sure_walks(pos, ARB_BLACK));
    return force != 0 && (white_walks & black_walks) != 0;
}

/* Is there evidence that somebody can win? If there are at most two moves, the positions after them
 * are asked, because the moves may be forced captures. */
static bool seems_alive(const arb_position *pos, unsigned plies)
{
    arb_move moves[ARB_MOVES_8X8];
    liveliness lively[2];
    if (!has_force(pos, lively))
        return false;
    liveliness *mover = &lively[pos->turn], *other = &lively[pos->turn ^ 1u];
    bool check = arb_position_in_check(pos, (arb_colour)pos->turn);
    /* The other side may be stalemated, whatever is played. */
    if (other->life <= 1 && other->king_walks == 0)
        return false;
    if ((mover->life >= 3 || (mover->life == 2 && mover->king_walks != 0)) && !check)
        return true;
    if (mover->king_walks == 0)
        look_at_king(pos, (arb_colour)pos->turn, mover);
    if (has_more_than(2, mover->king_walks)) /* as many legal moves */
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

/* Visits every position that play can reach, within the room and the budget. */
static bool sweeps(const arb_position *pos, void *room, size_t size)
{
    uint32_t limit = SWEPT, left;
    if (pos->budget != NULL && pos->budget->left / ARB__SWEEP_WORK < limit)
        limit = (uint32_t)(pos->budget->left / ARB__SWEEP_WORK) + 1;
    left = limit;
    bool proved = arb__sweep_proves(pos, 1u << ARB_WHITE | 1u << ARB_BLACK, room, size, &left);
    return arb__spend(pos, ARB__SWEEP_WORK * (limit - left)) && proved;
}

/* Is it proved that neither side can win? Both sides are first asked without a search, because one
 * side that can win settles the question. */
static __attribute__((noinline)) bool nobody_can_win(const arb_position *pos)
{
    uint64_t room[ROOM / sizeof(uint64_t)];
    arb_colour first = stronger(pos);
    arb_winnable answer[2];
    bool open = false;
    for (unsigned i = 0; i < 2; i++) {
        answer[i] = arb_position_winnable(pos, (arb_colour)(first ^ i), 0, NULL, 0, NULL, 0);
        if (!arb__spend(pos, QUESTION_WORK + PLY_WORK * (unsigned)answer[i].nodes) ||
            answer[i].answer == ARB_WIN_YES)
            return false;
    }
    for (unsigned i = 0; i < 2; i++) {
        if (answer[i].answer == ARB_WIN_NO)
            continue;
        answer[i] = arb_position_winnable(pos, (arb_colour)(first ^ i), SEARCHED, room, sizeof room,
                                          NULL, 0);
        if (!arb__spend(pos, NODE_WORK * (unsigned)answer[i].nodes) ||
            answer[i].answer == ARB_WIN_YES)
            return false;
        open = open || answer[i].answer != ARB_WIN_NO;
    }
    return !open || sweeps(pos, room, sizeof room);
}

/* Does every legal move leave insufficient material? Then the game goes on until this move, nearly
 * always a forced capture, has been played, as players expect and as published games do. One move
 * takes at most two pawns, rooks or queens off the board, by a capture that promotes; a third one
 * is sufficient. */
static bool is_forced_bare(const arb_position *pos)
{
    arb_move moves[ARB_MOVES_8X8];
    if (has_more_than(2, pos->board.bits.pawns | pos->board.bits.straights))
        return false;
    size_t count = arb__bits_moves(pos, (arb_colour)pos->turn, moves);
    for (size_t i = 0; i < count; i++) {
        arb_position next;
        arb_undo undo;
        arb_position_copy(&next, pos);
        arb__play(&next, moves[i], &undo);
        if (!arb_position_insufficient(&next))
            return false;
    }
    return count > 0;
}

/* A first look, which answers for nearly every position. */
static bool is_plainly_alive(const arb_position *pos)
{
    return pos->kernel == ARB_KERNEL_BITS &&
           (arb__is_middlegame(pos) || kings_are_at_large(pos) || is_free(pos));
}

bool arb__is_dead(const arb_position *pos)
{
    const arb_position *given = pos;
    arb_position twin;
    if (pos->rules->ending.dead_material == ARB_DEAD_NEVER || is_plainly_alive(pos))
        return false;
    if (pos->rules->ending.dead_material != ARB_DEAD_PROVED)
        return arb__is_dead_by_rule(pos);
    pos = arb__on_bits(given, &twin);
    if (pos != given && is_plainly_alive(pos)) /* as its twin, so that both get one answer */
        return false;
    if (arb_position_insufficient(pos))
        return true;
    return arb__reach_fits(pos) && !seems_alive(pos, FORCED_PLIES) && !is_forced_bare(pos) &&
           arb_position_has_move(pos) && nobody_can_win(pos);
}
