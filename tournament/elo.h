/* elo.h: computes from results how strong players are. Layer: tournament. Knows numbers only.
 *
 * Results are counted in classes of equal points. A trinomial count has losses, draws and wins. A
 * pentanomial count has pairs of games from the same opening with colours changed, by the points of
 * a pair: 0, ½, 1, 1½, 2. Pairs give more information, because the opening's bias cancels out. */
#ifndef ARB_TOURNAMENT_ELO_H
#define ARB_TOURNAMENT_ELO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRINOMIAL = 3, PENTANOMIAL = 5 };

typedef struct {
    double mean;  /* points a game, 0 to 1 */
    double elo;   /* difference in strength; infinite if all or no games were won */
    double error; /* half the width of the 95 % interval, in Elo; infinite if unknown */
    double nelo;  /* normalized Elo: does not depend on how often games are drawn */
    double nerror;
    double los; /* likelihood of superiority: that the player is the stronger one */
} elo_estimate;

elo_estimate elo_of(const uint64_t *count, size_t classes);

/* A sequential probability ratio test of H0 "the difference is elo0" against H1 "it is elo1". */
typedef struct {
    double elo0, elo1;
    double alpha, beta; /* how often H1, and how often H0, may be accepted wrongly */
    bool normalized;    /* elo0 and elo1 are normalized Elo */
} sprt;

typedef enum { SPRT_GOES_ON = 0, SPRT_H0, SPRT_H1 } sprt_result;

double sprt_lower(const sprt *test);
double sprt_upper(const sprt *test);
/* The logarithm of the likelihood ratio, by the exact maximum likelihood under each hypothesis. */
double sprt_llr(const sprt *test, const uint64_t *count, size_t classes);
sprt_result sprt_judge(const sprt *test, double llr);

#endif
