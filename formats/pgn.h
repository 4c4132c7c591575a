/* pgn.h: writes and reads one game as PGN text. Layer: formats. Pure functions on the public
 * header: text in, text out; no files, no terminal. */
#ifndef ARB_FORMATS_PGN_H
#define ARB_FORMATS_PGN_H

#include "arbiter.h"
#include "common/text_out.h"

enum { FMT_PGN_VALUE_LIMIT = 256 }; /* bytes of a tag's value, with the NUL */

/* The tags that do not follow from the game itself. An empty text means unknown and is written as
 * "?". */
typedef struct {
    char event[FMT_PGN_VALUE_LIMIT];
    char site[FMT_PGN_VALUE_LIMIT];
    char date[FMT_PGN_VALUE_LIMIT]; /* "2024.03.17" */
    char round[FMT_PGN_VALUE_LIMIT];
    char white[FMT_PGN_VALUE_LIMIT];
    char black[FMT_PGN_VALUE_LIMIT];
} fmt_pgn_tags;

/* Writes export format: the seven tag roster, Variant if the rules are not those of chess, SetUp
 * and FEN if the game does not begin at the rule set's start position; strict SAN, lines below 80
 * columns; an empty line at the end. The moves up to the game's current position are written. */
void fmt_pgn_write(const fmt_out *out, const arb_game *game, const fmt_pgn_tags *tags);

/* Opens the first game of the text: its tree, the game of its main line and its tags. The rules are
 * those of the Variant tag, else `rules`. A result that the moves do not bring about is taken as
 * declared: the loser resigned, or the players agreed to a draw. A game with a fault in its main
 * line is opened up to the fault, *error says what is wrong, and the rest is kept as text in the
 * tree; faults inside variations do not matter. error->text is "" if there is none. Returns NULL if
 * there is no game to open; *error says why. The caller frees game and tree; a rule set that is not
 * constant must outlive them. */
arb_game *fmt_pgn_open(const arb_rules *rules, const char *text, size_t len, arb_tree **tree,
                       fmt_pgn_tags *tags, fmt_error *error);
/* Does the same for texts of strangers: `budget` pays for questions about the game (NULL:
 * unlimited), and a game of more than `plies` plies is a mistake. */
arb_game *fmt_pgn_open_within(const arb_rules *rules, const char *text, size_t len,
                              arb_budget *budget, size_t plies, arb_tree **tree, fmt_pgn_tags *tags,
                              fmt_error *error);

/* Makes the moves of the game the main line of the tree that it was opened with. Other moves of the
 * file become a variation, and moves after the last one stay. Returns false if there is no
 * memory. */
bool fmt_pgn_update(arb_tree *tree, const arb_game *game);

/* Writes everything in the tree; comments stay unchanged byte for byte. */
void fmt_pgn_write_tree(const fmt_out *out, const arb_tree *tree);

#endif
