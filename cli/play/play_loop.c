/* play_loop.c: shows the prompt, takes the answer, and begins again. Layer: cli, command play. */
#include "cli/play/play_session.h"

#include "cli/command/command.h"
#include "cli/terminal/event_wait.h"
#include "cli/terminal/terminal_text.h"
#include "common/steady_clock.h"

#include <inttypes.h>
#include <unistd.h>

/* Reads one line from the player. `interrupts` counts Ctrl-C in a row. */
static void ask(play_session *session, int *interrupts)
{
    char prompt[64];
    const char *line = "";
    size_t len = 0;
    play_prompt(session, prompt, sizeof prompt);
    play_line_status status =
        play_read_line(session->reader, prompt, game_clock_deadline(&session->clock), &line, &len);
    if (status != PLAY_LINE_INTERRUPT)
        *interrupts = 0;
    switch (status) {
    case PLAY_LINE_OK:
        play_obey(session, line, len);
        break;
    case PLAY_LINE_LONG:
        play_say("That line is too long.");
        break;
    case PLAY_LINE_INTERRUPT:
        session->leaving = ++*interrupts == 2;
        if (!session->leaving)
            play_say("(Ctrl-C again leaves; the game stays on disk)");
        break;
    case PLAY_LINE_LATE:
        play_flag(session);
        play_show(session);
        break;
    case PLAY_LINE_END:
    case PLAY_LINE_LEAVE:
        session->leaving = true;
        break;
    }
}

static void run_clock(play_session *session)
{
    if (play_is_over(session))
        game_clock_halt(&session->clock, steady_ms());
    else
        game_clock_run(&session->clock, arb_position_turn(arb_game_position(session->game)),
                       steady_ms());
}

int play_loop(play_session *session)
{
    int interrupts = 0;
    play_show(session);
    while (!session->leaving && !ferror(stdout)) {
        run_clock(session);
        if (play_engine_has_turn(session))
            play_engine_turn(session);
        else
            ask(session, &interrupts);
    }
    engine_stop(&session->engine);
    return CLI_OK;
}
