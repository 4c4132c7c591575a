/* tree_read.h: a reading of one game, shared by the files that read. Layer: tree.
 *
 * Places are bytes from the game's beginning until the game is whole; then its bytes are copied. */
#ifndef ARB_TREE_TREE_READ_H
#define ARB_TREE_TREE_READ_H

#include "tree/tree.h"

/* A line that waits for a variation to end. */
typedef struct {
    arb_node node;   /* its last one, to which the variation is an alternative */
    uint32_t place;  /* of the parenthesis */
    uint32_t before; /* first of the notes that wait for its next move */
} arb__open_line;

typedef struct {
    uint32_t begin, len;
    uint16_t nag;
    uint8_t kind;
} arb__waiting_note;

/* The bytes of one run, and the most moves in them: a move takes two bytes and a blank. */
enum { ARB__RUN_BYTES = 768, ARB__RUN_MOVES = ARB__RUN_BYTES / 3 + 1 };

typedef struct {
    arb_tree *tree;
    const arb_rules *rules;
    const char *text; /* from the game's beginning */
    arb_pgn_reader in;
    arb_pgn_token token;
    arb__cursor cursor;
    arb_run
        run; /* plays stretches of moves without comments; it serves every position of the game */
    arb_move run_moves[ARB__RUN_MOVES];
    arb_status status;
    bool in_moves, playable, has_moves;

    arb_node node; /* the last of the line */
    bool fresh;    /* this variation has no move yet */
    bool waits;    /* a comment belongs in front of the next move */
    bool ended;    /* the line has ended in text: only what closes it can follow */
    arb__open_line *lines;
    uint32_t depth, line_cap;
    arb__waiting_note *waiting; /* those that belong in front of a move that has not come yet */
    uint32_t waiting_count, waiting_cap;
    uint32_t waiting_from; /* the index of the first that belongs to this line */

    bool result_last; /* the token before was a result in a variation */
    arb_note_id result_note;
    arb_result result;
    bool text_after;    /* that text follows the result has been reported */
    uint32_t open_text; /* the note whose text leaves something open; 0: none */
    bool open_comment;
    size_t open_parens;
} arb__reading;

/* Notes a failure that ends the reading; the first one counts. */
void arb__read_fail(arb__reading *r, arb_status status);
void arb__read_fault(arb__reading *r, arb_tree_fault_code code, size_t begin, size_t end);

/* ---- tree_read_tags.c ---- */

void arb__read_tag(arb__reading *r);
/* Sets up the start position, at the first token that is no tag. */
void arb__read_begin_moves(arb__reading *r);
/* Copies a tag's value without its escapes, control characters as blanks; returns its length. */
uint32_t arb__unescape(char *to, const char *value, uint32_t len);

/* ---- tree_read_moves.c ---- */

/* Takes a comment, or a line with % in front. */
void arb__read_comment(arb__reading *r);
/* Takes a token that is neither tag nor comment. */
void arb__read_move_token(arb__reading *r);
/* Ends a variation, whether or not a parenthesis closes it. */
void arb__read_close(arb__reading *r);
/* Puts the notes that wait for a move behind the last move. */
void arb__read_flush(arb__reading *r);

#endif
