/* data_folder.c: finds the default folder for a user's games. Layer: cli. */
#include "cli/io/data_folder.h"

#include "cli/io/io.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool cli_data_folder(char *folder, size_t cap, const char *otherwise)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int len = -1;
    if (home == NULL || home[0] != '/')
        home = otherwise;
    if (data != NULL && data[0] == '/')
        len = snprintf(folder, cap, "%s/arbiter", data);
    else if (home != NULL)
        len = snprintf(folder, cap, "%s/.local/share/arbiter", home);
    return len >= 0 && (size_t)len < cap;
}

bool cli_make_folders(char *path)
{
    for (char *at = path + 1;; at++) {
        if (*at != '/' && *at != '\0')
            continue;
        char end = *at;
        *at = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return false;
        *at = end;
        if (end == '\0')
            return true;
    }
}

bool cli_default_store(char *path, bool make)
{
    char folder[CLI_STORE_PATH - 16];
    if (!cli_data_folder(folder, sizeof folder, ".") || (make && !cli_make_folders(folder))) {
        cli_error("there is no folder for the games: %s; name a file with --store",
                  strerror(errno));
        return false;
    }
    snprintf(path, CLI_STORE_PATH, "%s/games.db", folder);
    return true;
}
