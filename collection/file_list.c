/* file_list.c: finds the files that the arguments of a command name. Layer: collection. */
#include "collection/check_files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DIRECTORY_LIMIT = 32 }; /* directories in directories */

static bool ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n >= m && strcmp(name + n - m, end) == 0;
}

static bool is_collection(const char *name)
{
    return ends_with(name, ".pgn") || ends_with(name, ".pgn.gz") || ends_with(name, ".pgn.zst") ||
           ends_with(name, ".pgn.bz2") || ends_with(name, ".PGN");
}

static bool keep(file_list *list, char *path)
{
    if (list->count == list->cap) {
        size_t cap = list->cap ? 2 * list->cap : 16;
        char **paths = realloc(list->paths, cap * sizeof *paths);
        if (!paths) {
            free(path);
            return false;
        }
        list->paths = paths;
        list->cap = cap;
    }
    list->paths[list->count++] = path;
    return true;
}

static char *join(const char *folder, const char *name)
{
    size_t len = strlen(folder) + strlen(name) + 2;
    char *path = malloc(len);
    if (path)
        snprintf(path, len, "%s%s%s", folder, ends_with(folder, "/") ? "" : "/", name);
    return path;
}

static bool add_folder(file_list *list, const char *path, unsigned depth);

/* Links to folders are not followed, so that no file is found twice and no loop is walked. Pipes
 * and devices are left out: reading them could wait for ever. Either is read where a call names it.
 */
static bool add_entry(file_list *list, const char *folder, const char *name, unsigned depth)
{
    struct stat status;
    char *path = join(folder, name);
    bool done = path != NULL;
    if (done && lstat(path, &status) == 0 && S_ISDIR(status.st_mode))
        done = add_folder(list, path, depth + 1);
    else if (done && is_collection(name) && stat(path, &status) == 0 && S_ISREG(status.st_mode))
        return keep(list, path);
    free(path);
    return done;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool add_folder(file_list *list, const char *path, unsigned depth)
{
    struct dirent **entries;
    if (depth > DIRECTORY_LIMIT)
        return true;
    int count = scandir(path, &entries, is_visible, alphasort);
    bool done = count >= 0;
    for (int i = 0; i < count; i++) {
        done = done && add_entry(list, path, entries[i]->d_name, depth);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return done;
}

bool files_add(file_list *list, const char *path)
{
    struct stat status;
    if (strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return add_folder(list, path, 0);
    char *copy = strdup(path);
    return copy && keep(list, copy);
}

void files_free(file_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->paths[i]);
    free(list->paths);
}
