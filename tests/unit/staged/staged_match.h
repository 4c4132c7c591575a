/* staged_match.h: one game of the server for tests that need no connection and no store. */
#ifndef ARB_TESTS_STAGED_MATCH_H
#define ARB_TESTS_STAGED_MATCH_H

#include "check.h"
#include "server/match/match.h"
#include "server/match/match_json.h"
#include "server/match/match_players.h"

#include <stdlib.h>

static match *m;
static arb_budget budget;
static const char first_board[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/* What a test leaves out is a game of two people from the start position of chess, without clocks.
 */
static inline bool begin(match_start start)
{
    budget.left = UINT64_MAX / 2;
    start.rules = start.rules != NULL ? start.rules : "chess";
    start.fen = start.fen != NULL ? start.fen : first_board;
    start.moves = start.moves != NULL ? start.moves : "";
    start.white = start.white != NULL ? start.white : "Ann";
    start.black = start.black != NULL ? start.black : "Bob";
    start.engine = start.engine != NULL ? start.engine : "";
    start.budget = &budget;
    m = match_new(77, &start);
    return m != NULL;
}

static inline void end(void)
{
    if (m != NULL)
        match_free(m);
    m = NULL;
}

/* Takes steps that are separated by semicolons, all at the same time; returns how many were taken
 * before one was refused. */
static inline int steps(const char *list, int64_t now)
{
    int taken = 0;
    while (*list != '\0') {
        char step[STEP_LIMIT];
        size_t len = strcspn(list, ";");
        snprintf(step, sizeof step, "%.*s", (int)len, list);
        if (!match_step(m, step, now))
            return taken;
        taken++;
        list += len + (list[len] == ';');
    }
    return taken;
}

/* The match as JSON, as the API shows it. */
static inline const char *state(const arb_game *view, int64_t now)
{
    static char text[1 << 16];
    text_builder out = {0};
    state_put(&out, m, view, now, ARB_ENGLISH);
    snprintf(text, sizeof text, "%.*s", (int)out.len, out.at);
    CHECK(out.len < sizeof text && !out.failed);
    text_free(&out);
    return text;
}

/* Fails unless the state contains the text. */
#define CHECK_STATE(part) check_state((part), __LINE__)
static inline void check_state(const char *part, int line)
{
    const char *text = state(NULL, 0);
    if (strstr(text, part) == NULL) {
        CHECK(false);
        printf("line %d: no %s in %s\n", line, part, text);
    }
}

#endif
