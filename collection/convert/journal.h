/* journal.h: the parts of a game, noted until it is known whether the game is wanted. Room:
 * collection. */
#ifndef ARB_COLLECTION_JOURNAL_H
#define ARB_COLLECTION_JOURNAL_H

#include "arbiter.h"
#include "collection/blocks.h"

/* Text that a run has played: right move numbers, moves in strict SAN, comments and NAGs. */
typedef struct {
    const char *text;
    size_t len;
    size_t depth;          /* 0 is the main line */
    uint32_t fullmove;     /* of the first move */
    bool white;            /* to move first */
    const arb_move *moves; /* of the main line; else NULL */
    size_t plies;
} stretch;

typedef enum {
    NOTE_STRETCH,
    NOTE_MOVE, /* its SAN is the text */
    NOTE_NULL_MOVE,
    NOTE_NAG,
    NOTE_OPEN,
    NOTE_CLOSE,
    NOTE_COMMENT,      /* to its closing brace */
    NOTE_COMMENT_PART, /* the comment goes on */
} note_kind;

typedef struct {
    note_kind kind;
    stretch of; /* of a stretch all, of others what applies */
} journal_entry;

enum {
    JOURNAL_ENTRIES = 1024,
    JOURNAL_TEXT = 16 << 10,           /* of moves whose SAN does not stand in the block */
    JOURNAL_MOVES = BLOCK_SIZE / 2 + 1 /* a move has at least two bytes */
};

typedef struct {
    size_t count, text_len;
    size_t move_count; /* of the main line, in `moves` */
    arb_move *moves;   /* JOURNAL_MOVES of them */
    uint64_t *keys;    /* of the positions behind these; NULL: not needed */
    arb_position walk; /* the main line's position ... */
    size_t walked;     /* ... behind so many of these moves */
    bool begun;        /* the start has been written, if the form has one */
    bool playable;     /* there is a position that the moves begin at */
    journal_entry entries[JOURNAL_ENTRIES];
    char text[JOURNAL_TEXT];
} journal;

/* Goes on to the position behind the first `plies` of the moves. */
const arb_position *journal_walk(journal *j, size_t plies);

#endif
