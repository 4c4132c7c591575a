/* play_show.c: what the player sees after each step. Layer: cli, command play. */
#include "cli/play/play_session.h"

#include "cli/terminal/event_wait.h"
#include "cli/terminal/piece_text.h"
#include "cli/terminal/terminal_text.h"
#include "common/steady_clock.h"

#include <inttypes.h>
#include <stdlib.h>

const char *play_colour_name(arb_colour colour)
{
    return colour == ARB_WHITE ? "White" : "Black";
}

/* Writes "12. Nf3" or "12... Nf6". Before the first move of a text the number is always written. */
static void put_numbered(FILE *out, const arb_position *position, arb_move move, bool always)
{
    char san[64];
    bool white = arb_position_turn(position) == ARB_WHITE;
    arb_san_write(position, move, san, sizeof san);
    if (white || always)
        fprintf(out, "%" PRIu32 "%s ", arb_position_fullmove(position), white ? "." : "...");
    fprintf(out, "%s", san);
}

/* The position from which `ply` was played. */
static arb_position position_before(const arb_game *game, size_t ply)
{
    arb_position position = *arb_game_start(game);
    arb_undo undo;
    for (size_t i = 0; i < ply; i++)
        arb_position_play(&position, arb_game_move(game, i), &undo);
    return position;
}

static void put_outcome(FILE *out, const play_session *session, arb_outcome outcome)
{
    char text[256];
    if (session->forfeit[0] != '\0')
        snprintf(text, sizeof text, "The game is over: %s wins by forfeit.",
                 outcome.result == ARB_WHITE_WINS ? "White" : "Black");
    else
        arb_outcome_sentence_in(outcome, session->language, text, sizeof text);
    fprintf(out, "%s %s", text, arb_result_text(outcome.result));
}

static void put_clocks(FILE *out, const play_session *session)
{
    int64_t now = steady_ms();
    char white[24], black[24];
    play_clock_text(game_clock_left(&session->clock, ARB_WHITE, now), white, sizeof white);
    play_clock_text(game_clock_left(&session->clock, ARB_BLACK, now), black, sizeof black);
    fprintf(out, "  White %s, Black %s.", white, black);
}

/* Writes the state: "12... Nf6. White to move, in check." */
static void put_state(FILE *out, const play_session *session)
{
    const arb_game *game = session->game;
    const arb_position *position = arb_game_position(game);
    size_t ply = arb_game_ply(game), length = arb_game_length(game);
    if (ply > 0) {
        arb_position before = position_before(game, ply - 1);
        put_numbered(out, &before, arb_game_move(game, ply - 1), true);
        fprintf(out, "  ");
    }
    arb_outcome outcome = arb_game_outcome(game);
    arb_colour turn = arb_position_turn(position);
    if (outcome.result != ARB_ONGOING)
        put_outcome(out, session, outcome);
    else
        fprintf(out, "%s to move%s.", play_colour_name(turn),
                arb_position_in_check(position, turn) ? ", in check" : "");
    if (session->clock.used)
        put_clocks(out, session);
    if (ply < length)
        fprintf(out, "  (%zu of %zu half-moves; redo goes forward)", ply, length);
}

/* Writes what the board does not show, pieces in hand and checks, if the rule set has them. */
static void put_beside(const play_session *session)
{
    const arb_rules *rules = session->rules;
    arb_setup setup;
    arb_position_setup(arb_game_position(session->game), ARB_EP_LEGAL, &setup);
    for (int i = 0; rules->capture.to_hand && i < 2; i++) {
        arb_colour colour = (i == 0) != session->view.flipped ? ARB_WHITE : ARB_BLACK;
        printf("%s's hand: ", play_colour_name(colour));
        cli_put_hand(stdout, rules, &setup, colour, session->view.style.unicode);
        putchar('\n');
    }
    cli_put_checks(stdout, rules, &setup);
}

void play_show(play_session *session)
{
    char text[512] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    putchar('\n');
    play_board_draw(arb_game_position(session->game), &session->view, play_width());
    put_beside(session);
    if (out == NULL)
        return;
    put_state(out, session);
    fclose(out);
    play_say("%s", text);
    session->view.picked = ARB_NO_SQUARE;
    session->view.dropped = ARB_NO_KIND;
}

/* Shows the moves: in the handouts' coordinates as COMP 250's history, else in SAN. */
void play_show_moves(const play_session *session)
{
    const arb_game *game = session->game;
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    if (out == NULL)
        return;
    if (session->view.coords != ARB_COORDS_ALGEBRAIC) {
        for (size_t i = 0; i < arb_game_history_count(game); i++) {
            char entry[96];
            arb_game_history_entry(game, i, session->view.coords, entry, sizeof entry);
            fprintf(out, "%s%s", i > 0 ? "\n" : "", entry);
        }
    } else {
        arb_position position = *arb_game_start(game);
        for (size_t ply = 0; ply < arb_game_length(game); ply++) {
            arb_undo undo;
            arb_move move = arb_game_move(game, ply);
            if (ply == arb_game_ply(game) && ply > 0)
                fprintf(out, " |");
            fprintf(out, "%s", ply > 0 ? " " : "");
            put_numbered(out, &position, move, ply == 0);
            arb_position_play(&position, move, &undo);
        }
    }
    arb_outcome outcome = arb_game_outcome(game);
    if (outcome.result != ARB_ONGOING)
        fprintf(out, "%s%s", session->view.coords == ARB_COORDS_ALGEBRAIC ? " " : "\n",
                arb_result_text(outcome.result));
    fclose(out);
    play_say("%s", len > 0 ? text : "No move has been played.");
    free(text);
}

void play_prompt(const play_session *session, char *buf, size_t cap)
{
    const arb_position *position = arb_game_position(session->game);
    if (play_is_over(session))
        snprintf(buf, cap, "over> ");
    else
        snprintf(buf, cap, "%" PRIu32 "%s %s> ", arb_position_fullmove(position),
                 arb_position_turn(position) == ARB_WHITE ? "." : "...",
                 play_colour_name(arb_position_turn(position)));
}
