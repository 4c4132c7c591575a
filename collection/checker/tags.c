/* tags.c: the tags of a game. Layer: collection. In most collections nearly all tags stand alone on
 * their line and have no quote in their value; those are read here, many bytes at a time. The
 * others are read as tokens, which gives the same answers. */
#include "collection/checker/checker.h"
#include "collection/wide_bytes.h"

#include <string.h>

/* Copies a value, undoes its escapes, and cuts it if it is too long. */
static size_t keep(char *to, size_t cap, const char *value, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len && n < cap; i++) {
        if (value[i] == '\\' && i + 1 < len && (value[i + 1] == '"' || value[i + 1] == '\\'))
            i++;
        to[n++] = value[i];
    }
    return n;
}

static void keep_short(short_text *to, const char *value, size_t len, bool escaped)
{
    to->text = escaped ? to->copy : value;
    to->len = escaped ? keep(to->copy, NAME_CAP, value, len) : len < NAME_CAP ? len : NAME_CAP;
}

/* Does one blank stand between name and value, as in export format? */
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

/* Tells the record of a tag. */
static void note(checker *c, const arb_pgn_token *tag, tag_form form)
{
    tags_note(&c->record->tags, c->text + tag->name_begin, tag->name_end - tag->name_begin,
              c->text + tag->value_begin, tag->value_end - tag->value_begin, form);
}

/* Keeps a tag that most collections do not have. Not inlined, so that the others' code is short. */
static __attribute__((noinline)) void take_seldom(checker *c, const arb_pgn_token *tag,
                                                  bool escaped)
{
    game_state *g = &c->game;
    const char *name = c->text + tag->name_begin;
    size_t name_len = tag->name_end - tag->name_begin;
    const char *value = c->text + tag->value_begin;
    size_t len = tag->value_end - tag->value_begin;
    if (name_len == 3 && memcmp(name, "FEN", 3) == 0) {
        g->fen_len = keep(g->fen, sizeof g->fen, value, len);
        g->has_fen = true;
        g->fen_at = checker_spot(c, tag->begin);
    } else if (name_len == 7 && memcmp(name, "Variant", 7) == 0) {
        keep_short(&g->variant, value, len, escaped);
        g->has_variant = true;
    } else if (name_len == 11 && memcmp(name, "Termination", 11) == 0) {
        keep_short(&g->termination, value, len, escaped);
    }
}

/* Keeps what the check needs of a tag. `escaped`: there may be a backslash in the value. */
static void take(checker *c, const arb_pgn_token *tag, bool escaped)
{
    game_state *g = &c->game;
    const char *name = c->text + tag->name_begin;
    size_t name_len = tag->name_end - tag->name_begin;
    const char *value = c->text + tag->value_begin;
    size_t len = tag->value_end - tag->value_begin;
    if (name_len == 5) {
        if (memcmp(name, "White", 5) == 0)
            keep_short(&g->white, value, len, escaped);
        else if (memcmp(name, "Black", 5) == 0)
            keep_short(&g->black, value, len, escaped);
        else if (memcmp(name, "Round", 5) == 0)
            keep_short(&g->round, value, len, escaped);
    } else if (name_len == 6) {
        if (memcmp(name, "Result", 6) == 0 && (!reads_strictly(c) || is_exact(tag))) {
            keep_short(&g->result, value, len, escaped);
            g->has_result = true;
            g->result_at = checker_spot(c, tag->begin);
        }
    } else {
        take_seldom(c, tag, escaped);
    }
}

void take_tag(checker *c, const arb_pgn_token *tag)
{
    if (!tag->closed)
        say_open(c, tag);
    if (has_record(c))
        note(c, tag, TAG_ANYHOW);
    take(c, tag, true);
}

#if HAS_WIDE
enum { WINDOW = 64 };

/* A bit for each byte that is a letter. */
static WIDE unsigned letter_bits(__m256i bytes)
{
    __m256i past =
        _mm256_sub_epi8(_mm256_or_si256(bytes, _mm256_set1_epi8(0x20)), _mm256_set1_epi8('a'));
    return wide_bits(_mm256_cmpeq_epi8(_mm256_min_epu8(past, _mm256_set1_epi8('z' - 'a')), past));
}

/* A bit for each byte that is a mark: a quote or a backslash. */
static WIDE unsigned mark_bits(__m256i bytes)
{
    return wide_bits(_mm256_or_si256(wide_equal(bytes, '"'), wide_equal(bytes, '\\')));
}

/* The place of the first mark from `at` on; `close` if there is none before it. */
static WIDE size_t find_mark(const char *text, size_t at, size_t close)
{
    for (; at + 32 <= close; at += 32) {
        unsigned hits = mark_bits(wide_load(text + at));
        if (hits != 0)
            return at + (size_t)__builtin_ctz(hits);
    }
    while (at < close && text[at] != '"' && text[at] != '\\')
        at++;
    return at;
}

static bool is_pair(const char *at, const char *pair)
{
    return memcmp(at, pair, 2) == 0;
}

/* Is this line, whose line feed stands at `feed`, a tag in export format, [Name "Value"]? There is
 * a window to look at from `at` on. */
static WIDE bool is_export_tag(const char *text, size_t at, size_t feed, arb_pgn_token *tag)
{
    tag->end = feed;
    feed -= text[feed - 1] == '\r';
    if (text[at] != '[' || feed - at < sizeof "[N \"\"]" - 1)
        return false;
    size_t close = feed - 2;
    __m256i bytes = wide_load(text + at);
    uint64_t first = mark_bits(bytes);
    uint64_t behind = (first & (first - 1)) | (uint64_t)mark_bits(wide_load(text + at + 32)) << 32;
    size_t open = first != 0 ? (size_t)__builtin_ctzll(first) : 0;
    size_t next =
        behind != 0 ? at + (size_t)__builtin_ctzll(behind) : find_mark(text, at + WINDOW, close);
    if (open < 3 || next != close || !is_pair(text + at + open - 1, " \"") ||
        !is_pair(text + close, "\"]"))
        return false;
    unsigned name = (1u << (open - 1)) - 2;
    tag->begin = at;
    tag->name_begin = at + 1;
    tag->name_end = at + open - 1;
    tag->value_begin = at + open + 1;
    tag->value_end = close;
    return (~letter_bits(bytes) & name) == 0;
}

/* May a tag with this first letter and length be one that the check needs? */
static bool may_count(char letter, size_t name_len)
{
    static const uint8_t length_of[32] = {['W' & 31] = 5, ['B' & 31] = 5, ['R' & 31] = 6,
                                          ['F' & 31] = 3, ['V' & 31] = 7, ['T' & 31] = 11};
    return length_of[letter & 31] == name_len || (letter == 'R' && name_len == 5);
}

/* Finds the line ends of a window together, so that no tag has to wait for the one before it. */
static WIDE size_t take_wide(checker *c, size_t at, size_t end)
{
    arb_pgn_token tag = {.kind = ARB_PGN_TAG, .closed = true, .line_start = true};
    for (size_t from = at; end - from >= WINDOW; from += WINDOW) {
        uint64_t feeds = wide_equal_bits(c->text + from, '\n');
        for (; feeds != 0; feeds &= feeds - 1) {
            size_t feed = from + (size_t)__builtin_ctzll(feeds);
            if (end - at < WINDOW || feed == at || !is_export_tag(c->text, at, feed, &tag))
                return at;
            if (has_record(c))
                note(c, &tag, TAG_EXPORT);
            if (may_count(c->text[at + 1], tag.name_end - tag.name_begin))
                take(c, &tag, false);
            at = feed + 1;
        }
    }
    return at;
}
#endif

size_t take_export_tags(checker *c, size_t at, size_t end)
{
#if HAS_WIDE
    if (machine_is_wide())
        return take_wide(c, at, end);
#endif
    (void)c;
    (void)end;
    return at;
}
