/* schedule.c: schedules round robins by the circle method, and gauntlets. Layer: tournament. */
#include "tournament/schedule.h"

size_t schedule_encounters(const tour_schedule *s)
{
    return s->gauntlet ? s->players - 1 : s->players * (s->players - 1) / 2;
}

size_t schedule_games(const tour_schedule *s)
{
    return schedule_encounters(s) * s->rounds * s->games;
}

/* The circle method: one player stays, the others move on by one seat after each turn, so that
 * nobody plays twice in a turn. With an odd number of players one seat is empty, and its opponent
 * rests. */
static void circle_pair(size_t players, size_t index, size_t *first, size_t *second)
{
    size_t seats = players + (players & 1), turns = seats - 1, left = index;
    for (size_t turn = 0; turn < turns; turn++) {
        for (size_t i = 0; i < seats / 2; i++) {
            size_t a = i == 0 ? 0 : 1 + (turn + i - 1) % turns;
            size_t b = 1 + (turn + seats - 2 - i) % turns;
            if (a >= players || b >= players)
                continue;
            if (left-- == 0) {
                *first = a < b ? a : b;
                *second = a < b ? b : a;
                return;
            }
        }
    }
}

tour_pairing schedule_at(const tour_schedule *s, size_t number)
{
    size_t encounters = schedule_encounters(s), first = 0, second = 1;
    tour_pairing p = {.encounter = number / s->games, .game = number % s->games};
    size_t of_round = p.encounter % encounters, round = p.encounter / encounters;
    if (s->gauntlet)
        second = of_round + 1;
    else
        circle_pair(s->players, of_round, &first, &second);
    /* If an encounter has an odd number of games, colours change from round to round. */
    bool turned = (p.game + (s->games % 2 == 1 ? round : 0)) % 2 == 1;
    p.white = turned ? second : first;
    p.black = turned ? first : second;
    p.opening = p.encounter * ((s->games + 1) / 2) + p.game / 2;
    return p;
}
