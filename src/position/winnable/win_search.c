/* win_search.c: searches for a line that wins, and proves that there is none if it has visited
 * every reachable position. Layer: position.
 *
 * Both sides help. Every position is expanded once, the most promising first: the plans choose in
 * turn, and one choice in eight is the oldest position. So short lines are found early. Positions
 * without a possible mate, by material or by a blocked structure, are not expanded.
 *
 * Only keys and moves are stored. To expand a position the search unmakes moves back to the last
 * common ancestor and makes moves from there. */
#include "position/winnable/winnable.h"

typedef struct {
    arb_position pos; /* at the current node */
    uint32_t depth;   /* its depth */
    arb_colour side;
    const arb__win_terms *terms;
    arb__win_store *store;
    uint64_t nodes;
    bool whole; /* no position was left out for lack of memory */
    /* Positions whose structure is new, and was tested, and shows that there is no mate. */
    uint64_t changed, tested, refuted;
    unsigned goal_count;
    arb__win_goal goals[ARB__GOALS]; /* mates to aim at */
} search;

bool arb__is_won(const arb_position *pos, arb_colour side, bool mate_wins)
{
    if (!mate_wins) {
        arb_outcome outcome = arb__outcome_of_board(pos);
        return outcome.result == (side == ARB_WHITE ? ARB_WHITE_WINS : ARB_BLACK_WINS);
    }
    return pos->turn != side && arb_position_in_check(pos, (arb_colour)pos->turn) &&
           !arb_position_has_move(pos);
}

bool arb__is_ended(const arb_position *pos, bool mate_wins)
{
    return pos->over || (!mate_wins && arb__outcome_of_board(pos).result != ARB_ONGOING);
}

static void step_back(search *s)
{
    arb_position_undo(&s->pos, &s->store->path[s->depth].undo);
    s->depth--;
}

/* Makes `target` the current node. */
static void walk_to(search *s, uint32_t target)
{
    arb__win_step *path = s->store->path;
    const arb__win_node *nodes = s->store->nodes;
    uint32_t depth = nodes[target].depth, node = target;
    uint32_t at = depth;
    for (; at > s->depth; at--) {
        path[at].node = node;
        node = nodes[node].parent;
    }
    while (s->depth > at)
        step_back(s);
    for (; at > 0 && path[at].node != node; at--) {
        step_back(s);
        path[at].node = node;
        node = nodes[node].parent;
    }
    while (s->depth < depth) {
        s->depth++;
        arb__play(&s->pos, nodes[path[s->depth].node].move, &path[s->depth].undo);
    }
}

/* The structure is tested after the first WARM positions: down to NEAR_ROOT plies, where a forced
 * move or two may decide, and where a capture or a pawn move has changed it. The test takes a
 * hundred times as long as a move. If it refutes less than one position in RARELY, only one in
 * RARELY is tested. */
enum { NEAR_ROOT = 2, WARM = 3000, RARELY = 16, TRIED = 64 };

static bool is_worth_testing(search *s, bool changed, unsigned depth)
{
    if (s->nodes <= WARM || !s->terms->fits || (!changed && depth > NEAR_ROOT))
        return false;
    return depth <= NEAR_ROOT || s->tested < TRIED + RARELY * s->refuted ||
           s->changed++ % RARELY == 0;
}

/* Is a win impossible for a reason that is found without a search? */
static bool is_hopeless(search *s, bool changed, unsigned depth)
{
    if (s->terms->mate_wins && changed && arb_position_cannot_mate(&s->pos, s->side))
        return true;
    if (!is_worth_testing(s, changed, depth))
        return false;
    bool blocked = arb__is_blocked(&s->pos, s->side);
    s->tested++;
    s->refuted += blocked;
    return blocked;
}

/* Long lines rank lower: they are costly to make, and nobody wants to read them. */
static unsigned patience_lost(unsigned depth)
{
    return depth < 32 ? 0 : (depth - 32) / 4;
}

/* The estimate of the last plan, which aims at mates that the structure allows. */
static unsigned lean_to_goals(const search *s)
{
    unsigned least = ARB__BUCKETS;
    for (unsigned i = 0; i < s->goal_count; i++) {
        unsigned far = arb__lean_to(&s->pos, s->side, &s->goals[i]);
        least = far < least ? far : least;
    }
    return least;
}

/* Puts the last node into the queue of each plan. */
static void queue_last(search *s, unsigned depth)
{
    unsigned far[ARB__QUEUES] = {0};
    arb__lean(&s->pos, s->side, far);
    if (s->terms->plans == ARB__QUEUES)
        far[2] = lean_to_goals(s);
    for (unsigned queue = 0; queue < s->terms->plans; queue++) {
        bool nearest = queue == 2 && s->terms->goal == ARB__GOALS;
        unsigned bucket = far[queue] + (nearest ? depth : patience_lost(depth));
        arb__store_queue(s->store, queue, bucket < ARB__BUCKETS ? bucket : ARB__BUCKETS - 1);
    }
}

typedef enum { GOES_ON, FOUND } progress;

/* What a position costs besides looks at its board, charged to the caller's budget on the grid. On
 * the bits kernel those who ask charge for all of it. */
enum { NODE_WORK = 256 };

/* Makes one move of the node and stores the position after it. */
static progress look_at(search *s, uint32_t node, arb_move move)
{
    arb__win_store *store = s->store;
    arb_undo undo;
    arb__play(&s->pos, move, &undo);
    progress found = GOES_ON;
    switch (arb__store_add(store, s->pos.key, node, move)) {
    case ARB__STORE_FULL:
        s->whole = false;
        break;
    case ARB__STORE_KNOWN:
        break;
    case ARB__STORE_NEW: {
        s->nodes++;
        if (s->pos.kernel == ARB_KERNEL_GRID)
            arb__spend(&s->pos, NODE_WORK);
        bool changed = undo.captured != ARB_NO_PIECE || arb_piece_kind(undo.moved) == ARB_PAWN;
        unsigned depth = store->nodes[store->count - 1].depth;
        if (arb__is_won(&s->pos, s->side, s->terms->mate_wins)) {
            found = FOUND;
        } else if (arb__is_ended(&s->pos, s->terms->mate_wins) || is_hopeless(s, changed, depth)) {
            store->nodes[store->count - 1].done = true;
        } else {
            queue_last(s, depth);
        }
    }
    }
    arb_position_undo(&s->pos, &undo);
    return found;
}

static progress look_into(search *s, uint32_t node)
{
    arb_move moves[ARB_MOVES_8X8];
    s->store->nodes[node].done = true;
    if (s->store->nodes[node].depth + 1u >= s->store->path_cap) {
        s->whole = false;
        return GOES_ON;
    }
    walk_to(s, node);
    size_t count = arb_position_moves(&s->pos, moves, ARB_MOVES_8X8);
    if (arb__is_spent(&s->pos)) { /* without budget the list is empty */
        s->whole = false;
        return GOES_ON;
    }
    if (count > ARB_MOVES_8X8) {
        count = ARB_MOVES_8X8;
        s->whole = false;
    }
    for (size_t i = 0; i < count; i++)
        if (look_at(s, node, moves[i]) == FOUND)
            return FOUND;
    return GOES_ON;
}

/* The next node to expand: the plans choose in turn, and one in eight is the oldest. */
static bool next_node(search *s, uint64_t turn, uint32_t *node)
{
    if (turn % 8 != 7 && arb__store_take(s->store, (unsigned)(turn % s->terms->plans), node))
        return true;
    return arb__store_oldest(s->store, node);
}

/* Finds the mates to aim at; false if there is none of the number that is asked for. */
static bool choose_goals(search *s)
{
    s->goal_count = arb__find_goals(&s->pos, s->side, s->goals);
    if (s->terms->goal == ARB__GOALS)
        return true;
    if (s->terms->goal >= s->goal_count)
        return false;
    s->goals[0] = s->goals[s->terms->goal];
    s->goal_count = 1;
    return true;
}

/* Writes the moves that lead to a node, at most `cap`, and returns their full number. */
static size_t write_line(const arb__win_store *store, uint32_t node, arb_move *line, size_t cap)
{
    size_t length = store->nodes[node].depth;
    for (size_t i = length; i > 0; i--, node = store->nodes[node].parent)
        if (line != NULL && i <= cap)
            line[i - 1] = store->nodes[node].move;
    return length;
}

arb_winnable arb__win_search(const arb_position *root, arb_colour side, const arb__win_terms *terms,
                             arb__win_store *store, arb_move *line, size_t cap)
{
    search s = {.side = side, .terms = terms, .store = store, .whole = true};
    arb_winnable answer = {ARB_WIN_UNDETERMINED, ARB_PROOF_NONE, 0, 0};
    arb_position_copy(&s.pos, root);
    if (terms->plans == ARB__QUEUES && !choose_goals(&s))
        return answer;
    arb__store_start(store, s.pos.key);
    uint32_t node = ARB__ROOT;
    for (uint64_t turn = 0; turn == 0 || next_node(&s, turn, &node); turn++) {
        if (s.nodes >= terms->limit || arb__is_spent(&s.pos)) {
            answer.nodes = s.nodes;
            return answer;
        }
        if (look_into(&s, node) == FOUND) {
            answer.answer = ARB_WIN_YES;
            answer.length = write_line(store, store->count - 1, line, cap);
            answer.nodes = s.nodes;
            return answer;
        }
    }
    if (s.whole) {
        answer.answer = ARB_WIN_NO;
        answer.proof = ARB_PROOF_SEARCH;
    }
    answer.nodes = s.nodes;
    return answer;
}
