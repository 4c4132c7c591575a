/* play_journal.h: a game on disk while it is played. Layer: cli, command play.
 *
 * Plain text, a line a step, only ever added to; what was added is on disk when play_journal_add
 * returns. The lines are written and read in play_record.c. */
#ifndef ARB_CLI_PLAY_JOURNAL_H
#define ARB_CLI_PLAY_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct {
    int fd; /* -1: there is no journal */
    bool named_by_us;
    off_t size; /* whole lines only */
    char path[4096];
} play_journal;

/* Creates a journal at `path`, or in the user's data folder if that is NULL. False: reported on
 * stderr. */
bool play_journal_create(play_journal *journal, const char *path);

/* Opens an old journal (NULL: the newest in the data folder) and returns its text, which the caller
 * frees. An incomplete last line is dropped. False: reported on stderr. */
bool play_journal_open(play_journal *journal, const char *path, char **text, size_t *len);

/* Adds whole lines. False: said so on stderr, and nothing is kept from here on. */
bool play_journal_add(play_journal *journal, const char *text, size_t len);

/* Stops the journal with a message, because something could not be written: nothing is kept from
 * here on. */
void play_journal_lose(play_journal *journal, const char *what);

/* `worthless`: no move was played, so a journal that we named goes away. */
void play_journal_close(play_journal *journal, bool worthless);

#endif
