/* intake.c: finds the work inside what was handed in. Layer: grade. Copies and builds nothing. */
#include "grade/intake/intake.h"

#include "grade/intake/archive.h"

#include <dirent.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { FOLDER_LIMIT = 2048, DEPTH_LIMIT = 8 };

bool grade_is_file_in(const char *folder, const char *name, bool executable)
{
    char path[GRADE_PATH_LIMIT];
    struct stat status;
    return grade_path_join(path, folder, name) && stat(path, &status) == 0 &&
           S_ISREG(status.st_mode) && (!executable || (status.st_mode & 0111) != 0);
}

/* The subfolders of a folder, relative to it, level by level. */
typedef struct {
    char **paths;
    size_t count;
} folder_list;

static bool is_left_out(const char *name)
{
    return name[0] == '.' || strcmp(name, "__MACOSX") == 0 || strcmp(name, "node_modules") == 0;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_folders(folder_list *list, const char *root, const char *folder)
{
    char path[GRADE_PATH_LIMIT], inner[GRADE_PATH_LIMIT];
    const struct dirent *entry;
    struct stat status;
    DIR *dir = grade_path_join(path, root, folder) ? opendir(path) : NULL;
    while (dir != NULL && list->count < FOLDER_LIMIT && (entry = readdir(dir)) != NULL)
        if (!is_left_out(entry->d_name) && grade_path_join(inner, folder, entry->d_name) &&
            grade_path_join(path, root, inner) && lstat(path, &status) == 0 &&
            S_ISDIR(status.st_mode) && (list->paths[list->count] = strdup(inner)) != NULL)
            list->count++;
    if (dir != NULL)
        closedir(dir);
}

static bool says_bonus(const char *path)
{
    for (; *path != '\0'; path++)
        if (strncasecmp(path, "bonus", 5) == 0)
            return true;
    return false;
}

static bool holds_work(const char *root, const char *folder, const char *const *patterns)
{
    char path[GRADE_PATH_LIMIT];
    const struct dirent *entry;
    bool holds = false;
    DIR *dir = grade_path_join(path, root, folder) ? opendir(path) : NULL;
    while (!holds && dir != NULL && (entry = readdir(dir)) != NULL)
        for (const char *const *p = patterns; !holds && *p != NULL; p++)
            holds = fnmatch(*p, entry->d_name, FNM_CASEFOLD | FNM_PERIOD) == 0 &&
                    grade_is_file_in(path, entry->d_name, false);
    if (dir != NULL)
        closedir(dir);
    return holds;
}

/* Chooses among the folders of one level, which begin at `first`. */
static bool choose(const folder_list *list, size_t first, const char *root,
                   const char *const *patterns, bool bonus, grade_found *found)
{
    const char *best = NULL, *other = NULL;
    for (size_t i = first; i < list->count; i++) {
        if (!holds_work(root, list->paths[i], patterns))
            continue;
        if (best == NULL)
            best = list->paths[i];
        else if (says_bonus(best) != bonus && says_bonus(list->paths[i]) == bonus) {
            other = best;
            best = list->paths[i];
        } else if (other == NULL)
            other = list->paths[i];
    }
    snprintf(found->folder, sizeof found->folder, "%s", best != NULL ? best : "");
    snprintf(found->other, sizeof found->other, "%s", other != NULL ? other : "");
    return best != NULL;
}

bool grade_find_work(const char *folder, const char *const *patterns, bool bonus,
                     grade_found *found)
{
    folder_list list = {.paths = calloc(FOLDER_LIMIT + 1, sizeof *list.paths)};
    bool is = false;
    size_t first = 0;
    if (list.paths == NULL || (list.paths[0] = strdup("")) == NULL) {
        free(list.paths);
        return false;
    }
    list.count = 1;
    for (int depth = 0; depth < DEPTH_LIMIT && !is && first < list.count; depth++) {
        size_t next = list.count;
        qsort(list.paths + first, next - first, sizeof *list.paths, compare_paths);
        is = choose(&list, first, folder, patterns, bonus, found);
        for (size_t i = first; !is && i < next; i++)
            add_folders(&list, folder, list.paths[i]);
        first = next;
    }
    for (size_t i = 0; i < list.count; i++)
        free(list.paths[i]);
    free(list.paths);
    return is;
}

bool grade_find_archive(const char *folder, char path[GRADE_PATH_LIMIT])
{
    char best[GRADE_PATH_LIMIT] = "";
    const struct dirent *entry;
    DIR *dir = opendir(folder);
    while (dir != NULL && (entry = readdir(dir)) != NULL)
        if (!is_left_out(entry->d_name) && grade_is_archive(entry->d_name) &&
            grade_is_file_in(folder, entry->d_name, false) &&
            (best[0] == '\0' || strcmp(entry->d_name, best) < 0))
            snprintf(best, sizeof best, "%s", entry->d_name);
    if (dir != NULL)
        closedir(dir);
    return best[0] != '\0' && grade_path_join(path, folder, best);
}
