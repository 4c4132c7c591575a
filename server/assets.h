/* assets.h: the page's files, which are part of the program. Layer: server. The table is written by
 * tools/site/embed.cmake from the folder web. */
#ifndef ARB_SERVER_ASSETS_H
#define ARB_SERVER_ASSETS_H

#include <stddef.h>

typedef struct {
    const char *path; /* "/index.html" */
    const char *hash;
    const unsigned char *bytes;
    size_t len;
    const unsigned char *packed; /* the content packed by gzip; NULL: it is not packed */
    size_t packed_len;
} asset;

extern const asset assets[];
extern const size_t asset_count;

#endif
