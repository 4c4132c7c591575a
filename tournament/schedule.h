/* schedule.h: decides who plays whom, in which game, from which opening. Layer: tournament. Knows
 * no engines and no chess.
 *
 * In an encounter two players play `games` games; every two of them begin with the same opening,
 * with colours changed. A round has every encounter once. */
#ifndef ARB_TOURNAMENT_SCHEDULE_H
#define ARB_TOURNAMENT_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>

enum { PLAYER_LIMIT = 64, ROUND_LIMIT = 1000000, GAMES_LIMIT = 1000 };

typedef struct {
    size_t players; /* at least 2 */
    size_t rounds;
    size_t games;  /* games of an encounter */
    bool gauntlet; /* the first player meets each of the others; else everyone meets everyone */
} tour_schedule;

typedef struct {
    size_t white, black; /* players, from 0 */
    size_t encounter;    /* from 0 */
    size_t game;         /* its number in the encounter, from 0 */
    size_t opening;      /* from 0; two games with colours changed share it */
} tour_pairing;

size_t schedule_encounters(const tour_schedule *s); /* the number of encounters in a round */
size_t schedule_games(const tour_schedule *s);      /* the number of games in all rounds */
tour_pairing schedule_at(const tour_schedule *s, size_t number);

#endif
