/* sha256.h: the hash of FIPS 180-4. Layer: common. Knows nothing of chess. */
#ifndef ARB_COMMON_SHA256_H
#define ARB_COMMON_SHA256_H

#include <stddef.h>

enum { SHA256_HEX = 65 }; /* with the NUL */

void sha256_hex(const void *bytes, size_t len, char hex[SHA256_HEX]);

#endif
