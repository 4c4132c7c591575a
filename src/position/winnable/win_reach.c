/* win_reach.c: every square on which each piece may ever stand. Layer: position.
 *
 * The sets grow to a fixed point. At first no piece is known to move. A piece may go wherever its
 * steps lead, except over squares that are occupied for good, that is, by a piece that can neither
 * leave its square nor be captured there. Turns, checks and pins are ignored, and everything that
 * may happen is assumed to happen together. So the sets may be too large but never too small: by
 * induction over the moves of any line of play, each move leads a piece into its set. What cannot
 * happen inside these sets can never happen (docs/design/winnable-proofs.md). */
#include "position/winnable/winnable.h"

bool arb__reach_fits(const arb_position *pos)
{
    uint64_t kings = pos->board.bits.kings;
    if (!arb__is_won_by_mate(pos->rules))
        return false;
    return pos->chess != 0 ||
           (pos->kernel == ARB_KERNEL_BITS && arb__mate_alone_wins(pos, ARB_WHITE) &&
            arb__mate_alone_wins(pos, ARB_BLACK) &&
            arb__count(kings & pos->board.bits.colour[ARB_WHITE]) == 1 &&
            arb__count(kings & pos->board.bits.colour[ARB_BLACK]) == 1);
}

/* The set of one square; empty for ARB_NO_SQUARE. */
static uint64_t set_of(arb_square square)
{
    return square < 64 ? arb__bit(square) : 0;
}

/* Every square one step from a set. */
static uint64_t step_straight(uint64_t set)
{
    return set << 8 | set >> 8 | (set << 1 & ~ARB__FILE_A) | (set >> 1 & ~ARB__FILE_H);
}

static uint64_t step_diagonal(uint64_t set)
{
    return ((set << 9 | set >> 7) & ~ARB__FILE_A) | ((set << 7 | set >> 9) & ~ARB__FILE_H);
}

static uint64_t step_of(arb_kind kind, uint64_t set)
{
    switch (kind) {
    case ARB_KNIGHT:
        return arb__knights_see(set);
    case ARB_BISHOP:
        return step_diagonal(set);
    case ARB_ROOK:
        return step_straight(set);
    default:
        return step_straight(set) | step_diagonal(set);
    }
}

static uint64_t flood(arb_kind kind, uint64_t set, uint64_t allowed)
{
    for (uint64_t more = set; more != 0; set |= more)
        more = step_of(kind, set) & allowed & ~set;
    return set;
}

/* Spreads a promoted pawn, which is assumed to move like a queen and a knight in one. */
static uint64_t flood_promoted(uint64_t set, uint64_t allowed)
{
    for (uint64_t more = set; more != 0; set |= more)
        more = (step_of(ARB_QUEEN, set) | arb__knights_see(set)) & allowed & ~set;
    return set;
}

/* Squares that fixed pieces of one colour attack whatever happens. Of a slider only the
 * neighbouring squares count, because a piece may come between. */
static uint64_t guarded(const arb__reach *r, arb_colour by)
{
    uint64_t set = 0;
    for (unsigned i = 0; i < r->count; i++) {
        const arb__unit *u = &r->unit[i];
        if (u->colour != by || (r->fixed[by] >> u->origin & 1) == 0)
            continue;
        uint64_t at = arb__bit(u->origin);
        set |= u->kind == ARB_PAWN ? arb__pawn_attacks(at, by) : step_of(u->kind, at);
    }
    return set;
}

/* Squares that a pawn can never step to, because an enemy pawn ahead on its file can neither leave
 * the file nor be captured. */
static uint64_t barred(const arb__reach *r, const arb__unit *pawn)
{
    uint64_t file = ARB__FILE_A << (pawn->origin & 7), bar = 0;
    if (((pawn->reach | pawn->become) & ~file) != 0)
        return 0;
    for (unsigned i = 0; i < r->count; i++) {
        const arb__unit *u = &r->unit[i];
        bool ahead =
            pawn->colour == ARB_WHITE ? u->origin > pawn->origin : u->origin < pawn->origin;
        if (u->kind != ARB_PAWN || u->colour == pawn->colour || !ahead ||
            (arb__bit(u->origin) & file) == 0 || (u->reach & ~file) != 0 || u->become != 0 ||
            (r->takes[pawn->colour] & u->reach) != 0)
            continue;
        bar |= pawn->colour == ARB_WHITE ? file << (u->origin & ~7u)
                                         : file >> (56 - (u->origin & ~7u));
    }
    return bar;
}

/* Squares on which a piece of this colour that can be captured may stand. */
static uint64_t prey(const arb__reach *r, arb_colour colour)
{
    uint64_t set = 0;
    for (unsigned i = 0; i < r->count; i++)
        if (r->unit[i].colour == colour && r->unit[i].kind != ARB_KING)
            set |= r->unit[i].reach | r->unit[i].become;
    return set;
}

static void grow_pawn(const arb_position *pos, arb__reach *r, arb__unit *u, uint64_t allowed,
                      uint64_t victims)
{
    arb_colour us = u->colour;
    uint64_t promotion = pos->board.bits.promotion[us];
    uint64_t still = r->fixed[ARB_WHITE] | r->fixed[ARB_BLACK];
    uint64_t before;
    do {
        before = u->reach;
        uint64_t pushes = arb__ahead(u->reach, us) & pos->board.bits.area & ~still & ~barred(r, u);
        uint64_t takes = arb__pawn_attacks(u->reach, us) & victims & allowed;
        r->takes[us] |= takes;
        u->become |= (pushes | takes) & promotion;
        u->reach |= (pushes | takes) & ~promotion;
    } while (u->reach != before);
    if (u->become != 0) {
        u->become = flood_promoted(u->become, allowed);
        r->takes[us] |= u->become;
    }
}

/* Finds the pieces that can neither leave their squares nor be captured. */
static void find_fixed(arb__reach *r)
{
    r->fixed[ARB_WHITE] = r->fixed[ARB_BLACK] = 0;
    for (unsigned i = 0; i < r->count; i++) {
        const arb__unit *u = &r->unit[i];
        uint64_t at = arb__bit(u->origin);
        bool taken = u->kind != ARB_KING && (r->takes[arb_other(u->colour)] & at) != 0;
        if ((u->reach | u->become) == at && !taken)
            r->fixed[u->colour] |= at;
    }
}

/* Extends the sets by one round of moves. Returns false if nothing has grown. */
static bool grow(const arb_position *pos, arb__reach *r)
{
    uint64_t area = pos->board.bits.area, taken[2] = {r->takes[0], r->takes[1]};
    bool grown = false;
    for (int c = 0; c < 2; c++) {
        arb_colour us = (arb_colour)c, them = arb_other(us);
        uint64_t king = pos->board.bits.kings & r->fixed[them];
        uint64_t allowed = area & ~r->fixed[us] & ~king;
        uint64_t danger = guarded(r, them), victims = prey(r, them);
        if (pos->en_passant_legal && pos->turn == us)
            victims |= set_of(pos->en_passant);
        for (unsigned i = 0; i < r->count; i++) {
            arb__unit *u = &r->unit[i];
            if (u->colour != us)
                continue;
            uint64_t reach = u->reach, become = u->become;
            if (u->kind == ARB_PAWN)
                grow_pawn(pos, r, u, allowed, victims);
            else
                u->reach = flood(u->kind, reach, u->kind == ARB_KING ? allowed & ~danger : allowed);
            if (u->kind != ARB_PAWN && u->reach != arb__bit(u->origin))
                r->takes[us] |= u->reach;
            grown = grown || u->reach != reach || u->become != become;
        }
    }
    return grown || r->takes[0] != taken[0] || r->takes[1] != taken[1];
}

/* Adds the squares that steps do not give: castling takes king and rook past other pieces, and en
 * passant captures a pawn on a square where nothing arrives. */
static void add_special(const arb_position *pos, arb__reach *r)
{
    for (unsigned i = 0; i < r->count; i++) {
        arb__unit *u = &r->unit[i];
        for (int side = 0; side < 2; side++) {
            arb_square rook = pos->castle_rook[u->colour][side];
            if (rook == ARB_NO_SQUARE)
                continue;
            if (u->origin == pos->royal[u->colour])
                u->reach |= set_of(arb__castle_king_to(pos, u->colour, side));
            if (u->origin == rook)
                u->reach |= set_of(arb__castle_rook_to(pos, u->colour, side));
        }
    }
    if (pos->en_passant_legal)
        r->takes[pos->turn] |= set_of(arb__passing_pawn(pos, (arb_colour)pos->turn));
}

void arb__reach_all(const arb_position *pos, arb__reach *r)
{
    uint64_t all = pos->board.bits.colour[ARB_WHITE] | pos->board.bits.colour[ARB_BLACK];
    r->count = 0;
    r->takes[ARB_WHITE] = r->takes[ARB_BLACK] = 0;
    for (; all != 0; all &= all - 1) {
        unsigned square = arb__first(all);
        arb_piece piece = arb__bits_piece_at(pos, (arb_square)square);
        r->unit[r->count++] = (arb__unit){.colour = arb_piece_colour(piece),
                                          .kind = arb_piece_kind(piece),
                                          .origin = square,
                                          .reach = arb__bit(square)};
    }
    add_special(pos, r);
    /* Repeats until no set grows; a set may grow even if no piece becomes free or capturable. */
    do
        find_fixed(r);
    while (grow(pos, r));
}
