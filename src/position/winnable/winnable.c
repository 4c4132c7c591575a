/* winnable.c: can a side still win? The order in which the question is asked, from what costs
 * nothing to what costs most. Layer: position. Knows no history. */
#include "position/winnable/winnable.h"

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

/* What costs little: material, ends, structure where every pawn is blocked. False: not decided. */
static bool decide_at_once(const arb_position *pos, arb_colour side, const arb__win_terms *terms,
                           bool locked, arb_winnable *answer)
{
    if (arb_position_cannot_mate(pos, side) || arb__cannot_win_by_rule(pos, side))
        *answer = no(ARB_PROOF_MATERIAL);
    else if (arb__is_won(pos, side, terms->plain))
        *answer = (arb_winnable){ARB_WIN_YES, ARB_PROOF_NONE, 0, 0};
    else if (pos->over || !arb_position_has_move(pos))
        *answer = no(ARB_PROOF_SEARCH);
    else if (locked && arb__is_blocked(pos, side))
        *answer = no(ARB_PROOF_BLOCKED);
    else
        return false;
    return true;
}

enum {
    STRIPPED = 5000,  /* positions of a search after everything needless was taken */
    FIRST = 50000,    /* of one by the plans that are good most often */
    ROAMING = 100000, /* states of kings and pawns */
    FORCED = 3        /* moves, at most, of a side that is forced to something */
};

static arb__win_terms terms_of(const arb_position *pos, arb_colour side, uint64_t nodes)
{
    return (arb__win_terms){.limit = nodes,
                            .plans = 2,
                            .plain = arb__mate_alone_wins(pos, side),
                            .fits = arb__reach_fits(pos)};
}

arb_win_proof arb_position_unwinnable(const arb_position *position, arb_colour side)
{
    arb_position twin;
    position = arb__on_bits(position, &twin);
    arb__win_terms terms = terms_of(position, side, 0);
    arb_winnable answer = {.proof = ARB_PROOF_NONE};
    decide_at_once(position, side, &terms, terms.fits, &answer);
    return arb__is_spent(position) ? ARB_PROOF_NONE : answer.proof;
}

/* Only knights and bishops are left to the side. */
static bool has_minors_only(const arb_position *pos, arb_colour side)
{
    return (pos->board.bits.colour[side] & (pos->board.bits.pawns | pos->board.bits.straights)) ==
           0;
}

/* First from where the pieces that stand in the way are gone; true: there is a win. */
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

/* Where play is forced, roaming pieces are asked about behind each of the few moves: the next one
 * may take the piece that spoils the proof. */
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
        if (arb__is_won(&next, side, true) ||
            (!arb_position_cannot_mate(&next, side) &&
             !arb__roaming_proves(&next, side, memory, size, ROAMING)))
            return false;
    }
    return count > 0 && count <= FORCED;
}

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
    if (terms->fits && limit > FIRST)
        terms->limit = FIRST;
    answer = arb__win_search(pos, side, terms, store, line, cap);
    if (answer.answer != ARB_WIN_UNDETERMINED || !terms->fits)
        return answer;
    if (arb__roaming_proves(pos, side, memory, size, ROAMING))
        return no(ARB_PROOF_BLOCKED);
    if (roaming_proves_behind(pos, side, memory, size))
        return no(ARB_PROOF_SEARCH);
    if (limit == terms->limit)
        return answer;
    terms->limit = limit;
    terms->plans = ARB__QUEUES;
    return arb__win_search(pos, side, terms, store, line, cap);
}

static arb_winnable decide(const arb_position *position, arb_colour side, uint64_t nodes,
                           void *memory, size_t size, arb_move *line, size_t cap)
{
    arb_position twin;
    position = arb__on_bits(position, &twin);
    arb__win_terms terms = terms_of(position, side, nodes);
    arb_winnable answer = {ARB_WIN_UNDETERMINED, ARB_PROOF_NONE, 0, 0};
    /* Where every pawn is blocked, the structure is the better guess; else nearly always a dive. */
    bool locked = terms.fits && pawns_block_each_other(position);
    if (decide_at_once(position, side, &terms, locked, &answer))
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
    /* Who cannot pay sees no moves, and an end where there is none. */
    if (arb__is_spent(position))
        return (arb_winnable){ARB_WIN_UNDETERMINED, ARB_PROOF_NONE, 0, answer.nodes};
    return answer;
}
