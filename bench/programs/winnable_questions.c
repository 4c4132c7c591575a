/* winnable_questions.c: measures what the question "can this side still win?" costs.
 *
 *     winnable_questions line|word FILE
 *
 * Each line of FILE has a class and a FEN, separated by a tab (WB, W-, -B, --: who can win). It
 * asks about each position for both sides, with a line or for the answer alone, and prints the mean
 * microseconds of CPU time, those of the slowest question, and how many answers were open, wrong,
 * and asked for. The mean is that of a pass without looks at the clock, which take half a
 * microsecond; the slowest question is found in a second pass. */
#include "arbiter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    arb_position position;
    char winners[2]; /* by colour; '-': it cannot win */
} question;

typedef struct {
    question *questions;
    size_t count, cap;
    void *memory;
    size_t size;
    bool with_line;
} work;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static bool add(work *w, const char *text)
{
    arb_error error;
    if (w->count == w->cap) {
        size_t cap = w->cap != 0 ? 2 * w->cap : 1024;
        question *grown = realloc(w->questions, cap * sizeof *grown);
        if (grown == NULL)
            return false;
        w->questions = grown;
        w->cap = cap;
    }
    question *q = &w->questions[w->count];
    memcpy(q->winners, text, 2);
    w->count += arb_position_read(&q->position, arb_rules_at(0), text + 3, strlen(text + 3), NULL,
                                  &error) == ARB_OK;
    return true;
}

static bool read_all(work *w, const char *name)
{
    char text[1024];
    bool whole = true;
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return false;
    while (whole && fgets(text, sizeof text, file)) {
        text[strcspn(text, "\r\n")] = '\0';
        if (text[0] != '#' && strlen(text) > 3)
            whole = add(w, text);
    }
    fclose(file);
    return whole;
}

static arb_win_answer ask(const work *w, size_t i, int side)
{
    static arb_move line[ARB_WIN_LINE];
    return arb_position_winnable(&w->questions[i].position, (arb_colour)side, ARB_WIN_NODES,
                                 w->memory, w->size, w->with_line ? line : NULL,
                                 w->with_line ? ARB_WIN_LINE : 0)
        .answer;
}

int main(int argc, char **argv)
{
    work w = {.size = arb_winnable_memory(ARB_WIN_NODES)};
    if (argc != 3 || !read_all(&w, argv[2])) {
        fprintf(stderr, "usage: %s line|word FILE\n", argv[0]);
        return 2;
    }
    w.memory = malloc(w.size);
    w.with_line = strcmp(argv[1], "line") == 0;
    double began = now(), most = 0;
    unsigned long open = 0, wrong = 0;
    for (size_t i = 0; i < w.count; i++)
        for (int side = 0; side < 2; side++) {
            arb_win_answer answer = ask(&w, i, side);
            open += answer == ARB_WIN_UNDETERMINED;
            wrong += answer == (w.questions[i].winners[side] == '-' ? ARB_WIN_YES : ARB_WIN_NO);
        }
    double mean = w.count != 0 ? (now() - began) / (double)(2 * w.count) : 0;
    for (size_t i = 0; i < w.count; i++)
        for (int side = 0; side < 2; side++) {
            began = now();
            (void)ask(&w, i, side);
            double spent = now() - began;
            most = spent > most ? spent : most;
        }
    printf("%.2f %.0f %lu %lu %lu\n", mean, most, open, wrong, (unsigned long)(2 * w.count));
    free(w.questions);
    free(w.memory);
    return wrong != 0;
}
