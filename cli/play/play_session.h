/* play_session.h: a game at a terminal: what its files share. Layer: cli, command play. */
#ifndef ARB_CLI_PLAY_SESSION_H
#define ARB_CLI_PLAY_SESSION_H

#include "cli/play/play_clock.h"
#include "cli/play/play_journal.h"
#include "cli/terminal/line_editor.h"
#include "cli/terminal/terminal_board.h"
#include "common/step_log.h"
#include "engine/engine.h"
#include "formats/pgn.h"

typedef struct {
    const arb_rules *rules;
    arb_rules storage; /* holds a rule set from a file */
    arb_game *game;
    fmt_pgn_tags tags;
    arb_tree *tree; /* of the opened PGN file, with its comments; or NULL */
    game_clock clock;
    play_view view;
    arb_language language; /* language of the sentences */
    play_reader *reader;
    play_journal journal;
    bool played;       /* the journal holds a move */
    char forfeit[160]; /* why the engine lost, or "" */

    engine_process engine;
    const char *engine_program; /* NULL: two people play */
    arb_colour engine_side;
    bool engine_side_given; /* the player named it; else a resumed game does */
    long engine_ms;         /* time for a move; 0: by the clock, or the default */
    long engine_elo;
    bool engine_go; /* the engine is to move, though there are moves to redo */

    bool leaving;
} play_session;

/* ---- play_session.c: every change of the game; it is on disk when these return ---- */

/* Replaces the game (the old one is freed) and the tree that it was opened from, which may be
 * NULL. */
void play_begin(play_session *session, arb_game *game, arb_tree *tree);
/* Plays a legal move. Returns false, with a message, if it could not be played. */
bool play_make(play_session *session, arb_move move);
/* Take back and play again. An end that players declared is a step of its own. */
bool play_undo(play_session *session);
bool play_redo(play_session *session);
bool play_go_to(play_session *session, size_t ply);
void play_resign(play_session *session, arb_colour who);
void play_draw(play_session *session);
bool play_claim(play_session *session, arb_move intended);
/* Ends the game because the running clock's flag has fallen. */
void play_flag(play_session *session);
/* Ends the game because the engine loses; `why` says what it did. */
void play_forfeit(play_session *session, const char *why);
bool play_is_over(const play_session *session);
/* Says how the game ended: "The game is over: drawn by stalemate (5.2.1)." */
void play_say_over(const play_session *session);

/* ---- play_show.c: what the player sees ---- */

void play_show(play_session *session);
void play_show_moves(const play_session *session);
void play_prompt(const play_session *session, char *buf, size_t cap);
const char *play_colour_name(arb_colour colour);

/* ---- play_moves.c: moves as people type them ---- */

/* Reads a move: SAN, UCI, two squares, or four numbers in the order of session->view.coords. If it
 * is wrong, `why` gets a sentence that says so, and `article` the article of the Laws, or "" if
 * there is none. */
bool play_read_move(const play_session *session, const char *text, size_t len, arb_move *move,
                    char *why, size_t cap, const char **article);
/* Reads a square in the player's coordinates; ARB_NO_SQUARE if it is none. */
arb_square play_read_square(const play_session *session, const char *text);
/* Reads a piece in hand, "N@". */
bool play_read_hand(const play_session *session, const char *text, arb_kind *kind);

/* ---- play_record.c: the journal's lines ---- */

void play_record_start(play_session *session);
/* Adds the line of a move, with the clocks after it. */
void play_record_move(play_session *session, const char *line);
void play_record(play_session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- play_replay.c ---- */

/* Plays a journal again. Returns false, with a message on stderr, if it cannot. */
bool play_replay(play_session *session, const char *text, size_t len);

/* ---- play_files.c: games and positions in files ---- */

/* Saves the game, or the position for a name in .fen, and says so; else why not, on stderr. */
void play_save(play_session *session, const char *path);
/* Loads PGN, FEN or a Lab 3 set-up, whichever the file contains. For PGN *tree gets the whole
 * content, else NULL. Returns NULL, with a message on stderr, if it cannot. */
arb_game *play_load(const arb_rules *rules, const char *path, fmt_pgn_tags *tags, arb_tree **tree);

/* ---- play_opponent.c: the engine's part ---- */

/* Restarts the engine and waits for its handshake. Returns false, with a message on stderr, if that
 * fails. */
bool play_engine_begin(play_session *session);
bool play_engine_has_turn(const play_session *session);
void play_engine_turn(play_session *session);

/* ---- play_commands.c ---- */

/* Carries out one line of the player's: a command or a move. */
void play_obey(play_session *session, const char *line, size_t len);
play_completer play_complete;

/* ---- play_loop.c ---- */

int play_loop(play_session *session);

#endif
