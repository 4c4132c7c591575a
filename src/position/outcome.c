/* outcome.c: whether a position ends the game, by the rule set's rules of ending. Layer: position.
 * Knows no history: the layer game counts repetitions and hears claims. */
#include "position/position.h"

static bool in_check(const arb_position *pos)
{
    arb_colour turn = (arb_colour)pos->turn;
    arb_square royal = pos->royal[turn];
    if (pos->special != 0)
        return arb__in_check(pos, turn);
    return royal != ARB_NO_SQUARE && arb__attacked(pos, NULL, royal, arb_other(turn));
}

/* After the game has ended by a capture there is no move either, but that is neither mate nor
 * stalemate. */
static bool is_stuck(const arb_position *pos)
{
    return !pos->over && !arb__has_move(pos, (arb_colour)pos->turn);
}

bool arb_position_is_checkmate(const arb_position *position)
{
    return in_check(position) && is_stuck(position);
}

bool arb_position_is_stalemate(const arb_position *position)
{
    return !in_check(position) && is_stuck(position);
}

/* The outcome if an event with this effect happens to `whom`. */
static arb_outcome outcome_of(arb_effect effect, arb_colour whom, arb_reason reason)
{
    arb_colour winner = effect == ARB_WINS ? whom : arb_other(whom);
    if (effect == ARB_GOES_ON)
        return (arb_outcome){ARB_ONGOING, ARB_R_NONE};
    if (effect == ARB_DRAWS)
        return (arb_outcome){ARB_DRAW, reason};
    return (arb_outcome){winner == ARB_WHITE ? ARB_WHITE_WINS : ARB_BLACK_WINS, reason};
}

/* The outcome of an event that has happened to one side, or to both in a set-up position: then it
 * is a draw. */
static arb_outcome outcome_of_sides(arb_effect effect, const bool happened[2], arb_reason reason)
{
    if (!happened[ARB_WHITE] && !happened[ARB_BLACK])
        effect = ARB_GOES_ON;
    else if (happened[ARB_WHITE] && happened[ARB_BLACK] && effect != ARB_GOES_ON)
        effect = ARB_DRAWS;
    return outcome_of(effect, happened[ARB_WHITE] ? ARB_WHITE : ARB_BLACK, reason);
}

/* The outcome that position->over stands for. */
static arb_outcome outcome_of_end(const arb_position *pos)
{
    bool happened[2] = {false, false};
    arb_effect effect = ARB_WINS;
    arb_reason reason = ARB_R_GOAL;
    for (int c = 0; c < 2; c++) {
        arb_colour colour = (arb_colour)c;
        switch (pos->over) {
        case ARB__OVER_EXTINCT:
            happened[c] = arb__is_extinct(pos, colour);
            effect = ARB_LOSES;
            reason = ARB_R_EXTINCTION;
            break;
        case ARB__OVER_BEREFT:
            happened[c] = arb__is_bereft(pos, colour);
            effect = pos->rules->ending.bereft;
            reason = ARB_R_BEREFT;
            break;
        case ARB__OVER_CHECKS:
            happened[c] = pos->checks[c] >= pos->rules->ending.checks;
            reason = ARB_R_CHECKS;
            break;
        case ARB__OVER_GOAL:
            happened[c] = arb__at_goal(pos, colour);
            break;
        default:
            happened[c] = pos->royal[c] == ARB_NO_SQUARE;
            effect = pos->rules->ending.captured;
            reason = ARB_R_KING_CAPTURED;
        }
    }
    return outcome_of_sides(effect, happened, reason);
}

static arb_outcome outcome_of_no_move(const arb_position *pos)
{
    arb_effect checkmate = pos->rules->ending.checkmate;
    arb_effect stalemate = pos->rules->ending.stalemate;
    if ((checkmate == ARB_GOES_ON && stalemate == ARB_GOES_ON) || !is_stuck(pos))
        return (arb_outcome){ARB_ONGOING, ARB_R_NONE};
    return in_check(pos) ? outcome_of(checkmate, (arb_colour)pos->turn, ARB_R_CHECKMATE)
                         : outcome_of(stalemate, (arb_colour)pos->turn, ARB_R_STALEMATE);
}

static arb_outcome outcome_of_bare(const arb_position *pos)
{
    bool bare[2] = {pos->royal[ARB_WHITE] != ARB_NO_SQUARE, pos->royal[ARB_BLACK] != ARB_NO_SQUARE};
    for (int rank = 0; rank < pos->size.ranks; rank++)
        for (int file = 0; file < pos->size.files; file++) {
            arb_square square = arb_square_at(pos->size, file, rank);
            arb_piece piece = arb__piece_at(pos, square);
            if (piece != ARB_NO_PIECE && square != pos->royal[arb_piece_colour(piece)])
                bare[arb_piece_colour(piece)] = false;
        }
    return outcome_of_sides(pos->rules->ending.bare, bare, ARB_R_BARE_KING);
}

static arb_outcome outcome_of_board(const arb_position *pos, unsigned known)
{
    arb_outcome outcome = {ARB_ONGOING, ARB_R_NONE};
    if (pos->over)
        return outcome_of_end(pos);
    if (!(known & ARB__KNOWN_MOVE))
        outcome = outcome_of_no_move(pos);
    if (outcome.result == ARB_ONGOING && pos->rules->ending.bare != ARB_GOES_ON)
        outcome = outcome_of_bare(pos);
    return outcome;
}

arb_outcome arb__outcome_of_board(const arb_position *pos)
{
    return outcome_of_board(pos, 0);
}

/* Every automatic end, in order of precedence: a mate by the last move comes before repetition and
 * the move limit (9.6). Games, score runs and collections all use this function. */
arb_outcome arb__outcome_knowing(const arb_position *position, size_t times, unsigned known)
{
    const arb_rules *rules = position->rules;
    arb_outcome outcome = outcome_of_board(position, known);
    if (outcome.result != ARB_ONGOING)
        return outcome;
    if (!(known & ARB__KNOWN_ALIVE) && arb__is_dead(position))
        return (arb_outcome){ARB_DRAW, ARB_R_DEAD_POSITION};
    if (rules->ending.auto_repetitions != 0 && times >= rules->ending.auto_repetitions)
        return (arb_outcome){ARB_DRAW, ARB_R_REPETITION};
    if (rules->ending.auto_moves != 0 && position->halfmove >= 2u * rules->ending.auto_moves)
        return (arb_outcome){ARB_DRAW, ARB_R_MOVE_LIMIT};
    return outcome;
}

arb_outcome arb__outcome(const arb_position *position, size_t times)
{
    return arb__outcome_knowing(position, times, 0);
}

arb_outcome arb_position_outcome(const arb_position *position)
{
    return arb__outcome(position, 1);
}
