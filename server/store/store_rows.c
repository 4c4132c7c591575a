/* store_rows.c: sums of rows and ids of games. Layer: server. */
#include "server/store/store_rows.h"

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
    return (sum ^ 0x100) * 1099511628211u; /* marks the end of a value, so that values split
                                              elsewhere give another sum */
}

row_sum sum_columns(sqlite3_stmt *q, int first, int end)
{
    row_sum sum = row_sum_start;
    for (int i = first; i < end; i++)
        sum = sqlite3_column_type(q, i) == SQLITE_INTEGER
                  ? sum_number(sum, sqlite3_column_int64(q, i))
                  : sum_text(sum, store_text(q, i));
    return sum;
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

static uint64_t round_of(const store *s, int number, uint64_t half)
{
    return mix(mix(s->secret[0] + (uint64_t)number * 0x9E3779B97F4A7C15u + half) ^ s->secret[1]) &
           half_mask;
}

/* A Feistel network: every row has its id, every id its row, below 2 to the power of 56. */
static uint64_t hide(const store *s, uint64_t row)
{
    uint64_t left = row >> HALF, right = row & half_mask;
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t next = left ^ round_of(s, i, right);
        left = right;
        right = next;
    }
    return left << HALF | right;
}

static uint64_t find(const store *s, uint64_t id)
{
    uint64_t left = id >> HALF, right = id & half_mask;
    for (int i = ROUNDS; i-- > 0;) {
        uint64_t before = right ^ round_of(s, i, left);
        right = left;
        left = before;
    }
    return left << HALF | right;
}

int64_t store_id_of_row(const store *s, int64_t row)
{
    if (row <= s->plain_rows)
        return row;
    uint64_t id = (uint64_t)row;
    do /* an id that an older game has is skipped */
        id = hide(s, id);
    while (id <= (uint64_t)s->plain_rows);
    return (int64_t)id;
}

int64_t store_row_of_id(const store *s, int64_t id)
{
    if (id <= s->plain_rows)
        return id;
    if ((uint64_t)id >> (2 * HALF) != 0)
        return 0;
    uint64_t row = (uint64_t)id;
    do
        row = find(s, row);
    while (row <= (uint64_t)s->plain_rows);
    return (int64_t)row;
}
