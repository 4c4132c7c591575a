/* store_copy.h: writes all rows of one store to another of any kind, then reads both and compares
 * them. Layer: server. */
#ifndef ARB_SERVER_STORE_COPY_H
#define ARB_SERVER_STORE_COPY_H

#include "server/store/row_sums.h"

#include <stdbool.h>
#include <stddef.h>

enum { COPY_TEXTS = 9, COPY_NUMBERS = 6 };

typedef struct {
    int64_t at, white_ms, black_ms;
    char *what, *request;
} copied_step;

/* A game with its steps: how it began, its summary, and the PGN that it was imported from. */
typedef struct {
    int64_t row;
    char *texts[COPY_TEXTS];       /* rules, rules_text, fen, moves, white, black, tokens, engine */
    int64_t numbers[COPY_NUMBERS]; /* clock, initial, increment, engine's side, ms, Elo */
    int64_t version, plies, updated;
    char *result, *pgn; /* pgn: NULL if there is none */
    copied_step *steps;
    size_t count, cap;
    bool damaged; /* a row is not what was written */
} copied_game;

bool copied_step_add(copied_game *g, int64_t at, const int64_t left[2], const char *what,
                     const char *request);
void copied_game_free(copied_game *g);

typedef struct {
    unsigned char *key; /* may contain any bytes */
    size_t len;
    int64_t row;
    bool damaged;
} copied_request;

/* A token, an account, or who plays which game; one allocation, at `room`. */
typedef struct {
    char *room, *key, *value;
    int64_t row; /* the game that a record of the room "playing" is about; else 0 */
    bool damaged;
} copied_record;
/* Makes a record. Returns false if there is no memory. */
bool copied_record_make(copied_record *r, const row_ids *ids, const char *room, const char *key,
                        const char *value, int64_t sum);

/* One side of a copy. Functions that read return 1 if there is one, 0 if there are no more, -1 if
 * reading failed (`why` says why). What was read belongs to the caller. */
typedef struct copy_side copy_side;
struct copy_side {
    char why[512];
    row_ids ids;
    void (*close)(copy_side *side);
    int64_t (*count)(copy_side *side); /* the number of games; -1: it cannot be read */
    int (*next_game)(copy_side *side, int64_t after, copied_game *game);
    /* Reads the next request; if `again`, the first one. */
    int (*next_request)(copy_side *side, bool again, copied_request *request);
    /* Reads the first record after `last`, in the order of room and key. */
    int (*next_record)(copy_side *side, const copied_record *last, copied_record *record);
    bool (*begin)(copy_side *side);
    bool (*put_game)(copy_side *side, const copied_game *game);
    bool (*put_request)(copy_side *side, const copied_request *request);
    bool (*put_record)(copy_side *side, const copied_record *record);
    /* Takes over the `ids` of the other side; `last` is the last game. */
    bool (*put_ids)(copy_side *side, const row_ids *ids, int64_t last);
    bool (*commit)(copy_side *side);
};

copy_side *sqlite_side(const char *path, char *why, size_t cap);
/* Opens a database. `writes`: tables are made if there are none. */
copy_side *postgres_side(const char *url, bool writes, char *why, size_t cap);

#endif
