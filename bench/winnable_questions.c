/* winnable_questions.c: what the question "can this side still win?" costs.
 *
 *     winnable_questions line|word FILE
 *
 * FILE has a class and a FEN a line, separated by a tab (WB, W-, -B, --: who can win). Each
 * position is asked about for both sides, with a line or for the word only. Prints the microseconds
 * of CPU time a question, those of the slowest one, and how many answers were open, wrong, and
 * asked for. */
#include "arbiter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

int main(int argc, char **argv)
{
    static arb_move line[ARB_WIN_LINE];
    char text[1024];
    arb_error error;
    arb_position position;
    FILE *file = argc == 3 ? fopen(argv[2], "r") : NULL;
    size_t size = arb_winnable_memory(ARB_WIN_NODES);
    void *memory = malloc(size);
    double sum = 0, most = 0;
    unsigned long asked = 0, open = 0, wrong = 0;
    if (file == NULL || memory == NULL) {
        fprintf(stderr, "usage: %s line|word FILE\n", argv[0]);
        return 2;
    }
    bool with_line = strcmp(argv[1], "line") == 0;
    while (fgets(text, sizeof text, file)) {
        text[strcspn(text, "\r\n")] = '\0';
        if (text[0] == '#' || strlen(text) < 4 ||
            arb_position_read(&position, arb_rules_at(0), text + 3, strlen(text + 3), NULL,
                              &error) != ARB_OK)
            continue;
        for (int side = 0; side < 2; side++) {
            double began = now();
            arb_winnable answer =
                arb_position_winnable(&position, (arb_colour)side, ARB_WIN_NODES, memory, size,
                                      with_line ? line : NULL, with_line ? ARB_WIN_LINE : 0);
            double spent = now() - began;
            sum += spent;
            most = spent > most ? spent : most;
            asked++;
            open += answer.answer == ARB_WIN_UNDETERMINED;
            wrong += answer.answer == (text[side] == '-' ? ARB_WIN_YES : ARB_WIN_NO);
        }
    }
    printf("%.2f %.0f %lu %lu %lu\n", asked ? sum / (double)asked : 0, most, open, wrong, asked);
    fclose(file);
    free(memory);
    return wrong != 0;
}
