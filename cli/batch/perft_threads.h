/* perft_threads.h: counting lines over several threads. Layer: cli. */
#ifndef ARB_CLI_PERFT_THREADS_H
#define ARB_CLI_PERFT_THREADS_H

#include "arbiter.h"

typedef struct {
    arb_count count;
    unsigned threads;
    unsigned megabytes; /* of a table of known counts, 0 for none */
    unsigned depth;
} cli_perft;

enum {
    CLI_PERFT_DEPTH_LIMIT = ARB_DEPTH_LIMIT,
    CLI_PERFT_THREAD_LIMIT = 256,
    CLI_PERFT_HASH_LIMIT = 1048576
};

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
