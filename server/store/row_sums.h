/* row_sums.h: checksums of rows and ids of games, the same in every kind of store. Layer: server.
 */
#ifndef ARB_SERVER_ROW_SUMS_H
#define ARB_SERVER_ROW_SUMS_H

#include <stdint.h>

/* ---- sums ---- */

/* FNV-1a over the values of a row: whatever single value is changed, the sum is another. */
typedef uint64_t row_sum;
static const row_sum row_sum_start = 14695981039346656037u;
row_sum sum_number(row_sum sum, int64_t value);
row_sum sum_text(row_sum sum, const char *text);
/* The sum of the summary of a game. */
row_sum summary_row_sum(int64_t row, int64_t head, int64_t version, int64_t plies,
                        const char *result, int64_t updated);

row_sum record_sum(const char *room, const char *key, const char *value);

/* ---- ids ---- */

/* Games are numbered by their rows; outside they have ids that tell nothing of their order. */
typedef struct {
    int64_t plain_rows; /* older games, up to this row, have their row as their id */
    uint64_t secret[2]; /* the key that hides the order of the other games */
} row_ids;
int64_t id_of_row(const row_ids *ids, int64_t row);
int64_t row_of_id(const row_ids *ids, int64_t id);

#endif
