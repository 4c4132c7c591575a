/* one_game.c: is a stretch of text certainly one game? Then the next game is found without reading
 * this one. Layer: collection. Where it is not certain, the checker reads the text. */
#include "collection/checker/checker.h"
#include "common/number.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x1A;
}

/* Could this be the number of a first move? */
static bool begins_moves(const char *at, const char *end)
{
    uint64_t value = 0;
    at += number_read(at, (size_t)(end - at), 1, &value);
    return value == 1 && (at == end || (*at != '-' && *at != '/'));
}

/* Could a tag stand directly after a result, as in files that were joined without a line end:
 * "1-0[Event"? */
static bool has_joined_tag(const char *text, const char *end)
{
    for (const char *at = text; (at = memchr(at, '[', (size_t)(end - at))) != NULL; at++) {
        const char *before = at;
        while (before > text && is_blank(before[-1]))
            before--;
        if (before > text && strchr("012*", before[-1]))
            return true;
    }
    return false;
}

/* Is the text the rest of one game, from its first move on or later? */
static bool is_one_movetext(const char *text, size_t len)
{
    const char *end = text + len;
    for (const char *at = text; (at = memchr(at, '\n', (size_t)(end - at))) != NULL;) {
        while (at < end && is_blank(*at))
            at++;
        if (at < end && (*at == '[' || (*at == '1' && begins_moves(at, end))))
            return false;
    }
    return !has_joined_tag(text, end);
}

bool is_one_game(const char *text, size_t len)
{
    const char *end = text + len, *at = text;
    for (;;) {
        while (at < end && is_blank(*at))
            at++;
        if (at == end || *at != '[')
            break;
        const char *close = memchr(at, ']', (size_t)(end - at));
        const char *line = memchr(at, '\n', (size_t)(end - at));
        if (!close || (line && line < close))
            return false;
        for (at = close + 1; at < end && *at != '\n'; at++)
            if (!is_blank(*at))
                return false;
    }
    return is_one_movetext(at, (size_t)(end - at));
}

bool leaves_out_rest(checker *c, size_t at, size_t end)
{
    game_state *g = &c->game;
    if (!has_record(c) || !c->has_game || !g->in_moves || g->has_marker || g->rest_asked ||
        record_hears(c->record) || (end == c->len && !c->block_ends))
        return false;
    g->rest_asked = true;
    g->left_out = is_one_movetext(c->text + at, end - at);
    return g->left_out;
}
