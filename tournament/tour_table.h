/* tour_table.h: one table at which two engines play one game after another. Layer: tournament. It
 * never waits: the caller polls the descriptors of table_poll and then calls table_step.
 *
 * Every move is judged by the library; an engine that moves illegally, dies, hangs or oversteps its
 * time has lost, unless its opponent could not mate by any series of moves. */
#ifndef ARB_TOURNAMENT_TOUR_TABLE_H
#define ARB_TOURNAMENT_TOUR_TABLE_H

#include "engine/engine.h"
#include "tournament/player.h"
#include "tournament/schedule.h"

#include <poll.h>

/* When a game is ended by its scores, which are in hundredths of a pawn. */
typedef struct {
    unsigned draw_number; /* full moves that must have been played */
    unsigned draw_count;  /* both scores must be within draw_score for so many moves in a row; 0:
                             never */
    int32_t draw_score;
    unsigned resign_count; /* for so many moves in a row an engine must be worse by at least
                              resign_score; 0: never */
    int32_t resign_score;  /* with resign_two_sided its opponent must agree */
    bool resign_two_sided;
    unsigned max_moves; /* the game is drawn after so many full moves; 0: never */
    int64_t margin_us;  /* how far the flag may be overstepped */
} tour_adjudication;

typedef enum { TABLE_FREE = 0, TABLE_STARTING, TABLE_PLAYING, TABLE_DONE } table_state;

typedef struct {
    /* set by the caller, once */
    const tour_player *players;
    const arb_rules *rules;
    const tour_adjudication *adjudication;
    /* for the caller to read */
    table_state state;
    size_t number; /* number of the game */
    tour_pairing pairing;
    arb_game *game;
    arb_tree *tree;
    arb_result result;
    const char *termination; /* value of PGN's tag Termination */
    char text[512];          /* a sentence that says how it ended */
    size_t not_started;      /* the player whose engine could not be started, or PLAYER_LIMIT */
    char fault[128];         /* the reason why not */
    /* private */
    engine_process engine[2];
    size_t seated[2]; /* which player each engine is; PLAYER_LIMIT: none */
    size_t seat[2];   /* which engine plays each colour */
    arb_node node;
    engine_told told; /* the game as the engines are told it */
    player_clock clocks[2];
    int64_t since_us; /* when the player to move was asked */
    unsigned drawish; /* plies in a row with drawish scores */
    unsigned losing[2];
    engine_opinion opinion[2]; /* about the last move of each colour */
} tour_table;

void table_set_up(tour_table *table, const tour_player *players, const arb_rules *rules,
                  const tour_adjudication *adjudication);

/* Begins a game. The table takes over `game`, in which the opening has been played. Returns false
 * if there is no memory. */
bool table_start(tour_table *table, size_t number, tour_pairing pairing, arb_game *game);

/* Fills in the descriptors to poll, at most two, and returns their number. If this table has an
 * earlier deadline, *deadline (milliseconds of CLOCK_MONOTONIC) is set to it. */
size_t table_poll(const tour_table *table, struct pollfd *polls, int64_t *deadline);
void table_step(tour_table *table);

/* Frees the table after the caller has taken a finished game. */
void table_clear(tour_table *table);
/* Ends the game and the engines, too. */
void table_close(tour_table *table);

/* Writes what an engine thought, and its times, as a comment of PGN (table_comment.c). */
size_t table_comment(const engine_opinion *opinion, arb_colour side, const time_control *tc,
                     const player_clock *clock, int64_t used_us, char *buf, size_t cap);

#endif
