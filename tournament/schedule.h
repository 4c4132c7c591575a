/* schedule.h: who plays whom, in which game, from which opening. Layer: tournament. Knows no
 * engines and no chess.
 *
 * An encounter is two players and `games` games; every two games of it begin with the same opening,
 * with colours changed. A round has every encounter once. */
#ifndef ARB_TOURNAMENT_SCHEDULE_H
#define ARB_TOURNAMENT_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>

enum { PLAYER_LIMIT = 64, ROUND_LIMIT = 1000000, GAMES_LIMIT = 1000 };

typedef struct {
    size_t players; /* at least 2 */
    size_t rounds;
    size_t games;  /* of an encounter */
    bool gauntlet; /* the first player against each of the others; else everybody against all */
} tour_schedule;

typedef struct {
    size_t white, black; /* players, from 0 */
    size_t encounter;    /* from 0 */
    size_t game;         /* of the encounter, from 0 */
    size_t opening;      /* from 0; two games with colours changed have the same */
} tour_pairing;

size_t schedule_encounters(const tour_schedule *s); /* of a round */
size_t schedule_games(const tour_schedule *s);      /* of all rounds */
tour_pairing schedule_at(const tour_schedule *s, size_t number);

#endif
