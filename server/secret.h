/* secret.h: makes texts that cannot be guessed, for seats and tokens. Layer: server. */
#ifndef ARB_SERVER_SECRET_H
#define ARB_SERVER_SECRET_H

#include <stdbool.h>

enum { SECRET_LIMIT = 27 }; /* with the NUL */

/* Writes 156 random bits of the system as letters. Returns false if the system gives none. */
bool secret_make(char secret[SECRET_LIMIT]);

#endif
