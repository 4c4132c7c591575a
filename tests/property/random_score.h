/* random_score.h: random games of chess and Chess960 as game scores, for the property tests; the
 * same for the same seed. */
#ifndef ARB_TESTS_RANDOM_SCORE_H
#define ARB_TESTS_RANDOM_SCORE_H

#include "random.h"

#include <stdio.h>
#include <stdlib.h>

enum { PLIES = 160, TEXT = 16384 };

typedef struct {
    size_t count;
    arb_position at[PLIES + 1];
    size_t begin[PLIES], end[PLIES]; /* the place of each move's word */
    char text[TEXT];
    size_t len;
} score;

static inline void put(score *s, const char *text)
{
    size_t len = strlen(text);
    memcpy(s->text + s->len, text, len);
    s->len += len;
}

static inline void put_gap(score *s, random_source *source)
{
    static const char *const gaps[] = {
        " ",   " ",     " ",           "\n",           "\r\n",         " {a [%clk 0:01:00] b} ",
        "! ",  " $14 ", "?! {x\ny}\n", "? ",           "?? {c} ",      "\r",
        "{d}", "\t",    "!? ",         " {[%clk 1]} ", " {[%clk 10]} "};
    put(s, gaps[random_below(source, sizeof gaps / sizeof *gaps)]);
}

static inline void write_game(score *s, random_source *source, const arb_position *start)
{
    static arb_move list[ARB_MOVES_8X8];
    s->count = s->len = 0;
    s->at[0] = *start;
    while (s->count < PLIES && s->len < TEXT - 128) {
        const arb_position *pos = &s->at[s->count];
        char word[32];
        arb_undo undo;
        size_t n = arb_position_moves(pos, list, ARB_MOVES_8X8);
        if (n == 0)
            break;
        if (arb_position_turn(pos) == ARB_WHITE || random_below(source, 8) == 0) {
            snprintf(word, sizeof word, "%u%s", (unsigned)arb_position_fullmove(pos),
                     arb_position_turn(pos) == ARB_WHITE ? "." : "...");
            put(s, word);
            put(s, random_below(source, 2) ? " " : "");
        }
        arb_move move = list[random_below(source, (unsigned)n)];
        arb_san_write(pos, move, word, sizeof word);
        s->begin[s->count] = s->len;
        put(s, word);
        s->end[s->count] = s->len;
        put_gap(s, source);
        s->at[s->count + 1] = *pos;
        arb_position_play(&s->at[s->count + 1], move, &undo);
        s->count++;
    }
}

/* Plays and writes a game from the start position of chess, or from one of Chess960. */
static inline void random_score(score *s, random_source *source, bool standard)
{
    arb_setup setup;
    arb_position start;
    const arb_rules *rules = standard ? arb_rules_find("chess", 5) : arb_rules_find("chess960", 8);
    arb_setup_start(&setup, rules);
    if (!standard)
        arb_setup_chess960(&setup, (unsigned)random_below(source, 960));
    memset(&start, 0, sizeof start);
    if (arb_position_set(&start, rules, &setup, ARB_KERNEL_AUTO, 0) != 0)
        abort();
    write_game(s, source, &start);
}

#endif
