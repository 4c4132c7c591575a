/* perft_table.c: a table of known counts, shared by all threads. Layer: cli.
 *
 * An entry holds the whole position and the depth and is used only if both are equal, so equal
 * hashes of different positions do no harm. No thread waits: a reader that meets a writer finds
 * nothing, and a second writer gives up. */
#include "cli/batch/perft_table.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME_WORDS = 14,
    LOWEST = 3 /* plies: fewer are counted faster than they are looked up */
};

/* The key of an entry: the position as FEN without clocks, its royal squares, and the depth. */
typedef struct {
    uint64_t words[NAME_WORDS];
} full_name;

typedef struct {
    atomic_uint_fast64_t stamp; /* 0 if empty, odd while it is being written */
    atomic_uint_fast64_t count;
    atomic_uint_fast64_t name[NAME_WORDS];
} entry;

struct cli_perft_table {
    entry *entries;
    size_t count;
};

cli_perft_table *cli_perft_table_new(size_t megabytes)
{
    cli_perft_table *table = malloc(sizeof *table);
    if (table == NULL)
        return NULL;
    table->count = megabytes * ((size_t)1 << 20) / sizeof(entry);
    table->entries = calloc(table->count, sizeof(entry));
    if (table->entries == NULL) {
        free(table);
        return NULL;
    }
    return table;
}

void cli_perft_table_free(cli_perft_table *table)
{
    if (table != NULL)
        free(table->entries);
    free(table);
}

/* Makes the key. Returns false if the board is too large for an entry. */
static bool find_name(full_name *name, const arb_position *position, unsigned depth)
{
    enum { CLOCKS = 32, FIELDS = 4 };
    char fen[sizeof *name + CLOCKS] = {0};
    size_t len = arb_position_fen(position, ARB_SHREDDER_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    const arb_square royal[3] = {arb_position_royal(position, ARB_WHITE),
                                 arb_position_royal(position, ARB_BLACK), (arb_square)depth};
    size_t end = 0;
    if (len >= sizeof fen)
        return false;
    for (unsigned fields = 0; end < len && fields < FIELDS; end++)
        fields += fen[end] == ' ';
    if (end + sizeof royal > sizeof *name)
        return false;
    memset(fen + end, 0, sizeof fen - end);
    memcpy(fen + sizeof *name - sizeof royal, royal, sizeof royal);
    memcpy(name, fen, sizeof *name);
    return true;
}

static entry *find_entry(const cli_perft_table *table, const arb_position *position, unsigned depth)
{
    uint64_t number = (arb_position_key(position) ^ depth) * 0x9E3779B97F4A7C15u;
    return &table->entries[(number >> 20) % table->count];
}

/* A thread that sees a word which a writer has stored also sees that writer's stamp, because words
 * are stored with release and loaded with acquire. */
static bool read_entry(entry *e, const full_name *name, uint64_t *count)
{
    uint64_t stamp = atomic_load_explicit(&e->stamp, memory_order_acquire), differ = 0;
    if (stamp == 0 || stamp % 2 != 0)
        return false;
    for (unsigned i = 0; i < NAME_WORDS; i++)
        differ |= atomic_load_explicit(&e->name[i], memory_order_acquire) ^ name->words[i];
    *count = atomic_load_explicit(&e->count, memory_order_acquire);
    return differ == 0 && atomic_load_explicit(&e->stamp, memory_order_relaxed) == stamp;
}

static void write_entry(entry *e, const full_name *name, uint64_t count)
{
    uint_fast64_t stamp = atomic_load_explicit(&e->stamp, memory_order_relaxed);
    if (stamp % 2 != 0 ||
        !atomic_compare_exchange_strong_explicit(&e->stamp, &stamp, stamp + 1, memory_order_acquire,
                                                 memory_order_relaxed))
        return;
    for (unsigned i = 0; i < NAME_WORDS; i++)
        atomic_store_explicit(&e->name[i], name->words[i], memory_order_release);
    atomic_store_explicit(&e->count, count, memory_order_release);
    atomic_store_explicit(&e->stamp, stamp + 2, memory_order_release);
}

typedef struct {
    cli_perft_table *table;
    const arb_position *position;
    unsigned depth;
    arb_count how;
    uint64_t total;
} walk;

static bool count_below(void *context, arb_move move)
{
    walk *w = context;
    arb_position next = *w->position;
    arb_undo undo;
    arb_position_play(&next, move, &undo);
    w->total += cli_perft_count(w->table, &next, w->depth - 1, w->how);
    return true;
}

/* The depth must not exceed ARB_DEPTH_LIMIT. */
uint64_t cli_perft_count(cli_perft_table *table, const arb_position *position, unsigned depth,
                         arb_count how)
{
    full_name name;
    walk w = {table, position, depth, how, 0};
    if (table == NULL || depth < LOWEST)
        return arb_position_perft_by(position, depth, how);
    bool named = find_name(&name, position, depth);
    entry *e = find_entry(table, position, depth);
    if (named && read_entry(e, &name, &w.total))
        return w.total;
    w.total = 0;
    if (depth > LOWEST)
        arb_position_each_move(position, count_below, &w);
    else
        w.total = arb_position_perft_by(position, depth, how);
    if (named)
        write_entry(e, &name, w.total);
    return w.total;
}
