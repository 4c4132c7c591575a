/* check_files.c: gives blocks of text to several checkers at once, and writes what they find in the
 * order of the text. Layer: collection.
 *
 * One thread reads, unpacks and cuts the text; the others check the blocks. Where there are no more
 * cores than threads, the reading thread checks blocks, too, whenever nothing can be read. The
 * output of a block is written after that of all blocks before it, so that it does not depend on
 * the number of threads. With one thread everything happens in turn. */
#include "collection/check_files.h"
#include "collection/blocks.h"
#include "collection/index/index_search.h"
#include "collection/own_bytes.h"
#include "collection/thread_spread.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Room for the output of a block: findings are short, converted games are longer than they were. A
 * thread whose room is full waits for its turn. */
enum { CHECK_OUT = 128 << 10, CONVERT_OUT = 2 << 20, PIECE_LIMIT = 512 };

typedef struct run run;

/* A block and who checks it. */
typedef struct {
    run *run;
    uint64_t number;
    const char *file;
    bool first_of_file;
    bool checked;                            /* its output can be written when its turn comes */
    uint64_t games_left_out, lines_left_out; /* in the file, before its first task */
    checker *checker;
    out out;
    size_t piece_count;
    piece pieces[PIECE_LIMIT];
    block block;
} task;

struct run {
    const check_job *job;
    check_result *result;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool parallel, reader_checks;
    bool marked;  /* the output may have marks; to find them all of it is searched */
    task **tasks; /* a ring: task n is at index n modulo the number of tasks */
    size_t task_count;
    uint64_t read;   /* tasks given out */
    uint64_t begun;  /* tasks taken by a thread */
    uint64_t spoken; /* tasks whose output has been written */
    bool speaking;   /* a thread is writing the output of checked tasks */
    bool all_read;
    pthread_mutex_t told; /* guards what follows, and the counts of the result */
    game_sink *sink;
    out_target target; /* knows how many games and lines come before the task whose turn it is */
    checker *carry;    /* the checker of a game that goes on in the next block */
    own_bytes sorted;
};

static void wait_turn(task *t)
{
    run *r = t->run;
    if (!r->parallel)
        return;
    pthread_mutex_lock(&r->lock);
    while (r->spoken != t->number)
        pthread_cond_wait(&r->changed, &r->lock);
    pthread_mutex_unlock(&r->lock);
}

/* Writes the output of a task so far; only in its turn. */
static void speak(task *t)
{
    run *r = t->run;
    pthread_mutex_lock(&r->told);
    if (t->first_of_file) {
        r->target.games = t->games_left_out;
        r->target.lines = t->lines_left_out;
        t->first_of_file = false;
    }
    r->target.bytes = t->block.offset;
    if (r->marked)
        out_resolve(&t->out, &r->target);
    else
        r->target.text(r->target.context, t->out.text, t->out.len);
    t->out.len = 0;
    for (size_t i = 0; i < t->piece_count; i++)
        r->result->no_memory |= !own_bytes_put(&r->sorted, t->block.text, &t->pieces[i]);
    t->piece_count = 0;
    pthread_mutex_unlock(&r->told);
}

static void out_is_full(void *context)
{
    task *t = context;
    wait_turn(t);
    speak(t);
}

static void add_piece(void *context, size_t begin, size_t len, bool last, bool faulty)
{
    task *t = context;
    if (t->piece_count == PIECE_LIMIT)
        out_is_full(t);
    t->pieces[t->piece_count++] = (piece){begin, len, last, faulty};
}

/* A task that goes on with the game of the one before takes over its checker. */
static void take_over(task *t)
{
    run *r = t->run;
    wait_turn(t);
    checker *mine = t->checker;
    t->checker = r->carry;
    r->carry = mine;
    t->checker->out = &t->out;
    t->checker->sort_context = t;
    memset(&t->checker->counts, 0, sizeof t->checker->counts);
}

/* Writes the rest of a checked task's output and adds its counts; only in its turn. */
static void conclude(task *t)
{
    run *r = t->run;
    checker *c = t->checker;
    speak(t);
    pthread_mutex_lock(&r->told);
    r->target.games += (uint64_t)c->games;
    r->target.lines += c->block_lines;
    check_result_add(r->result, c);
    r->result->bytes += t->block.len;
    r->result->has_text |= c->has_text;
    pthread_mutex_unlock(&r->told);
    if (!t->block.ends) {
        t->checker = r->carry;
        r->carry = c;
    }
}

/* Writes the output of all checked tasks whose turn it is. No thread waits for its turn: the one
 * that finishes the task whose turn it is writes for those behind it, too. */
static void speak_all(run *r)
{
    pthread_mutex_lock(&r->lock);
    while (!r->speaking && r->spoken < r->begun && r->tasks[r->spoken % r->task_count]->checked) {
        task *due = r->tasks[r->spoken % r->task_count];
        r->speaking = true;
        pthread_mutex_unlock(&r->lock);
        conclude(due);
        pthread_mutex_lock(&r->lock);
        due->checked = r->speaking = false;
        r->spoken++;
        pthread_cond_broadcast(&r->changed);
    }
    pthread_mutex_unlock(&r->lock);
}

static void work(task *t)
{
    run *r = t->run;
    const check_job *job = r->job;
    if (t->block.begins) {
        checker_init(t->checker, &job->options, t->file, &t->out);
        t->checker->sort = job->good || job->bad ? add_piece : NULL;
        t->checker->sort_context = t;
    } else {
        take_over(t);
    }
    t->checker->event_follows = t->block.event_follows;
    checker_block(t->checker, t->block.text, t->block.len, t->block.ends);
    if (!r->parallel) {
        conclude(t);
        r->spoken++;
        return;
    }
    pthread_mutex_lock(&r->lock);
    t->checked = true;
    pthread_mutex_unlock(&r->lock);
    speak_all(r);
}

/* Checks the next task. Called with the lock held, which is released meanwhile. */
static void work_on_next(run *r)
{
    task *t = r->tasks[r->begun++ % r->task_count];
    pthread_mutex_unlock(&r->lock);
    work(t);
    pthread_mutex_lock(&r->lock);
}

static void *worker(void *context)
{
    run *r = context;
    pthread_mutex_lock(&r->lock);
    while (r->begun < r->read || !r->all_read)
        if (r->begun < r->read)
            work_on_next(r);
        else
            pthread_cond_wait(&r->changed, &r->lock);
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* A task whose output has been written, to be filled again. */
static task *free_task(run *r)
{
    if (r->parallel) {
        pthread_mutex_lock(&r->lock);
        while (r->read - r->spoken == r->task_count)
            if (r->reader_checks && r->begun < r->read)
                work_on_next(r);
            else
                pthread_cond_wait(&r->changed, &r->lock);
        pthread_mutex_unlock(&r->lock);
    }
    return r->tasks[r->read % r->task_count];
}

static void give(run *r, task *t)
{
    t->number = r->read;
    if (!r->parallel) {
        r->read++;
        work(t);
        return;
    }
    pthread_mutex_lock(&r->lock);
    r->read++;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
}

/* Notes where reading stopped; no further file is read. */
static bool stop_at(run *r, const char *path, uint64_t offset)
{
    r->result->stopped = true;
    r->result->stopped_file = path;
    r->result->stopped_at = offset;
    return false;
}

/* Has everything that was asked for been written, so that the rest need not be read? */
static bool is_enough(run *r)
{
    pthread_mutex_lock(&r->told);
    bool enough = sink_is_full(r->sink);
    pthread_mutex_unlock(&r->told);
    return enough;
}

/* Hands out a block; the first block of a file comes with what is known of the text before it. */
static void give_block(run *r, task *t, const char *path, const blocks *b, bool first,
                       uint64_t games, uint64_t lines)
{
    const check_job *job = r->job;
    t->file = strcmp(path, "-") == 0 ? "<stdin>" : path;
    t->first_of_file = first;
    t->games_left_out = games;
    t->lines_left_out = lines;
    give(r, t);
    if (!job->progress)
        return;
    pthread_mutex_lock(&r->told);
    uint64_t read = r->result->counts.games;
    pthread_mutex_unlock(&r->told);
    job->progress(job->context, source_taken(b->source), source_size(b->source), read);
}

/* Reads only the games that the index names; the others count as read and not wanted. */
static bool read_indexed(run *r, const char *path, blocks *b, index_search *index)
{
    index_range range;
    uint64_t left_out = 0, behind = 0;
    bool ok = true;
    while (!is_enough(r) && index_next(index, &range, &ok)) {
        bool first = true;
        ok = blocks_range(b, range.begin, range.end, range.event_follows);
        for (task *t; ok && (t = free_task(r)) != NULL; first = false) {
            if (*r->job->stop)
                return stop_at(r, path, b->offset);
            if (!blocks_next(b, &t->block))
                break;
            give_block(r, t, path, b, first, range.first, range.lines);
        }
        left_out += range.first - behind;
        behind = range.first + range.count;
    }
    if (!is_enough(r))
        left_out += index_games(index) - behind;
    pthread_mutex_lock(&r->told);
    r->result->counts.games += left_out;
    r->result->has_text |= left_out > 0;
    r->result->unreadable |= !ok;
    pthread_mutex_unlock(&r->told);
    if (!ok)
        r->job->problem(r->job->context, path, "its index cannot be read any more");
    return true;
}

/* Returns what the index beside the file answers to the query; NULL if there is no answer. */
static index_search *ask_index(const run *r, const char *path, const source *s)
{
    const check_job *job = r->job;
    index_problem problem;
    char text[256];
    if (!job->index || source_packed(s) || strcmp(path, "-") == 0)
        return NULL;
    index_search *index = index_ask(path, source_file(s), job->convert->query, &problem);
    if (problem.text) {
        snprintf(text, sizeof text, "its index (%s) %s; all games are read", INDEX_ENDING,
                 problem.text);
        job->problem(job->context, path, text);
    }
    return index;
}

static bool read_file(run *r, const char *path, blocks *b, shard_part *part)
{
    const check_job *job = r->job;
    bool first = true;
    uint64_t lines = 0, games = 0;
    shard_where where = SHARD_WITHIN;
    if (r->result->files == 1)
        blocks_skip(b, job->from, &lines, &games);
    while (where != SHARD_LAST && !is_enough(r)) {
        task *t = free_task(r);
        if (*job->stop)
            return stop_at(r, path, b->offset);
        if (!blocks_next(b, &t->block))
            return source_stopped(b->source) ? stop_at(r, path, b->offset) : true;
        if (part) {
            where = shard_cut(part, &t->block);
            if (where == SHARD_BEFORE)
                continue;
            if (where == SHARD_BEHIND)
                return true;
            lines = part->lines;
            games = part->games;
        }
        give_block(r, t, path, b, first, games, lines);
        first = false;
    }
    return true;
}

static bool open_and_read(run *r, const char *path, blocks *b, shard_part *part)
{
    const check_job *job = r->job;
    source *s = source_open(path, job->stop);
    if (!s && errno == EINTR && *job->stop)
        return stop_at(r, path, 0);
    if (!s && errno == ENOMEM) {
        pthread_mutex_lock(&r->told);
        r->result->no_memory = true;
        pthread_mutex_unlock(&r->told);
        return false;
    }
    if (!s) {
        char why[128];
        snprintf(why, sizeof why, "cannot be opened: %s", strerror(errno));
        job->problem(job->context, path, why);
        r->result->unreadable = true;
        return true;
    }
    r->result->files += !part || part->owned;
    blocks_begin(b, s);
    bool goes_on = true;
    bool divided = part && part->size > 0;
    index_search *index = part ? NULL : ask_index(r, path, s);
    if (index)
        goes_on = read_indexed(r, path, b, index);
    else if (!divided || shard_begin_file(part, path, b))
        goes_on = read_file(r, path, b, divided ? part : NULL);
    if (source_error(s)) {
        job->problem(job->context, path, source_error(s));
        r->result->unreadable = true;
    }
    index_close(index);
    source_close(s);
    return goes_on;
}

static void read_all(run *r, const char *const *files, size_t count)
{
    const check_job *job = r->job;
    blocks *b = malloc(sizeof *b);
    shard_part *part = NULL;
    if (shard_is_part(&job->shard)) {
        bool counts = !job->convert || job->convert->form == TO_NDJSON;
        part = shard_part_new(&job->shard, files, count, counts ? &job->options : NULL);
    }
    if (!b || (shard_is_part(&job->shard) && !part))
        r->result->no_memory = true;
    else
        for (size_t i = 0; i < count; i++)
            if ((!part || shard_next_file(part, files[i])) && !open_and_read(r, files[i], b, part))
                break;
    shard_part_free(part);
    free(b);
}

static void free_tasks(run *r)
{
    for (size_t i = 0; r->tasks && i < r->task_count; i++)
        if (r->tasks[i]) {
            free_checker(r->tasks[i]->checker);
            free(r->tasks[i]->out.text);
            free(r->tasks[i]);
        }
    free(r->tasks);
    free_checker(r->carry);
    own_bytes_free(&r->sorted);
}

static bool make_tasks(run *r)
{
    size_t room = r->parallel && r->job->convert ? CONVERT_OUT : CHECK_OUT;
    r->tasks = calloc(r->task_count, sizeof *r->tasks);
    r->carry = new_checker(r->job);
    if (!r->tasks || !r->carry)
        return false;
    for (size_t i = 0; i < r->task_count; i++) {
        task *t = r->tasks[i] = malloc(sizeof *t);
        if (!t)
            return false;
        t->run = r;
        t->checked = false;
        t->piece_count = 0;
        t->checker = new_checker(r->job);
        t->out = (out){malloc(room), 0, room, out_is_full, t};
        if (!t->checker || !t->out.text)
            return false;
    }
    return true;
}

/* If there are no more cores than threads, the reading thread is one of them and checks blocks
 * too: an extra thread would take its core, and the others would wait for input. */
static void run_parallel(run *r, const char *const *files, size_t count)
{
    pthread_t threads[CHECK_THREAD_LIMIT];
    unsigned started = 0;
    r->reader_checks = sysconf(_SC_NPROCESSORS_ONLN) <= (long)r->job->threads;
    unsigned wanted = r->job->threads - r->reader_checks;
    while (started < wanted && spread_thread(&threads[started], started + 1, worker, r) == 0)
        started++;
    if (started == 0) {
        r->parallel = false;
        read_all(r, files, count);
        return;
    }
    read_all(r, files, count);
    pthread_mutex_lock(&r->lock);
    r->all_read = true;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
    if (r->reader_checks)
        worker(r);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

void check_run(const check_job *job, const char *const *files, size_t count, check_result *result)
{
    game_sink only_file = {.file = job->out};
    const convert_options *o = job->convert;
    run r = {.job = job,
             .result = result,
             .parallel = job->threads > 1,
             .marked = !o || o->head || o->key != KEY_NONE || o->form >= TO_NDJSON,
             .sorted = {.good = job->good, .bad = job->bad},
             .sink = job->sink ? job->sink : &only_file};
    r.target = sink_target(r.sink);
    *result = (check_result){.files = 0};
    /* Enough blocks are read ahead that no thread waits while a part that is slow to unpack is
     * read. Converting takes longer than any unpacking. */
    r.task_count = r.parallel ? 2 * job->threads + (o ? 2 : 8) : 1;
    pthread_mutex_init(&r.lock, NULL);
    pthread_mutex_init(&r.told, NULL);
    pthread_cond_init(&r.changed, NULL);
    if (!make_tasks(&r))
        result->no_memory = true;
    else if (r.parallel)
        run_parallel(&r, files, count);
    else
        read_all(&r, files, count);
    free_tasks(&r);
    pthread_cond_destroy(&r.changed);
    pthread_mutex_destroy(&r.told);
    pthread_mutex_destroy(&r.lock);
}
