/* perft_threads.c: counts lines in several threads. Layer: cli. It knows no options and no text.
 *
 * A piece of work is all lines that begin with the same two moves, and one atomic counter hands out
 * the pieces. Apart from the table of known counts the threads share nothing else. */
#include "cli/batch/perft_threads.h"
#include "cli/batch/perft_table.h"
#include "cli/io/io.h"
#include "collection/thread_spread.h"

#include <stdatomic.h>
#include <stdlib.h>

/* The lines that begin with one first move, or with a first and a second move. */
typedef struct {
    size_t branch;
    arb_move second;
    uint64_t nodes;
} piece_of_work;

/* What all threads share. */
typedef struct {
    const arb_position *root;
    const cli_branch *branches;
    piece_of_work *pieces;
    size_t count;
    bool seconds;   /* the pieces have second moves */
    unsigned below; /* the plies after those moves */
    arb_count how;
    cli_perft_table *table;
    atomic_size_t next;
    atomic_size_t done;
} crew;

static void count_piece(const crew *all, piece_of_work *piece)
{
    arb_position position;
    arb_undo undo;
    arb_position_copy(&position, all->root);
    arb_position_play(&position, all->branches[piece->branch].move, &undo);
    if (all->seconds)
        arb_position_play(&position, piece->second, &undo);
    piece->nodes = cli_perft_count(all->table, &position, all->below, all->how);
}

/* One thread's work. Only the first one, which has the terminal, shows progress. */
static void work(crew *all, cli_progress *progress)
{
    for (;;) {
        size_t i = atomic_fetch_add(&all->next, 1);
        if (i >= all->count)
            return;
        count_piece(all, &all->pieces[i]);
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
           spread_thread(&helpers[started], started + 1, helper, all) == 0)
        started++;
    work(all, &progress);
    for (unsigned i = 0; i < started; i++)
        pthread_join(helpers[i], NULL);
    cli_progress_end(&progress);
}

static cli_branch *list_branches(const arb_position *root, size_t *count)
{
    *count = arb_position_moves(root, NULL, 0);
    arb_move *moves = malloc((*count + 1) * sizeof *moves);
    cli_branch *branches = calloc(*count + 1, sizeof *branches);
    if (moves != NULL && branches != NULL) {
        arb_position_moves(root, moves, *count);
        for (size_t i = 0; i < *count; i++)
            branches[i].move = moves[i];
    } else {
        free(branches);
        branches = NULL;
    }
    free(moves);
    return branches;
}

/* Makes a piece for each first move. */
static bool cut_once(crew *all, size_t branches)
{
    all->pieces = calloc(branches + 1, sizeof *all->pieces);
    for (; all->pieces != NULL && all->count < branches; all->count++)
        all->pieces[all->count].branch = all->count;
    return all->pieces != NULL;
}

/* Makes a piece for each second move: enough pieces to keep all threads busy to the end. */
static bool cut_twice(crew *all, size_t branches)
{
    all->seconds = true;
    all->below--;
    for (size_t i = 0; i < branches; i++) {
        arb_position position = *all->root;
        arb_undo undo;
        size_t n = 0;
        arb_position_play(&position, all->branches[i].move, &undo);
        cli_branch *seconds = list_branches(&position, &n);
        piece_of_work *pieces = realloc(all->pieces, (all->count + n + 1) * sizeof *pieces);
        if (pieces != NULL)
            all->pieces = pieces;
        for (size_t j = 0; pieces != NULL && seconds != NULL && j < n; j++)
            pieces[all->count++] = (piece_of_work){.branch = i, .second = seconds[j].move};
        free(seconds);
        if (pieces == NULL || seconds == NULL)
            return false;
    }
    return true;
}

bool cli_perft_branches(const cli_perft *job, const arb_position *root, cli_branch **branches,
                        size_t *count)
{
    cli_branch *list = list_branches(root, count);
    crew all = {.root = root, .branches = list, .how = job->count, .below = job->depth - 1};
    bool ok = list != NULL;
    if (ok && job->megabytes > 0)
        ok = (all.table = cli_perft_table_new(job->megabytes)) != NULL;
    if (ok)
        ok = job->threads > 1 && job->depth > 2 ? cut_twice(&all, *count) : cut_once(&all, *count);
    if (ok) {
        work_together(&all, job->threads);
        for (size_t i = 0; i < all.count; i++)
            list[all.pieces[i].branch].nodes += all.pieces[i].nodes;
        *branches = list;
    } else {
        cli_error("not enough memory to count");
        free(list);
    }
    cli_perft_table_free(all.table);
    free(all.pieces);
    return ok;
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
