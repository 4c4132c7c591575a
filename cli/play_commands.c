/* play_commands.c: what a player can say besides moves. Layer: cli, command play. One entry a
 * command: `help`, the completion and the suggestions read the same table. */
#include "cli/play.h"

#include "cli/command.h"
#include "cli/play_text.h"
#include "cli/play_wait.h"

#include <stdlib.h>
#include <string.h>

/* ---- looking ---- */

static size_t legal_moves(const arb_position *position, arb_square from, arb_move **list)
{
    bool all = from == ARB_NO_SQUARE;
    size_t count = all ? arb_position_moves(position, NULL, 0)
                       : arb_position_moves_from(position, from, NULL, 0);
    *list = malloc((count + 1) * sizeof **list);
    if (*list == NULL)
        return 0;
    return all ? arb_position_moves(position, *list, count)
               : arb_position_moves_from(position, from, *list, count);
}

static void say_moves(const arb_position *position, const arb_move *list, size_t count)
{
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    if (out == NULL)
        return;
    for (size_t i = 0; i < count; i++) {
        char san[64];
        arb_san_write(position, list[i], san, sizeof san);
        fprintf(out, "%s%s", i > 0 ? "  " : "", san);
    }
    fclose(out);
    play_say("%s", text);
    free(text);
}

static void do_hint(play_session *session, const char *rest)
{
    const arb_position *position = arb_game_position(session->game);
    arb_square square = ARB_NO_SQUARE;
    if (rest[0] != '\0' && (square = play_read_square(session, rest)) == ARB_NO_SQUARE) {
        play_say("'%s' is no square of this board.", rest);
        return;
    }
    if (play_is_over(session)) {
        play_say("The game is over.");
        return;
    }
    arb_move *list;
    size_t count = legal_moves(position, square, &list);
    if (square != ARB_NO_SQUARE) {
        session->view.picked = square;
        play_show(session);
    }
    if (count > 0)
        say_moves(position, list, count);
    else if (square == ARB_NO_SQUARE)
        play_say("There is no legal move.");
    else if (arb_position_piece(position, square) == ARB_NO_PIECE)
        play_say("There is no piece on that square.");
    else if (arb_piece_colour(arb_position_piece(position, square)) != arb_position_turn(position))
        play_say("It is %s's turn.", play_colour_name(arb_position_turn(position)));
    else
        play_say("That piece has no legal move.");
    free(list);
}

static void do_why(play_session *session, const char *rest)
{
    arb_move move;
    char why[512];
    const char *article;
    if (rest[0] == '\0')
        play_say("Which move? Try: why e2e5");
    else if (play_read_move(session, rest, strlen(rest), &move, why, sizeof why, &article))
        play_say("%s is legal.", rest);
    else if (article[0] != '\0')
        play_say("%s (Laws of Chess, %s)", why, article);
    else
        play_say("%s", why);
}

static void do_history(play_session *session, const char *rest)
{
    (void)rest;
    play_show_moves(session);
}

static void do_board(play_session *session, const char *rest)
{
    (void)rest;
    play_show(session);
}

static void do_flip(play_session *session, const char *rest)
{
    (void)rest;
    session->view.flipped = !session->view.flipped;
    play_show(session);
}

static void do_fen(play_session *session, const char *rest)
{
    (void)rest;
    char fen[4096];
    arb_position_fen(arb_game_position(session->game), ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    printf("%s\n", fen); /* in one piece: people copy it */
}

static const char *tenths(int32_t score, char *buf, size_t cap)
{
    snprintf(buf, cap, "%s%d.%d", score < 0 ? "-" : "", abs(score) / 10, abs(score) % 10);
    return buf;
}

static void do_score(play_session *session, const char *rest)
{
    (void)rest;
    const arb_position *position = arb_game_position(session->game);
    arb_colour turn = arb_position_turn(position);
    char now[24], best[24];
    int32_t next;
    tenths(arb_position_score(position, turn, ARB_MOBILITY_VALID), now, sizeof now);
    if (arb_position_next_score(position, ARB_MOBILITY_VALID, &next))
        play_say("%s scores %s; the highest next score is %s.", play_colour_name(turn), now,
                 tenths(next, best, sizeof best));
    else
        play_say("%s scores %s and has no move.", play_colour_name(turn), now);
}

/* ---- going back and forth ---- */

/* Against an engine both its move and one's own are taken back. */
static bool is_engines_turn(const play_session *session)
{
    return session->engine.state != PLAY_ENGINE_OFF &&
           arb_position_turn(arb_game_position(session->game)) == session->engine_side;
}

static void do_undo(play_session *session, const char *rest)
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

static void do_redo(play_session *session, const char *rest)
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

static void do_goto(play_session *session, const char *rest)
{
    uint64_t ply;
    size_t length = arb_game_length(session->game);
    if (!cli_natural(rest, length, &ply) || !play_go_to(session, (size_t)ply))
        play_say("goto takes a number of half-moves from 0 to %zu.", length);
    else
        play_show(session);
}

static void do_go(play_session *session, const char *rest)
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
        play_say("The game is over.");
    return play_is_over(session);
}

static void do_claim(play_session *session, const char *rest)
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
        play_say("There is no draw to claim%s.", move != ARB_NO_MOVE ? " with that move" : "");
}

/* The one who can be meant: against an engine the player, else the side to move. */
static arb_colour speaker(const play_session *session)
{
    return session->engine.state != PLAY_ENGINE_OFF
               ? arb_other(session->engine_side)
               : arb_position_turn(arb_game_position(session->game));
}

static void do_resign(play_session *session, const char *rest)
{
    (void)rest;
    if (say_if_over(session))
        return;
    play_resign(session, speaker(session));
    play_show(session);
}

static void do_draw(play_session *session, const char *rest)
{
    (void)rest;
    if (say_if_over(session))
        return;
    if (session->engine.state != PLAY_ENGINE_OFF) {
        play_say("The engine plays on.");
        return;
    }
    char question[80];
    const char *answer = "";
    size_t len = 0;
    snprintf(question, sizeof question, "%s, do you agree to a draw? [y/N] ",
             play_colour_name(arb_other(speaker(session))));
    play_line_status status = play_read_line(session->reader, question,
                                             play_clock_deadline(&session->clock), &answer, &len);
    if (status == PLAY_LINE_LEAVE)
        session->leaving = true;
    else if (status == PLAY_LINE_OK && (answer[0] == 'y' || answer[0] == 'Y'))
        play_draw(session);
    else
        play_say("The game goes on.");
    if (play_is_over(session))
        play_show(session);
}

static void do_quit(play_session *session, const char *rest)
{
    (void)rest;
    session->leaving = true;
}

/* ---- games and files ---- */

/* `game` begins; with an engine, one that knows nothing of the last game. */
static void begin(play_session *session, arb_game *game)
{
    play_begin(session, game);
    play_record_start(session);
    if (session->engine_program != NULL && !play_engine_begin(session))
        play_say("The game goes on without an engine.");
    play_show(session);
}

static void do_new(play_session *session, const char *rest)
{
    (void)rest;
    arb_game *game = arb_game_new(arb_game_start(session->game), NULL);
    if (game == NULL) {
        play_say("There is no memory for another game.");
        return;
    }
    begin(session, game);
}

static void do_save(play_session *session, const char *rest)
{
    fflush(stdout);
    if (rest[0] == '\0')
        play_say("Where to? Try: save game.pgn (or position.fen)");
    else
        play_save(session, rest);
}

static void do_load(play_session *session, const char *rest)
{
    fflush(stdout);
    if (rest[0] == '\0') {
        play_say("From where? Try: load game.pgn (or position.fen)");
        return;
    }
    fmt_pgn_tags tags;
    arb_game *game = play_load(session->rules, rest, &tags);
    if (game == NULL)
        return;
    session->tags = tags;
    session->played = session->played || arb_game_length(game) > 0;
    if (tags.white[0] != '\0' || tags.black[0] != '\0')
        play_say("%s - %s", tags.white, tags.black);
    begin(session, game);
}

/* ---- the table ---- */

typedef struct {
    const char *name;
    const char *arguments;
    const char *summary;
    void (*run)(play_session *session, const char *rest);
} entry;

static void do_help(play_session *session, const char *rest);

static const entry entries[] = {
    {"hint", "[SQUARE]", "the legal moves, or a piece's targets on the board", do_hint},
    {"why", "MOVE", "why a move is not legal", do_why},
    {"undo", "", "take the last move back", do_undo},
    {"redo", "", "play it again", do_redo},
    {"goto", "N", "go to the position after N half-moves", do_goto},
    {"go", "", "let the engine move from here", do_go},
    {"history", "", "the moves so far", do_history},
    {"board", "", "draw the board again", do_board},
    {"flip", "", "turn the board round", do_flip},
    {"fen", "", "the position as FEN", do_fen},
    {"score", "", "the score of Lab 3", do_score},
    {"save", "FILE", "write the game (PGN) or the position (FILE.fen)", do_save},
    {"load", "FILE", "read a PGN game, a FEN or a Lab 3 set-up", do_load},
    {"claim", "[MOVE]", "claim a draw: threefold repetition or the 50-move rule", do_claim},
    {"draw", "", "offer a draw", do_draw},
    {"resign", "", "give the game up", do_resign},
    {"new", "", "start again", do_new},
    {"help", "", "this list", do_help},
    {"quit", "", "leave; 'arbiter play --resume' goes on", do_quit},
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
    size_t count = play_is_over(session) ? 0 : legal_moves(position, ARB_NO_SQUARE, &list);
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
