/* finding.h: the classes of what can be wrong with a game. Layer: collection. */
#ifndef ARB_COLLECTION_FINDING_H
#define ARB_COLLECTION_FINDING_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    /* errors */
    FOUND_ILLEGAL,
    FOUND_AMBIGUOUS,
    FOUND_BAD_TOKEN,
    FOUND_BAD_FEN,
    FOUND_UNKNOWN_VARIANT,
    FOUND_BAD_TAG,
    FOUND_UNCLOSED_COMMENT,
    FOUND_UNCLOSED_PAREN,
    FOUND_STRAY_CLOSE_PAREN,
    FOUND_NO_MARKER,
    FOUND_TAG_MARKER,
    FOUND_RESULT_CHECKMATE,
    FOUND_RESULT_STALEMATE,
    FOUND_RESULT_INSUFFICIENT,
    FOUND_RESULT_FIVEFOLD,
    FOUND_RESULT_75_MOVES,
    FOUND_RESULT_VARIANT_END,
    FOUND_UNWINNABLE, /* only a warning if nothing says how the game ended */
    FOUND_AFTER_END, /* only a warning after a dead position with more than insufficient material */
    /* warnings: errors if strict */
    FOUND_FIRST_WARNING,
    FOUND_NONCANONICAL = FOUND_FIRST_WARNING,
    FOUND_MISSING_MARK,
    FOUND_FALSE_MARK,
    FOUND_PLUS_FOR_MATE,
    FOUND_HASH_FOR_CHECK,
    FOUND_MOVE_NUMBER,
    FOUND_NO_RESULT_TAG,
    FOUND_NO_MOVES,
    FOUND_BLANK_LINE,
    FOUND_TEXT_AFTER,
    FOUND_STRAY_CHAR,
    FOUND_NULL_MOVE,
    FOUND_TOO_DEEP,
    FOUND_EARLY_DRAW,
    FOUND_BOTH_LOSE,
    /* notes: never errors */
    FOUND_FIRST_NOTE,
    FOUND_CLAIM_REPETITION = FOUND_FIRST_NOTE,
    FOUND_CLAIM_MOVES,
    FOUND_COUNT
} finding;

/* "illegal", "no-termination-marker"… */
const char *finding_name(finding class);

#endif
