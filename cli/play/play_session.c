/* play_session.c: every change of the game, kept on disk before the next prompt. Layer: cli,
 * command play. */
#include "cli/play/play_session.h"

#include "cli/terminal/event_wait.h"
#include "cli/terminal/terminal_text.h"
#include "common/steady_clock.h"

bool play_is_over(const play_session *session)
{
    return arb_game_outcome(session->game).result != ARB_ONGOING;
}

void play_say_over(const play_session *session)
{
    char text[128];
    arb_outcome_sentence(arb_game_outcome(session->game), text, sizeof text);
    play_say("%s", text);
}

static void look_anew(play_session *session)
{
    size_t ply = arb_game_ply(session->game);
    session->view.last = ply > 0 ? arb_game_move(session->game, ply - 1) : ARB_NO_MOVE;
    session->view.picked = ARB_NO_SQUARE;
    session->engine_go = false;
}

void play_begin(play_session *session, arb_game *game, arb_tree *tree)
{
    arb_game_free(session->game);
    arb_tree_free(session->tree);
    session->game = game;
    session->tree = tree;
    session->rules = arb_position_rules(arb_game_position(game));
    session->forfeit[0] = '\0';
    play_clock_reset(&session->clock);
    look_anew(session);
}

bool play_make(play_session *session, arb_move move)
{
    char uci[32];
    int64_t now = steady_ms(), deadline = play_clock_deadline(&session->clock);
    if (deadline >= 0 && now >= deadline) {
        play_flag(session);
        return false;
    }
    arb_uci_write(arb_game_position(session->game), move, ARB_UCI_RULES, uci, sizeof uci);
    arb_status status = arb_game_play(session->game, move);
    if (status != ARB_OK) {
        play_say(status == ARB_NO_MEMORY ? "There is no memory for another move."
                                         : "The game takes no more moves.");
        return false;
    }
    play_clock_press(&session->clock, now);
    session->played = true;
    look_anew(session);
    play_record_move(session, uci);
    return true;
}

bool play_undo(play_session *session)
{
    if (!arb_game_undo(session->game))
        return false;
    session->forfeit[0] = '\0';
    look_anew(session);
    play_record(session, "undo");
    return true;
}

bool play_redo(play_session *session)
{
    if (!arb_game_redo(session->game))
        return false;
    look_anew(session);
    play_record(session, "redo");
    return true;
}

bool play_go_to(play_session *session, size_t ply)
{
    if (!arb_game_goto(session->game, ply))
        return false;
    session->forfeit[0] = '\0';
    look_anew(session);
    play_record(session, "goto %zu", ply);
    return true;
}

void play_resign(play_session *session, arb_colour who)
{
    if (arb_game_resign(session->game, who))
        play_record(session, "resign %s", who == ARB_WHITE ? "white" : "black");
}

void play_draw(play_session *session)
{
    if (arb_game_agree_draw(session->game))
        play_record(session, "draw");
    else
        play_say("A draw can be agreed only after both have moved (5.2.3).");
}

bool play_claim(play_session *session, arb_move intended)
{
    char uci[32] = "";
    if (intended != ARB_NO_MOVE)
        arb_uci_write(arb_game_position(session->game), intended, ARB_UCI_RULES, uci, sizeof uci);
    if (!arb_game_claim(session->game, intended))
        return false;
    look_anew(session);
    play_record(session, "claim%s%s", uci[0] != '\0' ? " " : "", uci);
    return true;
}

void play_flag(play_session *session)
{
    arb_colour who = session->clock.side;
    play_clock_halt(&session->clock, steady_ms());
    if (arb_game_flag(session->game, who))
        play_record(session, "flag %s", who == ARB_WHITE ? "white" : "black");
}

void play_forfeit(play_session *session, const char *why)
{
    snprintf(session->forfeit, sizeof session->forfeit, "%s", why);
    arb_result won = session->engine_side == ARB_WHITE ? ARB_BLACK_WINS : ARB_WHITE_WINS;
    if (arb_game_declare(session->game, (arb_outcome){won, ARB_R_RESIGNATION}))
        play_record(session, "forfeit %s %s", session->engine_side == ARB_WHITE ? "white" : "black",
                    why);
}
