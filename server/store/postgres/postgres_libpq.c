/* postgres_libpq.c: looks up the calls of libpq in the library that is installed on this machine.
 * Layer: server. */
#include "server/store/postgres/libpq.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

libpq_calls libpq;

bool libpq_load(char *why, size_t cap)
{
    static void *library; /* stays loaded until the process ends */
    if (library != NULL)
        return true;
    void *found = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (found == NULL) {
        snprintf(why, cap, "PostgreSQL's client library cannot be loaded: %.200s", dlerror());
        return false;
    }
    void *call = NULL;
    bool whole = true;
    /* POSIX lets a void pointer hold a function's address; copying its bytes is how ISO C allows
     * that. */
#define LIBPQ_FIND(name)                                                                           \
    call = dlsym(found, #name);                                                                    \
    whole &= call != NULL;                                                                         \
    memcpy(&libpq.name, &call, sizeof call);
    LIBPQ_CALLS(LIBPQ_FIND)
#undef LIBPQ_FIND
    if (!whole) {
        snprintf(why, cap, "PostgreSQL's client library libpq.so.5 lacks calls: it is too old");
        return false;
    }
    library = found;
    return true;
}
