/* standings.h: results of a tournament, game by game. Layer: tournament. Knows no engines. */
#ifndef ARB_TOURNAMENT_STANDINGS_H
#define ARB_TOURNAMENT_STANDINGS_H

#include "arbiter.h"
#include "tournament/elo.h"
#include "tournament/schedule.h"

typedef struct {
    uint64_t results[TRINOMIAL]; /* lost, drawn, won games */
    uint64_t pairs[PENTANOMIAL]; /* pairs of games from one opening, by points */
} player_score;

typedef struct {
    const tour_schedule *schedule;
    size_t total, played;
    uint8_t *result; /* by the number of the game; ARB_ONGOING: not played yet */
    player_score score[PLAYER_LIMIT];
} standings;

bool standings_new(standings *s, const tour_schedule *schedule); /* false: no memory */
void standings_free(standings *s);

/* Adds a result. Returns false if the game has one already. */
bool standings_add(standings *s, size_t number, arb_result result);

double player_points(const player_score *score);
uint64_t player_games(const player_score *score);
/* Counts pairs if every encounter has an even number of games, else single games. */
elo_estimate standings_elo(const standings *s, size_t player);
double standings_llr(const standings *s, size_t player, const sprt *test);

/* Orders players from best to worst: by points per game, then as they were named. */
void standings_order(const standings *s, size_t order[PLAYER_LIMIT]);

#endif
