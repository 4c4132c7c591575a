/* play_act.c: the commands that change the game. Layer: cli, command play. */
#include "cli/play/play_do.h"

#include "cli/command/command.h"
#include "cli/terminal/terminal_text.h"
#include "common/number.h"

#include <string.h>

/* ---- going back and forth ---- */

/* Is it the engine's turn? Against an engine, undo takes back its move and the player's own. */
static bool is_engines_turn(const play_session *session)
{
    return session->engine.state != ENGINE_OFF &&
           arb_position_turn(arb_game_position(session->game)) == session->engine_side;
}

void play_do_undo(play_session *session, const char *rest)
{
    (void)rest;
    if (!play_undo(session)) {
        play_say("There is nothing to undo.");
        return;
    }
    if (is_engines_turn(session))
        play_undo(session);
    play_show(session);
}

void play_do_redo(play_session *session, const char *rest)
{
    (void)rest;
    if (!play_redo(session)) {
        play_say("There is nothing to redo.");
        return;
    }
    if (is_engines_turn(session))
        play_redo(session);
    play_show(session);
}

void play_do_goto(play_session *session, const char *rest)
{
    uint64_t ply;
    size_t length = arb_game_length(session->game);
    if (!number_whole(rest, length, &ply) || !play_go_to(session, (size_t)ply))
        play_say("goto takes a number of half-moves from 0 to %zu.", length);
    else
        play_show(session);
}

void play_do_go(play_session *session, const char *rest)
{
    (void)rest;
    session->engine_go = true;
    if (play_engine_has_turn(session))
        return;
    session->engine_go = false;
    play_say(session->engine_program == NULL ? "No engine plays." : "It is not the engine's turn.");
}

/* ---- ending ---- */

static bool say_if_over(const play_session *session)
{
    if (play_is_over(session))
        play_say_over(session);
    return play_is_over(session);
}

void play_do_claim(play_session *session, const char *rest)
{
    arb_move move = ARB_NO_MOVE;
    char why[512];
    const char *article;
    if (say_if_over(session))
        return;
    if (rest[0] != '\0' &&
        !play_read_move(session, rest, strlen(rest), &move, why, sizeof why, &article)) {
        play_say("%s", why);
        return;
    }
    if (play_claim(session, move))
        play_show(session);
    else
        play_say("There is no draw to claim%s.",
                 move != ARB_NO_MOVE ? " with that move (9.2.1, 9.3.1)" : " (9.2.2, 9.3.2)");
}

/* The side that resigns or offers a draw: against an engine the player's, else the side to move. */
static arb_colour speaker(const play_session *session)
{
    return session->engine_program != NULL ? arb_other(session->engine_side)
                                           : arb_position_turn(arb_game_position(session->game));
}

void play_do_resign(play_session *session, const char *rest)
{
    (void)rest;
    if (say_if_over(session))
        return;
    play_resign(session, speaker(session));
    play_show(session);
}

void play_do_draw(play_session *session, const char *rest)
{
    (void)rest;
    if (say_if_over(session))
        return;
    if (session->engine.state != ENGINE_OFF) {
        play_say("The engine plays on.");
        return;
    }
    char question[80];
    const char *answer = "";
    size_t len = 0;
    snprintf(question, sizeof question, "%s, do you agree to a draw? [y/N] ",
             play_colour_name(arb_other(speaker(session))));
    play_line_status status = play_read_line(session->reader, question,
                                             game_clock_deadline(&session->clock), &answer, &len);
    if (status == PLAY_LINE_LEAVE)
        session->leaving = true;
    else if (status == PLAY_LINE_OK && (answer[0] == 'y' || answer[0] == 'Y'))
        play_draw(session);
    else
        play_say("The game goes on.");
    if (play_is_over(session))
        play_show(session);
}

void play_do_quit(play_session *session, const char *rest)
{
    (void)rest;
    session->leaving = true;
}

/* ---- games and files ---- */

/* Begins `game`. An engine is restarted, so that it knows nothing of the last game. */
static void begin(play_session *session, arb_game *game, arb_tree *tree)
{
    play_begin(session, game, tree);
    play_record_start(session);
    if (session->engine_program != NULL && !play_engine_begin(session))
        play_say("The game goes on without an engine.");
    play_show(session);
}

void play_do_new(play_session *session, const char *rest)
{
    (void)rest;
    arb_game *game = arb_game_new(arb_game_start(session->game), NULL);
    if (game == NULL) {
        play_say("There is no memory for another game.");
        return;
    }
    begin(session, game, NULL);
}

void play_do_save(play_session *session, const char *rest)
{
    fflush(stdout);
    if (rest[0] == '\0')
        play_say("Where to? Try: save game.pgn (or position.fen)");
    else
        play_save(session, rest);
}

void play_do_load(play_session *session, const char *rest)
{
    fflush(stdout);
    if (rest[0] == '\0') {
        play_say("From where? Try: load game.pgn (or position.fen)");
        return;
    }
    fmt_pgn_tags tags;
    arb_tree *tree;
    arb_game *game = play_load(session->rules, rest, &tags, &tree);
    if (game == NULL)
        return;
    session->tags = tags;
    session->played = session->played || arb_game_length(game) > 0;
    begin(session, game, tree);
}
