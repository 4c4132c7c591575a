/* perft.c: counting lines over several threads. Layer: cli. Knows no options and no text.
 *
 * The root's moves are handed out by one atomic counter; nothing else is shared while counting. */
#include "cli/perft.h"
#include "cli/io.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* What the threads share. */
typedef struct {
    const arb_position *root;
    cli_branch *branches;
    size_t count;
    arb_count how;
    unsigned below; /* plies below the root's moves */
    atomic_size_t next;
    atomic_size_t done;
} crew;

static void count_branch(const crew *all, cli_branch *branch)
{
    arb_position position = *all->root;
    arb_undo undo;
    arb_position_play(&position, branch->move, &undo);
    branch->nodes = arb_position_perft_by(&position, all->below, all->how);
}

/* One thread's work. Only the first one, which has the terminal, shows progress. */
static void work(crew *all, cli_progress *progress)
{
    for (;;) {
        size_t i = atomic_fetch_add(&all->next, 1);
        if (i >= all->count)
            return;
        count_branch(all, &all->branches[i]);
        size_t done = atomic_fetch_add(&all->done, 1) + 1;
        if (progress != NULL)
            cli_progress_show(progress, done, all->count);
    }
}

static void *helper(void *context)
{
    work(context, NULL);
    return NULL;
}

static void work_together(crew *all, unsigned threads)
{
    pthread_t helpers[CLI_PERFT_THREAD_LIMIT];
    unsigned started = 0;
    cli_progress progress = cli_progress_begin();
    while (started + 1 < threads && started + 1 < all->count &&
           pthread_create(&helpers[started], NULL, helper, all) == 0)
        started++;
    work(all, &progress);
    for (unsigned i = 0; i < started; i++)
        pthread_join(helpers[i], NULL);
    cli_progress_end(&progress);
}

bool cli_perft_branches(const cli_perft *job, const arb_position *root, cli_branch **branches,
                        size_t *count)
{
    size_t n = arb_position_moves(root, NULL, 0);
    arb_move *moves = malloc((n + 1) * sizeof *moves);
    cli_branch *list = malloc((n + 1) * sizeof *list);
    crew all = {
        .root = root, .branches = list, .count = n, .how = job->count, .below = job->depth - 1};
    bool ok = moves != NULL && list != NULL;
    if (ok) {
        arb_position_moves(root, moves, n);
        for (size_t i = 0; i < n; i++)
            list[i] = (cli_branch){.move = moves[i]};
        work_together(&all, job->threads);
    }
    free(moves);
    if (!ok) {
        cli_error("not enough memory to count");
        free(list);
        return false;
    }
    *branches = list;
    *count = n;
    return true;
}

bool cli_perft_total(const cli_perft *job, const arb_position *root, uint64_t *nodes)
{
    cli_branch *branches = NULL;
    size_t count = 0;
    *nodes = 1;
    if (job->depth == 0)
        return true;
    if (!cli_perft_branches(job, root, &branches, &count))
        return false;
    *nodes = 0;
    for (size_t i = 0; i < count; i++)
        *nodes += branches[i].nodes;
    free(branches);
    return true;
}
