/* source.h: bytes from a file, whatever it is packed with. Room: collection. */
#ifndef ARB_COLLECTION_SOURCE_H
#define ARB_COLLECTION_SOURCE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct source source;

/* Opens a file, "-" for stdin. Its first bytes tell whether it is packed by gzip, zstd or bzip2,
 * or not at all. NULL: errno says why. Once `stop`, which may be NULL, is set, no read waits for
 * more. */
source *source_open(const char *path, atomic_int *stop);
void source_close(source *s);

/* Goes on at this byte of an unpacked file. False: it cannot. */
bool source_seek(source *s, uint64_t offset);

/* The next bytes; 0 at the end, when stopped, or when something went wrong: then source_error says
 * what. */
size_t source_read(source *s, char *buf, size_t cap);
bool source_stopped(const source *s);      /* before the end */
const char *source_error(const source *s); /* NULL: nothing */

/* For a progress bar: bytes of the file taken so far, and its size, 0 if not known. */
uint64_t source_taken(const source *s);
uint64_t source_size(const source *s);
bool source_packed(const source *s);
int source_file(const source *s); /* its descriptor */

#endif
