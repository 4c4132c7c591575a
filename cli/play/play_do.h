/* play_do.h: the commands of play, one function each. Layer: cli, command play. `rest` is the text
 * after the command's word, without blanks around it. */
#ifndef ARB_CLI_PLAY_DO_H
#define ARB_CLI_PLAY_DO_H

#include "cli/play/play_session.h"

typedef void play_do(play_session *session, const char *rest);

/* play_look.c: these change nothing */
play_do play_do_hint, play_do_why, play_do_history, play_do_board, play_do_flip, play_do_fen,
    play_do_score;

/* play_act.c: these change the game */
play_do play_do_undo, play_do_redo, play_do_goto, play_do_go, play_do_claim, play_do_resign,
    play_do_draw, play_do_quit, play_do_new, play_do_save, play_do_load;

/* Lists the legal moves from a square, or all for ARB_NO_SQUARE, in memory that the caller frees
 * (NULL if there is none). Returns their number. */
size_t play_legal_moves(const arb_position *position, arb_square from, arb_move **list);

#endif
