/* shard.c: finds the bytes that belong to a shard, and counts the games and lines before them.
 * Layer: collection.
 *
 * Games and lines are numbered as in the whole file, so those before the part are counted: by the
 * beginnings of lines if these leave no doubt, else by the checker itself. */
#include "collection/shard.h"

#include "common/number.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool shard_read(shard *s, const char *text)
{
    size_t digits = number_read(text, strlen(text), SHARD_LIMIT, &s->number);
    return digits > 0 && text[digits] == '/' &&
           number_whole(text + digits + 1, SHARD_LIMIT, &s->count) && s->number >= 1 &&
           s->number <= s->count;
}

/* The size of a file; 0 if it has none that is known. */
static uint64_t size_of(const char *path)
{
    struct stat status;
    bool known = strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISREG(status.st_mode);
    return known ? (uint64_t)status.st_size : 0;
}

static void set_range(shard_part *part, const shard *s, const char *const *files, size_t count)
{
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++)
        total += size_of(files[i]);
    /* Computed in two steps, so that nothing overflows. */
    uint64_t each = total / s->count, rest = total % s->count;
    part->all_begin = each * (s->number - 1) + rest * (s->number - 1) / s->count;
    part->all_end = each * s->number + rest * s->number / s->count;
    if (s->number == s->count)
        part->all_end = UINT64_MAX;
    part->before = 0;
}

static void forget(void *context)
{
    out *nowhere = context;
    nowhere->len = 0;
}

shard_part *shard_part_new(const shard *s, const char *const *files, size_t count,
                           const check_options *options)
{
    shard_part *part = malloc(sizeof *part);
    checker *c = options ? malloc(sizeof *c) : NULL;
    if (!part || (options && !c)) {
        free(part);
        free(c);
        return NULL;
    }
    set_range(part, s, files, count);
    part->nowhere = (out){part->sink, 0, sizeof part->sink, forget, &part->nowhere};
    part->checker = c;
    if (c) {
        c->record = NULL;
        c->sort = NULL;
        checker_init(c, options, "", &part->nowhere);
    }
    return part;
}

void shard_part_free(shard_part *part)
{
    if (part)
        free(part->checker);
    free(part);
}

bool shard_next_file(shard_part *part, const char *path)
{
    uint64_t at = part->before;
    part->size = size_of(path);
    part->before += part->size;
    part->owned = at >= part->all_begin && at < part->all_end;
    part->begin = part->all_begin > at ? part->all_begin - at : 0;
    part->end = part->all_end == UINT64_MAX ? UINT64_MAX
                : part->all_end > at        ? part->all_end - at
                                            : 0;
    part->reached = part->begin == 0;
    part->lines = part->games = 0;
    return part->owned || (part->begin < part->size && part->end > 0);
}

/* The length of a packed file's text, which can only be found by unpacking it all. */
static uint64_t text_length(const char *path)
{
    char buf[65536];
    uint64_t length = 0;
    source *s = source_open(path, NULL);
    if (!s)
        return 0;
    for (size_t n; (n = source_read(s, buf, sizeof buf)) > 0;)
        length += n;
    source_close(s);
    return length;
}

/* From places of a packed file to places of its text: every shard finds the same ones. */
static void unpack_range(shard_part *part, const char *path)
{
    if (part->end >= part->size)
        part->end = UINT64_MAX;
    if (part->begin == 0 && part->end == UINT64_MAX)
        return;
    double scale = (double)text_length(path) / (double)part->size;
    part->begin = (uint64_t)((double)part->begin * scale);
    if (part->end != UINT64_MAX)
        part->end = (uint64_t)((double)part->end * scale);
}

bool shard_begin_file(shard_part *part, const char *path, blocks *b)
{
    bool packed = source_packed(b->source);
    if (packed)
        unpack_range(part, path);
    /* Starts one byte earlier, since that byte tells whether a line begins there. */
    return part->checker || part->begin == 0 || packed || blocks_seek(b, part->begin - 1);
}

/* ---- counting ---- */

static uint64_t count_lines(const char *text, size_t len)
{
    uint64_t lines = 0;
    for (size_t i = 0; i < len; i++)
        lines += text[i] == '\n';
    return lines;
}

/* `begins`: no game of an earlier block goes on here. `ends`: none goes on in the next block.
 * `event_follows`: an [Event line comes next. */
static void count_text(shard_part *part, const char *text, size_t len, bool begins, bool ends,
                       bool event_follows)
{
    checker *c = part->checker;
    if (!c)
        return;
    part->lines += count_lines(text, len);
    for (size_t at = 0; at < len;) {
        bool starts = is_event(text, len, at) && (at > 0 || begins);
        size_t next = find_event(text, len, at + 1);
        bool whole = ends || next < len;
        if (starts && whole && is_one_game(text + at, next - at)) {
            part->games++;
        } else {
            if (starts || (at == 0 && begins))
                checker_init(c, c->options, "", &part->nowhere);
            c->event_follows = next < len || event_follows;
            checker_block(c, text + at, next - at, whole);
            part->games += (uint64_t)c->games;
        }
        at = next;
    }
}

/* ---- cutting ---- */

/* Finds the first [Event line at this place of the file or later; the block's length if there is
 * none. */
static size_t event_from(const block *b, uint64_t offset)
{
    size_t from = offset <= b->offset ? 0 : (size_t)(offset - b->offset);
    if (offset > b->offset + b->len)
        return b->len;
    return find_event(b->text, b->len, from == 0 && !b->begins ? 1 : from);
}

static void drop(block *b, size_t len)
{
    memmove(b->text, b->text + len, b->len - len);
    b->len -= len;
    b->offset += len;
    b->begins = true;
}

shard_where shard_cut(shard_part *part, block *b)
{
    if (!part->reached) {
        size_t first = event_from(b, part->begin);
        bool begins = first < b->len;
        count_text(part, b->text, first, b->begins, begins || b->ends, begins || b->event_follows);
        if (!begins)
            return SHARD_BEFORE;
        drop(b, first);
        part->reached = true;
    }
    size_t last = event_from(b, part->end);
    if (last == b->len)
        return SHARD_WITHIN;
    b->len = last;
    b->ends = b->event_follows = true;
    return last > 0 ? SHARD_LAST : SHARD_BEHIND;
}
