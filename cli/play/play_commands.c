/* play_commands.c: what a player can type besides moves. Layer: cli, command play. Each command has
 * one entry: `help`, the completion and the suggestions read the same table. */
#include "cli/play/play_do.h"

#include "cli/command/command.h"
#include "cli/terminal/terminal_text.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name;
    const char *arguments;
    const char *summary;
    play_do *run;
} entry;

static play_do do_help;

static const entry entries[] = {
    {"hint", "[SQUARE]", "the legal moves, or a piece's targets on the board", play_do_hint},
    {"why", "MOVE", "why a move is not legal", play_do_why},
    {"undo", "", "take the last move back", play_do_undo},
    {"redo", "", "play it again", play_do_redo},
    {"goto", "N", "go to the position after N half-moves", play_do_goto},
    {"go", "", "let the engine move from here", play_do_go},
    {"history", "", "the moves so far", play_do_history},
    {"board", "", "draw the board again", play_do_board},
    {"flip", "", "turn the board round", play_do_flip},
    {"fen", "", "the position as FEN", play_do_fen},
    {"score", "", "the score of Lab 3", play_do_score},
    {"save", "FILE", "write the game (PGN) or the position (FILE.fen)", play_do_save},
    {"load", "FILE", "read a PGN game, a FEN or a Lab 3 set-up", play_do_load},
    {"claim", "[MOVE]", "claim a draw: threefold repetition or the 50-move rule", play_do_claim},
    {"draw", "", "offer a draw", play_do_draw},
    {"resign", "", "give the game up", play_do_resign},
    {"new", "", "start again", play_do_new},
    {"help", "", "this list", do_help},
    {"quit", "", "leave; 'arbiter play --resume' goes on", play_do_quit},
};
enum { ENTRIES = sizeof entries / sizeof entries[0], SUGGESTIONS = 100 };

static void do_help(play_session *session, const char *rest)
{
    (void)rest;
    play_say("A move: e4, Nf3, O-O, e2e4, e7e8q, e2 e4, or %s. Or one of these:",
             session->view.coords == ARB_COORDS_XY ? "4 6 4 4 (column row column row)"
                                                   : "6 4 4 4 (row column row column)");
    for (size_t i = 0; i < ENTRIES; i++)
        play_say("  %-7s %-9s %s", entries[i].name, entries[i].arguments, entries[i].summary);
    if (session->rules->capture.to_hand)
        play_say("A piece in hand is dropped by N@f3; 'hint N@' shows where it may go.");
}

static void make_move(play_session *session, const char *line, size_t len)
{
    arb_move move;
    char why[512];
    const char *article;
    if (play_read_move(session, line, len, &move, why, sizeof why, &article)) {
        play_make(session, move);
        play_show(session);
        return;
    }
    char word[32];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(line, " "), line);
    cli_nearest nearest = cli_nearest_to(word);
    for (size_t i = 0; i < ENTRIES && strlen(word) > 2; i++)
        cli_nearest_try(&nearest, entries[i].name);
    play_say("%s", why);
    if (article[0] == '\0' && nearest.name != NULL)
        play_say("Did you mean '%s'?", nearest.name);
}

void play_obey(play_session *session, const char *line, size_t len)
{
    while (len > 0 && (line[0] == ' ' || line[0] == '\t'))
        line++, len--;
    char text[PLAY_LINE_LIMIT];
    while (len > 0 && (line[len - 1] == ' ' || line[len - 1] == '\t'))
        len--;
    if (len == 0)
        return;
    memcpy(text, line, len);
    text[len] = '\0';
    size_t n = strcspn(text, " \t");
    const char *rest = text + n + strspn(text + n, " \t");
    for (size_t i = 0; i < ENTRIES; i++) {
        if (strlen(entries[i].name) == n && memcmp(entries[i].name, text, n) == 0) {
            entries[i].run(session, rest);
            return;
        }
    }
    make_move(session, text, len);
}

/* ---- Tab ---- */

const char *play_complete(void *context, const char *prefix, size_t index)
{
    const play_session *session = context;
    static char san[64];
    size_t len = strlen(prefix), seen = 0;
    if (index >= SUGGESTIONS)
        return NULL;
    for (size_t i = 0; i < ENTRIES; i++) {
        if (strncmp(entries[i].name, prefix, len) == 0 && seen++ == index)
            return entries[i].name;
    }
    const arb_position *position = arb_game_position(session->game);
    arb_move *list;
    size_t count = play_is_over(session) ? 0 : play_legal_moves(position, ARB_NO_SQUARE, &list);
    const char *found = NULL;
    for (size_t i = 0; i < count && found == NULL; i++) {
        arb_san_write(position, list[i], san, sizeof san);
        if (strncmp(san, prefix, len) == 0 && seen++ == index)
            found = san;
    }
    if (!play_is_over(session))
        free(list);
    return found;
}
