/* data_folder.h: the default folder for a user's games. Layer: cli. */
#ifndef ARB_CLI_DATA_FOLDER_H
#define ARB_CLI_DATA_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* $XDG_DATA_HOME/arbiter, else .local/share/arbiter below $HOME, or below `otherwise` where there
 * is no home. False: there is none of these, or it is too long. */
bool cli_data_folder(char *folder, size_t cap, const char *otherwise);

/* Makes a folder, and those above it, for the user alone. False: errno says why, and `path` is cut
 * behind the folder that could not be made. */
bool cli_make_folders(char *path);

/* The file games.db in the data folder, which is made if `make` is set. False: there is none, which
 * has been reported. `path` has room for CLI_STORE_PATH bytes. */
enum { CLI_STORE_PATH = 4096 };
bool cli_default_store(char *path, bool make);

#endif
