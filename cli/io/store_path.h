/* store_path.h: where the games are kept when nobody says where. Layer: cli. */
#ifndef ARB_CLI_STORE_PATH_H
#define ARB_CLI_STORE_PATH_H

#include <stdbool.h>

enum { CLI_STORE_PATH = 4096 };

/* $XDG_DATA_HOME/arbiter/games.db, else ~/.local/share/arbiter/games.db; `make` makes its folder.
 * False: there is none, and it was said. `path` has room for CLI_STORE_PATH bytes. */
bool cli_default_store(char *path, bool make);

#endif
