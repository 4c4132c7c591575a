/* time_control.c: time controls in cutechess's spelling, and the clocks for them. Layer:
 * tournament. */
#include "tournament/time_control.h"

#include "common/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SECONDS_MAX = 1000000, MOVES_MAX = 10000 };

static bool fail(arb_error *error, size_t offset, const char *text)
{
    *error = (arb_error){ARB_BAD_TEXT, offset, text};
    return false;
}

size_t time_read(const char *text, int64_t *us)
{
    uint64_t whole = 0, seconds = 0;
    size_t len = strlen(text), at = number_read(text, len, SECONDS_MAX, &whole);
    if (at == 0)
        return 0;
    if (text[at] == ':') {
        size_t digits = number_read(text + at + 1, len - at - 1, 59, &seconds);
        if (digits == 0)
            return 0;
        whole = whole * 60 + seconds;
        at += 1 + digits;
        if (whole > SECONDS_MAX)
            return 0;
    }
    *us = (int64_t)whole * 1000000;
    if (text[at] != '.')
        return at;
    int64_t unit = 100000;
    size_t first = ++at;
    for (; text[at] >= '0' && text[at] <= '9'; at++, unit /= 10)
        *us += (text[at] - '0') * unit;
    return at > first ? at : 0;
}

bool time_control_read(time_control *tc, const char *text, arb_error *error)
{
    time_control read = {.infinite = false};
    const char *at = text;
    if (strcmp(text, "inf") == 0) {
        tc->infinite = true;
        return true;
    }
    const char *slash = strchr(text, '/');
    if (slash != NULL) {
        uint64_t moves;
        size_t digits = number_read(text, (size_t)(slash - text), MOVES_MAX, &moves);
        if (digits == 0 || text + digits != slash)
            return fail(error, 0, "a number of moves is expected in front of '/'");
        read.moves = (int)moves;
        at = slash + 1;
    }
    size_t len = time_read(at, &read.base_us);
    if (len == 0)
        return fail(error, (size_t)(at - text), "a time is expected: seconds, or minutes:seconds");
    at += len;
    if (*at == '+') {
        len = time_read(at + 1, &read.increment);
        if (len == 0)
            return fail(error, (size_t)(at + 1 - text), "seconds are expected behind '+'");
        at += 1 + len;
    }
    if (*at != '\0')
        return fail(error, (size_t)(at - text), "the time control should end here");
    if (read.base_us == 0 && read.increment == 0)
        return fail(error, 0, "there is no time in it");
    tc->infinite = false;
    tc->moves = read.moves;
    tc->base_us = read.base_us;
    tc->increment = read.increment;
    return true;
}

static int put_seconds(char *buf, size_t cap, int64_t us)
{
    int digits = 6;
    int64_t fraction = us % 1000000;
    if (fraction == 0)
        return snprintf(buf, cap, "%" PRId64, us / 1000000);
    for (; fraction % 10 == 0; fraction /= 10)
        digits--;
    return snprintf(buf, cap, "%" PRId64 ".%0*" PRId64, us / 1000000, digits, fraction);
}

size_t time_control_write(const time_control *tc, char *buf, size_t cap)
{
    char base[32], increment[32] = "", moves[16] = "";
    if (tc->move_us > 0) { /* PGN can write that only as a period of one move */
        put_seconds(base, sizeof base, tc->move_us);
        return (size_t)snprintf(buf, cap, "1/%s", base);
    }
    if (tc->infinite)
        return (size_t)snprintf(buf, cap, "-");
    put_seconds(base, sizeof base, tc->base_us);
    if (tc->increment > 0) {
        increment[0] = '+';
        put_seconds(increment + 1, sizeof increment - 1, tc->increment);
    }
    if (tc->moves > 0)
        snprintf(moves, sizeof moves, "%d/", tc->moves);
    return (size_t)snprintf(buf, cap, "%s%s%s", moves, base, increment);
}

/* ---- clocks ---- */

void player_clock_start(player_clock *clock, const time_control *tc)
{
    *clock = (player_clock){.left_us = tc->base_us, .to_go = tc->moves};
    if (tc->base_us == 0)
        clock->left_us = tc->increment; /* "0+1": the first move gets the increment, too */
}

bool player_clock_spend(player_clock *clock, const time_control *tc, int64_t used_us,
                        int64_t margin_us)
{
    if (tc->move_us > 0)
        return used_us <= tc->move_us + margin_us;
    if (tc->infinite)
        return true;
    clock->left_us -= used_us;
    if (clock->left_us < -margin_us)
        return false;
    if (clock->left_us < 0)
        clock->left_us = 0;
    clock->left_us += tc->increment;
    if (tc->moves > 0 && --clock->to_go == 0) {
        clock->to_go = tc->moves;
        clock->left_us += tc->base_us;
    }
    return true;
}

int64_t player_clock_limit(const player_clock *clock, const time_control *tc)
{
    return tc->move_us > 0 ? tc->move_us : tc->infinite ? -1 : clock->left_us;
}

static int64_t milliseconds(int64_t us)
{
    return us < 1000 ? 1 : us / 1000; /* some engines take 0 for "no clock" */
}

void time_control_go(const time_control tc[2], const player_clock clocks[2], arb_colour turn,
                     char *buf, size_t cap)
{
    const time_control *own = &tc[turn];
    size_t len = (size_t)snprintf(buf, cap, "go");
    if (own->move_us > 0) {
        len += (size_t)snprintf(buf + len, cap - len, " movetime %" PRId64,
                                milliseconds(own->move_us));
    } else if (!own->infinite) {
        /* A player without a clock is given as much time as could ever be needed. */
        int64_t white = player_clock_limit(&clocks[ARB_WHITE], &tc[ARB_WHITE]);
        int64_t black = player_clock_limit(&clocks[ARB_BLACK], &tc[ARB_BLACK]);
        int64_t most = (int64_t)SECONDS_MAX * 1000000;
        len += (size_t)snprintf(buf + len, cap - len, " wtime %" PRId64 " btime %" PRId64,
                                milliseconds(white < 0 ? most : white),
                                milliseconds(black < 0 ? most : black));
        if (tc[ARB_WHITE].increment > 0 || tc[ARB_BLACK].increment > 0)
            len += (size_t)snprintf(buf + len, cap - len, " winc %" PRId64 " binc %" PRId64,
                                    tc[ARB_WHITE].increment / 1000, tc[ARB_BLACK].increment / 1000);
        if (clocks[turn].to_go > 0)
            len += (size_t)snprintf(buf + len, cap - len, " movestogo %d", clocks[turn].to_go);
    }
    if (own->depth > 0)
        len += (size_t)snprintf(buf + len, cap - len, " depth %d", own->depth);
    if (own->nodes > 0)
        len += (size_t)snprintf(buf + len, cap - len, " nodes %" PRIu64, own->nodes);
    if (len == 2)
        snprintf(buf + len, cap - len, " infinite");
}
