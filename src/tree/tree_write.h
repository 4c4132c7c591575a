/* tree_write.h: what the files that write a tree as PGN share. Layer: tree. */
#ifndef ARB_TREE_TREE_WRITE_H
#define ARB_TREE_TREE_WRITE_H

#include "tree/tree.h"

enum { ARB__PGN_BUFFER = 4096 };

/* The text that is being written, and the place in it. */
typedef struct {
    const arb_tree *tree;
    arb_pgn_options options;
    unsigned width;
    arb_text_listener *listener;
    void *context;
    char buffer[ARB__PGN_BUFFER];
    size_t len;
    size_t column;
    bool blank;  /* a blank must precede the next word */
    bool number; /* Black's move needs a number, because something stands between it and White's */
    arb__cursor cursor;
} arb__pgn_writing;

void arb__pgn_put(arb__pgn_writing *w, const char *text, size_t len);
void arb__pgn_put_text(arb__pgn_writing *w, const char *text);
void arb__pgn_new_line(arb__pgn_writing *w);

/* Writes the tags and the empty line behind them (tree_write_tags.c). */
void arb__pgn_put_tags(arb__pgn_writing *w);

#endif
