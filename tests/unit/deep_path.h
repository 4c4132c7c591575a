/* deep_path.h: paths that are as long as a test wants them. */
#ifndef ARB_TESTS_DEEP_PATH_H
#define ARB_TESTS_DEEP_PATH_H

#include "check.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A path of so many bytes below a folder; the folders on the way to it are made. Valid until the
 * next call. */
static inline const char *deep_path(const char *top, size_t len)
{
    static char path[4000];
    snprintf(path, sizeof path, "%s", top);
    for (size_t at = strlen(top), part = 0; at < len; at++, part++) {
        bool begins = part % 200 == 0 && (part == 0 || at + 1 < len);
        if (begins && part > 0) {
            path[at] = '\0';
            mkdir(path, 0755);
        }
        path[at] = begins ? '/' : 'n';
    }
    path[len] = '\0';
    return path;
}

/* Writes a file, which may have a longer path than the system takes: it is reached from its
 * folder. */
static inline void put_deep_file(const char *path, const char *text)
{
    char folder[4000];
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    CHECK_EQ_INT(chdir(folder), 0);
    FILE *out = fopen(strrchr(path, '/') + 1, "w");
    CHECK(out != NULL && fputs(text, out) >= 0 && fclose(out) == 0);
    CHECK_EQ_INT(chdir("/"), 0);
}

#endif
