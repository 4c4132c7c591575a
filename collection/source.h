/* source.h: bytes from a file, whatever it is packed with. Layer: collection. */
#ifndef ARB_COLLECTION_SOURCE_H
#define ARB_COLLECTION_SOURCE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct source source;

/* Opens a file, or stdin for "-". Its first bytes tell whether it is packed by gzip, zstd or bzip2,
 * or not at all. Returns NULL if it cannot; errno says why. Once `stop`, which may be NULL, is set,
 * no read waits for more. */
source *source_open(const char *path, atomic_int *stop);
void source_close(source *s);

/* Goes on at this byte of a file that is not packed. Returns false if it cannot. */
bool source_seek(source *s, uint64_t offset);

/* Reads the next bytes. Returns 0 at the end, if reading was stopped, or if something went wrong:
 * then source_error says what. */
size_t source_read(source *s, char *buf, size_t cap);
bool source_stopped(const source *s);      /* Was reading stopped before the end? */
const char *source_error(const source *s); /* What went wrong; NULL: nothing. */

/* For a progress bar: bytes of the file read so far, and its size; 0 if that is not known. */
uint64_t source_taken(const source *s);
uint64_t source_size(const source *s);
bool source_packed(const source *s);
int source_file(const source *s); /* The file's descriptor. */

#endif
