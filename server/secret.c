/* secret.c: makes texts that cannot be guessed, for seats and tokens. Layer: server. */
#include "server/secret.h"

#include <sys/random.h>

bool secret_make(char secret[SECRET_LIMIT])
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    unsigned char bytes[SECRET_LIMIT - 1];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (unsigned i = 0; i < sizeof bytes; i++)
        secret[i] = letters[bytes[i] & 63];
    secret[sizeof bytes] = '\0';
    return true;
}
