/* row_sums.c: sums of rows and ids of games. Layer: server. */
#include "server/store/row_sums.h"

#include <stddef.h>

row_sum sum_number(row_sum sum, int64_t value)
{
    for (int i = 0; i < 8; i++)
        sum = (sum ^ ((uint64_t)value >> (8 * i) & 0xFF)) * 1099511628211u;
    return sum;
}

row_sum sum_text(row_sum sum, const char *text)
{
    const unsigned char *at = (const unsigned char *)(text != NULL ? text : "");
    for (; *at != 0; at++)
        sum = (sum ^ *at) * 1099511628211u;
    return (sum ^ 0x100) * 1099511628211u; /* marks the end of a value, so that values divided
                                              elsewhere give a different sum */
}

row_sum record_sum(const char *room, const char *key, const char *value)
{
    return sum_text(sum_text(sum_text(row_sum_start, room), key), value);
}

row_sum summary_row_sum(int64_t row, int64_t head, int64_t version, int64_t plies,
                        const char *result, int64_t updated)
{
    row_sum sum = sum_number(sum_number(sum_number(row_sum_start, row), head), version);
    return sum_number(sum_text(sum_number(sum, plies), result), updated);
}

/* ---- ids ---- */

enum { HALF = 28, ROUNDS = 6 };
static const uint64_t half_mask = (UINT64_C(1) << HALF) - 1;

static uint64_t mix(uint64_t value)
{
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
    value = (value ^ value >> 27) * 0x94D049BB133111EBu;
    return value ^ value >> 31;
}

static uint64_t round_of(const row_ids *ids, int number, uint64_t half)
{
    return mix(mix(ids->secret[0] + (uint64_t)number * 0x9E3779B97F4A7C15u + half) ^
               ids->secret[1]) &
           half_mask;
}

/* Turns a row into an id by a Feistel network, which gives every row its own id below 2 to the
 * power of 56. */
static uint64_t hide(const row_ids *ids, uint64_t row)
{
    uint64_t left = row >> HALF, right = row & half_mask;
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t next = left ^ round_of(ids, i, right);
        left = right;
        right = next;
    }
    return left << HALF | right;
}

static uint64_t find(const row_ids *ids, uint64_t id)
{
    uint64_t left = id >> HALF, right = id & half_mask;
    for (int i = ROUNDS; i-- > 0;) {
        uint64_t before = right ^ round_of(ids, i, left);
        right = left;
        left = before;
    }
    return left << HALF | right;
}

int64_t id_of_row(const row_ids *ids, int64_t row)
{
    if (row <= ids->plain_rows)
        return row;
    uint64_t id = (uint64_t)row;
    do /* skips an id that an older game has */
        id = hide(ids, id);
    while (id <= (uint64_t)ids->plain_rows);
    return (int64_t)id;
}

int64_t row_of_id(const row_ids *ids, int64_t id)
{
    if (id <= ids->plain_rows)
        return id;
    if ((uint64_t)id >> (2 * HALF) != 0)
        return 0;
    uint64_t row = (uint64_t)id;
    do
        row = find(ids, row);
    while (row <= (uint64_t)ids->plain_rows);
    return (int64_t)row;
}
