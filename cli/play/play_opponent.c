/* play_opponent.c: the engine's part in a game. Layer: cli, command play. engine.c runs the
 * process; here its moves are asked for, judged and played. */
#include "cli/play/play_session.h"

#include "cli/terminal/event_wait.h"
#include "cli/terminal/terminal_text.h"
#include "common/steady_clock.h"

#include <inttypes.h>
#include <signal.h>
#include <string.h>

enum { USUAL_MS = 1000 };

bool play_engine_has_turn(const play_session *session)
{
    return session->engine.state != ENGINE_OFF && !play_is_over(session) &&
           arb_position_turn(arb_game_position(session->game)) == session->engine_side &&
           (session->engine_go || arb_game_ply(session->game) == arb_game_length(session->game));
}

bool play_engine_begin(play_session *session)
{
    engine_process *engine = &session->engine;
    engine_stop(engine);
    const engine_setup setup = {.program = session->engine_program,
                                .rules = session->rules,
                                .elo = (int)session->engine_elo};
    engine_start(engine, &setup);
    while (engine_step(engine) == ENGINE_STARTING) {
        unsigned events = play_wait(engine_fd(engine), engine->deadline);
        if (events & (PLAY_LEAVE | PLAY_INTERRUPT)) {
            session->leaving = true;
            return true;
        }
    }
    if (engine->state == ENGINE_FAILED) {
        fflush(stdout);
        cli_error("the engine %s cannot play: %s", session->engine_program, engine->fault);
        engine_stop(engine);
        return false;
    }
    return true;
}

/* Writes how much time the engine has. If there is a clock, the engine plays by it and its flag can
 * fall. */
static int64_t tell_time(const play_session *session, char *buf, size_t cap)
{
    int64_t now = steady_ms();
    const game_clock *clock = &session->clock;
    if (session->engine_ms > 0 || !clock->used) {
        int64_t ms = session->engine_ms > 0 ? session->engine_ms : USUAL_MS;
        snprintf(buf, cap, "go movetime %" PRId64, ms);
        return ms;
    }
    int64_t white = game_clock_left(clock, ARB_WHITE, now);
    int64_t black = game_clock_left(clock, ARB_BLACK, now);
    snprintf(buf, cap, "go wtime %" PRId64 " btime %" PRId64 " winc %" PRId64 " binc %" PRId64,
             white > 0 ? white : 1, black > 0 ? black : 1, clock->increment, clock->increment);
    return session->engine_side == ARB_WHITE ? white : black;
}

static void lose(play_session *session, const char *why)
{
    play_say("The engine %s loses: %s.", session->engine.name, why);
    play_forfeit(session, why);
    engine_stop(&session->engine);
}

static void play_its_move(play_session *session)
{
    engine_process *engine = &session->engine;
    const arb_position *position = arb_game_position(session->game);
    arb_verdict verdict;
    arb_error error;
    char why[512], sentence[400];
    arb_status status =
        arb_uci_read(position, engine->move, strlen(engine->move), &verdict, &error);
    engine_taken(engine);
    if (status == ARB_OK) {
        char san[64];
        arb_san_write(position, verdict.move, san, sizeof san);
        if (play_make(session, verdict.move))
            play_say("%s plays %s.", engine->name, san);
        return;
    }
    if (status == ARB_ILLEGAL) {
        arb_verdict_text(&verdict, position, sentence, sizeof sentence);
        size_t len = strlen(sentence);
        if (len > 0 && sentence[len - 1] == '.')
            sentence[len - 1] = '\0';
        snprintf(why, sizeof why, "it played %s, which is illegal (%s)", engine->move, sentence);
    } else {
        snprintf(why, sizeof why, "it answered '%s', which is no move", engine->move);
    }
    lose(session, why);
}

static int64_t first_of(int64_t a, int64_t b)
{
    return a < 0 ? b : b < 0 || a < b ? a : b;
}

/* Waits for the move. The first Ctrl-C makes the engine move at once; the second leaves the
 * game. */
static void await_move(play_session *session)
{
    engine_process *engine = &session->engine;
    bool hurried = false;
    while (engine_step(engine) == ENGINE_READYING || engine->state == ENGINE_THINKING) {
        int64_t flag = game_clock_deadline(&session->clock);
        unsigned events = play_wait(engine_fd(engine), first_of(engine->deadline, flag));
        if (events & PLAY_LEAVE || (events & PLAY_INTERRUPT && hurried)) {
            session->leaving = true;
            return;
        }
        if (events & PLAY_SUSPEND)
            raise(SIGSTOP);
        if (events & PLAY_INTERRUPT) {
            hurried = true;
            engine_hurry(engine);
        }
        if (flag >= 0 && steady_ms() >= flag) {
            play_flag(session);
            return;
        }
    }
}

void play_engine_turn(play_session *session)
{
    engine_told told;
    char go[160];
    engine_process *engine = &session->engine;
    game_clock_run(&session->clock, session->engine_side, steady_ms());
    engine_tell_position(&told, session->game);
    int64_t ms = tell_time(session, go, sizeof go);
    fflush(stdout);
    engine_go(engine, told.text, go, ms);
    await_move(session);
    if (session->leaving)
        return;
    if (engine->state == ENGINE_MOVED)
        play_its_move(session);
    else if (engine->state == ENGINE_FAILED)
        lose(session, engine->fault);
    play_show(session);
}
