/* match_call.h: a call of the command match: a tournament made from its options, and what it
 * prints. Layer: cli. */
#ifndef ARB_CLI_MATCH_MATCH_CALL_H
#define ARB_CLI_MATCH_MATCH_CALL_H

#include "cli/command/command.h"
#include "tournament/tournament.h"

#include <time.h>

typedef struct {
    tournament t;
    arb_rules rules_storage;
    sprt test;
    char *openings_text;
    const char *event, *site; /* tags of PGN, or NULL */
    const char *pgnout;
    bool json;
    long interval; /* games between two standings; 0: standings at the end only */
    int pgn;       /* the file to which games are added; -1: none */
    time_t began;
    struct server_report *report; /* reports to the server that shows the match, or NULL */
    int64_t shown;                /* when the last report was sent */
    struct {
        bool on, shown;
        int64_t began, due; /* milliseconds of CLOCK_MONOTONIC */
        size_t before;      /* games played before this call */
    } progress;             /* for the line on the terminal */
} match_call;

/* Reads everything that the call says. Returns CLI_OK, else the exit code, with a message on
 * stderr. */
int match_options(const cli_args *args, match_call *call);
void match_options_free(match_call *call);

/* Opens the file of --pgnout; with --resume the results in it count. */
int match_pgn_open(const cli_args *args, match_call *call);
bool match_pgn_add(const match_call *call, const tour_table *table);

/* Shows the match on the page of --server: a report every half second, and the last one. */
int match_show_open(const cli_args *args, match_call *call);
void match_show(match_call *call, const tour_table *tables, size_t count, int64_t now);
void match_show_close(match_call *call);

/* Shows a line on stderr, if that is a terminal, while games are played; it is cleared before
 * anything else is printed there. */
void match_progress_open(match_call *call);
void match_progress(match_call *call, const tour_table *tables, size_t count, int64_t now);
void match_progress_clear(match_call *call);

void match_say_game(const match_call *call, const tour_table *table);
void match_say_standings(const match_call *call);

#endif
