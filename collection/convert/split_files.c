/* split_files.c: writes games into many files: a number of games in each, a number of bytes in
 * each, or one file for each key. Layer: collection. Few files are open at a time, the ones that
 * were used last. Of each other file 8 bytes are remembered, which say that it has been begun. */
#include "collection/convert/game_sink.h"
#include "common/smaller_of.h"
#include "common/utf8.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { OPEN_FILES = 32, NAME_LIMIT = 120, PATH_LIMIT = 4096 };

typedef struct {
    uint64_t name; /* the hash of its name; 0: no file */
    uint64_t used;
    FILE *file;
} open_file;

struct split_files {
    const char *folder, *ending;
    char *const *read; /* the files that are read */
    size_t read_count;
    split_kind kind;
    uint64_t limit;
    uint64_t number, in_file; /* the number of the current file, and the games or bytes in it */
    uint64_t clock;
    open_file open[OPEN_FILES];
    uint64_t *begun; /* a hash table of the names of files that have been begun; its size is a power
                        of two */
    size_t begun_count, begun_size;
    bool failed;
    char problem[PATH_LIMIT];
};

split_files *split_new(const char *folder, const char *ending, split_kind kind, uint64_t limit)
{
    split_files *s = calloc(1, sizeof *s);
    uint64_t *begun = calloc(256, sizeof *begun);
    if (!s || !begun) {
        free(s);
        free(begun);
        return NULL;
    }
    s->folder = folder;
    s->ending = ending;
    s->kind = kind;
    s->limit = limit;
    s->begun = begun;
    s->begun_size = 256;
    return s;
}

void split_spares(split_files *s, char *const *paths, size_t count)
{
    s->read = paths;
    s->read_count = count;
}

static void fail_saying(split_files *s, const char *path, const char *what)
{
    if (!s->failed)
        snprintf(s->problem, sizeof s->problem, "%.4000s: %s", path, what);
    s->failed = true;
}

static void fail(split_files *s, const char *path)
{
    fail_saying(s, path, strerror(errno));
}

static void close_file(split_files *s, open_file *o)
{
    bool bad = o->file && ferror(o->file);
    if (o->file && (fclose(o->file) != 0 || bad))
        fail(s, s->folder);
    *o = (open_file){.file = NULL};
}

static uint64_t *begun_place(uint64_t *table, size_t size, uint64_t name)
{
    size_t at = (size_t)name & (size - 1);
    while (table[at] != 0 && table[at] != name)
        at = (at + 1) & (size - 1);
    return &table[at];
}

/* Was the file begun before? Notes that it has been begun now. */
static bool begun_before(split_files *s, uint64_t name)
{
    if (2 * s->begun_count >= s->begun_size) {
        uint64_t *larger = calloc(2 * s->begun_size, sizeof *larger);
        if (!larger) {
            errno = ENOMEM;
            fail(s, s->folder);
            return true;
        }
        for (size_t i = 0; i < s->begun_size; i++)
            if (s->begun[i] != 0)
                *begun_place(larger, 2 * s->begun_size, s->begun[i]) = s->begun[i];
        free(s->begun);
        s->begun = larger;
        s->begun_size *= 2;
    }
    uint64_t *place = begun_place(s->begun, s->begun_size, name);
    if (*place == name)
        return true;
    *place = name;
    s->begun_count++;
    return false;
}

/* Is the file of this path one of those that are read? Names are compared first, because there may
 * be many files. */
static bool is_read(const split_files *s, const char *path, const char *name)
{
    struct stat written, read;
    if (stat(path, &written) != 0)
        return false;
    for (size_t i = 0; i < s->read_count; i++) {
        const char *slash = strrchr(s->read[i], '/');
        if (strncmp(slash ? slash + 1 : s->read[i], name, strlen(name)) == 0 &&
            stat(s->read[i], &read) == 0 && read.st_dev == written.st_dev &&
            read.st_ino == written.st_ino)
            return true;
    }
    return false;
}

static FILE *file_named(split_files *s, const char *name)
{
    char path[PATH_LIMIT];
    uint64_t hash = 1;
    open_file *oldest = &s->open[0];
    for (const char *c = name; *c != '\0'; c++)
        hash = dedupe_mix(hash, (unsigned char)*c);
    hash |= 1;
    for (open_file *o = s->open; o < s->open + OPEN_FILES; o++) {
        if (o->name == hash) {
            o->used = ++s->clock;
            return o->file;
        }
        if (o->used < oldest->used)
            oldest = o;
    }
    close_file(s, oldest);
    if (snprintf(path, sizeof path, "%s/%s%s", s->folder, name, s->ending) >= (int)sizeof path)
        errno = ENAMETOOLONG;
    else if (begun_before(s, hash))
        oldest->file = fopen(path, "a");
    else if (is_read(s, path, name))
        fail_saying(s, path, "is read, and a part would replace it: name another folder");
    else
        oldest->file = fopen(path, "w");
    if (!oldest->file) {
        fail(s, path);
        return NULL;
    }
    oldest->name = hash;
    oldest->used = ++s->clock;
    return oldest->file;
}

/* Makes a file name of a key: characters that a file system or a shell treats specially become
 * '_'. */
static void name_of(const char *key, size_t len, char name[NAME_LIMIT + 1])
{
    size_t end = (size_t)smaller_of(len, NAME_LIMIT);
    while (end > 0 && end < len && utf8_continues(key[end]))
        end--; /* does not cut a character in two */
    for (size_t i = 0; i < end; i++) {
        unsigned char c = (unsigned char)key[i];
        bool safe = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                    c >= 0x80 || (i > 0 && strchr("-,.", c));
        name[i] = safe ? (char)c : '_';
    }
    name[end] = '\0';
    if (end == 0 || strcmp(name, "_") == 0)
        memcpy(name, "unknown", sizeof "unknown");
}

void split_game(split_files *s, const char *key, size_t len, FILE *to[2])
{
    char name[NAME_LIMIT + 1];
    const char *tab = len > 0 ? memchr(key, '\t', len) : NULL;
    size_t first = tab ? (size_t)(tab - key) : len;
    if (s->kind != SPLIT_KEY) {
        if (s->number == 0 || s->in_file >= s->limit) {
            s->number++;
            s->in_file = 0;
        }
        s->in_file += s->kind == SPLIT_NUMBER;
        snprintf(name, sizeof name, "%06llu", (unsigned long long)s->number);
        to[0] = file_named(s, name);
        return;
    }
    name_of(key, first, name);
    to[0] = file_named(s, name);
    if (!tab)
        return;
    name_of(tab + 1, len - first - 1, name);
    to[1] = file_named(s, name);
    if (to[1] == to[0])
        to[1] = NULL;
}

void split_wrote(split_files *s, size_t len)
{
    if (s->kind == SPLIT_SIZE)
        s->in_file += len;
}

uint64_t split_count(const split_files *s)
{
    return s->begun_count;
}

const char *split_problem(const split_files *s)
{
    return s->failed ? s->problem : NULL;
}

void split_close(split_files *s)
{
    for (size_t i = 0; i < OPEN_FILES; i++)
        close_file(s, &s->open[i]);
}

void split_free(split_files *s)
{
    if (!s)
        return;
    split_close(s);
    free(s->begun);
    free(s);
}
