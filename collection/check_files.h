/* check_files.h: the check of whole collections: files in, findings and counts out. Layer:
 * collection. */
#ifndef ARB_COLLECTION_CHECK_FILES_H
#define ARB_COLLECTION_CHECK_FILES_H

#include "collection/checker/checker.h"
#include "collection/convert/game_sink.h"
#include "collection/shard.h"

#include <stdatomic.h>
#include <stdio.h>

enum { CHECK_THREAD_LIMIT = 64 };

typedef struct {
    check_options options;
    FILE *out;
    const convert_options *convert; /* games in another form; NULL: findings */
    game_sink *sink;                /* where the converted games go; NULL: to `out` */
    bool index;                     /* the index beside a collection may answer the query */
    FILE *good, *bad;               /* the games' own bytes, sorted; NULL: not wanted */
    unsigned threads;
    shard shard;      /* the part of the work that this call does */
    uint64_t from;    /* bytes of the first file to leave out */
    atomic_int *stop; /* once it is set nothing more is read */
    void (*progress)(void *context, uint64_t done, uint64_t total, uint64_t games);
    void (*problem)(void *context, const char *file, const char *text);
    void *context;
} check_job;

typedef struct {
    check_counts counts;
    convert_counts converted;
    uint64_t files, bytes;
    bool unreadable; /* some file could not be read to its end */
    bool no_memory;
    bool has_text; /* there was text other than blanks */
    bool stopped;  /* stopped before the end: the rest begins at `stopped_file`, `stopped_at` */
    const char *stopped_file;
    uint64_t stopped_at;
} check_result;

/* Checks the files one after another. */
void check_run(const check_job *job, const char *const *files, size_t count, check_result *result);

/* A checker, with a record if games are converted (new_checker.c). NULL: there is no memory. */
checker *new_checker(const check_job *job);
void free_checker(checker *c);

/* Adds what a checker has counted in its block. */
void check_result_add(check_result *to, const checker *c);

/* Writes the counts as text for people, or as the last line of JSON, with further members if
 * given. */
void check_summary(const check_result *result, bool strict, FILE *to);
void check_summary_json(const check_result *result, const char *more, FILE *to);

/* The files that the arguments of a command name. A directory stands for the collections in it
 * (.pgn, .pgn.gz, .pgn.zst, .pgn.bz2), in the order of their names. files_add returns false if a
 * directory cannot be read; errno says why. */
typedef struct {
    char **paths;
    size_t count, cap;
} file_list;
bool files_add(file_list *list, const char *path);
void files_free(file_list *list);

#endif
