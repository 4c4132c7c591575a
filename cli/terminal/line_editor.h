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
    PLAY_LINE_END,       /* Ctrl-D, or the file has ended */
    PLAY_LINE_INTERRUPT, /* Ctrl-C */
    PLAY_LINE_LATE,      /* the deadline passed first */
    PLAY_LINE_LEAVE      /* the program is asked to end */
} play_line_status;

typedef struct play_reader play_reader;

/* Returns the index-th word that may begin a line and starts with `prefix`, or NULL; it is called
 * when the player presses Tab. */
typedef const char *play_completer(void *context, const char *prefix, size_t index);

play_reader *play_reader_open(play_completer *complete, void *context); /* NULL: no memory */
void play_reader_close(play_reader *reader);

/* Reads the next line, without its end, into the reader's memory, where it stays until the next
 * call. */
play_line_status play_read_line(play_reader *reader, const char *prompt, int64_t deadline,
                                const char **line, size_t *len);

#endif
