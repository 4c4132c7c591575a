/* validate.c: finds all faults of a position at once. Layer: position. The rule set says which
 * faults matter; no others are looked for. */
#include "kernel/bits/bits.h"
#include "position/position.h"

typedef struct {
    unsigned pieces[2];
    unsigned pawns[2];
    unsigned royals[2];
    bool end_row_pawn;
} census;

static census count_sets(const arb_position *pos)
{
    census c = {{0, 0}, {0, 0}, {0, 0}, false};
    /* On bitboards only kings can be royal. */
    uint64_t royals = pos->rules->royal.kind != ARB_NO_KIND ? pos->board.bits.kings : 0;
    uint64_t pawns = pos->board.bits.pawns;
    uint64_t end_rows = 0xFFu | (uint64_t)0xFFu << 8 * (pos->size.ranks - 1);
    for (int colour = 0; colour < 2; colour++) {
        uint64_t own = pos->board.bits.colour[colour];
        c.pieces[colour] = arb__count(own);
        c.pawns[colour] = arb__count(own & pawns);
        c.royals[colour] = arb__count(own & royals);
    }
    c.end_row_pawn = (pawns & end_rows) != 0;
    return c;
}

static census count_pieces(const arb_position *pos)
{
    if (pos->kernel == ARB_KERNEL_BITS)
        return count_sets(pos);
    census c = {{0, 0}, {0, 0}, {0, 0}, false};
    for (arb_square at = 0; at != ARB_NO_SQUARE; at = arb__next_square(pos->size, at)) {
        arb_piece piece = arb__piece_at(pos, at);
        int rank = arb_square_rank(pos->size, at);
        if (piece == ARB_NO_PIECE)
            continue;
        arb_colour colour = arb_piece_colour(piece);
        c.pieces[colour]++;
        c.royals[colour] += arb_piece_kind(piece) == pos->rules->royal.kind;
        if (arb_piece_kind(piece) == ARB_PAWN) {
            c.pawns[colour]++;
            c.end_row_pawn |= rank == 0 || rank == pos->size.ranks - 1;
        }
    }
    return c;
}

static arb_faults count_faults(const arb_position *pos)
{
    const arb_rules *rules = pos->rules;
    unsigned max_pieces = rules->board.max_pieces ? rules->board.max_pieces : ARB_SQUARE_LIMIT;
    unsigned max_pawns = rules->board.max_pawns ? rules->board.max_pawns : ARB_SQUARE_LIMIT;
    unsigned max_royals = rules->royal.max == 255 ? ARB_SQUARE_LIMIT : rules->royal.max;
    census c = count_pieces(pos);
    arb_faults faults = 0;

    if (c.pieces[ARB_WHITE] + c.pieces[ARB_BLACK] == 0)
        faults |= ARB_FAULT_EMPTY;
    for (int colour = 0; colour < 2; colour++) { /* Black's faults are the bits after White's */
        if (c.royals[colour] < rules->royal.min)
            faults |= (arb_faults)ARB_FAULT_NO_WHITE_KING << colour;
        if (c.royals[colour] > max_royals)
            faults |= ARB_FAULT_TOO_MANY_KINGS;
        if (c.pawns[colour] > max_pawns)
            faults |= (arb_faults)ARB_FAULT_TOO_MANY_WHITE_PAWNS << colour;
        if (c.pieces[colour] > max_pieces)
            faults |= (arb_faults)ARB_FAULT_TOO_MANY_WHITE_PIECES << colour;
    }
    if (c.end_row_pawn)
        faults |= ARB_FAULT_PAWNS_ON_END_ROWS;
    return faults;
}

/* A castling right needs king and rook on their home squares, and the rook on the right's side of
 * the king. */
static bool right_fits(const arb_position *pos, arb_colour colour, int side)
{
    const arb_rules *rules = pos->rules;
    arb_square rook = pos->castle_rook[colour][side];
    arb_square king = pos->royal[colour];
    if (!arb_square_on(pos->size, rook) || !arb__castles_from(rules, pos->size, colour, king) ||
        arb__own_row(pos->size, colour, rook) != rules->castling.row ||
        arb__piece_at(pos, rook) != arb_piece_of(colour, ARB_ROOK))
        return false;
    if (side == ARB_KING_SIDE ? rook < king : rook > king)
        return false;
    return rules->castling.any_home ||
           arb_square_file(pos->size, rook) == rules->castling.rook_file[side];
}

static bool rights_fit(const arb_position *pos)
{
    for (int colour = 0; colour < 2; colour++)
        for (int side = 0; side < 2; side++)
            if (pos->castle_rook[colour][side] != ARB_NO_SQUARE &&
                !right_fits(pos, (arb_colour)colour, side))
                return false;
    return true;
}

/* The squares of the double step over the en-passant square by the side not to move. Returns false
 * if no such step is possible. */
static bool double_step(const arb_position *pos, arb_square *from, arb_square *to)
{
    arb_colour them = arb_other((arb_colour)pos->turn);
    int files = pos->en_passant_files;
    *from = arb__step(pos->size, pos->en_passant, -files, -arb__forward(them));
    *to = arb__step(pos->size, pos->en_passant, files, arb__forward(them));
    return *from != ARB_NO_SQUARE && *to != ARB_NO_SQUARE &&
           arb__may_be_passed(pos, them, *from, files) &&
           arb__piece_at(pos, pos->en_passant) == ARB_NO_PIECE &&
           arb__piece_at(pos, *from) == ARB_NO_PIECE &&
           arb__piece_at(pos, *to) == arb_piece_of(them, ARB_PAWN);
}

static bool is_slider(const arb_position *pos, arb_square square)
{
    return pos->rules->kinds[arb_piece_kind(arb__piece_at(pos, square))].slide_count > 0;
}

/* Are the two squares and the king on one line, in any order? */
static bool on_one_line(const arb_position *pos, arb_square king, arb_square a, arb_square b)
{
    int af = arb_square_file(pos->size, a) - arb_square_file(pos->size, king);
    int ar = arb_square_rank(pos->size, a) - arb_square_rank(pos->size, king);
    int bf = arb_square_file(pos->size, b) - arb_square_file(pos->size, king);
    int br = arb_square_rank(pos->size, b) - arb_square_rank(pos->size, king);
    return af * br == ar * bf;
}

/* Can the double step have caused these checks? It gives check by the pawn itself or by opening a
 * line, and the king was not attacked before it. */
static bool double_step_gave_check(const arb_position *pos, arb_square king,
                                   const arb_square *checkers, size_t count)
{
    arb_square from, to;
    arb_colour them = arb_other((arb_colour)pos->turn);
    double_step(pos, &from, &to);
    if (count > 1)
        return false;
    if (checkers[0] == to)
        return true;
    arb__edit before = {
        .count = 2, .at = {to, from}, .piece = {ARB_NO_PIECE, arb_piece_of(them, ARB_PAWN)}};
    return !arb__attacked(pos, &before, king, them);
}

/* Can these two pieces give check together? One of them was uncovered by the other's move, so it is
 * a slider, and the other did not move along its line. */
static bool two_can_check(const arb_position *pos, arb_square king, const arb_square *checkers)
{
    bool first = is_slider(pos, checkers[0]);
    bool second = is_slider(pos, checkers[1]);
    if (!first && !second)
        return false;
    return !(first && second && on_one_line(pos, king, checkers[0], checkers[1]));
}

/* A pawn that gives check has just moved, so a square that it can have come from, by a step or
 * a capture, must be possible. The test applies only if pawns move by the Laws and are not
 * dropped. */
static bool pawn_can_check(const arb_position *pos, arb_square pawn)
{
    arb_colour them = arb_other((arb_colour)pos->turn);
    bool end_row = !(pos->rules->board.faults & ARB_FAULT_PAWNS_ON_END_ROWS);
    if (arb__piece_at(pos, pawn) != arb_piece_of(them, ARB_PAWN) || pos->special != 0 ||
        !pos->rules->ending.laws)
        return true;
    for (int files = -1; files <= 1; files++) {
        arb_square from = arb__step(pos->size, pawn, files, -arb__forward(them));
        if (from != ARB_NO_SQUARE && arb__piece_at(pos, from) == ARB_NO_PIECE &&
            !arb__is_hole(pos, from) && (end_row || arb__own_row(pos->size, them, from) > 0))
            return true;
    }
    return false;
}

static arb_faults check_faults(const arb_position *pos, bool en_passant_fits)
{
    arb_colour us = (arb_colour)pos->turn;
    arb_square king = pos->royal[us];
    arb_square enemy_king = pos->royal[arb_other(us)];
    arb_square checkers[3];
    arb_faults faults = 0;

    /* Where the last move took the king and so won, the winner's own king may be attacked. */
    if (king == ARB_NO_SQUARE && pos->rules->ending.captured != ARB_GOES_ON)
        return 0;
    if (pos->special != 0 ? arb__in_check(pos, arb_other(us))
                          : enemy_king != ARB_NO_SQUARE && arb__attacked(pos, NULL, enemy_king, us))
        faults |= ARB_FAULT_OPPOSITE_CHECK;
    if (king == ARB_NO_SQUARE)
        return faults;
    size_t count = arb__attackers(pos, NULL, king, arb_other(us), checkers, 3);
    if (count > 2)
        return faults | ARB_FAULT_TOO_MANY_CHECKERS | ARB_FAULT_IMPOSSIBLE_CHECK;
    if (count > 0 && pos->en_passant != ARB_NO_SQUARE && en_passant_fits) {
        if (!double_step_gave_check(pos, king, checkers, count))
            faults |= ARB_FAULT_IMPOSSIBLE_CHECK;
    } else if (count == 2 && !two_can_check(pos, king, checkers)) {
        faults |= ARB_FAULT_IMPOSSIBLE_CHECK;
    }
    for (size_t i = 0; i < count; i++)
        if (!pawn_can_check(pos, checkers[i]))
            faults |= ARB_FAULT_IMPOSSIBLE_CHECK;
    return faults;
}

arb_faults arb__validate(const arb_position *pos, arb_faults matter)
{
    enum {
        CHECKS =
            ARB_FAULT_OPPOSITE_CHECK | ARB_FAULT_TOO_MANY_CHECKERS | ARB_FAULT_IMPOSSIBLE_CHECK,
        STATES = ARB_FAULT_BAD_CASTLING_RIGHTS | ARB_FAULT_BAD_EN_PASSANT
    };
    arb_square from, to;
    arb_faults faults = (matter & ~(arb_faults)(CHECKS | STATES)) != 0 ? count_faults(pos) : 0;
    bool en_passant_fits =
        pos->en_passant == ARB_NO_SQUARE ||
        (arb_square_on(pos->size, pos->en_passant) && double_step(pos, &from, &to));

    if (!rights_fit(pos))
        faults |= ARB_FAULT_BAD_CASTLING_RIGHTS;
    if (!en_passant_fits)
        faults |= ARB_FAULT_BAD_EN_PASSANT;
    if ((matter & CHECKS) != 0)
        faults |= check_faults(pos, en_passant_fits);
    return faults & matter;
}
