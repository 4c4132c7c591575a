/* end_on_board.c: ends of the game that the board shows: a royal piece has reached its goal, enough
 * checks were given, a kind is extinct. Layer: position. It looks at moves only to see whether
 * Black can answer White's arrival at the goal. */
#include "position/position.h"

bool arb__at_goal(const arb_position *pos, arb_colour colour)
{
    arb_square royal = pos->royal[colour];
    return royal != ARB_NO_SQUARE &&
           arb__in_area(&pos->rules->ending.goal, pos->size, ARB_WHITE, royal);
}

typedef struct {
    arb_position pos;
    bool found;
} way_to_goal;

static bool look_for_goal(void *context, arb_move move)
{
    way_to_goal *way = (way_to_goal *)context;
    way->found =
        arb__in_area(&way->pos.rules->ending.goal, way->pos.size, ARB_WHITE, arb_move_to(move));
    return !way->found;
}

/* Can Black, to move, still follow White to the goal? */
static bool can_answer(const arb_position *pos)
{
    way_to_goal way = {*pos, false};
    arb__sink sink = {.listener = look_for_goal, .context = &way};
    if (!pos->rules->ending.goal_answer || pos->turn != ARB_BLACK ||
        pos->royal[ARB_BLACK] == ARB_NO_SQUARE || !arb__at_goal(pos, ARB_WHITE) ||
        arb__at_goal(pos, ARB_BLACK))
        return false;
    way.pos.over = ARB__OVER_NOT;
    arb__grid_moves_from(&way.pos, ARB_BLACK, pos->royal[ARB_BLACK], &sink);
    return way.found;
}

arb__side_count arb__count_side(const arb_position *pos, arb_colour colour)
{
    arb__side_count c = {0, {0}};
    arb__spend_board(pos);
    for (arb_square at = 0; at != ARB_NO_SQUARE; at = arb__next_square(pos->size, at)) {
        arb_piece piece = arb__piece_at(pos, at);
        if (piece == ARB_NO_PIECE || arb_piece_colour(piece) != colour)
            continue;
        c.all++;
        c.of[arb_piece_kind(piece)]++;
    }
    for (arb_kind kind = ARB_PAWN; pos->kernel == ARB_KERNEL_GRID && kind < ARB_KIND_LIMIT; kind++)
        c.all += pos->hand[colour][kind];
    return c;
}

/* Asked after every move, so it ends at the first piece. */
bool arb__is_bereft(const arb_position *pos, arb_colour colour)
{
    arb__spend_board(pos);
    for (arb_square at = 0; at != ARB_NO_SQUARE; at = arb__next_square(pos->size, at)) {
        arb_piece piece = arb__piece_at(pos, at);
        if (piece != ARB_NO_PIECE && arb_piece_colour(piece) == colour)
            return false;
    }
    for (arb_kind kind = ARB_PAWN; pos->kernel == ARB_KERNEL_GRID && kind < ARB_KIND_LIMIT; kind++)
        if (pos->hand[colour][kind] != 0)
            return false;
    return true;
}

bool arb__is_extinct(const arb_position *pos, arb_colour colour)
{
    if (!arb__has_extinction(pos->rules))
        return false;
    arb__side_count c = arb__count_side(pos, colour);
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++)
        if (c.of[kind] < pos->rules->ending.extinct[kind])
            return true;
    return false;
}

uint8_t arb__end_of(const arb_position *pos)
{
    const arb_rules *rules = pos->rules;
    for (int c = 0; c < 2; c++)
        if (rules->ending.captured != ARB_GOES_ON && pos->royal[c] == ARB_NO_SQUARE)
            return ARB__OVER_CAPTURED;
    for (int c = 0; c < 2; c++) {
        arb_colour colour = (arb_colour)c;
        if (arb__is_extinct(pos, colour))
            return ARB__OVER_EXTINCT;
        if (rules->ending.bereft != ARB_GOES_ON && arb__is_bereft(pos, colour))
            return ARB__OVER_BEREFT;
        if (rules->ending.checks != 0 && pos->checks[colour] >= rules->ending.checks)
            return ARB__OVER_CHECKS;
    }
    if ((arb__at_goal(pos, ARB_WHITE) || arb__at_goal(pos, ARB_BLACK)) && !can_answer(pos))
        return ARB__OVER_GOAL;
    return ARB__OVER_NOT;
}
