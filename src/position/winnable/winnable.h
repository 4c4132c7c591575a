/* winnable.h: what the files that answer "can this side still win?" share. Layer: position.
 *
 * The way of an answer: what stands on the board (winnable.c), the material (material.c), a
 * structure in which no mate can come about (win_reach.c, win_pattern.c), and a search
 * (win_search.c) in the caller's memory (win_store.c) that leans toward mate (win_lean.c). */
#ifndef ARB_POSITION_WINNABLE_WINNABLE_H
#define ARB_POSITION_WINNABLE_WINNABLE_H

#include "kernel/bits/bits.h"
#include "position/position.h"

/* ---- win_reach.c: where every piece may ever go ---- */

/* One piece of the position asked about, and every square on which it may ever stand: more than it
 * can really reach, never less. */
typedef struct {
    arb_colour colour;
    arb_kind kind;
    unsigned origin;
    uint64_t reach;  /* as the piece that it is */
    uint64_t become; /* as what a pawn may become */
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

/* Is there, whatever is played, no position in which `side` has mated? For rules that
 * arb__reach_fits. */
bool arb__is_blocked(const arb_position *pos, arb_colour side);

/* The last move before a mate, as far as it is known: the square that a king or pawn has left, and
 * where it arrived. 64: another piece moved. */
typedef struct {
    unsigned from, to;
} arb__last_move;
/* Can the pieces be placed inside their reach so that `side` has mated by such a move? *patience
 * falls by the placings tried; without patience the answer is yes. */
bool arb__mate_fits(const arb__reach *pieces, arb_colour side, uint64_t area,
                    const arb__last_move *last, unsigned *patience);

/* A mate to aim at: where the kings stand, and pieces that are not there for good. */
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
/* Some mates among the squares that the pieces may reach: those that look nearest. The count. */
unsigned arb__find_goals(const arb_position *pos, arb_colour side, arb__win_goal *goals);

/* ---- win_store.c: the positions that a search has seen ---- */

enum { ARB__QUEUES = 3, ARB__BUCKETS = 256, ARB__ROOT = 0 };

typedef struct {
    uint64_t key;
    uint32_t parent;
    arb_move move;              /* from the parent */
    uint32_t next[ARB__QUEUES]; /* behind it in its bucket; 0 at the end */
    uint16_t depth;             /* plies from the root */
    bool done;                  /* its moves have been looked at */
} arb__win_node;

/* A ply of the way from the root to where the search stands. */
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
    uint32_t first; /* of the nodes in order of age: none before it waits */
    uint32_t lowest[ARB__QUEUES];
    uint32_t head[ARB__QUEUES][ARB__BUCKETS];
} arb__win_store;

/* False: the memory is too small for anything. */
bool arb__store_lay_out(arb__win_store *store, void *memory, size_t size);
/* Forgets everything and notes the root. */
void arb__store_start(arb__win_store *store, uint64_t key);
typedef enum { ARB__STORE_NEW, ARB__STORE_KNOWN, ARB__STORE_FULL } arb__store_result;
/* Notes a position, if it is new, as the last node. */
arb__store_result arb__store_add(arb__win_store *store, uint64_t key, uint32_t parent,
                                 arb_move move);
/* Lets the last node wait in a bucket of a queue. */
void arb__store_queue(arb__win_store *store, unsigned queue, unsigned bucket);
/* Takes the next node out of a queue, or the oldest one that waits; false: none is left. */
bool arb__store_take(arb__win_store *store, unsigned queue, uint32_t *node);
bool arb__store_oldest(arb__win_store *store, uint32_t *node);

/* ---- win_roam.c: where free pieces only multiply the placings ---- */

/* Is there no mate by `side` even if all pieces but kings, pawns and fixed ones stand where they
 * like? For at most so many states, in the caller's memory. */
bool arb__roaming_proves(const arb_position *pos, arb_colour side, void *memory, size_t size,
                         uint32_t limit);

/* ---- win_lean.c: how far a position is from a mate ---- */

/* How far the pieces are from where a goal has them. */
unsigned arb__lean_to(const arb_position *pos, arb_colour side, const arb__win_goal *goal);

/* A guess, 0 to ARB__BUCKETS - 1, by one of several plans: one a queue. */
unsigned arb__lean(const arb_position *pos, arb_colour side, unsigned plan);

/* Every square that `side` attacks, the king that it hunts not in the way. */
uint64_t arb__win_attacked(const arb_position *pos, arb_colour side);
/* The same by its king and some of its pieces. */
uint64_t arb__win_attacked_by(const arb_position *pos, arb_colour side, uint64_t pieces);

/* ---- win_dive.c: straight for a mate, for the rules of chess on a chessboard ---- */

/* True: *answer is a yes. */
bool arb__win_dive(const arb_position *root, arb_colour side, arb_winnable *answer, arb_move *line,
                   size_t cap);

/* With a knight or bishop alone the winner needs a helper of the other side, and all its other
 * pieces only stand in the way. The winner takes them, as far as that is easy: *pos is where that
 * leads, `line` (of ARB__STRIP moves) how. The number of moves; 0: there is nothing to take. */
enum { ARB__STRIP = 60 };
size_t arb__win_strip(const arb_position *root, arb_colour side, arb_position *pos, arb_move *line);

/* ---- win_search.c ---- */

typedef struct {
    uint64_t limit; /* moves that may be made */
    unsigned plans; /* of win_lean.c, a queue each */
    bool plain;     /* the rules are those of chess: mate alone wins, material.c holds */
    bool fits;      /* win_reach.c holds */
} arb__win_terms;

arb_winnable arb__win_search(const arb_position *root, arb_colour side, const arb__win_terms *terms,
                             arb__win_store *store, arb_move *line, size_t cap);

/* Has `side` won in this position, whoever is to move? */
bool arb__is_won(const arb_position *pos, arb_colour side, bool plain);

#endif
