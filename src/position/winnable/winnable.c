/* winnable.c: can a side still win? Tries the ways to answer in order of cost, the cheapest first.
 * Layer: position. Knows no history. */
#include "position/winnable/winnable.h"
#include "kernel/bits/normal_move.h"

const char *arb_win_answer_name(arb_win_answer answer)
{
    switch (answer) {
    case ARB_WIN_YES:
        return "yes";
    case ARB_WIN_NO:
        return "no";
    default:
        return "undetermined";
    }
}

const char *arb_win_proof_name(arb_win_proof proof)
{
    switch (proof) {
    case ARB_PROOF_MATERIAL:
        return "material";
    case ARB_PROOF_BLOCKED:
        return "blocked";
    case ARB_PROOF_SEARCH:
        return "search";
    default:
        return "";
    }
}

static arb_winnable no(arb_win_proof proof)
{
    return (arb_winnable){ARB_WIN_NO, proof, 0, 0};
}

static bool pawns_block_each_other(const arb_position *pos)
{
    uint64_t pawns = pos->board.bits.pawns, white = pawns & pos->board.bits.colour[ARB_WHITE];
    uint64_t steps = white << 8 | (pawns & ~white) >> 8;
    return pawns != 0 && (steps & ~pawns) == 0;
}

/* The cheap tests: material, the end of the game, and the structure if every pawn is blocked.
 * Returns false if they do not decide. */
static bool decide_at_once(const arb_position *pos, arb_colour side, const arb__win_terms *terms,
                           bool locked, arb_winnable *answer)
{
    if (arb_position_cannot_mate(pos, side))
        *answer = no(ARB_PROOF_MATERIAL);
    else if (arb__is_won(pos, side, terms->mate_wins))
        *answer = (arb_winnable){ARB_WIN_YES, ARB_PROOF_NONE, 0, 0};
    else if (arb__is_ended(pos, terms->mate_wins) || !arb_position_has_move(pos))
        *answer = no(ARB_PROOF_SEARCH);
    else if (locked && arb__is_blocked(pos, side))
        *answer = no(ARB_PROOF_BLOCKED);
    else
        return false;
    return true;
}

enum {
    STRIPPED = 5000,  /* positions searched after the pieces in the way were captured */
    EARLY = 25000,    /* positions searched before every position is visited in less memory */
    SWEEP = 32,       /* moves made for it, as a multiple of the positions that may be searched */
    SWEPT = 10000000, /* and at most */
    FIRST = 70000,    /* positions searched by the first two plans, which succeed most often */
    AIMED = 20000,    /* positions searched for the sake of a single mate */
    ROAMING = 100000, /* states of kings and pawns that arb__roaming_proves may visit */
    FORCED = 3,       /* a side with at most so many legal moves counts as forced */
    ONLY = 4          /* plies, at most, in which the only legal move is followed */
};

static arb__win_terms terms_of(const arb_position *pos, arb_colour side, uint64_t nodes)
{
    return (arb__win_terms){.limit = nodes,
                            .plans = 2,
                            .goal = ARB__GOALS,
                            .mate_wins = arb__mate_alone_wins(pos, side),
                            .fits = arb__reach_fits(pos)};
}

/* Has the side only knights and bishops beside its king? */
static bool has_minors_only(const arb_position *pos, arb_colour side)
{
    return (pos->board.bits.colour[side] & (pos->board.bits.pawns | pos->board.bits.straights)) ==
           0;
}

/* Captures the pieces that stand in the way, then searches from there. Returns true if there is a
 * win. */
static bool search_stripped(const arb_position *pos, arb_colour side, arb__win_terms terms,
                            arb__win_store *store, arb_move *line, size_t cap, arb_winnable *answer)
{
    arb_move way[ARB__STRIP];
    arb_position bare;
    size_t taken = arb__win_strip(pos, side, &bare, way);
    if (taken == 0 || arb_position_cannot_mate(&bare, side))
        return false;
    terms.limit = terms.limit < STRIPPED ? terms.limit : STRIPPED;
    size_t skip = line != NULL && taken < cap ? taken : cap;
    *answer =
        arb__win_search(&bare, side, &terms, store, line != NULL ? line + skip : NULL, cap - skip);
    for (size_t i = 0; line != NULL && i < skip; i++)
        line[i] = way[i];
    answer->length += taken;
    return answer->answer == ARB_WIN_YES;
}

/* Plays on while there is only one legal move. */
static void follow_only_moves(arb_position *pos)
{
    arb_move moves[ARB_MOVES_8X8];
    arb_undo undo;
    for (unsigned n = 0; n < ONLY && arb__bits_moves(pos, (arb_colour)pos->turn, moves) == 1; n++)
        arb__play(pos, moves[0], &undo);
}

/* If the side to move has few moves, asks arb__roaming_proves after each of them and the only
 * answers to it: a move may capture the piece that spoils the proof. */
static bool roaming_proves_behind(const arb_position *pos, arb_colour side, void *memory,
                                  size_t size)
{
    arb_move moves[ARB_MOVES_8X8];
    size_t count = arb__bits_moves(pos, (arb_colour)pos->turn, moves);
    for (size_t i = 0; i < count && count <= FORCED; i++) {
        arb_position next;
        arb_undo undo;
        arb_position_copy(&next, pos);
        arb__play(&next, moves[i], &undo);
        follow_only_moves(&next);
        if (arb__is_won(&next, side, true) ||
            (!arb_position_cannot_mate(&next, side) &&
             !arb__roaming_proves(&next, side, memory, size, ROAMING)))
            return false;
    }
    return count > 0 && count <= FORCED;
}

/* Visits every position that play can reach, within the memory and the budget. */
static bool sweeps(const arb_position *pos, arb_colour side, uint64_t nodes, void *memory,
                   size_t size)
{
    uint64_t most = nodes < SWEPT / SWEEP ? nodes * SWEEP : SWEPT;
    uint32_t limit = (uint32_t)most, left = limit;
    bool proved = arb__sweep_proves(pos, 1u << side, memory, size, &left);
    return arb__spend(pos, ARB__SWEEP_WORK * (limit - left)) && proved;
}

/* The ways that need memory: a search, first from where the pieces in the way are captured, then
 * from here; if it is not finished soon, two proofs that there is no win; then the rest of the
 * search, with all plans. */
static arb_winnable search(const arb_position *pos, arb_colour side, arb__win_terms *terms,
                           void *memory, size_t size, arb_move *line, size_t cap)
{
    arb__win_store laid_out, *store = &laid_out;
    arb_winnable answer = {ARB_WIN_UNDETERMINED, ARB_PROOF_NONE, 0, 0};
    if (!arb__store_lay_out(store, memory, size))
        return answer;
    terms->plans = 2;
    if (terms->fits && has_minors_only(pos, side) &&
        search_stripped(pos, side, *terms, store, line, cap, &answer))
        return answer;
    uint64_t limit = terms->limit;
    if (terms->fits && limit > EARLY)
        terms->limit = EARLY;
    answer = arb__win_search(pos, side, terms, store, line, cap);
    if (answer.answer != ARB_WIN_UNDETERMINED || !terms->fits)
        return answer;
    if (arb__roaming_proves(pos, side, memory, size, ROAMING))
        return (arb_winnable){ARB_WIN_NO, ARB_PROOF_BLOCKED, 0, answer.nodes};
    if (roaming_proves_behind(pos, side, memory, size))
        return (arb_winnable){ARB_WIN_NO, ARB_PROOF_SEARCH, 0, answer.nodes};
    if (limit > EARLY && sweeps(pos, side, limit, memory, size))
        return (arb_winnable){ARB_WIN_NO, ARB_PROOF_SEARCH, 0, answer.nodes};
    if (limit <= FIRST)
        return answer;
    terms->limit = FIRST;
    answer = arb__win_search(pos, side, terms, store, line, cap);
    if (answer.answer != ARB_WIN_UNDETERMINED)
        return answer;
    /* With several mates to aim at the search goes to and fro between them, so each is tried alone
     * first. */
    terms->plans = ARB__QUEUES;
    for (terms->goal = 0; terms->goal < ARB__GOALS && store->cap >= AIMED; terms->goal++) {
        limit = answer.nodes < limit ? limit - answer.nodes : 0;
        terms->limit = limit < AIMED ? limit : AIMED;
        answer = arb__win_search(pos, side, terms, store, line, cap);
        if (answer.answer != ARB_WIN_UNDETERMINED)
            return answer;
    }
    terms->goal = ARB__GOALS;
    terms->limit = answer.nodes < limit ? limit - answer.nodes : 0;
    return arb__win_search(pos, side, terms, store, line, cap);
}

/* A sprint moves its pieces on a light board of its own. A line that is handed out has been played
 * by the library: every move is legal, and the last one mates. */
static bool is_line(const arb_position *root, arb_colour side, const arb_move *line, size_t length)
{
    arb_position pos;
    arb_undo undo;
    arb_position_copy(&pos, root);
    for (size_t i = 0; i < length; i++) {
        if (!arb__normal_legal(&pos, pos.turn, line[i]))
            return false;
        arb__play(&pos, line[i], &undo);
    }
    return arb__is_won(&pos, side, true);
}

/* Returns true if a sprint finds a win. For the word alone the sprint's own tests are the proof
 * (docs/design/winnable-proofs.md). */
static bool sprints(const arb_position *pos, arb_colour side, arb_move *line, size_t cap,
                    arb_winnable *answer)
{
    arb_move way[ARB__SPRINT];
    size_t length = arb__win_sprint(pos, side, way);
    if (length == 0 || (line != NULL && !is_line(pos, side, way, length)))
        return false;
    *answer = (arb_winnable){ARB_WIN_YES, ARB_PROOF_NONE, length, length};
    for (size_t i = 0; line != NULL && i < length && i < cap; i++)
        line[i] = way[i];
    return true;
}

/* May a sprint answer? It finds nothing where the game is over. */
static bool may_sprint(const arb_position *pos, const arb__win_terms *terms)
{
    return terms->fits && terms->mate_wins && pos->chess && !pos->over;
}

/* A mate that a sprint finds shows, for less than the proof by structure costs, that there is no
 * proof; where every pawn is blocked, the structure most likely answers. */
arb_win_proof arb_position_unwinnable(const arb_position *position, arb_colour side)
{
    arb_position twin;
    position = arb__on_bits(position, &twin);
    arb__win_terms terms = terms_of(position, side, 0);
    arb_winnable answer = {.proof = ARB_PROOF_NONE};
    if (!may_sprint(position, &terms) || pawns_block_each_other(position) ||
        !sprints(position, side, NULL, 0, &answer))
        decide_at_once(position, side, &terms, terms.fits, &answer);
    return arb__is_spent(position) ? ARB_PROOF_NONE : answer.proof;
}

static arb_winnable decide(const arb_position *position, arb_colour side, uint64_t nodes,
                           void *memory, size_t size, arb_move *line, size_t cap)
{
    arb_position twin;
    position = arb__on_bits(position, &twin);
    arb__win_terms terms = terms_of(position, side, nodes);
    arb_winnable answer = {ARB_WIN_UNDETERMINED, ARB_PROOF_NONE, 0, 0};
    /* If every pawn is blocked, the structure most likely answers; else a sprint nearly always
     * does. */
    bool locked = terms.fits && pawns_block_each_other(position);
    bool sprint = may_sprint(position, &terms);
    if (sprint && !locked && sprints(position, side, line, cap, &answer))
        return answer;
    if (decide_at_once(position, side, &terms, locked, &answer))
        return answer;
    if (sprint && locked && sprints(position, side, line, cap, &answer))
        return answer;
    if (terms.fits && arb__win_dive(position, side, &answer, line, cap))
        return answer;
    if (terms.fits && !locked && arb__is_blocked(position, side))
        return no(ARB_PROOF_BLOCKED);
    return search(position, side, &terms, memory, size, line, cap);
}

arb_winnable arb_position_winnable(const arb_position *position, arb_colour side, uint64_t nodes,
                                   void *memory, size_t size, arb_move *line, size_t cap)
{
    arb_winnable answer = decide(position, side, nodes, memory, size, line, cap);
    /* With the budget spent there are no moves, and the answer is void. */
    if (arb__is_spent(position))
        return (arb_winnable){ARB_WIN_UNDETERMINED, ARB_PROOF_NONE, 0, answer.nodes};
    return answer;
}
