/* stats_output.h: the counts of a collection, for people and for programs. Layer: cli. */
#ifndef ARB_CLI_STATS_OUTPUT_H
#define ARB_CLI_STATS_OUTPUT_H

#include "collection/stats/stats.h"

#include <stdio.h>

/* Writes the counts as a table. `faulty` is the number of games with faults. */
void stats_table(const stats *s, uint64_t faulty, FILE *to);
void stats_json(const stats *s, uint64_t faulty, FILE *to);
/* Writes a page with plots in SVG; it has no scripts and loads nothing. */
void stats_page(const stats *s, uint64_t faulty, const char *title, FILE *to);

enum { STATS_LABEL = 32 };
/* Writes the label of a class of `span` numbers: "2400-2499"; "1995" for one number; "200+" if it
 * is the last class and `open`. */
void stats_label(char label[STATS_LABEL], int first, int span, bool open);
/* The player's points as a share of the finished games; "-" if there is none. */
void stats_score(char label[STATS_LABEL], const stats_player *p);
/* The average number of moves in a game, counted as half of its plies. */
double stats_moves(const stats *s);

#endif
