/* row_sums.h: checksums of rows and ids of games, the same in every kind of store. Layer: server.
 */
#ifndef ARB_SERVER_ROW_SUMS_H
#define ARB_SERVER_ROW_SUMS_H

#include <stdint.h>

/* ---- sums ---- */

/* A checksum, FNV-1a over the values of a row: if any single value is changed, the sum differs. */
typedef uint64_t row_sum;
static const row_sum row_sum_start = 14695981039346656037u;
row_sum sum_number(row_sum sum, int64_t value);
row_sum sum_text(row_sum sum, const char *text);
/* The checksum of a game's summary. */
row_sum summary_row_sum(int64_t row, int64_t head, int64_t version, int64_t plies,
                        const char *result, int64_t updated);

row_sum record_sum(const char *room, const char *key, const char *value);

/* ---- ids ---- */

/* Games are numbered by their rows; to the outside they have ids that reveal nothing of their
 * order. */
typedef struct {
    int64_t plain_rows; /* in older games, up to this row, the id is the row itself */
    uint64_t secret[2]; /* the key that hides the order of the other games */
} row_ids;
int64_t id_of_row(const row_ids *ids, int64_t row);
int64_t row_of_id(const row_ids *ids, int64_t id);

#endif
