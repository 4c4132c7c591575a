/* blocks.h: a file in blocks that can be checked apart. Layer: collection. */
#ifndef ARB_COLLECTION_BLOCKS_H
#define ARB_COLLECTION_BLOCKS_H

#include "collection/source.h"

enum { BLOCK_SIZE = 512 << 10 };

typedef struct {
    source *source;
    uint64_t offset;   /* where the next block begins in the (unpacked) text */
    uint64_t end;      /* the byte where reading ends */
    bool event_at_end; /* an [Event line stands at `end` */
    bool at_end;
    bool in_game;    /* the last block did not end with a game */
    size_t tail_len; /* bytes of the last block that belong to the next one */
    char tail[BLOCK_SIZE];
} blocks;

typedef struct {
    size_t len;
    uint64_t offset;
    bool begins;        /* the block begins with a new game */
    bool ends;          /* the block ends with the end of a game */
    bool event_follows; /* an [Event line follows the block */
    char text[BLOCK_SIZE];
} block;

void blocks_begin(blocks *b, source *s);
/* Skips this many bytes, and counts the lines and [Event lines in them. */
void blocks_skip(blocks *b, uint64_t bytes, uint64_t *lines, uint64_t *games);
/* Goes on at this byte, which may be in the middle of a game. Returns false if it cannot. */
bool blocks_seek(blocks *b, uint64_t offset);
/* Reads only these bytes, which begin with a game; `event_follows` says whether an [Event line
 * comes next. Returns false if it cannot. */
bool blocks_range(blocks *b, uint64_t begin, uint64_t end, bool event_follows);
/* Returns false at the end, or if reading failed (source_error tells). A block ends before an
 * [Event line; a game that does not fit is cut at the end of a line and goes on in the next
 * block. If reading was stopped, the last block holds only whole games. */
bool blocks_next(blocks *b, block *to);

#endif
