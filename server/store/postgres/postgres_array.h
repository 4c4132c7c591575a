/* postgres_array.h: arrays in PostgreSQL's binary format: with them a whole batch of rows takes
 * only a few parameters. Layer: server. */
#ifndef ARB_SERVER_POSTGRES_ARRAY_H
#define ARB_SERVER_POSTGRES_ARRAY_H

#include "common/text_builder.h"

#include <stdint.h>

typedef struct {
    text_builder bytes; /* what is sent to the database; empty until the first value */
    uint32_t count;
    bool texts;
} pg_array;

void pg_array_clear(pg_array *array, bool texts);
void pg_array_add(pg_array *array, int64_t number);
void pg_array_add_text(pg_array *array, const char *text);
/* Completes the array and returns the bytes to send. */
const char *pg_array_bytes(pg_array *array, int *len);
void pg_array_free(pg_array *array);

#endif
