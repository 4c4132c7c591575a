/* pgn_moves.c: the moves of a collection and nothing else: what a check costs without its checks.
 *
 *     pgn_moves FILE [TIMES]
 *
 * Tags are passed over up to the blank line behind them, and the plain part of each game is played;
 * no marks of the games' ends, no history, no places, no words. Prints the plies. */
#include "arbiter.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_all(const char *path, size_t *len)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        return NULL;
    *len = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(*len + 1);
    if (text && fread(text, 1, *len, file) == *len)
        text[*len] = '\0';
    fclose(file);
    return text;
}

/* Behind the next blank line. */
static char *moves_of(char *at)
{
    while ((at = strchr(at, '\n')) != NULL) {
        at++;
        if (*at == '\r')
            at++;
        if (*at == '\n')
            return at + 1;
    }
    return NULL;
}

static uint64_t play_all(char *text, size_t len, const arb_position *start, const arb_run *first)
{
    uint64_t all = 0;
    for (char *at = strstr(text, "[Event "); at; at = strstr(at, "[Event ")) {
        arb_position pos = *start;
        arb_run run = *first;
        uint64_t plies;
        at = moves_of(at);
        if (!at)
            break;
        at += arb_run_score(&run, &pos, at, (size_t)(text + len - at), &plies);
        all += plies;
    }
    return all;
}

int main(int argc, char **argv)
{
    size_t len = 0;
    char *text = argc > 1 ? read_all(argv[1], &len) : NULL;
    arb_position start;
    arb_run first;
    uint64_t all = 0;
    if (!text || arb_position_start(&start, arb_rules_find("chess", 5)) != 0)
        return 1;
    arb_run_start(&first, &start, NULL);
    for (long left = argc > 2 ? strtol(argv[2], NULL, 10) : 1; left > 0; left--)
        all += play_all(text, len, &start, &first);
    printf("%" PRIu64 "\n", all);
    free(text);
    return 0;
}
