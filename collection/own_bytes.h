/* own_bytes.h: copies games byte for byte into two files, one for faulty games. Layer: collection.
 */
#ifndef ARB_COLLECTION_OWN_BYTES_H
#define ARB_COLLECTION_OWN_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Bytes of a game to be copied. */
typedef struct {
    size_t begin, len;
    bool last, faulty;
} piece;

typedef struct {
    FILE *good, *bad; /* where good games and faulty ones go; NULL: nowhere */
    FILE *spool;      /* the beginning of a game whose end is not known */
} own_bytes;

/* Takes a piece of the block `text`. Returns false if there is no room for a temporary file. */
bool own_bytes_put(own_bytes *o, const char *text, const piece *p);
void own_bytes_free(own_bytes *o);

#endif
