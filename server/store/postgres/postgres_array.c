/* postgres_array.c: arrays in PostgreSQL's binary format. Layer: server. */
#include "server/store/postgres/postgres_array.h"

enum { INT8_TYPE = 20, TEXT_TYPE = 25, HEAD = 20, COUNT_AT = 12 }; /* types of pg_type */

static void put(text_builder *out, uint64_t value, int bytes)
{
    char text[8];
    for (int i = 0; i < bytes; i++)
        text[i] = (char)(value >> (8 * (bytes - 1 - i)));
    text_put(out, text, (size_t)bytes);
}

/* Writes the head: dimensions, "holds NULLs", type of the elements, their count, the first
 * index. */
void pg_array_clear(pg_array *array, bool texts)
{
    array->bytes.len = 0;
    array->bytes.failed = false;
    array->count = 0;
    array->texts = texts;
    put(&array->bytes, 1, 4);
    put(&array->bytes, 0, 4);
    put(&array->bytes, texts ? TEXT_TYPE : INT8_TYPE, 4);
    put(&array->bytes, 0, 4);
    put(&array->bytes, 1, 4);
}

void pg_array_add(pg_array *array, int64_t number)
{
    put(&array->bytes, 8, 4);
    put(&array->bytes, (uint64_t)number, 8);
    array->count++;
}

void pg_array_add_text(pg_array *array, const char *text)
{
    put(&array->bytes, strlen(text), 4);
    text_puts(&array->bytes, text);
    array->count++;
}

const char *pg_array_bytes(pg_array *array, int *len)
{
    text_builder *bytes = &array->bytes;
    if (bytes->failed || bytes->len < HEAD)
        return NULL;
    for (int i = 0; i < 4; i++)
        bytes->at[COUNT_AT + i] = (char)(array->count >> (8 * (3 - i)));
    *len = (int)bytes->len;
    if (array->count == 0) { /* an empty array has no dimension */
        bytes->at[3] = 0;
        *len = COUNT_AT;
    }
    return bytes->at;
}

void pg_array_free(pg_array *array)
{
    text_free(&array->bytes);
}
