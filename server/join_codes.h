/* join_codes.h: five letters that stand for a seat for a while. Layer: server. Knows no requests.
 */
#ifndef ARB_SERVER_JOIN_CODES_H
#define ARB_SERVER_JOIN_CODES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    JOIN_LETTERS = 5,
    JOIN_LIMIT = 1024,         /* codes at a time; a new one replaces the oldest */
    JOIN_MS = 2 * 3600 * 1000, /* how long a code is valid */
    JOIN_WRONG_LIMIT = 10,     /* wrong codes that an address may try in JOIN_WRONG_MS */
    JOIN_WRONG_MS = 60 * 1000
};

typedef struct join_codes join_codes;

/* What a code stands for: a game, and a seat (a colour) or NOBODY for watching. */
typedef struct {
    int64_t game;
    int seat;
} join_place;

join_codes *join_codes_new(void);
void join_codes_free(join_codes *codes);

/* Draws five random letters. Returns false if the system gives no random numbers. */
bool join_code_make(char code[JOIN_LETTERS + 1]);
/* Makes a code for the place, or returns the earlier one while it is valid. Returns false if the
 * system gives no random numbers. */
bool join_code_for(join_codes *codes, join_place place, int64_t now, char code[JOIN_LETTERS + 1]);

typedef enum { JOIN_FOUND, JOIN_UNKNOWN, JOIN_TOO_MANY } join_answer;
/* Finds the place that a code stands for. The code of a seat works once; a code for watching stays
 * valid. Small letters count as capitals. `asker` is the address whose wrong codes are counted. */
join_answer join_code_take(join_codes *codes, const char *text, uint64_t asker, int64_t now,
                           join_place *place);
/* The same in two parts, for codes that are kept elsewhere: the first reads the code in capitals if
 * the asker may still try, the second counts an unknown one. */
join_answer join_code_read(join_codes *codes, const char *text, uint64_t asker, int64_t now,
                           char code[JOIN_LETTERS + 1]);
void join_code_was_wrong(join_codes *codes, uint64_t asker);

#endif
