/* store_path.c: where the games are kept when nobody says where. Layer: cli. */
#include "cli/io/store_path.h"

#include "cli/io/io.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Makes a folder and those above it. */
static bool make_folder(char *path)
{
    for (char *at = path + 1;; at++) {
        if (*at != '/' && *at != '\0')
            continue;
        char kept = *at;
        *at = '\0';
        bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *at = kept;
        if (!made || kept == '\0')
            return made;
    }
}

/* $XDG_DATA_HOME/arbiter/games.db, else ~/.local/share/arbiter/games.db. */
bool cli_default_store(char *path, bool make)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char folder[CLI_STORE_PATH - 16];
    int len = data != NULL && data[0] == '/'
                  ? snprintf(folder, sizeof folder, "%s/arbiter", data)
                  : snprintf(folder, sizeof folder, "%s/.local/share/arbiter",
                             home != NULL && home[0] != '\0' ? home : ".");
    if (len < 0 || (size_t)len >= sizeof folder || (make && !make_folder(folder))) {
        cli_error("there is no folder for the games: %s; name a file with --store",
                  strerror(errno));
        return false;
    }
    snprintf(path, CLI_STORE_PATH, "%s/games.db", folder);
    return true;
}
