/* tournament.h: games between engines, played at several tables at once and refereed by the
 * library. Layer: tournament. It knows processes and clocks; the caller decides what is done with a
 * finished game. */
#ifndef ARB_TOURNAMENT_TOURNAMENT_H
#define ARB_TOURNAMENT_TOURNAMENT_H

#include "tournament/openings.h"
#include "tournament/standings.h"
#include "tournament/tour_table.h"

#include <signal.h>

enum { TABLE_LIMIT = 256 };

typedef enum {
    TOUR_DONE = 0,  /* every game is played */
    TOUR_DECIDED,   /* the test has an answer */
    TOUR_STOPPED,   /* the caller's `stop` was set */
    TOUR_NO_ENGINE, /* one could not start for its first game; `fault` says why */
    TOUR_NOT_KEPT,  /* the caller could not keep a game */
    TOUR_NO_MEMORY
} tour_end;

typedef struct tournament {
    tour_schedule schedule;
    tour_player players[PLAYER_LIMIT];
    const arb_rules *rules;
    openings openings;
    tour_adjudication adjudication;
    const sprt *test; /* about the first player against the others; NULL: none */
    size_t tables;    /* games played at once */
    standings standings;
    const volatile sig_atomic_t *stop;
    /* Called when a game is done and counted. Returning false ends the tournament. */
    bool (*done)(void *context, const struct tournament *t, const tour_table *table);
    /* Called again and again, so that spectators can be shown the games; `now` is in milliseconds
     * of CLOCK_MONOTONIC. May be NULL. */
    void (*look)(void *context, const tour_table *tables, size_t count, int64_t now);
    void *context;
    char fault[512];
} tournament;

tour_end tournament_run(tournament *t);

/* Writes "3.2" for the second game of the third encounter. The second function finds the game's
 * number in the schedule; false if there is none. */
void tournament_round(const tournament *t, size_t number, char *buf, size_t cap);
bool tournament_number(const tournament *t, const char *round, size_t *number);

/* Writes the game as PGN, into memory that the caller frees (tournament_pgn.c). `date` is like
 * "2023.01.31". Returns NULL if there is no memory. */
char *tournament_pgn(const tournament *t, const tour_table *table, const char *event,
                     const char *site, const char *date, size_t *len);
/* Takes the results of games that were played before from their PGN. *whole becomes the length of
 * the text without a last game that was cut off. Returns false if a game does not belong to this
 * tournament; *error says where and why. */
bool tournament_resume(tournament *t, const char *text, size_t len, size_t *whole,
                       arb_error *error);

#endif
