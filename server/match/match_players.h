/* match_players.h: players who have an account here, challenges, and games that come to nothing.
 * Layer: server.
 *
 * Steps of a match: "player white bot Deep" says whose tokens play a side; "challenge white" says
 * that White waits for Black to accept; "accept"; "abort why". */
#ifndef ARB_SERVER_MATCH_PLAYERS_H
#define ARB_SERVER_MATCH_PLAYERS_H

#include "server/match/match.h"

bool match_is_player_step(const char *what);
bool match_apply_player(match *m, const char *what);

/* The number of plies without a clock: as on lichess the first move of each side if an account
 * plays, else the first move of the game. */
size_t match_untimed_plies(const match *m);
/* May the game be aborted? A game with an account may, until both sides have moved. */
bool match_may_abort(const match *m);
/* Writes why the game came to nothing, as a JSON string. */
void match_put_abortion(text_builder *out, const match *m);

#endif
