/* run.c: a run through a game score, with the history that can end it. Layer: notation.
 *
 * Moves in strict SAN are played here, token by token, or many at once by an accelerator; moves in
 * any other form by the caller, who then notes each position here. */
#include "notation/run.h"

#include <string.h>

#include "kernel/bits/bits.h"
#include "position/position.h"

/* Are the moves those of chess, castling apart, here and in every line of play? */
static bool is_chess(const arb_position *pos)
{
    arb_position bare;
    if (pos->kernel != ARB_KERNEL_BITS || pos->over || !pos->rules->castling.allowed ||
        pos->rules->ending.checkmate == ARB_GOES_ON)
        return false;
    bare = *pos;
    for (int i = 0; i < 4; i++)
        bare.castle_rook[i / 2][i % 2] = ARB_NO_SQUARE;
    return arb__bits_plays_chess(&bare);
}

void arb_run_start(arb_run *run, const arb_position *pos, arb_run_keys *history)
{
    unsigned wanted = pos->rules->ending.auto_repetitions;
    unsigned moves = pos->rules->ending.auto_moves;
    run->fits = is_chess(pos);
    run->corner_home = run->fits && arb__castling_at_home(pos);
    run->has_last = run->can_move = run->is_mated = false;
    run->room = 0;
    run->moves = NULL;
    run->keys = NULL;
    run->cap = 0;
    run->end = ARB_R_NONE;
    run->auto_repetitions = wanted;
    /* The fewest keys after which a position can have occurred `wanted` times. Without such a rule:
     * the number of keys that fills the array. */
    run->first_repetition =
        wanted == 0 || wanted > ARB_RUN_KEYS / 4 ? ARB_RUN_KEYS - 1 : 4 * (wanted - 1);
    run->auto_halfmoves = moves == 0 ? UINT32_MAX : 2 * moves;
    run->history = NULL;
    if (history) {
        arb_run_again(run, pos, history);
        run->end = arb__outcome(pos, 1).reason;
    }
}

void arb_run_again(arb_run *run, const arb_position *pos, arb_run_keys *history)
{
    history->keys[0] = pos->key;
    history->count = 1;
    history->counted = 0;
    run->history = history;
}

void arb_run_go_on(arb_run *run)
{
    run->end = ARB_R_NONE;
    run->history = NULL;
}

/* How often the last key occurs. Counts by the low byte of the keys rule out nearly every position
 * without a search. */
static unsigned repetitions(arb_run_keys *k, uint32_t first, uint32_t wanted)
{
    if (k->count == first + 1) {
        memset(k->seen, 0, sizeof k->seen);
        k->counted = 0;
    }
    for (; k->counted < k->count; k->counted++)
        k->seen[k->keys[k->counted] & 255]++;
    uint64_t key = k->keys[k->count - 1];
    if (k->seen[key & 255] < wanted)
        return 1;
    unsigned times = 1;
    for (unsigned i = k->count - 1; i >= 2; i -= 2)
        times += k->keys[i - 2] == key;
    return times;
}

/* Forgets the older half of a full array. It fills up only in rule sets where no number of moves
 * ends the game. */
static void forget_half(arb_run_keys *k)
{
    k->count = ARB_RUN_KEYS / 2;
    memcpy(k->keys, k->keys + k->count, k->count * sizeof k->keys[0]);
    memset(k->seen, 0, sizeof k->seen);
    k->counted = 0;
}

bool arb__run_ends(arb_run *run, arb_run_keys *k, uint32_t halfmove)
{
    uint32_t wanted = run->auto_repetitions;
    if (run->history && wanted != 0 && k->count > run->first_repetition &&
        repetitions(k, run->first_repetition, wanted) >= wanted)
        run->end = ARB_R_REPETITION;
    if (run->history && halfmove >= run->auto_halfmoves && run->end == ARB_R_NONE)
        run->end = ARB_R_MOVE_LIMIT;
    if (k->count == ARB_RUN_KEYS)
        forget_half(k);
    return run->end != ARB_R_NONE;
}

/* How often the last position of a run has occurred, if it keeps the history. */
static size_t occurrences(const arb_run *run, const arb_position *pos)
{
    const arb_run_keys *k = run->history;
    size_t times = 1;
    for (size_t i = k ? k->count : 0; i >= 3; i -= 2)
        times += k->keys[i - 3] == pos->key;
    return times;
}

void arb_run_note(arb_run *run, const arb_position *pos)
{
    run->can_move = run->is_mated = false; /* not known */
    if (!run->history)
        return;
    arb__note_key(run->history, pos->halfmove != 0 ? UINT32_MAX : 0, pos->key);
    arb__run_ends(run, run->history, pos->halfmove); /* called because it drops old keys */
    run->end = arb__outcome(pos, occurrences(run, pos)).reason;
}

/* If a run with a history has found no end, its last position is known not to be dead, and not to
 * have occurred too often; if it ended by a dead position, that is known as well. */
arb_outcome arb_run_outcome(const arb_run *run, const arb_position *pos)
{
    bool alive = run->history != NULL && run->end == ARB_R_NONE;
    bool dead = run->end == ARB_R_DEAD_POSITION;
    return arb__outcome_knowing(pos, alive ? 1 : occurrences(run, pos),
                                (alive ? ARB__KNOWN_ALIVE : 0) | (dead ? ARB__KNOWN_DEAD : 0) |
                                    (run->can_move ? ARB__KNOWN_MOVE : 0) |
                                    (run->is_mated ? ARB__KNOWN_MATE : 0));
}

/* Is this a token that a run skips: a comment, a NAG, or the number of the next move with its dots
 * ("12." or "12...")? */
static bool passes_over(const arb_position *pos, const char *text, const arb_pgn_token *token)
{
    if (token->kind == ARB_PGN_NUMBER)
        return token->number == pos->fullmove && text[token->begin] != '0' &&
               text[token->end - 1] == '.';
    return (token->kind == ARB_PGN_COMMENT && token->closed) || token->kind == ARB_PGN_NAG;
}

/* Plays the next move of the text by tokens and strict SAN. This function defines what a run plays;
 * an accelerator must play the same. */
static bool play_next(arb_run *run, arb_position *pos, const char *text, size_t len, size_t *at,
                      arb_move *move)
{
    arb_pgn_reader reader = arb_pgn_reader_on(text, len);
    arb_pgn_token token;
    arb_san san;
    reader.at = *at;
    reader.line_start = false; /* the text may begin inside a line */
    do
        token = arb_pgn_next(&reader);
    while (!token.blank_before && passes_over(pos, text, &token));
    *at = reader.at;
    if (token.blank_before || token.kind != ARB_PGN_WORD ||
        arb_san_read(pos, text + token.begin, token.end - token.begin, &san) != ARB_OK ||
        san.tolerated != 0)
        return false;
    arb_position_make(pos, san.move, &run->last);
    run->has_last = true;
    arb_run_note(run, pos);
    *move = san.move;
    return true;
}

/* Lets the accelerator play as many moves as it can. Returns true if the run stops after them. */
static bool play_fast(arb__run_player *fast, arb_run *run, arb_position *pos, const char *text,
                      size_t len, size_t *at, uint64_t *plies)
{
    arb_move *moves = run->moves;
    uint64_t *keys = run->keys;
    size_t cap = run->cap, written = *plies < cap ? (size_t)*plies : cap;
    uint64_t played = 0;
    bool stops = false;
    run->moves = moves ? moves + written : NULL;
    run->keys = keys ? keys + written : NULL;
    run->cap = cap - written;
    *at += fast(run, pos, text + *at, len - *at, &played, &stops);
    run->moves = moves;
    run->keys = keys;
    run->cap = cap;
    *plies += played;
    return stops || run->end != ARB_R_NONE;
}

size_t arb__run_score_by(arb__run_player *fast, arb_run *run, arb_position *pos, const char *text,
                         size_t len, uint64_t *plies)
{
    size_t taken = 0, at = 0;
    bool over = run->end != ARB_R_NONE;
    *plies = 0;
    while (!over && run->end == ARB_R_NONE) {
        arb_move move;
        bool stops = fast && run->fits && play_fast(fast, run, pos, text, len, &at, plies);
        taken = at;
        if (stops || !play_next(run, pos, text, len, &at, &move))
            break;
        if (run->moves && *plies < run->cap) {
            run->moves[*plies] = move;
            if (run->keys)
                run->keys[*plies] = pos->key;
        }
        ++*plies;
        taken = at;
    }
    /* After mate and stalemate no legal move can follow, so the caller need not be told to stop. */
    if (!over && (run->end == ARB_R_CHECKMATE || run->end == ARB_R_STALEMATE))
        run->end = ARB_R_NONE;
    run->room = 0;
    return taken;
}

size_t arb_run_score(arb_run *run, arb_position *pos, const char *text, size_t len, uint64_t *plies)
{
    return arb__run_score_by(arb__fast.run_score, run, pos, text, len, plies);
}
