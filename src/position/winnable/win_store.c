/* win_store.c: the positions that a search has seen, in the caller's memory. Layer: position. Knows
 * nothing of chess: a position is its key.
 *
 * Each position is kept once, with the move and the position that it came from. Positions that have
 * not been expanded wait in queues, one for each plan; a queue is a row of buckets, the most
 * promising first. The hash table grows with the number of positions, so that a short search does
 * not have to clear a large table. */
#include "position/winnable/winnable.h"

#include <string.h>

enum { FIRST_TABLE = 512, LEAST_NODES = 256, LONGEST_PATH = 8192 };

static size_t floor_power(size_t n)
{
    size_t power = 1;
    while (power <= n / 2)
        power *= 2;
    return power;
}

/* Half of the table stays empty. */
static size_t table_for(size_t nodes)
{
    size_t table = FIRST_TABLE;
    while (table < 2 * nodes)
        table *= 2;
    return table;
}

size_t arb_winnable_memory(uint64_t nodes)
{
    /* A node takes less than 64 bytes, so the sum fits a size_t of 32 bits too. */
    const uint64_t limit = SIZE_MAX / 64 < UINT32_MAX / 8 ? SIZE_MAX / 64 : UINT32_MAX / 8;
    size_t count = (size_t)(nodes < limit ? nodes : limit) + LEAST_NODES;
    return LONGEST_PATH * sizeof(arb__win_step) + count * sizeof(arb__win_node) +
           table_for(count) * sizeof(uint32_t) + 64;
}

bool arb__store_lay_out(arb__win_store *store, void *memory, size_t size)
{
    size_t off = (size_t)(-(uintptr_t)memory & 15u);
    if (memory == NULL || size < off + 32 * 1024)
        return false;
    char *at = (char *)memory + off;
    size -= off;
    size_t path = size / 8 / sizeof *store->path;
    path = path < LONGEST_PATH ? path : LONGEST_PATH;
    size -= path * sizeof *store->path;
    /* The table has two entries or more for each node, and its size is a power of two: the next
     * larger power is taken if more nodes fit beside it. */
    size_t nodes = size / (sizeof *store->nodes + 2 * sizeof *store->table);
    size_t table = floor_power(2 * nodes);
    if (table < 2 * nodes && table * 2 * sizeof *store->table < size) {
        size_t other = (size - table * 2 * sizeof *store->table) / sizeof *store->nodes;
        if (other > table / 2) {
            table *= 2;
            nodes = other;
        }
    }
    if (nodes > table / 2)
        nodes = table / 2;
    if (nodes > UINT32_MAX / 8) {
        nodes = UINT32_MAX / 8;
        table = table_for(nodes);
    }
    store->nodes = (arb__win_node *)(void *)at;
    store->path = (arb__win_step *)(void *)(at + nodes * sizeof *store->nodes);
    store->table = (uint32_t *)(void *)(store->path + path);
    store->cap = (uint32_t)nodes;
    store->table_cap = (uint32_t)table;
    store->path_cap = (uint32_t)path;
    return nodes >= LEAST_NODES;
}

static uint32_t *find(const arb__win_store *store, uint64_t key)
{
    uint32_t at = (uint32_t)(key >> 32) & store->mask;
    while (store->table[at] != 0 && store->nodes[store->table[at] - 1].key != key)
        at = (at + 1) & store->mask;
    return &store->table[at];
}

static void make_table(arb__win_store *store, uint32_t size)
{
    store->mask = size - 1;
    memset(store->table, 0, size * sizeof *store->table);
    for (uint32_t i = 0; i < store->count; i++)
        *find(store, store->nodes[i].key) = i + 1;
}

void arb__store_start(arb__win_store *store, uint64_t key)
{
    store->count = 1;
    store->nodes[ARB__ROOT] = (arb__win_node){.key = key};
    store->first = 0;
    for (unsigned queue = 0; queue < ARB__QUEUES; queue++)
        store->lowest[queue] = ARB__BUCKETS;
    memset(store->head, 0, sizeof store->head);
    make_table(store, store->table_cap < FIRST_TABLE ? store->table_cap : FIRST_TABLE);
}

arb__store_result arb__store_add(arb__win_store *store, uint64_t key, uint32_t parent,
                                 arb_move move)
{
    uint32_t *place = find(store, key);
    if (*place != 0)
        return ARB__STORE_KNOWN;
    if (store->count == store->cap)
        return ARB__STORE_FULL;
    *place = store->count + 1;
    store->nodes[store->count] =
        (arb__win_node){.key = key,
                        .parent = parent,
                        .move = move,
                        .depth = (uint16_t)(store->nodes[parent].depth + 1)};
    store->count++;
    if (store->count > store->mask / 2 && store->mask + 1 < store->table_cap)
        make_table(store, (store->mask + 1) * 4 < store->table_cap ? (store->mask + 1) * 4
                                                                   : store->table_cap);
    return ARB__STORE_NEW;
}

void arb__store_queue(arb__win_store *store, unsigned queue, unsigned bucket)
{
    uint32_t node = store->count - 1;
    store->nodes[node].next[queue] = store->head[queue][bucket];
    store->head[queue][bucket] = node;
    if (bucket < store->lowest[queue])
        store->lowest[queue] = bucket;
}

bool arb__store_take(arb__win_store *store, unsigned queue, uint32_t *node)
{
    while (store->lowest[queue] < ARB__BUCKETS) {
        uint32_t *head = &store->head[queue][store->lowest[queue]];
        if (*head == 0) {
            store->lowest[queue]++;
            continue;
        }
        *node = *head;
        *head = store->nodes[*node].next[queue];
        if (!store->nodes[*node].done)
            return true;
    }
    return false;
}

bool arb__store_oldest(arb__win_store *store, uint32_t *node)
{
    while (store->first < store->count && store->nodes[store->first].done)
        store->first++;
    *node = store->first;
    return store->first < store->count;
}
