/* test_elo.c: Elo, its errors, and sequential tests. Layer: tests.
 *
 * The log-likelihood ratios are those that fishtest and fastchess give for the same counts. */
#include "check.h"
#include "tournament/elo.h"

#include <math.h>

static bool near(double a, double b, double part)
{
    return fabs(a - b) <= part * fabs(b) + 1e-9;
}

static const struct {
    bool normalized;
    double elo0, elo1;
    size_t classes;
    uint64_t count[PENTANOMIAL];
    double llr;
} tests[] = {
    {true, 0, 2, TRINOMIAL, {36027, 68692, 36433}, 0.92},
    {true, -1.75, 0.25, TRINOMIAL, {10650, 20431, 10871}, 2.30},
    {false, 0.5, 2.5, TRINOMIAL, {21184, 40708, 21404}, -1.57},
    {false, 0, 2, TRINOMIAL, {57030, 106593, 57433}, -2.59},
    {true, 0, 2, PENTANOMIAL, {365, 16618, 36229, 16974, 390}, 2.25},
    {true, -1.75, 0.25, PENTANOMIAL, {127, 4883, 10712, 5150, 104}, 3.01},
    {false, 0.5, 2.5, PENTANOMIAL, {223, 9863, 21279, 10037, 246}, -3.07},
    {false, 0, 2, PENTANOMIAL, {871, 26175, 55983, 26678, 821}, -4.98},
};

TEST(ratios_are_those_of_other_programs)
{
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        sprt test = {tests[i].elo0, tests[i].elo1, 0.05, 0.05, tests[i].normalized};
        double llr = sprt_llr(&test, tests[i].count, tests[i].classes);
        CHECK(fabs(llr - tests[i].llr) < 0.011);
    }
}

TEST(a_test_ends_at_its_bounds)
{
    sprt test = {0, 5, 0.05, 0.05, false};
    CHECK(near(sprt_upper(&test), 2.944439, 1e-6));
    CHECK(near(sprt_lower(&test), -2.944439, 1e-6));
    CHECK(sprt_judge(&test, 2.95) == SPRT_H1);
    CHECK(sprt_judge(&test, -2.95) == SPRT_H0);
    CHECK(sprt_judge(&test, 0) == SPRT_GOES_ON);
    uint64_t none[PENTANOMIAL] = {0}, won[PENTANOMIAL] = {0, 0, 0, 0, 400};
    for (int power = 1; power < 9;
         power++) { /* however far from what was played the hypothesis is */
        sprt far = {0, pow(10, power), 0.05, 0.05, true};
        double llr = sprt_llr(&far, (uint64_t[]){10, 30, 20}, TRINOMIAL);
        CHECK(isfinite(llr));
    }
    CHECK(sprt_llr(&test, none, PENTANOMIAL) == 0);
    CHECK(sprt_judge(&test, sprt_llr(&test, won, PENTANOMIAL)) == SPRT_H1);
}

TEST(elo_follows_from_points)
{
    /* 60 wins, 20 draws, 20 losses: 70 % of the points are 147.19 Elo. */
    elo_estimate e = elo_of((uint64_t[]){20, 20, 60}, TRINOMIAL);
    CHECK(near(e.mean, 0.7, 1e-12));
    CHECK(near(e.elo, 147.1905, 1e-5));
    /* The standard deviation of one game is 0.4, that of the mean of 100 games 0.04: 62.16 % to
     * 77.84 % are 86.31 to 218.33 Elo. */
    CHECK(near(e.error, 66.0, 0.002));
    CHECK(e.los > 0.999999);
    CHECK(near(e.nelo, 0.5 * 800 / log(10), 1e-9));
    /* 36 wins, 40 draws, 24 losses: 0.56 is 1.5681 deviations above one half. */
    e = elo_of((uint64_t[]){24, 40, 36}, TRINOMIAL);
    CHECK(near(e.los, 0.94157, 1e-4));
    CHECK(near(elo_of((uint64_t[]){36, 40, 24}, TRINOMIAL).los, 1 - e.los, 1e-9));
    /* If all pairs are drawn, the estimate is zero and its error unbounded. */
    e = elo_of((uint64_t[]){0, 0, 50, 0, 0}, PENTANOMIAL);
    CHECK(e.elo == 0 && isinf(e.error) && e.los == 0.5);
    e = elo_of((uint64_t[]){0, 0, 0, 0, 3}, PENTANOMIAL);
    CHECK(isinf(e.elo) && e.elo > 0 && e.los == 1);
    e = elo_of((uint64_t[]){0, 0, 0}, TRINOMIAL);
    CHECK(e.mean == 0.5 && e.elo == 0);
}

int main(void)
{
    RUN(ratios_are_those_of_other_programs);
    RUN(a_test_ends_at_its_bounds);
    RUN(elo_follows_from_points);
    return check_result();
}
