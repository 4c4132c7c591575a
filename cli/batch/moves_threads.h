/* moves_threads.h: several threads judge lines of CMPS 12B, answered in order. Layer: cli. */
#ifndef ARB_CLI_MOVES_THREADS_H
#define ARB_CLI_MOVES_THREADS_H

#include "cli/io/io.h"
#include "formats/moves12b.h"

enum { MOVES_THREAD_LIMIT = 8 };

/* Takes the answer to the next line; returns false if no more are wanted. */
typedef bool moves_taker(void *context, const fmt_moves_answer *answer);

/* Judges the rest of `lines` in `threads` threads. `take` is called by the calling thread, in the
 * order of the lines; `lines->number` and `lines->read` run ahead of it. Returns false, with
 * nothing read, if there is no memory or no thread. */
bool moves_judge_side_by_side(const fmt_moves *moves, cli_lines *lines, unsigned threads,
                              moves_taker *take, void *context);

#endif
