/* convert_tags.c: the tags of one game: kept, found, written in order. Room: collection. */
#include "collection/convert/convert_tags.h"

#include "common/utf8.h"

#include <string.h>

void tags_clear(tag_list *tags)
{
    tags->count = tags->used = tags->stored = 0;
    tags->seen = 0;
    tags->too_large = false;
}

static bool is_named(const tag_entry *e, const char *name, size_t len)
{
    return e->name_len == len && memcmp(e->name, name, len) == 0;
}

static tag_entry *entry_of(tag_list *tags, const char *name, size_t len)
{
    uint64_t bit = UINT64_C(1) << ((len > 0 ? (unsigned char)name[0] : 0) + 7 * len) % 64;
    for (size_t i = 0; (tags->seen & bit) != 0 && i < tags->count; i++)
        if (is_named(&tags->entries[i], name, len))
            return &tags->entries[i];
    if (tags->count == TAG_LIMIT || TAG_BYTES - tags->used < len)
        return NULL;
    tag_entry *e = &tags->entries[tags->count++];
    *e = (tag_entry){.name = name, .name_len = (uint32_t)len};
    tags->seen |= bit;
    tags->used += len;
    return e;
}

/* A copy of the text: what is stored has been counted, so that there is room. */
static const char *store(tag_list *tags, const char *text, size_t len)
{
    char *to = tags->bytes + tags->stored;
    if (text >= tags->bytes && text < tags->bytes + TAG_BYTES)
        return text;
    memcpy(to, text, len);
    tags->stored += len;
    return to;
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
               bool escaped)
{
    tag_entry *e = entry_of(tags, name, name_len);
    if (!e || TAG_BYTES - tags->used < len) {
        tags->too_large = true;
        return;
    }
    e->value = value;
    if (escaped && memchr(value, '\\', len)) {
        e->value = tags->bytes + tags->stored;
        len = undo_escapes(tags->bytes + tags->stored, value, len);
        tags->stored += len;
    }
    e->value_len = (uint32_t)len;
    tags->used += len;
}

void tags_add(tag_list *tags, const char *name, const char *value)
{
    size_t len = strlen(value);
    tag_entry *e = entry_of(tags, name, strlen(name));
    if (!e || TAG_BYTES - tags->used < len) {
        tags->too_large = true;
        return;
    }
    tags->used += len;
    e->value = store(tags, value, len);
    e->value_len = (uint32_t)len;
}

void tags_store(tag_list *tags)
{
    for (size_t i = 0; i < tags->count; i++) {
        tag_entry *e = &tags->entries[i];
        e->name = store(tags, e->name, e->name_len);
        if (e->value)
            e->value = store(tags, e->value, e->value_len);
    }
}

const char *tags_find(const tag_list *tags, const char *name, size_t *len)
{
    size_t name_len = strlen(name);
    for (size_t i = 0; i < tags->count; i++)
        if (is_named(&tags->entries[i], name, name_len)) {
            *len = tags->entries[i].value_len;
            return tags->entries[i].value ? tags->entries[i].value : "";
        }
    return NULL;
}

/* Most values are printable ASCII without quotes and backslashes, and stand in the output as they
 * are. */
static bool put_plain(out *to, const char *name, size_t name_len, const char *value, size_t len)
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
    if (put_plain(to, name, name_len, value, len))
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

static const char *const roster[] = {"Event", "Site", "Date", "Round", "White", "Black", "Result"};
enum { ROSTER = sizeof roster / sizeof *roster };

static bool in_roster(const char *name, size_t len)
{
    for (size_t i = 0; i < ROSTER; i++)
        if (strlen(roster[i]) == len && memcmp(roster[i], name, len) == 0)
            return true;
    return false;
}

static void put_roster(const tag_list *tags, const char *result, out *to)
{
    for (size_t i = 0; i < ROSTER; i++) {
        size_t len = 0;
        const char *value = tags_find(tags, roster[i], &len);
        if (strcmp(roster[i], "Result") == 0) {
            value = result;
            len = strlen(result);
        } else if (!value || len == 0) {
            value = strcmp(roster[i], "Date") == 0 ? "????.??.??" : "?";
            len = strlen(value);
        }
        put_tag(to, roster[i], strlen(roster[i]), value, len);
    }
}

static int compare_names(const tag_entry *a, const tag_entry *b)
{
    size_t len = a->name_len < b->name_len ? a->name_len : b->name_len;
    int order = memcmp(a->name, b->name, len);
    return order != 0 ? order : a->name_len < b->name_len ? -1 : a->name_len > b->name_len;
}

/* Sorts by insertion, which is enough for some twenty tags. */
static size_t sort_others(const tag_list *tags, const tag_entry **sorted)
{
    size_t count = 0;
    for (size_t i = 0; i < tags->count; i++) {
        const tag_entry *e = &tags->entries[i];
        size_t at = count;
        if (in_roster(e->name, e->name_len))
            continue;
        for (; at > 0 && compare_names(sorted[at - 1], e) > 0; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = e;
        count++;
    }
    return count;
}

void tags_write_pgn(const tag_list *tags, const char *result, out *to)
{
    const tag_entry *sorted[TAG_LIMIT];
    put_roster(tags, result, to);
    size_t count = sort_others(tags, sorted);
    for (size_t i = 0; i < count; i++)
        put_tag(to, sorted[i]->name, sorted[i]->name_len, sorted[i]->value ? sorted[i]->value : "",
                sorted[i]->value_len);
}

static void put_named(const tag_list *tags, const char *name, out *to)
{
    size_t len = 0;
    const char *value = tags_find(tags, name, &len);
    if (value)
        put_tag(to, name, strlen(name), value, len);
}

static void put_start(const tag_list *tags, out *to)
{
    put_named(tags, "FEN", to);
    put_named(tags, "SetUp", to);
    put_named(tags, "Variant", to);
}

static bool is_one_of(const char *name, const char *list)
{
    size_t len = strlen(name);
    for (; *list != '\0'; list += strcspn(list, ","), list += *list == ',')
        if (strcspn(list, ",") == len && memcmp(list, name, len) == 0)
            return true;
    return false;
}

/* Writes the tags of a list, except those that have a place of their own. */
static void put_list(const tag_list *tags, const char *list, const char *result, out *to)
{
    for (const char *name = list; *name != '\0';) {
        char tag[256];
        size_t len = strcspn(name, ",");
        snprintf(tag, sizeof tag, "%.*s", (int)len, name);
        if (strcmp(tag, "Result") == 0)
            put_tag(to, "Result", 6, result, strlen(result));
        else if (!is_one_of(tag, "Event,FEN,SetUp,Variant"))
            put_named(tags, tag, to);
        name += len + (name[len] == ',');
    }
}

void tags_write_roster(const tag_list *tags, const char *added, const char *result, out *to)
{
    put_roster(tags, result, to);
    put_list(tags, added, result, to);
    put_start(tags, to);
}

void tags_write_chosen(const tag_list *tags, const char *chosen, const char *added,
                       const char *result, out *to)
{
    if (is_one_of("Event", chosen) && tags_find(tags, "Event", &(size_t){0}))
        put_named(tags, "Event", to);
    else
        put_tag(to, "Event", 5, "?", 1); /* every game begins with it */
    put_list(tags, chosen, result, to);
    put_list(tags, added, result, to);
    put_start(tags, to);
}

void tags_write_json(const tag_list *tags, out *to)
{
    for (size_t i = 0; i < tags->count; i++) {
        const tag_entry *e = &tags->entries[i];
        if (i > 0)
            out_text(to, ",");
        out_json(to, e->name, e->name_len);
        out_text(to, ":");
        out_json(to, e->value ? e->value : "", e->value_len);
    }
}
