/* winnable.h: declarations that the files that answer "can this side still win?" share. Layer:
 * position.
 *
 * An answer comes from the first of these that gives one: what stands on the board (winnable.c),
 * the material (material.c), a fast attempt to mate (win_sprint.c, win_dive.c), a structure in
 * which no mate is possible (win_reach.c, win_pattern.c), a search (win_search.c) in the caller's
 * memory (win_store.c), ordered by estimates (win_lean.c), and two proofs for positions that are
 * too many for the search (win_roam.c, win_sweep.c). */
#ifndef ARB_POSITION_WINNABLE_WINNABLE_H
#define ARB_POSITION_WINNABLE_WINNABLE_H

#include "kernel/bits/bits.h"
#include "position/position.h"

/* ---- win_reach.c: where every piece may ever stand ---- */

/* One piece of the position in question, and a set of squares that contains every square on which
 * it may ever stand. */
typedef struct {
    arb_colour colour;
    arb_kind kind;
    unsigned origin;
    uint64_t reach;  /* as the piece that it is */
    uint64_t become; /* as a promoted pawn */
} arb__unit;

enum { ARB__UNIT_LIMIT = 64 };
typedef struct {
    unsigned count;
    arb__unit unit[ARB__UNIT_LIMIT];
    uint64_t fixed[2]; /* by colour: pieces that never leave their square and are never taken */
    uint64_t takes[2]; /* by colour: where one of its pieces may take something */
} arb__reach;

/* Do the arguments of win_reach.c and win_pattern.c hold for this position's rules? */
bool arb__reach_fits(const arb_position *pos);
void arb__reach_all(const arb_position *pos, arb__reach *reach);

/* ---- win_pattern.c: is there a mate among those squares? ---- */

/* Is it proved that no line of play ends in a mate by `side`? For rules that arb__reach_fits. */
bool arb__is_blocked(const arb_position *pos, arb_colour side);

/* The last move before a mate, as far as it is known: the square that a king or pawn has left, and
 * where it arrived; 64 if another piece moved. */
typedef struct {
    unsigned from, to;
} arb__last_move;
/* Can the pieces be placed inside their reach so that `side` has mated by such a move? Subtracts
 * the number of placings tried from *patience; without patience the answer is yes. */
bool arb__mate_fits(const arb__reach *pieces, arb_colour side, uint64_t area,
                    const arb__last_move *last, unsigned *patience);

/* A mate to aim at: the squares of the kings and of the pieces that can move. */
typedef struct {
    unsigned prey, king;
    unsigned count;
    struct {
        arb_colour colour;
        arb_kind kind;
        unsigned square;
    } piece[8];
} arb__win_goal;

enum { ARB__GOALS = 4 };
/* Stores some mates among the squares that the pieces may reach, those that look nearest, and
 * returns their number. */
unsigned arb__find_goals(const arb_position *pos, arb_colour side, arb__win_goal *goals);

/* ---- win_store.c: the positions that a search has seen ---- */

enum { ARB__QUEUES = 3, ARB__BUCKETS = 256, ARB__ROOT = 0 };

typedef struct {
    uint64_t key;
    uint32_t parent;
    arb_move move;              /* from the parent */
    uint32_t next[ARB__QUEUES]; /* the node after it in its bucket; 0 at the end */
    uint16_t depth;             /* plies from the root */
    bool done;                  /* it has been expanded */
} arb__win_node;

/* One ply of the line from the root to the current node. */
typedef struct {
    arb_undo undo;
    uint32_t node;
} arb__win_step;

typedef struct {
    arb__win_node *nodes;
    uint32_t count, cap;
    uint32_t *table; /* by key: node + 1; 0: free */
    uint32_t mask, table_cap;
    arb__win_step *path;
    uint32_t path_cap;
    uint32_t first;                           /* every node before this one has been expanded */
    uint32_t lowest[ARB__QUEUES];             /* every bucket before this one is empty */
    uint32_t head[ARB__QUEUES][ARB__BUCKETS]; /* by bucket: its first node; 0: none */
} arb__win_store;

/* Returns false if the memory is too small. */
bool arb__store_lay_out(arb__win_store *store, void *memory, size_t size);
/* Forgets everything and notes the root. */
void arb__store_start(arb__win_store *store, uint64_t key);
typedef enum { ARB__STORE_NEW, ARB__STORE_KNOWN, ARB__STORE_FULL } arb__store_result;
/* Adds a position behind all nodes if it is new. */
arb__store_result arb__store_add(arb__win_store *store, uint64_t key, uint32_t parent,
                                 arb_move move);
/* Puts the node that was added last into a bucket of a queue. */
void arb__store_queue(arb__win_store *store, unsigned queue, unsigned bucket);
/* Takes the next node out of a queue; takes the oldest one that waits. Both return false if none is
 * left. */
bool arb__store_take(arb__win_store *store, unsigned queue, uint32_t *node);
bool arb__store_oldest(arb__win_store *store, uint32_t *node);

/* ---- win_roam.c: many free pieces, one proof ---- */

/* Is it proved that `side` cannot mate, even if all pieces except kings, pawns and fixed ones stand
 * where they like? Visits at most `limit` states, in the caller's memory. */
bool arb__roaming_proves(const arb_position *pos, arb_colour side, void *memory, size_t size,
                         uint32_t limit);

/* ---- win_sweep.c: every position, one king as a set of squares ---- */

enum { ARB__SWEEP_WORK = 3 }; /* charged to the caller's budget for each move made */

/* Is it proved that none of these sides (a bit for each colour) can mate? Makes at most *limit
 * moves in the caller's memory and takes them off *limit. For rules that arb__reach_fits. */
bool arb__sweep_proves(const arb_position *pos, unsigned sides, void *memory, size_t size,
                       uint32_t *limit);

/* ---- win_lean.c: how far a position is from a mate ---- */

/* How far the pieces are from their squares in a goal. */
unsigned arb__lean_to(const arb_position *pos, arb_colour side, const arb__win_goal *goal);

/* Estimates how far the position is from a mate by each of the first two plans; every plan has its
 * own queue in the search. */
void arb__lean(const arb_position *pos, arb_colour side, unsigned far[2]);

/* Every square that `side` attacks, seeing through the enemy king. */
uint64_t arb__win_attacked(const arb_position *pos, arb_colour side);
/* The same for its king and some of its pieces. */
uint64_t arb__win_attacked_by(const arb_position *pos, arb_colour side, uint64_t pieces);
/* The squares to which the king of `us` can walk if the pawns stay where they are. It avoids what
 * pawns attack, and takes what nothing guards. With `still`, pieces stay where they are too, and
 * the king avoids what they attack. */
uint64_t arb__king_roams(const arb_position *pos, arb_colour us, bool still);

/* ---- win_dive.c: straight for a mate, for the rules of chess on a chessboard ---- */

/* True: *answer is a yes. */
bool arb__win_dive(const arb_position *root, arb_colour side, arb_winnable *answer, arb_move *line,
                   size_t cap);

/* With only a knight or bishop the winner needs a piece of the loser that blocks the loser's king;
 * all other pieces of the loser are in the way. Captures those that are easy to capture: `line` (of
 * ARB__STRIP moves) receives the moves and *pos the position after them. Returns the number of
 * moves; 0: there is nothing to capture. */
enum { ARB__STRIP = 60 };
size_t arb__win_strip(const arb_position *root, arb_colour side, arb_position *pos, arb_move *line);

/* ---- win_sprint.c: the same on a light board, which answers most questions ---- */

/* Finds a line of legal moves that ends in mate by `side`, for positions that play chess
 * (position->chess). Returns its length; 0: none was found. */
enum { ARB__SPRINT = 60 };
size_t arb__win_sprint(const arb_position *root, arb_colour side, arb_move *line);

/* ---- win_search.c ---- */

typedef struct {
    uint64_t limit; /* moves that may be made */
    unsigned plans; /* the number of plans of win_lean.c, each with its queue */
    unsigned goal;  /* the number of the only mate to aim at; ARB__GOALS: whichever is nearest */
    bool mate_wins; /* the rules are those of chess: mate alone wins, material.c holds */
    bool fits;      /* the arguments of win_reach.c hold */
} arb__win_terms;

arb_winnable arb__win_search(const arb_position *root, arb_colour side, const arb__win_terms *terms,
                             arb__win_store *store, arb_move *line, size_t cap);

/* Has `side` won in this position, whoever is to move? */
bool arb__is_won(const arb_position *pos, arb_colour side, bool mate_wins);
/* Is the game over, also by a rule that leaves moves on the board, such as a bare king? */
bool arb__is_ended(const arb_position *pos, bool mate_wins);

#endif
