/* outcome.c: whether a position ends the game, by the rule set's rules of ending. Layer: position.
 * Knows no history: the layer game counts repetitions and hears claims. */
#include "position/position.h"

static bool in_check(const arb_position *pos)
{
    return arb_position_in_check(pos, (arb_colour)pos->turn);
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

/* Does a rule set end a game for this reason by a rule of its own? The articles 5.1.2, 5.2.2
 * and 6.9 ask whether a player can checkmate the king, which says little where the game is won
 * otherwise.
 */
static bool is_own_rule(const arb_rules *rules, arb_reason reason)
{
    switch (reason) {
    case ARB_R_DEAD_POSITION:
    case ARB_R_RESIGNATION:
    case ARB_R_FLAG:
        return !rules->ending.laws || !arb__is_won_as_in_chess(rules);
    case ARB_R_AGREEMENT:
        return !rules->ending.laws;
    default:
        return false;
    }
}

arb_outcome arb_outcome_by(const arb_rules *rules, arb_result result, arb_reason reason)
{
    return (arb_outcome){result, reason, is_own_rule(rules, reason)};
}

/* The outcome if an event with this effect happens to `whom`. */
static arb_outcome outcome_of(arb_effect effect, arb_colour whom, arb_reason reason)
{
    arb_colour winner = effect == ARB_WINS ? whom : arb_other(whom);
    if (effect == ARB_GOES_ON)
        return (arb_outcome){.result = ARB_ONGOING};
    if (effect == ARB_DRAWS)
        return (arb_outcome){.result = ARB_DRAW, .reason = reason};
    return (arb_outcome){.result = winner == ARB_WHITE ? ARB_WHITE_WINS : ARB_BLACK_WINS,
                         .reason = reason};
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

static arb_outcome outcome_of_mate(const arb_position *pos)
{
    return outcome_of(pos->rules->ending.checkmate, (arb_colour)pos->turn, ARB_R_CHECKMATE);
}

static arb_outcome outcome_of_no_move(const arb_position *pos)
{
    arb_effect checkmate = pos->rules->ending.checkmate;
    arb_effect stalemate = pos->rules->ending.stalemate;
    if ((checkmate == ARB_GOES_ON && stalemate == ARB_GOES_ON) || !is_stuck(pos))
        return (arb_outcome){.result = ARB_ONGOING};
    return in_check(pos) ? outcome_of_mate(pos)
                         : outcome_of(stalemate, (arb_colour)pos->turn, ARB_R_STALEMATE);
}

static arb_outcome outcome_of_bare(const arb_position *pos)
{
    bool bare[2] = {pos->royal[ARB_WHITE] != ARB_NO_SQUARE, pos->royal[ARB_BLACK] != ARB_NO_SQUARE};
    arb__spend_board(pos);
    for (arb_square at = 0; at != ARB_NO_SQUARE && (bare[ARB_WHITE] || bare[ARB_BLACK]);
         at = arb__next_square(pos->size, at)) {
        arb_piece piece = arb__piece_at(pos, at);
        if (piece != ARB_NO_PIECE && at != pos->royal[arb_piece_colour(piece)])
            bare[arb_piece_colour(piece)] = false;
    }
    return outcome_of_sides(pos->rules->ending.bare, bare, ARB_R_BARE_KING);
}

static arb_outcome outcome_of_board(const arb_position *pos, unsigned known)
{
    arb_outcome outcome = {.result = ARB_ONGOING};
    if (pos->over)
        return outcome_of_end(pos);
    if (known & ARB__KNOWN_MATE)
        outcome = outcome_of_mate(pos);
    else if (!(known & ARB__KNOWN_MOVE))
        outcome = outcome_of_no_move(pos);
    if (outcome.result == ARB_ONGOING && pos->rules->ending.bare != ARB_GOES_ON)
        outcome = outcome_of_bare(pos);
    return outcome;
}

arb_outcome arb__outcome_of_board(const arb_position *pos)
{
    return outcome_of_board(pos, 0);
}

/* A quick test that nearly every position of chess passes: the board shows no end. Adds to what is
 * known. */
static bool goes_on_at_a_glance(const arb_position *pos, unsigned *known)
{
    if (!pos->chess || pos->over || (*known & ARB__KNOWN_MATE))
        return false;
    if (!(*known & ARB__KNOWN_MOVE) && arb__has_free_move(pos, (arb_colour)pos->turn))
        *known |= ARB__KNOWN_MOVE;
    if (!(*known & ARB__KNOWN_MOVE))
        return false;
    return (*known & ARB__KNOWN_ALIVE) != 0 ? pos->rules->ending.bare == ARB_GOES_ON
                                            : arb__is_middlegame(pos);
}

/* The ends that the board shows, and dead positions. Not inlined, so that the quick test does not
 * have to save registers. */
static __attribute__((noinline)) arb_outcome outcome_of_position(const arb_position *pos,
                                                                 unsigned known)
{
    arb_outcome outcome = outcome_of_board(pos, known);
    if (outcome.result == ARB_ONGOING &&
        ((known & ARB__KNOWN_DEAD) != 0 || (!(known & ARB__KNOWN_ALIVE) && arb__is_dead(pos))))
        return arb_outcome_by(pos->rules, ARB_DRAW, ARB_R_DEAD_POSITION);
    return outcome;
}

/* Every automatic end, in order of precedence: a mate by the last move comes before repetition and
 * the move limit (9.6). Games, score runs and collections all use this function. */
arb_outcome arb__outcome_knowing(const arb_position *position, size_t times, unsigned known)
{
    const arb_rules *rules = position->rules;
    if (!goes_on_at_a_glance(position, &known)) {
        arb_outcome outcome = outcome_of_position(position, known);
        if (outcome.result != ARB_ONGOING)
            return outcome;
    }
    if (rules->ending.auto_repetitions != 0 && times >= rules->ending.auto_repetitions)
        return (arb_outcome){.result = ARB_DRAW, .reason = ARB_R_REPETITION};
    if (rules->ending.auto_moves != 0 && position->halfmove >= 2u * rules->ending.auto_moves)
        return (arb_outcome){.result = ARB_DRAW, .reason = ARB_R_MOVE_LIMIT};
    return (arb_outcome){.result = ARB_ONGOING};
}

arb_outcome arb__outcome(const arb_position *position, size_t times)
{
    return arb__outcome_knowing(position, times, 0);
}

arb_outcome arb_position_outcome(const arb_position *position)
{
    return arb__outcome(position, 1);
}
