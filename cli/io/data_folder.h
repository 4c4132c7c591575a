/* data_folder.h: finds the default folder for a user's games. Layer: cli. */
#ifndef ARB_CLI_DATA_FOLDER_H
#define ARB_CLI_DATA_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* Finds $XDG_DATA_HOME/arbiter, else .local/share/arbiter below $HOME or, if there is no home,
 * below `otherwise`. Returns false if there is none of these, or if the path is too long. */
bool cli_data_folder(char *folder, size_t cap, const char *otherwise);

/* Makes a folder and those above it, which only the user may enter. Returns false if it cannot:
 * errno says why, and `path` is cut after the folder that could not be made. */
bool cli_make_folders(char *path);

/* Finds the file games.db in the data folder, which is made if `make` is set. Returns false, with a
 * message, if there is none. `path` has room for CLI_STORE_PATH bytes. */
enum { CLI_STORE_PATH = 4096 };
bool cli_default_store(char *path, bool make);

#endif
