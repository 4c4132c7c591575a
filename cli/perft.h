/* perft.h: counting lines over several threads. Layer: cli. */
#ifndef ARB_CLI_PERFT_H
#define ARB_CLI_PERFT_H

#include "arbiter.h"

/* Three ways to the same number. PRODUCT: the library counts as it likes best, and multiplies where
 * the replies provably cannot change. BULK and LEAF make and take back moves through the public
 * play and undo: all but those of the last ply, which are counted, or every one. */
typedef enum { CLI_COUNT_PRODUCT = 0, CLI_COUNT_BULK, CLI_COUNT_LEAF } cli_count;

typedef struct {
    cli_count count;
    unsigned threads;
    unsigned depth;
} cli_perft;

enum { CLI_PERFT_DEPTH_LIMIT = 64, CLI_PERFT_THREAD_LIMIT = 256 };

/* A legal move and the lines that begin with it. */
typedef struct {
    arb_move move;
    uint64_t nodes;
} cli_branch;

/* The branches of the root (depth 1 and more) in memory the caller frees. False, said on stderr, if
 * there is no memory or no thread. */
bool cli_perft_branches(const cli_perft *job, const arb_position *root, cli_branch **branches,
                        size_t *count);
/* Their sum; 1 for depth 0. */
bool cli_perft_total(const cli_perft *job, const arb_position *root, uint64_t *nodes);

#endif
