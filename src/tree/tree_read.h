/* tree_read.h: the state of reading one game, shared by the files that read. Layer: tree.
 *
 * Places are offsets from the beginning of the game until the whole game is read; then its bytes
 * are copied. */
#ifndef ARB_TREE_TREE_READ_H
#define ARB_TREE_TREE_READ_H

#include "tree/tree.h"

/* A line that is interrupted by a variation. */
typedef struct {
    arb_node node;   /* its last node, to which the variation is an alternative */
    uint32_t place;  /* place of the parenthesis */
    uint32_t before; /* index of the first note that belongs before its next move */
} arb__open_line;

typedef struct {
    uint32_t begin, len;
    uint16_t nag;
    uint8_t kind;
} arb__waiting_note;

/* The most bytes of one run, and the most moves in them: a move takes two bytes and a blank. */
enum { ARB__RUN_BYTES = 8192, ARB__RUN_MOVES = ARB__RUN_BYTES / 3 + 1 };

typedef struct {
    arb_tree *tree;
    const arb_rules *rules;
    const char *text; /* from the game's beginning */
    arb_pgn_reader in;
    arb_pgn_token token;
    arb_status status;
    bool in_moves, playable, has_moves;
    bool both_lose; /* so says the tag Result */

    arb_node node; /* the last node of the line */
    bool fresh;    /* this variation has no move yet */
    bool waits;    /* the next comment belongs before the next move */
    bool ended;    /* the line has ended in text that cannot be played */
    arb__open_line *lines;
    uint32_t depth, line_cap;
    arb__waiting_note *waiting; /* notes that belong before a move that has not been read yet */
    uint32_t waiting_count, waiting_cap;
    uint32_t waiting_from; /* the index of the first one of this line */

    bool result_last; /* the previous token was a result in a variation */
    arb_note_id result_note;
    arb_result result;
    bool text_after;    /* text after the result has been reported */
    uint32_t open_text; /* the note whose text leaves something open; 0: none */
    bool open_comment;
    size_t open_parens;

    /* The fields below are large, so they are set only when the first move is read. */
    arb__cursor cursor;
    arb_run run; /* plays stretches of moves; it serves every position of the game */
    arb_move run_moves[ARB__RUN_MOVES];
} arb__reading;

/* Records a failure that ends reading; only the first one counts. */
void arb__read_fail(arb__reading *r, arb_status status);
void arb__read_fault(arb__reading *r, arb_tree_fault_code code, size_t begin, size_t end);

/* ---- tree_read_tags.c ---- */

void arb__read_tag(arb__reading *r);
/* Sets up the start position; called at the first token that is no tag. */
void arb__read_begin_moves(arb__reading *r);
/* Copies the value of a tag without its escapes, with control characters as blanks. Returns its
 * length. */
uint32_t arb__unescape(char *to, const char *value, uint32_t len);

/* ---- tree_read_moves.c ---- */

/* Takes a comment, or a line with % in front. */
void arb__read_comment(arb__reading *r);
/* Takes a token that is neither tag nor comment. */
void arb__read_move_token(arb__reading *r);
/* Ends a variation, whether or not a parenthesis closes it. */
void arb__read_close(arb__reading *r);
/* Attaches the waiting notes after the last move. */
void arb__read_flush(arb__reading *r);
/* Takes the text from `begin` to `end` as a note, or as a NAG. */
void arb__read_note(arb__reading *r, arb_note_kind kind, size_t begin, size_t end, unsigned nag);
void arb__read_nag(arb__reading *r, size_t begin, size_t end);
/* Adds a node to the line, with the notes that wait for it. Returns false if reading has failed. */
bool arb__read_add(arb__reading *r, int kind, arb_move move, size_t place);

/* ---- tree_read_run.c ---- */

/* Plays many moves at once, from the word that was read last, with the comments and NAGs between
 * them. Returns false, with nothing changed, if it played none. */
bool arb__read_run(arb__reading *r);

#endif
