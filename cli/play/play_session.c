/* play_session.c: makes every change of the game, and has it on disk before the next prompt. Layer:
 * cli, command play. */
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
    char text[256];
    arb_outcome_sentence_in(arb_game_outcome(session->game), session->language, text, sizeof text);
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
    game_clock_reset(&session->clock);
    look_anew(session);
}

bool play_make(play_session *session, arb_move move)
{
    char line[STEP_LIMIT];
    game_step step = {.kind = STEP_MOVE, .move = move};
    int64_t now = steady_ms(), deadline = game_clock_deadline(&session->clock);
    if (deadline >= 0 && now >= deadline) {
        play_flag(session);
        return false;
    }
    step_write(&step, session->game, line, sizeof line);
    arb_status status = arb_game_play(session->game, move);
    if (status != ARB_OK) {
        play_say(status == ARB_NO_MEMORY ? "There is no memory for another move."
                                         : "The game takes no more moves.");
        return false;
    }
    game_clock_press(&session->clock, now);
    session->played = true;
    look_anew(session);
    play_record_move(session, line);
    return true;
}

/* Takes a step other than a move; it is written to the journal if the game allows it. */
static bool take(play_session *session, game_step step)
{
    char line[STEP_LIMIT];
    step_write(&step, session->game, line, sizeof line);
    if (!step_play(session->game, &step))
        return false;
    play_record(session, "%s", line);
    return true;
}

bool play_undo(play_session *session)
{
    if (!take(session, (game_step){.kind = STEP_UNDO}))
        return false;
    session->forfeit[0] = '\0';
    look_anew(session);
    return true;
}

bool play_redo(play_session *session)
{
    if (!take(session, (game_step){.kind = STEP_REDO}))
        return false;
    look_anew(session);
    return true;
}

bool play_go_to(play_session *session, size_t ply)
{
    if (!take(session, (game_step){.kind = STEP_GOTO, .ply = ply}))
        return false;
    session->forfeit[0] = '\0';
    look_anew(session);
    return true;
}

void play_resign(play_session *session, arb_colour who)
{
    take(session, (game_step){.kind = STEP_RESIGN, .side = (int)who});
}

void play_draw(play_session *session)
{
    if (!arb_game_may_agree(session->game))
        play_say("A draw can be agreed only after both have moved (5.2.3).");
    else
        take(session, (game_step){.kind = STEP_DRAW});
}

bool play_claim(play_session *session, arb_move intended)
{
    if (!take(session, (game_step){.kind = STEP_CLAIM, .move = intended}))
        return false;
    look_anew(session);
    return true;
}

void play_flag(play_session *session)
{
    int who = session->clock.running;
    game_clock_halt(&session->clock, steady_ms());
    take(session, (game_step){.kind = STEP_FLAG, .side = who});
}

void play_forfeit(play_session *session, const char *why)
{
    snprintf(session->forfeit, sizeof session->forfeit, "%s", why);
    take(session,
         (game_step){.kind = STEP_FORFEIT, .side = (int)session->engine_side, .rest = why});
}
