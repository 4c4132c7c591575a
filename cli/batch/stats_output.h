/* stats_output.h: the counts of a collection, for people and for programs. Layer: cli. */
#ifndef ARB_CLI_STATS_OUTPUT_H
#define ARB_CLI_STATS_OUTPUT_H

#include "collection/stats/stats.h"

#include <stdio.h>

/* `faulty`: of the games. */
void stats_table(const stats *s, uint64_t faulty, FILE *to);
void stats_json(const stats *s, uint64_t faulty, FILE *to);
/* A page with plots in SVG; no scripts, and nothing from elsewhere. */
void stats_page(const stats *s, uint64_t faulty, const char *title, FILE *to);

enum { STATS_LABEL = 32 };
/* A class of `span` numbers: "2400-2499"; of one: "1995"; the last of an open row: "200+". */
void stats_label(char label[STATS_LABEL], int first, int span, bool open);
/* The player's points as a share of the finished games; "-" if there is none. */
void stats_score(char label[STATS_LABEL], const stats_player *p);
/* Moves, half of the plies, of a game on average. */
double stats_moves(const stats *s);

#endif
