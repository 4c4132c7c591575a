/* log_desk.h: a game with its arbiter's log, for tests that are lists of events and rulings. */
#ifndef ARB_TESTS_LOG_DESK_H
#define ARB_TESTS_LOG_DESK_H

#include "games.h"

#include <stdlib.h>

/* A game with its log, and the last ruling. */
static struct {
    arb_game *game;
    arb_log log;
    arb_ruling ruling;
    char text[1024];
} desk;

static inline void open_desk(arb_regulations regulations, const char *fen)
{
    arb_game_free(desk.game);
    desk.game = game_from("chess", fen, NULL);
    CHECK(arb_log_start(&desk.log, regulations, arb_position_rules(arb_game_position(desk.game))));
}

static inline arb_square square_of(const char *name)
{
    arb_square square = ARB_NO_SQUARE;
    arb_square_read((arb_size){8, 8}, name, strlen(name), &square);
    return square;
}

/* Hears an event such as "W touch e2", "B claim e7e5" or "W both-flags last": who, what, where. */
static inline void hear(const char *line)
{
    char word[32] = "", rest[32] = "";
    arb_event event = {.by = line[0] == 'W' ? ARB_WHITE : ARB_BLACK, .square = ARB_NO_SQUARE};
    sscanf(line + 1, " %31s %31s", word, rest);
    if (!CHECK(arb_event_find(word, strlen(word), &event.kind)))
        return;
    bool move = event.kind == ARB_E_MOVE || (event.kind == ARB_E_CLAIM && rest[0] != '\0');
    if (move) {
        arb_typed typed;
        arb_move_read(desk.game, ARB_COORDS_ALGEBRAIC, rest, strlen(rest), &typed);
        event.attempt = typed.verdict;
        event.intended = event.kind == ARB_E_CLAIM;
    } else if (rest[0] != '\0') {
        event.square = square_of(rest);
        event.last_period = strcmp(rest, "last") == 0;
    }
    desk.ruling = arb_log_event(&desk.log, desk.game, &event);
    arb_ruling_text(&desk.ruling, arb_game_position(desk.game), ARB_COORDS_ALGEBRAIC, desk.text,
                    sizeof desk.text);
}

static inline void check_ruled(const char *line, const char *name, const char *article,
                               const char *file, int at)
{
    hear(line);
    check_case("%s:%d %s", file, at, line);
    CHECK_EQ_TEXT(arb_ruling_name(desk.ruling.code), name);
    CHECK_EQ_TEXT(desk.ruling.article, article);
    check_case("%s", "");
}

#define RULED(line, name, article) check_ruled(line, name, article, __FILE__, __LINE__)

static inline void check_result_is(arb_result result, const char *reason)
{
    arb_outcome outcome = arb_game_outcome(desk.game);
    CHECK_EQ_INT(outcome.result, result);
    CHECK_EQ_TEXT(arb_reason_name(outcome.reason), reason);
}

static inline void check_board(const char *expected)
{
    char fen[256];
    arb_position_fen(arb_game_position(desk.game), ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    CHECK_EQ_TEXT(fen, expected);
}

/* Plays moves for both sides in turn, each followed by a press of the clock. */
static inline void play_pressed(const char *moves)
{
    char move[16];
    int used;
    for (; sscanf(moves, " %15s%n", move, &used) == 1; moves += used) {
        char line[32];
        char by = arb_position_turn(arb_game_position(desk.game)) == ARB_WHITE ? 'W' : 'B';
        snprintf(line, sizeof line, "%c move %s", by, move);
        hear(line);
        CHECK_EQ_INT(desk.ruling.status, ARB_OK);
        snprintf(line, sizeof line, "%c press", by);
        hear(line);
    }
}

static const char shuffle[] = "g1f3 g8f6 f3g1 f6g8 ";

#endif
