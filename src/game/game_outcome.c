/* game_outcome.c: the outcome of a game: repetition, claims, declared ends. Layer: game.
 *
 * Ends that happen automatically are kept apart from draws that a player may claim. The rule set
 * gives all limits. */
#include "game/game.h"

/* ---- repetition ---- */

static uint64_t key_at(const arb_game *game, size_t ply)
{
    return ply == game->ply ? game->position.key : game->plies[ply].undo.key;
}

/* How often the position `now`, which stands or would stand at this ply, has occurred, itself
 * included. Writes the plies of the first `cap` occurrences, latest first. */
static size_t occurrences_of(const arb_game *game, const arb_position *now, size_t ply,
                             size_t *plies, size_t cap)
{
    /* No position from before the last capture or pawn move can occur again. */
    size_t back = now->halfmove < ply ? now->halfmove : ply;
    size_t count = 1;
    arb_position past;
    size_t past_ply = 0;
    bool have_past = false;

    if (cap > 0)
        plies[0] = ply;
    for (size_t n = 2; n <= back; n += 2) {
        if (key_at(game, ply - n) != now->key)
            continue;
        /* Different positions can share a Zobrist key, so the positions themselves are compared. */
        if (!have_past) {
            past = game->position;
            past_ply = game->ply;
            have_past = true;
        }
        for (; past_ply > ply - n; past_ply--)
            arb_position_undo(&past, &game->plies[past_ply - 1].undo);
        if (!arb_position_same(&past, now))
            continue;
        if (count < cap)
            plies[count] = ply - n;
        count++;
    }
    return count;
}

size_t arb_game_repetitions(const arb_game *game)
{
    return occurrences_of(game, &game->position, game->ply, NULL, 0);
}

size_t arb_game_occurrences(const arb_game *game, size_t *plies, size_t cap)
{
    return occurrences_of(game, &game->position, game->ply, plies, cap);
}

/* ---- outcome ---- */

/* What is known of a position that has occurred before: the game went on from there, so it has a
 * legal move and is not dead. */
static unsigned known_by(size_t times)
{
    return times > 1 ? ARB__KNOWN_ALIVE | ARB__KNOWN_MOVE : 0;
}

uint8_t arb__life_of(const arb_position *pos)
{
    bool dead = arb__is_dead(pos);
    return arb__is_spent(pos) ? 0 : dead ? ARB__KNOWN_DEAD : ARB__KNOWN_ALIVE;
}

arb_outcome arb__game_outcome_knowing(const arb_game *game, unsigned known)
{
    if (game->over)
        return game->declared;
    bool counts = game->position.rules->ending.auto_repetitions != 0; /* FIDE 9.6.1 */
    size_t times = counts ? arb_game_repetitions(game) : 1;
    return arb__outcome_knowing(&game->position, times,
                                known | (times > 1 ? known_by(times) : game->life));
}

arb_outcome arb_game_outcome(const arb_game *game)
{
    return arb__game_outcome_knowing(game, 0);
}

/* Is the game not over? An end that players declare asks this several times, so the answer whether
 * the position is dead is kept. */
static bool goes_on(arb_game *game)
{
    if (game->life == 0)
        game->life = arb__life_of(&game->position);
    return arb_game_outcome(game).result == ARB_ONGOING;
}

/* ---- claims ---- */

/* The draws that can be claimed for the position `now`, which stands or would stand at this ply
 * (FIDE 9.2, 9.3). A position that ends the game, such as mate, leaves nothing to claim. An
 * automatic draw by the move limit does: the claim was possible before it. */
static uint32_t claims_at(const arb_game *game, const arb_position *now, size_t ply)
{
    const arb_rules *rules = now->rules;
    uint32_t claims = 0;
    if (rules->ending.claim_moves != 0 && now->halfmove >= 2u * rules->ending.claim_moves)
        claims |= ARB_CLAIM_MOVES;
    size_t times =
        rules->ending.claim_repetitions != 0 ? occurrences_of(game, now, ply, NULL, 0) : 1;
    if (rules->ending.claim_repetitions != 0 && times >= rules->ending.claim_repetitions)
        claims |= ARB_CLAIM_REPETITION;
    if (claims == 0)
        return 0;
    arb_outcome outcome = arb__outcome_knowing(now, 1, known_by(times));
    return outcome.result == ARB_ONGOING || outcome.reason == ARB_R_MOVE_LIMIT ? claims : 0;
}

uint32_t arb_game_claims(const arb_game *game)
{
    return game->over ? 0 : claims_at(game, &game->position, game->ply);
}

/* A search for legal moves that allow a claim. */
typedef struct {
    const arb_game *game;
    arb_position position;
    uint32_t claims;
} search;

static bool add_claims_with(void *context, arb_move move)
{
    search *s = (search *)context;
    arb_undo undo;
    arb__play(&s->position, move, &undo);
    if (s->position.halfmove > 0)
        s->claims |= claims_at(s->game, &s->position, s->game->ply + 1);
    arb_position_undo(&s->position, &undo);
    return s->claims != (ARB_CLAIM_REPETITION | ARB_CLAIM_MOVES);
}

uint32_t arb_game_claims_with(const arb_game *game, arb_move move)
{
    search s = {game, game->position, 0};
    if (game->over || !arb_position_is_legal(&game->position, move))
        return 0;
    add_claims_with(&s, move);
    return s.claims;
}

uint32_t arb_game_claimable(const arb_game *game)
{
    search s = {game, game->position, arb_game_claims(game)};
    const arb_rules *rules = game->position.rules;
    if (!game->over && (rules->ending.claim_moves != 0 || rules->ending.claim_repetitions != 0))
        arb_position_each_move(&game->position, add_claims_with, &s);
    return s.claims;
}

/* ---- what ends a game by declaration ---- */

static bool declare(arb_game *game, arb_result result, arb_reason reason)
{
    if (!goes_on(game))
        return false;
    game->length = game->ply;
    game->declared = arb_outcome_by(game->position.rules, result, reason);
    game->over = true;
    return true;
}

static arb_result win_of(arb_colour colour)
{
    return colour == ARB_WHITE ? ARB_WHITE_WINS : ARB_BLACK_WINS;
}

bool arb_game_claim(arb_game *game, arb_move intended)
{
    uint32_t claims = arb_game_claims(game);
    if (intended != ARB_NO_MOVE)
        claims |= arb_game_claims_with(game, intended);
    if (claims == 0)
        return false;
    return declare(game, ARB_DRAW,
                   claims & ARB_CLAIM_REPETITION ? ARB_R_REPETITION_CLAIM : ARB_R_MOVE_LIMIT_CLAIM);
}

/* Where the game has a budget, strangers play it: a ruling then has an allowance of its own, which
 * is always the same and never spends the rest of the caller's budget, so that a flag falls and the
 * game goes into the record however hard the question is. */
enum { RULING_WORK = 8 << 20, RULING_NODES = 70000 };

/* Can the side mate by any series of legal moves? Undetermined counts as yes. A first call decides
 * without a search; only if it cannot, memory for a search is allocated. */
static bool can_win_by(const arb_position *position, const arb_allocator *own, arb_colour side,
                       uint64_t nodes)
{
    arb_winnable answer = arb_position_winnable(position, side, 0, NULL, 0, NULL, 0);
    if (answer.answer != ARB_WIN_UNDETERMINED)
        return answer.answer == ARB_WIN_YES;
    size_t size = arb_winnable_memory(nodes);
    void *memory = own->resize(own->context, NULL, size);
    if (!memory)
        return true;
    answer = arb_position_winnable(position, side, nodes, memory, size, NULL, 0);
    own->resize(own->context, memory, 0);
    return answer.answer != ARB_WIN_NO;
}

static bool can_win(const arb_game *game, arb_colour side)
{
    arb_budget *payer = game->position.budget, allowance = {RULING_WORK};
    if (payer == NULL)
        return can_win_by(&game->position, &game->allocator, side, ARB_WIN_NODES);
    arb_position position;
    arb_position_copy(&position, &game->position);
    position.budget = &allowance;
    bool can = can_win_by(&position, &game->allocator, side, RULING_NODES);
    uint64_t used = RULING_WORK - allowance.left;
    if (payer->left > 0)
        payer->left -= used < payer->left ? used : payer->left - 1;
    return can;
}

/* The other side wins, unless it cannot mate: then the game is drawn. */
bool arb__game_lose(arb_game *game, arb_colour who, arb_reason reason)
{
    arb_colour other = arb_other(who);
    if (!goes_on(game))
        return false;
    return declare(game, can_win(game, other) ? win_of(other) : ARB_DRAW, reason);
}

/* FIDE 5.1.2. */
bool arb_game_resign(arb_game *game, arb_colour who)
{
    if (game->position.rules->ending.laws)
        return arb__game_lose(game, who, ARB_R_RESIGNATION);
    return declare(game, win_of(arb_other(who)), ARB_R_RESIGNATION);
}

/* FIDE 5.2.3: a draw can be agreed only after both players have moved, which the move number
 * tells. */
bool arb_game_may_agree(const arb_game *game)
{
    return arb_game_outcome(game).result == ARB_ONGOING &&
           (!game->position.rules->ending.laws || game->position.fullmove >= 2);
}

bool arb_game_agree_draw(arb_game *game)
{
    return arb_game_may_agree(game) && declare(game, ARB_DRAW, ARB_R_AGREEMENT);
}

bool arb_game_declare(arb_game *game, arb_outcome outcome)
{
    return outcome.result != ARB_ONGOING && declare(game, outcome.result, outcome.reason);
}

/* FIDE 6.9. */
bool arb_game_flag(arb_game *game, arb_colour who)
{
    return arb__game_lose(game, who, ARB_R_FLAG);
}
