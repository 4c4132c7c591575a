/* dead_material.c: material with which a side cannot win, as a rule set states it in its field
 * `dead-material`. Layer: position. For rules under which mate is not the only way to win; what is
 * proved for chess is in material.c. */
#include "position/winnable/winnable.h"

/* The colours of the squares on which pieces of a kind stand, as bits: bit 0 the colour of a1, bit
 * 1 that of b1. ARB_NO_KIND stands for all pieces of the side. */
static unsigned shades_of(const arb_position *pos, arb_colour colour, arb_kind kind)
{
    unsigned shades = 0;
    for (int rank = 0; rank < pos->size.ranks; rank++)
        for (int file = 0; file < pos->size.files; file++) {
            arb_piece piece = arb__piece_at(pos, arb_square_at(pos->size, file, rank));
            if (piece != ARB_NO_PIECE && arb_piece_colour(piece) == colour &&
                (kind == ARB_NO_KIND || arb_piece_kind(piece) == kind))
                shades |= 1u << ((file + rank) & 1);
        }
    return shades;
}

/* ---- kings ---- */

/* Is a lone king unable to win under these rules? It can give no check and capture no king. */
static bool lone_king_is_harmless(const arb_rules *rules)
{
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++)
        if (rules->ending.extinct[kind] != 0)
            return false;
    return rules->royal.kind == ARB_KING && rules->royal.safe && rules->royal.also == 0 &&
           !rules->royal.no_checks && !rules->capture.forced && !rules->capture.to_hand &&
           rules->ending.goal.count == 0 && rules->ending.bereft == ARB_GOES_ON &&
           arb__is_won_by_mate(rules) && arb__moves_as_in_chess(rules, ARB_KING);
}

static bool is_lone_king(const arb__side_count *side)
{
    return side->all == side->of[ARB_KING];
}

/* Where captures explode, a king protects nothing: the other king may stand beside it. So the own
 * king does not help to mate, and one rook, bishop or knight, or two knights, cannot mate a lone
 * king. Two bishops, one a side on squares of different colours, never meet. */
static bool is_too_little(const arb_position *pos, const arb__side_count *own,
                          const arb__side_count *enemy)
{
    const arb_rules *rules = pos->rules;
    if (!rules->capture.explodes || rules->board.holes.count != 0 || pos->size.files < 2 ||
        pos->size.ranks < 2 || own->of[ARB_KING] != 1 || enemy->of[ARB_KING] != 1 ||
        !arb__moves_as_in_chess(rules, ARB_KNIGHT) || !arb__moves_as_in_chess(rules, ARB_BISHOP) ||
        !arb__moves_as_in_chess(rules, ARB_ROOK))
        return false;
    if (is_lone_king(enemy))
        return (own->all == 2 &&
                own->of[ARB_ROOK] + own->of[ARB_BISHOP] + own->of[ARB_KNIGHT] == 1) ||
               (own->all == 3 && own->of[ARB_KNIGHT] == 2);
    return own->all == 2 && enemy->all == 2 && own->of[ARB_BISHOP] == 1 &&
           enemy->of[ARB_BISHOP] == 1 &&
           shades_of(pos, ARB_WHITE, ARB_BISHOP) != shades_of(pos, ARB_BLACK, ARB_BISHOP);
}

/* ---- bishops ---- */

/* Does an enemy pawn stand directly in front of this pawn? */
static bool is_blocked(const arb_position *pos, arb_colour colour, int file, int rank)
{
    int ahead = colour == ARB_WHITE ? rank + 1 : rank - 1;
    return ahead >= 0 && ahead < pos->size.ranks &&
           arb__piece_at(pos, arb_square_at(pos->size, file, ahead)) ==
               arb_piece_of(arb_other(colour), ARB_PAWN);
}

static bool has_empty_diagonal(const arb_position *pos, int file, int rank)
{
    for (int df = -1; df <= 1; df += 2)
        for (int dr = -1; dr <= 1; dr += 2)
            if (file + df >= 0 && file + df < pos->size.files && rank + dr >= 0 &&
                rank + dr < pos->size.ranks &&
                arb__piece_at(pos, arb_square_at(pos->size, file + df, rank + dr)) == ARB_NO_PIECE)
                return true;
    return false;
}

/* The bishops of the two sides stand on squares of different colours and every pawn is blocked.
 * Nothing can ever be captured, because pawns and bishops capture diagonally. Each side can always
 * move a bishop, because the one that moved last can go back. */
static bool has_split_bishops(const arb_position *pos)
{
    bool moves[2] = {false, false};
    if ((shades_of(pos, ARB_WHITE, ARB_NO_KIND) & shades_of(pos, ARB_BLACK, ARB_NO_KIND)) != 0 ||
        pos->rules->board.holes.count != 0 || !arb__moves_as_in_chess(pos->rules, ARB_PAWN) ||
        !arb__moves_as_in_chess(pos->rules, ARB_BISHOP))
        return false;
    for (int rank = 0; rank < pos->size.ranks; rank++)
        for (int file = 0; file < pos->size.files; file++) {
            arb_piece piece = arb__piece_at(pos, arb_square_at(pos->size, file, rank));
            arb_colour colour = arb_piece_colour(piece);
            if (piece == ARB_NO_PIECE)
                continue;
            if (arb_piece_kind(piece) == ARB_BISHOP)
                moves[colour] = moves[colour] || has_empty_diagonal(pos, file, rank);
            else if (arb_piece_kind(piece) != ARB_PAWN || !is_blocked(pos, colour, file, rank))
                return false;
        }
    return moves[0] && moves[1];
}

/* ---- the question ---- */

/* A fast test that nearly every position passes: it has a piece with which somebody can win. */
static bool can_at_a_glance(const arb_position *pos, arb_dead rule)
{
    if (pos->kernel != ARB_KERNEL_BITS)
        return false;
    uint64_t straights = pos->board.bits.straights, knights = pos->board.bits.knights;
    uint64_t queens = straights & pos->board.bits.diagonals;
    return rule == ARB_DEAD_SPLIT_BISHOPS ? (straights | knights | pos->board.bits.kings) != 0
                                          : (queens | pos->board.bits.pawns) != 0;
}

bool arb__cannot_win_by_rule(const arb_position *pos, arb_colour side)
{
    arb_dead rule = (arb_dead)pos->rules->ending.dead_material;
    if (rule <= ARB_DEAD_PROVED || pos->over)
        return false;
    if (rule == ARB_DEAD_SPLIT_BISHOPS)
        return has_split_bishops(pos);
    arb__side_count own = arb__count_side(pos, side);
    arb__side_count enemy = arb__count_side(pos, arb_other(side));
    if (is_lone_king(&own) && (is_lone_king(&enemy) || lone_king_is_harmless(pos->rules)))
        return true;
    return rule == ARB_DEAD_FEW_PIECES && is_too_little(pos, &own, &enemy);
}

bool arb__is_dead_by_rule(const arb_position *pos)
{
    return !can_at_a_glance(pos, (arb_dead)pos->rules->ending.dead_material) &&
           arb__cannot_win_by_rule(pos, ARB_WHITE) && arb__cannot_win_by_rule(pos, ARB_BLACK);
}
