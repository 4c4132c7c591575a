/* win_search.c: looks for a line that wins, and knows when there is none. Layer: position.
 *
 * Both sides help. Every position is looked into once, the most promising first, by several plans
 * in turn and now and then simply the oldest; so a short way is found soon, and when nothing is
 * left to look into, all that can be reached has been seen: that is a proof. Positions in which
 * no mate is possible any more, by the material or by a blocked structure, are left out.
 *
 * Only keys and moves are kept. To look into a position the search walks to it from where it
 * stands, back to the last position that both ways share and forth from there. */
#include "position/winnable/winnable.h"

typedef struct {
    arb_position pos; /* at the node `at` */
    uint32_t depth;   /* of that node */
    arb_colour side;
    const arb__win_terms *terms;
    arb__win_store *store;
    uint64_t nodes;
    bool whole; /* nothing was left out for want of room */
    unsigned goal_count;
    arb__win_goal goals[ARB__GOALS]; /* mates to aim at */
} search;

bool arb__is_won(const arb_position *pos, arb_colour side, bool plain)
{
    if (!plain) {
        arb_outcome outcome = arb__outcome_of_board(pos);
        return outcome.result == (side == ARB_WHITE ? ARB_WHITE_WINS : ARB_BLACK_WINS);
    }
    return pos->turn != side && arb_position_in_check(pos, (arb_colour)pos->turn) &&
           !arb_position_has_move(pos);
}

static void step_back(search *s)
{
    arb_position_undo(&s->pos, &s->store->path[s->depth].undo);
    s->depth--;
}

/* Brings the position to a node. */
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

/* Can nothing come of this position, for a reason that is quickly told? `deep`: also by its
 * structure, which takes a hundred times as long. */
static bool is_hopeless(const search *s, bool changed, bool deep)
{
    if (s->terms->plain && changed && arb_position_cannot_mate(&s->pos, s->side))
        return true;
    return deep && s->terms->fits && arb__is_blocked(&s->pos, s->side);
}

/* A structure is asked about where it has changed, and near the root, where a forced move or two
 * may settle it. */
enum { NEAR_ROOT = 2, WARM = 3000 };

/* A long way is worth less: it is costly to walk, and nobody wants to read it. */
static unsigned patience_lost(unsigned depth)
{
    return depth < 32 ? 0 : (depth - 32) / 4;
}

/* The guess of one plan: the last one aims at mates that the structure allows. */
static unsigned lean_by(const search *s, unsigned plan)
{
    unsigned least = ARB__BUCKETS;
    if (plan < 2)
        return arb__lean(&s->pos, s->side, plan);
    for (unsigned i = 0; i < s->goal_count; i++) {
        unsigned far = arb__lean_to(&s->pos, s->side, &s->goals[i]);
        least = far < least ? far : least;
    }
    return least;
}

typedef enum { GOES_ON, FOUND } progress;

/* Makes one move of the node and notes where it leads. */
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
        bool changed = undo.captured != ARB_NO_PIECE || arb_piece_kind(undo.moved) == ARB_PAWN;
        unsigned depth = store->nodes[store->count - 1].depth;
        bool deep = s->nodes > WARM && (changed || depth <= NEAR_ROOT);
        if (arb__is_won(&s->pos, s->side, s->terms->plain)) {
            found = FOUND;
        } else if (is_hopeless(s, changed, deep)) {
            store->nodes[store->count - 1].done = true;
        } else {
            for (unsigned queue = 0; queue < s->terms->plans; queue++) {
                unsigned bucket = lean_by(s, queue) + (queue < 2 ? patience_lost(depth) : depth);
                arb__store_queue(store, queue, bucket < ARB__BUCKETS ? bucket : ARB__BUCKETS - 1);
            }
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
    if (arb__is_spent(&s->pos)) { /* a list that was not paid for has no moves in it */
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

/* The next node to look into: by each plan in turn; one in eight is the oldest. */
static bool next_node(search *s, uint64_t turn, uint32_t *node)
{
    if (turn % 8 != 7 && arb__store_take(s->store, (unsigned)(turn % s->terms->plans), node))
        return true;
    return arb__store_oldest(s->store, node);
}

/* The moves that lead to a node; the true count. */
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
    if (terms->plans == ARB__QUEUES)
        s.goal_count = arb__find_goals(root, side, s.goals);
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
