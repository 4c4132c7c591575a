/* secret.h: makes texts that cannot be guessed, for seats and tokens. Layer: server. */
#ifndef ARB_SERVER_SECRET_H
#define ARB_SERVER_SECRET_H

#include <stdbool.h>

enum { SECRET_LIMIT = 27 }; /* with its NUL */

/* 156 bits from the system, as letters. False: the system has none. */
bool secret_make(char secret[SECRET_LIMIT]);

#endif
