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

/* The same computed in Python, with 3,000 halvings of each interval; many of these results lie far
 * from the hypotheses. */
static const struct {
    bool normalized;
    double elo0, elo1;
    size_t classes;
    uint64_t count[PENTANOMIAL];
    double llr;
} exact[] = {
    {true, 0, 2, TRINOMIAL, {36027, 68692, 36433}, 0.9232934509460341},
    {false, 0.5, 2.5, PENTANOMIAL, {223, 9863, 21279, 10037, 246}, -3.074126439585705},
    {false, 0, 5, PENTANOMIAL, {0, 0, 0, 0, 400}, 5.715071450973688},
    {false, 0, 5, PENTANOMIAL, {400, 0, 0, 0, 0}, -5.797911578000146},
    {true, -20, 20, PENTANOMIAL, {5, 40, 200, 60, 9}, 6.4507148646289085},
    {true, 0, 10, PENTANOMIAL, {0, 3, 17, 6, 0}, 0.18627082656683447},
    {false, -30, 80, TRINOMIAL, {12, 0, 30}, 4.75167179105809},
    {false, -400, 400, TRINOMIAL, {0, 0, 3}, 6.907751980092254},
    {false, -400, 400, TRINOMIAL, {3, 0, 0}, -6.907751980092254},
    {true, -60, 90, TRINOMIAL, {3, 1, 0}, -1.552399637578838},
};

TEST(ratios_are_exact)
{
    for (size_t i = 0; i < sizeof exact / sizeof exact[0]; i++) {
        sprt test = {exact[i].elo0, exact[i].elo1, 0.05, 0.05, exact[i].normalized};
        check_case("%zu", i);
        CHECK(near(sprt_llr(&test, exact[i].count, exact[i].classes), exact[i].llr, 1e-8));
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
    CHECK(sprt_judge(&test, sprt_upper(&test)) == SPRT_H1);
    CHECK(sprt_judge(&test, sprt_lower(&test)) == SPRT_H0);
    sprt uneven = {0, 5, 0.1, 0.2, false};
    CHECK(near(sprt_upper(&uneven), log(8), 1e-12));
    CHECK(near(sprt_lower(&uneven), log(0.2 / 0.9), 1e-12));
    uint64_t none[PENTANOMIAL] = {0}, won[PENTANOMIAL] = {0, 0, 0, 0, 400};
    for (int power = 1; power < 9;
         power++) { /* however far from what was played the hypothesis is */
        sprt far = {0, pow(10, power), 0.05, 0.05, true};
        sprt below = {-pow(10, power), 0, 0.05, 0.05, true};
        double llr = sprt_llr(&far, (uint64_t[]){10, 30, 20}, TRINOMIAL);
        CHECK(isfinite(llr));
        CHECK(near(sprt_llr(&below, (uint64_t[]){20, 30, 10}, TRINOMIAL), -llr, 1e-9));
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
    CHECK(near(e.nerror, 1.959963984540054 / 10 * 800 / log(10), 1e-9));
    CHECK(e.los > 0.999999);
    CHECK(near(e.nelo, 0.5 * 800 / log(10), 1e-9));
    /* 36 wins, 40 draws, 24 losses: 0.56 is 1.5681 deviations above one half. */
    e = elo_of((uint64_t[]){24, 40, 36}, TRINOMIAL);
    CHECK(near(e.los, 0.94157, 1e-4));
    CHECK(near(elo_of((uint64_t[]){36, 40, 24}, TRINOMIAL).los, 1 - e.los, 1e-9));
    /* If all pairs are drawn, the estimate is zero and its error unbounded. */
    e = elo_of((uint64_t[]){0, 0, 50, 0, 0}, PENTANOMIAL);
    CHECK(e.elo == 0 && !signbit(e.elo) && isinf(e.error) && e.los == 0.5 && e.nelo == 0);
    e = elo_of((uint64_t[]){0, 0, 0, 0, 3}, PENTANOMIAL);
    CHECK(isinf(e.elo) && e.elo > 0 && e.los == 1);
    CHECK(isinf(e.nelo) && e.nelo > 0 && isinf(e.error) && isinf(e.nerror));
    e = elo_of((uint64_t[]){3, 0, 0, 0, 0}, PENTANOMIAL);
    CHECK(e.mean == 0 && isinf(e.elo) && e.elo < 0 && e.los == 0);
    CHECK(isinf(e.nelo) && e.nelo < 0);
    /* A pair is two games, so the variance of a game is twice that of a pair, here 0.03375. */
    e = elo_of((uint64_t[]){0, 1, 8, 9, 2}, PENTANOMIAL);
    CHECK(near(e.mean, 0.65, 1e-12));
    CHECK(near(e.nelo, 0.15 / sqrt(0.03375 * 2) * 800 / log(10), 1e-9));
    CHECK(near(e.nerror, 1.959963984540054 / sqrt(40) * 800 / log(10), 1e-9));
    e = elo_of((uint64_t[]){0, 0, 0}, TRINOMIAL);
    CHECK(e.mean == 0.5 && e.elo == 0 && e.los == 0.5 && isinf(e.error) && isinf(e.nerror));
}

int main(void)
{
    RUN(ratios_are_those_of_other_programs);
    RUN(ratios_are_exact);
    RUN(a_test_ends_at_its_bounds);
    RUN(elo_follows_from_points);
    return check_result();
}
