/* staged_table.h: one table of a match for tests that hold the other ends of both engines' pipes.
 * So no program is started, and nothing waits: a test moves the moment at which a player was asked.
 */
#ifndef ARB_TESTS_STAGED_TABLE_H
#define ARB_TESTS_STAGED_TABLE_H

#include "check.h"
#include "common/steady_clock.h"
#include "tournament/tour_table.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

enum { SECOND = 1000000, HOUR_MS = 3600000 };

static tour_table table;
static tour_player players[4];
static tour_adjudication adjudication;
static arb_rules rules;
static int mouth[2], ear[2]; /* of each engine */

/* Seats a player at an engine, as if it had played before. */
static inline void seat(int i, size_t player)
{
    int in[2], out[2];
    CHECK(pipe(in) == 0 && pipe(out) == 0);
    ear[i] = in[0];
    mouth[i] = out[1];
    table.engine[i] = (engine_process){.state = ENGINE_IDLE,
                                       .deadline = -1,
                                       .pid = -1,
                                       .in = in[1],
                                       .out = out[0],
                                       .rules = &rules};
    fcntl(in[1], F_SETFL, O_NONBLOCK);
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    fcntl(ear[i], F_SETFL, O_NONBLOCK);
    table.seated[i] = player;
}

static inline void set_up(void)
{
    rules = *arb_rules_find("chess", 5);
    adjudication = (tour_adjudication){.draw_count = 0};
    for (size_t i = 0; i < 4; i++) {
        players[i] = (tour_player){.program = "no-such-engine", .tc.infinite = true};
        snprintf(players[i].name, sizeof players[i].name, "P%zu", i);
    }
    table_set_up(&table, players, &rules, &adjudication);
    seat(0, 0);
    seat(1, 1);
}

static inline void leave(void)
{
    for (int i = 0; i < 2; i++) {
        int ends[] = {mouth[i], ear[i], table.engine[i].in, table.engine[i].out};
        for (int k = 0; k < 4; k++)
            if (ends[k] >= 0)
                close(ends[k]);
        mouth[i] = ear[i] = -1;
    }
    table_close(&table);
}

static inline void says(int i, const char *text)
{
    CHECK(write(mouth[i], text, strlen(text)) == (ssize_t)strlen(text));
    table_step(&table);
}

/* What an engine has been told since it was asked last. */
static inline const char *told(int i)
{
    static char text[8192];
    ssize_t n = read(ear[i], text, sizeof text - 1);
    text[n > 0 ? n : 0] = '\0';
    return text;
}

static inline arb_game *game_from(const char *fen)
{
    arb_position position;
    arb_error error;
    CHECK_EQ_INT(arb_position_read(&position, &rules, fen, strlen(fen), NULL, &error), ARB_OK);
    return arb_game_new(&position, NULL);
}

static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/* Begins a game between the players of the seats; White is player `white`. */
static inline void begin(const char *fen, size_t white)
{
    table_clear(&table);
    CHECK(
        table_start(&table, 7, (tour_pairing){.white = white, .black = 1 - white}, game_from(fen)));
    for (int i = 0; i < 2; i++) {
        told(i);
        says(i, "readyok\n");
    }
    CHECK_EQ_INT(table.state, TABLE_PLAYING);
}

static inline void set_up_and_begin(const char *fen)
{
    set_up();
    begin(fen, 0);
}

/* The engine at the seat moves, with this score. */
static inline void moves(int i, const char *uci, const char *score)
{
    char text[100];
    told(i);
    snprintf(text, sizeof text, "%s%s\nbestmove %s\n",
             score[0] != '\0' ? "info depth 3 score " : "", score, uci);
    says(i, text);
}

static inline void check_end(arb_result result, const char *termination, const char *text)
{
    if (!CHECK_EQ_INT(table.state, TABLE_DONE))
        return;
    CHECK_EQ_INT(table.result, result);
    CHECK_EQ_TEXT(table.termination, termination);
    CHECK_EQ_TEXT(table.text, text);
}

#endif
