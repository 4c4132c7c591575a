/* journal.h: the parts of a game, noted until it is known whether the game is wanted. Layer:
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
    uint32_t fullmove;     /* the number of the first move */
    bool white;            /* White has the first move */
    const arb_move *moves; /* the moves, if it is the main line; else NULL */
    size_t plies;
} stretch;

typedef enum {
    NOTE_STRETCH,
    NOTE_MOVE, /* the text is its SAN */
    NOTE_NULL_MOVE,
    NOTE_NAG,
    NOTE_OPEN,
    NOTE_CLOSE,
    NOTE_COMMENT,      /* a comment up to its closing brace */
    NOTE_COMMENT_PART, /* a part of a comment that goes on */
} note_kind;

typedef struct {
    note_kind kind;
    stretch of; /* for a stretch all fields; for other notes those that apply */
} journal_entry;

enum {
    JOURNAL_ENTRIES = 1024,
    JOURNAL_TEXT = 16 << 10,           /* bytes of moves whose SAN is not in the block */
    JOURNAL_MOVES = BLOCK_SIZE / 2 + 1 /* a move has at least two bytes */
};

typedef struct {
    size_t count, text_len;
    size_t move_count; /* moves of the main line, in `moves` */
    arb_move *moves;   /* room for JOURNAL_MOVES moves */
    uint64_t *keys;    /* the keys of the positions after these moves; NULL: not needed */
    arb_position walk; /* a position of the main line: */
    size_t walked;     /* the one after this number of moves */
    bool begun;        /* the start has been written, if the form has one */
    bool playable;     /* the moves begin at a position that can be played */
    journal_entry entries[JOURNAL_ENTRIES];
    char text[JOURNAL_TEXT];
} journal;

/* Goes on to the position after the first `plies` moves. */
const arb_position *journal_walk(journal *j, size_t plies);

#endif
