/* elo.c: estimates Elo with its error, and runs sequential tests. Layer: tournament.
 *
 * The likelihood ratio is that of the generalized test (GSPRT): for each hypothesis the most likely
 * distribution of results is taken whose mean (for normalized Elo: whose mean over its deviation)
 * is the one that the hypothesis states. */
#include "tournament/elo.h"

#include <math.h>

/* Elo per unit of t, where t is (mean - 1/2) divided by the deviation of one game. */
static double normalized_unit(void)
{
    return 800 / log(10);
}

static double elo_of_mean(double mean)
{
    return mean <= 0   ? -INFINITY
           : mean >= 1 ? INFINITY
                       : -400 * log10(1 / mean - 1) + 0.0; /* avoids -0 */
}

static double mean_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* ---- distributions ---- */

typedef struct {
    size_t classes;
    double total;           /* number of results */
    double p[PENTANOMIAL];  /* probability of each class */
    double at[PENTANOMIAL]; /* points a game in each class */
} distribution;

/* The distribution that was observed. A class that did not occur counts as a thousandth of a
 * result, because it is possible all the same. */
static distribution observed(const uint64_t *count, size_t classes, double least)
{
    distribution d = {.classes = classes};
    for (size_t i = 0; i < classes; i++) {
        d.at[i] = (double)i / (double)(classes - 1);
        d.p[i] = count[i] > 0 ? (double)count[i] : least;
        d.total += d.p[i];
    }
    for (size_t i = 0; i < classes; i++)
        d.p[i] /= d.total;
    return d;
}

static double mean_of(const distribution *d)
{
    double mean = 0;
    for (size_t i = 0; i < d->classes; i++)
        mean += d->p[i] * d->at[i];
    return mean;
}

static double variance_of(const distribution *d, double mean)
{
    double variance = 0;
    for (size_t i = 0; i < d->classes; i++)
        variance += d->p[i] * (d->at[i] - mean) * (d->at[i] - mean);
    return variance;
}

/* The number of games in one result; a pair has two. */
static double games_in(size_t classes)
{
    return (double)(classes - 1) / 2;
}

/* ---- estimates ---- */

elo_estimate elo_of(const uint64_t *count, size_t classes)
{
    elo_estimate e = {.mean = 0.5, .error = INFINITY, .nerror = INFINITY, .los = 0.5};
    distribution d = observed(count, classes, 0);
    if (d.total == 0)
        return e;
    e.mean = mean_of(&d);
    e.elo = elo_of_mean(e.mean);
    double variance = variance_of(&d, e.mean), deviation = sqrt(variance / d.total);
    if (variance <= 0) {
        e.los = e.mean > 0.5 ? 1 : e.mean < 0.5 ? 0 : 0.5;
        e.nelo = e.mean > 0.5 ? INFINITY : e.mean < 0.5 ? -INFINITY : 0;
        return e;
    }
    const double z = 1.959963984540054; /* 95 % of a normal distribution */
    e.error = (elo_of_mean(e.mean + z * deviation) - elo_of_mean(e.mean - z * deviation)) / 2;
    e.nelo = (e.mean - 0.5) / sqrt(variance * games_in(classes)) * normalized_unit();
    e.nerror = z / sqrt(d.total * games_in(classes)) * normalized_unit();
    e.los = 0.5 * (1 + erf((e.mean - 0.5) / (deviation * sqrt(2))));
    return e;
}

/* ---- maximum likelihood under a hypothesis ---- */

/* Solves sum of p[i] * a[i] / (1 + x * a[i]) = 0 for x; the a[i] have both signs. Between its poles
 * the sum falls as x grows, so halving the interval finds the only root. */
static double secular_root(const distribution *d, const double *a)
{
    double least = 0, most = 0;
    for (size_t i = 0; i < d->classes; i++) {
        least = a[i] < least ? a[i] : least;
        most = a[i] > most ? a[i] : most;
    }
    if (least >= 0 || most <= 0)
        return 0;
    double low = -1 / most, high = -1 / least;
    for (int step = 0; step < 200; step++) {
        double x = (low + high) / 2, sum = 0;
        for (size_t i = 0; i < d->classes; i++)
            sum += d->p[i] * a[i] / (1 + x * a[i]);
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2;
}

static void tilt(const distribution *d, const double *a, distribution *most_likely)
{
    double x = secular_root(d, a);
    *most_likely = *d;
    for (size_t i = 0; i < d->classes; i++)
        most_likely->p[i] = d->p[i] / (1 + x * a[i]);
}

static distribution with_mean(const distribution *d, double mean)
{
    distribution most_likely;
    double a[PENTANOMIAL];
    for (size_t i = 0; i < d->classes; i++)
        a[i] = d->at[i] - mean;
    tilt(d, a, &most_likely);
    return most_likely;
}

/* Requires a mean that is `t` deviations above one half. The condition is linearised around the
 * last solution, repeatedly. */
static distribution with_t(const distribution *d, double t)
{
    distribution now = *d;
    for (size_t i = 0; i < d->classes; i++)
        now.p[i] = 1 / (double)d->classes;
    for (int round = 0; round < 50; round++) {
        distribution last = now;
        double mean = mean_of(&last), deviation = sqrt(variance_of(&last, mean));
        double a[PENTANOMIAL], change = 0;
        for (size_t i = 0; i < d->classes; i++) {
            double away = (d->at[i] - mean) / deviation;
            a[i] = d->at[i] - 0.5 - t * deviation * 0.5 * (1 + away * away);
        }
        tilt(d, a, &now);
        for (size_t i = 0; i < d->classes; i++)
            change = fmax(change, fabs(now.p[i] - last.p[i]));
        if (change < 1e-12)
            break;
    }
    return now;
}

/* ---- the test ---- */

/* The number as it is in memory. A processor that computes with more bits than a double has would
 * else compare a ratio that was stored with a bound that was not, and they would never be equal. */
static double stored(double number)
{
    volatile double in_memory = number;
    return in_memory;
}

double sprt_lower(const sprt *test)
{
    return stored(log(test->beta / (1 - test->alpha)));
}

double sprt_upper(const sprt *test)
{
    return stored(log((1 - test->beta) / test->alpha));
}

static distribution under(const sprt *test, const distribution *d, double elo)
{
    if (test->normalized)
        return with_t(d, elo / normalized_unit() * sqrt(games_in(d->classes)));
    return with_mean(d, mean_of_elo(elo));
}

double sprt_llr(const sprt *test, const uint64_t *count, size_t classes)
{
    uint64_t results = 0;
    for (size_t i = 0; i < classes; i++)
        results += count[i];
    if (results == 0)
        return 0;
    distribution d = observed(count, classes, 1e-3);
    distribution h0 = under(test, &d, test->elo0), h1 = under(test, &d, test->elo1);
    double llr = 0;
    for (size_t i = 0; i < classes; i++)
        llr += d.p[i] * log(h1.p[i] / h0.p[i]);
    return llr * d.total;
}

sprt_result sprt_judge(const sprt *test, double llr)
{
    return llr >= sprt_upper(test) ? SPRT_H1 : llr <= sprt_lower(test) ? SPRT_H0 : SPRT_GOES_ON;
}
