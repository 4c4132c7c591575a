/* moves_threads.c: judges blocks of lines in several threads. Layer: cli. It knows neither the
 * output nor the meaning of the answers.
 *
 * The calling thread reads lines and takes the answers; the other threads judge. The blocks form a
 * ring, so that memory does not grow with the file. A line longer than a block is judged by the
 * calling thread once all lines before it have been answered. */
#include "cli/batch/moves_threads.h"
#include "collection/thread_spread.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 256 << 10, BLOCK_LINES = 4096 };

typedef struct {
    bool judged;
    size_t count;             /* the number of lines */
    size_t ends[BLOCK_LINES]; /* where each line ends in `text` */
    fmt_moves_answer answers[BLOCK_LINES];
    char text[BLOCK_SIZE]; /* the lines without their line ends */
} block;

typedef struct {
    const fmt_moves *moves;
    pthread_mutex_t lock;
    pthread_cond_t given_more; /* a new block has come, or no more will come */
    pthread_cond_t judged_one;
    block *ring; /* block n is at index n modulo the number of blocks */
    size_t size;
    uint64_t given; /* blocks filled for the judging threads */
    uint64_t begun; /* blocks that a judging thread has taken */
    uint64_t taken; /* blocks whose answers were taken; used by the reader only */
    bool no_more;
    moves_taker *take;
    void *context;
} team;

static void judge_block(fmt_moves *moves, block *b)
{
    size_t start = 0;
    for (size_t i = 0; i < b->count; i++) {
        b->answers[i] = fmt_moves_judge(moves, b->text + start, b->ends[i] - start, NULL, NULL);
        start = b->ends[i];
    }
}

static void *judge(void *context)
{
    team *t = context;
    fmt_moves moves = *t->moves;

    pthread_mutex_lock(&t->lock);
    for (;;) {
        while (t->begun == t->given && !t->no_more)
            pthread_cond_wait(&t->given_more, &t->lock);
        if (t->begun == t->given)
            break;
        block *b = &t->ring[t->begun++ % t->size];
        pthread_mutex_unlock(&t->lock);
        judge_block(&moves, b);
        pthread_mutex_lock(&t->lock);
        b->judged = true;
        pthread_cond_signal(&t->judged_one);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

static void give(team *t)
{
    pthread_mutex_lock(&t->lock);
    t->given++;
    pthread_cond_signal(&t->given_more);
    pthread_mutex_unlock(&t->lock);
}

/* Takes the answers of the oldest block that was given; returns false if no more are wanted. */
static bool take_block(team *t)
{
    block *b = &t->ring[t->taken++ % t->size];
    pthread_mutex_lock(&t->lock);
    while (!b->judged)
        pthread_cond_wait(&t->judged_one, &t->lock);
    pthread_mutex_unlock(&t->lock);
    for (size_t i = 0; i < b->count; i++)
        if (!t->take(t->context, &b->answers[i]))
            return false;
    return true;
}

/* Takes answers until at most `left` blocks remain. */
static bool take_until(team *t, uint64_t left)
{
    while (t->given - t->taken > left)
        if (!take_block(t))
            return false;
    return true;
}

/* Copies lines, beginning with the current one, as long as they fit. Returns true if `lines` then
 * holds a line that did not fit. */
static bool fill(block *b, cli_lines *lines)
{
    size_t len = 0;
    bool more = true;
    b->judged = false;
    b->count = 0;
    while (more && b->count < BLOCK_LINES && lines->len <= BLOCK_SIZE - len) {
        memcpy(b->text + len, lines->text, lines->len);
        len += lines->len;
        b->ends[b->count++] = len;
        more = cli_lines_next(lines);
    }
    return more;
}

static void read_and_take(team *t, cli_lines *lines)
{
    fmt_moves moves = *t->moves;
    bool more = cli_lines_next(lines);
    while (more) {
        if (lines->len <= BLOCK_SIZE) {
            more = fill(&t->ring[t->given % t->size], lines);
            give(t);
            if (!take_until(t, t->size - 1))
                return;
        } else {
            fmt_moves_answer answer;
            if (!take_until(t, 0))
                return;
            answer = fmt_moves_judge(&moves, lines->text, lines->len, NULL, NULL);
            if (!t->take(t->context, &answer))
                return;
            more = cli_lines_next(lines);
        }
    }
    take_until(t, 0);
}

/* Ends the threads. Blocks that no thread has begun are dropped, because nobody wants their
 * answers. */
static void end_work(team *t)
{
    pthread_mutex_lock(&t->lock);
    t->begun = t->given;
    t->no_more = true;
    pthread_cond_broadcast(&t->given_more);
    pthread_mutex_unlock(&t->lock);
}

bool moves_judge_side_by_side(const fmt_moves *moves, cli_lines *lines, unsigned threads,
                              moves_taker *take, void *context)
{
    pthread_t judges[MOVES_THREAD_LIMIT];
    unsigned started = 0;
    team t = {.moves = moves,
              .lock = PTHREAD_MUTEX_INITIALIZER,
              .given_more = PTHREAD_COND_INITIALIZER,
              .judged_one = PTHREAD_COND_INITIALIZER,
              .size = threads + 2,
              .take = take,
              .context = context};

    t.ring = malloc(t.size * sizeof *t.ring);
    if (t.ring == NULL)
        return false;
    while (started < threads && spread_thread(&judges[started], started + 1, judge, &t) == 0)
        started++;
    if (started > 0)
        read_and_take(&t, lines);
    end_work(&t);
    for (unsigned i = 0; i < started; i++)
        pthread_join(judges[i], NULL);
    free(t.ring);
    return started > 0;
}
