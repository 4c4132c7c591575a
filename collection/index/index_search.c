/* index_search.c: answers a query by an index: as sets of games, and the ranges of text that hold
 * them. Layer: collection. */
#define _GNU_SOURCE /* memmem */
#include "collection/index/index_search.h"
#include "common/smaller_of.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAMES_AT_ONCE = 128 << 10 };

struct index_search {
    int file;
    index_head head;
    bool sound;   /* no damaged page has been found so far */
    size_t words; /* the size of a set of games, which has a bit for each game */
    uint64_t *found;
    uint64_t at; /* the game at which index_next goes on */
    paged_in pages;
    char names[NAMES_AT_ONCE], lower[NAMES_AT_ONCE];
};

/* ---- opening ---- */

static bool same_time(index_time a, index_time b)
{
    return a.seconds == b.seconds && a.nanoseconds == b.nanoseconds;
}

/* Is this the collection of which the index was made? Its times tell at once; if they differ, its
 * bytes are compared. */
static index_problem compare_stamp(const index_stamp *made, int file)
{
    static const index_problem unread = {"cannot be compared with it", true};
    static const index_problem other = {
        "is not of this collection, which has changed: 'arbiter index' makes it anew", false};
    index_stamp now;
    uint64_t hash;
    if (!index_stamp_of(file, &now))
        return unread;
    if (now.size != made->size)
        return other;
    if (!made->hurried && same_time(now.modified, made->modified) &&
        same_time(now.changed, made->changed))
        return (index_problem){NULL, false};
    if (!index_hash_of(file, &hash))
        return unread;
    return hash == made->hash ? (index_problem){NULL, false} : other;
}

static int open_beside(const char *collection)
{
    char *path = index_path(collection);
    int file = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    free(path);
    return file;
}

static index_problem read_head(index_search *s)
{
    unsigned char bytes[INDEX_HEAD];
    const char *why = "";
    index_stamp status;
    if (!index_stamp_of(s->file, &status))
        return (index_problem){"cannot be read", true};
    paged_open(&s->pages, s->file, status.size);
    if (status.size < PAGE_BYTES || !paged_read(&s->pages, 0, bytes, sizeof bytes))
        return (index_problem){"is no index of a collection, or damaged", false};
    bool ok = index_head_get(&s->head, bytes, s->pages.pages, &why);
    return (index_problem){ok ? NULL : why, false};
}

index_search *index_open(const char *collection, int file, index_problem *problem)
{
    *problem = (index_problem){NULL, false};
    int beside = open_beside(collection);
    if (beside < 0) {
        if (errno != ENOENT && errno != ENOTDIR)
            *problem = (index_problem){"cannot be opened", true};
        return NULL;
    }
    index_search *s = calloc(1, sizeof *s);
    if (!s) {
        close(beside);
        *problem = (index_problem){"needs more memory", true};
        return NULL;
    }
    s->file = beside;
    s->sound = true;
    *problem = read_head(s);
    if (!problem->text)
        *problem = compare_stamp(&s->head.stamp, file);
    if (!problem->text)
        return s;
    index_close(s);
    return NULL;
}

void index_close(index_search *s)
{
    if (!s)
        return;
    close(s->file);
    free(s->found);
    free(s);
}

uint64_t index_games(const index_search *s)
{
    return s->head.games;
}

bool index_is_sound(index_search *s)
{
    char byte;
    for (uint64_t page = 0; page < s->pages.pages; page++)
        if (!paged_read(&s->pages, page * PAGE_TEXT, &byte, 1))
            return false;
    return true;
}

/* ---- sets of games ---- */

static void add_game(uint64_t *set, uint64_t game)
{
    set[game / 64] |= UINT64_C(1) << game % 64;
}

static bool has_game(const uint64_t *set, uint64_t game)
{
    return (set[game / 64] >> game % 64 & 1) != 0;
}

static bool read_at(index_search *s, uint64_t place, void *to, size_t len)
{
    s->sound = s->sound && paged_read(&s->pages, place, to, len);
    return s->sound;
}

static uint32_t posting_key(index_search *s, uint64_t number)
{
    unsigned char bytes[INDEX_POSTING] = {0};
    read_at(s, s->head.postings_at + number * INDEX_POSTING, bytes, sizeof bytes);
    return get_u32(bytes);
}

/* Adds the games in which a position with this key occurs. */
static void add_position(index_search *s, uint64_t key, uint64_t *set)
{
    const index_head *h = &s->head;
    unsigned char bytes[16] = {0};
    uint64_t entry = h->key_bits == 0 ? 0 : key >> (64 - h->key_bits);
    uint32_t wanted = (uint32_t)(key << h->key_bits >> 32);
    read_at(s, h->directory_at + 8 * entry, bytes, sizeof bytes);
    uint64_t low = get_u64(bytes), high = get_u64(bytes + 8), end = high;
    if (low > high || high > h->postings)
        s->sound = false;
    while (s->sound && low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (posting_key(s, middle) < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    for (; s->sound && low < end; low++) {
        if (!read_at(s, h->postings_at + low * INDEX_POSTING, bytes, INDEX_POSTING) ||
            get_u32(bytes) != wanted)
            return;
        uint32_t game = get_u32(bytes + 4);
        if (game >= h->games)
            s->sound = false;
        else
            add_game(set, game);
    }
}

/* ---- names ---- */

static char lower(char c)
{
    return (unsigned char)(c - 'A') < 26 ? (char)(c + 32) : c;
}

static uint64_t count_lines(const char *text, size_t len)
{
    uint64_t lines = 0;
    for (size_t i = 0; i < len; i++)
        lines += text[i] == '\n';
    return lines;
}

/* Does the test ask for the name of this side? */
static bool asks_side(const query_test *t, bool black)
{
    return t->field == FIELD_PLAYER || strcmp(t->name, black ? "Black" : "White") == 0;
}

/* Searches whole lines of names, White's and Black's in turn; the first is number `line` of all.
 * It looks for the letters in either case, and asks the test itself only about names that have
 * them. */
static void look_at_names(index_search *s, const query_test *t, size_t len, uint64_t line,
                          uint64_t *set)
{
    char wanted[QUERY_TEXT];
    size_t wanted_len = strlen(t->value), counted = 0;
    for (size_t i = 0; i < wanted_len; i++)
        wanted[i] = lower(t->value[i]);
    for (size_t i = 0; i < len; i++)
        s->lower[i] = lower(s->names[i]);
    for (size_t at = 0; at < len;) {
        const char *hit = memmem(s->lower + at, len - at, wanted, wanted_len);
        if (!hit)
            return;
        size_t begin = (size_t)(hit - s->lower);
        line += count_lines(s->names + counted, begin - counted);
        counted = begin;
        while (begin > 0 && s->names[begin - 1] != '\n')
            begin--;
        const char *end = memchr(s->names + counted, '\n', len - counted);
        at = end ? (size_t)(end - s->names) + 1 : len;
        if (line / 2 >= s->head.games)
            s->sound = false;
        else if (asks_side(t, line % 2 != 0) && value_passes(t, s->names + begin, at - 1 - begin))
            add_game(set, line / 2);
        if (!s->sound)
            return;
    }
}

static void add_named(index_search *s, const query_test *t, uint64_t *set)
{
    uint64_t read = 0, lines = 0;
    size_t kept = 0;
    while (read < s->head.names && s->sound) {
        uint64_t left = s->head.names - read;
        size_t part = (size_t)smaller_of(left, NAMES_AT_ONCE - kept);
        if (!read_at(s, s->head.names_at + read, s->names + kept, part))
            return;
        read += part;
        size_t len = kept + part, whole = len;
        while (whole > 0 && s->names[whole - 1] != '\n')
            whole--;
        if (whole == 0) { /* no name is as long as the window */
            s->sound = false;
            return;
        }
        look_at_names(s, t, whole, lines, set);
        lines += count_lines(s->names, whole);
        kept = len - whole;
        memmove(s->names, s->names + whole, kept);
    }
}

/* ---- the query ---- */

static bool is_indexed(const query *q, const query_test *t)
{
    bool by_name =
        t->field == FIELD_PLAYER ||
        (t->field == FIELD_TAG && (strcmp(t->name, "White") == 0 || strcmp(t->name, "Black") == 0));
    if (by_name)
        return (t->sign == TEST_IS || t->sign == TEST_HAS) && t->value[0] != '\0';
    return t->field == FIELD_BOARD && q->boards[t->board].kind == BOARD_POSITION;
}

/* Can the node exclude some games? Calls itself for brackets, which have a limit. */
static bool helps(const query *q, unsigned at)
{
    const query_node *n = &q->nodes[at];
    switch (n->kind) {
    case NODE_TEST:
        return is_indexed(q, &q->tests[n->left]);
    case NODE_AND:
        return helps(q, n->left) || helps(q, n->right);
    case NODE_OR:
        return helps(q, n->left) && helps(q, n->right);
    case NODE_NOT:
        break;
    }
    return false;
}

bool index_helps(const query *q)
{
    return q->has_root && helps(q, q->root);
}

static uint64_t *new_set(const index_search *s)
{
    return calloc(s->words, sizeof(uint64_t));
}

static uint64_t *find_test(index_search *s, const query *q, const query_test *t)
{
    uint64_t *set = new_set(s);
    if (!set)
        return NULL;
    if (t->field == FIELD_BOARD) {
        const board_test *b = &q->boards[t->board];
        for (int i = 0; i < (b->either_colour ? 2 : 1); i++)
            add_position(s, b->of.exact.keys[i], set);
    } else {
        add_named(s, t, set);
    }
    return set;
}

/* The set of games for a node that helps. NULL: no memory. */
static uint64_t *find_node(index_search *s, const query *q, unsigned at)
{
    const query_node *n = &q->nodes[at];
    if (n->kind == NODE_TEST)
        return find_test(s, q, &q->tests[n->left]);
    if (n->kind == NODE_AND && !helps(q, n->left))
        return find_node(s, q, n->right);
    uint64_t *left = find_node(s, q, n->left);
    if (!left || (n->kind == NODE_AND && !helps(q, n->right)))
        return left;
    uint64_t *right = find_node(s, q, n->right);
    for (size_t i = 0; right && i < s->words; i++)
        left[i] = n->kind == NODE_AND ? left[i] & right[i] : left[i] | right[i];
    if (!right) {
        free(left);
        return NULL;
    }
    free(right);
    return left;
}

static bool read_game(index_search *s, uint64_t game, unsigned char bytes[INDEX_GAME])
{
    return read_at(s, s->head.games_at + game * INDEX_GAME, bytes, INDEX_GAME);
}

/* Adds the games about which only their text can answer. */
static void add_unknown(index_search *s)
{
    unsigned char bytes[INDEX_GAME];
    for (uint64_t game = 0; game < s->head.games && read_game(s, game, bytes); game++)
        if (get_u32(bytes + 12) & INDEX_UNKNOWN_TAGS)
            add_game(s->found, game);
}

bool index_next(index_search *s, index_range *range, bool *ok)
{
    unsigned char bytes[INDEX_GAME];
    uint64_t game = s->at, games = s->head.games;
    while (game < games && !has_game(s->found, game)) {
        if (game % 64 == 0 && s->found[game / 64] == 0)
            game += 64;
        else
            game++;
    }
    *ok = s->sound;
    if (game >= games || !s->sound)
        return false;
    *ok = read_game(s, game, bytes);
    *range = (index_range){.first = game, .begin = get_u64(bytes), .lines = get_u32(bytes + 8)};
    while (game < games && has_game(s->found, game))
        game++;
    s->at = game;
    range->count = game - range->first;
    range->end = s->head.stamp.size;
    if (game < games) {
        *ok = *ok && read_game(s, game, bytes);
        range->end = get_u64(bytes);
        range->event_follows = (get_u32(bytes + 12) & INDEX_EVENT_LINE) != 0;
    }
    *ok = *ok && range->begin < range->end && range->end <= s->head.stamp.size && range->lines > 0;
    range->lines--;
    return *ok;
}

/* Checks the ranges, so that a damaged one is found before any game is read. */
bool index_find(index_search *s, const query *q)
{
    index_range range;
    bool ok = true;
    free(s->found);
    s->words = (size_t)(s->head.games / 64) + 1;
    s->found = find_node(s, q, q->root);
    if (s->found && s->head.unknown_tags)
        add_unknown(s);
    s->at = 0;
    while (s->found && index_next(s, &range, &ok))
        ;
    s->at = 0;
    return s->found && s->sound && ok;
}

index_search *index_ask(const char *collection, int file, const query *q, index_problem *problem)
{
    *problem = (index_problem){NULL, false};
    index_search *s = index_helps(q) ? index_open(collection, file, problem) : NULL;
    if (!s || index_find(s, q))
        return s;
    *problem = (index_problem){"is damaged", false};
    index_close(s);
    return NULL;
}
