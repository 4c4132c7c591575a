/* line_editor.h: reads the player's lines, with editing on a terminal and without on a pipe. Layer:
 * cli, command play. Knows nothing of chess. */
#ifndef ARB_CLI_LINE_EDITOR_H
#define ARB_CLI_LINE_EDITOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PLAY_LINE_LIMIT = 4096 };

typedef enum {
    PLAY_LINE_OK,
    PLAY_LINE_LONG,      /* longer than the limit; it has been skipped */
    PLAY_LINE_END,       /* Ctrl-D, or the end of the file */
    PLAY_LINE_INTERRUPT, /* Ctrl-C */
    PLAY_LINE_LATE,      /* the deadline came first */
    PLAY_LINE_LEAVE      /* the program is asked to end */
} play_line_status;

typedef struct play_reader play_reader;

/* `complete` gives the index-th word that may stand at the start of a line and begins with
 * `prefix`, or NULL; it is asked when the player presses Tab. */
typedef const char *play_completer(void *context, const char *prefix, size_t index);

play_reader *play_reader_open(play_completer *complete, void *context); /* NULL: no memory */
void play_reader_close(play_reader *reader);

/* The next line, without its end, in the reader's memory until the next call. */
play_line_status play_read_line(play_reader *reader, const char *prompt, int64_t deadline,
                                const char **line, size_t *len);

#endif
