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
    cli_count how;
    unsigned below; /* plies below the root's moves */
    atomic_size_t next;
    atomic_size_t done;
    atomic_bool failed;
} crew;

/* The move lists of one line, one behind the other. */
typedef struct {
    arb_move *moves;
    size_t cap;
} move_stack;

/* The legal moves on top of the stack; SIZE_MAX: no memory. */
static size_t push_moves(move_stack *stack, size_t top, const arb_position *position)
{
    size_t n = arb_position_moves(position, stack->moves + top, stack->cap - top);
    if (n <= stack->cap - top)
        return n;
    arb_move *moves = realloc(stack->moves, (top + n) * 2 * sizeof *moves);
    if (moves == NULL)
        return SIZE_MAX;
    stack->moves = moves;
    stack->cap = (top + n) * 2;
    return arb_position_moves(position, stack->moves + top, stack->cap - top);
}

/* Moves made down to `depth` 0, or to 1 where the last ply is counted; no deeper than
 * CLI_PERFT_DEPTH_LIMIT. */
static bool count_made(arb_position *position, unsigned depth, cli_count how, move_stack *stack,
                       size_t top, uint64_t *nodes)
{
    if (depth == 0) {
        ++*nodes;
        return true;
    }
    if (depth == 1 && how == CLI_COUNT_BULK) {
        *nodes += arb_position_moves(position, NULL, 0);
        return true;
    }
    size_t n = push_moves(stack, top, position);
    if (n == SIZE_MAX)
        return false;
    for (size_t i = 0; i < n; i++) {
        arb_undo undo;
        arb_position_play(position, stack->moves[top + i], &undo);
        bool ok = count_made(position, depth - 1, how, stack, top + n, nodes);
        arb_position_undo(position, &undo);
        if (!ok)
            return false;
    }
    return true;
}

static bool count_branch(const crew *all, cli_branch *branch, move_stack *stack)
{
    arb_position position = *all->root;
    arb_undo undo;
    arb_position_play(&position, branch->move, &undo);
    branch->nodes = 0;
    if (all->how != CLI_COUNT_PRODUCT)
        return count_made(&position, all->below, all->how, stack, 0, &branch->nodes);
    branch->nodes = arb_position_perft(&position, all->below);
    return true;
}

/* One thread's work. Only the first one, which has the terminal, shows progress. */
static void work(crew *all, cli_progress *progress)
{
    move_stack stack = {.cap = 256};
    stack.moves = malloc(stack.cap * sizeof *stack.moves);
    if (stack.moves == NULL)
        atomic_store(&all->failed, true);
    while (!atomic_load(&all->failed)) {
        size_t i = atomic_fetch_add(&all->next, 1);
        if (i >= all->count)
            break;
        if (!count_branch(all, &all->branches[i], &stack))
            atomic_store(&all->failed, true);
        size_t done = atomic_fetch_add(&all->done, 1) + 1;
        if (progress != NULL)
            cli_progress_show(progress, done, all->count);
    }
    free(stack.moves);
}

static void *helper(void *context)
{
    work(context, NULL);
    return NULL;
}

static bool work_together(crew *all, unsigned threads)
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
    return !atomic_load(&all->failed);
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
        ok = work_together(&all, job->threads);
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
