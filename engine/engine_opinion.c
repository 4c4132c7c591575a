/* engine_opinion.c: reads an engine's evaluation of a position from its "info" lines. Layer:
 * engine. Knows no processes. */
#include "engine/engine.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Reads the number after a word of the line: for "depth", 12 in " depth 12 score cp 31". */
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

/* What one "info" line says: which variation it is about (from 1), its evaluation, and its
 * moves. */
typedef struct {
    long long place;
    engine_opinion opinion;
    const char *moves; /* points into the text that was read; NULL: none */
} information;

/* Reads an "info" line. A line with "string" is free text and is ignored. Moves follow "pv", so
 * numbers are looked for only before it. Returns false if the line has no evaluation. */
static bool read_information(information *found, const char *rest)
{
    char line[ENGINE_LINE_LIMIT + 1];
    long long depth = 0, number = 0, nodes = 0;
    size_t len = strlen(rest);
    *found = (information){.place = 1};
    if (len >= ENGINE_LINE_LIMIT || strncmp(rest, "string", 6) == 0)
        return false;
    line[0] = ' ';
    memcpy(line + 1, rest, len + 1);
    char *moves = strstr(line, " pv ");
    if (moves != NULL) {
        *moves = '\0';
        found->moves = rest + (moves - line) + 3;
    }
    bool mate = number_after(line, " score mate ", &number);
    if ((!mate && !number_after(line, " score cp ", &number)) ||
        strstr(line, " lowerbound") != NULL || strstr(line, " upperbound") != NULL ||
        number < -INT_MAX || number > INT_MAX)
        return false;
    number_after(line, " multipv ", &found->place);
    number_after(line, " depth ", &depth);
    number_after(line, " nodes ", &nodes);
    found->opinion = (engine_opinion){.known = true,
                                      .mate = mate,
                                      .score = (int32_t)number,
                                      .depth = depth > 0 && depth < INT_MAX ? (uint32_t)depth : 0,
                                      .nodes = nodes > 0 ? (uint64_t)nodes : 0};
    return true;
}

static void keep_line(engine_line *line, const information *found)
{
    size_t len = strlen(found->moves);
    if (len >= sizeof line->moves) { /* cut after a whole move */
        len = sizeof line->moves - 1;
        while (len > 0 && found->moves[len] != ' ')
            len--;
    }
    memcpy(line->moves, found->moves, len);
    line->moves[len] = '\0';
    line->opinion = found->opinion;
}

void engine_info_read(engine_opinion *opinion, engine_line lines[ENGINE_LINES], const char *rest)
{
    information found;
    if (!read_information(&found, rest))
        return;
    if (found.place == 1)
        *opinion = found.opinion;
    if (lines != NULL && found.moves != NULL && found.place >= 1 && found.place <= ENGINE_LINES)
        keep_line(&lines[found.place - 1], &found);
}
