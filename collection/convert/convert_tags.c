/* convert_tags.c: the tags of one game: kept, found, written in order. Layer: collection. */
#include "collection/convert/convert_tags.h"

#include "collection/wide_bytes.h"
#include "common/smaller_of.h"
#include "common/utf8.h"

#include <string.h>

enum { ORDER_LEN = sizeof(uint64_t) };

static const char *const roster[TAG_ROSTER] = {"Event", "Site",  "Date",  "Round",
                                               "White", "Black", "Result"};
enum { ROSTER_ROUND = 3, ROSTER_RESULT = 6 };

/* The results of order_of for these names. */
#define ORDER(a, b, c, d, e, f)                                                                    \
    ((uint64_t)(a) << 56 | (uint64_t)(b) << 48 | (uint64_t)(c) << 40 | (uint64_t)(d) << 32 |       \
     (uint64_t)(e) << 24 | (uint64_t)(f) << 16)
static const uint64_t roster_orders[TAG_ROSTER] = {
    ORDER('E', 'v', 'e', 'n', 't', 0),  ORDER('S', 'i', 't', 'e', 0, 0),
    ORDER('D', 'a', 't', 'e', 0, 0),    ORDER('R', 'o', 'u', 'n', 'd', 0),
    ORDER('W', 'h', 'i', 't', 'e', 0),  ORDER('B', 'l', 'a', 'c', 'k', 0),
    ORDER('R', 'e', 's', 'u', 'l', 't')};

void tags_clear(tag_list *tags)
{
    tags->count = tags->settled = tags->used = tags->stored = 0;
    tags->seen = 0;
    tags->too_large = false;
    memset(tags->roster, 0, sizeof tags->roster);
}

static bool is_named(const tag_entry *e, const char *name, size_t len)
{
    return e->name_len == len && memcmp(e->name, name, len) == 0;
}

static size_t undo_escapes(char *to, const char *value, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        if (value[i] == '\\' && i + 1 < len && (value[i + 1] == '"' || value[i + 1] == '\\'))
            i++;
        to[n++] = value[i];
    }
    return n;
}

void tags_note(tag_list *tags, const char *name, size_t name_len, const char *value, size_t len,
               tag_form form)
{
    if (tags->count == TAG_LIMIT || TAG_BYTES - tags->used < name_len + len) {
        tags->too_large = true;
        return;
    }
    if (form == TAG_ANYHOW && memchr(value, '\\', len)) {
        char *to = tags->bytes + tags->stored;
        len = undo_escapes(to, value, len);
        value = to;
        tags->stored += len;
    }
    tag_entry *e = &tags->entries[tags->count++];
    e->name = name;
    e->value = value;
    e->name_len = (uint32_t)name_len;
    e->value_len = (uint32_t)len;
    e->form = form;
    tags->used += name_len + len;
}

/* Stores a copy of the text. There is room, because its length has been counted. */
static const char *store(tag_list *tags, const char *text, size_t len)
{
    char *to = tags->bytes + tags->stored;
    if (text >= tags->bytes && text < tags->bytes + TAG_BYTES)
        return text;
    memcpy(to, text, len);
    tags->stored += len;
    return to;
}

void tags_add(tag_list *tags, const char *name, const char *value)
{
    size_t name_len = strlen(name), len = strlen(value);
    if (tags->count == TAG_LIMIT || TAG_BYTES - tags->used < name_len + len) {
        tags->too_large = true;
        return;
    }
    tags->used += name_len + len;
    tags->entries[tags->count++] = (tag_entry){.name = name,
                                               .name_len = (uint32_t)name_len,
                                               .value = store(tags, value, len),
                                               .value_len = (uint32_t)len};
}

void tags_store(tag_list *tags)
{
    for (size_t i = 0; i < tags->count; i++) {
        tag_entry *e = &tags->entries[i];
        e->form = TAG_ANYHOW;
        e->as_is = false;
        e->name = store(tags, e->name, e->name_len);
        e->value = store(tags, e->value, e->value_len);
    }
}

const char *tags_find_named(const tag_list *tags, const char *name, size_t name_len, size_t *len)
{
    for (size_t i = tags->count; i-- > 0;)
        if (is_named(&tags->entries[i], name, name_len)) {
            *len = tags->entries[i].value_len;
            return tags->entries[i].value;
        }
    return NULL;
}

const char *tags_find(const tag_list *tags, const char *name, size_t *len)
{
    return tags_find_named(tags, name, strlen(name), len);
}

/* ---- in order ---- */

/* The first eight bytes of a name as a number; a shorter name is filled up with NULs. Names with
 * different numbers are in the order of these numbers. */
static uint64_t order_of(const tag_entry *e)
{
    uint64_t bytes = 0, order = 0;
    if (e->form == TAG_EXPORT)
        memcpy(&bytes, e->name,
               ORDER_LEN); /* a constant size, for which the compiler needs no call */
    else
        memcpy(&bytes, e->name, (size_t)smaller_of(e->name_len, ORDER_LEN));
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    order = __builtin_bswap64(bytes);
#else
    unsigned char single[ORDER_LEN];
    memcpy(single, &bytes, ORDER_LEN);
    for (size_t i = 0; i < ORDER_LEN; i++)
        order = order << 8 | single[i];
#endif
    return e->name_len < ORDER_LEN ? order & ~(~UINT64_C(0) >> 8 * e->name_len) : order;
}

/* The place of a tag in the roster; TAG_ROSTER if it is not in it. Names of up to eight bytes
 * without NUL are equal if their `order` is. */
static size_t roster_place(const tag_entry *e)
{
    static const uint8_t places[32] = {['E' & 31] = 1, ['S' & 31] = 2, ['D' & 31] = 3,
                                       ['R' & 31] = 4, ['W' & 31] = 5, ['B' & 31] = 6};
    if (e->name_len < 4 || e->name_len > 6 || places[e->name[0] & 31] == 0)
        return TAG_ROSTER;
    size_t place = places[e->name[0] & 31] - 1u;
    if (place == ROSTER_ROUND && e->name_len == 6)
        place = ROSTER_RESULT;
    return e->order == roster_orders[place] ? place : TAG_ROSTER;
}

#if HAS_WIDE
/* Are the first `len` of sixty-four bytes printable ASCII? */
static WIDE bool is_printable(const char *text, size_t len)
{
    __m256i blank = _mm256_set1_epi8(' '), first = wide_load(text), second = wide_load(text + 32);
    uint64_t odd = wide_bits(_mm256_cmpgt_epi8(blank, first)) |
                   (uint64_t)wide_bits(_mm256_cmpgt_epi8(blank, second)) << 32 |
                   wide_equal_bits(text, 0x7F);
    return (odd & ((UINT64_C(1) << len) - 1)) == 0;
}
#endif

enum { BEFORE_NAME = 1 /* [ */, BETWEEN = 2, BEHIND_VALUE = 2 /* quote and ] */ };

static size_t line_length(const tag_entry *e)
{
    return BEFORE_NAME + e->name_len + BETWEEN + e->value_len + BEHIND_VALUE;
}

/* Can the line of this tag be written unchanged? Only short lines are looked at. */
static bool is_as_is(const tag_entry *e)
{
#if HAS_WIDE
    size_t len = line_length(e);
    return e->form == TAG_EXPORT && len < 64 && is_printable(e->name - BEFORE_NAME, len);
#else
    (void)e;
    return false;
#endif
}

/* Finds the tag of this name among those that are in order, or returns NULL. */
static tag_entry *settled_entry(tag_list *tags, const tag_entry *e, uint64_t bit)
{
    for (size_t i = 0; (tags->seen & bit) != 0 && i < tags->settled; i++)
        if (tags->entries[i].order == e->order && is_named(&tags->entries[i], e->name, e->name_len))
            return &tags->entries[i];
    return NULL;
}

static void settle(tag_list *tags)
{
    for (size_t i = tags->settled; i < tags->count; i++) {
        tag_entry *e = &tags->entries[i];
        e->order = order_of(e);
        e->as_is = is_as_is(e);
        uint64_t bit = UINT64_C(1)
                       << ((e->order ^ e->name_len) * UINT64_C(0x9E3779B97F4A7C15) >> 58);
        tag_entry *same = settled_entry(tags, e, bit);
        if (same) {
            e->in_roster = same->in_roster;
            *same = *e;
            continue;
        }
        size_t place = roster_place(e);
        e->in_roster = place < TAG_ROSTER;
        tag_entry *to = &tags->entries[tags->settled++];
        if (to != e)
            *to = *e;
        if (e->in_roster)
            tags->roster[place] = to;
        tags->seen |= bit;
    }
    tags->count = tags->settled;
}

/* ---- written ---- */

/* Most values are printable ASCII without quotes and backslashes, and are written unchanged. */
static bool put_unescaped(out *to, const char *name, size_t name_len, const char *value, size_t len)
{
    enum { AROUND = 6 };
    if (to->cap - to->len < name_len + len + AROUND || utf8_ascii(value, len) < len ||
        memchr(value, '"', len) || memchr(value, '\\', len))
        return false;
    char *at = to->text + to->len;
    *at++ = '[';
    memcpy(at, name, name_len);
    at += name_len;
    memcpy(at, " \"", 2);
    memcpy(at + 2, value, len);
    memcpy(at + 2 + len, "\"]\n", 3);
    to->len += name_len + len + AROUND;
    return true;
}

static void put_tag(out *to, const char *name, size_t name_len, const char *value, size_t len)
{
    if (put_unescaped(to, name, name_len, value, len))
        return;
    out_text(to, "[");
    out_bytes(to, name, name_len);
    out_text(to, " \"");
    for (size_t i = 0; i < len;) {
        size_t stop = i;
        while (stop < len && value[stop] != '"' && value[stop] != '\\')
            stop++;
        out_utf8(to, value + i, stop - i);
        i = stop;
        if (i < len) {
            out_text(to, "\\");
            out_bytes(to, value + i++, 1);
        }
    }
    out_text(to, "\"]\n");
}

/* Lines of tags that follow one another in the text and are written together. */
typedef struct {
    out *to;
    const char *begin, *end; /* without the last line end */
} tag_lines;

static void flush_lines(tag_lines *lines)
{
    out *to = lines->to;
    if (!lines->begin)
        return;
    size_t len = (size_t)(lines->end - lines->begin);
    if (len > 0 && to->cap - to->len > len) {
        memcpy(to->text + to->len, lines->begin, len);
        to->text[to->len + len] = '\n';
        to->len += len + 1;
    } else if (len > 0) {
        out_bytes(to, lines->begin, len);
        out_bytes(to, "\n", 1);
    }
    lines->begin = lines->end = NULL;
}

static void put_entry(tag_lines *lines, const tag_entry *e)
{
    const char *begin = e->name - BEFORE_NAME;
    if (!e->as_is) {
        flush_lines(lines);
        put_tag(lines->to, e->name, e->name_len, e->value, e->value_len);
        return;
    }
    if (!lines->end || begin != lines->end + 1 || *lines->end != '\n') {
        flush_lines(lines);
        lines->begin = begin;
    }
    lines->end = begin + line_length(e);
}

static void put_roster(const tag_list *tags, const char *result, tag_lines *lines)
{
    size_t result_len = strlen(result);
    for (size_t i = 0; i < TAG_ROSTER; i++) {
        const tag_entry *e = tags->roster[i];
        bool right = e && e->value_len > 0;
        if (i == ROSTER_RESULT)
            right =
                right && e->value_len == result_len && memcmp(e->value, result, result_len) == 0;
        if (right) {
            put_entry(lines, e);
            continue;
        }
        const char *value = i == ROSTER_RESULT               ? result
                            : strcmp(roster[i], "Date") == 0 ? "????.??.??"
                                                             : "?";
        flush_lines(lines);
        put_tag(lines->to, roster[i], strlen(roster[i]), value, strlen(value));
    }
}

static bool comes_behind(const tag_entry *a, const tag_entry *b)
{
    if (a->order != b->order)
        return a->order > b->order;
    size_t len = (size_t)smaller_of(a->name_len, b->name_len);
    int order = memcmp(a->name, b->name, len);
    return order > 0 || (order == 0 && a->name_len > b->name_len);
}

/* An insertion sort, which is enough for some twenty tags. */
static size_t sort_others(const tag_list *tags, const tag_entry **sorted)
{
    size_t count = 0;
    for (size_t i = 0; i < tags->count; i++) {
        const tag_entry *e = &tags->entries[i];
        size_t at = count;
        if (e->in_roster)
            continue;
        for (; at > 0 && comes_behind(sorted[at - 1], e); at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = e;
        count++;
    }
    return count;
}

void tags_write_pgn(tag_list *tags, const char *result, out *to)
{
    const tag_entry *sorted[TAG_LIMIT];
    tag_lines lines = {.to = to};
    settle(tags);
    put_roster(tags, result, &lines);
    size_t count = sort_others(tags, sorted);
    for (size_t i = 0; i < count; i++)
        put_entry(&lines, sorted[i]);
    flush_lines(&lines);
}

static void put_named(const tag_list *tags, const char *name, size_t name_len, out *to)
{
    size_t len = 0;
    const char *value = tags_find_named(tags, name, name_len, &len);
    if (value)
        put_tag(to, name, name_len, value, len);
}

static void put_start(const tag_list *tags, out *to)
{
    put_named(tags, "FEN", 3, to);
    put_named(tags, "SetUp", 5, to);
    put_named(tags, "Variant", 7, to);
}

static bool is_one_of(const char *name, size_t len, const char *list)
{
    for (; *list != '\0'; list += strcspn(list, ","), list += *list == ',')
        if (strcspn(list, ",") == len && memcmp(list, name, len) == 0)
            return true;
    return false;
}

/* Writes the tags of a list, except those that are written elsewhere. */
static void put_list(const tag_list *tags, const char *list, const char *result, out *to)
{
    for (const char *name = list; *name != '\0';) {
        size_t len = strcspn(name, ",");
        if (is_one_of(name, len, "Result"))
            put_tag(to, name, len, result, strlen(result));
        else if (!is_one_of(name, len, "Event,FEN,SetUp,Variant"))
            put_named(tags, name, len, to);
        name += len + (name[len] == ',');
    }
}

void tags_write_roster(tag_list *tags, const char *added, const char *result, out *to)
{
    tag_lines lines = {.to = to};
    settle(tags);
    put_roster(tags, result, &lines);
    flush_lines(&lines);
    put_list(tags, added, result, to);
    put_start(tags, to);
}

void tags_write_chosen(tag_list *tags, const char *chosen, const char *added, const char *result,
                       out *to)
{
    if (is_one_of("Event", 5, chosen) && tags_find(tags, "Event", &(size_t){0}))
        put_named(tags, "Event", 5, to);
    else
        put_tag(to, "Event", 5, "?", 1); /* every game begins with it */
    put_list(tags, chosen, result, to);
    put_list(tags, added, result, to);
    put_start(tags, to);
}

void tags_write_json(tag_list *tags, out *to)
{
    settle(tags);
    for (size_t i = 0; i < tags->count; i++) {
        const tag_entry *e = &tags->entries[i];
        if (i > 0)
            out_text(to, ",");
        out_json(to, e->name, e->name_len);
        out_text(to, ":");
        out_json(to, e->value, e->value_len);
    }
}
