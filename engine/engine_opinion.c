/* engine_opinion.c: an engine's evaluation of a position, from its "info" lines. Layer: engine.
 * Knows no processes. */
#include "engine/engine.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The number behind a word of the line: "depth" in " depth 12 score cp 31". */
static bool number_after(const char *line, const char *word, long long *number)
{
    const char *at = strstr(line, word);
    if (at == NULL)
        return false;
    char *end;
    at += strlen(word);
    *number = strtoll(at, &end, 10);
    return end != at && (*end == ' ' || *end == '\0');
}

/* A line with "string" is free text and is ignored; moves follow "pv", so the line is cut there. */
void engine_opinion_read(engine_opinion *opinion, const char *rest)
{
    char line[ENGINE_LINE_LIMIT + 1];
    long long depth = 0, number = 0, nodes = 0;
    size_t len = strlen(rest);
    if (len >= ENGINE_LINE_LIMIT || strncmp(rest, "string", 6) == 0)
        return;
    line[0] = ' ';
    memcpy(line + 1, rest, len + 1);
    char *moves = strstr(line, " pv ");
    if (moves != NULL)
        *moves = '\0';
    bool mate = number_after(line, " score mate ", &number);
    if (!mate && !number_after(line, " score cp ", &number))
        return;
    long long place = 1;
    if ((number_after(line, " multipv ", &place) && place != 1) ||
        strstr(line, " lowerbound") != NULL || strstr(line, " upperbound") != NULL ||
        number < -INT_MAX || number > INT_MAX)
        return;
    number_after(line, " depth ", &depth);
    number_after(line, " nodes ", &nodes);
    *opinion = (engine_opinion){.known = true,
                                .mate = mate,
                                .score = (int32_t)number,
                                .depth = depth > 0 && depth < INT_MAX ? (uint32_t)depth : 0,
                                .nodes = nodes > 0 ? (uint64_t)nodes : 0};
}
