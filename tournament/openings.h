/* openings.h: the positions in which the games of a tournament begin. Layer: tournament. Knows no
 * engines.
 *
 * Openings come from lines of EPD or FEN, from the games of a PGN file, or from a Polyglot book,
 * which gives a new line for every opening. Without any, games begin in the start position, and in
 * Chess960 in one that is drawn by lot for every opening. */
#ifndef ARB_TOURNAMENT_OPENINGS_H
#define ARB_TOURNAMENT_OPENINGS_H

#include "arbiter.h"

typedef enum { OPENINGS_NONE = 0, OPENINGS_EPD, OPENINGS_PGN, OPENINGS_BOOK } openings_form;

typedef struct {
    openings_form form;
    const arb_rules *rules;
    const char *text; /* of the file; stays with the caller */
    size_t len;
    size_t plies;  /* moves that are taken from a game or a book */
    uint64_t seed; /* of random order, of the book's choices and of lots */
    size_t count;  /* openings in the file; a book has no end */
    size_t *at;    /* where each begins, in the order in which they are played */
} openings;

/* The form by the ending of the file name: .epd, .fen, .txt; .pgn; .bin. OPENINGS_NONE: any
 * other. */
openings_form openings_form_of(const char *path);

/* Finds and checks all openings of the text. `random` shuffles them. False: *error says where and
 * why. */
bool openings_read(openings *o, bool random, arb_error *error);
void openings_free(openings *o);

/* The game after the opening of this number; after the last one they start again. NULL: no
 * memory. */
arb_game *openings_game(const openings *o, size_t number);

/* A move of a Polyglot book (16 bytes an entry, sorted by key), chosen by its weight with a random
 * number; ARB_NO_MOVE: the book does not know the position. (polyglot_book.c) */
bool book_valid(const char *text, size_t len);
arb_move book_move(const char *text, size_t len, const arb_position *position, uint64_t random);

/* A pseudo-random number that depends only on *state, which it advances (splitmix64). */
uint64_t openings_random(uint64_t *state);

#endif
