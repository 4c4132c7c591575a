/* steady_clock.c: measures elapsed time by a clock that is never set back. Layer: common. */
#include "common/steady_clock.h"

int64_t clock_ns(clockid_t clock)
{
    struct timespec time;
    if (clock_gettime(clock, &time) != 0)
        return 0;
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t steady_us(void)
{
    return clock_ns(CLOCK_MONOTONIC) / 1000;
}

int64_t steady_ms(void)
{
    return clock_ns(CLOCK_MONOTONIC) / 1000000;
}

double steady_seconds(void)
{
    return (double)clock_ns(CLOCK_MONOTONIC) / 1e9;
}
