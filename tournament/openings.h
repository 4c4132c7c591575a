/* openings.h: the positions in which the games of a tournament begin. Layer: tournament. Knows no
 * engines.
 *
 * Openings come from lines of EPD or FEN, from the games of a PGN file, or from a Polyglot book,
 * which gives a new line for every opening. Without any of these, games begin in the start
 * position; in Chess960 that is drawn by lot for every opening. */
#ifndef ARB_TOURNAMENT_OPENINGS_H
#define ARB_TOURNAMENT_OPENINGS_H

#include "arbiter.h"

typedef enum { OPENINGS_NONE = 0, OPENINGS_EPD, OPENINGS_PGN, OPENINGS_BOOK } openings_form;

typedef struct {
    openings_form form;
    const arb_rules *rules;
    const char *text; /* text of the file; owned by the caller */
    size_t len;
    size_t plies;  /* half-moves that are taken from a game or a book */
    uint64_t seed; /* for random order, the book's choices and lots */
    size_t count;  /* openings in the file; a book has no limit */
    size_t *at;    /* where each begins, in playing order */
} openings;

/* The form that the ending of the file name tells: .epd, .fen, .txt; .pgn; .bin. OPENINGS_NONE for
 * any other. */
openings_form openings_form_of(const char *path);

/* Finds and checks all openings of the text. `random` shuffles them. Returns false if one is wrong;
 * *error says where and why. */
bool openings_read(openings *o, bool random, arb_error *error);
void openings_free(openings *o);

/* Plays the opening of this number and returns its game; after the last opening they start again.
 * Returns NULL if there is no memory. */
arb_game *openings_game(const openings *o, size_t number);

/* A move of a Polyglot book (entries of 16 bytes, sorted by key), chosen by its weight with a
 * random number; ARB_NO_MOVE if the book does not have the position. (polyglot_book.c) */
bool book_valid(const char *text, size_t len);
arb_move book_move(const char *text, size_t len, const arb_position *position, uint64_t random);

/* A pseudo-random number that depends only on *state, which it advances (splitmix64). */
uint64_t openings_random(uint64_t *state);

#endif
