/* steady_clock.h: measures elapsed time by a clock that is never set back. Layer: common. */
#ifndef ARB_COMMON_STEADY_CLOCK_H
#define ARB_COMMON_STEADY_CLOCK_H

#include <stdint.h>
#include <time.h>

/* The time of a system clock in nanoseconds; 0 if there is no such clock. */
int64_t clock_ns(clockid_t clock);

/* Read CLOCK_MONOTONIC in the unit that the caller counts in. */
int64_t steady_us(void);
int64_t steady_ms(void);
double steady_seconds(void);

#endif
