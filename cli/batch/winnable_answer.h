/* winnable_answer.h: what the two files of the command winnable share. Layer: cli. */
#ifndef ARB_CLI_WINNABLE_ANSWER_H
#define ARB_CLI_WINNABLE_ANSWER_H

#include "cli/command/command.h"
#include "cli/io/io.h"

/* What a call asks for. */
typedef struct {
    const arb_rules *rules;
    uint64_t nodes;
    bool json;
    bool asked[2]; /* by colour: is the side asked about? */
} winnable_terms;

/* One line of the input, and its answer. */
typedef struct {
    char *line; /* the caller frees it, and `text` */
    size_t len;
    size_t number;
    char *text; /* for stdout; NULL for lines that ask nothing */
    size_t text_len;
    char error[256]; /* for stderr; "" if there is no error */
    size_t column;
    int code; /* CLI_OK, CLI_NO, CLI_BAD_INPUT, CLI_INTERNAL */
} winnable_item;

/* What a thread needs: memory for the search, and room for a line of moves. */
typedef struct {
    void *memory;
    size_t size;
    arb_move *line;
} winnable_room;

bool winnable_room_open(winnable_room *room, const winnable_terms *terms);
void winnable_room_close(winnable_room *room);
void winnable_ask(winnable_item *item, const winnable_terms *terms, winnable_room *room);

#endif
