/* paged_file.h: a file in pages with a check value each, so that a reader notices damage. Layer:
 * collection.
 *
 * Does not know what the pages hold. Places count only the content of the pages. Numbers are
 * little-endian. */
#ifndef ARB_COLLECTION_PAGED_FILE_H
#define ARB_COLLECTION_PAGED_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { PAGE_BYTES = 4096, PAGE_TEXT = PAGE_BYTES - 8, PAGES_AT_ONCE = 16 };

/* A hash of any bytes. It is good enough where nobody chooses the bytes so that hashes are equal.
 * */
uint64_t bytes_hash(const void *bytes, size_t len, uint64_t seed);

void put_u32(unsigned char *to, uint32_t number);
void put_u64(unsigned char *to, uint64_t number);
uint32_t get_u32(const unsigned char *from);
uint64_t get_u64(const unsigned char *from);

/* ---- writing, from front to back ---- */

typedef struct {
    FILE *file;
    uint64_t number; /* the number of the current page */
    size_t used;
    unsigned char page[PAGE_BYTES];
} paged_out;

/* Begins to write at page `number`, where the file must stand. */
void paged_begin(paged_out *p, FILE *file, uint64_t number);
void paged_put(paged_out *p, const void *bytes, size_t len);
/* The place where the next byte goes. */
uint64_t paged_place(const paged_out *p);
/* Writes the last page, filled up with zeros. The file tells whether all could be written. */
void paged_end(paged_out *p);

/* ---- reading, at any place ---- */

typedef struct {
    int file;
    uint64_t pages;         /* the number of whole pages in the file */
    uint64_t first, loaded; /* the pages that are in `window` */
    unsigned char window[PAGES_AT_ONCE * PAGE_BYTES];
} paged_in;

void paged_open(paged_in *p, int file, uint64_t size);
/* Returns false if the file ends before the last of the bytes, cannot be read, or is damaged
 * there. */
bool paged_read(paged_in *p, uint64_t place, void *to, size_t len);

#endif
