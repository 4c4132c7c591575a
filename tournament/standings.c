/* standings.c: counts results and computes scores from them. Layer: tournament. */
#include "tournament/standings.h"

#include <stdlib.h>

bool standings_new(standings *s, const tour_schedule *schedule)
{
    *s = (standings){.schedule = schedule, .total = schedule_games(schedule)};
    s->result = calloc(s->total, sizeof *s->result);
    return s->result != NULL;
}

void standings_free(standings *s)
{
    free(s->result);
    s->result = NULL;
}

/* The points of a player, counted in halves; a game that both lose gives none. */
static size_t halves(arb_result result, bool white)
{
    arb_result won = white ? ARB_WHITE_WINS : ARB_BLACK_WINS;
    return result == won ? 2 : result == ARB_DRAW ? 1 : 0;
}

static size_t halves_of(const standings *s, size_t number, size_t player)
{
    tour_pairing p = schedule_at(s->schedule, number);
    return halves(s->result[number], p.white == player);
}

bool standings_add(standings *s, size_t number, arb_result result)
{
    if (number >= s->total || s->result[number] != ARB_ONGOING || result == ARB_ONGOING)
        return false;
    tour_pairing p = schedule_at(s->schedule, number);
    const size_t players[2] = {p.white, p.black};
    size_t other = p.game % 2 == 0 ? number + 1 : number - 1; /* with colours changed */
    bool paired = s->schedule->games % 2 == 0 && s->result[other] != ARB_ONGOING;
    s->result[number] = (uint8_t)result;
    s->played++;
    for (size_t i = 0; i < 2; i++) {
        player_score *score = &s->score[players[i]];
        size_t points = halves(result, i == 0);
        score->results[points]++;
        if (paired)
            score->pairs[points + halves_of(s, other, players[i])]++;
    }
    return true;
}

double player_points(const player_score *score)
{
    return (double)score->results[2] + (double)score->results[1] / 2;
}

uint64_t player_games(const player_score *score)
{
    return score->results[0] + score->results[1] + score->results[2];
}

elo_estimate standings_elo(const standings *s, size_t player)
{
    const player_score *score = &s->score[player];
    return s->schedule->games % 2 == 0 ? elo_of(score->pairs, PENTANOMIAL)
                                       : elo_of(score->results, TRINOMIAL);
}

double standings_llr(const standings *s, size_t player, const sprt *test)
{
    const player_score *score = &s->score[player];
    return s->schedule->games % 2 == 0 ? sprt_llr(test, score->pairs, PENTANOMIAL)
                                       : sprt_llr(test, score->results, TRINOMIAL);
}

static double share(const player_score *score)
{
    uint64_t games = player_games(score);
    return games > 0 ? player_points(score) / (double)games : -1;
}

void standings_order(const standings *s, size_t order[PLAYER_LIMIT])
{
    size_t count = s->schedule->players;
    for (size_t i = 0; i < count; i++) {
        size_t place = i;
        for (; place > 0 && share(&s->score[order[place - 1]]) < share(&s->score[i]); place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
}
