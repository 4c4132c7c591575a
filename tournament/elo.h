/* elo.h: what results say about strength. Layer: tournament. Knows numbers only.
 *
 * Results are counted in classes of equal worth. A trinomial count has losses, draws and wins; a
 * pentanomial one has pairs of games from the same opening with colours changed, by their points:
 * 0, ½, 1, 1½, 2. Pairs say more: the opening's bias cancels out. */
#ifndef ARB_TOURNAMENT_ELO_H
#define ARB_TOURNAMENT_ELO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRINOMIAL = 3, PENTANOMIAL = 5 };

typedef struct {
    double mean;  /* points a game, 0 to 1 */
    double elo;   /* the difference in strength; infinite at the ends */
    double error; /* half the width of the interval of 95 %, in Elo; infinite if unknown */
    double nelo;  /* normalized Elo: does not depend on how often games are drawn */
    double nerror;
    double los; /* likelihood that the player is the stronger one */
} elo_estimate;

elo_estimate elo_of(const uint64_t *count, size_t classes);

/* A sequential probability ratio test of H0 "the difference is elo0" against H1 "it is elo1". */
typedef struct {
    double elo0, elo1;
    double alpha, beta; /* how often a wrong H1, and a wrong H0, may be accepted */
    bool normalized;    /* elo0 and elo1 are normalized Elo */
} sprt;

typedef enum { SPRT_GOES_ON = 0, SPRT_H0, SPRT_H1 } sprt_result;

double sprt_lower(const sprt *test);
double sprt_upper(const sprt *test);
/* The logarithm of the likelihood ratio, by the exact maximum likelihood of either hypothesis. */
double sprt_llr(const sprt *test, const uint64_t *count, size_t classes);
sprt_result sprt_judge(const sprt *test, double llr);

#endif
