/* play_journal.h: keeps a game on disk while it is played. Layer: cli, command play.
 *
 * A journal is plain text, one line for each step; lines are only added. What was added is on disk
 * when play_journal_add returns. play_record.c writes the lines, and play_replay.c reads them. */
#ifndef ARB_CLI_PLAY_JOURNAL_H
#define ARB_CLI_PLAY_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct {
    int fd; /* -1: no journal */
    bool named_by_us;
    off_t size; /* counts whole lines only */
    char path[4096];
} play_journal;

/* Creates a journal at `path`, or in the user's data folder if that is NULL. Returns false, with a
 * message on stderr, if it cannot. */
bool play_journal_create(play_journal *journal, const char *path);

/* Opens an old journal (NULL: the newest in the data folder) and returns its text, which the caller
 * frees. An incomplete last line is dropped. Returns false, with a message on stderr, if it
 * cannot. */
bool play_journal_open(play_journal *journal, const char *path, char **text, size_t *len);

/* Adds whole lines. Returns false, with a message on stderr, if that failed; nothing is kept from
 * then on. */
bool play_journal_add(play_journal *journal, const char *text, size_t len);

/* Stops the journal with a message, because something could not be written; nothing is kept from
 * then on. */
void play_journal_lose(play_journal *journal, const char *what);

/* Closes the journal. `worthless`: no move was played, so a journal with a name of our choice is
 * deleted. */
void play_journal_close(play_journal *journal, bool worthless);

#endif
