/* tags.c: what a game's tags say of it. Room: collection.
 *
 * Nearly all tags of all collections stand alone on their line and hold no quote; those are read
 * here, wide. The others go through the tokens, which give the same answers. */
#include "collection/checker.h"

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* A value with its escapes undone, cut where it gets too long. */
static size_t keep(char *to, size_t cap, const char *value, size_t len)
{
    size_t n = 0;
    if (!memchr(value, '\\', len)) {
        n = len < cap ? len : cap;
        memcpy(to, value, n);
        return n;
    }
    for (size_t i = 0; i < len && n < cap; i++) {
        if (value[i] == '\\' && i + 1 < len && (value[i + 1] == '"' || value[i + 1] == '\\'))
            i++;
        to[n++] = value[i];
    }
    return n;
}

static void keep_short(short_text *to, const char *value, size_t len)
{
    to->len = keep(to->text, sizeof to->text, value, len);
}

/* One blank between name and value, as the export format has it. */
static bool is_exact(const arb_pgn_token *tag)
{
    return tag->value_begin == tag->name_end + 2;
}

static void say_open(checker *c, const arb_pgn_token *tag)
{
    found f = {.class = FOUND_BAD_TAG,
               .at = checker_place(c, tag->begin),
               .token = c->text + tag->begin,
               .token_len = tag->end - tag->begin,
               .unlisted = true,
               .text = "the tag is not closed on its line"};
    checker_find(c, &f);
}

void take_tag(checker *c, const arb_pgn_token *tag)
{
    game_state *g = &c->game;
    const char *name = c->text + tag->name_begin;
    size_t name_len = tag->name_end - tag->name_begin;
    const char *value = c->text + tag->value_begin;
    size_t len = tag->value_end - tag->value_begin;
    if (!tag->closed)
        say_open(c, tag);
    if (c->record)
        record_tag(c->record, name, name_len, value, len);
    switch (name_len) {
    case 3:
        if (memcmp(name, "FEN", 3) == 0) {
            g->fen_len = keep(g->fen, sizeof g->fen, value, len);
            g->has_fen = true;
            g->fen_at = checker_spot(c, tag->begin);
        }
        break;
    case 5:
        if (memcmp(name, "White", 5) == 0)
            keep_short(&g->white, value, len);
        else if (memcmp(name, "Black", 5) == 0)
            keep_short(&g->black, value, len);
        break;
    case 6:
        if (memcmp(name, "Result", 6) == 0 && (!reads_strictly(c) || is_exact(tag))) {
            keep_short(&g->result, value, len);
            g->has_result = true;
            g->result_at = checker_spot(c, tag->begin);
        }
        break;
    case 7:
        if (memcmp(name, "Variant", 7) == 0) {
            keep_short(&g->variant, value, len);
            g->has_variant = true;
        }
        break;
    default:
        break;
    }
}

#ifdef __SSE2__
enum { WIDTH = 16 };

static __m128i load(const char *at)
{
    return _mm_loadu_si128((const __m128i *)(const void *)at);
}

/* Which of the bytes are between two others? */
static __m128i is_among(__m128i bytes, char first, char last)
{
    __m128i past = _mm_sub_epi8(bytes, _mm_set1_epi8(first));
    return _mm_cmpeq_epi8(_mm_min_epu8(past, _mm_set1_epi8((char)(last - first))), past);
}

/* How many letters, digits and underscores stand here: up to 16. */
static size_t name_length(const char *at)
{
    __m128i bytes = load(at);
    __m128i name = is_among(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), 'a', 'z');
    name = _mm_or_si128(name, is_among(bytes, '0', '9'));
    name = _mm_or_si128(name, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('_')));
    return (size_t)__builtin_ctz(~(unsigned)_mm_movemask_epi8(name));
}

/* The first quote, backslash or line end; `end` where there is none with room behind it. */
static size_t find_mark(const char *text, size_t at, size_t end)
{
    for (; at + WIDTH < end; at += WIDTH) {
        __m128i bytes = load(text + at);
        __m128i marks = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')),
                                     _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')),
                                                  _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'))));
        unsigned hits = (unsigned)_mm_movemask_epi8(marks);
        if (hits != 0)
            return at + (size_t)__builtin_ctz(hits);
    }
    return end;
}

static bool is_pair(const char *at, const char *pair)
{
    return at[0] == pair[0] && at[1] == pair[1];
}

/* Is there a tag as it should be, [Name "Value"] and the end of its line? */
static bool is_plain_tag(const char *text, size_t at, size_t end, arb_pgn_token *tag)
{
    if (end - at < 2 * WIDTH || text[at] != '[')
        return false;
    size_t name_end = at + 1 + name_length(text + at + 1);
    if (name_end == at + 1 || name_end > at + WIDTH || !is_pair(text + name_end, " \""))
        return false;
    size_t value_end = find_mark(text, name_end + 2, end);
    if (end - value_end < 4 || !is_pair(text + value_end, "\"]"))
        return false;
    size_t line_end = value_end + 2 + (text[value_end + 2] == '\r');
    tag->begin = at;
    tag->end = line_end;
    tag->name_begin = at + 1;
    tag->name_end = name_end;
    tag->value_begin = name_end + 2;
    tag->value_end = value_end;
    return text[line_end] == '\n';
}

/* Of such a length there are tags that count. */
static bool may_count(size_t name_len)
{
    return (1u << name_len & (1u << 3 | 1u << 5 | 1u << 6 | 1u << 7)) != 0;
}

size_t take_plain_tags(checker *c, size_t at, size_t end)
{
    arb_pgn_token tag = {.kind = ARB_PGN_TAG, .closed = true, .line_start = true};
    while (is_plain_tag(c->text, at, end, &tag)) {
        if (c->record || may_count(tag.name_end - tag.name_begin))
            take_tag(c, &tag);
        at = tag.end + 1;
    }
    return at;
}
#else
size_t take_plain_tags(checker *c, size_t at, size_t end)
{
    (void)c;
    (void)end;
    return at;
}
#endif
