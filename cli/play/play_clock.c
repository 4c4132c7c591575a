/* play_clock.c: reads and writes clocks as people do. Layer: cli, command play. */
#include "cli/play/play_clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads a number of minutes or seconds with up to two decimals, in hundredths. */
static bool read_hundredths(const char **text, int64_t *hundredths)
{
    const char *at = *text;
    int64_t value = 0;
    int digits = 0, decimals = 0;
    for (; *at >= '0' && *at <= '9' && digits < 5; at++, digits++)
        value = value * 10 + (*at - '0');
    if (*at == '.') {
        for (at++; *at >= '0' && *at <= '9' && decimals < 2; at++, decimals++)
            value = value * 10 + (*at - '0');
        if (decimals == 0)
            return false;
    }
    for (; decimals < 2; decimals++)
        value *= 10;
    *text = at;
    *hundredths = value;
    return digits > 0;
}

bool play_clock_read(game_clock *clock, const char *text)
{
    int64_t minutes = 0, seconds = 0;
    if (!read_hundredths(&text, &minutes))
        return false;
    if (*text == '+') {
        text++;
        if (!read_hundredths(&text, &seconds))
            return false;
    }
    if (*text != '\0' || minutes == 0)
        return false;
    *clock = (game_clock){.used = true, .start = minutes * 600, .increment = seconds * 10};
    game_clock_reset(clock);
    return true;
}

void play_clock_text(int64_t left, char *buf, size_t cap)
{
    long long seconds = (long long)(left / 1000);
    if (left < 10000)
        snprintf(buf, cap, "%lld.%lld", seconds, (long long)(left / 100 % 10));
    else if (seconds < 3600)
        snprintf(buf, cap, "%lld:%02lld", seconds / 60, seconds % 60);
    else
        snprintf(buf, cap, "%lld:%02lld:%02lld", seconds / 3600, seconds / 60 % 60, seconds % 60);
}
