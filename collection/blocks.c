/* blocks.c: reads a file and cuts it into blocks. Layer: collection. */
#define _GNU_SOURCE /* memrchr */
#include "collection/blocks.h"
#include "common/smaller_of.h"

#include <string.h>

void blocks_begin(blocks *b, source *s)
{
    b->source = s;
    b->offset = 0;
    b->end = UINT64_MAX;
    b->at_end = b->in_game = b->event_at_end = false;
    b->tail_len = 0;
}

void blocks_skip(blocks *b, uint64_t bytes, uint64_t *lines, uint64_t *games)
{
    static const char head[] = "\n[Event ";
    size_t matched =
        1; /* the text begins at the start of a line, as if a line feed were in front */
    *lines = *games = 0;
    while (b->offset < bytes) {
        uint64_t left = bytes - b->offset;
        size_t n = source_read(b->source, b->tail, (size_t)smaller_of(left, BLOCK_SIZE));
        if (n == 0)
            break;
        for (size_t i = 0; i < n; i++) {
            *lines += b->tail[i] == '\n';
            matched = b->tail[i] == head[matched] ? matched + 1 : b->tail[i] == '\n';
            if (matched == sizeof head - 1) {
                ++*games;
                matched = 0;
            }
        }
        b->offset += n;
    }
}

bool blocks_seek(blocks *b, uint64_t offset)
{
    if (!source_seek(b->source, offset))
        return false;
    b->offset = offset;
    b->in_game = true;
    return true;
}

bool blocks_range(blocks *b, uint64_t begin, uint64_t end, bool event_follows)
{
    if (!source_seek(b->source, begin))
        return false;
    b->offset = begin;
    b->end = end;
    b->at_end = b->in_game = false;
    b->event_at_end = event_follows;
    b->tail_len = 0;
    return true;
}

/* Where the last line that begins with [Event begins; 0 if there is none but the first. */
static size_t last_event(const char *text, size_t len)
{
    static const char head[] = "\n[Event ";
    const size_t whole = sizeof head - 1;
    const char *at = text + len;
    while ((at = memrchr(text, '[', (size_t)(at - text))) != NULL && at > text)
        if ((size_t)(text + len - at) >= whole - 1 && memcmp(at - 1, head, whole) == 0)
            return (size_t)(at - text);
    return 0;
}

/* Is the line that ends here blank? */
static bool blank_line_ends(const char *text, size_t end)
{
    end -= end > 0; /* goes back over the line feed */
    end -= end > 0 && text[end - 1] == '\r';
    return end == 0 || text[end - 1] == '\n';
}

/* Where the line begins that ends at `end`, before its line feed. */
static size_t line_begin(const char *text, size_t end)
{
    const char *feed = memrchr(text, '\n', end);
    return feed ? (size_t)(feed + 1 - text) : 0;
}

/* Is `[` the first character of the line that is no blank? */
static bool tag_line(const char *text, size_t begin, size_t end)
{
    while (begin < end && (unsigned char)text[begin] <= ' ')
        begin++;
    return begin < end && text[begin] == '[';
}

/* Where to cut a block that a single game fills: after the last line that is followed by neither a
 * tag nor a blank, else between tags, else after the last space that is in no tag. Never after a
 * blank line, because the reader of the next block would not see it; and never between a word and a
 * tag, because before a tag "0-0" may be a result. */
static size_t last_break(const char *text, size_t len)
{
    for (size_t at = len - 1; at > 0; at--)
        if (text[at - 1] == '\n' && text[at] != '[' && (unsigned char)text[at] > ' ' &&
            !blank_line_ends(text, at))
            return at;
    for (size_t at = len - 1; at > 0; at--)
        if (text[at - 1] == '\n' && text[at] == '[' &&
            tag_line(text, line_begin(text, at - 1), at - 1))
            return at;
    for (size_t end = len, begin; end > 0; end = begin > 0 ? begin - 1 : 0) {
        begin = line_begin(text, end);
        const char *space = memrchr(text + begin, ' ', end - begin);
        if (space && !tag_line(text, begin, end))
            return (size_t)(space + 1 - text);
    }
    return len;
}

bool blocks_next(blocks *b, block *to)
{
    bool first = b->offset == 0, stopped = false;
    memcpy(to->text, b->tail, b->tail_len);
    to->len = b->tail_len;
    to->offset = b->offset;
    to->begins = !b->in_game;
    while (!b->at_end && to->len < BLOCK_SIZE) {
        uint64_t left = b->end - b->offset - to->len;
        size_t room = BLOCK_SIZE - to->len;
        size_t n = source_read(b->source, to->text + to->len, (size_t)smaller_of(left, room));
        stopped = n == 0 && source_stopped(b->source);
        if (stopped)
            break;
        to->len += n;
        b->at_end = n == 0 || n == left;
    }
    size_t mark = first && to->len >= 3 && memcmp(to->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    memmove(to->text, to->text + mark, to->len - mark); /* a byte order mark is no text */
    to->len -= mark;
    to->offset += mark;
    b->offset += mark;
    b->tail_len = 0;
    to->ends = true;
    to->event_follows = b->at_end && b->event_at_end;
    if (!b->at_end) {
        size_t cut = last_event(to->text, to->len);
        to->ends = to->event_follows = cut > 0;
        if (cut == 0 && !stopped)
            cut = last_break(to->text, to->len);
        b->tail_len = to->len - cut;
        memcpy(b->tail, to->text + cut, b->tail_len);
        to->len = cut;
    }
    b->offset += to->len;
    b->in_game = !to->ends;
    return to->len > 0;
}
