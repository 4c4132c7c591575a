/* pgn.h: one game as PGN text, out and in. Layer: formats. Pure functions on the public header:
 * text in, text out; no files, no terminal. */
#ifndef ARB_FORMATS_PGN_H
#define ARB_FORMATS_PGN_H

#include "arbiter.h"
#include "common/text_out.h"

enum { FMT_PGN_VALUE_LIMIT = 256 }; /* a tag's value, with its NUL */

/* The tags that do not follow from the game itself. An empty text means unknown and is written
 * "?". */
typedef struct {
    char event[FMT_PGN_VALUE_LIMIT];
    char site[FMT_PGN_VALUE_LIMIT];
    char date[FMT_PGN_VALUE_LIMIT]; /* "2024.03.17" */
    char round[FMT_PGN_VALUE_LIMIT];
    char white[FMT_PGN_VALUE_LIMIT];
    char black[FMT_PGN_VALUE_LIMIT];
} fmt_pgn_tags;

/* Writes export format: the seven tag roster, Variant where the rules are not those of chess, SetUp
 * and FEN where the game does not begin at the rule set's start position; strict SAN, lines below
 * 80 columns; ends with an empty line. The moves up to the game's position are written. */
void fmt_pgn_write(const fmt_out *out, const arb_game *game, const fmt_pgn_tags *tags);

/* Opens the first game of the text: its tree, the game of its main line and its tags. Rules: those
 * of the Variant tag, else `rules`. A result that the moves do not bring about is taken as
 * declared: the loser resigned, the players agreed to a draw. A game with a fault in its main line
 * is opened up to there, *error says what is wrong, and what follows is kept as text in the tree;
 * faults inside variations do not matter. error->text is "" where there is none. NULL: there is no
 * game to open, and *error says why. The caller frees game and tree; a rule set that is no constant
 * must outlive them. */
arb_game *fmt_pgn_open(const arb_rules *rules, const char *text, size_t len, arb_tree **tree,
                       fmt_pgn_tags *tags, fmt_error *error);
/* The same for texts of strangers: `budget` pays for questions about the game (NULL: unlimited),
 * and a game of more than `plies` is a mistake. */
arb_game *fmt_pgn_open_within(const arb_rules *rules, const char *text, size_t len,
                              arb_budget *budget, size_t plies, arb_tree **tree, fmt_pgn_tags *tags,
                              fmt_error *error);

/* Makes the moves of the game the main line of the tree that it was opened with. Other moves of the
 * file become a variation, and moves after the last one stay. False: no memory. */
bool fmt_pgn_update(arb_tree *tree, const arb_game *game);

/* Writes everything in the tree, comments byte for byte. */
void fmt_pgn_write_tree(const fmt_out *out, const arb_tree *tree);

#endif
