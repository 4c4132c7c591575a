/* perft_threads.h: counts lines in several threads. Layer: cli. */
#ifndef ARB_CLI_PERFT_THREADS_H
#define ARB_CLI_PERFT_THREADS_H

#include "arbiter.h"

typedef struct {
    arb_count count;
    unsigned threads;
    unsigned megabytes; /* size of the table of known counts; 0: none */
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

/* Counts the branches of the root (depth 1 and more), into memory that the caller frees. Returns
 * false, with a message on stderr, if there is no memory or no thread. */
bool cli_perft_branches(const cli_perft *job, const arb_position *root, cli_branch **branches,
                        size_t *count);
/* Counts all lines, the sum of the branches; 1 for depth 0. */
bool cli_perft_total(const cli_perft *job, const arb_position *root, uint64_t *nodes);

#endif
