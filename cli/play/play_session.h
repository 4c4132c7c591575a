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
    arb_rules storage; /* a rule set from a file */
    arb_game *game;
    fmt_pgn_tags tags;
    arb_tree *tree; /* of the PGN file that was opened, with its comments; or NULL */
    game_clock clock;
    play_view view;
    arb_language language; /* of the sentences */
    play_reader *reader;
    play_journal journal;
    bool played;       /* the journal holds a move */
    char forfeit[160]; /* why the engine lost, or "" */

    engine_process engine;
    const char *engine_program; /* NULL: two people */
    arb_colour engine_side;
    bool engine_side_given; /* by the player; else a resumed game says it */
    long engine_ms;         /* time for a move; 0: by the clock, or the default */
    long engine_elo;
    bool engine_go; /* the engine is to move, though there are moves to redo */

    bool leaving;
} play_session;

/* ---- play_session.c: every change of the game; it is on disk when these return ---- */

/* Another game takes the place of the old one (which is freed), with the tree that it was opened
 * from, or NULL. */
void play_begin(play_session *session, arb_game *game, arb_tree *tree);
/* Plays a legal move; false, said so, if it could not be. */
bool play_make(play_session *session, arb_move move);
/* The end that players declared is a step of its own. */
bool play_undo(play_session *session);
bool play_redo(play_session *session);
bool play_go_to(play_session *session, size_t ply);
void play_resign(play_session *session, arb_colour who);
void play_draw(play_session *session);
bool play_claim(play_session *session, arb_move intended);
/* The running clock's flag has fallen. */
void play_flag(play_session *session);
/* The engine loses: `why` says what it did. */
void play_forfeit(play_session *session, const char *why);
bool play_is_over(const play_session *session);
/* "The game is over: drawn by stalemate (5.2.1)." */
void play_say_over(const play_session *session);

/* ---- play_show.c: what the player sees ---- */

void play_show(play_session *session);
void play_show_moves(const play_session *session);
void play_prompt(const play_session *session, char *buf, size_t cap);
const char *play_colour_name(arb_colour colour);

/* ---- play_moves.c: moves as people type them ---- */

/* SAN, UCI, two squares, or four numbers as session->view.coords says. The sentence in `why` says
 * what is wrong with it, and `article` (of the Laws) where; "" if there is none. */
bool play_read_move(const play_session *session, const char *text, size_t len, arb_move *move,
                    char *why, size_t cap, const char **article);
/* A square in the player's coordinates; ARB_NO_SQUARE if it is none. */
arb_square play_read_square(const play_session *session, const char *text);
/* A piece in hand, "N@". */
bool play_read_hand(const play_session *session, const char *text, arb_kind *kind);

/* ---- play_record.c: the journal's lines ---- */

void play_record_start(play_session *session);
/* The line of a move, with the clocks after it. */
void play_record_move(play_session *session, const char *line);
void play_record(play_session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- play_replay.c ---- */

/* Plays a journal again. False: said so on stderr. */
bool play_replay(play_session *session, const char *text, size_t len);

/* ---- play_files.c: games and positions in files ---- */

bool play_save(play_session *session, const char *path);
/* PGN, FEN or a Lab 3 set-up, by what is in it. Of PGN *tree is all that there was, else NULL.
 * NULL: said so on stderr. */
arb_game *play_load(const arb_rules *rules, const char *path, fmt_pgn_tags *tags, arb_tree **tree);

/* ---- play_opponent.c: the engine's part ---- */

/* Starts it afresh and waits for its handshake. False: said so on stderr. */
bool play_engine_begin(play_session *session);
bool play_engine_has_turn(const play_session *session);
void play_engine_turn(play_session *session);

/* ---- play_commands.c ---- */

/* One line of the player's: a command or a move. */
void play_obey(play_session *session, const char *line, size_t len);
play_completer play_complete;

/* ---- play_loop.c ---- */

int play_loop(play_session *session);

#endif
